use std::sync::Arc;

use actix_web::web::Data;
use actix_web::{get, web};

use super::cache::{Cache, Key, Kind};
use super::digest::Digest;
use super::wire::{GameInput, GameView, MAX_ACTIONS, Written, read_record};
use super::{ApiError, Budget, Caller, NotModified, StateProblems};
use crate::rules::{Game, Position, Ruleset, Setup};

/// What an entry begins with: the version of what comes after it.
const VERSION: &[u8] = b"1 ";

/// The games of answers, by their ids.
#[derive(Debug)]
pub(super) struct States(Arc<Cache>);

impl States {
    pub(super) fn new(cache: Arc<Cache>) -> Self {
        Self(cache)
    }

    /// The game that a request asks about.
    pub(super) async fn game(&self, input: &GameInput) -> Result<Game, ApiError> {
        input.play(self.start(input).await?)
    }

    /// The game that a request asks about, before its moves.
    pub(super) async fn start(&self, input: &GameInput) -> Result<Game, ApiError> {
        let Some(id) = input.state()? else { return input.start() };
        let pointer = Some("/state".to_owned());
        let Some(game) = self.find(id).await else { return Err(ApiError::StateNotFound { pointer }) };
        let actions = game.actions().len() + input.moves.len();
        if actions > MAX_ACTIONS {
            let detail = format!(
                "{actions} actions with those of the state, more than {MAX_ACTIONS}: start from a later position"
            );
            return Err(ApiError::Malformed { pointer, detail });
        }
        Ok(game)
    }

    /// The game with an id, if it is still known.
    async fn find(&self, id: &str) -> Option<Game> {
        let digest: Digest = id.parse().ok()?;
        let read = |entry: &[u8]| {
            let record = entry.strip_prefix(VERSION).filter(|record| Digest::of(record) == digest)?;
            read_record(str::from_utf8(record).ok()?)
        };
        self.0.get(&Key { kind: Kind::State, digest }, read).await
    }

    /// Keeps the game of an answer under its id, and passes the answer on.
    pub(super) async fn keep<Answer: AsRef<GameView>>(&self, answer: Answer) -> Answer {
        let view = answer.as_ref();
        let key = Key { kind: Kind::State, digest: view.state() };
        self.0.put(&key, || [VERSION, view.record()].concat().into()).await;
        answer
    }
}

/// Show a cached state.
///
/// States are kept for a day after their last use, but any of them may be gone at any time: then send position and
/// moves instead.
#[utoipa::path(
    tag = "rules",
    params(("id" = String, Path, description = "The id that an answer gave as `state`.", max_length = 48,
        example = "662a54f3101436a3f76fd789dbf7f0158f6f424f16018f95")),
    responses((status = OK, description = "The game.", body = GameView, example = json!(example_answer())), NotModified, StateProblems)
)]
#[get("/v1/states/{id}")]
pub(super) async fn show_state(
    id: web::Path<String>,
    caller: Caller,
    states: Data<States>,
) -> Result<Written<GameView>, ApiError> {
    let game = states.find(&id).await.ok_or(ApiError::StateNotFound { pointer: None })?;
    caller.spend(Budget::Rules).await?;
    Ok(Written(states.keep(GameView::from(&game)).await))
}

fn example_answer() -> GameView {
    let setup: Setup = "7/3C3/7/7/7/7/7/7/r6 w".parse().expect("the example is a FEN");
    let position = Position::new(&setup, &Ruleset::STANDARD).expect("the example is a legal position");
    GameView::from(&Game::new(position))
}
