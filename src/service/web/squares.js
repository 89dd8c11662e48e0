// Squares, pieces and positions, as the page needs them. What is legal, only the server knows.

export const COLUMNS = 7;
export const ROWS = 9;
export const KINDS = ["rat", "cat", "dog", "wolf", "leopard", "tiger", "lion", "elephant"];
const LETTERS = "rcdwptle";
const FILES = "abcdefg";

/** The name of a square, such as "a1", from its column and row, both counted from 0. */
export const squareAt = (column, row) => `${FILES[column]}${row + 1}`;

/** The column and row of a square. */
export const placeOf = (square) => [FILES.indexOf(square[0]), Number(square[1]) - 1];

/** The two squares of a move, from its notation. */
export const squaresOf = (notation) => [notation.slice(0, 2), notation.slice(2, 4)];

/** The FEN of a board without pieces. */
export const EMPTY = "7/7/7/7/7/7/7/7/7 w";

/** The letter of a piece in a FEN. */
export function letterOf({ seat, kind }) {
  const letter = LETTERS[KINDS.indexOf(kind)];
  return seat === 0 ? letter.toUpperCase() : letter;
}

function pieceOf(letter) {
  const kind = KINDS[LETTERS.indexOf(letter.toLowerCase())];
  return kind && { seat: letter === letter.toUpperCase() ? 0 : 1, kind };
}

/** Reads a FEN: pieces by square, and whose turn it is. What is no FEN, the server says. */
export function readFen(fen) {
  const [placement, turn] = fen.split(" ");
  const pieces = new Map();
  placement.split("/").forEach((line, i) => {
    let column = 0;
    for (const letter of line) {
      const piece = pieceOf(letter);
      if (piece && column < COLUMNS && i < ROWS) pieces.set(squareAt(column, ROWS - 1 - i), piece);
      column += piece ? 1 : Number(letter) || 1;
    }
  });
  return { pieces, turn: turn === "b" ? 1 : 0 };
}

/** Writes pieces and turn as a FEN. */
export function writeFen(pieces, turn) {
  const lines = [];
  for (let row = ROWS - 1; row >= 0; row--) {
    let line = "";
    let empty = 0;
    for (let column = 0; column < COLUMNS; column++) {
      const piece = pieces.get(squareAt(column, row));
      if (piece && empty) line += empty;
      if (piece) line += letterOf(piece);
      empty = piece ? 0 : empty + 1;
    }
    lines.push(line + (empty || ""));
  }
  return `${lines.join("/")} ${turn === 0 ? "w" : "b"}`;
}
