use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Data;
use actix_web::{HttpResponse, get, post};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::answers::{Answers, Following, Inquiry};
use super::caller::Caller;
use super::events::{Event, event_stream};
use super::media::MediaType;
use super::searches::{News, Purpose};
use super::visit::RequestId;
use super::wire::{
    AnalysisView, Depth, GameView, LimitsInput, Nodes, Object, Whole, game_query, game_request,
};
use super::{
    ApiError, BodyProblems, Budget, Json, NotModified, Query, QueryProblems, SearchProblems, States, edge,
    example,
};
use crate::engine::{Analysis, Level, Limits};
use crate::rules::Game;

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
/// most, and the search ends when its caller goes away. Where endgame tables know the game, `source` is `tablebase`
/// and `decided_in` exact.
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
    request: Json<AnalysisRequest>,
    caller: Caller,
    states: Data<States>,
    answers: Data<Answers>,
) -> Result<HttpResponse, ApiError> {
    let mut request = request.0;
    let game = states.game(&request.take_game()).await?;
    let asked = Asked::new(request.inquiry(game)?);
    caller.spend(Budget::Searches).await?;
    answer(answers, states.keep(asked).await, caller).await
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
    NotModified,
    QueryProblems,
    SearchProblems,
))]
#[get("/v1/analysis")]
pub(super) async fn query_analysis(
    query: Query<AnalysisQuery>,
    caller: Caller,
    states: Data<States>,
    answers: Data<Answers>,
) -> Result<HttpResponse, ApiError> {
    let AnalysisQuery { depth, nodes, lines, .. } = query.0;
    let limits = limits(LimitsInput { depth, nodes, time_ms: None }, lines);
    let game = states.game(&query.0.read_game()?).await?;
    let asked = Asked::new(Inquiry::new(game, limits, Purpose::Analysis)?);
    caller.spend(Budget::Searches).await?;
    answer(answers, states.keep(asked).await, caller).await
}

impl AnalysisRequest {
    fn inquiry(self, game: Game) -> Result<Inquiry, ApiError> {
        let input = self.limits.map_or_else(LimitsInput::default, |Object(limits)| limits);
        Inquiry::new(game, limits(input, self.lines), Purpose::Analysis)
    }
}

/// A game that is to be analysed, and what is answered of it in any case.
struct Asked {
    game: GameView,
    inquiry: Inquiry,
}

impl Asked {
    fn new(inquiry: Inquiry) -> Self {
        Self { game: (&inquiry.game).into(), inquiry }
    }
}

impl AsRef<GameView> for Asked {
    fn as_ref(&self) -> &GameView {
        &self.game
    }
}

/// What ends the search: the limits, or without any those of the highest level, which has no seed to it.
fn limits(input: LimitsInput, lines: Option<LineCount>) -> Limits {
    let own = Limits::from(input);
    let limits = if own == Limits::default() { Level::MAX.limits(0) } else { own };
    Limits { lines: lines.map_or(1, |lines| lines.get() as usize), ..limits }
}

async fn answer(
    answers: Data<Answers>,
    Asked { game, inquiry }: Asked,
    caller: Caller,
) -> Result<HttpResponse, ApiError> {
    let mut response = if caller.visit.wants.get() == MediaType::EventStream {
        let following = answers.into_inner().follow(inquiry, &caller.visit.client).await?;
        event_stream(events(following, game, caller.visit.id))
    } else {
        let (choice, source) = answers.find(&inquiry, &caller.visit.client).await?;
        caller.visit.source.set(Some(source));
        Json(response(game, choice.analysis)).into_response()
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept"));
    Ok(response)
}

/// What becomes known of a search, up to its end.
fn events(following: Following, game: GameView, id: RequestId) -> impl Stream<Item = Event> {
    stream::unfold(Some((following, game)), move |search| async move {
        let (mut following, game) = search?;
        Some(match following.next().await {
            News::Depth(analysis) => (depth_event(analysis), Some((following, game))),
            News::End(Ok(found)) => (Event::new("done", &response(game, found.choice.analysis)), None),
            News::End(Err(error)) => (Event::new("problem", &edge::told(&error, id)), None),
        })
    })
}

fn depth_event(analysis: Analysis) -> Event {
    Event::new("depth", &AnalysisView::from(analysis))
}

fn response(game: GameView, analysis: Analysis) -> AnalysisResponse {
    AnalysisResponse { game, analysis: analysis.into() }
}

fn example_request() -> Value {
    json!({"ruleset": "standard", "moves": ["a3a4"], "limits": {"depth": 3}, "lines": 2})
}

fn example_inquiry() -> Asked {
    example(example_request(), |mut request: AnalysisRequest| {
        let game = request.take_game().game()?;
        request.inquiry(game).map(Asked::new)
    })
}

fn example_answer() -> AnalysisResponse {
    let Asked { game, inquiry } = example_inquiry();
    response(game, inquiry.answer(|_| ()).analysis)
}

fn example_events() -> String {
    let Asked { game, inquiry } = example_inquiry();
    let mut events = Vec::new();
    let analysis = inquiry.answer(|analysis| events.push(depth_event(analysis))).analysis;
    events.push(depth_event(analysis.clone()));
    events.push(Event::new("done", &response(game, analysis)));
    (1..).zip(&events).map(|(id, event)| event.text(id)).collect()
}
