use actix_web::get;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Json, PlainProblems};

/// Whether the server is well.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(super) struct HealthResponse {
    /// What it is.
    status: HealthStatus,
}

/// What a server is.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum HealthStatus {
    Ok,
}

/// Tell whether the server is alive.
///
/// It is if it answers; nothing else is looked at.
#[utoipa::path(tag = "service", responses(
    (status = OK, description = "It is.", body = HealthResponse, example = json!({"status": "ok"})),
    PlainProblems,
))]
#[get("/health/live")]
pub(super) async fn show_liveness() -> Json<HealthResponse> {
    Json(HealthResponse { status: HealthStatus::Ok })
}

/// Tell whether the server is ready for requests.
///
/// For load balancers and orchestrators: send requests here while this answers 200.
#[utoipa::path(tag = "service", responses(
    (status = OK, description = "It is.", body = HealthResponse, example = json!({"status": "ok"})),
    PlainProblems,
))]
#[get("/health/ready")]
pub(super) async fn show_readiness() -> Json<HealthResponse> {
    Json(HealthResponse { status: HealthStatus::Ok })
}
