use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::number::Count;
use super::text_or::TextOr;
use super::{Object, SquareInput, SquareView, Whole, WriteJson, wire_enum, write_object};
use crate::rules::{self, Game, Piece, Position, Ruleset, Setup, SetupError, Side, Square};
use crate::service::ApiError;

wire_enum! {
    /// A kind of piece.
    Kind = rules::Animal {
        Rat = "rat",
        Cat = "cat",
        Dog = "dog",
        Wolf = "wolf",
        Leopard = "leopard",
        Tiger = "tiger",
        Lion = "lion",
        Elephant = "elephant",
    }
}

/// A seat: 0 moves first, from the bottom of the board; 1 from the top.
pub(in crate::service) type Seat = Whole<0, 1>;

/// The side in a seat.
pub(in crate::service) fn side_of(seat: Seat) -> Side {
    Side::at_ply(seat.get() as u32)
}

/// A piece in a request.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::service) struct PieceInput {
    /// Whose it is.
    #[schema(value_type = u8, maximum = 1)]
    seat: Seat,
    /// What it is.
    kind: Kind,
    /// Where it stands.
    square: SquareInput,
}

/// A position as an object.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::service) struct PositionObject {
    /// Every piece on the board.
    #[schema(value_type = Vec<PieceInput>, min_items = 1, max_items = 16)]
    pieces: Vec<Object<PieceInput>>,
    /// The seat on turn; left out, the one that goes with `plies`.
    #[schema(inline)]
    turn: Option<Seat>,
    /// The plies played: even when seat 0 is on turn, odd when seat 1 is. Left out, 0 or 1 by `turn`.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 1_000_000)]
    plies: Option<Count>,
    /// The plies played since the last capture.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 1_000_000, default = 0)]
    plies_since_capture: Option<Count>,
}

/// A FEN: rows from the top, side on turn, two dashes, plies since the last capture, move number.
#[derive(Clone, Debug, ToSchema)]
#[schema(
    value_type = String,
    min_length = 1,
    max_length = 256,
    example = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1"
)]
pub(in crate::service) struct Fen(String);

/// A position in a request: a FEN, or an object.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged, from = "TextOr<'_, PositionObject>")]
pub(in crate::service) enum PositionInput {
    /// A FEN.
    Fen(Fen),
    /// The same as an object.
    Object(PositionObject),
}

impl From<TextOr<'_, PositionObject>> for PositionInput {
    fn from(input: TextOr<'_, PositionObject>) -> Self {
        match input {
            TextOr::Text(fen) => Self::Fen(Fen(fen.into_owned())),
            TextOr::Object(object) => Self::Object(object),
        }
    }
}

impl PositionInput {
    /// The position under a ruleset.
    pub(super) fn position(&self, ruleset: &Ruleset) -> Result<Position, ApiError> {
        match self {
            Self::Fen(Fen(fen)) => {
                let setup: Setup = fen.parse().map_err(|error| invalid("", &error))?;
                Position::new(&setup, ruleset).map_err(|error| invalid("", &error))
            }
            Self::Object(object) => {
                let setup = object.setup()?;
                Position::new(&setup, ruleset).map_err(|error| invalid(&object.pointer(error), &error))
            }
        }
    }
}

fn invalid(field: &str, error: &impl ToString) -> ApiError {
    ApiError::InvalidPosition { pointer: format!("/position{field}"), detail: error.to_string() }
}

impl PositionObject {
    fn setup(&self) -> Result<Setup, ApiError> {
        let mut setup = Setup::EMPTY;
        for (i, Object(input)) in self.pieces.iter().enumerate() {
            let fault = |field: &str, error: &dyn ToString| {
                invalid(&format!("/pieces/{i}{field}"), &error.to_string())
            };
            let off_board = || fault("/square", &format_args!("{} is not on the board", input.square));
            let square = input.square.get().ok_or_else(off_board)?;
            let piece = Piece { side: side_of(input.seat), animal: input.kind.into() };
            setup.place(piece, square).map_err(|error| fault("", &error))?;
        }
        let count = |count: Option<Count>, name: &str| {
            let wrong = || invalid(&format!("/{name}"), &format_args!("{name} is not a whole number from 0"));
            count.map(|count| count.get().ok_or_else(wrong)).transpose()
        };
        let plies = count(self.plies, "plies")?;
        setup.turn = self.turn.map_or(Side::at_ply(plies.unwrap_or_default()), side_of);
        setup.plies = plies.unwrap_or(setup.turn.seat().into());
        setup.plies_since_capture =
            count(self.plies_since_capture, "plies_since_capture")?.unwrap_or_default();
        Ok(setup)
    }

