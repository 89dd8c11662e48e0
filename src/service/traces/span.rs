use std::borrow::Cow;
use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use actix_web::http::Version;
use actix_web::http::uri::Authority;
use opentelemetry::trace::{SpanContext, SpanKind, Status, TraceFlags};
use opentelemetry::{InstrumentationScope, KeyValue, SpanId, StringValue, Value};
use opentelemetry_sdk::trace::{SpanData, SpanEvents, SpanLinks};

use super::TraceContext;

/// The methods that have a name of their own in traces; others could be made up without end.
const METHODS: [&str; 10] =
    ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY"];
/// What any other method is called.
const OTHER_METHOD: &str = "_OTHER";
/// How many bytes of a text are kept that a caller has chosen.
const LONGEST_TEXT: usize = 256;
/// As many attributes as a span may have.
const ATTRIBUTES: usize = 16;

/// A request that was answered, with all that a trace tells of it.
///
/// The query is not told: it may hold a whole game.
#[derive(Clone, Debug)]
pub(in crate::service) struct Finished<'a> {
    /// Its place among others.
    pub(in crate::service) context: &'a TraceContext,
    /// The method that the caller has sent.
    pub(in crate::service) method: &'a str,
    /// `http` or `https`, as the caller sees it.
    pub(in crate::service) scheme: &'a str,
    /// Whom the caller has asked, with or without a port.
    pub(in crate::service) host: Option<&'a str>,
    /// What it has asked for.
    pub(in crate::service) path: &'a str,
    /// The pattern of the path that the operation is found by.
    pub(in crate::service) route: Option<&'a str>,
    /// The version of HTTP.
    pub(in crate::service) version: Version,
    /// The program that asks, by its own words.
    pub(in crate::service) user_agent: Option<&'a str>,
    /// The address of the caller.
    pub(in crate::service) client: Option<IpAddr>,
    /// The status of the answer.
    pub(in crate::service) status: u16,
    /// The id that the caller is told.
    pub(in crate::service) request_id: &'a str,
    /// What became of the question to the cache.
    pub(in crate::service) cache: Option<&'a str>,
    /// When the answer was ready.
    pub(in crate::service) ended: SystemTime,
    /// How long it took.
    pub(in crate::service) took: Duration,
}

impl Finished<'_> {
    /// The request as OpenTelemetry knows it, by its conventions:
    /// <https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-server-span>.
    pub(super) fn to_span(&self, scope: InstrumentationScope) -> SpanData {
        let TraceContext { here, parent, state } = self.context;
        let flags = TraceFlags::default().with_sampled(here.is_sampled);
        SpanData {
            span_context: SpanContext::new(here.trace, here.span, flags, false, state.clone()),
            parent_span_id: parent.unwrap_or(SpanId::INVALID),
            parent_span_is_remote: parent.is_some(),
            span_kind: SpanKind::Server,
            name: self.name(),
            start_time: self.ended - self.took,
            end_time: self.ended,
            attributes: self.attributes(),
            dropped_attributes_count: 0,
            events: SpanEvents::default(),
            links: SpanLinks::default(),
            status: if self.is_failure() { Status::error("") } else { Status::Unset },
            instrumentation_scope: scope,
        }
    }

    /// Whether the server is to blame.
    fn is_failure(&self) -> bool {
        self.status >= 500
    }

    fn known_method(&self) -> Option<&'static str> {
        METHODS.into_iter().find(|&known| known == self.method)
    }

    fn name(&self) -> Cow<'static, str> {
        let method = self.known_method().unwrap_or("HTTP");
        self.route.map_or(Cow::Borrowed(method), |route| Cow::Owned(format!("{method} {route}")))
    }

    fn attributes(&self) -> Vec<KeyValue> {
        let mut attributes = Attributes(Vec::with_capacity(ATTRIBUTES));
        self.tell_request(&mut attributes);
        self.tell_server(&mut attributes);
        attributes.add("http.response.status_code", i64::from(self.status));
        attributes.add_if("error.type", self.is_failure().then(|| self.status.to_string()));
        attributes.add("jungle.request_id", bounded(self.request_id));
        attributes.add_if("jungle.cache", self.cache.map(bounded));
        attributes.0
    }

    fn tell_request(&self, attributes: &mut Attributes) {
        let method = self.known_method();
        attributes.add("http.request.method", method.unwrap_or(OTHER_METHOD));
        if method.is_none() {
            attributes.add("http.request.method_original", bounded(self.method));
        }
        attributes.add("url.path", bounded(self.path));
        attributes.add_if("http.route", self.route.map(bounded));
        attributes.add_if("client.address", self.client.map(|address| address.to_string()));
        attributes.add_if("user_agent.original", self.user_agent.map(bounded));
    }

    fn tell_server(&self, attributes: &mut Attributes) {
        attributes.add("url.scheme", scheme(self.scheme));
        attributes.add_if("network.protocol.version", version(self.version));
        let authority = self.host.and_then(|host| host.parse::<Authority>().ok());
        if let Some(authority) = &authority {
            attributes.add("server.address", bounded(authority.host()));
            attributes.add_if("server.port", authority.port_u16().map(i64::from));
        }
    }
}

/// What is told of a span.
struct Attributes(Vec<KeyValue>);

impl Attributes {
    fn add(&mut self, key: &'static str, value: impl Into<Value>) {
        self.0.push(KeyValue::new(key, value));
    }

    fn add_if(&mut self, key: &'static str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.add(key, value);
        }
    }
}

/// The start of a text.
fn bounded(text: &str) -> StringValue {
    text[..text.floor_char_boundary(LONGEST_TEXT)].to_owned().into()
}

fn scheme(text: &str) -> StringValue {
    match text {
        "http" => "http".into(),
        "https" => "https".into(),
        other => bounded(other),
    }
}

fn version(version: Version) -> Option<&'static str> {
    match version {
        Version::HTTP_10 => Some("1.0"),
        Version::HTTP_11 => Some("1.1"),
        Version::HTTP_2 => Some("2"),
        _ => None,
    }
}
