use std::ops::RangeInclusive;

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::number::Count;
use super::text_or::TextOr;
use super::{WriteJson, wire_enum};
use crate::rules::{self, Ruleset};
use crate::service::ApiError;

wire_enum! {
    /// In which directions an animal jumps rivers.
    Jumps = rules::Jumps { BothWays = "both_ways", VerticalOnly = "vertical_only" }
}
wire_enum! {
    /// Which rat in the water blocks a jump over it.
    JumpBlockedBy = rules::JumpBlockedBy { AnyRat = "any_rat", EnemyRat = "enemy_rat" }
}
wire_enum! {
    /// Whether a piece may step onto its own side's traps.
    OwnTraps = rules::OwnTraps { Open = "open", Closed = "closed" }
}
wire_enum! {
    /// Whose pieces have rank 0 as targets on a trap: those of its opponent, or everybody's.
    TrapsWeaken = rules::TrapsWeaken { Opponent = "opponent", BothSides = "both_sides" }
}
wire_enum! {
    /// The rank with which a piece attacks out of an enemy trap.
    TrappedAttack = rules::TrappedAttack { FullRank = "full_rank", RankZero = "rank_zero" }
}
wire_enum! {
    /// Which of dog and wolf ranks higher.
    DogAndWolf = rules::DogAndWolf { WolfAboveDog = "wolf_above_dog", DogAboveWolf = "dog_above_wolf" }
}
wire_enum! {
    /// What happens to the side on turn when it has no legal move.
    NoLegalMoves = rules::NoLegalMoves { Loses = "loses", Draws = "draws" }
}

/// Own rules: a named ruleset to start from, and the fields that differ from it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"base": "standard", "no_capture_limit": 60}))]
pub(in crate::service) struct CustomRuleset {
    /// The named ruleset that gives every field left out.
    #[schema(default = "standard", max_length = 32)]
    base: Option<String>,
    /// Where the tiger jumps.
    tiger_jumps: Option<Jumps>,
    /// Where the lion jumps.
    lion_jumps: Option<Jumps>,
    /// What blocks a jump.
    jump_blocked_by: Option<JumpBlockedBy>,
    /// Whether own traps may be entered.
    own_traps: Option<OwnTraps>,
    /// Whom traps weaken.
    traps_weaken: Option<TrapsWeaken>,
    /// How a trapped piece attacks.
    trapped_attack: Option<TrappedAttack>,
    /// Whether a piece takes one of its own rank.
    equal_rank_captures: Option<bool>,
    /// Whether the elephant takes a rat that is not trapped.
    elephant_captures_rat: Option<bool>,
    /// Whether a rat on land and a rat in the water may take each other.
    rat_captures_rat_across_bank: Option<bool>,
    /// Whether a rat in the water takes an elephant on the bank.
    river_rat_captures_elephant: Option<bool>,
    /// The order of dog and wolf.
    dog_and_wolf: Option<DogAndWolf>,
    /// What having no legal move means.
    no_legal_moves: Option<NoLegalMoves>,
    /// Plies in a row without a capture that make a draw; null for none.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 10_000)]
    no_capture_limit: Option<Limit>,
    /// Plies that make a draw; null for none.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 10_000)]
    ply_limit: Option<Limit>,
    /// Occurrences of a position that make a draw; null for none.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<u32>, minimum = 2, maximum = 100)]
    repetition_limit: Option<Limit>,
    /// Where a game starts, as a FEN.
    #[schema(max_length = 128)]
    start: Option<String>,
}

/// A limit that a request gives, be it none.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Limit(Option<Count>);

/// Tells a null that was given from a field that was not.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Limit>, D::Error> {
    Limit::deserialize(deserializer).map(Some)
}

/// The name of a ruleset.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 32, example = "standard")]
pub(in crate::service) struct RulesetName(String);

/// A ruleset in a request: a name, or own rules as an object.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged, from = "TextOr<'_, CustomRuleset>")]
pub(in crate::service) enum RulesetInput {
    /// The name of a ruleset.
    Name(RulesetName),
    /// Own rules.
    Custom(Box<CustomRuleset>),
}

