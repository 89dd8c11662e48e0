use super::Terms;
use super::camp::Pair;
use super::layout::{GUARD_COUNTS, GUARDS, RACE_LEADS, RACE_STEPS, RACES, RAT_HUNT, RAT_STEPS};
use super::routes::{HOME, Lanes, TRAP_COUNT, UNREACHABLE};
use crate::rules::terrain::{DENS, LAND};
use crate::rules::{Animal, Bitboard, BySide, Side, Square};

/// A piece this near to its den guards it.
const GUARD_STEPS: u8 = 3;
/// The lead that has the first weight.
const LEAST_LEAD: i32 = -4;
/// How much more a step of lead counts than a step to go where the best race is chosen.
const LEAD_WEIGHT: i32 = 16;

/// The squares near each side's den.
static GUARD_ZONES: BySide<Bitboard> = {
    let mut zones = BySide([Bitboard::EMPTY; Side::COUNT]);
    let mut index = 0;
    while index < Side::COUNT * Square::COUNT {
        let (side, square) = (index / Square::COUNT, Square::ALL[index % Square::COUNT]);
        let den = DENS.0[side];
        let steps = den.column().abs_diff(square.column()) + den.row().abs_diff(square.row());
        if steps <= GUARD_STEPS && LAND.contains(square) {
            zones.0[side] = zones.0[side].with(square);
        }
        index += 1;
    }
    zones
};

/// Adds the races of a side's pieces to the enemy's traps, the free pieces' apart from all pieces'.
#[inline]
pub(super) fn add_races(pair: Pair, free: Lanes, terms: &mut impl Terms) {
    add_race(pair, 0, pair.own.nearest, terms);
    add_race(pair, 1, free, terms);
}

/// Adds the pieces that are near their den.
#[inline]
pub(super) fn add_guards(pair: Pair, terms: &mut impl Terms) {
    let guards = (pair.position.pieces(pair.side) & GUARD_ZONES[pair.side]).len();
    terms.add(GUARDS.first + guards.min(GUARD_COUNTS - 1));
}

/// Adds the way of the rat to the enemy's elephant.
#[inline]
pub(super) fn add_rat_hunt(pair: Pair, terms: &mut impl Terms) {
    if pair.own.has(Animal::Rat) && pair.enemy.has(Animal::Elephant) {
        let steps = steps_between(pair.own.squares[Animal::Rat], pair.enemy.squares[Animal::Elephant]);
        let steps = steps.clamp(1, RAT_STEPS) - 1;
        let turn = usize::from(pair.is_on_turn) * RAT_STEPS;
        terms.add(RAT_HUNT.first + turn + steps);
    }
}

/// The steps of a piece that neither river nor trap stops.
#[inline]
fn steps_between(one: Square, other: Square) -> usize {
    (one.column().abs_diff(other.column()) + one.row().abs_diff(other.row())) as usize
}

/// Adds the best of a side's races: that with the greatest lead, and of equals the shortest.
#[inline]
fn add_race(pair: Pair, racer: usize, lanes: Lanes, terms: &mut impl Terms) {
    if lanes.get(0) >= UNREACHABLE {
        return;
    }
    let tempo = i32::from(!pair.is_on_turn);
    let mut best = (i32::MIN, 0, 0);
    for trap in 0..TRAP_COUNT {
        let steps = i32::from(lanes.get(trap));
        let lead = (i32::from(pair.enemy.nearest.get(HOME + trap)) - steps - tempo - LEAST_LEAD)
            .clamp(0, RACE_LEADS as i32 - 1);
        let order = lead * LEAD_WEIGHT - steps;
        if order > best.0 {
            best = (order, steps, lead);
        }
    }
    let (_, steps, lead) = best;
    let steps = (steps as usize).min(RACE_STEPS - 1);
    let weight = (racer * RACE_STEPS + steps) * RACE_LEADS + lead as usize;
    terms.add(RACES.first + weight);
}
