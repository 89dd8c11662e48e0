// The page: it puts the parts together, and shows a game whenever something about it changes.

import { Refused } from "./api.js";
import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { lastCurl, listCalls } from "./calls.js";
import { Exercises } from "./exercises.js";
import { Game, newSession, readAddress, writeAddress } from "./game.js";
import { Hand } from "./hand.js";
import { recall, remember } from "./memory.js";
import { listMoves, sentence, short } from "./moves.js";
import { Play } from "./play.js";
import { Rules } from "./rules.js";
import { Setup } from "./setup.js";
import { EMPTY, readFen, squaresOf } from "./squares.js";
import { changed, fill, inColours, language, say, speak, texts } from "./texts.js";

/** After how long what has failed is tried again by itself, in milliseconds. */
const AGAIN = 5000;

const part = (id) => document.getElementById(id);
const parts = (prefix, ...names) => Object.fromEntries(names.map((name) => [name, part(`${prefix}-${name}`)]));

const game = new Game();
const play = new Play(game, { moved, failed, cleared, changed: renderBusy });
const hand = new Hand(game, play, {
  changed: renderMarks,
  refused: ({ reason, detail, squares }) => tell(say("illegal", { why: whyNot(reason, detail, squares) })),
  notYours: (turn) => tell(say("notYours", { seat: texts().seats[turn] })),
  botsTurn: () => tell(say("botsTurn")),
  chosen: (move) => (exercises.current ? exercises.judge(move) : play.act(move)),
});
const setup = new Setup({ palette: part("palette"), ...parts("setup", "turn", "fen", "load", "clear", "start", "play") }, {
  changed: render,
  play: (position) => begin(newSession({ ruleset: game.session.ruleset, players: ["human", "human"], position })),
  start: () => play.rulesOf(game.session.ruleset)?.start,
});
const exercises = new Exercises(
  { exercise: part("exercise"), ...parts("exercise", "list", "title", "task", "next", "leave") },
  play,
  { opened: open, left: () => showTab("game"), said: tell },
);
const analysis = new Analysis(part("bar"), part("analysis"));
const rules = new Rules(part("rules"), begin);
const renderCalls = listCalls(part("call-list"));
const board = new Board(part("board"), {
  pick: (square) => mode().pick(square, seen().pieces, seen().turn),
  drop: (from, to) => mode().drop(from, to, seen().turn),
  cancel: () => mode().cancel(),
  describe,
  rank: (kind) => play.rank(kind),
});

let tab = "game";
let retry = null;
let timer = null;

const isSettingUp = () => tab === "setup";
const mode = () => (isSettingUp() ? setup : hand);
const seen = () => (isSettingUp() ? { pieces: setup.pieces, turn: null } : readFen(game.fen ?? EMPTY));

function tell(text) {
  part("status").textContent = text;
}

function whyNot(reason, detail, squares) {
  const translated = texts().reasons?.[reason];
  if (!translated) return `${inColours(detail)}${/[.!]$/.test(detail) ? "" : "."}`;
  return squares.length ? `${translated}${say("decides", { squares: squares.join("、") })}` : translated;
}

function describe(square, piece) {
  const { terrain, seats, kinds, empty } = texts();
  const dens = ["d1", "d9"].indexOf(square);
  const trap = [["c1", "e1", "d2"], ["c9", "e9", "d8"]].findIndex((traps) => traps.includes(square));
  const isWater = /^[bcef][456]$/.test(square);
  const ground = dens >= 0 ? terrain.den[dens] : trap >= 0 ? terrain.trap[trap] : isWater ? terrain.water : null;
  const there = piece ? fill(texts().piece, { seat: seats[piece.seat], kind: kinds[piece.kind] }) : ground ? null : empty;
  return say("square", { square, what: [there, ground].filter(Boolean).join(", ") });
}

function moved(action) {
  const seat = action.seat ?? (readFen(game.fen).turn === 0 ? 1 : 0);
  tell(`${sentence(action, seat)} ${standing()}`);
}

