//! The command line of Jungle.

mod commands;
mod environment;

use std::error::Error;
use std::iter::successors;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use commands::Command;
use commands::serve::Serve;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// More files than all tables to four pieces are, for several rulesets.
const FILES: u64 = 1 << 14;

/// Rules, bot and HTTP service for Jungle (Dou Shou Qi, Animal Chess).
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Serve,
}

#[actix_web::main]
async fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => environment::explain(&error, Cli::command()),
    };
    // Endgame tables are a file each, and a thousand is what many systems begin with. Where there may be no more, files
    // that cannot be opened are told by name.
    let _ = rlimit::increase_nofile_limit(FILES);
    let command = cli.command.unwrap_or_else(|| Command::Serve(Box::new(cli.serve)));
    match run(command).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let causes =
                successors(Some::<&dyn Error>(&*error), |&error| error.source()).map(ToString::to_string);
            eprintln!("error: {}", causes.collect::<Vec<_>>().join(": "));
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command) -> Result<(), Box<dyn Error>> {
    if let Command::Serve(_) = command {
        environment::refuse_unknown(&Cli::command())?;
    }
    command.run().await
}
