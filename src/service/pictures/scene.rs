use super::art::Symbols;
use super::theme::Theme;
use crate::rules::{Animal, Bitboard, Game, Move, Outcome, Piece, Position, Side, Square};

/// What a picture shows.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) position: Position,
    pub(super) outcome: Option<Outcome>,
    /// The squares of the last move.
    pub(super) last: Option<Move>,
    /// Squares that somebody points at.
    pub(super) highlights: Bitboard,
    /// Where the piece on a square may go.
    pub(super) targets: Bitboard,
    pub(super) view: View,
}

/// How a picture shows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// In pixels.
    pub(super) width: u32,
    /// Whether black sits at the bottom.
    pub(super) is_flipped: bool,
    pub(super) has_coordinates: bool,
    pub(super) theme: Theme,
    pub(super) symbols: Symbols,
}

impl Scene {
    /// A game as it stands, with its last move.
    pub(super) fn new(game: &Game, view: View) -> Self {
        Self {
            position: *game.position(),
            outcome: game.outcome(),
            last: game.actions().iter().rev().find_map(|action| action.as_move()),
            highlights: Bitboard::EMPTY,
            targets: Bitboard::EMPTY,
            view,
        }
    }
}

impl Default for View {
    fn default() -> Self {
        Self {
            width: 448,
            is_flipped: false,
            has_coordinates: true,
            theme: Theme::LIGHT,
            symbols: Symbols::default(),
        }
    }
}

impl View {
    /// In pixels: the board has seven columns and nine rows.
    pub(super) fn height(&self) -> u32 {
        (self.width * u32::from(Square::ROWS)).div_ceil(Square::COLUMNS.into())
    }

    /// The column and the row where a square is seen, from the top left.
    pub(super) fn place(&self, square: Square) -> (u8, u8) {
        let (column, row) = (square.column(), square.row());
        if self.is_flipped { (Square::COLUMNS - 1 - column, row) } else { (column, Square::ROWS - 1 - row) }
    }
}

impl Scene {
    /// What it is, in a few words.
    pub(super) fn title(&self) -> String {
        match self.outcome {
            None => format!("Jungle, {} to move", self.position.turn()),
            Some(Outcome { winner: Some(winner), .. }) => format!("Jungle, {winner} has won"),
            Some(Outcome { winner: None, .. }) => "Jungle, drawn".to_owned(),
        }
    }

    /// What can be seen, for those who cannot see it.
    pub(super) fn description(&self) -> String {
        let mut parts = Vec::new();
        for side in Side::ALL {
            let pieces = Animal::ALL.into_iter().filter_map(|animal| {
                let square = self.position.square(Piece { side, animal })?;
                Some(format!("{animal} {square}"))
            });
            let pieces: Vec<String> = pieces.collect();
            let pieces = if pieces.is_empty() { "nothing".to_owned() } else { pieces.join(", ") };
            parts.push(format!("{side}: {pieces}"));
        }
        parts.extend(self.last.map(|mv| format!("last move: {mv}")));
        for (name, squares) in [("highlighted", self.highlights), ("legal targets", self.targets)] {
            if !squares.is_empty() {
                let squares: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
                parts.push(format!("{name}: {}", squares.join(", ")));
            }
        }
        parts.join("; ")
    }
}
