//! Traces: each request as a span of OpenTelemetry, in the trace that its headers name, sent to a collector.
//!
//! A request has its place in a trace from `context`, and when it has `Finished`, a `span` is made of it if it is
//! to be kept. The spans wait in a queue for a thread of OpenTelemetry, whose `courier` brings them away; those that
//! come while the queue is full are dropped, so no request ever waits for the collector.

mod backlog;
mod context;
mod courier;
mod settings;
mod span;
#[cfg(test)]
mod tests;

use std::env;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header::HeaderMap;
use opentelemetry::trace::SpanKind;
use opentelemetry::{InstrumentationScope, KeyValue};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::resource::{EnvResourceDetector, TelemetryResourceDetector};
use opentelemetry_sdk::trace::{
    BatchConfigBuilder, BatchSpanProcessor, Sampler, SamplingDecision, ShouldSample, SpanProcessor,
};
use tokio::task::spawn_blocking;

pub use settings::TraceSettings;

pub(super) use context::TraceContext;
pub(super) use span::Finished;

use backlog::Backlog;
use courier::Courier;
use settings::traces_at;

const NAME: &str = env!("CARGO_PKG_NAME");
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Knows the place of requests in traces, and tells the collector of them, if there is one.
#[derive(Debug)]
pub(super) struct Traces(Option<Tracer>);

impl Traces {
    /// Starts to trace if the settings name a collector; it need not be there yet, nor stay.
    ///
    /// # Errors
    ///
    /// The URL of the collector is none, or a variable of OpenTelemetry's own asks for what cannot be done.
    pub(super) fn start(settings: &TraceSettings) -> io::Result<Self> {
        let Some(url) = &settings.otlp_endpoint else { return Ok(Self(None)) };
        let named = |error| io::Error::other(format!("JUNGLE_OTLP_ENDPOINT: {error}"));
        let backlog = Arc::new(Backlog::default());
        let courier =
            Courier::new(traces_at(url).map_err(named)?, backlog.clone()).map_err(io::Error::other)?;
        Ok(Self(Some(Tracer::start(courier, backlog, settings.trace_ratio))))
    }

    /// The place of a request in the trace that its headers name, or in a new one if that is to be kept.
    pub(super) fn context(&self, headers: &HeaderMap) -> Option<TraceContext> {
        TraceContext::continued(headers).or_else(|| self.0.as_ref()?.root())
    }

    /// Whether a request is told of when it is over.
    pub(super) fn wants(&self, context: &TraceContext) -> bool {
        self.0.is_some() && context.here.is_sampled
    }

    /// Hands over a request for the collector, if its trace is to be kept, and does not wait.
    pub(super) fn record(&self, finished: &Finished<'_>) {
        if let Some(tracer) = self.0.as_ref().filter(|_| self.wants(finished.context)) {
            tracer.record(finished);
        }
    }

    /// Sends what still waits, but not for longer than this; nothing is recorded after it.
    pub(super) async fn shutdown(&self, within: Duration) {
        let Some(tracer) = &self.0 else { return };
        let processor = tracer.processor.clone();
        // Whether it came to its end in time shows in what is left.
        let _ = spawn_blocking(move || processor.shutdown_with_timeout(within)).await;
        let lost = tracer.backlog.abandon();
        if lost > 0 {
            tracing::warn!(lost, "spans did not reach the collector of traces before the end");
        }
    }
}

/// Makes spans and hands them over.
#[derive(Debug)]
struct Tracer {
    /// With a thread of its own.
    processor: Arc<BatchSpanProcessor>,
    backlog: Arc<Backlog>,
    /// Takes traces by their id, so that all who see one take the same.
    sampler: Sampler,
    scope: InstrumentationScope,
}

impl Tracer {
    fn start(courier: Courier, backlog: Arc<Backlog>, ratio: f64) -> Self {
        let config = BatchConfigBuilder::default().with_max_queue_size(Backlog::MOST).build();
        let mut processor = BatchSpanProcessor::new(courier, config);
        processor.set_resource(&resource());
        Self {
            processor: Arc::new(processor),
            backlog,
            sampler: Sampler::TraceIdRatioBased(ratio),
            scope: InstrumentationScope::builder(NAME).with_version(VERSION).build(),
        }
    }

    fn root(&self) -> Option<TraceContext> {
        let root = TraceContext::root();
        let result = self.sampler.should_sample(None, root.here.trace, "", &SpanKind::Server, &[], &[]);
        (result.decision == SamplingDecision::RecordAndSample).then_some(root)
    }

    fn record(&self, finished: &Finished<'_>) {
        if self.backlog.admit() {
            self.processor.on_end(finished.to_span(self.scope.clone()));
        }
    }
}

/// This program, unless the variables of OpenTelemetry call it something else.
fn resource() -> Resource {
    let resource = Resource::builder_empty()
        .with_service_name(NAME)
        .with_attribute(KeyValue::new("service.version", VERSION))
        .with_detectors(&[Box::new(TelemetryResourceDetector), Box::new(EnvResourceDetector::new())]);
    match env::var("OTEL_SERVICE_NAME") {
        Ok(name) if !name.is_empty() => resource.with_service_name(name).build(),
        _ => resource.build(),
    }
}
