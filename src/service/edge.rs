//! The outermost layer: every request gets an id, and every failure leaves as problem details.

use std::fmt;
use std::panic::AssertUnwindSafe;

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpResponse, ResponseError};
use futures_util::FutureExt;
use uuid::Uuid;

use super::ApiError;
use super::caller::RequestId;
use super::error::Problem;
use super::media::MediaType;
use super::pages::is_page;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const PROBLEM: HeaderValue = HeaderValue::from_static("application/problem+json");

/// Passes a request on and sees to what comes back.
pub(super) async fn guard<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let id = RequestId(Uuid::now_v7());
    request.extensions_mut().insert(id);
    if request.method() == Method::HEAD {
        // Answered like GET; the server leaves the body out by the method that came over the wire.
        request.head_mut().method = Method::GET;
    }
    if !is_page(request.path())
        && let Err(error) = MediaType::preferred(request.headers(), MediaType::offered_at(request.path()))
    {
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
fn see_off<B>(response: ServiceResponse<B>, id: RequestId) -> ServiceResponse<EitherBody<B>> {
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

fn problem(mut response: HttpResponse, error: &ApiError, id: RequestId) -> HttpResponse {
    let body = serde_json::to_vec(&told(error, id)).expect("a problem is plain JSON");
    // A status that the framework alone knows becomes the nearest of the contract's.
    *response.status_mut() = error.status_code();
    response.headers_mut().insert(header::CONTENT_TYPE, PROBLEM);
    response.headers_mut().insert(REQUEST_ID, header_of(id));
    response.set_body(BoxBody::new(body))
}

/// What the caller is told of a failure; the log is told of those of the server.
pub(super) fn told(error: &ApiError, RequestId(id): RequestId) -> Problem {
    if error.status_code().is_server_error() {
        tracing::error!(%id, %error, "request failed");
    }
    error.problem(id.to_string())
}

fn header_of(RequestId(id): RequestId) -> HeaderValue {
    let mut buffer = Uuid::encode_buffer();
    HeaderValue::from_str(id.hyphenated().encode_lower(&mut buffer)).expect("a UUID is ASCII")
}

/// A failure that left no answer behind.
#[derive(Debug)]
struct Failure {
    error: ApiError,
    id: RequestId,
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