    /// Where in the object the fault of a setup lies.
    fn pointer(&self, error: SetupError) -> String {
        match error {
            SetupError::SquareTaken(square)
            | SetupError::PieceTwice(_, square)
            | SetupError::InOwnDen(_, square)
            | SetupError::InWater(_, square)
            | SetupError::OnOwnTrap(_, square) => self.pointer_to_piece(square),
            SetupError::BothDens | SetupError::NoPieces => "/pieces".to_owned(),
            SetupError::TooManyPlies | SetupError::TurnAndPlies => "/plies".to_owned(),
            SetupError::PliesSinceCapture => "/plies_since_capture".to_owned(),
        }
    }

    fn pointer_to_piece(&self, square: Square) -> String {
        let is_there = |Object(piece): &Object<PieceInput>| piece.square.get() == Some(square);
        let index = self.pieces.iter().position(is_there).expect("the setup was made of these pieces");
        format!("/pieces/{index}/square")
    }
}

/// A piece in an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Piece)]
pub(in crate::service) struct PieceView {
    /// Whose it is.
    #[schema(maximum = 1)]
    seat: u8,
    /// What it is.
    kind: Kind,
    /// Where it stands.
    square: SquareView,
}

impl WriteJson for PieceView {
    fn write_json(&self, text: &mut Vec<u8>) {
        write_object!(text,
            r#"{"seat":"# => self.seat,
            r#","kind":"# => self.kind,
            r#","square":"# => self.square,
        );
    }
}

/// A position in an answer, with what its history says of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Position)]
pub(in crate::service) struct PositionView {
    /// The position as a FEN, counters included.
    #[schema(
        min_length = 19,
        max_length = 128,
        example = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1"
    )]
    fen: String,
    /// Every piece on the board: seat 0 before seat 1, from the rat to the elephant.
    #[schema(min_items = 1, max_items = 16)]
    pieces: Vec<PieceView>,
    /// The seat on turn; null once the game is over.
    #[schema(required, maximum = 1)]
    turn: Option<u8>,
    /// The plies played.
    #[schema(maximum = 1_010_000)]
    plies: u32,
    /// The plies played since the last capture.
    #[schema(maximum = 1_010_000)]
    plies_since_capture: u32,
    /// How many times the position has been on the board, this time included.
    #[schema(minimum = 1, maximum = 10_000)]
    repetitions: u32,
    /// The seat whose draw offer stands; null when none does.
    #[schema(required, maximum = 1)]
    draw_offer: Option<u8>,
}

impl From<&Game> for PositionView {
    fn from(game: &Game) -> Self {
        let position = game.position();
        let setup = position.setup();
        let view = |(piece, square): (Piece, Square)| PieceView {
            seat: piece.side.seat(),
            kind: piece.animal.into(),
            square: square.into(),
        };
        let mut pieces = Vec::with_capacity(Piece::ALL.len());
        pieces.extend(setup.pieces().map(view));
        Self {
            fen: setup.fen(),
            pieces,
            turn: game.outcome().is_none().then(|| position.turn().seat()),
            plies: position.plies(),
            plies_since_capture: position.plies_since_capture(),
            repetitions: game.repetitions(),
            draw_offer: game.draw_offer().map(Side::seat),
        }
    }
}

impl WriteJson for PositionView {
    fn write_json(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(br#"{"fen":""#);
        text.extend_from_slice(self.fen.as_bytes());
        write_object!(text,
            r#"","pieces":"# => self.pieces[..],
            r#","turn":"# => self.turn,
            r#","plies":"# => self.plies,
            r#","plies_since_capture":"# => self.plies_since_capture,
            r#","repetitions":"# => self.repetitions,
            r#","draw_offer":"# => self.draw_offer,
        );
    }
}
