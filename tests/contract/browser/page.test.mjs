// The board page in a real browser: `node --test page.test.mjs`, with the server's address in BASE_URL.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";

import { launch, watch } from "./browser.mjs";
import { startProxy } from "./proxy.mjs";

const base = process.env.BASE_URL;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const SEED = 6;
const START = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Opens the page, lets it be used, and sees that nothing went wrong in it. */
async function use(steps, { hash = "", size = "desktop", address = base, expected = [], ...options } = {}) {
  const context = await browser.newContext({
    viewport: SIZES[size], hasTouch: size === "phone", reducedMotion: "reduce", ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults = [];
  watch(page, address, faults);
  page.on("console", (message) => {
    const isExpected = expected.some((text) => message.text().includes(text));
    if (["error", "warning"].includes(message.type()) && !isExpected) faults.push(`said: ${message.text()}`);
  });
  try {
    await page.goto(`${address}/${hash}`);
    await page.locator(".piece").first().waitFor();
    await steps(page);
    const [inner, whole] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    assert.ok(whole <= inner, `the page is ${whole} pixels wide on a screen of ${inner}`);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

const cell = (page, square) => page.locator(`[data-square="${square}"]`);
const status = (page) => page.locator("#status");
const tab = (page, name) => page.locator(`#tab-${name}`).click();

/** Waits until something is said that has a text in it. */
const said = (page, text) => status(page).filter({ hasText: text }).waitFor();

async function click(page, move) {
  await cell(page, move.slice(0, 2)).click();
  await cell(page, move.slice(0, 2)).and(page.locator(".selected")).waitFor();
  await cell(page, move.slice(2, 4)).click();
}

async function tap(page, move) {
  await cell(page, move.slice(0, 2)).tap();
  await cell(page, move.slice(0, 2)).and(page.locator(".selected")).waitFor();
  await cell(page, move.slice(2, 4)).tap();
}

async function drag(page, from, to) {
  const [start, end] = [await cell(page, from).boundingBox(), await cell(page, to).boundingBox()];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 5 });
  await page.mouse.up();
}

const placeOf = (square) => ["abcdefg".indexOf(square[0]), Number(square[1]) - 1];

/** Walks from the square that has the focus to another, and chooses it. */
async function walk(page, square) {
  const now = await page.evaluate(() => document.activeElement.dataset.square);
  const [[x, y], [column, row]] = [placeOf(now), placeOf(square)];
  const press = async (key, times) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
  };
  await press(column < x ? "ArrowLeft" : "ArrowRight", Math.abs(column - x));
  await press(row < y ? "ArrowDown" : "ArrowUp", Math.abs(row - y));
  await page.keyboard.press("Enter");
}

async function type(page, move) {
  await walk(page, move.slice(0, 2));
  await cell(page, move.slice(0, 2)).and(page.locator(".selected")).waitFor();
  await walk(page, move.slice(2, 4));
}

async function ask(path, body) {
  const response = await fetch(`${base}${path}`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  assert.equal(response.status, 200);
  return response.json();
}

/** A game that a strong bot wins against a weak one, to be played again by hand. */
async function wonGame() {
  const moves = [];
  for (;;) {
    const level = moves.length % 2 ? 1 : 6;
    const { action, status } = await ask("/v1/bot-move", { moves, level, seed: SEED });
    moves.push(action.notation);
    if (status.phase !== "playing") return { moves, winner: status.winner };
  }
}

describe("a game against the bot to its end", async () => {
  let game;
  before(async () => (game = await wonGame()));
  for (const size of Object.keys(SIZES)) {
    const ways = size === "phone" ? { mouse: click, finger: tap, keyboard: type } : { mouse: click, keyboard: type };
    for (const [name, play] of Object.entries(ways)) {
      test(`by ${name} on a ${size}`, () =>
        use(
          async (page) => {
            await cell(page, "a1").focus();
            for (const [i, move] of game.moves.entries()) {
              if (i % 2 === 0) await play(page, move);
              await page.locator("#moves button").nth(i).waitFor();
            }
            await said(page, game.winner === 0 ? "Red wins: a piece is in the den." : "Blue wins");
            assert.match(page.url(), new RegExp(`moves=${game.moves.join(",")}$`));
          },
          { size, hash: `#ruleset=standard&red=human&blue=1&seed=${SEED}` },
        ));
    }
  }
});

test("targets are shown, and captures marked", () =>
  use(
    async (page) => {
      await cell(page, "d4").click();
      await page.locator(".target").first().waitFor();
      const marked = (mark) => page.locator(`.${mark}`).evaluateAll((all) => all.map((one) => one.dataset.square).sort());
      assert.deepEqual(await marked("target"), ["a4", "d3"]);
      assert.deepEqual(await marked("capture"), ["d5", "g4"]);
      await page.keyboard.press("Escape");
      assert.deepEqual(await marked("target"), []);
      await drag(page, "d4", "g4");
      await said(page, "Red lion d4 takes wolf on g4.");
    },
    { hash: "#red=human&blue=human&position=r6/7/7/7/3c3/3L2w/7/7/7+w" },
  ));

test("an illegal try says why, and points at the square that decides", () =>
  use(
    async (page) => {
      await drag(page, "d4", "a4");
      await said(page, "Not legal: a rat in the water on c4 blocks the jump");
      assert.equal(await page.locator(".blamed").getAttribute("data-square"), "c4");
      await drag(page, "d4", "e4");
      await said(page, "Not legal: only the rat may enter the water on e4, not the lion");
      await drag(page, "e1", "d1");
      await said(page, "Not legal");
      await cell(page, "a9").click();
      await said(page, "It is Red's turn.");
      assert.equal(await page.locator("#moves button").count(), 0);
    },
    { hash: "#red=human&blue=human&position=e6/7/7/7/7/2rL3/7/7/4C2+w" },
  ));

test("a reload and a shared link show the same game", () =>
  use(async (page) => {
    await click(page, "a3a4");
    await page.locator("#moves button").nth(1).waitFor();
    const { address, moves } = await page.evaluate(() => ({
      address: location.href, moves: document.querySelector("#moves").innerText,
    }));
    await page.reload();
    await page.locator("#moves button").nth(1).waitFor();
    const other = await page.context().newPage();
    await other.goto(address);
    await other.locator("#moves button").nth(1).waitFor();
    for (const one of [page, other]) {
      assert.equal(await one.evaluate(() => document.querySelector("#moves").innerText), moves);
      assert.equal(one.url(), address);
    }
  }));

test("a link that leads nowhere says so, and there is a board", () =>
  use(async (page) => said(page, "The server refused"), {
    hash: "#ruleset=nope", expected: ["422"],
  }));

test("a server that goes away and comes back loses nothing", async () => {
  const proxy = await startProxy(base);
  await use(
    async (page) => {
      await click(page, "a3a4");
      await page.locator("#moves button").nth(0).waitFor();
      await proxy.close();
      await click(page, "g7g6");
      await page.locator("#trouble").waitFor();
      assert.match(await page.locator("#trouble").innerText(), /Nothing is lost/);
      assert.equal(await page.locator("#moves button").count(), 1);
      await proxy.open();
      await page.locator("#retry").click();
      await page.locator("#moves button").nth(1).waitFor();
      await page.locator("#trouble").waitFor({ state: "hidden" });
      await click(page, "a4a5");
      await page.locator("#moves button").nth(2).waitFor();
    },
    { address: proxy.base, hash: "#red=human&blue=human", expected: ["ERR_"] },
  );
  await proxy.close();
});

test("bots play each other, can be stopped, stepped through, and go on", () =>
  use(
    async (page) => {
      await page.locator("#moves button").nth(3).waitFor();
      await page.locator("#pause").click();
      const count = await page.locator("#moves button").count();
      await page.locator("#first").click();
      assert.match(await status(page).innerText(), /Red to move/);
      assert.equal(await page.locator(".to").count(), 0);
      await page.locator("#forward").click();
      assert.equal(await page.locator("#moves [aria-current]").count(), 1);
      assert.equal(await page.locator(".to").count(), 1);
      assert.equal(await page.locator("#moves button").count(), count);
      await page.locator("#pause").click();
      await page.locator("#moves button").nth(count + 1).waitFor();
    },
    { hash: "#red=2&blue=3&seed=1" },
  ));

test("undo takes back the bot's move with one's own, and a hint can be followed", () =>
  use(
    async (page) => {
      await page.locator("#hint").click();
      await said(page, "Hint:");
      const [from, to] = await page.locator(".hint").evaluateAll((all) => all.map((one) => one.dataset.square));
      const has = await cell(page, from).locator(".piece.seat-0").count();
      await click(page, has ? from + to : to + from);
      await page.locator("#moves button").nth(1).waitFor();
      await page.locator("#undo").click();
      await page.locator("#moves .quiet").waitFor();
      await page.locator("#analyse").click();
      await page.locator("#analysis strong").waitFor();
      await page.locator("#analyse").click();
      await page.locator("#flip").click();
      assert.match(page.url(), /flip=1/);
      assert.equal(await page.locator("#board .cell").first().getAttribute("data-square"), "g1");
    },
    { hash: "#red=human&blue=2&seed=1" },
  ));

test("an offer is answered, and who resigns has lost", () =>
  use(
    async (page) => {
      await page.locator("#offer").click();
      await said(page, "The draw is offered");
      await click(page, "a3a4");
      await page.locator("#moves button").nth(1).waitFor();
      await click(page, "a7a6");
      await page.locator("#offer").click();
      await page.locator("#resign").click();
      await said(page, "Blue wins: the other side has resigned.");
      assert.ok(await page.locator("#resign").isDisabled());
    },
    { hash: "#red=human&blue=human" },
  ));

/** What may stand in each field of own rules, as the document has it. */
async function documentedFields() {
  const { schemas } = (await (await fetch(`${base}/openapi.json`)).json()).components;
  const { base: _, start: __, ...fields } = schemas.CustomRuleset.properties;
  return Object.entries(fields).map(([name, { oneOf, minimum, maximum }]) => {
    const words = oneOf && schemas[oneOf.find(({ $ref }) => $ref).$ref.split("/").at(-1)].enum;
    return { name, words: words ?? [], bounds: minimum === undefined ? [] : [String(minimum), String(maximum)] };
  });
}

test("own rules have every field and every value, and are played by", () =>
  use(async (page) => {
    await tab(page, "new");
    await page.locator("#ruleset").selectOption("mistboard");
    await page.locator("#ruleset").selectOption("own");
    const shown = await page.locator("#own [name]").evaluateAll((all) =>
      all.map((one) => ({
        name: one.name,
        words: [...(one.options ?? [])].map(({ value }) => value),
        bounds: one.type === "number" ? [one.min, one.max] : [],
      })));
    assert.deepEqual(shown, await documentedFields());
    assert.equal(await page.locator("[name=repetition_limit]").inputValue(), "3");
    await page.locator("[name=ply_limit]").fill("2");
    await page.locator("#blue").selectOption("human");
    await page.locator("#new [type=submit]").click();
    await page.locator("#tab-game[aria-selected=true]").waitFor();
    await click(page, "g3g4");
    await page.locator("#moves button").nth(0).waitFor();
    await click(page, "g7g6");
    await said(page, "Drawn: the game has reached its limit of moves.");
  }));

test("every named ruleset can be chosen and begun", () =>
  use(async (page) => {
    await tab(page, "new");
    const names = await page.locator("#ruleset option").evaluateAll((all) => all.map(({ value }) => value));
    assert.deepEqual(names, ["standard", "classic", "traditional", "plyyard", "mistboard", "leiden", "own"]);
    for (const name of names.slice(0, -1)) {
      await tab(page, "new");
      await page.locator("#ruleset").selectOption(name);
      await page.locator("#new [type=submit]").click();
      await page.locator("#tab-game[aria-selected=true]").waitFor();
      assert.ok(page.url().includes(`ruleset=${name}`));
    }
  }));

test("a position is set up and played from, and one that is not legal is refused", () =>
  use(
    async (page) => {
      await tab(page, "setup");
      await page.locator("#setup-clear").click();
      await page.locator('#palette [aria-label="Red cat"]').click();
      await cell(page, "b4").click();
      await page.locator('#palette [aria-label="Blue lion"]').click();
      await cell(page, "d5").click();
      await page.locator("#setup-play").click();
      await said(page, "The server refused: the red cat on b4");
      await drag(page, "b4", "b3");
      await page.locator("#setup-play").click();
      await page.locator("#tab-game[aria-selected=true]").waitFor();
      await click(page, "b3c3");
      await page.locator("#moves button").nth(0).waitFor();
      assert.match(page.url(), /position=7\/7\/7\/7\/3l3\/7\/1C5\/7\/7/);
    },
    { expected: ["422"] },
  ));

test("an exercise refuses what does not solve it, and goes on from what does", () =>
  use(async (page) => {
    const exercises = await (await fetch(`${base}/web/exercises.json`)).json();
    await tab(page, "exercises");
    const exercise = exercises[0];
    await page.locator("#exercise-list button").first().click();
    await said(page, exercise.task.en);
    const { legal_moves } = await ask("/v1/legal-moves", exercise);
    const wrong = legal_moves.find(({ notation }) => notation !== exercise.solution);
    await click(page, wrong.notation);
    await said(page, "That is not it");
    await click(page, exercise.solution);
    await said(page, "Solved!");
    await page.locator("#exercise-next").click();
    await said(page, exercises[1].task.en);
  }));

test("calls are listed, and the last one can be repeated in a shell", () =>
  use(
    async (page) => {
      await click(page, "a3a4");
      await page.locator("#moves button").nth(0).waitFor();
      await tab(page, "calls");
      const first = page.locator("#call-list details").first();
      await first.locator("summary").click();
      const texts = await first.locator("pre").allInnerTexts();
      assert.deepEqual(JSON.parse(texts[0]), { ruleset: "standard", moves: [], action: "a3a4" });
      assert.match(texts.at(-1), /^curl -X POST '.*\/v1\/apply' .*\n.*\n +-d '\{.*"action":"a3a4"\}'$/);
      await page.locator("#calls .copy-curl").click();
      await said(page, "Copied.");
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), texts.at(-1));
    },
    { hash: "#red=human&blue=human", permissions: ["clipboard-read", "clipboard-write"] },
  ));

