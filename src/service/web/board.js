// The board: squares that are clicked, dragged over, or walked with the arrow keys. It knows no rules; what may be done
// and what it means is its owner's.

import { COLUMNS, ROWS, placeOf, squareAt } from "./squares.js";

/** How far a pointer moves before it drags, in pixels. */
const DRAG = 6;
const MARKS = ["selected", "target", "capture", "from", "to", "blamed", "hint"];
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** A new element with attributes and children. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** A piece, and its rank if that is to be seen. */
export function drawPiece({ seat, kind }, rank) {
  return element("span", { class: `piece seat-${seat}`, "data-kind": kind, "data-rank": rank });
}

export class Board {
  #root;
  #cells = new Map();
  #pieces = new Map();
  #focus = "a1";
  #isFlipped = false;
  #hasDragged = false;
  #owner;

  /**
   * @param root where it is built
   * @param owner `pick(square)`, `drop(from, to)`, `cancel()`, `describe(square, piece)`, `rank(kind)`
   */
  constructor(root, owner) {
    this.#root = root;
    this.#owner = owner;
    for (let row = 0; row < ROWS; row++) {
      for (let column = 0; column < COLUMNS; column++) this.#add(squareAt(column, row));
    }
    root.addEventListener("keydown", (event) => this.#walk(event));
    root.addEventListener("pointerdown", (event) => this.#press(event));
    this.#arrange();
  }

  #add(square) {
    const cell = element("button", { type: "button", class: "cell", "data-square": square, tabindex: "-1" });
    cell.addEventListener("click", () => this.#click(square));
    cell.addEventListener("focus", () => this.#focusOn(square));
    this.#cells.set(square, cell);
  }

  /** Puts the squares in rows as they are seen. */
  #arrange() {
    const rows = [];
    for (let i = 0; i < ROWS; i++) {
      const row = element("div", { role: "row", class: "row" });
      for (let j = 0; j < COLUMNS; j++) {
        const square = this.#isFlipped ? squareAt(COLUMNS - 1 - j, i) : squareAt(j, ROWS - 1 - i);
        const cell = element("div", { role: "gridcell" }, this.#cells.get(square));
        if (i === ROWS - 1) cell.dataset.column = square[0];
        if (j === 0) cell.dataset.row = square[1];
        row.append(cell);
      }
      rows.push(row);
    }
    this.#root.replaceChildren(...rows);
    this.#focusOn(this.#focus);
  }

  set isFlipped(isFlipped) {
    if (isFlipped === this.#isFlipped) return;
    this.#isFlipped = isFlipped;
    this.#arrange();
  }

  /** Shows pieces, and how the last one came to its square. */
  show(pieces, move) {
    const has = this.#pieces;
    this.#pieces = pieces;
    for (const [square, cell] of this.#cells) {
      const piece = pieces.get(square);
      const rank = piece && this.#owner.rank(piece.kind);
      const look = piece ? `${piece.seat} ${piece.kind} ${rank}` : "";
      if (cell.dataset.look !== look) cell.replaceChildren(...(piece ? [drawPiece(piece, rank)] : []));
      cell.dataset.look = look;
      cell.classList.toggle("full", Boolean(piece));
      cell.setAttribute("aria-label", this.#owner.describe(square, piece));
    }
    if (move && has.has(move.from) && !pieces.has(move.from)) this.#slide(move);
  }

  #slide({ from, to }) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [start, end] = [from, to].map((square) => this.#cells.get(square).getBoundingClientRect());
    const shift = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
    const piece = this.#cells.get(to).firstElementChild;
    piece?.animate([{ transform: shift }, { transform: "none" }], { duration: 160, easing: "ease-out" });
  }

  /** Marks squares: lists by the kind of mark. */
  mark(marks) {
    for (const [square, cell] of this.#cells) {
      const wanted = MARKS.filter((mark) => marks[mark]?.includes(square));
      if (cell.dataset.marks === wanted.join(" ")) continue;
      cell.dataset.marks = wanted.join(" ");
      for (const mark of MARKS) cell.classList.toggle(mark, wanted.includes(mark));
      cell.setAttribute("aria-pressed", String(wanted.includes("selected")));
    }
  }

  /** Says anew what is on each square. */
  describe() {
    for (const [square, cell] of this.#cells) {
      cell.setAttribute("aria-label", this.#owner.describe(square, this.#pieces.get(square)));
    }
  }

  #focusOn(square) {
    this.#cells.get(this.#focus).tabIndex = -1;
    this.#focus = square;
    this.#cells.get(square).tabIndex = 0;
  }

  #walk(event) {
    if (event.key === "Escape") return this.#owner.cancel();
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const turn = this.#isFlipped ? -1 : 1;
    const [column, row] = placeOf(this.#focus);
    const [across, up] = [column + step[0] * turn, row + step[1] * turn];
    if (across < 0 || across >= COLUMNS || up < 0 || up >= ROWS) return;
    this.#cells.get(squareAt(across, up)).focus();
  }

  #click(square) {
    if (this.#hasDragged) {
      this.#hasDragged = false;
      return;
    }
    this.#owner.pick(square);
  }

  #press(event) {
    this.#hasDragged = false;
    const cell = event.target.closest(".cell");
    if (!cell?.classList.contains("full") || event.button !== 0) return;
    const from = cell.dataset.square;
    const drag = { piece: cell.firstElementChild, x: event.clientX, y: event.clientY, isMoving: false };
    const move = (event) => this.#drag(drag, event);
    const end = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.#release(drag, from, event);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  #drag(drag, event) {
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoving && Math.hypot(x, y) < DRAG) return;
    drag.isMoving = true;
    drag.piece.classList.add("dragged");
    drag.piece.style.transform = `translate(${x}px, ${y}px)`;
  }

  #release(drag, from, event) {
    if (!drag.isMoving) return;
    drag.piece.classList.remove("dragged");
    drag.piece.style.transform = "";
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest(".cell");
    // The click that may come of it is none.
    this.#hasDragged = true;
    setTimeout(() => (this.#hasDragged = false));
    if (event.type === "pointerup" && cell && cell.dataset.square !== from) {
      this.#owner.drop(from, cell.dataset.square);
    }
  }
}
