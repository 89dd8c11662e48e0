// What the board page has beside a game: links, rules, set-up positions, exercises, calls, languages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import { ask, base, cell, click, drag, said, tab, use } from "./page.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const START = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1";

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
    const { legal_moves } = await ask("/v1/legal-moves", { ruleset: exercise.ruleset, position: exercise.position });
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
