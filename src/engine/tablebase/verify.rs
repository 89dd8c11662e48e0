use thiserror::Error;

use super::{Material, Tables, Verdict};
use crate::rules::{Position, Ruleset, split_mix};

/// A table says something else of a position than what its moves lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{material}: {position} is {told:?} by the table and {derived:?} by its moves", position = position.setup())]
pub struct Mismatch {
    /// The table.
    pub material: Material,
    /// The position.
    pub position: Position,
    /// What the table says.
    pub told: Option<Verdict>,
    /// What the moves say; nothing if one leads to a position that no table has.
    pub derived: Option<Verdict>,
}

/// Compares so many random entries of a table with what their moves lead to; the seed picks them.
///
/// # Errors
///
/// The first that is wrong.
pub fn verify(
    tables: &Tables,
    ruleset: &Ruleset,
    material: Material,
    (samples, seed): (u64, u64),
) -> Result<(), Box<Mismatch>> {
    let Some(table) = tables.under(ruleset).and_then(|probe| probe.table(material)) else { return Ok(()) };
    let mut random = seed;
    for _ in 0..samples {
        random = split_mix(random);
        let Some(position) = table.position((random % table.file.values) as usize, ruleset) else { continue };
        let (told, derived) = (tables.probe(&position), derive(tables, &position));
        if told.is_none() || told != derived {
            return Err(Box::new(Mismatch { material, position, told, derived }));
        }
    }
    Ok(())
}

/// What the moves of a position say of it.
fn derive(tables: &Tables, position: &Position) -> Option<Verdict> {
    if let Some(verdict) = Verdict::of_ended(position) {
        return Some(verdict);
    }
    let mut best = None;
    for mv in position.legal_moves() {
        let next = position.play_unchecked(mv);
        let verdict = Verdict::of_ended(&next).or_else(|| tables.probe(&next))?.a_ply_before();
        best = best.max(Some(verdict));
    }
    best
}
