//! What is told of requests that are over: a line in the log, numbers for Prometheus, a span for a collector.

mod metrics;
mod requests;

use std::time::{Duration, SystemTime};

use prometheus_client::registry::Registry;

pub(super) use metrics::{Metrics, show_metrics};

use super::answers::Source;
use super::error::ProblemCode;
use super::traces::{Finished, Traces};
use super::visit::Visit;
use requests::Requests;

/// What stands in a trace for the status of a request whose caller went away, since it has to be a number: nginx's.
const GONE: u16 = 499;

/// Where requests are told of.
#[derive(Debug)]
pub(super) struct Telemetry {
    requests: Requests,
    pub(super) traces: Traces,
}

impl Telemetry {
    /// Adds its numbers to what is measured.
    pub(super) fn new(registry: &mut Registry, traces: Traces) -> Self {
        Self { requests: Requests::new(registry), traces }
    }

    /// A request has come.
    pub(super) fn welcome(&self) {
        self.requests.active.inc();
    }

    /// A request is over.
    pub(super) fn tell(&self, visit: &Visit) {
        self.requests.active.dec();
        let time = visit.started.elapsed();
        let status = visit.status.get().map(|status| status.as_u16());
        let route = visit.path.as_deref().map(|path| &*path.pattern);
        self.requests.count(visit, time);
        self.trace(visit, time);
        tracing::info!(
            target: "jungle::requests",
            id = visit.id.as_str(),
            method = visit.method,
            route,
            status,
            code = visit.code.get().map(ProblemCode::word),
            ms = time.as_micros() as f64 / 1_000.0,
            cache = visit.source.get().map(Source::word),
            client = %visit.client,
            trace = visit.trace.as_ref().map(tracing::field::display),
            "{}", if status.is_some() { "answered" } else { "gone" }
        );
    }

    fn trace(&self, visit: &Visit, took: Duration) {
        let (Some(context), Some(head)) = (&visit.trace, &visit.head) else { return };
        self.traces.record(&Finished {
            context,
            method: visit.method,
            // Whatever spoke TLS stands in front.
            scheme: "http",
            host: head.host.as_deref(),
            path: &head.path,
            route: visit.path.as_deref().map(|path| &*path.pattern),
            version: head.version,
            user_agent: head.user_agent.as_deref(),
            client: visit.client.address(),
            status: visit.status.get().map_or(GONE, |status| status.as_u16()),
            request_id: visit.id.as_str(),
            cache: visit.source.get().map(Source::word),
            ended: SystemTime::now(),
            took,
        });
    }
}
