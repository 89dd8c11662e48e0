use std::time::Duration;

use super::Limits;
use super::score::is_decided;
use crate::rules::{Move, Square};

/// What a search knows about a position from an earlier visit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The best move.
    pub(super) best: Option<Move>,
    /// The value, wins and losses counted from the root.
    pub(super) value: i32,
    /// What the position is worth without looking ahead.
    pub(super) still: i32,
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

/// A key and the bits of an entry; an empty one is zero, which the system hands out without writing it.
type Slot = [u64; 2];

/// The slots that a key may be in: the first keeps what was looked ahead furthest, the last what came last.
const BUCKET: usize = 2;

impl Table {
    /// The least and the greatest number of slots, if the bytes are not given.
    const SIZES: (u64, u64) = (1 << 9, 1 << 21);
    /// How many nodes there are to a slot: most are visited more than once, or need none.
    const NODES_PER_SLOT: u64 = 2;
    /// How many nodes a search visits in a millisecond, roughly.
    const NODES_PER_MILLISECOND: u64 = 4_000;

    /// An empty table, of the bytes that were asked for or that suit the search.
    pub(super) fn new(limits: &Limits) -> Self {
        let (least, most) = Self::SIZES;
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let by_time = limits.time.map(|time| milliseconds(time).saturating_mul(Self::NODES_PER_MILLISECOND));
        let nodes = limits.nodes.into_iter().chain(by_time).min().unwrap_or(u64::MAX);
        let slots = match limits.table_bytes {
            Some(bytes) => (bytes / size_of::<Slot>()).max(BUCKET),
            None => (nodes / Self::NODES_PER_SLOT).clamp(least, most) as usize,
        };
        let size = 1 << slots.ilog2();
        Self { slots: vec![[0; 2]; size] }
    }

    /// What is known about a position so many plies from the root.
    pub(super) fn find(&self, key: u64, ply: i32) -> Option<Entry> {
        let bucket = self.bucket(key);
        let found = self.slots[bucket..bucket + BUCKET].iter().find(|slot| slot[0] == key && slot[1] != 0)?;
        let entry = unpack(found[1]);
        Some(Entry { value: shift(entry.value, -ply), ..entry })
    }

    /// Keeps an entry; a best move is not forgotten for want of a new one.
    pub(super) fn keep(&mut self, key: u64, ply: i32, mut entry: Entry) {
        let bucket = self.bucket(key);
        let slots = &mut self.slots[bucket..bucket + BUCKET];
        let known = slots.iter().position(|slot| slot[0] == key);
        if let Some(known) = known
            && entry.best.is_none()
        {
            entry.best = unpack(slots[known][1]).best;
        }
        let is_deep = |slot: &Slot| slot[1] != 0 && unpack(slot[1]).depth > entry.depth;
        let index = known.unwrap_or_else(|| if is_deep(&slots[0]) { BUCKET - 1 } else { 0 });
        entry.value = shift(entry.value, ply);
        slots[index] = [key, pack(&entry)];
    }

    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - BUCKET)
    }
}

/// Value, still value, move, depth and bound, from the lowest bits up; never zero.
fn pack(entry: &Entry) -> u64 {
    let best = entry.best.map_or(0, |mv| mv.from as u64 * Square::COUNT as u64 + mv.to as u64 + 1);
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(entry.value as i16 as u16)
        | u64::from(entry.still as i16 as u16) << 16
        | best << 32
        | u64::from(entry.depth as i8 as u8) << 48
        | bound << 56
}

fn unpack(bits: u64) -> Entry {
    let best = (bits >> 32) as u16 as usize;
    Entry {
        value: i32::from(bits as u16 as i16),
        still: i32::from((bits >> 16) as u16 as i16),
        best: best.checked_sub(1).map(|index| Move {
            from: Square::ALL[index / Square::COUNT],
            to: Square::ALL[index % Square::COUNT],
        }),
        depth: i32::from((bits >> 48) as u8 as i8),
        bound: match bits >> 56 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
    }
}

/// Moves a win or loss so many plies nearer.
const fn shift(value: i32, plies: i32) -> i32 {
    if is_decided(value) { value + plies * value.signum() } else { value }
}
