use std::time::Duration;

use moka::sync::Cache;

use super::counts::Outcomes;
use super::{Key, Tier, Value};

/// What an entry costs beside its value: key, reference counts and the lists that tell which to drop, as measured
/// by the memory of a process with ten million of them.
const OVERHEAD: u32 = 320;

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
        let values = Cache::builder().max_capacity(bytes).weigher(weigh).time_to_idle(time).build();
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
