use std::error::Error;
use std::io::{self, BufWriter, IsTerminal};

use clap::Args;
use jungle::service::{self, Config, LogFormat};
use tracing_appender::non_blocking::{NonBlocking, WorkerGuard};
use tracing_subscriber::EnvFilter;

/// Serves the HTTP API and logs to standard error.
#[derive(Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    config: Config,

    /// Print what all this comes to, as variables, without secrets; and do not serve.
    #[arg(long)]
    print_config: bool,
}

impl Serve {
    pub(super) async fn run(self) -> Result<(), Box<dyn Error>> {
        let Self { config, print_config } = self;
        if print_config {
            print!("{config}");
            return Ok(());
        }
        let _writes_the_rest = start_log(&config)?;
        Ok(service::serve(&config).await?)
    }
}

/// Logs to standard error, by a thread of its own: no request waits for who reads it, and lines are left out rather
/// than piled up for one who does not.
fn start_log(config: &Config) -> Result<WorkerGuard, Box<dyn Error>> {
    let (writer, guard) = NonBlocking::new(BufWriter::new(io::stderr()));
    let log = tracing_subscriber::fmt().with_env_filter(EnvFilter::try_new(&config.log)?).with_writer(writer);
    let is_json = match config.log_format {
        LogFormat::Auto => !io::stderr().is_terminal(),
        LogFormat::Json => true,
        LogFormat::Text => false,
    };
    if is_json {
        log.json().flatten_event(true).with_current_span(false).with_span_list(false).init();
    } else {
        log.with_ansi(io::stderr().is_terminal()).init();
    }
    Ok(guard)
}
