use actix_web::web::Data;
use actix_web::{get, post};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::answers::{Answers, Inquiry};
use super::searches::Purpose;
use super::wire::{
    ActionView, Depth, EvaluationView, GameView, LimitsInput, LineView, Nodes, Notation, Object, Source,
    Whole, WriteJson, Written, game_query, game_request, write_with_game,
};
use super::{
    ApiError, BodyProblems, Budget, Caller, Json, NotModified, Query, QueryProblems, SearchProblems, States,
    example,
};
use crate::engine::{Choice, Level, Limits, Manners};
use crate::rules::Game;

type LevelNumber = Whole<1, 10>;
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
        let own = Limits::from(self.limits.unwrap_or_default());
        let level = match self.level {
            None if own != Limits::default() => return own,
            None => Level::DEFAULT,
            Some(level) => Level::new(level.get() as u8).expect("its bounds are those of a level"),
        };
        own.or_sooner(level.limits(self.seed.map_or(0, Seed::get)))
    }

    fn inquiry(&self, game: Game) -> Result<Inquiry, ApiError> {
        Inquiry::new(game, self.limits(), Purpose::BotMove(self.manners))
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

impl WriteJson for BotMoveResponse {
    fn write_json(&self, text: &mut Vec<u8>) {
        write_with_game!(text, &self.game,
            r#","action":"# => self.action,
            r#","evaluation":"# => self.evaluation,
            r#","line":"# => self.line[..],
            r#","depth":"# => self.depth,
            r#","nodes":"# => self.nodes,
            r#","source":"# => self.source,
        );
    }
}

/// Let the bot act for the side on turn.
///
/// The bot moves, accepts a standing draw offer that suits it, or resigns if `allow_resign` lets it. Levels,
/// depths and node counts give equal answers to equal requests; a time limit does not. The answer takes 10 seconds
/// at most, and the search ends when its caller goes away. From level 8 on, and with limits alone, it plays endings by
/// the tables that the server has: then `source` is `tablebase`.
#[utoipa::path(tag = "bot", responses(
    (status = OK, description = "The game after it.", body = BotMoveResponse, example = json!(example_answer())),
    BodyProblems,
    SearchProblems,
))]
#[post("/v1/bot-move")]
pub(super) async fn choose_move(
    request: Json<BotMoveRequest>,
    caller: Caller,
    states: Data<States>,
    answers: Data<Answers>,
) -> Result<Written<BotMoveResponse>, ApiError> {
    let mut request = request.0;
    let game = states.game(&request.take_game()).await?;
    let inquiry = request.play().inquiry(game)?;
    caller.spend(Budget::Searches).await?;
    let (choice, source) = answers.find(&inquiry, &caller.visit.client).await?;
    caller.visit.source.set(Some(source));
    Ok(Written(states.keep(response(inquiry.game, choice)).await))
}

/// Let the bot act in a game that the address names.
///
/// The same as the POST form without a time limit, for browsers and caches.
#[utoipa::path(tag = "bot", params(BotMoveQuery), responses(
    (status = OK, description = "The game after it.", body = BotMoveResponse, example = json!(example_answer())),
    NotModified,
    QueryProblems,
    SearchProblems,
))]
#[get("/v1/bot-move")]
pub(super) async fn query_bot_move(
    query: Query<BotMoveQuery>,
    caller: Caller,
    states: Data<States>,
    answers: Data<Answers>,
) -> Result<Written<BotMoveResponse>, ApiError> {
    let BotMoveQuery { level, depth, nodes, seed, allow_resign, .. } = query.0;
    let limits = Some(LimitsInput { depth, nodes, time_ms: None });
    let manners = Manners { may_resign: allow_resign.unwrap_or(false) };
    let game = states.game(&query.0.read_game()?).await?;
    let inquiry = Play { level, limits, seed, manners }.inquiry(game)?;
    caller.spend(Budget::Searches).await?;
    let (choice, source) = answers.find(&inquiry, &caller.visit.client).await?;
    caller.visit.source.set(Some(source));
    Ok(Written(states.keep(response(inquiry.game, choice)).await))
}

impl BotMoveRequest {
    fn play(self) -> Play {
        let Self { level, limits, seed, allow_resign, .. } = self;
        let limits = limits.map(|Object(limits)| limits);
        Play { level, limits, seed, manners: Manners { may_resign: allow_resign } }
    }
}

impl AsRef<GameView> for BotMoveResponse {
    fn as_ref(&self) -> &GameView {
        &self.game
    }
}

fn response(mut game: Game, Choice { action, analysis }: Choice) -> BotMoveResponse {
    let position = *game.position();
    let best = analysis.lines.into_iter().next().expect("a search finds a move");
    let LineView { evaluation, moves: line } = best.into();
    game.play(action).expect("the bot's actions apply");
    BotMoveResponse {
        game: (&game).into(),
        action: ActionView::new(&position, action),
        evaluation,
        line,
        depth: analysis.depth,
        nodes: analysis.nodes,
        source: analysis.source.into(),
    }
}

fn example_request() -> Value {
    json!({"ruleset": "standard", "moves": ["a3a4"], "level": 3, "seed": 7})
}

fn example_answer() -> BotMoveResponse {
    example(example_request(), |mut request: BotMoveRequest| {
        let game = request.take_game().game()?;
        let inquiry = request.play().inquiry(game)?;
        let choice = inquiry.answer(|_| ());
        Ok(response(inquiry.game, choice))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Action, Position, Ruleset, Side};
    use crate::service::wire::assert_twins;

    #[test]
    fn an_answer_is_written_as_it_would_be_serialized() {
        let mut answer = example_answer();
        assert_twins(&answer);
        let position = Position::new(&Ruleset::STANDARD.start, &Ruleset::STANDARD).unwrap();
        for action in [Action::Resign(Side::White), Action::AcceptDraw(Side::Black)] {
            answer.action = ActionView::new(&position, action);
            assert_twins(&answer);
        }
    }
}
