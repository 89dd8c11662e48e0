//! The outermost layer: every request gets an id, and every failure leaves as problem details.

use std::fmt;
use std::panic::AssertUnwindSafe;

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse, ResponseError};
use futures_util::FutureExt;
use uuid::Uuid;

use super::ApiError;
use super::pages::is_page;

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
    if !is_page(request.path()) && !accepts_json(request.headers()) {
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
    // A status that the framework alone knows becomes the nearest of the contract's.
    *response.status_mut() = error.status_code();
    response.headers_mut().insert(header::CONTENT_TYPE, PROBLEM);
    response.headers_mut().insert(REQUEST_ID, header_of(id));
    response.set_body(BoxBody::new(body))
}

fn header_of(id: Uuid) -> HeaderValue {
    let mut buffer = Uuid::encode_buffer();
    HeaderValue::from_str(id.hyphenated().encode_lower(&mut buffer)).expect("a UUID is ASCII")
}

/// Whether the Accept headers let JSON through: by the most specific range that it is in (RFC 9110, 12.5.1).
///
/// Headers that hold no range at all ask for nothing in particular.
fn accepts_json(headers: &HeaderMap) -> bool {
    let texts = headers.get_all(header::ACCEPT).filter_map(|value| value.to_str().ok());
    let ranges: Vec<&str> =
        texts.flat_map(|text| text.split(',')).filter(|range| range.contains('/')).collect();
    let weight = |name| ranges.iter().find_map(|range| weight_of(range, name));
    let weight = ["application/json", "application/*", "*/*"].into_iter().find_map(weight);
    ranges.is_empty() || weight.is_some_and(|weight| weight > 0.0)
}

/// The weight of a range of this name; `.2` passes for `0.2`, since Java's client says so.
fn weight_of(range: &str, name: &str) -> Option<f32> {
    let mut parts = range.split(';').map(str::trim);
    let is_it = parts.next().is_some_and(|range| range.eq_ignore_ascii_case(name));
    let weight = parts.find_map(|part| part.strip_prefix(['q', 'Q'])?.strip_prefix('=')?.parse().ok());
    is_it.then_some(weight.unwrap_or(1.0))
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

#[cfg(test)]
mod tests {
    use actix_web::dev::ServiceResponse;
    use actix_web::{App, middleware, test, web};
    use serde_json::Value;

    use super::*;

    async fn ask(path: &str) -> HttpResponse {
        let panic = web::to(|| async { if true { panic!("a secret") } else { "" } });
        let error =
            web::to(|| async { Err::<&str, _>(actix_web::error::ErrorInternalServerError("a secret")) });
        let app = App::new().route("/panic", panic).route("/error", error).wrap(middleware::from_fn(guard));
        let app = test::init_service(app).await;
        let request = test::TestRequest::with_uri(path).to_request();
        match test::try_call_service(&app, request).await {
            Ok(response) => ServiceResponse::into_parts(response).1.map_into_boxed_body(),
            Err(error) => error.error_response(),
        }
    }

    #[actix_web::test]
    async fn a_failure_of_the_server_tells_nothing_of_its_cause() {
        for path in ["/panic", "/error"] {
            let response = ask(path).await;
            assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
            assert_eq!(response.headers().get(header::CONTENT_TYPE), Some(&PROBLEM));
            let id = response.headers().get(REQUEST_ID).unwrap().to_str().unwrap().to_owned();
            let body = actix_web::body::to_bytes(response.into_body()).await.unwrap();
            let problem: Value = serde_json::from_slice(&body).unwrap();
            assert_eq!((&problem["code"], &problem["status"]), (&Value::from("internal"), &Value::from(500)));
            assert_eq!(problem["instance"], id);
            assert!(!problem.to_string().contains("secret"));
        }
    }
}
