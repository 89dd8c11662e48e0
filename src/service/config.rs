use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;
use std::{fs, io};

use clap::Args;

use super::cache::{Keeping, RedisSettings, RedisUrl};

/// How the service runs.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    #[arg(long, env = "JUNGLE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// How many searches run at a time [default: one for each core, and two at least: analyses leave one to the bot].
    #[arg(long, env = "JUNGLE_SEARCHES")]
    pub searches: Option<NonZeroUsize>,

    /// How much memory may hold states and answers, in megabytes (2^20 bytes).
    #[arg(long, env = "JUNGLE_CACHE_MEGABYTES", default_value = "64", value_parser = megabytes())]
    pub cache_megabytes: u64,

    /// How long a state or an answer is kept after its last use, such as `24h` or `90m`.
    #[arg(long, env = "JUNGLE_STATE_TTL", default_value = "24h", value_parser = duration)]
    pub state_ttl: Duration,

    /// The Redis that shares states and answers: `redis://[user:password@]host[:port][/database]`, or `rediss://`;
    /// several hosts with `?cluster` or `?sentinel=NAME`.
    #[arg(long, env = "JUNGLE_REDIS_URL", hide_env_values = true, value_name = "URL")]
    pub redis_url: Option<RedisUrl>,

    /// The only certificate that `rediss://` trusts, as PEM, in place of those that browsers trust.
    #[arg(long, env = "JUNGLE_REDIS_CA", value_name = "FILE", requires = "redis_url")]
    pub redis_ca: Option<PathBuf>,

    /// How long an answer of Redis may take before a request goes on without it.
    #[arg(long, env = "JUNGLE_REDIS_TIMEOUT", default_value = "20ms", value_parser = duration)]
    pub redis_timeout: Duration,
}

/// A whole number of them, up to a terabyte.
fn megabytes() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=1 << 20)
}

/// Reads a time as people write it.
fn duration(text: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    let bounds = Duration::from_millis(1)..=Duration::from_hours(24 * 366);
    if bounds.contains(&duration) { Ok(duration) } else { Err("a time from 1 ms to 366 days".to_owned()) }
}

impl Config {
    pub(super) fn searches(&self) -> usize {
        // One that only analyses would keep the bot waiting.
        const LEAST: usize = 2;
        let cores = || available_parallelism().map_or(LEAST, |cores| cores.get().max(LEAST));
        self.searches.map_or_else(cores, NonZeroUsize::get)
    }

    pub(super) fn keeping(&self) -> Keeping {
        Keeping { bytes: self.cache_megabytes << 20, time: self.state_ttl }
    }

    /// What connects to Redis, where there is one.
    ///
    /// # Errors
    ///
    /// The certificate cannot be read, or is none.
    pub(super) fn redis(&self) -> io::Result<Option<RedisSettings>> {
        let Some(url) = &self.redis_url else { return Ok(None) };
        let named =
            |error: io::Error, path: &PathBuf| io::Error::other(format!("{}: {error}", path.display()));
        let read = |path: &PathBuf| fs::read(path).map_err(|error| named(error, path));
        let root = self.redis_ca.as_ref().map(read).transpose()?;
        RedisSettings::new(url, root.as_deref(), self.redis_timeout).map(Some)
    }
}
