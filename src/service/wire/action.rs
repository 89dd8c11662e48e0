use serde::de::IntoDeserializer;
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use super::position::{Kind, Seat, side_of};
use super::text_or::TextOr;
use super::{SquareInput, SquareView, WriteJson, write_object};
use crate::rules::reach::crossing_between;
use crate::rules::{Action, Game, Illegality, Move, ParseMoveError, PlayError, Position, Side};
use crate::service::ApiError;

/// The type of a move.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::service) enum MoveType {
    Move,
}

/// The type of an action that moves no piece.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::service) enum PlayerActionType {
    Resign,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
}

/// A move in a request.
#[derive(Clone, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::service) struct MoveInput {
    /// Says that this is a move; may be left out.
    #[expect(dead_code, reason = "the document needs it, the code has the enum's variant")]
    r#type: Option<MoveType>,
    /// Where the piece stands.
    from: SquareInput,
    /// Where it is to go.
    to: SquareInput,
}

/// An action in a request that moves no piece.
#[derive(Clone, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::service) struct PlayerActionInput {
    /// What the player does.
    r#type: PlayerActionType,
    /// Whose action it is; left out, the side on turn's.
    #[schema(inline)]
    seat: Option<Seat>,
}

/// An action in a request: a move such as `"a3a4"` or `{"from": [0, 2], "to": [0, 3]}`, or a player's word.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged, try_from = "TextOr<'_, ActionFields>")]
pub(in crate::service) enum ActionInput {
    /// A move as text: two squares.
    Text(Notation),
    /// A move as an object.
    Move(MoveInput),
    /// Any other action.
    Player(PlayerActionInput),
}

/// Every field an action may have; which of them it must have hangs on its type.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionFields {
    r#type: Option<String>,
    from: Option<SquareInput>,
    to: Option<SquareInput>,
    seat: Option<Seat>,
}

impl TryFrom<TextOr<'_, ActionFields>> for ActionInput {
    type Error = String;

    fn try_from(input: TextOr<'_, ActionFields>) -> Result<Self, String> {
        match input {
            TextOr::Text(text) => match text.parse() {
                Ok(mv) => Ok(Self::Text(Notation(mv))),
                Err(ParseMoveError) => Err(ParseMoveError.to_string()),
            },
            TextOr::Object(fields) => match fields.r#type.as_deref() {
                None | Some("move") => fields.into_move().map(Self::Move),
                Some(_) => fields.into_player_action().map(Self::Player),
            },
        }
    }
}

