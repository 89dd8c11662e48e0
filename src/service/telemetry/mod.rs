//! What is told of requests that are over: a line in the log, and numbers for Prometheus.

mod metrics;
mod requests;

use actix_web::http::Method;
use prometheus_client::registry::Registry;

pub(super) use metrics::{Metrics, show_metrics};

use super::answers::Source;
use super::error::ProblemCode;
use super::visit::Visit;
use requests::Requests;

/// Where requests are told of.
#[derive(Debug)]
pub(super) struct Telemetry {
    requests: Requests,
}

impl Telemetry {
    /// Adds its numbers to what is measured.
    pub(super) fn new(registry: &mut Registry) -> Self {
        Self { requests: Requests::new(registry) }
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
        tracing::info!(
            target: "jungle::requests",
            id = visit.id.as_str(),
            method = method_name(&visit.method),
            route,
            status,
            code = visit.code.get().map(ProblemCode::word),
            ms = time.as_micros() as f64 / 1_000.0,
            cache = visit.source.get().map(Source::word),
            client = %visit.client,
            "{}", if status.is_some() { "answered" } else { "gone" }
        );
    }
}

/// The name of a method; one that nobody knows has none of its own, since anybody can make up more.
fn method_name(method: &Method) -> &'static str {
    const KNOWN: [&str; 10] =
        ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"];
    KNOWN.into_iter().find(|known| *known == method.as_str()).unwrap_or("_OTHER")
}
