// The public API, and a record of every call.

/** The server answered that something is wrong: its problem details are in `problem`. */
export class Refused extends Error {
  constructor(problem) {
    super(problem.detail ?? problem.title);
    this.problem = problem;
  }
}

/** The server could not be reached, or does not answer now. */
export class Unreachable extends Error {}

/** The most calls that are remembered. */
const REMEMBERED = 50;

/** The calls that were made, the latest first; each becomes whole when its answer is there. */
export const calls = [];
export const changes = new EventTarget();

function record(method, path, body) {
  const call = { method, path, body, url: new URL(path, document.baseURI).href, started: performance.now() };
  calls.unshift(call);
  calls.length = Math.min(calls.length, REMEMBERED);
  changes.dispatchEvent(new Event("change"));
  return call;
}

function finish(call, status, answer) {
  Object.assign(call, { status, answer, took: Math.round(performance.now() - call.started) });
  changes.dispatchEvent(new Event("change"));
}

async function send(call, accept, signal) {
  const headers = { accept };
  if (call.body) headers["content-type"] = "application/json";
  const body = call.body && JSON.stringify(call.body);
  try {
    return await fetch(call.url, { method: call.method, headers, body, signal });
  } catch (error) {
    finish(call, signal?.aborted ? "–" : "✕");
    throw error.name === "AbortError" ? error : new Unreachable(error.message);
  }
}

async function refuse(call, response) {
  const problem = await response.json().catch(() => ({ title: response.statusText, status: response.status }));
  finish(call, response.status, problem);
  // To ask again later may help with these, and with nothing else.
  const isBusy = response.status === 429 || response.status >= 500;
  throw isBusy ? new Unreachable(problem.detail) : new Refused(problem);
}

async function ask(method, path, body, signal) {
  const call = record(method, path, body);
  const response = await send(call, "application/json", signal);
  if (!response.ok) await refuse(call, response);
  try {
    const answer = await response.json();
    finish(call, response.status, answer);
    return answer;
  } catch (error) {
    finish(call, signal?.aborted ? "–" : "✕");
    throw error.name === "AbortError" ? error : new Unreachable(error.message);
  }
}

/** Asks with a body, and gives the answer. */
export const post = (path, body, signal) => ask("POST", path, body, signal);

/** Asks by address alone. */
export const get = (path, signal) => ask("GET", path, undefined, signal);

/** Asks for events, and gives what each tells. */
export async function* follow(path, body, signal) {
  const call = record("POST", path, body);
  const response = await send(call, "text/event-stream", signal);
  if (!response.ok) await refuse(call, response);
  const events = [];
  let text = "";
  try {
    for await (const part of parts(response.body)) {
      text += part;
      const whole = text.split("\n\n");
      text = whole.pop();
      for (const lines of whole) {
        const event = readEvent(lines);
        if (!event) continue;
        events.push(event);
        yield event;
      }
    }
  } catch (error) {
    throw signal?.aborted ? error : new Unreachable(error.message);
  } finally {
    finish(call, response.status, events);
  }
}

async function* parts(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Reads the lines of an event; a comment is none. */
function readEvent(lines) {
  const field = (name) => lines.split("\n").find((line) => line.startsWith(name))?.slice(name.length);
  const data = field("data: ");
  return data && { name: field("event: "), data: JSON.parse(data) };
}

/** A call as a command for a shell. */
export function curl({ method, url, body }) {
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const data = body ? ` \\\n  -H 'content-type: application/json' \\\n  -d ${quoted(JSON.stringify(body))}` : "";
  return `curl -X ${method} ${quoted(url)}${data}`;
}
