use actix_web::HttpResponse;
use actix_web::web::Data;
use prometheus_client::encoding::text;
use prometheus_client::registry::Registry;

use super::ApiError;

/// What the server counts.
#[derive(Debug)]
pub(super) struct Metrics(pub(super) Registry);

/// The text format of `OpenMetrics` 1.0, which Prometheus reads.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Shows all counts.
pub(super) async fn show_metrics(metrics: Data<Metrics>) -> Result<HttpResponse, ApiError> {
    let mut body = String::new();
    // It writes to memory, which does not fail.
    text::encode(&mut body, &metrics.0).map_err(|_| ApiError::Internal)?;
    Ok(HttpResponse::Ok().content_type(OPEN_METRICS).body(body))
}
