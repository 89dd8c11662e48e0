use actix_web::get;
use actix_web::web::{self, Data};
use serde::Serialize;
use utoipa::ToSchema;

use super::extract::text_or_json;
use super::wire::{RulesetFields, RulesetInput};
use super::{ApiError, Budget, BudgetProblems, Caller, Json, NameProblems, NotModified, PlainProblems};
use crate::engine::tablebase::{Holdings, Tables};
use crate::rules::{NamedRuleset, Ruleset};

/// A ruleset with a name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct RulesetResponse {
    /// The name that requests use.
    #[schema(max_length = 32, example = "standard")]
    name: &'static str,
    /// What sets it apart.
    #[schema(max_length = 512)]
    description: &'static str,
    #[serde(flatten)]
    fields: RulesetFields,
    /// The endgame tables of this server for it.
    tablebase: HoldingsView,
}

/// Which endgame tables a server has for a ruleset.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = Holdings)]
pub(super) struct HoldingsView {
    /// Up to so many pieces on the board, every game is in them; 0 if there are none.
    #[schema(maximum = 16, example = 3)]
    pieces: u32,
    /// How many there are, one for each set of pieces.
    #[schema(maximum = 100_000, example = 260)]
    tables: u32,
}

impl From<Holdings> for HoldingsView {
    fn from(Holdings { pieces, tables }: Holdings) -> Self {
        Self { pieces: pieces as u32, tables: tables as u32 }
    }
}

impl RulesetResponse {
    fn new(named: &NamedRuleset, tables: &Tables) -> Self {
        let NamedRuleset { name, description, ruleset } = named;
        Self { name, description, fields: ruleset.into(), tablebase: tables.holdings(ruleset).into() }
    }
}

/// Every ruleset that has a name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct RulesetsResponse {
    /// The rulesets, the default first.
    #[schema(max_items = 100)]
    rulesets: Vec<RulesetResponse>,
}

/// Reads a ruleset as a request gives it: its name, or own rules as a JSON object.
///
/// # Errors
///
/// Why it is none, for people to read.
pub fn read_ruleset(text: &str) -> Result<Ruleset, String> {
    let input: RulesetInput = text_or_json(text, "/ruleset").map_err(|error| error.to_string())?;
    Ruleset::try_from(&input).map_err(|error| error.to_string())
}

/// List the rulesets that have a name.
///
/// With every field in which they differ. A request names one of them, or gives its own fields over one.
#[utoipa::path(tag = "rules", responses(
    (status = OK, description = "The rulesets.", body = RulesetsResponse, example = json!(all(&Tables::shipped()))),
    NotModified,
    PlainProblems,
    BudgetProblems,
))]
#[get("/v1/rulesets")]
pub(super) async fn list_rulesets(
    caller: Caller,
    tables: Data<Tables>,
) -> Result<Json<RulesetsResponse>, ApiError> {
    caller.spend(Budget::Rules).await?;
    Ok(Json(all(&tables)))
}

/// Show a ruleset.
///
/// Every field of one named ruleset, and the position its games start from.
#[utoipa::path(
    tag = "rules",
    params(("name" = String, Path, description = "The name of the ruleset.", max_length = 32, example = "standard")),
    responses(
        (status = OK, description = "The ruleset.", body = RulesetResponse, example = json!(all(&Tables::shipped()).rulesets[0])),
        NotModified,
        NameProblems,
    )
)]
#[get("/v1/rulesets/{name}")]
pub(super) async fn show_ruleset(
    name: web::Path<String>,
    caller: Caller,
    tables: Data<Tables>,
) -> Result<Json<RulesetResponse>, ApiError> {
    let named = Ruleset::NAMED.iter().find(|named| named.name == *name).ok_or(ApiError::UnknownRuleset)?;
    caller.spend(Budget::Rules).await?;
    Ok(Json(RulesetResponse::new(named, &tables)))
}

fn all(tables: &Tables) -> RulesetsResponse {
    let rulesets = Ruleset::NAMED.iter().map(|named| RulesetResponse::new(named, tables));
    RulesetsResponse { rulesets: rulesets.collect() }
}
