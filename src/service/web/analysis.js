// The engine's view of what is seen: it streams, one depth after the other.

import { Refused, follow } from "./api.js";
import { element } from "./board.js";
import { fill, inColours, say, texts } from "./texts.js";

export class Analysis {
  isOn = false;
  #bar;
  #text;
  #running = null;
  #asked = null;
  #seen = null;

  constructor(bar, text) {
    this.#bar = bar;
    this.#text = text;
  }

  /** Follows a question from now on, unless it follows it already; without one, nothing. */
  async watch(question, turn) {
    const key = this.isOn && question ? JSON.stringify(question) : null;
    if (key === this.#asked) return;
    this.#running?.abort();
    this.#asked = key;
    this.#seen = null;
    this.render();
    if (!key) return;
    const controller = new AbortController();
    this.#running = controller;
    try {
      for await (const { name, data } of follow("v1/analysis", question, controller.signal)) {
        if (controller.signal.aborted) return;
        if (name === "depth") this.#see(data, turn);
      }
    } catch (error) {
      if (controller.signal.aborted) return;
      // Asked again with the next change.
      this.#asked = null;
      this.#seen = { text: error instanceof Refused ? say("refused", { why: inColours(error.message) }) : say("unreachable") };
      this.render();
    }
  }

  #see({ lines, depth }, turn) {
    const [{ evaluation, moves }] = lines;
    const isRed = turn === 0;
    const chance = isRed ? evaluation.win_chance : 1 - evaluation.win_chance;
    this.#seen = { chance, depth, moves, evaluation, turn };
    this.render();
  }

  /** Shows what was seen last. */
  render() {
    const seen = this.#seen;
    const chance = seen?.chance ?? 0.5;
    this.#bar.hidden = !this.isOn;
    this.#text.hidden = !this.isOn;
    this.#bar.firstElementChild.style.setProperty("--share", `${(chance * 100).toFixed(1)}%`);
    this.#bar.setAttribute("aria-valuenow", Math.round(chance * 100));
    if (!seen) return this.#text.replaceChildren("…");
    if (seen.text) return this.#text.replaceChildren(seen.text);
    const parts = [
      element("strong", {}, this.#verdict(seen)),
      element("span", { class: "quiet" }, say("depth", { depth: seen.depth })),
      element("span", { class: "line" }, seen.moves.join(" ")),
    ];
    return this.#text.replaceChildren(...parts);
  }

  #verdict({ evaluation, turn }) {
    const { score, decided_in: plies } = evaluation;
    if (plies !== null) {
      const winner = plies > 0 ? turn : 1 - turn;
      return fill(texts().winsIn, { seat: texts().seats[winner], plies: Math.abs(plies) });
    }
    const forRed = (turn === 0 ? score : -score) / 100;
    return `${forRed >= 0 ? "+" : "−"}${Math.abs(forRed).toFixed(2)}`;
  }
}
