//! What operations answer beside their successes, for the document.

use std::collections::BTreeMap;

use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

use super::error::Problem;

type Responses = BTreeMap<String, RefOr<Response>>;

const MALFORMED: (u16, &str) =
    (400, "`malformed_request`: a field is unknown, missing, or of a wrong type or size.");
const STATE_NOT_FOUND: (u16, &str) = (404, "`state_not_found`: send position and moves instead.");
const NO_SUCH_NAME: (u16, &str) = (404, "`unknown_ruleset`: there is nothing of this name.");
const NO_SUCH_STATE: (u16, &str) = (404, "`state_not_found`: send position and moves to another operation.");
const NOT_ACCEPTABLE: (u16, &str) =
    (406, "`not_acceptable`: the Accept header leaves out what this answers with.");
const TOO_SLOW: (u16, &str) = (408, "`request_timeout`: the body did not arrive in time.");
const TOO_LARGE: (u16, &str) = (413, "`payload_too_large`: the body is larger than 128 KiB.");
const MEDIA_TYPE: (u16, &str) = (
    415,
    "`unsupported_media_type`: the Content-Type is not application/json, or there is a Content-Encoding.",
);
const RULES: (u16, &str) = (
    422,
    "`invalid_position`, `invalid_ruleset`, `illegal_action` (with its `reason`) or `game_over`: the request is \
     well formed, but the rules do not allow it.",
);
const RULES_OR_TABLES: (u16, &str) = (
    422,
    "`not_in_tablebase`: too many pieces, or no tables for these rules; or as elsewhere `invalid_position`, \
     `invalid_ruleset`, `illegal_action` (with its `reason`) or `game_over`.",
);
const RATE_LIMITED: (u16, &str) =
    (429, "`rate_limited`: more requests than this server allows; try again after `retry_after` seconds.");
const INTERNAL: (u16, &str) = (500, "`internal`: the server failed.");
const OVERLOADED: (u16, &str) = (
    503,
    "`overloaded`: every search is taken, or the server is about to end; try again after `retry_after` seconds.",
);
const NO_PAINTER: (u16, &str) =
    (503, "`overloaded`: too many pictures are asked for; try again after `retry_after` seconds.");
const DRAINING: (u16, &str) = (503, "`overloaded`: the server is about to end, and others are to be asked.");

/// How an operation fails that tells of the server's end.
pub(super) struct DrainingProblems;

/// How an operation fails that answers without a question.
pub(super) struct PlainProblems;

/// How an operation fails that reads a name from its path.
pub(super) struct NameProblems;

/// How an operation fails that reads the id of a state from its path.
pub(super) struct StateProblems;

/// How an operation fails that reads a game from a query.
pub(super) struct QueryProblems;

/// How an operation fails that reads a game from a body.
pub(super) struct BodyProblems;

/// How an operation fails that searches.
pub(super) struct SearchProblems;

/// How an operation fails that asks the tables, in place of how others fail that read a game.
pub(super) struct TablebaseProblems;

/// How an operation fails that paints.
pub(super) struct PaintingProblems;

impl IntoResponses for PlainProblems {
    fn responses() -> Responses {
        problems(&[NOT_ACCEPTABLE, INTERNAL])
    }
}

/// How an operation fails that is asked for too often.
pub(super) struct BudgetProblems;

impl IntoResponses for BudgetProblems {
    fn responses() -> Responses {
        problems(&[RATE_LIMITED])
    }
}

impl IntoResponses for NameProblems {
    fn responses() -> Responses {
        problems(&[NO_SUCH_NAME, NOT_ACCEPTABLE, RATE_LIMITED, INTERNAL])
    }
}

/// What a caller is told that has the answer already.
pub(super) struct NotModified;

impl IntoResponses for NotModified {
    fn responses() -> Responses {
        let description = "The caller has this answer already, as its If-None-Match says.";
        let response = ResponseBuilder::new().description(description).build();
        BTreeMap::from([("304".to_owned(), response.into())])
    }
}

impl IntoResponses for StateProblems {
    fn responses() -> Responses {
        problems(&[NO_SUCH_STATE, NOT_ACCEPTABLE, RATE_LIMITED, INTERNAL])
    }
}

impl IntoResponses for QueryProblems {
    fn responses() -> Responses {
        problems(&[MALFORMED, STATE_NOT_FOUND, NOT_ACCEPTABLE, RULES, RATE_LIMITED, INTERNAL])
    }
}

impl IntoResponses for BodyProblems {
    fn responses() -> Responses {
        problems(&[
            MALFORMED,
            STATE_NOT_FOUND,
            NOT_ACCEPTABLE,
            TOO_SLOW,
            TOO_LARGE,
            MEDIA_TYPE,
            RULES,
            RATE_LIMITED,
            INTERNAL,
        ])
    }
}

impl IntoResponses for SearchProblems {
    fn responses() -> Responses {
        problems(&[OVERLOADED])
    }
}

impl IntoResponses for TablebaseProblems {
    fn responses() -> Responses {
        problems(&[RULES_OR_TABLES])
    }
}

impl IntoResponses for PaintingProblems {
    fn responses() -> Responses {
        problems(&[NO_PAINTER])
    }
}

impl IntoResponses for DrainingProblems {
    fn responses() -> Responses {
        problems(&[DRAINING])
    }
}

fn problems(list: &[(u16, &str)]) -> Responses {
    list.iter().map(|&(status, description)| (status.to_string(), problem(description).into())).collect()
}

fn problem(description: &str) -> Response {
    let schema = Ref::from_schema_name(Problem::name());
    let content = ContentBuilder::new().schema(Some(schema)).build();
    ResponseBuilder::new().description(description).content("application/problem+json", content).build()
}
