use super::Inputs;
use super::camp::Pair;
use super::layout::{RACE_LEADS, RACE_STEPS, RACES};

/// How far a runner is behind that has the first lead.
const MOST_BEHIND: u8 = 4;
/// The distance of a chaser that cannot come.
const NO_CHASER: u8 = 40;
/// The steps from which on it makes no difference how many more there are.
const MOST_STEPS: u8 = 15;

/// Adds a side's best races to the enemy's traps: that of any piece against any enemy piece, and that of a piece
/// against those that can take it on its way.
#[inline]
pub(super) fn add_races(pair: Pair, inputs: &mut Inputs) {
    let Pair { own, enemy, is_on_turn, .. } = pair;
    let any = best_race(&own.nearest.abroad(), &enemy.nearest.home(), is_on_turn);
    let hunted = best_race(own.runners.0.as_flattened(), enemy.hunters.0.as_flattened(), is_on_turn);
    for (racer, (steps, lead)) in [any, hunted].into_iter().enumerate() {
        let place = (racer * RACE_STEPS + steps.min(RACE_STEPS - 1)) * RACE_LEADS + lead;
        inputs.push((RACES.first + place) as u16);
    }
}

/// The steps and the lead, counted from the least one, of the race with the greatest lead, and of equals the shortest.
#[inline]
fn best_race(runners: &[u8], chasers: &[u8], is_on_turn: bool) -> (usize, usize) {
    let start = if is_on_turn { MOST_BEHIND } else { MOST_BEHIND - 1 };
    // Short numbers and no branches: many are worked on at once.
    let races = runners.iter().zip(chasers).map(|(&steps, &chaser)| {
        let lead = (chaser.min(NO_CHASER) + start).saturating_sub(steps).min(RACE_LEADS as u8 - 1);
        lead * (MOST_STEPS + 1) + MOST_STEPS.saturating_sub(steps)
    });
    let best = usize::from(races.fold(0, u8::max));
    let (lead, short) = (best / usize::from(MOST_STEPS + 1), best % usize::from(MOST_STEPS + 1));
    (usize::from(MOST_STEPS) - short, lead)
}
