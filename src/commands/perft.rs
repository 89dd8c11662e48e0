use std::error::Error;

use clap::Args;
use jungle::rules::{Position, Ruleset, Setup, perft};

/// From where, and how far, to count.
#[derive(Args)]
pub(crate) struct Perft {
    /// How many plies.
    #[arg(env = "JUNGLE_PERFT_DEPTH")]
    depth: u32,
    /// The position [default: the ruleset's start].
    #[arg(env = "JUNGLE_PERFT_FEN")]
    fen: Option<Setup>,
    /// The name of the ruleset.
    #[arg(long, env = "JUNGLE_RULESET", default_value = "standard", value_parser = super::ruleset)]
    ruleset: Ruleset,
}

impl Perft {
    /// Prints the number of move sequences.
    pub(super) fn run(&self) -> Result<(), Box<dyn Error>> {
        let position = Position::new(&self.fen.unwrap_or(self.ruleset.start), &self.ruleset)?;
        println!("{}", perft(&position, self.depth));
        Ok(())
    }
}
