// The hand that moves pieces in a game: picks one up, shows where it may go, puts it down, or says why it cannot.

import { squaresOf } from "./squares.js";

export class Hand {
  #game;
  #play;
  #told;
  #selected = null;
  #targets = [];
  #extra = {};

  /**
   * @param told `changed()`, `refused(why)`, `notYours(turn)`, `botsTurn()`
   */
  constructor(game, play, told) {
    this.#game = game;
    this.#play = play;
    this.#told = told;
  }

  /** Lets go of what is picked up, and of all marks. */
  cancel() {
    this.#selected = null;
    this.#targets = [];
    this.#extra = {};
    this.#told.changed();
  }

  /** Points at the squares of a move. */
  point(notation) {
    this.cancel();
    this.#extra = { hint: squaresOf(notation) };
    this.#told.changed();
  }

  /** What is to be marked on the board. */
  get marks() {
    const last = this.#game.last;
    const squares = last ? squaresOf(last.notation) : [];
    const captures = this.#targets.filter(({ capture }) => capture).map(({ notation }) => squaresOf(notation)[1]);
    const free = this.#targets.filter(({ capture }) => !capture).map(({ notation }) => squaresOf(notation)[1]);
    return {
      from: squares.slice(0, 1),
      to: squares.slice(1),
      selected: this.#selected ? [this.#selected] : [],
      target: free,
      capture: captures,
      ...this.#extra,
    };
  }

  /** Somebody chose a square. */
  async pick(square, pieces, turn) {
    if (!this.#may(turn)) return;
    const piece = pieces.get(square);
    if (this.#selected === square) {
      this.cancel();
    } else if (piece?.seat === turn) {
      await this.#take(square);
    } else if (this.#selected) {
      await this.#put(this.#selected, square);
    } else if (piece) {
      this.#told.notYours(turn);
    }
  }

  /** Somebody dragged what stands on a square to another. */
  async drop(from, to, turn) {
    if (this.#may(turn)) await this.#put(from, to);
  }

  #may(turn) {
    const isPlaying = this.#game.status.phase === "playing";
    if (isPlaying && this.#game.isBot(turn)) this.#told.botsTurn();
    return isPlaying && !this.#game.isBot(turn) && !this.#play.isBusy;
  }

  async #take(square) {
    const moves = await this.#play.legalMoves();
    this.#extra = {};
    this.#selected = square;
    this.#targets = moves.filter(({ notation }) => notation.startsWith(square));
    this.#told.changed();
  }

  async #put(from, to) {
    const moves = await this.#play.legalMoves();
    const move = moves.find(({ notation }) => notation === from + to);
    if (move) {
      this.cancel();
      await this.#told.chosen(move.notation);
      return;
    }
    const why = await this.#play.explain(from + to);
    if (!why) return;
    this.#extra = { blamed: why.squares.filter((square) => square !== from) };
    this.#told.changed();
    this.#told.refused(why);
  }
}
