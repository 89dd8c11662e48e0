use std::fmt;

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, ResponseError};

use super::Headers;
use crate::service::ApiError;
use crate::service::error::Problem;
use crate::service::visit::{RequestId, Visit};

const PROBLEM: HeaderValue = HeaderValue::from_static("application/problem+json");

/// The failure behind an answer: ours came along with it, the framework's are told by their status.
pub(super) fn take_cause(mut response: HttpResponse) -> (HttpResponse, ApiError) {
    let ours = response.extensions_mut().remove::<ApiError>();
    let error = ours.unwrap_or_else(|| ApiError::of_status(response.status(), response.headers()));
    (response, error)
}

/// The answer with its problem as the body.
pub(super) fn problem(mut response: HttpResponse, error: &ApiError, visit: &Visit) -> HttpResponse {
    let body = serde_json::to_vec(&told(error, visit.id)).expect("a problem is plain JSON");
    visit.code.set(Some(error.code()));
    // A status that the framework alone knows becomes the nearest of the contract's.
    *response.status_mut() = error.status_code();
    response.headers_mut().insert(header::CONTENT_TYPE, PROBLEM);
    response.set_body(BoxBody::new(body))
}

/// What the caller is told of a failure; the log is told of those of the server.
pub(in crate::service) fn told(error: &ApiError, id: RequestId) -> Problem {
    if matches!(error, ApiError::Internal) {
        tracing::error!(id = id.as_str(), %error, "request failed");
    }
    error.problem(id.as_str().to_owned())
}

/// A failure that left no answer behind.
#[derive(Debug)]
pub(super) struct Failure {
    error: ApiError,
    headers: Headers,
}

impl Failure {
    pub(super) fn new(error: ApiError, headers: Headers) -> Self {
        Self { error, headers }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl ResponseError for Failure {
    fn status_code(&self) -> StatusCode {
        self.error.status_code()
    }

    fn error_response(&self) -> HttpResponse {
        let Self { error, headers } = self;
        headers.added_to(problem(error.error_response(), error, &headers.visit))
    }
}
