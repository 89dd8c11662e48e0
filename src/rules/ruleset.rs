use super::Square::{A1, A3, A7, A9, B2, B8, C3, C7, D3, D7, E3, E7, F2, F8, G1, G3, G7, G9};
use super::reach::CROSSINGS;
use super::terrain::{ALL_TRAPS, DENS, LAND, TRAPS};
use super::{Animal, Bitboard, Setup, Side, Square};

/// In which directions an animal jumps rivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jumps {
    /// Along rows and along columns.
    BothWays,
    /// Along columns only.
    VerticalOnly,
}

/// Which piece in the water blocks a jump over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JumpBlockedBy {
    /// The rat of either side.
    AnyRat,
    /// The enemy's rat only.
    EnemyRat,
}

/// Whether a piece may step onto its own side's traps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OwnTraps {
    /// It may.
    Open,
    /// It may not.
    Closed,
}

/// Whose pieces have rank 0 as targets on a trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrapsWeaken {
    /// Those of the trap's opponent.
    Opponent,
    /// Everybody's.
    BothSides,
}

/// The rank with which a piece attacks out of an enemy trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrappedAttack {
    /// Its own.
    FullRank,
    /// Zero: it takes targets of rank 0 only, and the rat still takes the elephant.
    RankZero,
}

/// Which of dog and wolf ranks higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DogAndWolf {
    /// Wolf 4, dog 3.
    WolfAboveDog,
    /// Dog 4, wolf 3.
    DogAboveWolf,
}

/// What happens to the side on turn when it has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoLegalMoves {
    /// It loses.
    Loses,
    /// The game is drawn.
    Draws,
}

/// Everything in which editions of the game differ.
#[expect(clippy::struct_excessive_bools, reason = "each is a rule that holds or does not")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ruleset {
    /// Where the tiger jumps.
    pub tiger_jumps: Jumps,
    /// Where the lion jumps.
    pub lion_jumps: Jumps,
    /// What blocks a jump.
    pub jump_blocked_by: JumpBlockedBy,
    /// Whether own traps may be entered.
    pub own_traps: OwnTraps,
    /// Whom traps weaken.
    pub traps_weaken: TrapsWeaken,
    /// How a trapped piece attacks.
    pub trapped_attack: TrappedAttack,
    /// Whether a piece takes one of its own rank.
    pub equal_rank_captures: bool,
    /// Whether the elephant takes a rat that is not trapped.
    pub elephant_captures_rat: bool,
    /// Whether a rat on land and a rat in the water may take each other.
    pub rat_captures_rat_across_bank: bool,
    /// Whether a rat in the water takes an elephant on the bank.
    pub river_rat_captures_elephant: bool,
    /// The order of dog and wolf.
    pub dog_and_wolf: DogAndWolf,
    /// What having no legal move means.
    pub no_legal_moves: NoLegalMoves,
    /// Plies in a row without a capture that make a draw.
    pub no_capture_limit: Option<u32>,
    /// Plies that make a draw.
    pub ply_limit: Option<u32>,
    /// Occurrences of a position that make a draw.
    pub repetition_limit: Option<u32>,
    /// Where a game starts.
    pub start: Setup,
}

/// A ruleset with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedRuleset {
    /// What callers call it.
    pub name: &'static str,
    /// One or two sentences on what sets it apart.
    pub description: &'static str,
    /// The rules.
    pub ruleset: Ruleset,
}

#[rustfmt::skip]
const STANDARD_START: Setup = Setup::start(
    [G3, B2, F2, C3, E3, A1, G1, A3],
    [A7, F8, B8, E7, C7, G9, A9, G7],
);
#[rustfmt::skip]
const TRADITIONAL_START: Setup = Setup::start(
    [B2, G3, C3, E3, D3, G1, A1, F2],
    [B8, G7, C7, E7, D7, G9, A9, F8],
);
#[rustfmt::skip]
const MIRRORED_START: Setup = Setup::start(
    [A3, F2, B2, E3, C3, G1, A1, G3],
    [G7, B8, F8, C7, E7, A9, G9, A7],
);

impl Ruleset {
    /// The least and the greatest `no_capture_limit` and `ply_limit`.
    pub const PLY_LIMITS: std::ops::RangeInclusive<u32> = 1..=10_000;
    /// The least and the greatest `repetition_limit`.
    pub const REPETITION_LIMITS: std::ops::RangeInclusive<u32> = 2..=100;

    /// The rules most programs play: open traps, jumps both ways, a draw after 100 quiet plies.
    pub const STANDARD: Self = Self {
        tiger_jumps: Jumps::BothWays,
        lion_jumps: Jumps::BothWays,
        jump_blocked_by: JumpBlockedBy::AnyRat,
        own_traps: OwnTraps::Open,
        traps_weaken: TrapsWeaken::Opponent,
        trapped_attack: TrappedAttack::FullRank,
        equal_rank_captures: true,
        elephant_captures_rat: false,
        rat_captures_rat_across_bank: false,
        river_rat_captures_elephant: false,
        dog_and_wolf: DogAndWolf::WolfAboveDog,
        no_legal_moves: NoLegalMoves::Loses,
        no_capture_limit: Some(100),
        ply_limit: Some(400),
        repetition_limit: None,
        start: STANDARD_START,
    };

    const UNLIMITED: Self = Self { no_capture_limit: None, ply_limit: None, ..Self::STANDARD };

    /// The tiger jumps along columns only; a trap weakens whoever stands on it; no draws by counting.
    pub const CLASSIC: Self =
        Self { tiger_jumps: Jumps::VerticalOnly, traps_weaken: TrapsWeaken::BothSides, ..Self::UNLIMITED };