impl ActionFields {
    fn into_move(self) -> Result<MoveInput, String> {
        match self {
            Self { from: Some(from), to: Some(to), seat: None, r#type } => {
                Ok(MoveInput { r#type: r#type.map(|_| MoveType::Move), from, to })
            }
            Self { seat: Some(_), .. } => Err("a move has no `seat`: it is the side on turn's".to_owned()),
            _ => Err("a move needs `from` and `to`".to_owned()),
        }
    }

    fn into_player_action(self) -> Result<PlayerActionInput, String> {
        let name: StrDeserializer<'_, ValueError> =
            self.r#type.as_deref().unwrap_or_default().into_deserializer();
        let r#type = PlayerActionType::deserialize(name).map_err(|error| format!("{error}"))?;
        if self.from.is_some() || self.to.is_some() {
            return Err("only a move has `from` and `to`".to_owned());
        }
        Ok(PlayerActionInput { r#type, seat: self.seat })
    }
}

impl ActionInput {
    /// Whether it is a move.
    pub(in crate::service) fn is_move(&self) -> bool {
        !matches!(self, Self::Player(_))
    }

    /// Plays the action in a game.
    pub(in crate::service) fn play(&self, game: &mut Game) -> Result<Action, Refusal> {
        self.play_by(game, Game::play)
    }

    /// Plays the action in a game that goes on past draws by counting.
    pub(in crate::service) fn play_past_draws(&self, game: &mut Game) -> Result<Action, Refusal> {
        self.play_by(game, Game::play_past_draws)
    }

    fn play_by(
        &self,
        game: &mut Game,
        play: impl FnOnce(&mut Game, Action) -> Result<(), PlayError>,
    ) -> Result<Action, Refusal> {
        let action = self.action(game.position().turn()).map_err(|off_board| match game.outcome() {
            Some(outcome) => PlayError::GameOver(outcome).into(),
            None => off_board,
        })?;
        play(game, action)?;
        Ok(action)
    }

    fn action(&self, turn: Side) -> Result<Action, Refusal> {
        match self {
            Self::Text(Notation(mv)) => Ok(Action::Move(*mv)),
            Self::Move(mv) => {
                let on_board = |square: SquareInput| square.get().ok_or_else(|| Refusal::off_board(square));
                Ok(Action::Move(Move { from: on_board(mv.from)?, to: on_board(mv.to)? }))
            }
            Self::Player(player) => {
                let side = player.seat.map_or(turn, side_of);
                Ok(match player.r#type {
                    PlayerActionType::Resign => Action::Resign(side),
                    PlayerActionType::OfferDraw => Action::OfferDraw(side),
                    PlayerActionType::AcceptDraw => Action::AcceptDraw(side),
                    PlayerActionType::DeclineDraw => Action::DeclineDraw(side),
                })
            }
        }
    }
}

/// Why an action does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RefusalReason)]
pub(in crate::service) enum Reason {
    GameOver,
    OffBoard,
    EmptySquare,
    NotYourPiece,
    NotAStep,
    OwnDen,
    OwnTrap,
    Water,
    CannotJump,
    JumpBlocked,
    OwnPiece,
    WaterAndLand,
    ElephantCannotTakeRat,
    RankTooLow,
    NoDrawOffer,
    OwnDrawOffer,
}

impl From<&Illegality> for Reason {
    fn from(illegality: &Illegality) -> Self {
        match illegality {
            Illegality::EmptySquare(_) => Self::EmptySquare,
            Illegality::NotYourPiece(..) => Self::NotYourPiece,
            Illegality::NotAStep(_) => Self::NotAStep,
            Illegality::OwnDen(_) => Self::OwnDen,
            Illegality::OwnTrap(_) => Self::OwnTrap,
            Illegality::Water(..) => Self::Water,
            Illegality::CannotJump(..) => Self::CannotJump,
            Illegality::JumpBlocked(_) => Self::JumpBlocked,
            Illegality::OwnPiece(..) => Self::OwnPiece,
            Illegality::WaterAndLand(..) => Self::WaterAndLand,
            Illegality::ElephantCannotTakeRat(_) => Self::ElephantCannotTakeRat,
            Illegality::RankTooLow { .. } => Self::RankTooLow,
        }
    }
}

/// The reason why an action does not apply, with a sentence on it.
#[derive(Clone, Debug)]
pub(in crate::service) struct Refusal {
    pub(in crate::service) reason: Reason,
    pub(in crate::service) detail: String,
}

impl Refusal {
    pub(in crate::service) fn off_board(square: SquareInput) -> Self {
        Self { reason: Reason::OffBoard, detail: format!("{square} is not on the board") }
    }

    /// The failure of a request whose action at a pointer was refused.
    pub(in crate::service) fn at(self, pointer: impl Into<String>) -> ApiError {
        let (pointer, detail) = (Some(pointer.into()), self.detail);
        match self.reason {
            Reason::GameOver => ApiError::GameOver { pointer, detail },
            reason => ApiError::IllegalAction { reason, pointer, detail },
        }
    }
}

impl From<PlayError> for Refusal {
    fn from(error: PlayError) -> Self {
        let reason = match &error {
            PlayError::GameOver(_) => Reason::GameOver,
            PlayError::Illegal(illegality) => illegality.into(),
            PlayError::NoDrawOffer => Reason::NoDrawOffer,
            PlayError::OwnDrawOffer => Reason::OwnDrawOffer,
        };
        Self { reason, detail: error.to_string() }
    }
}

/// A move in an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Move)]
pub(in crate::service) struct MoveView {
    /// Where the piece stands.
    from: SquareView,
    /// Where it goes.
    to: SquareView,
    /// The move as text: two squares.
    notation: Notation,
    /// What moves.
    kind: Kind,
    /// What it takes; null when it takes nothing.
    #[schema(required)]
    capture: Option<Kind>,
    /// Whether it jumps a river.
    jump: bool,
    /// Whether it wins the game at once.
    wins: bool,
}

impl MoveView {
    /// A legal move in the position before it.
    pub(in crate::service) fn new(position: &Position, mv: Move) -> Self {
        let kind_at = |square| position.piece_at(square).map(|piece| Kind::from(piece.animal));
        Self {
            from: mv.from.into(),
            to: mv.to.into(),
            notation: mv.into(),
            kind: kind_at(mv.from).expect("a legal move starts from a piece"),
            capture: kind_at(mv.to),
            jump: crossing_between(mv.from, mv.to).is_some(),
            wins: position.is_winning(mv),
        }
    }
}

impl WriteJson for MoveView {
    fn write_json(&self, text: &mut Vec<u8>) {
        write_object!(text,
            r#"{"from":"# => self.from,
            r#","to":"# => self.to,
            r#","notation":"# => self.notation,
            r#","kind":"# => self.kind,
            r#","capture":"# => self.capture,
            r#","jump":"# => self.jump,
            r#","wins":"# => self.wins,
        );
    }
}

impl WriteJson for Notation {
    fn write_json(&self, text: &mut Vec<u8>) {
        let [a, b, c, d] = self.0.letters();
        text.extend_from_slice(&[b'"', a, b, c, d, b'"']);
    }
}

/// A move as text: two squares.
#[derive(Clone, Copy, Debug, ToSchema)]
#[schema(value_type = String, pattern = "^[a-g][1-9][a-g][1-9]$", max_length = 4, example = "a3a4")]
pub(in crate::service) struct Notation(Move);

impl From<Move> for Notation {
    fn from(mv: Move) -> Self {
        Self(mv)
    }
}

impl Serialize for Notation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// A move in an answer that may hold other actions.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MoveAction)]
pub(in crate::service) struct MoveActionView {
    /// Says that this is a move.
    r#type: MoveType,
    #[serde(flatten)]
    mv: MoveView,
}

/// An action in an answer that moves no piece.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PlayerAction)]
pub(in crate::service) struct PlayerActionView {
    /// What the player does.
    r#type: PlayerActionType,
    /// Who does it.
    #[schema(maximum = 1)]
    seat: u8,
}

/// An action in an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Action, discriminator(property_name = "type", mapping(
    ("move" = "#/components/schemas/MoveAction"),
    ("resign" = "#/components/schemas/PlayerAction"),
    ("offer_draw" = "#/components/schemas/PlayerAction"),
    ("accept_draw" = "#/components/schemas/PlayerAction"),
    ("decline_draw" = "#/components/schemas/PlayerAction"),
)))]
pub(in crate::service) enum ActionView {
    /// A move.
    Move(MoveActionView),
    /// Any other action.
    Player(PlayerActionView),
}

