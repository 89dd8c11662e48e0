// Opens Swagger UI in a real browser and executes the example of every operation: `node try-it-out.mjs BASE_URL`.
import { chromium } from "playwright-core";

const base = process.argv[2];
// States are not kept yet, so any id is unknown.
const UNKNOWN = "/v1/states/{id}";
// Without these, the browser asks its maker's hosts on its own account.
const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", ...QUIET],
});
const page = await browser.newPage();
// The page works on the whole document at every click.
page.setDefaultTimeout(120_000);
const faults = [];
page.on("request", (request) => {
  const url = request.url();
  if (!url.startsWith(base) && !url.startsWith("data:")) faults.push(`asked another host: ${url}`);
});
page.on("pageerror", (error) => faults.push(`failed: ${error}`));

await page.goto(`${base}/docs/`);
const operations = page.locator(".opblock");
await operations.first().waitFor();
for (const operation of await operations.all()) {
  const path = await operation.locator(".opblock-summary-path").getAttribute("data-path");
  await operation.locator(".opblock-summary-control").click();
  await operation.locator("button.execute").click();
  const status = operation.locator(".live-responses-table tbody .response-col_status").first();
  const answer = parseInt(await status.innerText());
  if (answer !== (path === UNKNOWN ? 404 : 200)) faults.push(`answered ${answer}: ${path}`);
  // Closed again: each that is open makes all that follows slower.
  await operation.locator(".opblock-summary-control").click();
}
console.log(`executed ${await operations.count()} operations`);
faults.forEach((fault) => console.log(fault));
await browser.close();
process.exit(faults.length ? 1 : 0);