test("it speaks Chinese, and remembers that", () =>
  use(
    async (page) => {
      await said(page, "轮到红方。");
      assert.equal(await page.locator("html").getAttribute("lang"), "zh");
      await drag(page, "c3", "c4");
      await said(page, "不能这样走：只有鼠能下河。");
      await page.locator("#language").selectOption("en");
      await said(page, "Red to move.");
      await page.reload();
      await said(page, "Red to move.");
    },
    { locale: "zh-CN", hash: "#red=human&blue=human" },
  ));

test("nothing keeps anybody out, as far as axe can tell", () =>
  Promise.all(
    [
      { colorScheme: "light", size: "desktop", locale: "en-US" },
      { colorScheme: "dark", size: "phone", locale: "zh-CN" },
    ].map((options) =>
      use(
        async (page) => {
          await page.evaluate(AXE);
          await page.locator("#analyse").click();
          for (const name of ["game", "new", "setup", "exercises", "calls"]) {
            await tab(page, name);
            if (name === "new") await page.locator("#ruleset").selectOption("own");
            if (name === "exercises") await page.locator("#exercise-list button").first().click();
            if (name === "calls") await page.locator("#call-list summary").first().click();
            const { violations } = await page.evaluate(() => globalThis.axe.run());
            const found = violations.map(({ id, nodes }) => `${name}: ${id} ${nodes.map(({ html }) => html).join(" ")}`);
            assert.deepEqual(found, []);
          }
        },
        { ...options, hash: "#red=human&blue=human&moves=a3a4" },
      ),
    ),
  ));

test("the address of a game from the start has no position in it", () =>
  use(async (page) => {
    assert.ok(!page.url().includes("position"));
    await tab(page, "setup");
    assert.equal(await page.locator("#setup-fen").inputValue(), START.split(" ").slice(0, 2).join(" "));
  }));

test("the picture of the page is what it looks like", () =>
  use(
    async (page) => {
      await page.locator("#analyse").click();
      await page.locator("#analysis").filter({ hasText: /depth ([89]|\d\d)/ }).waitFor();
      await cell(page, "g4").click();
      await page.locator(".target").first().waitFor();
      const path = process.env.SCREENSHOT;
      const picture = await page.screenshot({ path });
      assert.ok(picture.length > 20_000);
    },
    { hash: "#red=human&blue=human&moves=a3a4,g7g6,c3d3,e7d7,g3g4,a7a6", viewport: { width: 1100, height: 860 } },
  ));
