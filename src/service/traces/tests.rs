//! Spans on their way to a collector, and what happens where there is none.

use std::net::TcpListener;
use std::time::{Duration, Instant, SystemTime};

use actix_web::http::Version;
use actix_web::http::header::{HeaderName, HeaderValue};
use opentelemetry_proto::tonic::trace::v1::Status;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;

use super::*;
use collector::{Arrived, Collector};

#[path = "../../../tests/api/collector.rs"]
mod collector;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";
/// Far more than is needed, and far less than it would take to wait for a collector that is mute.
const SOON: Duration = Duration::from_secs(8);

fn traces(url: &str, trace_ratio: f64) -> Traces {
    Traces::start(&TraceSettings { otlp_endpoint: Some(url.to_owned().into()), trace_ratio }).unwrap()
}

fn headers(flags: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let parent = HeaderValue::try_from(format!("00-{TRACE}-{CALLER}-{flags}")).unwrap();
    headers.insert(HeaderName::from_static("traceparent"), parent);
    headers.insert(HeaderName::from_static("tracestate"), HeaderValue::from_static("a=1,b=2"));
    headers
}

fn finished(context: &TraceContext) -> Finished<'_> {
    Finished {
        context,
        method: "POST",
        scheme: "https",
        host: Some("jungle.example:8443"),
        path: "/v1/states/abc",
        route: Some("/v1/states/{id}"),
        version: Version::HTTP_11,
        user_agent: Some("a browser"),
        client: Some([192, 0, 2, 7].into()),
        status: 200,
        request_id: "an id",
        cache: Some("hit"),
        ended: SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000),
        took: Duration::from_millis(1500),
    }
}

fn status(arrived: &Arrived) -> StatusCode {
    arrived.span.status.as_ref().map_or(StatusCode::Unset, Status::code)
}

#[actix_web::test]
async fn a_span_arrives_with_all_that_is_known_of_its_request() {
    let collector = Collector::start();
    let traces = traces(&collector.url, 0.0);
    let context = traces.context(&headers("01")).unwrap();
    traces.record(&finished(&context));
    traces.shutdown(SOON).await;
    let arrived = collector.next().expect("the span is sent");
    let here = context.to_string().parse::<context::TraceParent>().unwrap();
    assert_eq!(arrived.ids(), [TRACE, &here.span.to_string(), CALLER]);
    let span = &arrived.span;
    assert_eq!((span.trace_state.as_str(), span.name.as_str()), ("a=1,b=2", "POST /v1/states/{id}"));
    assert_eq!(span.kind(), SpanKind::Server);
    let times = [span.start_time_unix_nano, span.end_time_unix_nano];
    assert_eq!(times, [999_998_500_000_000, 1_000_000_000_000_000]);
    assert_eq!(status(&arrived), StatusCode::Unset);
    let expected = [
        ("client.address", "192.0.2.7"),
        ("http.request.method", "POST"),
        ("http.response.status_code", "200"),
        ("http.route", "/v1/states/{id}"),
        ("jungle.cache", "hit"),
        ("jungle.request_id", "an id"),
        ("network.protocol.version", "1.1"),
        ("server.address", "jungle.example"),
        ("server.port", "8443"),
        ("url.path", "/v1/states/abc"),
        ("url.scheme", "https"),
        ("user_agent.original", "a browser"),
    ];
    assert_eq!(arrived.attributes, expected.map(|(key, value)| (key.to_owned(), value.to_owned())).into());
    assert!(!arrived.resource["service.name"].is_empty());
    assert_eq!(arrived.resource["service.version"], VERSION);
}

