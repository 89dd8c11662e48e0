use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use thiserror::Error;
use utoipa::ToSchema;

use super::budgets::{Budget, Quota};
use super::wire::Reason;

/// The most characters of a detail, which may quote what the client sent.
const LONGEST_DETAIL: usize = 4096;
/// The most bytes of a pointer; a longer one, to a field that the client made up, is left out.
const LONGEST_POINTER: usize = 256;

/// How a request fails: one variant for each thing a client can act on.
#[derive(Clone, Debug, Error)]
pub(super) enum ApiError {
    #[error("{detail}")]
    Malformed { pointer: Option<String>, detail: String },
    #[error("there is nothing at this path")]
    NotFound,
    #[error("there is no such state, or it has expired: send position and moves instead")]
    StateNotFound { pointer: Option<String> },
    #[error("there is no ruleset of this name: GET /v1/rulesets lists them")]
    UnknownRuleset,
    #[error("this path answers {allow}")]
    MethodNotAllowed { allow: String },
    #[error("this answer comes as {0} only, which the Accept header leaves out")]
    NotAcceptable(&'static str),
    #[error("the body did not arrive in {seconds} s")]
    RequestTimeout { seconds: f32 },
    #[error("the body is larger than {limit} bytes")]
    PayloadTooLarge { limit: usize },
    #[error("the Content-Type of a request is application/json, without a Content-Encoding")]
    UnsupportedMediaType,
    #[error("{detail}")]
    InvalidPosition { pointer: String, detail: String },
    #[error("{detail}")]
    InvalidRuleset { pointer: String, detail: String },
    #[error("{detail}")]
    IllegalAction { reason: Reason, pointer: Option<String>, detail: String },
    #[error("{detail}")]
    GameOver { pointer: Option<String>, detail: String },
    #[error("{detail}")]
    NotInTablebase { detail: String },
    #[error("the budget `{budget}` is {quota}, and spent: try again in {retry_after} s")]
    RateLimited { budget: Budget, quota: Quota, retry_after: u32 },
    #[error("too many ask for such work at once: try again in {retry_after} s")]
    Overloaded { retry_after: u32 },
    #[error("this server is about to end: ask again, and another will answer")]
    Draining,
    #[error("the server failed; the log tells more under the id in `instance`")]
    Internal,
}

/// What tells one failure from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ProblemCode {
    MalformedRequest,
    NotFound,
    StateNotFound,
    UnknownRuleset,
    MethodNotAllowed,
    NotAcceptable,
    RequestTimeout,
    PayloadTooLarge,
    UnsupportedMediaType,
    InvalidPosition,
    InvalidRuleset,
    IllegalAction,
    GameOver,
    NotInTablebase,
    RateLimited,
    Overloaded,
    Internal,
}

impl ProblemCode {
    /// As it is written in a problem.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::MalformedRequest => "malformed_request",
            Self::NotFound => "not_found",
            Self::StateNotFound => "state_not_found",
            Self::UnknownRuleset => "unknown_ruleset",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::NotAcceptable => "not_acceptable",
            Self::RequestTimeout => "request_timeout",
            Self::PayloadTooLarge => "payload_too_large",
            Self::UnsupportedMediaType => "unsupported_media_type",
            Self::InvalidPosition => "invalid_position",
            Self::InvalidRuleset => "invalid_ruleset",
            Self::IllegalAction => "illegal_action",
            Self::GameOver => "game_over",
            Self::NotInTablebase => "not_in_tablebase",
            Self::RateLimited => "rate_limited",
            Self::Overloaded => "overloaded",
            Self::Internal => "internal",
        }
    }
}

impl ApiError {
    pub(super) fn code(&self) -> ProblemCode {
        match self {
            Self::Malformed { .. } => ProblemCode::MalformedRequest,
            Self::NotFound => ProblemCode::NotFound,
            Self::StateNotFound { .. } => ProblemCode::StateNotFound,
            Self::UnknownRuleset => ProblemCode::UnknownRuleset,
            Self::MethodNotAllowed { .. } => ProblemCode::MethodNotAllowed,
            Self::NotAcceptable(_) => ProblemCode::NotAcceptable,
            Self::RequestTimeout { .. } => ProblemCode::RequestTimeout,
            Self::PayloadTooLarge { .. } => ProblemCode::PayloadTooLarge,
            Self::UnsupportedMediaType => ProblemCode::UnsupportedMediaType,
            Self::InvalidPosition { .. } => ProblemCode::InvalidPosition,
            Self::InvalidRuleset { .. } => ProblemCode::InvalidRuleset,
            Self::IllegalAction { .. } => ProblemCode::IllegalAction,
            Self::GameOver { .. } => ProblemCode::GameOver,
            Self::NotInTablebase { .. } => ProblemCode::NotInTablebase,
            Self::RateLimited { .. } => ProblemCode::RateLimited,
            Self::Overloaded { .. } | Self::Draining => ProblemCode::Overloaded,
            Self::Internal => ProblemCode::Internal,
        }
    }

