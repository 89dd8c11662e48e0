use actix_web::HttpResponse;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, ETAG, EntityTag, HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH,
};

use crate::engine::REVISION;
use crate::service::answers::Source;
use crate::service::digest::Digest;
use crate::service::visit::Visit;

const CACHE_STATUS: HeaderName = HeaderName::from_static("cache-status");
/// An answer is the same for an hour at least; a cache that cannot reach the server may use it for a day. It could be
/// longer for most, but then a better engine would take as long to arrive.
const LASTING: HeaderValue = HeaderValue::from_static("public, max-age=3600, stale-if-error=86400");
const NEVER: HeaderValue = HeaderValue::from_static("no-store");
/// What says that an answer may be kept, if it is asked each time whether it still holds.
const ASKED_AGAIN: &str = "no-cache";

/// Whether an answer is one that caches may keep: the same to everybody, whenever they ask. All are that ask with a
/// safe method, unless they say no themselves or a limit of time has shaped them.
fn may_be_kept(response: &HttpResponse, visit: &Visit) -> bool {
    let is_safe = ["GET", "HEAD", "QUERY"].contains(&visit.method);
    is_safe
        && response.status() == StatusCode::OK
        && visit.source.get() != Some(Source::Once)
        && response.headers().get(CACHE_CONTROL).is_none_or(|control| control == ASKED_AGAIN)
}

/// Gives an answer that may be kept its validator, and leaves its body out for a caller that has it already (RFC 9110, 13).
pub(super) fn conditional(response: HttpResponse, asked: &HeaderMap, visit: &Visit) -> HttpResponse {
    if !may_be_kept(&response, visit) {
        return response;
    }
    let (response, body) = response.into_parts();
    let body = match body.try_into_bytes() {
        Ok(bytes) => bytes,
        Err(body) => return response.set_body(body),
    };
    let tag = tag_of(&body);
    let is_known = is_known(asked, &tag);
    let mut response = response.set_body(if is_known { BoxBody::new(()) } else { BoxBody::new(body) });
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response.headers_mut().remove(CONTENT_TYPE);
    }
    let tag = HeaderValue::from_str(&tag.to_string()).expect("digits in quotes are ASCII");
    response.headers_mut().insert(ETAG, tag);
    if !response.headers().contains_key(CACHE_CONTROL) {
        response.headers_mut().insert(CACHE_CONTROL, LASTING);
    }
    response
}

/// Says of every other answer that it is not to be kept, and of an answer of the engine where it comes from.
pub(super) fn add(headers: &mut HeaderMap, visit: &Visit) {
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, NEVER);
    }
    if let Some(source) = visit.source.get() {
        headers.insert(CACHE_STATUS, HeaderValue::from_static(source.status()));
    }
}

/// A strong validator: of these bytes, as this engine gives them.
fn tag_of(body: &[u8]) -> EntityTag {
    let digest = Digest::of_parts([&REVISION.to_le_bytes()[..], body]);
    EntityTag::new_strong(digest.to_string())
}

/// Whether the caller says that it has this answer.
fn is_known(asked: &HeaderMap, tag: &EntityTag) -> bool {
    let lists = asked.get_all(IF_NONE_MATCH).filter_map(|list| list.to_str().ok());
    lists
        .flat_map(|list| list.split(','))
        .map(str::trim)
        .any(|entry| entry == "*" || entry.parse().is_ok_and(|entry: EntityTag| entry.weak_eq(tag)))
}
