use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use moka::sync::Cache;
use redis::{Cmd, FromRedisValue, RedisError, cmd};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use super::address::{Address, Connector};
use super::counts::Outcomes;
use super::link::{Fault, Link};
use super::script::Script;
use super::{Key, Kind, Tier, Value};
use crate::service::secret_url::SecretUrl;

/// How many of the latest keys are not sent again, and for how long: it costs their time to live no more than that.
const LATEST: (u64, Duration) = (100_000, Duration::from_mins(1));
/// How long a lock lasts that is not renewed: as long as others wait for a replica that has died.
const LOCK: Duration = Duration::from_secs(1);

/// What connects to Redis, and how long its answers may take.
pub(in crate::service) struct RedisSettings {
    connector: Connector,
    timeout: Duration,
}

impl RedisSettings {
    /// For a Redis there; a certificate that is given is trusted in place of the usual ones.
    ///
    /// # Errors
    ///
    /// The URL or the certificate is none, or they do not go together.
    pub(in crate::service) fn new(
        url: &SecretUrl,
        root: Option<&[u8]>,
        timeout: Duration,
    ) -> io::Result<Self> {
        // Whoever installed another before wants that one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let fault = |error: &dyn Display| io::Error::other(format!("JUNGLE_REDIS_URL: {error}"));
        if let Some(root) = root
            && !CertificateDer::pem_slice_iter(root).any(|certificate| certificate.is_ok())
        {
            return Err(io::Error::other("JUNGLE_REDIS_CA: no certificate in PEM"));
        }
        let address: Address = url.reveal().parse().map_err(|error| fault(&error))?;
        let connector = address.connector(root, timeout).map_err(|error| fault(&error))?;
        Ok(Self { connector, timeout })
    }
}

/// The values that all replicas keep together.
#[derive(Debug)]
pub(in crate::service) struct Redis {
    link: Arc<Link>,
    /// How long after its last use a value is kept.
    time: Duration,
    /// The keys that were sent lately, over this connection.
    latest: Cache<Key, ()>,
    /// The connection they were sent over: what comes after it may be another Redis, or an empty one.
    number: AtomicU64,
    outcomes: Outcomes,
}

/// Who may look for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) enum Lock {
    /// We do, or there is nobody to ask.
    Ours,
    /// Another does.
    Theirs,
}

impl Redis {
    /// Starts to connect, in the background.
    pub(super) fn start(settings: RedisSettings, time: Duration, outcomes: Outcomes) -> Self {
        let RedisSettings { connector, timeout } = settings;
        let (most, age) = LATEST;
        let latest = Cache::builder().max_capacity(most).time_to_live(age).build();
        let link = Link::start(connector, timeout);
        Self { link, time, latest, number: AtomicU64::new(0), outcomes }
    }

    /// Whether it answers.
    pub(in crate::service) fn is_up(&self) -> bool {
        self.link.is_up()
    }

    /// Whether it was not sent the value of a key lately.
    pub(super) fn lacks(&self, key: &Key) -> bool {
        let number = self.link.number();
        if self.number.swap(number, Ordering::Relaxed) != number {
            self.latest.invalidate_all();
        }
        !self.latest.contains_key(key)
    }

    /// Asks to be the only one that looks for a value; losing the lock costs that two do.
    pub(in crate::service) async fn lock(&self, key: &Key) -> Lock {
        match self.ask::<Option<String>>(set(&lock_of(key), b"", LOCK).arg("NX")).await {
            Some(None) => Lock::Theirs,
            Some(Some(_)) | None => Lock::Ours,
        }
    }

    /// Keeps the lock.
    pub(in crate::service) async fn renew(&self, key: &Key) {
        self.ask::<()>(&set(&lock_of(key), b"", LOCK)).await;
    }

    /// Gives the lock back.
    pub(in crate::service) async fn unlock(&self, key: &Key) {
        self.ask::<()>(cmd("DEL").arg(lock_of(key))).await;
    }

    /// The answer of a script about a key, if there is one.
    pub(in crate::service) async fn run<T: FromRedisValue>(
        &self,
        script: &Script,
        key: &str,
        arguments: &[u64],
    ) -> Option<T> {
        match self.link.ask(&script.run_known(key, arguments)).await {
            Err(Fault::Refused(error)) if error.code() == Some("NOSCRIPT") => {
                self.ask(&script.run_whole(key, arguments)).await
            }
            answer => answer.map_err(|fault| self.count(&fault)).ok(),
        }
    }

    /// The answer to a command, if there is one.
    async fn ask<T: FromRedisValue>(&self, command: &Cmd) -> Option<T> {
        self.link.ask(command).await.map_err(|fault| self.count(&fault)).ok()
    }

    fn count(&self, fault: &Fault) {
        match fault {
            Fault::Away => self.outcomes.skipped.inc(),
            Fault::Late | Fault::Refused(_) => self.outcomes.error.inc(),
        };
    }
}

impl Tier for Redis {
    async fn get(&self, key: &Key) -> Option<Value> {
        let mut command = cmd("GETEX");
        command.arg(text_of(key)).arg("PX").arg(self.time.as_millis() as u64);
        match self.link.ask::<Option<Vec<u8>>>(&command).await {
            Ok(value) => {
                self.outcomes.found(value.is_some());
                value.map(Value::from)
            }
            Err(fault) => {
                self.count(&fault);
                if matches!(&fault, Fault::Refused(error) if is_of_wrong_type(error)) {
                    self.delete(key).await;
                }
                None
            }
        }
    }

    async fn put(&self, key: &Key, value: &Value) {
        if self.ask::<()>(&set(&text_of(key), value, self.time)).await.is_some() {
            self.latest.insert(*key, ());
        }
    }

    async fn delete(&self, key: &Key) {
        self.ask::<()>(cmd("DEL").arg(text_of(key))).await;
        self.latest.invalidate(key);
    }
}

/// Whether something that is no text stands under the key.
fn is_of_wrong_type(error: &RedisError) -> bool {
    error.code() == Some("WRONGTYPE")
}

/// Writes a value that is gone after a time.
fn set(name: &str, value: &[u8], time: Duration) -> Cmd {
    let mut command = cmd("SET");
    command.arg(name).arg(value).arg("PX").arg(time.as_millis() as u64);
    command
}

fn text_of(key: &Key) -> String {
    let kind = match key.kind {
        Kind::State => "state",
        Kind::Answer => "answer",
    };
    format!("jungle:{kind}:{}", key.digest)
}

fn lock_of(key: &Key) -> String {
    format!("jungle:search:{}", key.digest)
}
