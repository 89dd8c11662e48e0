use actix_web::web::{self, Data};
use actix_web::{get, post};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::wire::{GameView, MoveView, game_query, game_request, unfinished, wire_enum};
use super::{
    ApiError, BodyProblems, Budget, Caller, Json, NotModified, Query, QueryProblems, States,
    TablebaseProblems, example,
};
use crate::engine::tablebase::{self, RankedMove, Tables, Verdict};
use crate::rules::{Game, Ruleset};

game_request! {
    /// A game with few pieces.
    #[schema(example = json!(example_request()))]
    struct TablebaseRequest {}
}

game_query! {
    example "d7c7" after "7/7/3r3/7/7/3L3/7/7/2R4 b - - 0 1";
    struct TablebaseQuery {}
}

/// How a game ends if both sides play their best, draws by counting and by repetition left aside.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum TableOutcome {
    Win,
    Loss,
    Draw,
}

wire_enum! {
    /// What that comes to once draws by counting and by repetition are thought of: a `cursed_win` is drawn by counting
    /// before it is won, a `maybe_win` may be, and so for losses.
    Category = tablebase::Category {
        Loss = "loss",
        MaybeLoss = "maybe_loss",
        BlessedLoss = "blessed_loss",
        Draw = "draw",
        CursedWin = "cursed_win",
        MaybeWin = "maybe_win",
        Win = "win",
    }
}

/// What the tables tell, to the side on turn.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(super) struct TableVerdict {
    /// How the game ends, counting and repetition aside.
    outcome: TableOutcome,
    /// What that comes to with them.
    category: Category,
    /// The plies to the end: the winner wins as soon as it can, the loser holds out; null for a draw.
    #[schema(required, maximum = 253)]
    plies: Option<u16>,
}

/// A legal move, and what it leads to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct TableMove {
    #[serde(flatten)]
    mv: MoveView,
    #[serde(flatten)]
    verdict: TableVerdict,
}

/// A game, and how it ends.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct TablebaseResponse {
    #[serde(flatten)]
    game: GameView,
    #[serde(flatten)]
    verdict: TableVerdict,
    /// Every legal move with what it leads to, seen by the side that makes it, the best first; the move is one of the
    /// plies.
    #[schema(min_items = 1, max_items = 32)]
    moves: Vec<TableMove>,
}

impl AsRef<GameView> for TablebaseResponse {
    fn as_ref(&self) -> &GameView {
        &self.game
    }
}

impl From<&RankedMove> for TableVerdict {
    fn from(&RankedMove { mv: _, category, verdict }: &RankedMove) -> Self {
        let outcome = match verdict {
            Verdict::Win(_) => TableOutcome::Win,
            Verdict::Draw => TableOutcome::Draw,
            Verdict::Loss(_) => TableOutcome::Loss,
        };
        Self { outcome, category: category.into(), plies: verdict.plies() }
    }
}

/// Tell how a game with few pieces ends.
///
/// From tables that were worked out back from the ends of the game: exact, whatever both sides play. Which tables a
/// server has is told with each ruleset. They know nothing of draws by counting and by repetition, so `outcome` and
/// `plies` leave those aside, and `category` says what is left: a win that needs more plies than the rules allow is a
/// `cursed_win`, one that a capture on the way may yet save is a `maybe_win`.
#[utoipa::path(tag = "bot", responses(
    (status = OK, description = "How it ends.", body = TablebaseResponse, example = json!(example_answer())),
    BodyProblems,
    TablebaseProblems,
))]
#[post("/v1/tablebase")]
pub(super) async fn look_up_game(
    request: Json<TablebaseRequest>,
    caller: Caller,
    states: Data<States>,
    tables: Data<Tables>,
) -> Result<Json<TablebaseResponse>, ApiError> {
    let mut request = request.0;
    let game = states.game(&request.take_game()).await?;
    look_up(game, caller, states, tables).await
}

/// Tell how a game with few pieces ends that the address names.
///
/// The same as the POST form, for browsers and caches.
#[utoipa::path(tag = "bot", params(TablebaseQuery), responses(
    (status = OK, description = "How it ends.", body = TablebaseResponse, example = json!(example_answer())),
    NotModified,
    QueryProblems,
    TablebaseProblems,
))]
#[get("/v1/tablebase")]
pub(super) async fn query_tablebase(
    query: Query<TablebaseQuery>,
    caller: Caller,
    states: Data<States>,
    tables: Data<Tables>,
) -> Result<Json<TablebaseResponse>, ApiError> {
    let game = states.game(&query.0.read_game()?).await?;
    look_up(game, caller, states, tables).await
}

async fn look_up(
    game: Game,
    caller: Caller,
    states: Data<States>,
    tables: Data<Tables>,
) -> Result<Json<TablebaseResponse>, ApiError> {
    let game = unfinished(game)?;
    caller.spend(Budget::Rules).await?;
    // Large tables are read from disk.
    let answer = web::block(move || answer(&tables, &game)).await.map_err(|_| ApiError::Internal)?;
    Ok(Json(states.keep(answer?).await))
}

fn answer(tables: &Tables, game: &Game) -> Result<TablebaseResponse, ApiError> {
    let ranked = tables.rank(game).ok_or_else(|| not_there(tables, game))?;
    let position = game.position();
    let moves = ranked
        .iter()
        .map(|ranked| TableMove { mv: MoveView::new(position, ranked.mv), verdict: ranked.into() });
    Ok(TablebaseResponse { game: game.into(), verdict: (&ranked[0]).into(), moves: moves.collect() })
}

/// Why a game is in no table.
fn not_there(tables: &Tables, game: &Game) -> ApiError {
    let ruleset: &Ruleset = game.position().ruleset();
    let pieces = game.position().occupied().len();
    let detail = match tables.holdings(ruleset).pieces {
        0 => "this server has no tables for these rules".to_owned(),
        most => format!(
            "{pieces} pieces are on the board, and the tables of this server for these rules know {most}"
        ),
    };
    ApiError::NotInTablebase { detail }
}

fn example_request() -> Value {
    json!({"ruleset": "standard", "position": "7/7/3r3/7/7/3L3/7/7/2R4 b - - 0 1", "moves": ["d7c7"]})
}

fn example_answer() -> TablebaseResponse {
    example(example_request(), |mut request: TablebaseRequest| {
        answer(&Tables::shipped(), &request.take_game().game()?)
    })
}
