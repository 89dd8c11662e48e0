use super::Limits;
use super::score::is_decided;
use crate::rules::Move;

/// What a search knows about a position from an earlier visit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The best move.
    pub(super) best: Option<Move>,
    /// The value, wins and losses counted from the root.
    pub(super) value: i32,
    /// The plies that were looked ahead.
    pub(super) depth: i32,
    /// What the value says.
    pub(super) bound: Bound,
}

/// What a value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is not less.
    Lower,
    /// The true one is not more.
    Upper,
}

impl Entry {
    /// Whether the value settles a search with this window.
    pub(super) fn settles(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }
}

/// The positions visited, as many as there is room for.
#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<Slot>,
}

/// An entry as it is kept: small, and with wins and losses counted from its position.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    best: Option<Move>,
    value: i16,
    depth: i8,
    bound: Bound,
}

impl Slot {
    const EMPTY: Self = Self { key: 0, best: None, value: 0, depth: i8::MIN, bound: Bound::Exact };
}

impl Table {
    /// The least and the greatest number of slots: a short search should not pay for clearing a large table.
    const SIZES: (u64, u64) = (1 << 9, 1 << 18);

    /// An empty table, of the bytes that were asked for or that suit the nodes to search.
    pub(super) fn new(limits: &Limits) -> Self {
        let (least, most) = Self::SIZES;
        let size = match limits.table_bytes {
            Some(bytes) => ((bytes / size_of::<Slot>()).max(1) + 1).next_power_of_two() / 2,
            None => limits.nodes.unwrap_or(most).clamp(least, most).next_power_of_two() as usize,
        };
        Self { slots: vec![Slot::EMPTY; size] }
    }

    /// What is known about a position so many plies from the root.
    pub(super) fn find(&self, key: u64, ply: i32) -> Option<Entry> {
        let slot = &self.slots[self.index(key)];
        (slot.key == key && slot.depth >= 0).then(|| Entry {
            best: slot.best,
            value: shift(slot.value.into(), -ply),
            depth: slot.depth.into(),
            bound: slot.bound,
        })
    }

    /// Keeps an entry in place of what was there; a best move is not forgotten for want of a new one.
    pub(super) fn keep(&mut self, key: u64, ply: i32, entry: Entry) {
        let index = self.index(key);
        let slot = &mut self.slots[index];
        let known = if slot.key == key { slot.best } else { None };
        *slot = Slot {
            key,
            best: entry.best.or(known),
            value: shift(entry.value, ply) as i16,
            depth: entry.depth as i8,
            bound: entry.bound,
        };
    }

    fn index(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }
}

/// Moves a win or loss so many plies nearer.
const fn shift(value: i32, plies: i32) -> i32 {
    if is_decided(value) { value + plies * value.signum() } else { value }
}
