// Plays a whole game through the client generated from the document: `node play.js BASE_URL`.

import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

// An analysis also comes as events; asked for as usual, it comes as JSON.
const client = createClient<paths, "application/json">({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8080" });

/** The answer, or an end of the program with the problem that came instead. */
function answer<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

/** The move of the side on turn: the bot's for seat 0, else a legal one picked without a random number. */
async function choose(moves: string[]): Promise<string> {
  const { legal_moves } = answer(await client.POST("/v1/legal-moves", { body: { moves } }));
  if (moves.length % 2 === 0) {
    const { action } = answer(await client.POST("/v1/bot-move", { body: { moves, level: 1 } }));
    if (!("notation" in action)) throw new Error("the bot did not move");
    return action.notation;
  }
  const move = legal_moves[(moves.length * 7) % legal_moves.length];
  if (move === undefined) throw new Error("no legal move in a game that goes on");
  return move.notation;
}

const moves: string[] = [];
let phase = "playing";
while (phase === "playing") {
  const action = await choose(moves);
  const game = answer(await client.POST("/v1/apply", { body: { moves, action } }));
  moves.push(action);
  phase = game.status.phase;
}
const { lines } = answer(await client.POST("/v1/analysis", { body: { moves: moves.slice(0, 2), lines: 2 } }));
console.log(`typescript: expected ${lines.map((line) => line.moves[0])} after ${moves.slice(0, 2)}`);
console.log(`typescript: ${phase} after ${moves.length} plies`);
