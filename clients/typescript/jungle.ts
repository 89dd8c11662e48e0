// A client of Jungle for browsers and Node 20: copy this file, and have `openapi-typescript` write `schema.ts`.

import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Schemas = components["schemas"];
type Fields<Name extends keyof Schemas> = Partial<Schemas[Name]>;
type Answer<Data> = { data?: Data; error?: unknown; response: Response };

/** How often a request is sent at most, if the server is busy. */
const TRIES = 3;
/** A move of the bot takes 10 seconds at most, and the network may add to that; an analysis may take 60. */
const TIME_OUT_MS = 15_000;
/** Who is told to wait longer than this hears of it instead. */
const LONGEST_WAIT_S = 10;

/** The server said no, and why: `problem.code` is what to act on. */
export class ProblemError extends Error {
  constructor(readonly problem: Schemas["Problem"]) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

/** A client for all operations, by their paths. An analysis also comes as events; asked for as usual, it is JSON. */
export function connect(baseUrl: string) {
  return createClient<paths, "application/json">({ baseUrl, fetch: patientFetch });
}

/** Like `fetch`, with a time limit for each try, and another try when the server is busy and says when to come back. */
async function patientFetch(request: Request): Promise<Response> {
  for (let tries = TRIES; ; tries--) {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIME_OUT_MS)]);
    const response = await fetch(request.clone(), { signal });
    const seconds = Number(response.headers.get("retry-after") ?? NaN);
    const busy = response.status === 429 || response.status === 503;
    if (!busy || tries === 1 || !(seconds <= LONGEST_WAIT_S)) return response;
    await response.body?.cancel();
    await sleep(seconds * 1000, request.signal);
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function isProblem(error: unknown): error is Schemas["Problem"] {
  return typeof error === "object" && error !== null && "code" in error;
}

/** The data of an answer, or the problem that came instead as an exception. */
export function unwrap<Data>({ data, error, response }: Answer<Data>): Data {
  if (data !== undefined) return data;
  throw isProblem(error) ? new ProblemError(error) : new Error(`${response.status} from ${response.url}`);
}

/** A game that goes on. The server knows it by its state; should it have forgotten that, the game is sent again. */
export class JungleGame {
  readonly actions: Schemas["ActionInput"][] = [];
  #state: string | undefined;

  constructor(
    private readonly client: ReturnType<typeof connect>,
    private readonly start: Pick<Fields<"LegalMovesRequest">, "ruleset" | "position"> = {},
  ) {}

  async legalMoves(signal: AbortSignal | null = null) {
    const answer = await this.#ask((game) => this.client.POST("/v1/legal-moves", { body: game, signal }));
    this.#state = answer.state;
    return answer;
  }

  async apply(action: Schemas["ActionInput"], signal: AbortSignal | null = null) {
    const answer = await this.#ask((game) => this.client.POST("/v1/apply", { body: { ...game, action }, signal }));
    this.#advance(answer.state, answer.applied);
    return answer;
  }

  async botMove(how: Pick<Fields<"BotMoveRequest">, "level" | "limits" | "seed">, signal: AbortSignal | null = null) {
    const answer = await this.#ask((game) => this.client.POST("/v1/bot-move", { body: { ...game, ...how }, signal }));
    this.#advance(answer.state, answer.action);
    return answer;
  }

  async #ask<Data>(send: (game: Fields<"LegalMovesRequest">) => Promise<Answer<Data>>): Promise<Data> {
    if (this.#state !== undefined) {
      const answer = await send({ state: this.#state });
      if (!isProblem(answer.error) || answer.error.code !== "state_not_found") return unwrap(answer);
    }
    return unwrap(await send({ ...this.start, moves: this.actions }));
  }

  #advance(state: string, action: Schemas["Action"]) {
    this.actions.push("notation" in action ? action.notation : action);
    this.#state = state;
  }
}
