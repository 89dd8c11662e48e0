use crate::engine::tablebase::Verdict;

/// What a position is worth to the side on turn while a table is made: the plies to its end, odd if it wins and even
/// if it loses, or one of the marks above them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(pub(super) u16);

impl Value {
    /// Neither won nor lost so far; a position that stays so is a draw. The plies added to it are those of the
    /// longest loss that a capture leads to.
    pub(super) const OPEN: Self = Self(1 << 15);
    /// No position: two pieces on one square.
    pub(super) const NONE: Self = Self(u16::MAX);

    /// The end after so many plies.
    pub(super) const fn plies(plies: u16) -> Self {
        Self(plies)
    }

    /// The value that a table keeps as this byte.
    pub(super) const fn from_code(code: u8) -> Self {
        if code < Verdict::DRAW_CODE { Self::plies(code as u16) } else { Self::OPEN }
    }

    /// The byte that a table keeps of a final value; nothing where there is no position.
    pub(super) const fn to_code(self) -> Option<u8> {
        match self {
            Self::NONE => None,
            Self(plies) if plies < Self::OPEN.0 => Some(plies as u8),
            _ => Some(Verdict::DRAW_CODE),
        }
    }

    /// The plies to the end, if there is one.
    pub(super) const fn as_plies(self) -> Option<u16> {
        if self.0 < Self::OPEN.0 { Some(self.0) } else { None }
    }
}

/// What the captures in a position lead to.
#[derive(Debug)]
pub(super) struct Captures {
    /// The quickest win, or no end.
    pub(super) best: Value,
    /// The plies of the slowest loss.
    pub(super) longest_loss: u16,
    /// Whether there is one at all.
    pub(super) is_any: bool,
    /// Whether one wins or draws.
    pub(super) is_saved: bool,
}

impl Default for Captures {
    fn default() -> Self {
        Self { best: Value::OPEN, longest_loss: 0, is_any: false, is_saved: false }
    }
}

impl Captures {
    /// A capture after which the position is worth so much to the other side.
    pub(super) fn meet(&mut self, value: Value) {
        self.is_any = true;
        match value.as_plies() {
            None => self.is_saved = true,
            Some(plies) if plies % 2 == 0 => self.win_in(plies + 1),
            Some(plies) => self.longest_loss = self.longest_loss.max(plies + 1),
        }
    }

    /// A capture that wins in so many plies.
    pub(super) fn win_in(&mut self, plies: u16) {
        self.is_any = true;
        self.is_saved = true;
        self.best = self.best.min(Value::plies(plies));
    }

    /// The value of a position whose quiet moves decide.
    pub(super) fn pending(&self) -> Value {
        Value(Value::OPEN.0 | self.longest_loss)
    }
}
