//! The command line of Jungle.

mod commands;

use std::error::Error;
use std::iter::successors;
use std::process::ExitCode;

use clap::Parser;
use jungle::service::Config;

use commands::Command;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Rules, bot and HTTP service for Jungle (Dou Shou Qi, Animal Chess).
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Config,
}

#[actix_web::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command.unwrap_or(Command::Serve(cli.serve)).run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let causes =
                successors(Some::<&dyn Error>(&*error), |&error| error.source()).map(ToString::to_string);
            eprintln!("error: {}", causes.collect::<Vec<_>>().join(": "));
            ExitCode::FAILURE
        }
    }
}
