use std::time::Duration;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;

use super::counts::Outcomes;
use super::{Key, Tier, Value};

/// What an entry costs beside its value: key, reference counts, and the lists that tell which to drop. A process that
/// keeps a million of them takes 380 bytes more for each than its value has.
const OVERHEAD: u32 = 400;

/// The values that this process keeps.
#[derive(Debug)]
pub(super) struct Memory {
    values: Cache<Key, Value>,
    outcomes: Outcomes,
}

impl Memory {
    /// Room for so many bytes, and for as long after the last use.
    pub(super) fn new(bytes: u64, time: Duration, outcomes: Outcomes) -> Self {
        let weigh = |_: &Key, value: &Value| OVERHEAD.saturating_add(value.len() as u32);
        // The newest first: the next request of a game names the state of its last answer, which nobody has used yet.
        let policy = EvictionPolicy::lru();
        let builder = Cache::builder().max_capacity(bytes).weigher(weigh).eviction_policy(policy);
        let values = builder.time_to_idle(time).build();
        Self { values, outcomes }
    }

    /// Whether there is a value, which does not count as a use.
    pub(super) fn holds(&self, key: &Key) -> bool {
        self.values.contains_key(key)
    }
}

impl Tier for Memory {
    async fn get(&self, key: &Key) -> Option<Value> {
        let value = self.values.get(key);
        self.outcomes.found(value.is_some());
        value
    }

    async fn put(&self, key: &Key, value: &Value) {
        self.values.insert(*key, value.clone());
    }

    async fn delete(&self, key: &Key) {
        self.values.invalidate(key);
    }
}
