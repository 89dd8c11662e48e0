use std::fmt::{self, Display, Formatter};

use super::contest::{Match, MatchError, Pair};
use super::elo::Interval;
use super::player::Player;
use super::tally::Tally;
use crate::engine::Level;

/// Levels with their results, each against the one below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// The lowest level.
    pub lowest: Level,
    /// The levels above it, with their matches.
    pub steps: Vec<Step>,
}

/// A level with its results against the one below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The level.
    pub level: Level,
    /// Its results.
    pub tally: Tally,
}

/// The greatest difference that is added up: where a side wins more than 99 games of 100, they tell no number.
const MOST_ELO: f64 = 800.0;

impl Ladder {
    /// Plays the matches, each under the conditions of the given one, and hands out each pair.
    ///
    /// # Errors
    ///
    /// There is no opening.
    pub fn climb(
        levels: &[Level],
        conditions: &Match,
        watch: &mut dyn FnMut(Level, &Pair, &Tally),
    ) -> Result<Self, MatchError> {
        let mut steps = Vec::new();
        for pair in levels.windows(2) {
            let level = pair[1];
            let contest = Match { players: [level, pair[0]].map(Player::from), ..conditions.clone() };
            let tally = contest.play(&mut |games, tally| watch(level, games, tally))?;
            steps.push(Step { level, tally });
        }
        Ok(Self { lowest: levels.first().copied().unwrap_or_default(), steps })
    }

    /// Each level with its Elo above the lowest.
    ///
    /// The matches are independent, so the squares of their errors add up.
    pub fn strengths(&self) -> Vec<(Level, Interval)> {
        let mut sum = Interval { value: 0.0, low: 0.0, high: 0.0 };
        let mut strengths = vec![(self.lowest, sum)];
        for step in &self.steps {
            let elo = step.elo();
            let value = sum.value + elo.value;
            sum = Interval {
                value,
                low: value - (sum.value - sum.low).hypot(elo.value - elo.low),
                high: value + (sum.high - sum.value).hypot(elo.high - elo.value),
            };
            strengths.push((step.level, sum));
        }
        strengths
    }
}

impl Step {
    /// The difference in Elo to the level below, as far as it can be told.
    pub fn elo(&self) -> Interval {
        let told = |elo: f64| elo.clamp(-MOST_ELO, MOST_ELO);
        let unknown = Interval { value: 0.0, low: -MOST_ELO, high: MOST_ELO };
        self.tally.elo().map_or(unknown, |elo| Interval {
            value: told(elo.value),
            low: told(elo.low),
            high: told(elo.high),
        })
    }
}

impl Display for Ladder {
    /// Writes a table in Markdown.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "| level | nodes a move | error | won | drawn | lost | score, % | Elo, step | Elo |")?;
        writeln!(f, "|---|---|---|---|---|---|---|---|---|")?;
        let steps = std::iter::once(None).chain(self.steps.iter().map(Some));
        for ((level, elo), step) in self.strengths().into_iter().zip(steps) {
            let limits = level.limits(0);
            let nodes = limits.nodes.map_or_else(|| "any".to_owned(), |nodes| nodes.to_string());
            let error = limits.blur.map_or(0, |blur| blur.amount);
            write!(f, "| {} | {nodes} | {error} |", level.get())?;
            match step {
                None => writeln!(f, " | | | | | 0 |")?,
                Some(step) => {
                    let Tally { won, drawn, lost, .. } = step.tally;
                    let (score, gain) = (tell_score(&step.tally), tell_gain(step));
                    let elo = tell_elo(elo);
                    writeln!(f, " {won} | {drawn} | {lost} | {score} | {gain} | {elo} |")?;
                }
            }
        }
        Ok(())
    }
}

fn tell_score(tally: &Tally) -> String {
    tally.score().map_or_else(String::new, |score| {
        let [value, low, high] = [score.value, score.low, score.high].map(|score| score * 100.0);
        format!("{value:.1} ({low:.1} to {high:.1})")
    })
}

/// The difference to the level below; where one of both won all games, only its bound is known.
fn tell_gain(step: &Step) -> String {
    match step.tally.elo() {
        None => String::new(),
        Some(elo) if elo.value == f64::INFINITY => format!("more than {:+.0}", elo.low),
        Some(elo) if elo.value == f64::NEG_INFINITY => format!("less than {:+.0}", elo.high),
        Some(_) => tell_elo(step.elo()),
    }
}

fn tell_elo(elo: Interval) -> String {
    format!("{:+.0} ({:+.0} to {:+.0})", elo.value, elo.low, elo.high)
}