impl From<TextOr<'_, CustomRuleset>> for RulesetInput {
    fn from(input: TextOr<'_, CustomRuleset>) -> Self {
        match input {
            TextOr::Text(name) => Self::Name(RulesetName(name.into_owned())),
            TextOr::Object(custom) => Self::Custom(Box::new(custom)),
        }
    }
}

impl TryFrom<&RulesetInput> for Ruleset {
    type Error = ApiError;

    fn try_from(input: &RulesetInput) -> Result<Self, ApiError> {
        match input {
            RulesetInput::Name(RulesetName(name)) => named(name, "/ruleset"),
            RulesetInput::Custom(custom) => custom.ruleset(),
        }
    }
}

fn named(name: &str, pointer: &str) -> Result<Ruleset, ApiError> {
    Ruleset::named(name).ok_or_else(|| {
        let names = Ruleset::NAMED.map(|named| named.name).join(", ");
        invalid(pointer, format!("there is no ruleset {name:?}; there are {names}"))
    })
}

fn invalid(pointer: &str, detail: String) -> ApiError {
    ApiError::InvalidRuleset { pointer: pointer.to_owned(), detail }
}

impl CustomRuleset {
    fn ruleset(&self) -> Result<Ruleset, ApiError> {
        let base = match &self.base {
            Some(name) => named(name, "/ruleset/base")?,
            None => Ruleset::default(),
        };
        let mut ruleset = self.over(base);
        self.set_limits(&mut ruleset)?;
        if let Some(start) = &self.start {
            ruleset.start = start.parse().map_err(|error| invalid_start(&error))?;
        }
        ruleset.start.check(&ruleset).map_err(|error| invalid_start(&error))?;
        Ok(ruleset)
    }

    /// The base with the fields that are given, but for limits and start.
    fn over(&self, base: Ruleset) -> Ruleset {
        Ruleset {
            tiger_jumps: self.tiger_jumps.map_or(base.tiger_jumps, Into::into),
            lion_jumps: self.lion_jumps.map_or(base.lion_jumps, Into::into),
            jump_blocked_by: self.jump_blocked_by.map_or(base.jump_blocked_by, Into::into),
            own_traps: self.own_traps.map_or(base.own_traps, Into::into),
            traps_weaken: self.traps_weaken.map_or(base.traps_weaken, Into::into),
            trapped_attack: self.trapped_attack.map_or(base.trapped_attack, Into::into),
            equal_rank_captures: self.equal_rank_captures.unwrap_or(base.equal_rank_captures),
            elephant_captures_rat: self.elephant_captures_rat.unwrap_or(base.elephant_captures_rat),
            rat_captures_rat_across_bank: self
                .rat_captures_rat_across_bank
                .unwrap_or(base.rat_captures_rat_across_bank),
            river_rat_captures_elephant: self
                .river_rat_captures_elephant
                .unwrap_or(base.river_rat_captures_elephant),
            dog_and_wolf: self.dog_and_wolf.map_or(base.dog_and_wolf, Into::into),
            no_legal_moves: self.no_legal_moves.map_or(base.no_legal_moves, Into::into),
            no_capture_limit: base.no_capture_limit,
            ply_limit: base.ply_limit,
            repetition_limit: base.repetition_limit,
            start: base.start,
        }
    }

    fn set_limits(&self, ruleset: &mut Ruleset) -> Result<(), ApiError> {
        let plies = Ruleset::PLY_LIMITS;
        set_limit(&mut ruleset.no_capture_limit, self.no_capture_limit, &plies, "no_capture_limit")?;
        set_limit(&mut ruleset.ply_limit, self.ply_limit, &plies, "ply_limit")?;
        let repetitions = Ruleset::REPETITION_LIMITS;
        set_limit(&mut ruleset.repetition_limit, self.repetition_limit, &repetitions, "repetition_limit")
    }
}

