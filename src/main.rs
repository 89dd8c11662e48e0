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
