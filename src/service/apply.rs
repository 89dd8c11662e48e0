use actix_web::post;
use actix_web::web::Data;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::wire::{ActionInput, ActionView, GameView, WriteJson, Written, game_request, write_with_game};
use super::{ApiError, BodyProblems, Budget, Caller, Json, States, example};
use crate::rules::Game;

game_request! {
    /// A game, and an action to apply to it.
    #[schema(example = json!(example_request()))]
    struct ApplyRequest {
        /// What to do.
        action: ActionInput,
    }
}

/// The game after an action.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ApplyResponse {
    #[serde(flatten)]
    game: GameView,
    /// The action that was applied.
    applied: ActionView,
}

impl AsRef<GameView> for ApplyResponse {
    fn as_ref(&self) -> &GameView {
        &self.game
    }
}

impl WriteJson for ApplyResponse {
    fn write_json(&self, text: &mut Vec<u8>) {
        write_with_game!(text, &self.game, r#","applied":"# => self.applied);
    }
}

/// Apply an action to a game.
///
/// A move, a resignation, or a draw offered, accepted or declined. To go on, send the `state` of the answer, or the
/// same game with the action at the end of `moves`.
#[utoipa::path(tag = "rules", responses(
    (status = OK, description = "The game after it.", body = ApplyResponse, example = json!(example_answer())),
    BodyProblems,
))]
#[post("/v1/apply")]
pub(super) async fn apply_action(
    request: Json<ApplyRequest>,
    caller: Caller,
    states: Data<States>,
) -> Result<Written<ApplyResponse>, ApiError> {
    let mut request = request.0;
    let game = states.game(&request.take_game()).await?;
    let answer = applied(game, &request.action)?;
    caller.spend(Budget::Rules).await?;
    Ok(Written(states.keep(answer).await))
}

fn applied(mut game: Game, action: &ActionInput) -> Result<ApplyResponse, ApiError> {
    let position = *game.position();
    let action = action.play(&mut game).map_err(|refusal| refusal.at("/action"))?;
    Ok(ApplyResponse { game: (&game).into(), applied: ActionView::new(&position, action) })
}

fn example_request() -> Value {
    json!({"ruleset": "standard", "moves": ["a3a4"], "action": {"from": [6, 6], "to": [6, 5]}})
}

fn example_answer() -> ApplyResponse {
    example(example_request(), |mut request: ApplyRequest| {
        applied(request.take_game().game()?, &request.action)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::wire::assert_twins;

    #[test]
    fn an_answer_is_written_as_it_would_be_serialized() {
        assert_twins(&example_answer());
    }
}
