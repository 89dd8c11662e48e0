use std::cell::Cell;
use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use actix_web::dev::{Extensions, ServiceRequest};
use actix_web::http::header::{HOST, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use actix_web::http::{Method, StatusCode, Version};
use arrayvec::ArrayString;
use uuid::Uuid;

use super::answers::Source;
use super::budgets::Standing;
use super::client::Client;
use super::edge::Edge;
use super::error::ProblemCode;
use super::media::MediaType;
use super::paths::KnownPath;
use super::telemetry::{Over, Telemetry};
use super::traces::TraceContext;

pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// A request, from its head to the last byte of its answer or until its caller goes away: what is told of it when it
/// is over, which is when the last part of the server that has to do with it drops it.
#[derive(Debug)]
pub(super) struct Visit {
    pub(super) id: RequestId,
    /// The method as it came, by its name.
    pub(super) method: &'static str,
    pub(super) path: Option<Arc<KnownPath>>,
    /// Who it counts as.
    pub(super) client: Client,
    pub(super) started: Instant,
    /// What the answer is to be written in.
    pub(super) wants: Cell<MediaType>,
    /// What was answered, once something is.
    pub(super) status: Cell<Option<StatusCode>>,
    /// What the answer says went wrong.
    pub(super) code: Cell<Option<ProblemCode>>,
    /// Where a cached answer came from.
    pub(super) source: Cell<Option<Source>>,
    /// How the client stands with the budget that it has spent from.
    pub(super) standing: Cell<Option<Standing>>,
    /// Its place in a trace, if it has one.
    pub(super) trace: Option<Box<TraceContext>>,
    /// What its trace tells of it beside, if that is to be kept.
    pub(super) head: Option<Box<Head>>,
    telemetry: Arc<Telemetry>,
}

/// What a trace tells of a request that nobody else does.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) path: String,
    pub(super) host: Option<String>,
    pub(super) user_agent: Option<String>,
    pub(super) version: Version,
}

impl Head {
    fn of(request: &ServiceRequest) -> Self {
        let text = |name| Some(request.headers().get(name)?.to_str().ok()?.to_owned());
        Self {
            path: request.path().to_owned(),
            host: text(HOST),
            user_agent: text(USER_AGENT),
            version: request.version(),
        }
    }
}

/// The id of a request: a UUID of ours, or what the caller calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RequestId(ArrayString<64>);

/// The text is too long, or not made of letters, digits, dots, dashes and underscores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ParseRequestIdError;

impl RequestId {
    /// The one that the caller gave if it is sane, or else a new one.
    fn of(headers: &HeaderMap) -> Self {
        let given = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()?.parse().ok());
        given.unwrap_or_else(Self::new)
    }

    fn new() -> Self {
        let mut buffer = Uuid::encode_buffer();
        let text: &str = Uuid::new_v4().hyphenated().encode_lower(&mut buffer);
        Self(ArrayString::from(text).expect("there is room for the 36 characters of a UUID"))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn to_header(self) -> HeaderValue {
        HeaderValue::from_str(&self.0).expect("an id is made of what a header may hold")
    }
}

impl FromStr for RequestId {
    type Err = ParseRequestIdError;

    fn from_str(text: &str) -> Result<Self, ParseRequestIdError> {
        let is_sane = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        if text.is_empty() || !text.bytes().all(is_sane) {
            return Err(ParseRequestIdError);
        }
        ArrayString::from(text).map(Self).map_err(|_| ParseRequestIdError)
    }
}

impl Visit {
    /// A request that has just come.
    pub(super) fn new(request: &ServiceRequest, edge: &Edge) -> Rc<Self> {
        let telemetry = edge.telemetry.clone();
        let trace = telemetry.traces.context(request.headers()).map(Box::new);
        telemetry.welcome();
        Rc::new(Self {
            id: RequestId::of(request.headers()),
            method: method_name(request.method()),
            path: edge.paths.find(request.path()).cloned(),
            client: edge.clients.find(request.peer_addr().map(|peer| peer.ip()), request.headers()),
            started: Instant::now(),
            wants: Cell::new(MediaType::Json),
            status: Cell::new(None),
            code: Cell::new(None),
            source: Cell::new(None),
            standing: Cell::new(None),
            head: trace
                .as_ref()
                .filter(|trace| telemetry.traces.wants(trace))
                .map(|_| Box::new(Head::of(request))),
            trace,
            telemetry,
        })
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let ended = Instant::now();
        self.telemetry.see_off(Over {
            id: self.id,
            method: self.method,
            path: self.path.take(),
            client: self.client.clone(),
            status: self.status.get().map(|status| status.as_u16()),
            code: self.code.get(),
            source: self.source.get(),
            trace: self.trace.take(),
            head: self.head.take(),
            ended,
            took: ended.duration_since(self.started),
        });
    }
}

/// The name of a method; one that nobody knows has none of its own, since anybody can make up more.
fn method_name(method: &Method) -> &'static str {
    const KNOWN: [&str; 10] =
        ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"];
    KNOWN.into_iter().find(|known| *known == method.as_str()).unwrap_or("_OTHER")
}

/// The visit that a request belongs to.
pub(super) fn visit_of(extensions: &Extensions) -> Rc<Visit> {
    let visit = extensions.get::<Rc<Visit>>().cloned();
    visit.expect("the outermost layer gives every request one")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_taken_if_it_is_sane() {
        let longest = "x".repeat(64);
        for id in ["a", "0199c2f1-7f6e-7c3a-9a57-3f0e8f6a2b11", "A.b_c-1", &longest] {
            assert_eq!(id.parse::<RequestId>().unwrap().as_str(), id);
        }
        for id in ["", " ", "a b", "a\n", "ä", "{}", "\"", &format!("{longest}x")] {
            assert_eq!(id.parse::<RequestId>(), Err(ParseRequestIdError), "{id}");
        }
    }
}
