use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use super::random::Random;
use crate::rules::{
    DogAndWolf, JumpBlockedBy, Jumps, NamedRuleset, NoLegalMoves, OwnTraps, Ruleset, TrappedAttack,
    TrapsWeaken,
};

/// A ruleset that the tuner plays: one with a name, or a random one that a seed stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variant {
    /// One of the named rulesets, by its place among them.
    Named(usize),
    /// Random rules.
    Random(u64),
}

/// The text names no variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither the name of a ruleset nor the number of a random one")]
pub(super) struct ParseVariantError;

/// How often, in a hundred games, the rules are the standard ones, and another edition's.
const STANDARD_PERCENT: usize = 65;
const OTHER_NAME_PERCENT: usize = 20;
/// How often, in a hundred, a random ruleset differs from the standard one in a field.
const CHANGE_PERCENT: usize = 30;
/// The draw by counting of random rulesets, in plies.
const NO_CAPTURE_LIMIT: u32 = 100;

impl Variant {
    /// Picks one, most often the standard one.
    pub(super) fn pick(random: &mut Random) -> Self {
        if random.happens(STANDARD_PERCENT) {
            Self::Named(0)
        } else if random.happens(OTHER_NAME_PERCENT * 100 / (100 - STANDARD_PERCENT)) {
            Self::Named(1 + random.below(Ruleset::NAMED.len() - 1))
        } else {
            Self::Random(random.next())
        }
    }

    /// The rules themselves.
    pub(super) fn ruleset(self) -> Ruleset {
        match self {
            Self::Named(index) => Ruleset::NAMED[index].ruleset,
            Self::Random(seed) => random_ruleset(&mut Random::new(seed, 0)),
        }
    }
}

fn random_ruleset(random: &mut Random) -> Ruleset {
    let mut ruleset = Ruleset { no_capture_limit: Some(NO_CAPTURE_LIMIT), ..Ruleset::STANDARD };
    let mut changes = || random.happens(CHANGE_PERCENT);
    if changes() {
        ruleset.tiger_jumps = Jumps::VerticalOnly;
    }
    if changes() {
        ruleset.lion_jumps = Jumps::VerticalOnly;
    }
    if changes() {
        ruleset.jump_blocked_by = JumpBlockedBy::EnemyRat;
    }
    if changes() {
        ruleset.own_traps = OwnTraps::Closed;
    }
    if changes() {
        ruleset.traps_weaken = TrapsWeaken::BothSides;
    }
    if changes() {
        ruleset.trapped_attack = TrappedAttack::RankZero;
    }
    if changes() {
        ruleset.dog_and_wolf = DogAndWolf::DogAboveWolf;
    }
    if changes() {
        ruleset.no_legal_moves = NoLegalMoves::Draws;
    }
    ruleset.equal_rank_captures = !changes();
    ruleset.elephant_captures_rat = changes();
    ruleset.rat_captures_rat_across_bank = changes();
    ruleset.river_rat_captures_elephant = changes();
    ruleset
}

impl Display for Variant {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(index) => f.write_str(Ruleset::NAMED[*index].name),
            Self::Random(seed) => write!(f, "{seed}"),
        }
    }
}

impl FromStr for Variant {
    type Err = ParseVariantError;

    fn from_str(text: &str) -> Result<Self, ParseVariantError> {
        let is_named = |named: &NamedRuleset| named.name == text;
        match Ruleset::NAMED.iter().position(is_named) {
            Some(index) => Ok(Self::Named(index)),
            None => text.parse().map(Self::Random).map_err(|_| ParseVariantError),
        }
    }
}
