use std::error::Error;
use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use jungle::arena::{Chart, Ladder, Player};
use jungle::engine::Level;

use super::r#match::{Conditions, bar};

/// Which levels play, and how often.
#[derive(Args)]
pub(crate) struct Climb {
    /// How many games each level plays against the one below; 300 tell its score to about five in a hundred.
    #[arg(long, env = "JUNGLE_LADDER_GAMES", default_value = "300")]
    games: NonZeroUsize,
    /// The lowest level.
    #[arg(long, env = "JUNGLE_LADDER_FROM", default_value = "1", value_parser = level)]
    from: Level,
    /// The highest level.
    #[arg(long, env = "JUNGLE_LADDER_TO", default_value = "10", value_parser = level)]
    to: Level,
    /// Where to write a drawing of the levels' strength, as SVG.
    #[arg(long, env = "JUNGLE_LADDER_PLOT", value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    conditions: Conditions,
}

fn level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| format!("a number from {} to {}", Level::MIN.get(), Level::MAX.get()))
}

impl Climb {
    /// Plays the matches, prints the table and draws the chart.
    pub(super) fn run(&self) -> Result<(), Box<dyn Error>> {
        let levels: Vec<Level> = (self.from.get()..=self.to.get()).filter_map(Level::new).collect();
        if levels.len() < 2 {
            return Err("there must be two levels: --from less than --to".into());
        }
        // The players are put in for each match.
        let conditions = self.conditions.contest([self.from, self.to].map(Player::from), self.games)?;
        let bar = bar((levels.len() - 1) as u64 * conditions.pairs as u64 * 2);
        let ladder = Ladder::climb(&levels, &conditions, &mut |level, _, tally| {
            bar.inc(2);
            let (won, drawn, lost) = (tally.won, tally.drawn, tally.lost);
            bar.set_message(format!("level {} +{won} ={drawn} -{lost},", level.get()));
        })?;
        bar.finish_and_clear();
        print!("{ladder}");
        if let Some(path) = &self.plot {
            let rules = self.conditions.ruleset.name().unwrap_or("custom");
            let title = format!("Strength of the levels ({rules} rules)");
            let chart = Chart { ladder: &ladder, title: &title }.to_string();
            fs::write(path, chart).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        Ok(())
    }
}