    fn title(&self) -> &'static str {
        match self {
            Self::Malformed { .. } => "The request is malformed",
            Self::NotFound => "Not found",
            Self::StateNotFound { .. } => "No such state",
            Self::UnknownRuleset => "No such ruleset",
            Self::MethodNotAllowed { .. } => "Wrong method",
            Self::NotAcceptable(_) => "Not acceptable",
            Self::RequestTimeout { .. } => "The request takes too long",
            Self::PayloadTooLarge { .. } => "The body is too large",
            Self::UnsupportedMediaType => "Unsupported media type",
            Self::InvalidPosition { .. } => "The position is not valid",
            Self::InvalidRuleset { .. } => "The ruleset is not valid",
            Self::IllegalAction { .. } => "The action is not legal",
            Self::GameOver { .. } => "The game is over",
            Self::NotInTablebase { .. } => "Not in the tables",
            Self::RateLimited { .. } => "Too many requests",
            Self::Overloaded { .. } => "Overloaded",
            Self::Draining => "Draining",
            Self::Internal => "Internal error",
        }
    }

    fn pointer(&self) -> Option<&str> {
        match self {
            Self::Malformed { pointer, .. }
            | Self::StateNotFound { pointer }
            | Self::IllegalAction { pointer, .. }
            | Self::GameOver { pointer, .. } => pointer.as_deref(),
            Self::InvalidPosition { pointer, .. } | Self::InvalidRuleset { pointer, .. } => Some(pointer),
            Self::NotFound
            | Self::UnknownRuleset
            | Self::MethodNotAllowed { .. }
            | Self::NotAcceptable(_)
            | Self::RequestTimeout { .. }
            | Self::PayloadTooLarge { .. }
            | Self::UnsupportedMediaType
            | Self::NotInTablebase { .. }
            | Self::RateLimited { .. }
            | Self::Overloaded { .. }
            | Self::Draining
            | Self::Internal => None,
        }
    }

    /// After how many seconds to try again.
    fn retry_after(&self) -> Option<u32> {
        match self {
            Self::RateLimited { retry_after, .. } | Self::Overloaded { retry_after } => Some(*retry_after),
            Self::Draining => Some(1),
            _ => None,
        }
    }

    /// The failure that an answer the framework gave by itself stands for.
    pub(super) fn of_status(status: StatusCode, headers: &HeaderMap) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => {
                let allow = headers.get(header::ALLOW).and_then(|allow| allow.to_str().ok()).unwrap_or("GET");
                Self::MethodNotAllowed { allow: allow.to_owned() }
            }
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::UnsupportedMediaType,
            status if status.is_client_error() => Self::Malformed {
                pointer: None,
                detail: status.canonical_reason().unwrap_or("the request is malformed").to_owned(),
            },
            _ => Self::Internal,
        }
    }

    /// The body that tells the client.
    pub(super) fn problem(&self, instance: String) -> Problem {
        let code = self.code();
        Problem {
            r#type: format!("urn:jungle:problem:{}", code.word()),
            title: self.title().to_owned(),
            status: self.status_code().as_u16(),
            detail: self.to_string().chars().take(LONGEST_DETAIL).collect(),
            code,
            instance,
            pointer: self.pointer().filter(|pointer| pointer.len() <= LONGEST_POINTER).map(str::to_owned),
            reason: if let Self::IllegalAction { reason, .. } = self { Some(*reason) } else { None },
            retry_after: self.retry_after(),
        }
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::Malformed { .. } => StatusCode::BAD_REQUEST,
            Self::NotFound | Self::StateNotFound { .. } | Self::UnknownRuleset => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotAcceptable(_) => StatusCode::NOT_ACCEPTABLE,
            Self::RequestTimeout { .. } => StatusCode::REQUEST_TIMEOUT,
            Self::PayloadTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::InvalidPosition { .. }
            | Self::InvalidRuleset { .. }
            | Self::IllegalAction { .. }
            | Self::GameOver { .. }
            | Self::NotInTablebase { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Self::RateLimited { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Overloaded { .. } | Self::Draining => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Status and headers; the outermost layer writes the body, since it knows the id of the request.
    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        if let Self::RequestTimeout { .. } = self {
            // What is left of the body would be taken for the next request.
            response.force_close();
        }
        if let Self::MethodNotAllowed { allow } = self {
            response.insert_header((header::ALLOW, allow.as_str()));
        }
        if let Some(seconds) = self.retry_after() {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        let mut response = response.finish();
        response.extensions_mut().insert(self.clone());
        response
    }
}

/// Problem details as of RFC 9457: the body of every failure.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Problem {
    /// A URI for the kind of problem: `urn:jungle:problem:` and the code.
    #[schema(format = "uri", max_length = 128, example = "urn:jungle:problem:illegal_action")]
    r#type: String,
    /// The kind of problem in words.
    #[schema(max_length = 128, example = "The action is not legal")]
    title: String,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599, example = 422)]
    status: u16,
    /// What is wrong this time.
    #[schema(max_length = 4096, example = "only the rat may enter the water on b4, not the cat")]
    detail: String,
    /// What tells one problem from another.
    #[schema(example = "illegal_action")]
    code: ProblemCode,
    /// The id of the request, as in the header `X-Request-Id`.
    #[schema(max_length = 128, example = "0199c2f1-7f6e-7c3a-9a57-3f0e8f6a2b11")]
    instance: String,
    /// What the problem lies in: a JSON pointer into the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_length = 256, example = "/moves/17")]
    pointer: Option<String>,
    /// Why an action is not legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "water")]
    reason: Option<Reason>,
    /// After how many seconds to try again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, maximum = 86_400)]
    retry_after: Option<u32>,
}
