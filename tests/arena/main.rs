//! Matches, and what is counted from them.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod ladder;
mod matches;
mod programs;
mod statistics;

use jungle::arena::{Match, Pair, Player, Tally};
use jungle::engine::tablebase::Tables;
use jungle::rules::Ruleset;

fn player(text: &str) -> Player {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A short match.
fn contest(a: &str, b: &str, pairs: usize) -> Match {
    Match {
        players: [a, b].map(player),
        ruleset: Ruleset::STANDARD,
        pairs,
        concurrency: 1,
        seed: 1,
        opening_plies: 4,
        max_plies: 400,
        tables: Tables::shipped(),
        sprt: None,
    }
}

/// Plays a match and keeps all of it.
fn play(contest: &Match) -> (Vec<Pair>, Tally) {
    let mut pairs = Vec::new();
    let tally = contest.play(&mut |pair, _| pairs.push(pair.clone())).unwrap();
    (pairs, tally)
}
