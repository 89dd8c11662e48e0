// How soon the board page can be used, from nothing: `node measure.mjs BASE_URL [SLOWDOWN]`, the middle of some rounds.
import { launch } from "./browser.mjs";

const [, , base, slowdown = "4"] = process.argv;
const ROUNDS = 9;
/** What a browser that was just started needs until it has nothing left to do for itself, in milliseconds. */
const SETTLING = 1500;

/** Milliseconds from the start of the navigation until a piece was chosen and its targets are shown. */
async function round() {
  const browser = await launch();
  const page = await browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: Number(slowdown) });
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector(".target")) {
        return console.log(`usable ${performance.now()}`);
      }
      document.querySelector('[data-square="a3"].full')?.click();
      setTimeout(look, 20);
    };
    addEventListener("DOMContentLoaded", look);
  });
  await new Promise((resolve) => setTimeout(resolve, SETTLING));
  // Nothing is asked of the page before it has said so: what asks is a script that takes its time.
  const [said] = await Promise.all([
    page.waitForEvent("console", (message) => message.text().startsWith("usable")),
    page.goto(base, { waitUntil: "commit" }),
  ]);
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  const files = await page.evaluate(() =>
    performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
      .reduce((sum, { transferSize }) => sum + transferSize, 0));
  const times = { usable: Number(said.text().split(" ")[1]), painted, files };
  await browser.close();
  return times;
}

const rounds = [];
for (let i = 0; i < ROUNDS; i++) rounds.push(await round());
const middle = (name) => Math.round(rounds.map((times) => times[name]).sort((a, b) => a - b)[ROUNDS >> 1]);
console.log(`CPU slowed ${slowdown} times, the middle of ${ROUNDS} cold starts:`);
console.log(`first paint ${middle("painted")} ms, usable ${middle("usable")} ms, ${middle("files")} bytes over the wire`);
