use std::error::Error;

use clap::Args;
use jungle::service::{self, Config};

use super::log::Log;

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
        let _last_lines = Log::start(&config)?;
        Ok(service::serve(&config).await?)
    }
}