#[actix_web::test]
async fn failures_and_strange_requests_are_told_within_bounds() {
    let collector = Collector::start();
    let traces = traces(&collector.url, 1.0);
    let context = traces.context(&HeaderMap::new()).expect("all are taken");
    let long = "é".repeat(1000);
    let request = Finished { route: None, host: None, client: None, cache: None, ..finished(&context) };
    let strange = Finished { method: &long, path: &long, user_agent: Some(&long), ..request.clone() };
    traces.record(&Finished { status: 503, ..strange });
    traces.record(&Finished { status: 404, user_agent: None, host: Some("not a host"), ..request });
    traces.shutdown(SOON).await;
    let failure = collector.next().expect("both are sent");
    assert_eq!((failure.span.name.as_str(), failure.ids()[2].as_str()), ("HTTP", ""));
    assert_eq!(status(&failure), StatusCode::Error);
    let expected = [
        ("error.type", "503"),
        ("http.request.method", "_OTHER"),
        ("http.request.method_original", &long[..256]),
        ("http.response.status_code", "503"),
        ("jungle.request_id", "an id"),
        ("network.protocol.version", "1.1"),
        ("url.path", &long[..256]),
        ("url.scheme", "https"),
        ("user_agent.original", &long[..256]),
    ];
    assert_eq!(failure.attributes, expected.map(|(key, value)| (key.to_owned(), value.to_owned())).into());
    let refusal = collector.next().expect("both are sent");
    assert_eq!(refusal.span.name, "POST");
    assert_eq!(status(&refusal), StatusCode::Unset);
    assert!(!["error.type", "server.address"].iter().any(|key| refusal.attributes.contains_key(*key)));
}

#[actix_web::test]
async fn what_is_not_sampled_is_not_sent() {
    let collector = Collector::start();
    let traces = traces(&collector.url, 0.0);
    assert_eq!(traces.context(&HeaderMap::new()), None);
    let (left, taken) = (traces.context(&headers("00")).unwrap(), traces.context(&headers("01")).unwrap());
    for context in [&left, &taken, &left] {
        traces.record(&finished(context));
    }
    traces.shutdown(SOON).await;
    assert_eq!(collector.next().expect("one is sent").ids()[1], taken.here.span.to_string());
    assert!(collector.is_quiet());
}

#[test]
fn the_ratio_decides_of_requests_that_belong_to_no_trace() {
    let taken = |ratio| {
        let traces = traces("http://127.0.0.1:9", ratio);
        (0..1000).filter(|_| traces.context(&HeaderMap::new()).is_some()).count()
    };
    assert_eq!((taken(0.0), taken(1.0)), (0, 1000));
    assert!((350..650).contains(&taken(0.5)));
}

#[test]
fn without_a_collector_only_the_headers_place_a_request() {
    let traces = Traces::start(&TraceSettings { otlp_endpoint: None, trace_ratio: 1.0 }).unwrap();
    assert_eq!(traces.context(&HeaderMap::new()), None);
    let context = traces.context(&headers("01")).unwrap();
    assert!(context.to_string().starts_with(&format!("00-{TRACE}-")));
    traces.record(&finished(&context));
}

#[actix_web::test]
async fn nobody_waits_for_a_collector_that_is_mute_or_gone() {
    let mute = TcpListener::bind("127.0.0.1:0").unwrap();
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for address in [mute.local_addr().unwrap(), gone] {
        let traces = traces(&format!("http://{address}"), 1.0);
        let start = Instant::now();
        for _ in 0..3 * Backlog::MOST {
            traces.record(&finished(&traces.context(&HeaderMap::new()).unwrap()));
        }
        traces.shutdown(Duration::from_millis(100)).await;
        assert!(start.elapsed() < SOON, "{address}");
        // The log is told of some of them at once.
        assert!((1..=3 * Backlog::MOST).contains(&traces.0.unwrap().backlog.abandon()), "{address}");
    }
}

#[test]
fn a_wrong_url_is_told_at_the_start() {
    let settings =
        TraceSettings { otlp_endpoint: Some("grpc://:secret@x".to_owned().into()), trace_ratio: 1.0 };
    let error = Traces::start(&settings).unwrap_err().to_string();
    assert!(error.starts_with("JUNGLE_OTLP_ENDPOINT: ") && !error.contains("secret"), "{error}");
}
