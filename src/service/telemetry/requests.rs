use std::sync::Arc;

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::family::{Family, MetricConstructor};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use super::Over;
use crate::service::paths::KnownPath;

/// The bounds that OpenTelemetry advises, with some below for answers that take a fraction of a millisecond, and some
/// above for analyses.
const BOUNDS: [f64; 18] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0,
    60.0,
];

/// How many requests there were and how long they took, by the stable names of OpenTelemetry,
/// <https://opentelemetry.io/docs/specs/semconv/http/http-metrics/>, as Prometheus writes them.
#[derive(Debug)]
pub(super) struct Requests {
    duration: Family<Labels, Histogram, Bounds>,
}

#[derive(Clone, Debug)]
struct Bounds;

impl MetricConstructor<Histogram> for Bounds {
    fn new_metric(&self) -> Histogram {
        Histogram::new(BOUNDS)
    }
}

/// What tells requests apart: of each only so many values, whatever callers send.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
#[expect(clippy::struct_field_names, reason = "these are the names of the labels")]
struct Labels {
    http_request_method: &'static str,
    http_route: Route,
    /// Nothing if the caller went away before.
    http_response_status_code: Option<u16>,
}

/// A path as the document writes it, or nothing for all that it does not know.
#[derive(Clone, Debug)]
struct Route(Option<Arc<KnownPath>>);

impl Requests {
    pub(super) fn new(registry: &mut Registry) -> Self {
        let duration = Family::new_with_constructor(Bounds);
        let help = "How long requests took until their answer was complete";
        registry.register_with_unit("http_server_request_duration", help, Unit::Seconds, duration.clone());
        Self { duration }
    }

    pub(super) fn count(&self, over: &Over) {
        let labels = Labels {
            http_request_method: over.method,
            http_route: Route(over.path.clone()),
            http_response_status_code: over.status,
        };
        self.duration.get_or_create(&labels).observe(over.took.as_secs_f64());
    }
}

impl Route {
    fn pattern(&self) -> &str {
        self.0.as_deref().map_or("", |path| &path.pattern)
    }
}

impl PartialEq for Route {
    fn eq(&self, other: &Self) -> bool {
        self.pattern() == other.pattern()
    }
}

impl Eq for Route {}

impl std::hash::Hash for Route {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.pattern().hash(state);
    }
}

impl EncodeLabelValue for Route {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> Result<(), std::fmt::Error> {
        self.pattern().encode(encoder)
    }
}
