// What the page asks the server, and what it is told.

import { calls, changes, curl } from "./api.js";
import { element } from "./board.js";
import { changed, say } from "./texts.js";

/** The most of a body that is shown, in characters. */
const SHOWN = 4000;

function body(name, value) {
  if (value === undefined) return [];
  const text = JSON.stringify(value, null, 1);
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text;
  return [element("h3", {}, say(name)), element("pre", { tabindex: "0" }, shown)];
}

function item(call) {
  const { method, path, status, took } = call;
  const result = status === undefined ? "…" : `${status}, ${took} ms`;
  const summary = element("summary", {}, element("code", {}, `${method} /${path}`), ` ${result}`);
  const details = element("details", {}, summary);
  // Only what is looked at is written.
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) {
      const command = element("pre", { tabindex: "0" }, curl(call));
      details.append(...body("request", call.body), ...body("answer", call.answer), command);
    }
  });
  return element("li", {}, details);
}

/** Keeps a list of all calls, for as long as it is seen. */
export function listCalls(list) {
  const items = new Map();
  const render = () => {
    if (list.closest("[hidden]")) return;
    for (const call of items.keys()) if (!calls.includes(call)) items.delete(call);
    for (const call of calls) {
      const isNew = call.status !== undefined && items.get(call)?.isWhole !== true;
      if (isNew || !items.has(call)) {
        items.set(call, { item: item(call), isWhole: call.status !== undefined });
      }
    }
    const shown = calls.map((call) => items.get(call).item);
    list.replaceChildren(...(shown.length ? shown : [element("li", { class: "quiet" }, say("noCalls"))]));
  };
  changes.addEventListener("change", render);
  changed.addEventListener("change", () => {
    items.clear();
    render();
  });
  return render;
}

/** The last call as a command for a shell. */
export const lastCurl = () => (calls.length ? curl(calls[0]) : "");
