use actix_web::{get, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::wire::RulesetFields;
use super::{ApiError, Budget, BudgetProblems, Caller, Json, NameProblems, NotModified, PlainProblems};
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
}

impl From<&NamedRuleset> for RulesetResponse {
    fn from(named: &NamedRuleset) -> Self {
        let NamedRuleset { name, description, ruleset } = named;
        Self { name, description, fields: ruleset.into() }
    }
}

/// Every ruleset that has a name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct RulesetsResponse {
    /// The rulesets, the default first.
    #[schema(max_items = 100)]
    rulesets: Vec<RulesetResponse>,
}

/// List the rulesets that have a name.
///
/// With every field in which they differ. A request names one of them, or gives its own fields over one.
#[utoipa::path(tag = "rules", responses(
    (status = OK, description = "The rulesets.", body = RulesetsResponse, example = json!(all())),
    NotModified,
    PlainProblems,
    BudgetProblems,
))]
#[get("/v1/rulesets")]
pub(super) async fn list_rulesets(caller: Caller) -> Result<Json<RulesetsResponse>, ApiError> {
    caller.spend(Budget::Rules).await?;
    Ok(Json(all()))
}

/// Show a ruleset.
///
/// Every field of one named ruleset, and the position its games start from.
#[utoipa::path(
    tag = "rules",
    params(("name" = String, Path, description = "The name of the ruleset.", max_length = 32, example = "standard")),
    responses(
        (status = OK, description = "The ruleset.", body = RulesetResponse, example = json!(all().rulesets[0])),
        NotModified,
        NameProblems,
    )
)]
#[get("/v1/rulesets/{name}")]
pub(super) async fn show_ruleset(
    name: web::Path<String>,
    caller: Caller,
) -> Result<Json<RulesetResponse>, ApiError> {
    let named = Ruleset::NAMED.iter().find(|named| named.name == *name).ok_or(ApiError::UnknownRuleset)?;
    caller.spend(Budget::Rules).await?;
    Ok(Json(named.into()))
}

fn all() -> RulesetsResponse {
    RulesetsResponse { rulesets: Ruleset::NAMED.iter().map(RulesetResponse::from).collect() }
}
