use actix_web::web::Data;
use actix_web::{get, post};
use serde_json::{Value, json};

use super::extract::text_or_json;
use super::wire::{GameView, Refusal, SquareInput, Written, game_query, game_request};
use super::{
    ApiError, BodyProblems, Budget, Caller, Json, NotModified, Query, QueryProblems, States, example,
};
use crate::rules::Game;

game_request! {
    /// A game, and the square whose moves are asked for.
    #[schema(example = json!(example_request()))]
    struct LegalMovesRequest {
        /// Only the moves of the piece on this square.
        from: Option<SquareInput>,
    }
}

game_query! {
    struct LegalMovesQuery {
        /// Only the moves of the piece on this square, such as `a3` or `[0,2]`.
        #[param(max_length = 16, example = "a7")]
        from: Option<String>,
    }
}

/// List the legal moves of a game.
///
/// A finished game has none. With `from`, only the moves of the piece on that square are listed.
///
/// ![The rat's moves after red's first move](/v1/board.svg?moves=a3a4&targets=a7&size=224)
#[utoipa::path(tag = "rules", responses(
    (status = OK, description = "The game and its moves.", body = GameView, example = json!(example_answer())),
    BodyProblems,
))]
#[post("/v1/legal-moves")]
pub(super) async fn list_moves(
    request: Json<LegalMovesRequest>,
    caller: Caller,
    states: Data<States>,
) -> Result<Written<GameView>, ApiError> {
    let mut request = request.0;
    let game = states.game(&request.take_game()).await?;
    let answer = moves_from(&game, request.from)?;
    caller.spend(Budget::Rules).await?;
    Ok(Written(states.keep(answer).await))
}

/// List the legal moves of a game that the address names.
///
/// The same as the POST form, for browsers and caches.
#[utoipa::path(tag = "rules", params(LegalMovesQuery), responses(
    (status = OK, description = "The game and its moves.", body = GameView, example = json!(example_answer())),
    NotModified,
    QueryProblems,
))]
#[get("/v1/legal-moves")]
pub(super) async fn query_moves(
    query: Query<LegalMovesQuery>,
    caller: Caller,
    states: Data<States>,
) -> Result<Written<GameView>, ApiError> {
    let from = query.0.from.as_deref().map(|from| text_or_json(from, "/from")).transpose()?;
    let game = states.game(&query.0.read_game()?).await?;
    let answer = moves_from(&game, from)?;
    caller.spend(Budget::Rules).await?;
    Ok(Written(states.keep(answer).await))
}

fn moves_from(game: &Game, from: Option<SquareInput>) -> Result<GameView, ApiError> {
    let Some(from) = from else { return Ok(game.into()) };
    let from = from.get().ok_or_else(|| Refusal::off_board(from).at("/from"))?;
    Ok(GameView::with_moves(game, |mv| mv.from == from))
}

fn example_request() -> Value {
    json!({"ruleset": "standard", "moves": ["a3a4"], "from": [0, 6]})
}

fn example_answer() -> GameView {
    example(example_request(), |mut request: LegalMovesRequest| {
        moves_from(&request.take_game().game()?, request.from)
    })
}
