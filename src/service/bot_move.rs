use std::time::Duration;

use actix_web::web::Data;
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::wire::{ActionView, GameInput, GameView, Notation, Object, Whole, game_query, game_request};
use super::{ApiError, BodyProblems, Json, Query, QueryProblems, SearchProblems, Searches, example};
use crate::engine::{self, Choice, Level, Limits, Manners, Score, Stop};
use crate::rules::{Game, PlayError};

/// No search goes on for longer, whatever its limits; the best that was found until then is the answer.
const DEADLINE: Duration = Duration::from_secs(10);

type LevelNumber = Whole<1, 10>;
type Depth = Whole<1, 60>;
type Nodes = Whole<1, 10_000_000>;
type Milliseconds = Whole<1, 10_000>;
/// Up to what every JSON reader keeps exactly.
type Seed = Whole<0, 9_007_199_254_740_991>;

game_request! {
    /// A game, and how well the bot is to play.
    #[schema(example = json!(example_request()))]
    struct BotMoveRequest {
        /// How well to play, from 1 to 10; 5 if no limit is given either.
        #[schema(inline)]
        level: Option<LevelNumber>,
        /// How far to search: instead of a level, or to end sooner than it does.
        #[schema(value_type = Option<LimitsInput>)]
        limits: Option<Object<LimitsInput>>,
        /// What the errors of the lower levels are drawn from: another seed, another game.
        #[schema(inline)]
        seed: Option<Seed>,
        /// Whether the bot may resign a lost game.
        #[serde(default)]
        allow_resign: bool,
    }
}

game_query! {
    struct BotMoveQuery {
        /// How well to play, from 1 to 10; 5 if no limit is given either.
        #[param(inline, example = 3)]
        level: Option<LevelNumber>,
        /// The plies to look ahead: instead of a level, or to end sooner than it does.
        #[param(inline)]
        depth: Option<Depth>,
        /// The positions to visit: instead of a level, or to end sooner than it does.
        #[param(inline)]
        nodes: Option<Nodes>,
        /// What the errors of the lower levels are drawn from: another seed, another game.
        #[param(inline, example = 7)]
        seed: Option<Seed>,
        /// Whether the bot may resign a lost game.
        allow_resign: Option<bool>,
    }
}

/// How far to search; the first limit reached ends the search. With a time, answers may differ.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Limits)]
pub(super) struct LimitsInput {
    /// The plies to look ahead.
    #[schema(inline)]
    depth: Option<Depth>,
    /// The positions to visit.
    #[schema(inline)]
    nodes: Option<Nodes>,
    /// The milliseconds to take.
    #[schema(inline)]
    time_ms: Option<Milliseconds>,
}

/// How the bot is to play.
struct Play {
    level: Option<LevelNumber>,
    limits: Option<LimitsInput>,
    seed: Option<Seed>,
    manners: Manners,
}

impl Play {
    /// What ends the search: the level, the limits, or whichever of both comes first.
    fn limits(&self) -> Limits {
        let LimitsInput { depth, nodes, time_ms } = self.limits.unwrap_or_default();
        let own = Limits {
            depth: depth.map(|depth| depth.get() as u8),
            nodes: nodes.map(Nodes::get),
            time: Some(time_ms.map_or(DEADLINE, |time| Duration::from_millis(time.get()))),
            ..Limits::default()
        };
        let has_own = depth.is_some() || nodes.is_some() || time_ms.is_some();
        let level = match self.level {
            None if has_own => return own,
            None => Level::DEFAULT,
            Some(level) => Level::new(level.get() as u8).expect("its bounds are those of a level"),
        };
        own.or_sooner(level.limits(self.seed.map_or(0, Seed::get)))
    }
}

/// What a game is worth to the side that was on turn.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = Evaluation)]
pub(super) struct EvaluationView {
    /// The lead, in hundredths of a cat; near 30 000 either way where the result is forced.
    #[schema(minimum = -30_000, maximum = 30_000)]
    score: i32,
    /// The chance to win, a draw counted half.
    #[schema(minimum = 0, maximum = 1)]
    win_chance: f64,
    /// The plies to a forced result: positive wins, negative loses; null while nothing is forced.
    #[schema(required, minimum = -1_000, maximum = 1_000)]
    decided_in: Option<i32>,
}

impl From<Score> for EvaluationView {
    fn from(score: Score) -> Self {
        Self { score: score.centi(), win_chance: score.win_chance(), decided_in: score.decided_in() }
    }
}

/// Where a bot's answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Source {
    Search,
    OnlyMove,
}