    /// Own traps are closed, rats fight across the bank, and the pieces stand otherwise at the start.
    pub const TRADITIONAL: Self = Self {
        own_traps: OwnTraps::Closed,
        rat_captures_rat_across_bank: true,
        start: TRADITIONAL_START,
        ..Self::UNLIMITED
    };

    /// Standard rules with a draw after 60 quiet plies and no other limit.
    pub const PLYYARD: Self = Self { no_capture_limit: Some(60), ..Self::UNLIMITED };

    /// The tiger jumps along columns only, the third repetition draws, and the start is mirrored.
    pub const MISTBOARD: Self = Self {
        tiger_jumps: Jumps::VerticalOnly,
        no_capture_limit: Some(100),
        repetition_limit: Some(3),
        start: MIRRORED_START,
        ..Self::UNLIMITED
    };

    /// The edition of the published endgame tables: van Rijn and Vis, "Endgame Analysis of Dou Shou Qi", ICGA Journal 2014.
    pub const LEIDEN: Self = Self {
        elephant_captures_rat: true,
        rat_captures_rat_across_bank: true,
        dog_and_wolf: DogAndWolf::DogAboveWolf,
        no_legal_moves: NoLegalMoves::Draws,
        ..Self::UNLIMITED
    };

    /// Every ruleset that has a name, the default first.
    pub const NAMED: &[NamedRuleset; 6] = &[
        NamedRuleset {
            name: "standard",
            description: "The rules most programs play: lion and tiger jump both ways, traps are open to \
                          everyone, and 100 plies without a capture or 400 plies in all are a draw.",
            ruleset: Self::STANDARD,
        },
        NamedRuleset {
            name: "classic",
            description: "The tiger jumps along columns only, a trap weakens whoever stands on it, and no \
                          count of plies ends the game.",
            ruleset: Self::CLASSIC,
        },
        NamedRuleset {
            name: "traditional",
            description: "No piece enters its own traps, rats take each other across the bank, the pieces \
                          stand otherwise at the start, and no count of plies ends the game.",
            ruleset: Self::TRADITIONAL,
        },
        NamedRuleset {
            name: "plyyard",
            description: "Standard rules, but 60 plies without a capture are a draw and nothing else is.",
            ruleset: Self::PLYYARD,
        },
        NamedRuleset {
            name: "mistboard",
            description: "The tiger jumps along columns only, a position seen for the third time is a draw, \
                          and the start is the standard one in a mirror.",
            ruleset: Self::MISTBOARD,
        },
        NamedRuleset {
            name: "leiden",
            description: "The edition of the published endgame tables (van Rijn and Vis, \"Endgame Analysis \
                          of Dou Shou Qi\", ICGA Journal 2014): the elephant takes the rat, rats take each \
                          other across the bank, the dog ranks above the wolf, and having no legal move is \
                          a draw.",
            ruleset: Self::LEIDEN,
        },
    ];

    /// The ruleset of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|named| named.name == name).map(|named| named.ruleset)
    }

    /// The name of these very rules, if they have one.
    pub fn name(&self) -> Option<&'static str> {
        Self::NAMED.iter().find(|named| named.ruleset == *self).map(|named| named.name)
    }

    /// Every animal, from the lowest rank to the highest.
    pub const fn by_rank(&self) -> &'static [Animal; Animal::COUNT] {
        use Animal::{Cat, Dog, Elephant, Leopard, Lion, Rat, Tiger, Wolf};
        match self.dog_and_wolf {
            DogAndWolf::WolfAboveDog => &Animal::ALL,
            DogAndWolf::DogAboveWolf => &[Rat, Cat, Wolf, Dog, Leopard, Tiger, Lion, Elephant],
        }
    }

    /// An animal's rank, from 1 to 8.
    pub const fn rank(&self, animal: Animal) -> u8 {
        match (self.dog_and_wolf, animal) {
            (DogAndWolf::DogAboveWolf, Animal::Dog) => Animal::Wolf as u8 + 1,
            (DogAndWolf::DogAboveWolf, Animal::Wolf) => Animal::Dog as u8 + 1,
            _ => animal as u8 + 1,
        }
    }

    /// The squares a piece may ever stand on.
    pub fn ground(&self, side: Side, animal: Animal) -> Bitboard {
        let ground = if animal == Animal::Rat { Bitboard::ALL } else { LAND };
        self.open_to(side) & ground
    }

    /// The squares a side's pieces may enter, as far as dens and traps go.
    pub fn open_to(&self, side: Side) -> Bitboard {
        let all = !Bitboard::from(DENS[side]);
        match self.own_traps {
            OwnTraps::Open => all,
            OwnTraps::Closed => all.without(TRAPS[side]),
        }
    }

    /// The traps on which a side's pieces have rank 0 as targets.
    pub fn weak_squares(&self, side: Side) -> Bitboard {
        match self.traps_weaken {
            TrapsWeaken::Opponent => TRAPS[!side],
            TrapsWeaken::BothSides => ALL_TRAPS,
        }
    }

    /// Where an animal lands that jumps from a square.
    pub fn landings(&self, animal: Animal, from: Square) -> Bitboard {
        let crossings = CROSSINGS[from as usize].iter().flatten();
        crossings
            .filter(|crossing| self.jumps(animal, crossing.is_horizontal))
            .map(|crossing| crossing.to)
            .collect()
    }

    /// Whether an animal jumps along a row (or along a column).
    pub fn jumps(&self, animal: Animal, is_horizontal: bool) -> bool {
        let jumps = match animal {
            Animal::Tiger => self.tiger_jumps,
            Animal::Lion => self.lion_jumps,
            _ => return false,
        };
        jumps == Jumps::BothWays || !is_horizontal
    }
}

impl Default for Ruleset {
    fn default() -> Self {
        Self::STANDARD
    }
}
