use actix_web::{get, web};

use super::wire::GameView;
use super::{ApiError, Json, NameProblems};

/// Show a cached state.
///
/// A state may be gone at any time: then send position and moves instead.
#[utoipa::path(
    tag = "rules",
    params(("id" = String, Path, description = "The id that an answer gave as `state`.", max_length = 48,
        example = "662a54f3101436a3f76fd789dbf7f0158f6f424f16018f95")),
    responses((status = OK, description = "The game.", body = GameView), NameProblems)
)]
#[get("/v1/states/{id}")]
pub(super) async fn show_state(_id: web::Path<String>) -> Result<Json<GameView>, ApiError> {
    Err(ApiError::StateNotFound { pointer: None })
}
