// Plays a game against the bot: `node play.js http://127.0.0.1:8080`.

import { connect, JungleGame, ProblemError } from "./jungle.js";

const game = new JungleGame(connect(process.argv[2] ?? "http://127.0.0.1:8080"));
let answer: Awaited<ReturnType<JungleGame["legalMoves"]>> = await game.legalMoves();

// A problem tells what is wrong, by a code and, where the rules refuse an action, a reason.
try {
  await game.apply("d5d6");
} catch (error) {
  if (!(error instanceof ProblemError)) throw error;
  console.log(`typescript: ${error.problem.code}, ${error.problem.reason}`);
}

// Whoever does not want to wait any longer hangs up, and the bot stops thinking.
try {
  await game.botMove({ limits: { time_ms: 5000 } }, AbortSignal.timeout(300));
} catch (error) {
  if (!(error instanceof DOMException)) throw error;
  console.log("typescript: cancelled a long thought");
}

while (answer.status.phase === "playing") {
  // Your move: here just any, but the same one each time.
  const move = answer.legal_moves[(game.actions.length * 7) % answer.legal_moves.length];
  if (move === undefined) throw new Error("no legal move in a game that goes on");
  answer = await game.apply(move.notation);
  if (answer.status.phase === "playing") answer = await game.botMove({ level: 1 });
}
console.log(`typescript: ${answer.status.phase} after ${game.actions.length} plies`);
