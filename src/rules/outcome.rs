use super::Side;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; nobody where it is a draw.
    pub winner: Option<Side>,
    /// What ended it.
    pub reason: EndReason,
}

/// What ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// A piece entered the enemy den.
    DenEntered,
    /// A side has no piece left.
    AllCaptured,
    /// The side on turn has no legal move.
    NoLegalMoves,
    /// The same position came up too often.
    Repetition,
    /// Too many plies in a row without a capture.
    NoCaptureLimit,
    /// Too many plies.
    PlyLimit,
    /// A player resigned.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
}

impl Outcome {
    /// A win.
    pub(super) const fn won(winner: Side, reason: EndReason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// A draw.
    pub(super) const fn drawn(reason: EndReason) -> Self {
        Self { winner: None, reason }
    }

    /// Whether this is a draw that a limit or a repetition made, and that players could have played past.
    pub const fn is_counted_draw(self) -> bool {
        matches!(self.reason, EndReason::Repetition | EndReason::NoCaptureLimit | EndReason::PlyLimit)
    }
}
