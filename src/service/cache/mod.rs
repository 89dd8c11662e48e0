//! What is kept for a while, so that nobody sends or searches it again: the games behind the ids of states, and
//! the answers of searches.
//!
//! - **Two tiers.** Memory is always there, bounded by bytes. Redis is there when it is configured, and shares what
//!   one replica keeps with the others. What is found in Redis is kept in memory too.
//! - **A shortcut, never a need.** Whatever goes wrong is a miss: a tier that does not answer in time, that is
//!   full, gone, read-only or another program's. Each call takes one time-out at most, a Redis that fails is left
//!   alone until it answers a probe, and a start never waits for it.
//! - **Nothing is believed.** A value counts only if its reader understands it and finds in it what the key is the
//!   digest of; another is deleted.
//! - **How long.** Until nobody has used it for the time that the configuration says, or others need its room.

mod address;
mod counts;
mod link;
mod memory;
mod redis;
mod script;

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;

pub(super) use self::redis::{Lock, Redis, RedisSettings};
pub(super) use script::Script;

use prometheus_client::registry::Registry;

use self::counts::Counts;
use self::memory::Memory;
use super::digest::Digest;

/// What is kept: a few hundred bytes each.
pub(super) type Value = Arc<[u8]>;

/// What a value is kept under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// What it is.
    pub(super) kind: Kind,
    /// What it is the value of.
    pub(super) digest: Digest,
}

/// What may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// A game, under the digest of its record.
    State,
    /// The answer of a search, under the digest of its question.
    Answer,
}

/// A place to keep values in; whatever fails there is a miss.
trait Tier {
    /// The value under a key, which counts as used now.
    async fn get(&self, key: &Key) -> Option<Value>;
    /// Keeps a value.
    async fn put(&self, key: &Key, value: &Value);
    /// Keeps it no longer.
    async fn delete(&self, key: &Key);
}

/// Both tiers.
#[derive(Debug)]
pub(super) struct Cache {
    memory: Memory,
    redis: Option<Redis>,
}

/// How much is kept, and how long.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keeping {
    /// How many bytes of memory.
    pub(super) bytes: u64,
    /// How long after its last use.
    pub(super) time: Duration,
}

impl Cache {
    /// An empty memory, and a Redis that is connected to in the background, by a task of this runtime.
    pub(super) fn start(keeping: Keeping, redis: Option<RedisSettings>, registry: &mut Registry) -> Self {
        let counts = Counts::register(registry);
        let Keeping { bytes, time } = keeping;
        let memory = Memory::new(bytes, time, counts.memory());
        registry.register_collector(Box::new(memory.clone()));
        Self { memory, redis: redis.map(|settings| Redis::start(settings, time, counts.redis())) }
    }

    /// What a reader makes of the value under a key, if there is one that it understands.
    pub(super) async fn get<T>(&self, key: &Key, read: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        if let Some((_, found)) = get_from(&self.memory, key, &read).await {
            return Some(found);
        }
        let (value, found) = get_from(self.redis.as_ref()?, key, &read).await?;
        self.memory.put(key, &value).await;
        Some(found)
    }

    /// What a reader makes of the value in memory, without waiting for anything.
    pub(super) fn recall<T>(&self, key: &Key, read: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        let found = get_from(&self.memory, key, read).now_or_never();
        found.expect("memory is there at once").map(|(_, found)| found)
    }

    /// Keeps a value in memory, without waiting for anything.
    pub(super) fn remember(&self, key: &Key, value: &Value) {
        self.memory.put(key, value).now_or_never().expect("memory is there at once");
    }

    /// Keeps a value that is always the same for its key.
    pub(super) async fn put(&self, key: &Key, value: impl FnOnce() -> Value) {
        let is_here = self.memory.holds(key);
        let redis = self.redis.as_ref().filter(|redis| redis.lacks(key));
        if is_here && redis.is_none() {
            return;
        }
        let value = value();
        if !is_here {
            self.memory.put(key, &value).await;
        }
        if let Some(redis) = redis {
            redis.put(key, &value).await;
        }
    }

    /// What all replicas share, where there are any.
    pub(super) fn redis(&self) -> Option<&Redis> {
        self.redis.as_ref()
    }
}

/// The value in a tier with what its reader makes of it; what nobody understands is of no use to anybody.
async fn get_from<T>(tier: &impl Tier, key: &Key, read: impl Fn(&[u8]) -> Option<T>) -> Option<(Value, T)> {
    let value = tier.get(key).await?;
    let Some(found) = read(&value) else {
        tracing::warn!(?key, "deleted a value that is not what its key says");
        tier.delete(key).await;
        return None;
    };
    Some((value, found))
}
