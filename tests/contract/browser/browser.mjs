// A real browser that speaks to the tested server only, and notes what goes wrong in it.
import { chromium } from "playwright-core";

// Without these, the browser asks its maker's hosts on its own account.
const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", ...QUIET],
  });

/** Notes in `faults` whatever a page asks of another host, and what fails in it. */
export function watch(page, base, faults) {
  page.on("request", (request) => {
    // What a page has made itself comes from its own host.
    const url = request.url().replace(/^blob:/, "");
    if (!url.startsWith(base) && !url.startsWith("data:")) faults.push(`asked another host: ${url}`);
  });
  page.on("pageerror", (error) => faults.push(`failed: ${error}`));
}
