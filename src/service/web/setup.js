// Setting up a position: a palette of pieces, and squares to put them on.

import { drawPiece, element } from "./board.js";
import { EMPTY, KINDS, readFen, writeFen } from "./squares.js";
import { fill, say, texts } from "./texts.js";

const isSame = (one, other) => one?.seat === other?.seat && one?.kind === other?.kind;

export class Setup {
  pieces = new Map();
  #parts;
  #told;
  #tool = null;

  /**
   * @param parts the elements `palette`, `turn`, `fen`, `load`, `clear`, `start`, `play`
   * @param told `changed()`, `play(fen)`, `start()`, which gives the FEN of the start
   */
  constructor(parts, told) {
    this.#parts = parts;
    this.#told = told;
    parts.turn.addEventListener("change", () => this.#changed());
    parts.load.addEventListener("click", () => this.read(parts.fen.value));
    parts.fen.addEventListener("keydown", (event) => event.key === "Enter" && this.read(parts.fen.value));
    parts.clear.addEventListener("click", () => this.read(EMPTY));
    parts.start.addEventListener("click", () => this.read(told.start()));
    parts.play.addEventListener("click", () => told.play(this.fen));
  }

  get fen() {
    return writeFen(this.pieces, Number(this.#parts.turn.value));
  }

  get marks() {
    return {};
  }

  /** Takes over a position. */
  read(fen) {
    const { pieces, turn } = readFen(fen);
    this.pieces = pieces;
    this.#parts.turn.value = turn;
    this.#changed();
  }

  /** Puts the chosen piece on a square, or takes off what stands there. */
  pick(square) {
    const pieces = new Map(this.pieces);
    const there = pieces.get(square);
    pieces.delete(square);
    if (this.#tool && !isSame(there, this.#tool)) {
      for (const [other, piece] of pieces) if (isSame(piece, this.#tool)) pieces.delete(other);
      pieces.set(square, this.#tool);
    }
    this.pieces = pieces;
    this.#changed();
  }

  drop(from, to) {
    const pieces = new Map(this.pieces);
    pieces.set(to, pieces.get(from));
    pieces.delete(from);
    this.pieces = pieces;
    this.#changed();
  }

  cancel() {
    this.#tool = null;
    this.render();
  }

  #changed() {
    this.#parts.fen.value = this.fen;
    this.#told.changed();
  }

  /** Shows the palette. */
  render() {
    const { seats, kinds } = texts();
    const { turn, palette, fen } = this.#parts;
    const chosen = turn.value || "0";
    turn.replaceChildren(...seats.map((seat, i) => element("option", { value: i }, seat)));
    turn.value = chosen;
    fen.value = this.fen;
    const tools = [0, 1].flatMap((seat) => KINDS.map((kind) => ({ seat, kind })));
    const buttons = [...tools, null].map((tool) => {
      const name = tool ? fill(texts().piece, { seat: seats[tool.seat], kind: kinds[tool.kind] }) : say("eraser");
      const button = element("button", { type: "button", "aria-pressed": String(isSame(tool, this.#tool)), "aria-label": name });
      button.append(tool ? drawPiece(tool) : "⌫");
      button.addEventListener("click", () => {
        this.#tool = tool;
        this.render();
        const pressed = palette.querySelector('[aria-pressed="true"]');
        pressed?.focus();
      });
      return button;
    });
    palette.replaceChildren(...buttons);
  }
}
