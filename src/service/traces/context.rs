//! W3C Trace Context, level 1: <https://www.w3.org/TR/trace-context-1/>.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use actix_web::http::header::{HeaderMap, HeaderName};
use opentelemetry::trace::TraceState;
use opentelemetry::{SpanId, TraceId};
use opentelemetry_sdk::trace::{IdGenerator, RandomIdGenerator};
use thiserror::Error;

use crate::service::hex;

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
const TRACESTATE: HeaderName = HeaderName::from_static("tracestate");
/// The version that no text may have.
const NO_VERSION: u128 = 0xff;
/// The bit of the flags that says whether the caller keeps its span.
const SAMPLED: u128 = 1;
/// How long a `tracestate` may be: what everybody has to pass on.
const LONGEST_STATE: usize = 512;

/// The place of a request in the trace that it belongs to; its text is the `traceparent` of what it causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::service) struct TraceContext {
    /// The span of the request.
    pub(super) here: TraceParent,
    /// The span that caused it, if one did.
    pub(super) parent: Option<SpanId>,
    /// What tracing systems have added for themselves; kept only where the request becomes a span.
    pub(super) state: TraceState,
}

impl TraceContext {
    /// A request that the headers place in a trace.
    pub(super) fn continued(headers: &HeaderMap) -> Option<Self> {
        let mut texts = headers.get_all(TRACEPARENT);
        let (Some(text), None) = (texts.next(), texts.next()) else { return None };
        let caller: TraceParent = text.to_str().ok()?.parse().ok()?;
        let here = TraceParent { span: RandomIdGenerator::default().new_span_id(), ..caller };
        let state = if caller.is_sampled { state(headers) } else { None };
        Some(Self { here, parent: Some(caller.span), state: state.unwrap_or_default() })
    }

    /// A request that starts a trace, which is to be kept.
    pub(super) fn root() -> Self {
        let ids = RandomIdGenerator::default();
        let here = TraceParent { trace: ids.new_trace_id(), span: ids.new_span_id(), is_sampled: true };
        Self { here, parent: None, state: TraceState::NONE }
    }
}

impl Display for TraceContext {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.here.fmt(f)
    }
}

/// What the headers say of the state, unless it is wrong or too long.
fn state(headers: &HeaderMap) -> Option<TraceState> {
    let mut list = String::new();
    for text in headers.get_all(TRACESTATE) {
        let text = text.to_str().ok()?;
        if list.len() + text.len() > LONGEST_STATE {
            return None;
        }
        list.push_str(text);
        list.push(',');
    }
    list.parse().ok()
}

/// A span as the header `traceparent` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TraceParent {
    pub(super) trace: TraceId,
    pub(super) span: SpanId,
    pub(super) is_sampled: bool,
}

/// The text is not a `traceparent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("invalid traceparent")]
pub(super) struct ParseTraceParentError;

impl FromStr for TraceParent {
    type Err = ParseTraceParentError;

    fn from_str(text: &str) -> Result<Self, ParseTraceParentError> {
        let mut fields = text.splitn(5, '-');
        let mut number = |width| {
            let digits = fields.next().filter(|digits| digits.len() == width);
            digits.and_then(lower_hex).ok_or(ParseTraceParentError)
        };
        let (version, trace, span, flags) = (number(2)?, number(32)?, number(16)?, number(2)?);
        // Only what a later version has added may follow.
        if version == NO_VERSION || version == 0 && fields.next().is_some() || trace == 0 || span == 0 {
            return Err(ParseTraceParentError);
        }
        Ok(Self {
            trace: TraceId::from(trace),
            span: SpanId::from(span as u64),
            is_sampled: flags & SAMPLED != 0,
        })
    }
}

impl Display for TraceParent {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "00-{}-{}-{:02x}", self.trace, self.span, u8::from(self.is_sampled))
    }
}

