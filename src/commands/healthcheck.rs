use std::error::Error;
use std::time::Duration;

use clap::Args;

/// The most time that a server may take to answer.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Which server to ask.
#[derive(Args)]
pub(crate) struct Healthcheck {
    /// Where to ask.
    #[arg(env = "JUNGLE_HEALTHCHECK_URL", default_value = "http://127.0.0.1:8080/health/ready")]
    url: String,
}

impl Healthcheck {
    /// Fails unless the server says that it is well.
    pub(super) async fn run(&self) -> Result<(), Box<dyn Error>> {
        let client = reqwest::Client::builder().no_proxy().timeout(TIMEOUT).build()?;
        client.get(&self.url).send().await?.error_for_status()?;
        Ok(())
    }
}
