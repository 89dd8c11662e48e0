// The list of what was played.

import { element } from "./board.js";
import { squaresOf } from "./squares.js";
import { fill, say, texts } from "./texts.js";

/** An action in a few letters. */
export function short(action) {
  const { type, kind, notation, capture } = action;
  if (type && type !== "move") return texts().actions[type];
  const [from, to] = squaresOf(notation);
  return `${texts().letters[kind]} ${from}${capture ? "×" : "–"}${to}`;
}

const WORDS = { resign: "resigned", offer_draw: "offered", accept_draw: "accepted", decline_draw: "declined" };

/** An action as a sentence, of whoever's turn it was. */
export function sentence(action, seat) {
  const { seats, kinds } = texts();
  const { type, kind, notation, capture } = action;
  if (type && type !== "move") return say(WORDS[type], { seat: seats[action.seat] });
  const [from, to] = squaresOf(notation);
  const parts = { seat: seats[seat], kind: kinds[kind], from, to };
  const taken = capture?.kind ?? capture;
  return taken ? fill(texts().took, { ...parts, capture: kinds[taken] }) : fill(texts().moved, parts);
}

/** Shows the list, the seen ply marked; each entry leads to it. */
export function listMoves(list, game, look) {
  const items = game.plies.map(({ action }, i) => {
    const isSeen = game.ply === i + 1;
    const button = element("button", { type: "button", "aria-current": isSeen ? "step" : undefined }, short(action));
    button.addEventListener("click", () => look(i + 1));
    return element("li", {}, button);
  });
  list.replaceChildren(...(items.length ? items : [element("li", { class: "quiet" }, say("noMovesYet"))]));
  const seen = list.querySelector("[aria-current]");
  if (!seen) return;
  // Within the list only: the page stays where it is. Later, since to ask where things are takes a layout.
  requestAnimationFrame(() => {
    list.scrollTop = seen.offsetTop - list.offsetTop - list.clientHeight / 2;
  });
}
