use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};

use crate::service::visit::Visit;

/// Nothing that an answer in JSON might be taken for is run or shown.
const FOR_DATA: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
/// What the pages are made of comes from here; Swagger UI styles its elements, draws with `data:`, and
/// shows pictures that were answered as `blob:`.
const FOR_PAGES: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);
/// Any site may ask, as CORS says.
const RESOURCE_POLICY: (HeaderName, HeaderValue) =
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin"));

/// Adds what keeps a browser from doing more with an answer than it is for, as the OWASP REST cheat sheet has it:
/// <https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html#security-headers>.
///
/// Strict-Transport-Security is for whoever speaks TLS, and that is not this server.
pub(super) fn add(headers: &mut HeaderMap, visit: &Visit) {
    let is_page = visit.path.as_deref().is_some_and(|path| path.is_page);
    headers.insert(CONTENT_SECURITY_POLICY, if is_page { FOR_PAGES } else { FOR_DATA });
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    let (name, value) = RESOURCE_POLICY;
    headers.insert(name, value);
}
