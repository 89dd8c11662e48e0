// Games on the board page, from the first move to the last.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { SIZES, ask, base, cell, click, drag, said, status, tap, type, use } from "./page.mjs";
import { startProxy } from "./proxy.mjs";

const SEED = 6;

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
