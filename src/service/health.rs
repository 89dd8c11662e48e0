use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::Data;
use actix_web::{Responder, get};
use serde::Serialize;
use utoipa::ToSchema;

use super::cache::{Cache, Redis};
use super::lifecycle::Lifecycle;
use super::rulesets::HoldingsView;
use super::{ApiError, DrainingProblems, Json, PlainProblems};
use crate::engine::tablebase::Tables;
use crate::rules::Ruleset;

/// Whether the server is well.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(super) struct HealthResponse {
    /// What it is.
    status: HealthStatus,
    /// Whether the Redis that replicas share answers; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    redis: Option<RedisStatus>,
}

/// Whether the server is ready, and what it has.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ReadinessResponse {
    #[serde(flatten)]
    health: HealthResponse,
    /// The named rulesets that it has endgame tables for.
    #[schema(max_items = 100)]
    tables: Vec<RulesetTables>,
}

/// The endgame tables for a ruleset.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct RulesetTables {
    /// The name of the ruleset.
    #[schema(max_length = 32, example = "standard")]
    ruleset: &'static str,
    #[serde(flatten)]
    holdings: HoldingsView,
}

/// What a server is.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum HealthStatus {
    /// All is well.
    Ok,
    /// Every request is answered, but what replicas share is out of reach.
    Degraded,
}

/// What a Redis is.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RedisStatus {
    Up,
    Down,
}

/// Tell whether the server is alive.
///
/// It is if it answers; nothing else is looked at.
#[utoipa::path(tag = "service", responses(
    (status = OK, description = "It is.", body = HealthResponse, example = json!({"status": "ok"})),
    PlainProblems,
))]
#[get("/health/live")]
pub(super) async fn show_liveness() -> impl Responder {
    at_this_moment(HealthResponse { status: HealthStatus::Ok, redis: None })
}

/// What no cache may keep.
fn at_this_moment(health: impl Serialize + 'static) -> impl Responder {
    Json(health).customize().insert_header((CACHE_CONTROL, "no-store"))
}

/// Tell whether the server is ready for requests.
///
/// For load balancers and orchestrators: send requests here while this answers 200. A server whose Redis is away
/// is ready all the same, and says `degraded`. One that is told to end is not.
#[utoipa::path(tag = "service", responses(
    (status = OK, description = "It is.", body = ReadinessResponse, example = json!(example_answer())),
    PlainProblems,
    DrainingProblems,
))]
#[get("/health/ready")]
pub(super) async fn show_readiness(
    cache: Data<Cache>,
    lifecycle: Data<Lifecycle>,
    tables: Data<Tables>,
) -> Result<impl Responder, ApiError> {
    if lifecycle.is_draining() {
        return Err(ApiError::Draining);
    }
    let is_up = cache.redis().map(Redis::is_up);
    let health = HealthResponse {
        status: if is_up == Some(false) { HealthStatus::Degraded } else { HealthStatus::Ok },
        redis: is_up.map(|is_up| if is_up { RedisStatus::Up } else { RedisStatus::Down }),
    };
    Ok(at_this_moment(ReadinessResponse { health, tables: held(&tables) }))
}

fn held(tables: &Tables) -> Vec<RulesetTables> {
    let held = Ruleset::NAMED.iter().map(|named| (named.name, tables.holdings(&named.ruleset)));
    held.filter(|(_, holdings)| holdings.tables > 0)
        .map(|(ruleset, holdings)| RulesetTables { ruleset, holdings: holdings.into() })
        .collect()
}

fn example_answer() -> ReadinessResponse {
    let health = HealthResponse { status: HealthStatus::Ok, redis: None };
    ReadinessResponse { health, tables: held(&Tables::shipped()) }
}
