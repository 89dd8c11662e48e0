//! The outermost layer: every request gets an id, and every failure leaves as problem details.

use std::fmt;
use std::panic::AssertUnwindSafe;

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, Accept, Header, HeaderName, HeaderValue, QualityItem};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::mime::{self, Mime};
use actix_web::{Error, HttpResponse, ResponseError};
use futures_util::FutureExt;
use uuid::Uuid;

use super::ApiError;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const PROBLEM: HeaderValue = HeaderValue::from_static("application/problem+json");

/// Passes a request on and sees to what comes back.
pub(super) async fn guard<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let id = Uuid::now_v7();
    if request.method() == Method::HEAD {
        // Answered like GET; the server leaves the body out by the method that came over the wire.
        request.head_mut().method = Method::GET;
    }
    if !is_page(request.path()) && !accepts_json(&request) {
        let error = ApiError::NotAcceptable("application/json");
        let response = problem(error.error_response(), &error, id);
        return Ok(request.into_response(response).map_into_right_body());
    }
    match AssertUnwindSafe(next.call(request)).catch_unwind().await {
        Ok(Ok(response)) => Ok(see_off(response, id)),
        Ok(Err(error)) => Err(Failure { error: cause(error.error_response()), id }.into()),
        // The panic hook has told the log already.
        Err(_) => Err(Failure { error: ApiError::Internal, id }.into()),
    }
}

/// Adds the id to an answer, and the body to a failure.
fn see_off<B>(response: ServiceResponse<B>, id: Uuid) -> ServiceResponse<EitherBody<B>> {
    if response.status().is_client_error() || response.status().is_server_error() {
        let (request, response) = response.into_parts();
        let response = response.drop_body().map_into_boxed_body();
        let (response, error) = take_cause(response);
        return ServiceResponse::new(request, problem(response, &error, id)).map_into_right_body();
    }
    let mut response = response;
    response.headers_mut().insert(REQUEST_ID, header_of(id));
    response.map_into_left_body()
}

fn cause(response: HttpResponse) -> ApiError {
    take_cause(response).1
}

/// The failure behind an answer: ours came along with it, the framework's are told by their status.
fn take_cause(mut response: HttpResponse) -> (HttpResponse, ApiError) {
    let ours = response.extensions_mut().remove::<ApiError>();
    let error = ours.unwrap_or_else(|| ApiError::of_status(response.status(), response.headers()));
    (response, error)
}

fn problem(mut response: HttpResponse, error: &ApiError, id: Uuid) -> HttpResponse {
    if error.status_code().is_server_error() {
        tracing::error!(%id, %error, "request failed");
    }
    let body = serde_json::to_vec(&error.problem(id.to_string())).expect("a problem is plain JSON");
    response.headers_mut().insert(header::CONTENT_TYPE, PROBLEM);
    response.headers_mut().insert(REQUEST_ID, header_of(id));
    response.set_body(BoxBody::new(body))
}

fn header_of(id: Uuid) -> HeaderValue {
    let mut buffer = Uuid::encode_buffer();
    HeaderValue::from_str(id.hyphenated().encode_lower(&mut buffer)).expect("a UUID is ASCII")
}

/// Whether a path is one of the pages for people; everything else answers in JSON.
fn is_page(path: &str) -> bool {
    path == "/" || path.starts_with("/docs")
}

/// Whether the Accept headers let JSON through; without any, everything passes.
fn accepts_json(request: &ServiceRequest) -> bool {
    match request.headers().get(header::ACCEPT).map(HeaderValue::as_bytes) {
        None | Some(b"*/*" | b"application/json") => true,
        // What cannot be read asks for nothing in particular.
        Some(_) => {
            Accept::parse(request).map_or(true, |accept| quality_of_json(&accept) > header::Quality::ZERO)
        }
    }
}

/// The quality of the most specific range that JSON is in (RFC 9110, 12.5.1).
fn quality_of_json(accept: &[QualityItem<Mime>]) -> header::Quality {
    let quality = |kind, subtype| {
        let is_it = |item: &&QualityItem<Mime>| item.item.type_() == kind && item.item.subtype() == subtype;
        accept.iter().find(is_it).map(|item| item.quality)
    };
    quality(mime::APPLICATION, mime::JSON)
        .or_else(|| quality(mime::APPLICATION, mime::STAR))
        .or_else(|| quality(mime::STAR, mime::STAR))
        .unwrap_or(header::Quality::ZERO)
}

/// A failure that left no answer behind.
#[derive(Debug)]
struct Failure {
    error: ApiError,
    id: Uuid,
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
        problem(self.error.error_response(), &self.error, self.id)
    }
}
