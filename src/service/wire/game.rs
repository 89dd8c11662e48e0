use std::fmt::{self, Formatter};

use serde::Serialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use utoipa::ToSchema;

use super::position::{PositionInput, PositionView};
use super::record::write_record;
use super::ruleset::{RulesetInput, RulesetView};
use super::{ActionInput, MoveView, WriteJson, wire_enum, write_object};
use crate::rules::{self, Game, Move, MoveList, Outcome, PlayError, Position, Ruleset, Side, Square};
use crate::service::ApiError;
use crate::service::digest::Digest;

/// The most actions a request may carry; a longer game starts from a later position.
pub(in crate::service) const MAX_ACTIONS: usize = 2048;

/// A request that carries a game: four fields and its own. Serde can flatten a struct into another or refuse
/// unknown fields, not both, so the four are written into each.
macro_rules! game_request {
    ($(#[$attribute:meta])* struct $name:ident { $($own:tt)* }) => {
        #[derive(Clone, Debug, serde::Deserialize, utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        $(#[$attribute])*
        pub(in crate::service) struct $name {
            /// The rules: a name, or own rules as an object. Left out, `standard`.
            ruleset: Option<crate::service::wire::RulesetInput>,
            /// Where the game starts: a FEN or an object. Left out, the ruleset's start.
            position: Option<crate::service::wire::PositionInput>,
            /// The actions played from there, in order: the history that repetition and limits are counted in.
            #[serde(default, deserialize_with = "crate::service::wire::bounded_actions")]
            #[schema(max_items = 2048)]
            moves: Vec<crate::service::wire::ActionInput>,
            /// The id of a state an earlier answer named, instead of `ruleset` and `position`.
            #[schema(max_length = 48)]
            state: Option<String>,
            $($own)*
        }

        impl $name {
            /// Takes the game out of the request.
            fn take_game(&mut self) -> crate::service::wire::GameInput {
                crate::service::wire::GameInput {
                    ruleset: self.ruleset.take(),
                    position: self.position.take(),
                    moves: std::mem::take(&mut self.moves),
                    state: self.state.take(),
                }
            }
        }
    };
}
pub(in crate::service) use game_request;

/// The query parameters of such a request: the same four fields and its own; the example is the first move of a game,
/// or a move after `example` position.
macro_rules! game_query {
    ($(#[$attribute:meta])* struct $name:ident { $($own:tt)* }) => {
        crate::service::wire::game_query! { example "a3a4"; $(#[$attribute])* struct $name { $($own)* } }
    };
    (
        example $move:literal $(after $position:literal)?;
        $(#[$attribute:meta])* struct $name:ident { $($own:tt)* }
    ) => {
        #[derive(Clone, Debug, serde::Deserialize, utoipa::IntoParams)]
        $(#[$attribute])*
        #[serde(deny_unknown_fields)]
        #[into_params(parameter_in = Query)]
        pub(in crate::service) struct $name {
            /// The rules: a name, or own rules as a JSON object. Left out, `standard`.
            #[param(max_length = 2048, example = "standard")]
            ruleset: Option<String>,
            /// Where the game starts: a FEN, or a JSON object. Left out, the ruleset's start.
            #[param(max_length = 2048 $(, example = $position)?)]
            position: Option<String>,
            /// The actions played from there, in order: moves separated by commas, or any actions as a JSON array.
            #[param(value_type = Option<Vec<crate::service::wire::Notation>>, max_items = 2048)]
            #[param(style = Form, explode = false, example = json!([$move]))]
            moves: Option<String>,
            /// The id of a state an earlier answer named, instead of `ruleset` and `position`.
            #[param(max_length = 48)]
            state: Option<String>,
            $($own)*
        }

        impl $name {
            /// Reads the game as the body of a request would be.
            fn read_game(&self) -> Result<crate::service::wire::GameInput, crate::service::ApiError> {
                use crate::service::extract::{list, text_or_json};
                Ok(crate::service::wire::GameInput {
                    ruleset: self.ruleset.as_deref().map(|text| text_or_json(text, "/ruleset")).transpose()?,
                    position: self.position.as_deref().map(|text| text_or_json(text, "/position")).transpose()?,
                    moves: list(self.moves.as_deref(), "/moves", crate::service::wire::MAX_ACTIONS)?,
                    state: self.state.clone(),
                })
            }
        }
    };
}
pub(in crate::service) use game_query;

/// Reads actions until there are too many.
pub(in crate::service) fn bounded_actions<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<ActionInput>, D::Error> {
    deserializer.deserialize_seq(ActionsVisitor)
}

struct ActionsVisitor;

impl<'de> Visitor<'de> for ActionsVisitor {
    type Value = Vec<ActionInput>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("an array of actions")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<ActionInput>, A::Error> {
        let mut actions = Vec::new();
        while let Some(action) = items.next_element()? {
            if actions.len() == MAX_ACTIONS {
                return Err(A::Error::custom(format_args!(
                    "more than {MAX_ACTIONS} actions: start from a later position"
                )));
            }
            actions.push(action);
        }
        Ok(actions)
    }
}

/// What a request says of its game.
#[derive(Clone, Debug)]
pub(in crate::service) struct GameInput {
    pub(in crate::service) ruleset: Option<RulesetInput>,
    pub(in crate::service) position: Option<PositionInput>,
    pub(in crate::service) moves: Vec<ActionInput>,
    pub(in crate::service) state: Option<String>,
}

impl GameInput {
    /// The id of the state it starts from, if it names one.
    ///
    /// # Errors
    ///
    /// It says where it starts in two ways.
    pub(in crate::service) fn state(&self) -> Result<Option<&str>, ApiError> {
        let Some(state) = self.state.as_deref() else { return Ok(None) };
        let detail = "a state holds ruleset and position: send them or the state, not both".to_owned();
        if self.ruleset.is_some() {
            return Err(ApiError::InvalidRuleset { pointer: "/ruleset".to_owned(), detail });
        }
        if self.position.is_some() {
            return Err(ApiError::InvalidPosition { pointer: "/position".to_owned(), detail });
        }
        Ok(Some(state))
    }

    /// The game before its moves, if it starts from a position.
    pub(in crate::service) fn start(&self) -> Result<Game, ApiError> {
        let ruleset = self.ruleset.as_ref().map_or(Ok(Ruleset::default()), Ruleset::try_from)?;
        let position = match &self.position {
            Some(input) => input.position(&ruleset)?,
            None => Position::new(&ruleset.start, &ruleset).expect("a ruleset's start is checked with it"),
        };
        Ok(Game::new(position))
    }

    /// The game, if it starts from a position.
    pub(in crate::service) fn game(&self) -> Result<Game, ApiError> {
        self.play(self.start()?)
    }

    /// Plays the moves of a game that stands before them.
    pub(in crate::service) fn play(&self, mut game: Game) -> Result<Game, ApiError> {
        game.reserve(self.moves.len());
        for (i, input) in self.moves.iter().enumerate() {
            input.play(&mut game).map_err(|refusal| refusal.at(format!("/moves/{i}")))?;
        }
        Ok(game)
    }
}

/// The game, if there is still something to choose in it.
pub(in crate::service) fn unfinished(game: Game) -> Result<Game, ApiError> {
    match game.outcome() {
        None => Ok(game),
        Some(outcome) => {
            Err(ApiError::GameOver { pointer: None, detail: PlayError::GameOver(outcome).to_string() })
        }
    }
}

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::service) enum Phase {
    Playing,
    Won,
    Drawn,
}

wire_enum! {
    /// What ended a game.
    EndReason = rules::EndReason {
        DenEntered = "den_entered",
        AllCaptured = "all_captured",
        NoLegalMoves = "no_legal_moves",
        Repetition = "repetition",
        NoCaptureLimit = "no_capture_limit",
        PlyLimit = "ply_limit",
        Resignation = "resignation",
        Agreement = "agreement",
    }
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Status)]
pub(in crate::service) struct StatusView {
    /// Whether the game goes on.
    phase: Phase,
    /// The seat that won; null while the game goes on and after a draw.
    #[schema(required, maximum = 1)]
    winner: Option<u8>,
    /// What ended the game; null while it goes on.
    #[schema(required)]
    reason: Option<EndReason>,
}

impl WriteJson for StatusView {
    fn write_json(&self, text: &mut Vec<u8>) {
        write_object!(text,
            r#"{"phase":"# => self.phase,
            r#","winner":"# => self.winner,
            r#","reason":"# => self.reason,
        );
    }
}

impl WriteJson for Phase {
    fn write_json(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(match self {
            Self::Playing => br#""playing""#,
            Self::Won => br#""won""#,
            Self::Drawn => br#""drawn""#,
        });
    }
}

impl From<Option<Outcome>> for StatusView {
    fn from(outcome: Option<Outcome>) -> Self {
        let Some(Outcome { winner, reason }) = outcome else {
            return Self { phase: Phase::Playing, winner: None, reason: None };
        };
        Self {
            phase: if winner.is_some() { Phase::Won } else { Phase::Drawn },
            winner: winner.map(Side::seat),
            reason: Some(reason.into()),
        }
    }
}

/// A game in an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Game)]
pub(in crate::service) struct GameView {
    /// The id of the game's content: equal games have equal ids.
    #[schema(value_type = String, pattern = "^[0-9a-f]{48}$", min_length = 48, max_length = 48)]
    state: Digest,
    /// The record of the game, which its id is the digest of.
    #[serde(skip)]
    record: Vec<u8>,
    /// The rules: the name, or the whole object where they have none.
    ruleset: RulesetView,
    /// Where the game stands.
    position: PositionView,
    /// How the game stands.
    status: StatusView,
    /// The legal moves, by `from`, then `to`; none once the game is over.
    #[schema(max_items = 32)]
    legal_moves: Vec<MoveView>,
}

impl GameView {
    /// Leaves only the moves that a predicate keeps.
    pub(in crate::service) fn with_moves(game: &Game, keep: impl Fn(&Move) -> bool) -> Self {
        let moves = game.legal_moves();
        // How many the predicate keeps is not known before.
        let mut legal_moves = Vec::with_capacity(moves.len());
        legal_moves.extend(sorted(moves).filter(keep).map(|mv| MoveView::new(game.position(), mv)));
        let mut record = Vec::new();
        write_record(game, &mut record);
        Self {
            state: Digest::of(&record),
            record,
            ruleset: game.position().ruleset().into(),
            position: game.into(),
            status: game.outcome().into(),
            legal_moves,
        }
    }
}

impl GameView {
    /// The id of the game.
    pub(in crate::service) fn state(&self) -> Digest {
        self.state
    }

    /// The record that the id is the digest of.
    pub(in crate::service) fn record(&self) -> &[u8] {
        &self.record
    }
}

impl AsRef<Self> for GameView {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl WriteJson for GameView {
    fn write_json(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(br#"{"state":""#);
        text.extend_from_slice(&self.state.digits());
        write_object!(text,
            r#"","ruleset":"# => self.ruleset,
            r#","position":"# => self.position,
            r#","status":"# => self.status,
            r#","legal_moves":"# => self.legal_moves[..],
        );
    }
}

impl From<&Game> for GameView {
    fn from(game: &Game) -> Self {
        Self::with_moves(game, |_| true)
    }
}

/// Every square, column by column.
const BY_COLUMN: [Square; Square::COUNT] = {
    let (columns, rows) = (Square::COLUMNS as usize, Square::ROWS as usize);
    let mut squares = Square::ALL;
    let mut i = 0;
    while i < Square::COUNT {
        squares[i] = Square::ALL[i % rows * columns + i / rows];
        i += 1;
    }
    squares
};

/// Sorts moves by the `[col, row]` of `from`, then of `to`.
fn sorted(moves: MoveList) -> impl Iterator<Item = Move> {
    let place = |square: Square| square.column() * Square::ROWS + square.row();
    // As plain numbers, since those are sorted several times faster than moves by a key.
    let mut keys: Vec<u16> =
        moves.into_iter().map(|mv| u16::from_be_bytes([place(mv.from), place(mv.to)])).collect();
    keys.sort_unstable();
    let square = |place: u8| BY_COLUMN[usize::from(place)];
    keys.into_iter().map(u16::to_be_bytes).map(move |[from, to]| Move { from: square(from), to: square(to) })
}
