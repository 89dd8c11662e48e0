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

/** Sees that the picture that was answered is shown, like the one in the description. */
async function checkPictures(operation, path) {
  const pictures = operation.locator("img");
  await operation.locator(".live-responses-table img").first().waitFor({ timeout: 20_000 });
  const widths = await pictures.evaluateAll((all) => Promise.all(all.map((one) => one.decode().then(() => one.naturalWidth, () => 0))));
  if (widths.length < 2 || widths.includes(0)) faults.push(`pictures ${widths} wide: ${path}`);
}

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
  // A picture as SVG is shown as text.
  if (path === "/v1/board.png") await checkPictures(operation, path);
  // Closed again: each that is open makes all that follows slower.
  await operation.locator(".opblock-summary-control").click();
}
console.log(`executed ${await operations.count()} operations`);
faults.forEach((fault) => console.log(fault));
await browser.close();
process.exit(faults.length ? 1 : 0);
