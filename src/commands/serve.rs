use std::error::Error;
use std::io;

use jungle::service::{self, Config};
use tracing_subscriber::EnvFilter;

/// Serves the HTTP API and logs to standard error.
pub(super) async fn run(config: &Config) -> Result<(), Box<dyn Error>> {
    let filter =
        EnvFilter::builder().with_env_var("JUNGLE_LOG").with_default_directive(tracing::Level::INFO.into());
    tracing_subscriber::fmt().with_env_filter(filter.from_env()?).with_writer(io::stderr).init();
    service::serve(config).await.map_err(|error| format!("cannot serve on {}: {error}", config.listen).into())
}