fn set_limit(
    limit: &mut Option<u32>,
    given: Option<Limit>,
    range: &RangeInclusive<u32>,
    name: &str,
) -> Result<(), ApiError> {
    let Some(Limit(given)) = given else { return Ok(()) };
    *limit = match given.map(Count::get) {
        None => None,
        Some(Some(count)) if range.contains(&count) => Some(count),
        Some(_) => {
            let (least, greatest) = (range.start(), range.end());
            let detail = format!("{name} is not a whole number from {least} to {greatest}, nor null");
            return Err(invalid(&format!("/ruleset/{name}"), detail));
        }
    };
    Ok(())
}

fn invalid_start(error: &impl std::fmt::Display) -> ApiError {
    invalid("/ruleset/start", error.to_string())
}

/// Every field of a ruleset.
#[expect(clippy::struct_excessive_bools, reason = "each is a rule that holds or does not")]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::service) struct RulesetFields {
    /// Where the tiger jumps.
    tiger_jumps: Jumps,
    /// Where the lion jumps.
    lion_jumps: Jumps,
    /// What blocks a jump.
    jump_blocked_by: JumpBlockedBy,
    /// Whether own traps may be entered.
    own_traps: OwnTraps,
    /// Whom traps weaken.
    traps_weaken: TrapsWeaken,
    /// How a trapped piece attacks.
    trapped_attack: TrappedAttack,
    /// Whether a piece takes one of its own rank.
    equal_rank_captures: bool,
    /// Whether the elephant takes a rat that is not trapped.
    elephant_captures_rat: bool,
    /// Whether a rat on land and a rat in the water may take each other.
    rat_captures_rat_across_bank: bool,
    /// Whether a rat in the water takes an elephant on the bank.
    river_rat_captures_elephant: bool,
    /// The order of dog and wolf.
    dog_and_wolf: DogAndWolf,
    /// What having no legal move means.
    no_legal_moves: NoLegalMoves,
    /// Plies in a row without a capture that make a draw; null for none.
    #[schema(required, minimum = 1, maximum = 10_000)]
    no_capture_limit: Option<u32>,
    /// Plies that make a draw; null for none.
    #[schema(required, minimum = 1, maximum = 10_000)]
    ply_limit: Option<u32>,
    /// Occurrences of a position that make a draw; null for none.
    #[schema(required, minimum = 2, maximum = 100)]
    repetition_limit: Option<u32>,
    /// Where a game starts, as a FEN.
    #[schema(min_length = 19, max_length = 128)]
    start: String,
}

impl From<&Ruleset> for RulesetFields {
    fn from(ruleset: &Ruleset) -> Self {
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
            no_capture_limit,
            ply_limit,
            repetition_limit,
            start,
        } = *ruleset;
        Self {
            tiger_jumps: tiger_jumps.into(),
            lion_jumps: lion_jumps.into(),
            jump_blocked_by: jump_blocked_by.into(),
            own_traps: own_traps.into(),
            traps_weaken: traps_weaken.into(),
            trapped_attack: trapped_attack.into(),
            equal_rank_captures,
            elephant_captures_rat,
            rat_captures_rat_across_bank,
            river_rat_captures_elephant,
            dog_and_wolf: dog_and_wolf.into(),
            no_legal_moves: no_legal_moves.into(),
            no_capture_limit,
            ply_limit,
            repetition_limit,
            start: start.to_string(),
        }
    }
}

/// A ruleset in an answer: its name, or the whole object where it is not a named one.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(in crate::service) enum RulesetView {
    /// The name of a ruleset.
    #[schema(value_type = RulesetName)]
    Name(&'static str),
    /// Own rules, every field.
    Fields(Box<RulesetFields>),
}

impl From<&Ruleset> for RulesetView {
    fn from(ruleset: &Ruleset) -> Self {
        match ruleset.name() {
            Some(name) => Self::Name(name),
            None => Self::Fields(Box::new(ruleset.into())),
        }
    }
}

impl WriteJson for RulesetView {
    fn write_json(&self, text: &mut Vec<u8>) {
        serde_json::to_writer(text, self).expect("a ruleset is plain JSON");
    }
}
