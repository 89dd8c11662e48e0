// Exercises: a position, a task, and one move that solves it.

import { element } from "./board.js";
import { actionOf, newSession } from "./game.js";
import { recall, remember } from "./memory.js";
import { language, say } from "./texts.js";

/** How long each move of a line is seen, in milliseconds. */
const PAUSE = 900;

export class Exercises {
  /** The one that is tried now. */
  current = null;
  #all = [];
  #solved = new Set(JSON.parse(recall("solved") ?? "[]"));
  #parts;
  #play;
  #told;

  /**
   * @param parts the elements `list`, `exercise`, `title`, `task`, `next`, `leave`
   * @param told `opened(session)`, which gives whether it could be, `left()`, `said(text)`
   */
  constructor(parts, play, told) {
    this.#parts = parts;
    this.#play = play;
    this.#told = told;
    parts.next.addEventListener("click", () => this.#open((this.#place() + 1) % this.#all.length));
    parts.leave.addEventListener("click", () => {
      this.leave();
      told.left();
    });
  }

  #place() {
    return this.#all.indexOf(this.current);
  }

  /** Gets them, the first time. */
  async load() {
    if (this.#all.length) return;
    const response = await fetch("web/exercises.json").catch(() => null);
    if (!response?.ok) {
      this.#told.said(say("unreachable"));
      return;
    }
    this.#all = await response.json();
    this.render();
  }

  async #open(place) {
    const exercise = this.#all[place];
    const { ruleset, position } = exercise;
    this.current = exercise;
    this.render();
    const players = ["human", "human"];
    if (await this.#told.opened(newSession({ ruleset, position, players }))) {
      this.#told.said(exercise.task[language]);
    }
  }

  /** Gives up the one that is tried. */
  leave() {
    this.current = null;
    this.render();
  }

  /** Judges a legal move: plays it if it is the solution, and what comes after. */
  async judge(move) {
    const { current } = this;
    const { id, solution, line, why, task } = current;
    if (move !== solution) {
      this.#told.said(say("notSolved", { task: task[language] }));
      return;
    }
    this.#solved.add(id);
    remember("solved", JSON.stringify([...this.#solved]));
    this.render();
    for (const [i, next] of line.entries()) {
      if (i) await new Promise((done) => setTimeout(done, PAUSE));
      if (this.current !== current || !(await this.#play.act(actionOf(next)))) return;
    }
    this.#told.said(say("solved", { why: why[language] }));
  }

  /** Shows the list, and the task. */
  render() {
    const { list, exercise, title, task } = this.#parts;
    const items = this.#all.map((one, i) => {
      const name = `${i + 1}. ${one.title[language]}${this.#solved.has(one.id) ? " ✓" : ""}`;
      const isCurrent = one === this.current;
      const button = element("button", { type: "button", "aria-current": isCurrent ? "true" : undefined }, name);
      button.addEventListener("click", () => this.#open(i));
      return element("li", {}, button);
    });
    list.replaceChildren(...items);
    exercise.hidden = !this.current;
    if (!this.current) return;
    title.textContent = say("exercise", { number: this.#place() + 1, title: this.current.title[language] });
    task.textContent = this.current.task[language];
  }
}
