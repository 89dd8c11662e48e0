// The form for a new game: rules, own rules by their fields, and who plays.

import { element } from "./board.js";
import { newSession } from "./game.js";
import { say, texts } from "./texts.js";

const JUMPS = ["both_ways", "vertical_only"];
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** The fields of a ruleset: words to choose from, yes or no, or a count within bounds. */
const FIELDS = {
  tiger_jumps: JUMPS,
  lion_jumps: JUMPS,
  jump_blocked_by: ["any_rat", "enemy_rat"],
  own_traps: ["open", "closed"],
  traps_weaken: ["opponent", "both_sides"],
  trapped_attack: ["full_rank", "rank_zero"],
  equal_rank_captures: "flag",
  elephant_captures_rat: "flag",
  rat_captures_rat_across_bank: "flag",
  river_rat_captures_elephant: "flag",
  dog_and_wolf: ["wolf_above_dog", "dog_above_wolf"],
  no_legal_moves: ["loses", "draws"],
  no_capture_limit: { min: 1, max: 10_000 },
  ply_limit: { min: 1, max: 10_000 },
  repetition_limit: { min: 2, max: 100 },
};
const OWN = "own";

const option = (value, text) => element("option", { value }, text);

function field(name, kind, value) {
  const label = element("span", {}, say(`fields.${name}`));
  if (kind === "flag") {
    const box = element("input", { type: "checkbox", name });
    box.checked = value;
    return element("label", { class: "flag" }, box, label);
  }
  if (Array.isArray(kind)) {
    const select = element("select", { name }, ...kind.map((word) => option(word, say(`values.${word}`))));
    select.value = value;
    return element("label", {}, label, select);
  }
  const { min, max } = kind;
  const input = element("input", { type: "number", name, min, max, placeholder: say("unlimited") });
  input.value = value ?? "";
  return element("label", {}, label, input);
}

function read(form, name, kind) {
  const { value, checked } = form.elements[name];
  if (kind === "flag") return checked;
  if (Array.isArray(kind)) return value;
  return value === "" ? null : Number(value);
}

export class Rules {
  #form;
  #rulesets = [];
  /** The name of the rules that own ones differ from; where the game starts is theirs. */
  #base = "standard";

  /** @param start what to do with a new session */
  constructor(form, start) {
    this.#form = form;
    form.elements.ruleset.addEventListener("change", ({ target }) => {
      if (target.value !== OWN) this.#list(target.value);
      this.#describe();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      start(this.session());
    });
  }

  /** Shows what there is to choose from, and what is chosen now. */
  render(rulesets, { ruleset, players }) {
    this.#rulesets = rulesets;
    const { ruleset: rules, red, blue } = this.#form.elements;
    rules.replaceChildren(...rulesets.map(({ name }) => option(name, name)), option(OWN, say("own")));
    rules.value = typeof ruleset === "string" ? ruleset : OWN;
    [red, blue].forEach((select, seat) => {
      const bots = LEVELS.map((level) => option(level, say("bot", { level })));
      select.replaceChildren(option("human", texts().human), ...bots);
      select.value = players[seat];
    });
    this.#list(ruleset);
    this.#describe();
  }

  #list(ruleset) {
    const isOwn = typeof ruleset !== "string";
    const base = this.#rulesets.find(({ name }) => name === (isOwn ? ruleset.base : ruleset)) ?? this.#rulesets[0];
    this.#base = base?.name ?? this.#base;
    const values = isOwn ? { ...base, ...ruleset } : base;
    const own = this.#form.querySelector("#own");
    const rows = Object.entries(FIELDS).map(([name, kind]) => field(name, kind, values?.[name]));
    own.replaceChildren(own.querySelector("legend"), ...rows);
  }

  #describe() {
    const { value } = this.#form.elements.ruleset;
    const text = this.#rulesets.find(({ name }) => name === value)?.description ?? "";
    this.#form.querySelector("#ruleset-text").textContent = text;
    const own = this.#form.querySelector("#own");
    own.hidden = value !== OWN;
    own.disabled = value !== OWN;
  }

  /** The session that the form asks for. */
  session() {
    const { ruleset, red, blue } = this.#form.elements;
    const players = [red, blue].map(({ value }) => (value === "human" ? value : Number(value)));
    const own = () => Object.entries(FIELDS).map(([name, kind]) => [name, read(this.#form, name, kind)]);
    const rules = ruleset.value === OWN ? { base: this.#base, ...Object.fromEntries(own()) } : ruleset.value;
    // A person who plays against a bot sits at the bottom.
    const isFlipped = players[0] !== "human" && players[1] === "human";
    return newSession({ ruleset: rules, players, isFlipped });
  }
}
