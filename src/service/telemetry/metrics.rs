use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::Data;
use prometheus_client::encoding::text;
use prometheus_client::registry::Registry;

use super::Telemetry;
use crate::service::ApiError;

/// What the server counts.
#[derive(Debug)]
pub(in crate::service) struct Metrics {
    pub(in crate::service) registry: Registry,
    pub(in crate::service) telemetry: Arc<Telemetry>,
}

/// The text format of `OpenMetrics` 1.0, which Prometheus reads.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Shows all counts.
pub(in crate::service) async fn show_metrics(metrics: Data<Metrics>) -> Result<HttpResponse, ApiError> {
    metrics.telemetry.settle().await;
    let mut body = String::new();
    // It writes to memory, which does not fail.
    text::encode(&mut body, &metrics.registry).map_err(|_| ApiError::Internal)?;
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).content_type(OPEN_METRICS).body(body))
}
