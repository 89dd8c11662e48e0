use crate::rules::{
    DogAndWolf, JumpBlockedBy, Jumps, NoLegalMoves, OwnTraps, Ruleset, TrappedAttack, TrapsWeaken,
};

/// What a table depends on of a ruleset: all but the start and the draws by counting and repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Edition(Ruleset);

impl Edition {
    /// How many bytes it is written as, one for each field.
    pub(super) const BYTES: usize = 12;

    /// That of a ruleset.
    pub(super) const fn of(ruleset: &Ruleset) -> Self {
        Self(Ruleset {
            no_capture_limit: None,
            ply_limit: None,
            repetition_limit: None,
            start: Ruleset::STANDARD.start,
            ..*ruleset
        })
    }

    /// A ruleset of the edition, without limits.
    pub(super) const fn ruleset(&self) -> &Ruleset {
        &self.0
    }

    /// A byte for each field: 1 where it is not as in `standard`.
    pub(super) fn to_bytes(self) -> [u8; Self::BYTES] {
        let Ruleset {
            tiger_jumps,
            lion_jumps,
            jump_blocked_by,
            own_traps,
            traps_weaken,
            trapped_attack,
            equal_rank_captures,
            elephant_captures_rat,
            rat_captures_rat_across_bank,
            river_rat_captures_elephant,
            dog_and_wolf,
            no_legal_moves,
            no_capture_limit: _,
            ply_limit: _,
            repetition_limit: _,
            start: _,
        } = self.0;
        [
            tiger_jumps == Jumps::VerticalOnly,
            lion_jumps == Jumps::VerticalOnly,
            jump_blocked_by == JumpBlockedBy::EnemyRat,
            own_traps == OwnTraps::Closed,
            traps_weaken == TrapsWeaken::BothSides,
            trapped_attack == TrappedAttack::RankZero,
            !equal_rank_captures,
            elephant_captures_rat,
            rat_captures_rat_across_bank,
            river_rat_captures_elephant,
            dog_and_wolf == DogAndWolf::DogAboveWolf,
            no_legal_moves == NoLegalMoves::Draws,
        ]
        .map(u8::from)
    }

    /// Reads such bytes.
    pub(super) fn from_bytes(bytes: [u8; Self::BYTES]) -> Option<Self> {
        if bytes.iter().any(|&byte| byte > 1) {
            return None;
        }
        let [tiger, lion, blocked, traps, weaken, attack, equal, elephant, rat, river, dog, no_moves] =
            bytes.map(|byte| byte == 1);
        let jumps = |is_vertical| if is_vertical { Jumps::VerticalOnly } else { Jumps::BothWays };
        Some(Self::of(&Ruleset {
            tiger_jumps: jumps(tiger),
            lion_jumps: jumps(lion),
            jump_blocked_by: if blocked { JumpBlockedBy::EnemyRat } else { JumpBlockedBy::AnyRat },
            own_traps: if traps { OwnTraps::Closed } else { OwnTraps::Open },
            traps_weaken: if weaken { TrapsWeaken::BothSides } else { TrapsWeaken::Opponent },
            trapped_attack: if attack { TrappedAttack::RankZero } else { TrappedAttack::FullRank },
            equal_rank_captures: !equal,
            elephant_captures_rat: elephant,
            rat_captures_rat_across_bank: rat,
            river_rat_captures_elephant: river,
            dog_and_wolf: if dog { DogAndWolf::DogAboveWolf } else { DogAndWolf::WolfAboveDog },
            no_legal_moves: if no_moves { NoLegalMoves::Draws } else { NoLegalMoves::Loses },
            ..Ruleset::STANDARD
        }))
    }
}

/// The name of the folder for the tables of a ruleset: that of the first named ruleset with the same moves, or else
/// a digit for each field.
pub fn folder_name(ruleset: &Ruleset) -> String {
    let edition = Edition::of(ruleset);
    let named = Ruleset::NAMED.iter().find(|named| Edition::of(&named.ruleset) == edition);
    named.map_or_else(
        || edition.to_bytes().iter().fold("custom-".to_owned(), |name, byte| format!("{name}{byte}")),
        |named| named.name.to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_and_start_do_not_matter_but_moves_do() {
        let of = |name| Edition::of(&Ruleset::named(name).unwrap());
        assert_eq!(of("standard"), of("plyyard"));
        for other in ["classic", "traditional", "mistboard", "leiden"] {
            assert_ne!(of("standard"), of(other), "{other}");
        }
    }

    #[test]
    fn every_field_goes_round_by_its_byte() {
        for number in 0_u16..1 << Edition::BYTES {
            let bytes = std::array::from_fn(|field| (number >> field & 1) as u8);
            assert_eq!(Edition::from_bytes(bytes).map(Edition::to_bytes), Some(bytes));
        }
        for named in Ruleset::NAMED {
            let edition = Edition::of(&named.ruleset);
            assert_eq!(Edition::from_bytes(edition.to_bytes()), Some(edition), "{}", named.name);
        }
        assert_eq!(Edition::from_bytes([2; Edition::BYTES]), None);
    }
}
