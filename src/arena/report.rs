use std::fmt::{self, Display, Formatter};

use super::contest::Match;
use super::elo::Interval;
use super::sprt::{Sprt, Verdict};
use super::tally::Tally;

/// What a match came to, as text.
pub struct Report<'a> {
    /// The match.
    pub contest: &'a Match,
    /// Its results.
    pub tally: &'a Tally,
}

impl Display for Report<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write_settings(f)?;
        self.write_results(f)?;
        if let Some(sprt) = self.contest.sprt {
            write_sprt(f, &sprt, &self.tally.pairs)?;
        }
        self.write_incidents(f)
    }
}

impl Report<'_> {
    fn write_settings(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Match { players: [a, b], ruleset, seed, opening_plies, max_plies, .. } = self.contest;
        writeln!(f, "A         {a}")?;
        writeln!(f, "B         {b}")?;
        let ruleset = ruleset.name().unwrap_or("custom");
        writeln!(
            f,
            "rules     {ruleset}, openings of {opening_plies} random plies, seed {seed}, drawn at ply {max_plies}"
        )
    }

    fn write_results(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Tally { won, drawn, lost, pairs, plies, .. } = self.tally;
        let games = self.tally.games();
        let pairs = pairs.map(|count| count.to_string()).join(" ");
        writeln!(f, "games     {games}: A won {won}, drew {drawn}, lost {lost}")?;
        writeln!(f, "pairs     {pairs} (of 0, 1/2, 1, 3/2, 2 points)")?;
        let (Some(score), Some(superiority)) = (self.tally.score(), self.tally.superiority()) else {
            return Ok(());
        };
        let [value, low, high] = [score.value, score.low, score.high].map(|score| score * 100.0);
        writeln!(f, "score     {value:.1} %, with 95 % confidence from {low:.1} to {high:.1}")?;
        let Interval { value, low, high } = score.elo();
        writeln!(f, "Elo       {value:+.1}, with 95 % confidence from {low:+.1} to {high:+.1}")?;
        writeln!(f, "LOS       {:.1} %", superiority * 100.0)?;
        writeln!(f, "length    {:.1} plies a game", *plies as f64 / games as f64)
    }

    fn write_incidents(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "too long  {}", self.tally.too_long)?;
        for (name, forfeits) in ["A", "B"].into_iter().zip(self.tally.forfeits) {
            let (time, crashes, illegal) = (forfeits.timeouts, forfeits.crashes, forfeits.illegal_moves);
            writeln!(f, "forfeits  {name}: {time} on time, {crashes} by crash, {illegal} by illegal move")?;
        }
        Ok(())
    }
}

fn write_sprt(f: &mut Formatter<'_>, sprt: &Sprt, pairs: &[u64; 5]) -> fmt::Result {
    let verdict = match sprt.verdict(pairs) {
        Some(Verdict::Greater) => "the greater is accepted",
        Some(Verdict::Lesser) => "the lesser is accepted",
        None => "undecided",
    };
    let (ratio, bound) = (sprt.ratio(pairs), Sprt::BOUND);
    writeln!(f, "SPRT      Elo {sprt}: LLR {ratio:.2} of ±{bound:.2}, {verdict}")
}