function failed(error, again) {
  clearTimeout(timer);
  if (error instanceof Refused) {
    tell(say("refused", { why: inColours(error.message) }));
    return;
  }
  retry = again;
  part("trouble").hidden = false;
  part("trouble").firstElementChild.textContent = say("unreachable");
  timer = setTimeout(tryAgain, AGAIN);
}

function tryAgain() {
  clearTimeout(timer);
  const again = retry;
  retry = null;
  again?.().then((isDone) => isDone && play.resume());
}

function cleared() {
  clearTimeout(timer);
  retry = null;
  part("trouble").hidden = true;
}

/** How the game stands, in a sentence. */
function standing() {
  const { phase, winner, reason } = game.status;
  const { seats, ends } = texts();
  if (phase === "won") return fill(texts().won, { seat: seats[winner], reason: ends[reason] });
  if (phase === "drawn") return fill(texts().drawn, { reason: reason === "no_legal_moves" ? texts().noMoves : ends[reason] });
  const seat = seats[readFen(game.fen).turn];
  return play.isBusy && game.isAtEnd && game.isBot(game.turn) ? say("thinks", { seat }) : say("toMove", { seat });
}

function render() {
  if (!game.fen) return;
  const { pieces, turn } = seen();
  board.isFlipped = game.session.isFlipped;
  const [from, to] = isSettingUp() || !game.last ? [] : squaresOf(game.last.notation);
  board.show(pieces, from && { from, to });
  renderMarks();
  renderButtons(turn);
  listMoves(part("moves"), game, look);
  if (!isSettingUp() && !exercises.current) keepAddress();
  const isPlaying = !isSettingUp() && game.status.phase === "playing";
  analysis.watch(isPlaying ? game.question() : null, turn);
}

function renderMarks() {
  board.mark(mode().marks);
}

function renderBusy() {
  part("board").classList.toggle("busy", play.isBusy);
  part("pause").textContent = say(play.isPaused ? "resume" : "pause");
  part("pause").setAttribute("aria-pressed", String(play.isPaused));
}

/** Keeps the game in the address; browsers do not let a page do that too often. */
function keepAddress() {
  const address = writeAddress(game.session);
  if (location.hash !== address) history.replaceState(null, "", address);
}

function renderButtons(turn) {
  const isOver = game.status.phase !== "playing";
  const isFirst = game.ply === 0;
  for (const [id, isOff] of [["first", isFirst], ["back", isFirst], ["forward", game.isAtEnd], ["last", game.isAtEnd]]) {
    part(id).disabled = isOff || isSettingUp();
  }
  part("undo").disabled = game.plies.length === 0 || isSettingUp();
  part("hint").disabled = isOver || isSettingUp() || game.isBot(turn);
  part("pause").hidden = !game.areBots;
  const offer = game.answer?.position.draw_offer ?? null;
  const isOpen = game.isAtEnd && game.turn !== null && !game.areBots;
  const isAsked = isOpen && offer !== null && offer !== speaker();
  part("resign").disabled = !isOpen;
  part("offer").disabled = !isOpen || offer !== null;
  part("accept").hidden = !isAsked;
  part("decline").hidden = !isAsked;
}

function look(ply) {
  // Who looks back does not want to be carried forward.
  if (game.areBots) play.pause(true);
  hand.cancel();
  game.look(ply);
  tell(game.ply ? `${short(game.plies[game.ply - 1].action)}. ${standing()}` : standing());
}

/** Opens a game; whatever was told before is over. */
async function open(session) {
  hand.cancel();
  play.isPaused = false;
  const isOpen = await play.open(session);
  if (isOpen && (game.turn === null || !game.isBot(game.turn))) tell(standing());
  return isOpen;
}

/** Begins another game, and shows it. */
async function begin(session) {
  exercises.leave();
  if (await open(session)) showTab("game");
}

/** Who speaks at the end of the game: whose turn it is, or who plays against the bot. */
function speaker() {
  return game.isBot(game.turn) ? 1 - game.turn : game.turn;
}

