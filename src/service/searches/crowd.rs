use std::fmt;
use std::sync::Arc;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;

use super::Shared;

/// How many searches run and wait, counted when somebody asks.
#[derive(Debug)]
pub(super) struct Crowd(pub(super) Arc<Shared>);

/// What the searches are for.
type Labels = [(&'static str, &'static str); 1];

impl Collector for Crowd {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let crowd = self.0.rooms().crowd();
        let counts = crowd.map(|(purpose, running, waiting)| (purpose, [running, waiting]));
        let help = ["Searches that run", "Searches that wait for a thread"];
        for (i, name) in ["jungle_searches_running", "jungle_searches_waiting"].into_iter().enumerate() {
            let gauges: Family<Labels, Gauge> = Family::default();
            for (purpose, counts) in counts {
                gauges.get_or_create(&[("purpose", purpose)]).set(counts[i] as i64);
            }
            gauges.encode(encoder.encode_descriptor(name, help[i], None, gauges.metric_type())?)?;
        }
        Ok(())
    }
}
