use std::fmt::{self, Display, Formatter};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Duration;
use std::{fs, io};

use clap::{Args, ValueEnum};
use humantime::format_duration;
use tracing_subscriber::filter::{ParseError, Targets};

use super::budgets::{Quota, Quotas};
use super::cache::{Keeping, RedisSettings};
use super::client::{ApiKeys, Clients, ParseKeysError, TrustedProxies};
use super::edge::Origins;
use super::secret_url::SecretUrl;
use super::shutdown::Pace;
use super::traces::TraceSettings;
use crate::engine::tablebase::{Refused, Tables};

/// How the service runs.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    #[arg(long, env = "JUNGLE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// Another address for the metrics, which are at no other then.
    #[arg(long, env = "JUNGLE_METRICS_LISTEN", value_name = "ADDRESS")]
    pub metrics_listen: Option<SocketAddr>,

    /// How many searches run at a time [default: one for each core, and two at least: analyses leave one to the bot].
    #[arg(long, env = "JUNGLE_SEARCHES")]
    pub searches: Option<NonZeroUsize>,

    /// How many connections there may be; more wait until they are accepted.
    #[arg(long, env = "JUNGLE_CONNECTIONS", default_value = "20000")]
    pub connections: NonZeroUsize,

    /// How long the head of a request may take to arrive, and as long again its body.
    #[arg(long, env = "JUNGLE_REQUEST_TIMEOUT", default_value = "10s", value_name = "TIME", value_parser = seconds)]
    pub request_timeout: Duration,

    /// How long a caller may take nothing of what is sent before its connection ends.
    #[arg(long, env = "JUNGLE_SEND_TIMEOUT", default_value = "30s", value_name = "TIME", value_parser = duration)]
    pub send_timeout: Duration,

    /// How long a server that is told to end says that it is not ready before it refuses connections.
    #[arg(long, env = "JUNGLE_DRAIN_DELAY", default_value = "0s", value_name = "TIME", value_parser = any_duration)]
    pub drain_delay: Duration,

    /// How long requests may go on after that; the default is as long as the longest analysis, and some more.
    #[arg(long, env = "JUNGLE_GRACE", default_value = "65s", value_name = "TIME", value_parser = any_duration)]
    pub grace: Duration,

    /// Whose web pages may call the service: `*`, or origins such as `https://example.org` with commas between them.
    #[arg(long, env = "JUNGLE_CORS_ORIGINS", default_value = "*", value_name = "ORIGINS")]
    pub cors_origins: Origins,

    /// How much memory may hold states and answers, in megabytes (2^20 bytes).
    #[arg(long, env = "JUNGLE_CACHE_MEGABYTES", default_value = "64", value_parser = megabytes())]
    pub cache_megabytes: u64,

    /// How long a state or an answer is kept after its last use, such as `24h` or `90m`.
    #[arg(long, env = "JUNGLE_STATE_TTL", default_value = "24h", value_name = "TIME", value_parser = duration)]
    pub state_ttl: Duration,

    /// The Redis that shares states and answers: `redis://[user:password@]host[:port][/database]`, or `rediss://`;
    /// several hosts with `?cluster` or `?sentinel=NAME`.
    #[arg(long, env = "JUNGLE_REDIS_URL", hide_env_values = true, value_name = "URL")]
    pub redis_url: Option<SecretUrl>,

    /// A file that holds this URL, since it may hold a password.
    #[arg(long, env = "JUNGLE_REDIS_URL_FILE", value_name = "FILE", conflicts_with = "redis_url")]
    pub redis_url_file: Option<PathBuf>,

    /// The only certificate that `rediss://` trusts, as PEM, in place of those that browsers trust.
    #[arg(long, env = "JUNGLE_REDIS_CA", value_name = "FILE")]
    pub redis_ca: Option<PathBuf>,

    /// How long an answer of Redis may take before a request goes on without it.
    #[arg(long, env = "JUNGLE_REDIS_TIMEOUT", default_value = "20ms", value_name = "TIME", value_parser = duration)]
    pub redis_timeout: Duration,

    /// How many requests a client may make that need nothing but the rules, such as `600/min`, `20/s` or `30/10s`:
    /// all at once, after which they come back one by one [default: any number].
    #[arg(long, env = "JUNGLE_RATE_LIMIT_RULES", value_name = "COUNT/PERIOD")]
    pub rate_limit_rules: Option<Quota>,

    /// How many bot moves and analyses a client may ask for, likewise [default: any number].
    #[arg(long, env = "JUNGLE_RATE_LIMIT_SEARCHES", value_name = "COUNT/PERIOD")]
    pub rate_limit_searches: Option<Quota>,

    /// The proxies that are believed whom they pass requests on for, by `X-Forwarded-For`: addresses and networks with
    /// commas, such as `10.0.0.0/8,fd00::/8` [default: none].
    #[arg(long, env = "JUNGLE_TRUSTED_PROXIES", value_name = "NETWORKS")]
    pub trusted_proxies: Option<TrustedProxies>,

    /// The keys that clients may send as `X-API-Key` to be counted by them and not by their address: lines
    /// `NAME KEY [FACTOR]`, where the factor multiplies what the client may ask for [default: none].
    #[arg(long, env = "JUNGLE_API_KEYS_FILE", value_name = "FILE")]
    pub api_keys_file: Option<PathBuf>,

    /// A folder with endgame tables, and folders in it, beside those in the program (`jungle tables build`).
    #[arg(long, env = "JUNGLE_TABLES", value_name = "FOLDER")]
    pub tables: Option<PathBuf>,

    /// Which requests are traced.
    #[command(flatten)]
    pub traces: TraceSettings,

    /// What is logged: a level, or levels by target, such as `warn,jungle::requests=info`.
    #[arg(
        long,
        env = "JUNGLE_LOG",
        default_value = "info,actix_server=warn,actix_http=off",
        value_name = "FILTER",
        value_parser = log_filter
    )]
    pub log: Targets,

    /// How it is written.
    #[arg(long, env = "JUNGLE_LOG_FORMAT", default_value = "auto", value_name = "FORMAT")]
    pub log_format: LogFormat,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// As text on a terminal, and as JSON anywhere else.
    Auto,
    /// One JSON object a line.
    Json,
    /// For people.
    Text,
}

