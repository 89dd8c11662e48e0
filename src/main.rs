//! The command line of Jungle.

use std::error::Error;
use std::iter::successors;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use jungle::rules::{Position, Ruleset, Setup, perft};
use jungle::service::{self, Config};
use tracing_subscriber::EnvFilter;

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

#[derive(Subcommand)]
enum Command {
    /// Serve the HTTP API; this is what `jungle` does by itself.
    Serve(Config),
    /// Count the move sequences of a length.
    Perft(Perft),
    /// Print the OpenAPI document.
    Openapi,
    /// Ask a server whether it is well; fails if it is not.
    Healthcheck {
        /// Where to ask.
        #[arg(env = "JUNGLE_HEALTHCHECK_URL", default_value = "http://127.0.0.1:8080/health/ready")]
        url: String,
    },
}

#[derive(Args)]
struct Perft {
    /// How many plies.
    #[arg(env = "JUNGLE_PERFT_DEPTH")]
    depth: u32,
    /// The position [default: the ruleset's start].
    #[arg(env = "JUNGLE_PERFT_FEN")]
    fen: Option<Setup>,
    /// The name of the ruleset.
    #[arg(long, env = "JUNGLE_RULESET", default_value = "standard", value_parser = ruleset)]
    ruleset: Ruleset,
}

fn ruleset(name: &str) -> Result<Ruleset, String> {
    Ruleset::named(name)
        .ok_or_else(|| format!("one of {}", Ruleset::NAMED.map(|named| named.name).join(", ")))
}

#[actix_web::main]
async fn main() -> ExitCode {
    match run(Cli::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let causes =
                successors(Some::<&dyn Error>(&*error), |&error| error.source()).map(ToString::to_string);
            eprintln!("error: {}", causes.collect::<Vec<_>>().join(": "));
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> Result<(), Box<dyn Error>> {
    match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(config) => serve(&config).await,
        Command::Perft(args) => print_perft(&args),
        Command::Openapi => print_openapi(),
        Command::Healthcheck { url } => check_health(&url).await,
    }
}

async fn serve(config: &Config) -> Result<(), Box<dyn Error>> {
    let filter =
        EnvFilter::builder().with_env_var("JUNGLE_LOG").with_default_directive(tracing::Level::INFO.into());
    tracing_subscriber::fmt().with_env_filter(filter.from_env()?).with_writer(std::io::stderr).init();
    service::serve(config).await.map_err(|error| format!("cannot serve on {}: {error}", config.listen).into())
}

fn print_perft(args: &Perft) -> Result<(), Box<dyn Error>> {
    let position = Position::new(&args.fen.unwrap_or(args.ruleset.start), &args.ruleset)?;
    println!("{}", perft(&position, args.depth));
    Ok(())
}

fn print_openapi() -> Result<(), Box<dyn Error>> {
    println!("{}", service::openapi().to_pretty_json()?);
    Ok(())
}

async fn check_health(url: &str) -> Result<(), Box<dyn Error>> {
    const TIMEOUT: Duration = Duration::from_secs(3);
    let client = reqwest::Client::builder().no_proxy().timeout(TIMEOUT).build()?;
    client.get(url).send().await?.error_for_status()?;
    Ok(())
}
