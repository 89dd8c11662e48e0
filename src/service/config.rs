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

    /// How many searches run at a time [default: one for each core, and two at least: analyses leave one to the bot].
    #[arg(long, env = "JUNGLE_SEARCHES")]
    pub searches: Option<NonZeroUsize>,
}

impl Config {
    pub(super) fn searches(&self) -> usize {
        // One that only analyses would keep the bot waiting.
        const LEAST: usize = 2;
        let cores = || available_parallelism().map_or(LEAST, |cores| cores.get().max(LEAST));
        self.searches.map_or_else(cores, NonZeroUsize::get)
    }
}
