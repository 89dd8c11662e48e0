use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use clap::Args;

/// How the service runs.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    #[arg(long, env = "JUNGLE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// How many searches run at a time [default: one for each core].
    #[arg(long, env = "JUNGLE_SEARCHES")]
    pub searches: Option<NonZeroUsize>,
}

impl Config {
    pub(super) fn searches(&self) -> usize {
        self.searches.or_else(|| available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }
}
