//! What the program can be told to do, one file for each.

mod bench;
mod healthcheck;
mod ladder;
mod log;
mod r#match;
mod openapi;
mod perft;
pub(crate) mod serve;
mod tables;
mod tune;
mod uci;

use std::error::Error;

use clap::Subcommand;
use jungle::rules::Ruleset;

/// A command with its arguments.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Serve the HTTP API; this is what `jungle` does by itself.
    Serve(Box<serve::Serve>),
    /// Count the move sequences of a length.
    Perft(perft::Perft),
    /// Play games between two players, and tell which is the stronger one.
    Match(Box<r#match::Contest>),
    /// Speak UCI, so that a board program can play against the engine.
    Uci,
    /// Play each level against the one below, and print a table of their strength in Markdown.
    Ladder(Box<ladder::Climb>),
    /// Search fixed positions, and count the nodes and their speed.
    Bench(bench::Bench),
    /// Fit the evaluation to games that the engine plays against itself.
    #[command(subcommand)]
    Tune(tune::Tune),
    /// Make, check and count endgame tables.
    #[command(subcommand)]
    Tables(tables::TablesCommand),
    /// Print the OpenAPI document.
    Openapi,
    /// Ask a server whether it is well; fails if it is not.
    Healthcheck(healthcheck::Healthcheck),
}

impl Command {
    /// Does it.
    ///
    /// # Errors
    ///
    /// What went wrong, for people to read.
    pub(crate) async fn run(self) -> Result<(), Box<dyn Error>> {
        match self {
            Self::Serve(arguments) => arguments.run().await,
            Self::Perft(arguments) => arguments.run(),
            Self::Match(arguments) => arguments.run(),
            Self::Uci => uci::run(),
            Self::Ladder(arguments) => arguments.run(),
            Self::Bench(arguments) => {
                arguments.run();
                Ok(())
            }
            Self::Tune(step) => step.run(),
            Self::Tables(step) => step.run(),
            Self::Openapi => openapi::run(),
            Self::Healthcheck(arguments) => arguments.run().await,
        }
    }
}

/// Reads the name of a ruleset.
fn ruleset(name: &str) -> Result<Ruleset, String> {
    Ruleset::named(name)
        .ok_or_else(|| format!("one of {}", Ruleset::NAMED.map(|named| named.name).join(", ")))
}
