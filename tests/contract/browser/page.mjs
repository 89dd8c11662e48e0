// The board page as people use it, of the server whose address is in BASE_URL.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { launch, watch } from "./browser.mjs";

export const base = process.env.BASE_URL;
export const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Opens the page, lets it be used, and sees that nothing went wrong in it. */
export async function use(steps, { hash = "", size = "desktop", address = base, expected = [], ...options } = {}) {
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

export const cell = (page, square) => page.locator(`[data-square="${square}"]`);
export const status = (page) => page.locator("#status");
export const tab = (page, name) => page.locator(`#tab-${name}`).click();

/** Waits until something is said that has a text in it. */
export const said = (page, text) => status(page).filter({ hasText: text }).waitFor();

export async function drag(page, from, to) {
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

/** A way to move: chooses a square, sees that what is there is picked up, and chooses another. */
const by = (choose) => async (page, move) => {
  await choose(page, move.slice(0, 2));
  await cell(page, move.slice(0, 2)).and(page.locator(".selected")).waitFor();
  await choose(page, move.slice(2, 4));
};

export const click = by((page, square) => cell(page, square).click());
export const tap = by((page, square) => cell(page, square).tap());
export const type = by(walk);

export async function ask(path, body) {
  const response = await fetch(`${base}${path}`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  assert.equal(response.status, 200);
  return response.json();
}
