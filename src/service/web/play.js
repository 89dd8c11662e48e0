// A game under way: each turn is one call, and what fails can be asked again.

import { get, post } from "./api.js";
import { questionOf, textOf } from "./game.js";
import { KINDS } from "./squares.js";

/** How long a move of a bot is seen before the next bot moves, in milliseconds. */
const PAUSE = 500;
/** How far a hint looks. */
const HINT = { nodes: 50_000 };
const NOT_LOOKED_AT = /^Not looked at/;

const wait = (time) => new Promise((done) => setTimeout(done, Math.max(0, time)));

export class Play {
  /** Whether bots wait. */
  isPaused = false;
  rulesets = [];
  #game;
  #notices;
  #running = null;
  #legal = null;

  /**
   * @param game what is played
   * @param notices `moved(action)`, `failed(error, retry)`, `cleared()`, `changed()`
   */
  constructor(game, notices) {
    this.#game = game;
    this.#notices = notices;
  }

  /** Whether an answer is waited for. */
  get isBusy() {
    return this.#running !== null;
  }

  /** Does what takes calls; whatever was under way ends. What fails can be done again. */
  async #run(work) {
    this.#running?.abort();
    const controller = new AbortController();
    this.#running = controller;
    this.#notices.changed();
    try {
      const result = await work(controller.signal);
      if (controller.signal.aborted) return undefined;
      this.#running = null;
      this.#notices.cleared();
      return result;
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      this.#running = null;
      this.#notices.failed(error, () => this.#run(work));
      return undefined;
    } finally {
      this.#notices.changed();
    }
  }

  /** Ends what is under way. */
  stop() {
    this.#running?.abort();
    this.#running = null;
    this.#notices.changed();
  }

  /** Opens a game, with all that was played in it; tells whether it could. */
  open(session) {
    return this.#run(async (signal) => {
      const { ruleset, position } = session;
      const known = this.rulesets.length ? { rulesets: this.rulesets } : get("v1/rulesets", signal);
      const [answer, { rulesets }] = await Promise.all([post("v1/replay", questionOf(session), signal), known]);
      this.rulesets = rulesets;
      const plies = answer.plies.map(({ action, fen, status }) => ({ text: textOf(action), action, fen, status }));
      this.#game.replace(session, position ?? this.#startOf(ruleset), plies, answer);
      return true;
    }).then((isOpen) => this.#proceed(isOpen));
  }

  #startOf(ruleset) {
    return ruleset.start ?? this.rulesOf(ruleset)?.start;
  }

  /** The named rules that others are based on. */
  rulesOf(ruleset) {
    const name = typeof ruleset === "string" ? ruleset : (ruleset.base ?? "standard");
    return this.rulesets.find((rules) => rules.name === name);
  }

  /** The rank of a kind of piece. */
  rank(kind) {
    const { ruleset } = this.#game.session;
    const isSwapped = (ruleset.dog_and_wolf ?? this.rulesOf(ruleset)?.dog_and_wolf) === "dog_above_wolf";
    if (isSwapped && kind === "dog") return 4;
    if (isSwapped && kind === "wolf") return 3;
    return KINDS.indexOf(kind) + 1;
  }

  /** Plays an action in the game as it is seen; what came after it is gone. */
  act(action) {
    return this.#run(async (signal) => {
      const answer = await post("v1/apply", { ...this.#game.question(), action }, signal);
      this.#take(answer.applied, answer);
      return true;
    }).then((isDone) => this.#proceed(isDone));
  }

  #take(action, answer) {
    this.#game.add(action, answer);
    this.#notices.moved(action);
  }

  /** Lets a bot move after what is done, if it is its turn and somebody looks; passes on whether it is done. */
  #proceed(isDone) {
    const { isAtEnd, turn } = this.#game;
    if (isDone && isAtEnd && turn !== null && !this.isPaused && this.#game.isBot(turn)) this.#letMove(turn);
    return isDone;
  }

  #letMove(turn) {
    const { session } = this.#game;
    const least = this.#game.isBot(1 - turn) ? PAUSE : 0;
    return this.#run(async (signal) => {
      const asked = performance.now();
      const level = session.players[turn];
      const question = { ...this.#game.question(), level, seed: session.seed };
      const answer = await post("v1/bot-move", question, signal);
      await wait(asked + least - performance.now());
      if (signal.aborted) return false;
      this.#take(answer.action, answer);
      return true;
    }).then((isDone) => this.#proceed(isDone));
  }

  /** Lets the bots wait, or go on. */
  pause(isPaused) {
    this.isPaused = isPaused;
    if (isPaused) this.stop();
    else this.resume();
  }

  /** Goes on from the end of the game. */
  resume() {
    this.#game.look(this.#game.plies.length);
    return this.#proceed(true);
  }

  /** Takes back the last action, and before it those of bots. */
  undo() {
    let ply = this.#game.plies.length - 1;
    const isBots = ({ action }) => this.#game.isBot(action.seat ?? this.#seatOf(action));
    while (!this.#game.areBots && ply > 0 && isBots(this.#game.plies[ply])) ply--;
    const { session } = this.#game;
    return this.open({ ...session, moves: session.moves.slice(0, Math.max(0, ply)) });
  }

  /** Whose a move was, by the turn of the position after it. */
  #seatOf(action) {
    const { fen } = this.#game.plies.find((ply) => ply.action === action);
    return fen.split(" ")[1] === "w" ? 1 : 0;
  }

  /** The legal moves of the game as it is seen. */
  async legalMoves() {
    if (this.#game.isAtEnd) return this.#game.answer?.legal_moves ?? [];
    const key = JSON.stringify(this.#game.question());
    if (this.#legal?.key !== key) {
      const answer = await this.#run((signal) => post("v1/legal-moves", this.#game.question(), signal));
      this.#legal = answer && { key, moves: answer.legal_moves };
    }
    return this.#legal?.moves ?? [];
  }

  /** Why an action is not legal: the reason, the sentence that says so, and the squares that it names. */
  explain(action) {
    return this.#run(async (signal) => {
      const { reason, checks } = await post("v1/explain", { ...this.#game.question(), action }, signal);
      const failed = checks.find(({ passed, detail }) => !passed && !NOT_LOOKED_AT.test(detail));
      const detail = failed?.detail ?? "";
      return { reason, detail, squares: detail.match(/\b[a-g][1-9]\b/g) ?? [] };
    });
  }

  /** The move that the engine would make in the game as it is seen. */
  hint() {
    return this.#run(async (signal) => {
      const answer = await post("v1/analysis", { ...this.#game.question(), limits: HINT }, signal);
      return answer.lines[0]?.moves[0];
    });
  }
}
