use std::time::Duration;

use crate::engine::{Analysis, Score};
use crate::rules::{Move, Outcome};

/// The lines that tell what a search has found, one for each line of play.
pub(super) fn info(analysis: &Analysis, time: Duration) -> String {
    let Analysis { lines, depth, nodes, .. } = analysis;
    let speed = (*nodes as f64 / time.as_secs_f64().max(LEAST_SECONDS)) as u64;
    let milliseconds = time.as_millis();
    let line = |(index, line): (usize, &crate::engine::Line)| {
        let score = score(line.score);
        let moves = line.moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
        let rank = index + 1;
        format!(
            "info depth {depth} multipv {rank} score {score} nodes {nodes} nps {speed} time {milliseconds} pv {moves}"
        )
    };
    lines.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// What is told of a game that is over.
pub(super) fn over(outcome: Outcome) -> &'static str {
    match outcome.winner {
        Some(_) => "info depth 0 score mate 0",
        None => "info depth 0 score cp 0",
    }
}

/// The time that a search is taken to last at least, so that its speed is a number.
const LEAST_SECONDS: f64 = 1e-6;

/// A score as UCI writes it: forced results in full moves.
fn score(score: Score) -> String {
    match score.decided_in() {
        None => format!("cp {}", score.centi()),
        Some(plies) if plies < 0 => format!("mate -{}", plies.unsigned_abs().div_ceil(2)),
        Some(plies) => format!("mate {}", plies.unsigned_abs().div_ceil(2)),
    }
}
