use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, ALLOW, HeaderMap,
    HeaderValue, ORIGIN, VARY,
};
use thiserror::Error;

/// What a script may read of an answer beside what it always may.
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "allow, cache-status, etag, ratelimit, ratelimit-policy, retry-after, x-request-id",
);
/// What a script may send beside what it always may.
const ALLOWED: HeaderValue = HeaderValue::from_static(
    "cache-control, content-type, if-none-match, last-event-id, traceparent, tracestate, x-api-key, x-request-id",
);
/// How long a browser need not ask again, in seconds; it is a day, and no browser remembers for longer.
const MAX_AGE: HeaderValue = HeaderValue::from_static("86400");

/// Which web pages may call the service: Cross-Origin Resource Sharing, as <https://fetch.spec.whatwg.org/#http-cors-protocol>
/// has it. There are no cookies to protect, so nothing is ever allowed with credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origins {
    /// All of them.
    Any,
    /// Those of these origins.
    These(Vec<HeaderValue>),
}

/// The text is neither `*` nor a list of origins.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no origin, such as https://example.org")]
pub struct ParseOriginsError(String);

impl FromStr for Origins {
    type Err = ParseOriginsError;

    fn from_str(text: &str) -> Result<Self, ParseOriginsError> {
        if text == "*" {
            return Ok(Self::Any);
        }
        let origin = |text: &str| {
            let host = text.split_once("://").filter(|(scheme, _)| !scheme.is_empty()).map(|(_, host)| host);
            let is_plain =
                |byte: u8| byte.is_ascii_graphic() && !byte.is_ascii_uppercase() && !b"/?#@*".contains(&byte);
            let is_origin = host.is_some_and(|host| !host.is_empty() && host.bytes().all(is_plain));
            let value = HeaderValue::from_str(text).ok().filter(|_| is_origin);
            value.ok_or_else(|| ParseOriginsError(text.to_owned()))
        };
        text.split(',').map(|text| origin(text.trim())).collect::<Result<_, _>>().map(Self::These)
    }
}

impl Display for Origins {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self::These(origins) = self else { return f.write_str("*") };
        let texts: Vec<&str> = origins.iter().filter_map(|origin| origin.to_str().ok()).collect();
        f.write_str(&texts.join(","))
    }
}

/// What a page is told about one request.
#[derive(Clone, Debug)]
pub(super) struct Permission {
    /// Whose pages may read the answer.
    allowed: Option<HeaderValue>,
    /// Whether another page would be told something else.
    varies: bool,
    /// Whether a browser asks what it may ask.
    is_preflight: bool,
}

impl Origins {
    /// What the page is told that sends these headers.
    pub(super) fn permission(&self, headers: &HeaderMap) -> Permission {
        let origin = headers.get(ORIGIN);
        let allowed = match self {
            Self::Any => Some(HeaderValue::from_static("*")),
            Self::These(origins) => origin.filter(|origin| origins.contains(origin)).cloned(),
        };
        let is_preflight = origin.is_some() && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
        Permission { allowed, varies: *self != Self::Any, is_preflight }
    }
}

impl Permission {
    /// Adds it to an answer; the methods are those that the answer lists.
    pub(super) fn add(&self, headers: &mut HeaderMap) {
        let Self { allowed, varies, is_preflight } = self;
        if *varies {
            headers.append(VARY, HeaderValue::from_static("origin"));
        }
        let Some(allowed) = allowed else { return };
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, allowed.clone());
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        if let (true, Some(methods)) = (is_preflight, headers.get(ALLOW).cloned()) {
            headers.insert(ACCESS_CONTROL_ALLOW_METHODS, methods);
            headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED);
            headers.insert(ACCESS_CONTROL_MAX_AGE, MAX_AGE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_go_round_by_their_text() {
        for text in
            ["*", "https://a.example", "https://a.example,http://localhost:3000,capacitor://localhost"]
        {
            assert_eq!(text.parse::<Origins>().unwrap().to_string(), text);
        }
        assert_eq!("https://a, https://b".parse::<Origins>().unwrap().to_string(), "https://a,https://b");
    }

    #[test]
    fn what_no_browser_would_send_is_refused() {
        for text in [
            "",
            ",",
            "a",
            "a.example",
            "https://",
            "://a",
            "https://a/",
            "https://a/b",
            "https://A",
            "https://u@a",
            "https://*.a",
            "https://a b",
            "https://a,*",
            "null",
            "https://ä",
        ] {
            assert!(text.parse::<Origins>().is_err(), "{text}");
        }
    }
}
