use std::time::Duration;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Data;
use actix_web::{HttpResponse, get, post};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::caller::{Caller, RequestId};
use super::events::{Event, event_stream};
use super::media::MediaType;
use super::searches::{News, Purpose, Question, Searches, Ticket};
use super::wire::{
    AnalysisView, Depth, GameInput, GameView, LimitsInput, Nodes, Object, Whole, game_query, game_request,
};
use super::{ApiError, BodyProblems, Json, Query, QueryProblems, SearchProblems, edge, example};
use crate::engine::{Analysis, Choice, Level, Limits, Stop};

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

/// The same bit by bit, as server-sent events.
#[derive(Clone, Debug, ToSchema)]
#[schema(value_type = String, max_length = 16_777_216)]
#[expect(dead_code, reason = "the document needs it, the code writes events")]
pub(super) struct AnalysisEvents(String);

/// Analyse a game.
///
/// Answers with the best moves for the side on turn, what each is worth, and what is expected to follow. Depths
/// and node counts give equal answers to equal requests; a time limit does not. The answer takes 60 seconds at
/// most, and the search ends when its caller goes away.
///
/// With `Accept: text/event-stream` the answer comes as server-sent events while the search goes on: `depth` after
/// each depth that was finished, with `lines`, `depth`, `nodes` and `source` as known by then; at last `done` with
/// the whole answer, or `problem` with the problem if the search fails. Events are counted by their `id`. Between
/// them come comments, so that the connection stays open. A stream cannot be resumed: with `Last-Event-ID` as
/// without, it starts anew. So let an `EventSource`, which connects again after the end, be closed at `done`.
#[utoipa::path(tag = "bot", responses(
    (status = OK, description = "The analysis.", content(
        (AnalysisResponse = "application/json", example = json!(example_answer())),
        (AnalysisEvents = "text/event-stream", example = json!(example_events())),
    )),
    BodyProblems,
    SearchProblems,
))]
#[post("/v1/analysis")]
pub(super) async fn analyse_game(
    media_type: MediaType,
    request: Json<AnalysisRequest>,
    caller: Caller,
    searches: Data<Searches>,
) -> Result<HttpResponse, ApiError> {
    answer(&searches, read(request.0)?, media_type, caller).await
}

/// Analyse a game that the address names.
///
/// The same as the POST form without a time limit, for browsers and caches, and for `EventSource`, which can only
/// ask this way.
#[utoipa::path(tag = "bot", params(AnalysisQuery), responses(
    (status = OK, description = "The analysis.", content(
        (AnalysisResponse = "application/json", example = json!(example_answer())),
        (AnalysisEvents = "text/event-stream", example = json!(example_events())),
    )),
    QueryProblems,
    SearchProblems,
))]
#[get("/v1/analysis")]
pub(super) async fn query_analysis(
    media_type: MediaType,
    query: Query<AnalysisQuery>,
    caller: Caller,
    searches: Data<Searches>,
) -> Result<HttpResponse, ApiError> {
    let AnalysisQuery { depth, nodes, lines, .. } = query.0;
    let limits = limits(LimitsInput { depth, nodes, time_ms: None }, lines);
    let question = question(query.0.read_game()?, limits)?;
    answer(&searches, question, media_type, caller).await
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

async fn answer(
    searches: &Searches,
    question: Question,
    media_type: MediaType,
    caller: Caller,
) -> Result<HttpResponse, ApiError> {
    let game = GameView::from(&question.game);
    let mut ticket = searches.ask(question, caller.address)?;
    let mut response = match media_type {
        MediaType::Json => Json(response(game, ticket.end().await?)).into_response(),
        MediaType::EventStream => event_stream(events(ticket, game, caller.id)),
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept"));
    Ok(response)
}

/// What becomes known of a search, up to its end.
fn events(ticket: Ticket, game: GameView, id: RequestId) -> impl Stream<Item = Event> {
    stream::unfold(Some((ticket, game)), move |search| async move {
        let (mut ticket, game) = search?;
        Some(match ticket.next().await {
            News::Depth(analysis) => (depth_event(analysis), Some((ticket, game))),
            News::End(Ok(choice)) => (Event::new("done", &response(game, choice)), None),
            News::End(Err(error)) => (Event::new("problem", &edge::told(&error, id)), None),
        })
    })
}

fn depth_event(analysis: Analysis) -> Event {
    Event::new("depth", &AnalysisView::from(analysis))
}

fn response(game: GameView, choice: Choice) -> AnalysisResponse {
    AnalysisResponse { game, analysis: choice.analysis.into() }
}

fn example_request() -> Value {
    json!({"ruleset": "standard", "moves": ["a3a4"], "limits": {"depth": 3}, "lines": 2})
}

fn example_answer() -> AnalysisResponse {
    example(example_request(), |request| {
        let question = read(request)?;
        let choice = question.answer(Duration::MAX, &Stop::default(), &mut |_| ());
        Ok(response((&question.game).into(), choice))
    })
}

fn example_events() -> String {
    example(example_request(), |request| {
        let question = read(request)?;
        let mut events = Vec::new();
        let mut report = |analysis: &Analysis| events.push(depth_event(analysis.clone()));
        let choice = question.answer(Duration::MAX, &Stop::default(), &mut report);
        events.push(depth_event(choice.analysis.clone()));
        events.push(Event::new("done", &response((&question.game).into(), choice)));
        Ok((1..).zip(&events).map(|(id, event)| event.text(id)).collect())
    })
}
