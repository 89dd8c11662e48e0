//! The outermost layer: what every answer has in common, whoever gave it.
//!
//! A request gets its [`Visit`], HEAD and QUERY become the methods that they are answered like, and what comes back
//! leaves with an id, the headers of `cors` and `security`, those of `caching`, and as problem details if it failed.

mod caching;
mod cors;
mod failure;
mod security;
mod unread;
mod watched;

use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::sync::Arc;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::HeaderMap;
use actix_web::http::{ConnectionType, Method};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpResponse, ResponseError};
use futures_util::FutureExt;

pub use cors::Origins;

pub(super) use failure::told;

use super::ApiError;
use super::client::Clients;
use super::lifecycle::{Connection, Lifecycle};
use super::media::MediaType;
use super::paths::KnownPaths;
use super::telemetry::Telemetry;
use super::visit::{REQUEST_ID, Visit};
use cors::Permission;
use failure::{Failure, problem, take_cause};
use unread::Unread;
use watched::Watched;

/// What the layer knows.
#[derive(Debug)]
pub(super) struct Edge {
    pub(super) paths: KnownPaths,
    pub(super) clients: Clients,
    /// Whose web pages may call.
    pub(super) origins: Origins,
    pub(super) lifecycle: Arc<Lifecycle>,
    pub(super) telemetry: Arc<Telemetry>,
}

/// Passes a request on and sees to what comes back.
pub(super) async fn guard(
    edge: Arc<Edge>,
    mut request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse, Error> {
    let visit = Visit::new(&request, &edge);
    request.extensions_mut().insert(visit.clone());
    translate_method(&mut request, &visit);
    let permission = edge.origins.permission(request.headers());
    let (unread, wants_upgrade) = (Unread::of(&mut request), request.head().upgrade());
    let headers = Headers { edge, visit, permission, unread, wants_upgrade };
    if let Err(error) = admit(&request, &headers.visit) {
        let response = request.into_response(error.error_response());
        return Ok(headers.see_off(response));
    }
    match AssertUnwindSafe(next.call(request)).catch_unwind().await {
        Ok(Ok(response)) => Ok(headers.see_off(response)),
        Ok(Err(error)) => Err(Failure::new(take_cause(error.error_response()).1, headers).into()),
        // The panic hook has told the log already.
        Err(_) => Err(Failure::new(ApiError::Internal, headers).into()),
    }
}

/// HEAD is answered like GET: the server leaves the body out by the method that came over the wire. QUERY (RFC 10008)
/// is answered like POST where the answer is nothing but that.
fn translate_method(request: &mut ServiceRequest, visit: &Visit) {
    let takes_query = visit.path.as_deref().is_some_and(|path| path.takes_query);
    let method = match request.method().as_str() {
        "HEAD" => Method::GET,
        "QUERY" if takes_query => Method::POST,
        _ => return,
    };
    request.head_mut().method = method;
}

/// Whether the caller came in time, and accepts what it can be answered with.
fn admit(request: &ServiceRequest, visit: &Visit) -> Result<(), ApiError> {
    // A server that ends is alive until then, and says itself that it is not ready.
    let is_probe = request.path().starts_with("/health/");
    if !is_probe && request.conn_data::<Connection>().is_some_and(|connection| connection.is_late) {
        return Err(ApiError::Draining);
    }
    if visit.path.as_deref().is_some_and(|path| path.is_page) {
        return Ok(());
    }
    visit.wants.set(MediaType::preferred(request.headers(), MediaType::offered_at(request.path()))?);
    Ok(())
}

/// What an answer gets on its way out.
#[derive(Debug)]
struct Headers {
    edge: Arc<Edge>,
    visit: Rc<Visit>,
    permission: Permission,
    unread: Option<Unread>,
    /// Whether the caller would rather speak another protocol. The framework takes our answer for the last one in
    /// this one, and ends the connection: so it is told that.
    wants_upgrade: bool,
}

impl Headers {
    fn see_off(&self, response: ServiceResponse) -> ServiceResponse {
        let (request, response) = response.into_parts();
        let response = if response.status().is_client_error() || response.status().is_server_error() {
            let (response, error) = take_cause(response.set_body(BoxBody::new(())));
            problem(response, &error, &self.visit)
        } else {
            caching::conditional(response, request.headers(), &self.visit)
        };
        ServiceResponse::new(request, self.added_to(response))
    }

    /// Adds what is on every answer.
    fn added_to(&self, mut response: HttpResponse) -> HttpResponse {
        let Self { edge, visit, unread, .. } = self;
        visit.status.set(Some(response.status()));
        if edge.lifecycle.is_closing() || self.wants_upgrade {
            response.head_mut().set_connection_type(ConnectionType::Close);
        }
        self.add(response.headers_mut());
        if response.body().size() == BodySize::Stream || unread.is_some() {
            return response
                .map_body(|_, body| BoxBody::new(Watched::new(body, visit.clone(), unread.clone())));
        }
        response
    }

    fn add(&self, headers: &mut HeaderMap) {
        let Self { visit, permission, .. } = self;
        headers.insert(REQUEST_ID, visit.id.to_header());
        permission.add(headers);
        security::add(headers, visit);
        caching::add(headers, visit);
        if let Some(standing) = visit.standing.get() {
            standing.tell(headers);
        }
    }
}
