use actix_web::post;
use actix_web::web::Data;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::wire::{ActionInput, ActionView, GameView, StatusView, game_request};
use super::{ApiError, BodyProblems, Budget, Caller, Json, States, example};
use crate::rules::{Game, Outcome};

game_request! {
    /// A game to play through.
    #[schema(example = json!(example_request()))]
    struct ReplayRequest {
        /// Whether to go on past a draw that only a limit or a repetition made.
        #[serde(default)]
        past_draws: bool,
    }
}

/// One action of a game, and how the game stood after it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ReplayPly {
    /// What was done.
    action: ActionView,
    /// The position after it.
    #[schema(min_length = 19, max_length = 128)]
    fen: String,
    /// How the game stood after it.
    status: StatusView,
    /// Whether the game was drawn by a limit or a repetition before this, and `past_draws` let it go on.
    past_draw: bool,
}

/// A game with each of its actions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ReplayResponse {
    #[serde(flatten)]
    game: GameView,
    /// The actions, in order.
    #[schema(max_items = 2048)]
    plies: Vec<ReplayPly>,
}

impl AsRef<GameView> for ReplayResponse {
    fn as_ref(&self) -> &GameView {
        &self.game
    }
}

/// Replay a game action by action.
///
/// Answers with the position and the status after each. Games written down elsewhere may run past a draw that
/// this ruleset counts: `past_draws` lets them, and marks what was played past it.
#[utoipa::path(tag = "rules", responses(
    (status = OK, description = "The game, action by action.", body = ReplayResponse, example = json!(example_answer())),
    BodyProblems,
))]
#[post("/v1/replay")]
pub(super) async fn replay_game(
    request: Json<ReplayRequest>,
    caller: Caller,
    states: Data<States>,
) -> Result<Json<ReplayResponse>, ApiError> {
    let mut request = request.0;
    let input = request.take_game();
    let start = states.start(&input).await?;
    let answer = replayed(start, &input.moves, request.past_draws)?;
    caller.spend(Budget::Rules).await?;
    Ok(Json(states.keep(answer).await))
}

fn replayed(mut game: Game, actions: &[ActionInput], past_draws: bool) -> Result<ReplayResponse, ApiError> {
    let mut plies = Vec::with_capacity(actions.len());
    let mut past_draw = false;
    for (i, action) in actions.iter().enumerate() {
        let position = *game.position();
        past_draw |= game.outcome().is_some_and(Outcome::is_counted_draw);
        let played = if past_draws { action.play_past_draws(&mut game) } else { action.play(&mut game) };
        let action = played.map_err(|refusal| refusal.at(format!("/moves/{i}")))?;
        plies.push(ReplayPly {
            action: ActionView::new(&position, action),
            fen: game.position().setup().to_string(),
            status: game.outcome().into(),
            past_draw,
        });
    }
    Ok(ReplayResponse { game: (&game).into(), plies })
}

fn example_request() -> Value {
    json!({"moves": ["a3a4", "g7g6", {"type": "offer_draw", "seat": 1}, {"type": "accept_draw", "seat": 0}]})
}

fn example_answer() -> ReplayResponse {
    example(example_request(), |mut request: ReplayRequest| {
        let input = request.take_game();
        replayed(input.start()?, &input.moves, request.past_draws)
    })
}
