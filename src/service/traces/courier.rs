use std::error::Error;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use opentelemetry_otlp::{Protocol, SpanExporter as OtlpExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{SpanData, SpanExporter};
use reqwest::blocking::Client;
use reqwest::{Url, redirect};

use super::backlog::Backlog;

/// How long the collector may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);
/// How long spans are sent again and again when the collector fails.
const RETRY_TIMEOUT: Duration = Duration::from_secs(10);

/// Brings spans to the collector, and tells the log of those that are lost.
#[derive(Debug)]
pub(super) struct Courier {
    exporter: OtlpExporter,
    backlog: Arc<Backlog>,
}

impl Courier {
    /// One that sends to a URL; there need not be anybody yet.
    ///
    /// # Errors
    ///
    /// A variable of OpenTelemetry's own asks for what cannot be done.
    pub(super) fn new(url: Url, backlog: Arc<Backlog>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let exporter = OtlpExporter::builder()
            .with_http()
            .with_endpoint(url)
            .with_protocol(Protocol::HttpBinary)
            .with_timeout(RETRY_TIMEOUT)
            .with_http_client(client()?)
            .build()?;
        Ok(Self { exporter, backlog })
    }
}

/// A client for a thread that may wait; it cannot be made in one that may not, such as the caller's.
fn client() -> reqwest::Result<Client> {
    let builder = || Client::builder().no_proxy().redirect(redirect::Policy::none()).timeout(ANSWER_TIMEOUT);
    thread::spawn(move || builder().build()).join().expect("making a client does not panic")
}

impl SpanExporter for Courier {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let count = batch.len();
        let result = self.exporter.export(batch).await;
        match result {
            Ok(()) => self.backlog.arrive(count),
            Err(_) => self.backlog.lose(count),
        }
        if let Some(lost) = self.backlog.complaint(Instant::now()) {
            let error = result.as_ref().err().map(ToString::to_string);
            tracing::warn!(lost, error, "spans did not reach the collector of traces");
        }
        result
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}
