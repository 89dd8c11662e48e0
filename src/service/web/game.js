// The game on the page: what was played, and what is seen of it. All of it is in the address.

const WORDS = ["resign", "offer_draw", "accept_draw", "decline_draw"];
const HUMAN = "human";

/** An action as the address has it: "a3a4", or a word and a seat as in "resign0". */
export function textOf(action) {
  if (typeof action === "string") return action;
  return action.notation ?? `${action.type}${action.seat}`;
}

/** An action as requests have it. */
export function actionOf(text) {
  const type = WORDS.find((word) => text.startsWith(word));
  return type ? { type, seat: Number(text.slice(type.length)) } : text;
}

/** A game to be played: rules, start, players, and what was played already. */
export function newSession(given = {}) {
  return {
    ruleset: "standard",
    position: null,
    players: [HUMAN, 5],
    moves: [],
    // Another one, another game against the same bot.
    seed: Math.floor(Math.random() * 1000),
    isFlipped: false,
    ...given,
  };
}

/** What a request says of a session, after so many of its moves. */
export function questionOf({ ruleset, position, moves }, ply = moves.length) {
  const question = { ruleset, moves: moves.slice(0, ply).map(actionOf) };
  return position ? { ...question, position } : question;
}

/** Reads a session from what stands behind the # of an address; nothing if there is none. */
export function readAddress(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  if (!["ruleset", "position", "moves", "red", "blue"].some((name) => fields.has(name))) return null;
  const ruleset = fields.get("ruleset") || "standard";
  return newSession({
    ruleset: ruleset.startsWith("{") ? parsed(ruleset) : ruleset,
    position: fields.get("position") || null,
    players: [readPlayer(fields.get("red")), readPlayer(fields.get("blue"))],
    moves: (fields.get("moves") ?? "").split(",").filter(Boolean),
    seed: Number(fields.get("seed")) || 0,
    isFlipped: fields.get("flip") === "1",
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    // The server says what is wrong with it.
    return text;
  }
}

function readPlayer(text) {
  const level = Number(text);
  return level >= 1 && level <= 10 ? Math.floor(level) : HUMAN;
}

/** Writes a session for behind the #. */
export function writeAddress({ ruleset, position, players, moves, seed, isFlipped }) {
  const fields = new URLSearchParams();
  fields.set("ruleset", typeof ruleset === "string" ? ruleset : JSON.stringify(ruleset));
  if (position) fields.set("position", position);
  fields.set("red", players[0]);
  fields.set("blue", players[1]);
  if (players.some((player) => player !== HUMAN)) fields.set("seed", seed);
  if (isFlipped) fields.set("flip", "1");
  if (moves.length) fields.set("moves", moves.join(","));
  // Readable, where it may be.
  return `#${fields.toString().replaceAll("%2C", ",").replaceAll("%2F", "/")}`;
}

/** A game as far as the server has confirmed it, and the ply that is looked at. */
export class Game extends EventTarget {
  session = newSession();
  /** What was played: text, the action of the answer, FEN and status after it. */
  plies = [];
  /** The FEN before the first of them. */
  start = null;
  /** The server's answer for the last of them. */
  answer = null;
  /** How many of them are seen. */
  ply = 0;

  /** Takes over what the server says of a whole game. */
  replace(session, start, plies, answer) {
    Object.assign(this, { session, start, plies, answer, ply: plies.length });
    this.changed();
  }

  /** Takes over what came of one more action. */
  add(action, answer) {
    const { position, status } = answer;
    this.plies = [...this.plies.slice(0, this.ply), { text: textOf(action), action, fen: position.fen, status }];
    this.session = { ...this.session, moves: this.plies.map(({ text }) => text) };
    this.answer = answer;
    this.ply = this.plies.length;
    this.changed();
  }

  /** Looks at the game after so many actions. */
  look(ply) {
    this.ply = Math.max(0, Math.min(ply, this.plies.length));
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  get isAtEnd() {
    return this.ply === this.plies.length;
  }

  /** The FEN that is seen. */
  get fen() {
    return this.ply === 0 ? this.start : this.plies[this.ply - 1].fen;
  }

  get status() {
    if (this.plies.length === 0) return this.answer?.status ?? { phase: "playing" };
    return this.ply === 0 ? { phase: "playing" } : this.plies[this.ply - 1].status;
  }

  /** The move that led to what is seen. */
  get last() {
    const moves = this.plies.slice(0, this.ply).map(({ action }) => action);
    return moves.findLast(({ type }) => !type || type === "move");
  }

  /** Whose turn it is at the end of the game; null when it is over. */
  get turn() {
    return this.answer?.position.turn ?? null;
  }

  /** Whether nobody is asked who plays a seat. */
  isBot(seat) {
    return this.session.players[seat] !== HUMAN;
  }

  /** Whether nobody is asked at all. */
  get areBots() {
    return this.isBot(0) && this.isBot(1);
  }

  /** What a request says of the game as it is seen. */
  question() {
    return questionOf(this.session, this.ply);
  }
}
