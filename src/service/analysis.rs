use std::time::Duration;

use actix_web::web::Data;
use actix_web::{get, post};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::searches::{Purpose, Question, Searches};
use super::wire::{
    AnalysisView, Depth, GameInput, GameView, LimitsInput, Nodes, Object, Whole, game_query, game_request,
};
use super::{ApiError, BodyProblems, Caller, Json, Query, QueryProblems, SearchProblems, example};
use crate::engine::{Level, Limits, Stop};

type LineCount = Whole<1, 8>;

game_request! {
    /// A game to analyse, and how far.
    #[schema(example = json!(example_request()))]
    struct AnalysisRequest {
        /// How far to search; left out, as far as the bot does at level 10.
        #[schema(value_type = Option<LimitsInput>)]
        limits: Option<Object<LimitsInput>>,
        /// How many of the best moves to find, each with its line; 1 if left out.
        #[schema(inline)]
        lines: Option<LineCount>,
    }
}

game_query! {
    struct AnalysisQuery {
        /// The plies to look ahead; without any limit, the search goes as far as the bot's at level 10.
        #[param(inline, example = 3)]
        depth: Option<Depth>,
        /// The positions to visit.
        #[param(inline)]
        nodes: Option<Nodes>,
        /// How many of the best moves to find, each with its line; 1 if left out.
        #[param(inline, example = 2)]
        lines: Option<LineCount>,
    }
}

/// A game, and what a search found out about it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct AnalysisResponse {
    #[serde(flatten)]
    game: GameView,
    #[serde(flatten)]
    analysis: AnalysisView,
}

/// Analyse a game.
///
/// Answers with the best moves for the side on turn, what each is worth, and what is expected to follow. Depths
/// and node counts give equal answers to equal requests; a time limit does not. The answer takes 60 seconds at
/// most, and the search ends when its caller goes away.
#[utoipa::path(tag = "bot", responses(
    (status = OK, description = "The analysis.", body = AnalysisResponse, example = json!(example_answer())),
    BodyProblems,
    SearchProblems,
))]
#[post("/v1/analysis")]
pub(super) async fn analyse_game(
    request: Json<AnalysisRequest>,
    caller: Caller,
    searches: Data<Searches>,
) -> Result<Json<AnalysisResponse>, ApiError> {
    let question = read(request.0)?;
    analyse(&searches, question, &caller).await.map(Json)
}

/// Analyse a game that the address names.
///
/// The same as the POST form without a time limit, for browsers and caches.
#[utoipa::path(tag = "bot", params(AnalysisQuery), responses(
    (status = OK, description = "The analysis.", body = AnalysisResponse, example = json!(example_answer())),
    QueryProblems,
    SearchProblems,
))]
#[get("/v1/analysis")]
pub(super) async fn query_analysis(
    query: Query<AnalysisQuery>,
    caller: Caller,
    searches: Data<Searches>,
) -> Result<Json<AnalysisResponse>, ApiError> {
    let AnalysisQuery { depth, nodes, lines, .. } = query.0;
    let limits = limits(LimitsInput { depth, nodes, time_ms: None }, lines);
    let question = question(query.0.read_game()?, limits)?;
    analyse(&searches, question, &caller).await.map(Json)
}

fn read(mut request: AnalysisRequest) -> Result<Question, ApiError> {
    let game = request.take_game();
    let input = request.limits.map_or_else(LimitsInput::default, |Object(limits)| limits);
    question(game, limits(input, request.lines))
}

/// What ends the search: the limits, or without any those of the highest level, which has no seed to it.
fn limits(input: LimitsInput, lines: Option<LineCount>) -> Limits {
    let own = Limits::from(input);
    let limits = if own == Limits::default() { Level::MAX.limits(0) } else { own };
    Limits { lines: lines.map_or(1, |lines| lines.get() as usize), ..limits }
}

fn question(game: GameInput, limits: Limits) -> Result<Question, ApiError> {
    Ok(Question { limits, purpose: Purpose::Analysis, game: game.unfinished()? })
}

async fn analyse(
    searches: &Searches,
    question: Question,
    caller: &Caller,
) -> Result<AnalysisResponse, ApiError> {
    let game = (&question.game).into();
    let choice = searches.ask(question, caller.address)?.end().await?;
    Ok(AnalysisResponse { game, analysis: choice.analysis.into() })
}

fn example_request() -> Value {
    json!({"ruleset": "standard", "moves": ["a3a4"], "limits": {"depth": 3}, "lines": 2})
}

fn example_answer() -> AnalysisResponse {
    example(example_request(), |request| {
        let question = read(request)?;
        let choice = question.answer(Duration::MAX, &Stop::default(), &mut |_| ());
        Ok(AnalysisResponse { game: (&question.game).into(), analysis: choice.analysis.into() })
    })
}
