use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

/// Tier and outcome.
type Labels = [(&'static str, &'static str); 2];

/// What became of everything that was asked of each tier.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts(Family<Labels, Counter>);

impl Counts {
    /// Those that are measured from now on.
    pub(super) fn register(registry: &mut Registry) -> Self {
        let counts = Self::default();
        let help = "What was asked of the cache: looks that hit or miss, what failed, and what was skipped since \
                    Redis had failed before";
        registry.register("jungle_cache_requests", help, counts.0.clone());
        counts
    }

    pub(super) fn memory(&self) -> Outcomes {
        self.outcomes("memory")
    }

    pub(super) fn redis(&self) -> Outcomes {
        self.outcomes("redis")
    }

    fn outcomes(&self, tier: &'static str) -> Outcomes {
        let counter = |outcome| self.0.get_or_create_owned(&[("tier", tier), ("outcome", outcome)]);
        Outcomes {
            hit: counter("hit"),
            miss: counter("miss"),
            error: counter("error"),
            skipped: counter("skipped"),
        }
    }
}

/// What became of what was asked of a tier.
#[derive(Clone, Debug)]
pub(super) struct Outcomes {
    hit: Counter,
    miss: Counter,
    /// It failed, or refused.
    pub(super) error: Counter,
    /// It was not asked, since it had failed before.
    pub(super) skipped: Counter,
}

impl Outcomes {
    pub(super) fn found(&self, is_hit: bool) {
        let counter = if is_hit { &self.hit } else { &self.miss };
        counter.inc();
    }
}