function act(type) {
  return play.act({ type, seat: speaker() });
}

async function hint() {
  const move = await play.hint();
  if (!move) return;
  hand.point(move);
  tell(say("hinted", { move: `${squaresOf(move).join("–")}` }));
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    tell(say("copied"));
  } catch {
    tell(say("notCopied", { text }));
  }
}

function showTab(name) {
  const wasSettingUp = isSettingUp();
  tab = name;
  for (const button of part("tabs").children) {
    const isShown = button.id === `tab-${name}`;
    button.setAttribute("aria-selected", String(isShown));
    button.tabIndex = isShown ? 0 : -1;
    part(button.getAttribute("aria-controls")).hidden = !isShown;
  }
  if (name === "new") rules.render(play.rulesets, game.session);
  if (name === "setup" && !wasSettingUp && game.fen) setup.read(game.fen);
  if (name === "setup") setup.render();
  if (name === "exercises") exercises.load();
  if (name === "calls") renderCalls();
  if (name !== "exercises" && exercises.current && name !== "calls") exercises.leave();
  hand.cancel();
}

function walkTabs(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const tabs = [...part("tabs").children];
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  next.focus();
  next.click();
}

function translate() {
  document.documentElement.lang = language;
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = say(one.dataset.say);
  for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", say(one.dataset.label));
  document.title = say("title");
  board.describe();
  if (isSettingUp()) setup.render();
  exercises.render();
  analysis.render();
  if (tab === "new") rules.render(play.rulesets, game.session);
  if (game.fen) tell(standing());
  renderBusy();
  render();
}

/** Keeps a choice, and does what it is for. */
function keep(id, use) {
  const select = part(id);
  select.value = recall(id) ?? select.value;
  select.addEventListener("change", () => {
    remember(id, select.value);
    use(select.value);
  });
  use(select.value);
}

function listen() {
  const on = (id, act) => part(id).addEventListener("click", act);
  for (const button of part("tabs").children) {
    button.addEventListener("click", () => showTab(button.getAttribute("aria-controls")));
  }
  part("tabs").addEventListener("keydown", walkTabs);
  on("first", () => look(0));
  on("back", () => look(game.ply - 1));
  on("forward", () => look(game.ply + 1));
  on("last", () => look(game.plies.length));
  on("undo", () => { hand.cancel(); play.undo().then(() => tell(standing())); });
  on("flip", () => { game.session = { ...game.session, isFlipped: !game.session.isFlipped }; render(); });
  on("hint", hint);
  on("pause", () => play.pause(!play.isPaused));
  on("analyse", () => {
    analysis.isOn = !analysis.isOn;
    part("analyse").setAttribute("aria-pressed", String(analysis.isOn));
    render();
  });
  on("resign", () => act("resign"));
  on("offer", () => act("offer_draw").then(() => tell(say("offerStands"))));
  on("accept", () => act("accept_draw"));
  on("decline", () => act("decline_draw"));
  on("retry", tryAgain);
  on("copy-link", () => copy(location.href));
  on("copy-fen", () => copy(game.fen));
  on("copy-moves", () => copy(game.session.moves.join(" ")));
  for (const button of document.querySelectorAll(".copy-curl")) button.addEventListener("click", () => copy(lastCurl()));
}

listen();
part("language").value = language;
part("language").addEventListener("change", () => speak(part("language").value));
changed.addEventListener("change", translate);
keep("theme", (theme) => (document.documentElement.dataset.theme = theme));
keep("symbols", (symbols) => (document.documentElement.dataset.symbols = symbols));
translate();
game.addEventListener("change", render);
addEventListener("online", tryAgain);
addEventListener("hashchange", () => {
  const session = readAddress(location.hash);
  if (session && location.hash !== writeAddress(game.session)) begin(session);
});
open(readAddress(location.hash) ?? newSession()).then((isOpen) => {
  // A link that leads nowhere has said so; the board is for playing all the same.
  if (isOpen === undefined && !retry) play.open(newSession());
});
