use actix_web::web::Data;
use actix_web::{get, post};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::extract::text_or_json;
use super::wire::{ActionInput, GameView, Reason, Refusal, game_query, game_request};
use super::{
    ApiError, BodyProblems, Budget, Caller, Json, NotModified, Query, QueryProblems, States, example,
};
use crate::rules::Game;

game_request! {
    /// A game, and an action to explain.
    #[schema(example = json!(example_request()))]
    struct ExplainRequest {
        /// What somebody would do.
        action: ActionInput,
    }
}

game_query! {
    struct ExplainQuery {
        /// What somebody would do: a move such as `a3a4`, or any action as a JSON object.
        #[param(max_length = 128, example = "e7e6")]
        action: String,
    }
}

/// What is looked at before a move is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CheckName {
    Ownership,
    Geometry,
    Terrain,
    Path,
    Destination,
    Capture,
}

/// One thing that was looked at.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Check {
    /// What was looked at.
    #[serde(rename = "check")]
    name: CheckName,
    /// Whether it allows the move; false as well for what was not looked at because an earlier check failed.
    passed: bool,
    /// The finding.
    #[schema(max_length = 256)]
    detail: String,
}

/// Whether an action applies to a game, and why.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ExplainResponse {
    #[serde(flatten)]
    game: GameView,
    /// Whether the action applies.
    legal: bool,
    /// Why it does not; null when it does.
    #[schema(required)]
    reason: Option<Reason>,
    /// What a move is checked for, in order; empty for other actions and once the game is over.
    #[schema(max_items = 6)]
    checks: Vec<Check>,
}

impl AsRef<GameView> for ExplainResponse {
    fn as_ref(&self) -> &GameView {
        &self.game
    }
}

/// Explain whether an action is legal.
///
/// Answers with the first reason why it is not, and with every check that a move goes through.
///
/// ![The wolf would go into the water](/v1/board.svg?moves=a3a4&targets=e7&highlight=e6&size=224)
#[utoipa::path(tag = "rules", responses(
    (status = OK, description = "The verdict.", body = ExplainResponse, example = json!(example_answer())),
    BodyProblems,
))]
#[post("/v1/explain")]
pub(super) async fn explain_action(
    request: Json<ExplainRequest>,
    caller: Caller,
    states: Data<States>,
) -> Result<Json<ExplainResponse>, ApiError> {
    let mut request = request.0;
    let game = states.game(&request.take_game()).await?;
    caller.spend(Budget::Rules).await?;
    Ok(Json(states.keep(explanation(&game, &request.action)).await))
}

/// Explain whether an action is legal in a game that the address names.
///
/// The same as the POST form, for browsers and caches.
#[utoipa::path(tag = "rules", params(ExplainQuery), responses(
    (status = OK, description = "The verdict.", body = ExplainResponse, example = json!(example_answer())),
    NotModified,
    QueryProblems,
))]
#[get("/v1/explain")]
pub(super) async fn query_explanation(
    query: Query<ExplainQuery>,
    caller: Caller,
    states: Data<States>,
) -> Result<Json<ExplainResponse>, ApiError> {
    let action = text_or_json(&query.0.action, "/action")?;
    let game = states.game(&query.0.read_game()?).await?;
    caller.spend(Budget::Rules).await?;
    Ok(Json(states.keep(explanation(&game, &action)).await))
}

fn explanation(game: &Game, action: &ActionInput) -> ExplainResponse {
    let refusal = action.play(&mut game.clone()).err();
    ExplainResponse {
        game: game.into(),
        legal: refusal.is_none(),
        reason: refusal.as_ref().map(|refusal| refusal.reason),
        checks: if action.is_move() && game.outcome().is_none() {
            checks(refusal.as_ref())
        } else {
            Vec::new()
        },
    }
}

/// Every check up to the one that failed as passed, the rest as not looked at.
fn checks(refusal: Option<&Refusal>) -> Vec<Check> {
    use CheckName::{Capture, Destination, Geometry, Ownership, Path, Terrain};
    let failed = refusal.and_then(|refusal| failed_check(refusal.reason));
    let finding = |check: CheckName| match failed.map(|failed| check.cmp(&failed)) {
        None | Some(std::cmp::Ordering::Less) => passed(check).to_owned(),
        Some(std::cmp::Ordering::Equal) => refusal.map(|refusal| refusal.detail.clone()).unwrap_or_default(),
        Some(std::cmp::Ordering::Greater) => "Not looked at, since an earlier check failed.".to_owned(),
    };
    let check = |check| Check {
        name: check,
        passed: failed.is_none_or(|failed| check < failed),
        detail: finding(check),
    };
    [Ownership, Geometry, Terrain, Path, Destination, Capture].map(check).into()
}

fn passed(check: CheckName) -> &'static str {
    match check {
        CheckName::Ownership => "A piece of the side on turn stands there.",
        CheckName::Geometry => "It is one step or a river crossing.",
        CheckName::Terrain => "The piece may stand on the destination.",
        CheckName::Path => "Nothing is in the way.",
        CheckName::Destination => "No piece of the same side stands on the destination.",
        CheckName::Capture => "There is nothing to take, or the piece may take it.",
    }
}

/// The check that a reason belongs to.
fn failed_check(reason: Reason) -> Option<CheckName> {
    match reason {
        Reason::OffBoard | Reason::EmptySquare | Reason::NotYourPiece => Some(CheckName::Ownership),
        Reason::NotAStep => Some(CheckName::Geometry),
        Reason::OwnDen | Reason::OwnTrap | Reason::Water => Some(CheckName::Terrain),
        Reason::CannotJump | Reason::JumpBlocked => Some(CheckName::Path),
        Reason::OwnPiece => Some(CheckName::Destination),
        Reason::WaterAndLand | Reason::ElephantCannotTakeRat | Reason::RankTooLow => Some(CheckName::Capture),
        Reason::GameOver | Reason::NoDrawOffer | Reason::OwnDrawOffer => None,
    }
}

fn example_request() -> Value {
    json!({"ruleset": "standard", "moves": ["a3a4"], "action": "e7e6"})
}

fn example_answer() -> ExplainResponse {
    example(example_request(), |mut request: ExplainRequest| {
        Ok(explanation(&request.take_game().game()?, &request.action))
    })
}
