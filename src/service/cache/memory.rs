use std::time::Duration;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::gauge::ConstGauge;

use super::counts::Outcomes;
use super::{Key, Tier, Value};

/// What an entry costs beside its value: key, reference counts, and the lists that tell which to drop. A process that
/// keeps a million of them takes 380 bytes more for each than its value has.
const OVERHEAD: u32 = 400;

/// The values that this process keeps.
#[derive(Clone, Debug)]
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

/// How much there is, when somebody asks.
impl Collector for Memory {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        // Or it counts what was there a while ago.
        self.values.run_pending_tasks();
        let gauges = [
            ("jungle_cache_entries", "States and answers in memory", self.values.entry_count()),
            ("jungle_cache_bytes", "What they take, as the limit counts it", self.values.weighted_size()),
        ];
        for (name, help, value) in gauges {
            let gauge = ConstGauge::new(value as i64);
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)?;
        }
        Ok(())
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