impl WriteJson for ActionView {
    fn write_json(&self, text: &mut Vec<u8>) {
        match self {
            Self::Move(MoveActionView { r#type: MoveType::Move, mv }) => {
                text.extend_from_slice(br#"{"type":"move""#);
                let brace = text.len();
                mv.write_json(text);
                // The fields of the move go on in the same object.
                text[brace] = b',';
            }
            Self::Player(action) => serde_json::to_writer(text, action).expect("it is plain JSON"),
        }
    }
}

impl ActionView {
    /// An action that applies, in the position before it.
    pub(in crate::service) fn new(position: &Position, action: Action) -> Self {
        match action {
            Action::Move(mv) => {
                Self::Move(MoveActionView { r#type: MoveType::Move, mv: MoveView::new(position, mv) })
            }
            Action::Resign(side) => Self::player(PlayerActionType::Resign, side),
            Action::OfferDraw(side) => Self::player(PlayerActionType::OfferDraw, side),
            Action::AcceptDraw(side) => Self::player(PlayerActionType::AcceptDraw, side),
            Action::DeclineDraw(side) => Self::player(PlayerActionType::DeclineDraw, side),
        }
    }

    fn player(r#type: PlayerActionType, side: Side) -> Self {
        Self::Player(PlayerActionView { r#type, seat: side.seat() })
    }
}