/// Hexadecimal digits without a sign and in lower case, which those of the standard library need not be.
fn lower_hex(digits: &str) -> Option<u128> {
    digits.bytes().try_fold(0, |number, digit| Some(number << 4 | u128::from(hex::digit(digit)?)))
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    const CALLER: &str = "00f067aa0ba902b7";

    fn headers(headers: &[(HeaderName, &str)]) -> HeaderMap {
        headers
            .iter()
            .map(|(name, text)| (name.clone(), HeaderValue::from_bytes(text.as_bytes()).unwrap()))
            .collect()
    }

    fn continued(texts: &[&str]) -> Option<TraceContext> {
        let all: Vec<(HeaderName, &str)> = texts.iter().map(|text| (TRACEPARENT, *text)).collect();
        TraceContext::continued(&headers(&all))
    }

    #[test]
    fn a_valid_traceparent_is_continued() {
        for (text, is_sampled) in [
            (format!("00-{TRACE}-{CALLER}-00"), false),
            (format!("00-{TRACE}-{CALLER}-01"), true),
            // Flags that nobody knows yet.
            (format!("00-{TRACE}-{CALLER}-fe"), false),
            (format!("00-{TRACE}-{CALLER}-ff"), true),
            // Versions that nobody knows yet.
            (format!("01-{TRACE}-{CALLER}-01"), true),
            (format!("cc-{TRACE}-{CALLER}-01"), true),
            (format!("cc-{TRACE}-{CALLER}-01-"), true),
            (format!("cc-{TRACE}-{CALLER}-00-what-the-future-Will-be-like"), false),
        ] {
            let context = continued(&[&text]).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(context.here.trace.to_string(), TRACE, "{text}");
            assert_eq!(context.parent.map(|span| span.to_string()), Some(CALLER.to_owned()), "{text}");
            assert_eq!(context.here.is_sampled, is_sampled, "{text}");
            assert_ne!(Some(context.here.span), context.parent, "{text}");
        }
    }

    #[test]
    fn an_invalid_traceparent_is_none() {
        for text in [
            String::new(),
            "00".to_owned(),
            format!("00-{TRACE}-{CALLER}"),
            format!("00-{TRACE}-{CALLER}-"),
            format!("{TRACE}-{CALLER}-01"),
            format!("ff-{TRACE}-{CALLER}-01"),
            format!("00-{TRACE}-{CALLER}-01-"),
            format!("00-{TRACE}-{CALLER}-01-more"),
            format!("00-{TRACE}-{CALLER}-01.more"),
            format!("01-{TRACE}-{CALLER}-01.more"),
            // Wrong lengths.
            format!("0-{TRACE}-{CALLER}-01"),
            format!("000-{TRACE}-{CALLER}-01"),
            format!("00-{TRACE}0-{CALLER}-01"),
            format!("00-{}-{CALLER}-01", &TRACE[1..]),
            format!("00-{TRACE}-{CALLER}0-01"),
            format!("00-{TRACE}-{}-01", &CALLER[1..]),
            format!("00-{TRACE}-{CALLER}-1"),
            format!("00-{TRACE}-{CALLER}-001"),
            // Not hexadecimal, or not as it is to be written.
            format!("0x-{TRACE}-{CALLER}-01"),
            format!("00-{}-{CALLER}-01", TRACE.to_uppercase()),
            format!("00-{TRACE}-{}-01", CALLER.to_uppercase()),
            format!("CC-{TRACE}-{CALLER}-01"),
            format!("00-{TRACE}-{CALLER}-0A"),
            format!("00-+{}-{CALLER}-01", &TRACE[1..]),
            format!("00-{TRACE}-+{}-01", &CALLER[1..]),
            format!("00-{TRACE}-{CALLER}-+1"),
            format!("00_{TRACE}_{CALLER}_01"),
            format!("00-{TRACE}-{CALLER}- 1"),
            format!("00-{}é-{CALLER}-01", &TRACE[2..]),
            // Ids that are none.
            format!("00-{}-{CALLER}-01", "0".repeat(32)),
            format!("00-{TRACE}-{}-01", "0".repeat(16)),
        ] {
            assert_eq!(continued(&[&text]), None, "{text}");
        }
    }

    #[test]
    fn one_header_at_most_names_the_caller() {
        let text = format!("00-{TRACE}-{CALLER}-01");
        assert_eq!(continued(&[]), None);
        assert!(continued(&[&text]).is_some());
        assert_eq!(continued(&[&text, &text]), None);
    }

    #[test]
    fn a_traceparent_reads_as_it_is_written() {
        for text in [format!("00-{TRACE}-{CALLER}-00"), format!("00-{TRACE}-{CALLER}-01")] {
            assert_eq!(text.parse::<TraceParent>().unwrap().to_string(), text);
        }
        let root = TraceContext::root();
        assert_eq!(root.to_string().parse(), Ok(root.here));
        assert_ne!(root.here.trace, TraceContext::root().here.trace);
    }

    /// What is kept of the state beside a `traceparent` with these flags.
    fn kept(flags: &str, states: &[&str]) -> String {
        let parent = format!("00-{TRACE}-{CALLER}-{flags}");
        let all = [(TRACEPARENT, parent.as_str())];
        let states = states.iter().map(|state| (TRACESTATE, *state));
        let all: Vec<(HeaderName, &str)> = all.into_iter().chain(states).collect();
        TraceContext::continued(&headers(&all)).expect("no state spoils the parent").state.header()
    }

    #[test]
    fn the_state_is_kept_where_it_is_valid_and_short() {
        assert_eq!(kept("01", &[]), "");
        assert_eq!(kept("01", &["a=1"]), "a=1");
        assert_eq!(kept("01", &["a=1 , tenant@b=2,", "", "c=3"]), "a=1,tenant@b=2,c=3");
        assert_eq!(kept("00", &["a=1"]), "", "nobody will ask for it");
        for invalid in ["a", "A=1", "a=1,b", "a=é", "a=1=2"] {
            assert_eq!(kept("01", &[invalid]), "", "{invalid}");
        }
        let (half, rest) = (format!("a={}", "1".repeat(254)), format!("b={}", "1".repeat(253)));
        assert_eq!(kept("01", &[&half, &rest]), format!("{half},{rest}"), "512 characters");
        assert_eq!(kept("01", &[&half, &format!("{rest}1")]), "");
        assert_eq!(kept("01", &[&format!("{half},{rest}1")]), "");
    }
}