/// A whole number of them, up to a terabyte.
fn megabytes() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=1 << 20)
}

/// Reads a time as people write it.
fn duration(text: &str) -> Result<Duration, String> {
    let duration = any_duration(text)?;
    if duration < Duration::from_millis(1) {
        Err("a time from 1 ms to 366 days".to_owned())
    } else {
        Ok(duration)
    }
}

/// Reads a time that the framework measures by a clock which ticks every half second.
fn seconds(text: &str) -> Result<Duration, String> {
    let duration = any_duration(text)?;
    if duration < Duration::from_secs(1) {
        Err("a time from 1 s to 366 days".to_owned())
    } else {
        Ok(duration)
    }
}

/// Reads a time that may be none at all.
fn any_duration(text: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    if duration > Duration::from_hours(24 * 366) {
        Err("a time up to 366 days".to_owned())
    } else {
        Ok(duration)
    }
}

fn log_filter(text: &str) -> Result<Targets, String> {
    // What is missing would pass for the level `error`.
    if text.split([',', '=']).any(|part| part.trim().is_empty()) {
        return Err("a target or a level is missing".to_owned());
    }
    text.parse().map_err(|error: ParseError| error.to_string())
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

    pub(super) fn quotas(&self) -> Quotas {
        Quotas { rules: self.rate_limit_rules, searches: self.rate_limit_searches }
    }

    /// What tells clients apart.
    ///
    /// # Errors
    ///
    /// The file of keys cannot be read, or is wrong.
    pub(super) fn clients(&self) -> io::Result<Clients> {
        let keys = self.api_keys_file.as_deref().map(api_keys).transpose()?;
        let proxies = self.trusted_proxies.clone();
        Ok(Clients { proxies: proxies.unwrap_or_default(), keys: keys.unwrap_or_default() })
    }

    /// The endgame tables; files that are refused are told to the log, and left out.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub(super) fn tables(&self) -> io::Result<Tables> {
        let Some(folder) = &self.tables else { return Ok(Tables::shipped()) };
        let (tables, refused) = Tables::open(folder)
            .map_err(|error| io::Error::other(format!("JUNGLE_TABLES: {}: {error}", folder.display())))?;
        for Refused { path, error } in refused {
            tracing::warn!(file = %path.display(), %error, "tables are refused");
        }
        Ok(tables)
    }

    pub(super) fn pace(&self) -> Pace {
        Pace { delay: self.drain_delay, grace: self.grace }
    }

    /// What connects to Redis, where there is one.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or does not hold what it should.
    pub(super) fn redis(&self) -> io::Result<Option<RedisSettings>> {
        let url = match &self.redis_url_file {
            Some(path) => Some(SecretUrl::from(secret(path, "JUNGLE_REDIS_URL_FILE")?)),
            None => self.redis_url.clone(),
        };
        let root = self.redis_ca.as_deref().map(|path| read(path, "JUNGLE_REDIS_CA")).transpose()?;
        match (url, root) {
            (Some(url), root) => RedisSettings::new(&url, root.as_deref(), self.redis_timeout).map(Some),
            (None, Some(_)) => Err(io::Error::other("JUNGLE_REDIS_CA goes with JUNGLE_REDIS_URL")),
            (None, None) => Ok(None),
        }
    }
}

