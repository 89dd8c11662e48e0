// Opens Swagger UI in a real browser and executes the example of every operation: `node try-it-out.mjs BASE_URL`.
import { launch, watch } from "./browser.mjs";

const base = process.argv[2];
// States are not kept yet, so any id is unknown.
const UNKNOWN = "/v1/states/{id}";
const browser = await launch();
const page = await browser.newPage();
// The page works on the whole document at every click.
page.setDefaultTimeout(120_000);
const faults = [];
watch(page, base, faults);

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