impl From<engine::Source> for Source {
    fn from(source: engine::Source) -> Self {
        match source {
            engine::Source::Search => Self::Search,
            engine::Source::OnlyMove => Self::OnlyMove,
        }
    }
}

/// The game after the bot's action, and what the bot thought.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct BotMoveResponse {
    #[serde(flatten)]
    game: GameView,
    /// What the bot did.
    action: ActionView,
    /// What the game was worth to the bot before it.
    evaluation: EvaluationView,
    /// The moves that the bot expects, its own best one first.
    #[schema(max_items = 256)]
    line: Vec<Notation>,
    /// The plies that were looked ahead for every move.
    #[schema(maximum = 255)]
    depth: u8,
    /// The positions that were visited.
    #[schema(maximum = 1_000_000_000)]
    nodes: u64,
    /// Where the answer comes from.
    source: Source,
}

/// Let the bot act for the side on turn.
///
/// The bot moves, accepts a standing draw offer that suits it, or resigns if `allow_resign` lets it. Levels,
/// depths and node counts give equal answers to equal requests; a time limit does not. A search never takes
/// longer than 10 seconds, and ends when its caller goes away.
#[utoipa::path(tag = "bot", responses(
    (status = OK, description = "The game after it.", body = BotMoveResponse, example = json!(example_answer())),
    BodyProblems,
    SearchProblems,
))]
#[post("/v1/bot-move")]
pub(super) async fn choose_move(
    request: Json<BotMoveRequest>,
    searches: Data<Searches>,
) -> Result<Json<BotMoveResponse>, ApiError> {
    let (game, play) = read(request.0);
    search(&searches, game, &play).await.map(Json)
}

/// Let the bot act in a game that the address names.
///
/// The same as the POST form without a time limit, for browsers and caches.
#[utoipa::path(tag = "bot", params(BotMoveQuery), responses(
    (status = OK, description = "The game after it.", body = BotMoveResponse, example = json!(example_answer())),
    QueryProblems,
    SearchProblems,
))]
#[get("/v1/bot-move")]
pub(super) async fn query_bot_move(
    query: Query<BotMoveQuery>,
    searches: Data<Searches>,
) -> Result<Json<BotMoveResponse>, ApiError> {
    let BotMoveQuery { level, depth, nodes, seed, allow_resign, .. } = query.0;
    let limits = Some(LimitsInput { depth, nodes, time_ms: None });
    let manners = Manners { may_resign: allow_resign.unwrap_or(false) };
    let play = Play { level, limits, seed, manners };
    search(&searches, query.0.read_game()?, &play).await.map(Json)
}

fn read(mut request: BotMoveRequest) -> (GameInput, Play) {
    let game = request.take_game();
    let BotMoveRequest { level, limits, seed, allow_resign, .. } = request;
    let limits = limits.map(|Object(limits)| limits);
    (game, Play { level, limits, seed, manners: Manners { may_resign: allow_resign } })
}

async fn search(searches: &Searches, input: GameInput, play: &Play) -> Result<BotMoveResponse, ApiError> {
    let limits = play.limits();
    let game = unfinished(input)?;
    let (copy, manners) = (game.clone(), play.manners);
    let choice = searches.run(move |stop| engine::choose(&copy, limits, manners, stop)).await?;
    Ok(response(game, choice))
}

fn unfinished(input: GameInput) -> Result<Game, ApiError> {
    let game = Game::try_from(input)?;
    match game.outcome() {
        None => Ok(game),
        Some(outcome) => {
            Err(ApiError::GameOver { pointer: None, detail: PlayError::GameOver(outcome).to_string() })
        }
    }
}

fn response(mut game: Game, Choice { action, analysis }: Choice) -> BotMoveResponse {
    let position = *game.position();
    let best = analysis.lines.into_iter().next().expect("a search finds a move");
    game.play(action).expect("the bot's actions apply");
    BotMoveResponse {
        game: (&game).into(),
        action: ActionView::new(&position, action),
        evaluation: best.score.into(),
        line: best.moves.into_iter().map(Notation::from).collect(),
        depth: analysis.depth,
        nodes: analysis.nodes,
        source: analysis.source.into(),
    }
}

fn example_request() -> Value {
    json!({"ruleset": "standard", "moves": ["a3a4"], "level": 3, "seed": 7})
}

fn example_answer() -> BotMoveResponse {
    example(example_request(), |request| {
        let (input, play) = read(request);
        let game = unfinished(input)?;
        let choice = engine::choose(&game, play.limits(), play.manners, &Stop::default());
        Ok(response(game, choice))
    })
}