fn read(path: &Path, variable: &str) -> io::Result<Vec<u8>> {
    fs::read(path).map_err(|error| io::Error::other(format!("{variable}: {}: {error}", path.display())))
}

fn read_text(path: &Path, variable: &str) -> io::Result<String> {
    let text = String::from_utf8(read(path, variable)?);
    text.map_err(|_| io::Error::other(format!("{variable}: {}: not UTF-8", path.display())))
}

/// A secret in a file, which editors end with a line feed.
fn secret(path: &Path, variable: &str) -> io::Result<String> {
    Ok(read_text(path, variable)?.trim_end_matches(['\r', '\n']).to_owned())
}

fn api_keys(path: &Path) -> io::Result<ApiKeys> {
    const VARIABLE: &str = "JUNGLE_API_KEYS_FILE";
    let keys = read_text(path, VARIABLE)?.parse();
    keys.map_err(|error: ParseKeysError| io::Error::other(format!("{VARIABLE}: {}: {error}", path.display())))
}

/// Every setting as a variable of the environment; what is not set is commented out, what is secret is masked.
impl Display for Config {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // Taken apart by name, so that none is forgotten.
        let Self { listen, metrics_listen, searches, connections, request_timeout, send_timeout, .. } = self;
        let Self { drain_delay, grace, cors_origins, cache_megabytes, state_ttl, redis_url, .. } = self;
        let Self { redis_url_file, redis_ca, redis_timeout, rate_limit_rules, rate_limit_searches, .. } =
            self;
        let Self { trusted_proxies, api_keys_file, tables, traces, log, log_format, .. } = self;
        let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        let time = |time: &Duration| Some(format_duration(*time).to_string());
        let format = log_format.to_possible_value().expect("no format is hidden");
        let settings = [
            ("LISTEN", Some(listen.to_string())),
            ("METRICS_LISTEN", metrics_listen.map(|address| address.to_string())),
            ("SEARCHES", searches.map(|searches| searches.to_string())),
            ("CONNECTIONS", Some(connections.to_string())),
            ("REQUEST_TIMEOUT", time(request_timeout)),
            ("SEND_TIMEOUT", time(send_timeout)),
            ("DRAIN_DELAY", time(drain_delay)),
            ("GRACE", time(grace)),
            ("CORS_ORIGINS", Some(cors_origins.to_string())),
            ("CACHE_MEGABYTES", Some(cache_megabytes.to_string())),
            ("STATE_TTL", time(state_ttl)),
            ("REDIS_URL", redis_url.as_ref().map(ToString::to_string)),
            ("REDIS_URL_FILE", path(redis_url_file)),
            ("REDIS_CA", path(redis_ca)),
            ("REDIS_TIMEOUT", time(redis_timeout)),
            ("RATE_LIMIT_RULES", rate_limit_rules.map(|quota| quota.to_string())),
            ("RATE_LIMIT_SEARCHES", rate_limit_searches.map(|quota| quota.to_string())),
            ("TRUSTED_PROXIES", trusted_proxies.as_ref().map(ToString::to_string)),
            ("API_KEYS_FILE", path(api_keys_file)),
            ("TABLES", path(tables)),
            ("OTLP_ENDPOINT", traces.otlp_endpoint.as_ref().map(ToString::to_string)),
            ("TRACE_RATIO", traces.otlp_endpoint.as_ref().map(|_| traces.trace_ratio.to_string())),
            ("LOG", Some(log.to_string())),
            ("LOG_FORMAT", Some(format.get_name().to_owned())),
        ];
        settings.into_iter().try_for_each(|(name, value)| match value {
            Some(value) => writeln!(f, "JUNGLE_{name}={value}"),
            None => writeln!(f, "#JUNGLE_{name}="),
        })
    }
}
