use std::time::Duration;

use thiserror::Error;

use crate::engine::Limits;
use crate::rules::{BySide, Side};

/// How long to think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    depth: Option<u64>,
    nodes: Option<u64>,
    /// The time for this move, in milliseconds.
    time: Option<u64>,
    /// The time on the clocks.
    clocks: BySide<Option<u64>>,
    /// What a move adds to them.
    increments: BySide<Option<u64>>,
    /// The moves until the next time control, which adds to the clocks.
    until_control: Option<u64>,
    /// Whether to wait for `stop`.
    pub(super) is_infinite: bool,
}

/// Why the words after `go` cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum ParseGoError {
    #[error("{0} must be followed by a whole number")]
    Number(String),
    #[error("go cannot be limited by {0:?}")]
    Unknown(String),
}

/// The moves that a game is taken to last still.
const MOVES_LEFT: u64 = 30;
/// The share of the time on the clock that a move may take at most.
const GREATEST_SHARE: u64 = 2;

impl Go {
    /// Reads the words after `go`.
    pub(super) fn read(words: &[&str]) -> Result<Self, ParseGoError> {
        let mut go = Self::default();
        let mut words = words.iter();
        while let Some(&name) = words.next() {
            if name == "infinite" {
                go.is_infinite = true;
                continue;
            }
            let limit = match name {
                "depth" => &mut go.depth,
                "nodes" => &mut go.nodes,
                "movetime" => &mut go.time,
                "wtime" => &mut go.clocks[Side::White],
                "btime" => &mut go.clocks[Side::Black],
                "winc" => &mut go.increments[Side::White],
                "binc" => &mut go.increments[Side::Black],
                "movestogo" => &mut go.until_control,
                _ => return Err(ParseGoError::Unknown(name.to_owned())),
            };
            // Clocks that are overdrawn are below zero.
            let number = words.next().and_then(|word| word.parse::<i64>().ok());
            let number = number.ok_or_else(|| ParseGoError::Number(name.to_owned()))?;
            *limit = Some(number.max(0) as u64);
        }
        Ok(go)
    }

    /// The limits for a side, when so many milliseconds are lost on the way.
    pub(super) fn limits(&self, side: Side, overhead: u64) -> Limits {
        let time = match (self.time, self.share(side, overhead)) {
            (Some(time), Some(share)) => Some(time.min(share)),
            (time, share) => time.or(share),
        };
        Limits {
            depth: self.depth.map(|depth| u8::try_from(depth).unwrap_or(u8::MAX)),
            nodes: self.nodes,
            time: time.map(Duration::from_millis),
            ..Limits::default()
        }
    }

    /// The milliseconds that one move may take of the side's clock: its share, and most of what it adds.
    fn share(&self, side: Side, overhead: u64) -> Option<u64> {
        let left = self.clocks[side]?.saturating_sub(overhead);
        let moves = self.until_control.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
        let increment = self.increments[side].unwrap_or(0);
        let share = (left / moves).saturating_add(increment / 4 * 3);
        let most = if moves == 1 { left } else { left / GREATEST_SHARE };
        Some(share.min(most).max(1))
    }
}
