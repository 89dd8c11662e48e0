use std::process::Command;

use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use reqwest::Method;

use crate::client::{Answer, Api, send};
use crate::collector::Collector;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";
const PATH: &str = "/v1/rulesets/standard";

/// Asks with a `traceparent` of these flags.
async fn ask(api: &Api, flags: &str) -> Answer {
    let parent = format!("00-{TRACE}-{CALLER}-{flags}");
    send(api.request(Method::GET, PATH).header("traceparent", parent), PATH.to_owned()).await
}

#[tokio::test]
async fn a_request_becomes_a_span_of_its_callers_trace() {
    let collector = Collector::start();
    let api = Api::with(&["--otlp-endpoint", &collector.url, "--trace-ratio", "0"]);
    api.get(PATH).await.ok();
    ask(&api, "00").await.ok();
    let answer = ask(&api, "01").await;
    answer.ok();
    let arrived = collector.next().expect("the sampled one is sent");
    let [trace, span, parent] = arrived.ids();
    assert_eq!((trace.as_str(), parent.as_str(), span.len()), (TRACE, CALLER, 16));
    assert_ne!(span, CALLER);
    assert_eq!(
        (arrived.span.kind(), arrived.span.name.as_str()),
        (SpanKind::Server, "GET /v1/rulesets/{name}")
    );
    assert!(arrived.span.start_time_unix_nano < arrived.span.end_time_unix_nano);
    for (key, expected) in [
        ("http.request.method", "GET"),
        ("http.response.status_code", "200"),
        ("http.route", "/v1/rulesets/{name}"),
        ("jungle.request_id", answer.header("x-request-id")),
        ("network.protocol.version", "1.1"),
        ("server.address", "127.0.0.1"),
        ("url.path", PATH),
        ("url.scheme", "http"),
    ] {
        assert_eq!(arrived.attributes.get(key).map(String::as_str), Some(expected), "{key}");
    }
    assert_eq!(arrived.resource["service.version"], env!("CARGO_PKG_VERSION"));
    assert!(collector.is_quiet(), "the others are nobody's business");
}

#[tokio::test]
async fn a_server_that_ends_sends_what_it_has() {
    let collector = Collector::start();
    let mut api = Api::with(&["--otlp-endpoint", &collector.url]);
    api.post("/v1/legal-moves", &"no game".into()).await;
    let process = api.server.process.id().to_string();
    let status = Command::new("kill").args(["-TERM", &process]).status();
    assert!(status.expect("kill is there").success());
    api.server.process.wait().expect("it ends");
    let arrived = collector.next().expect("it was sent before the end");
    let [_, _, parent] = arrived.ids();
    assert_eq!((parent.as_str(), arrived.attributes["http.response.status_code"].as_str()), ("", "400"));
}

#[tokio::test]
async fn a_collector_that_is_not_there_harms_nobody() {
    let api = Api::with(&["--otlp-endpoint", "http://127.0.0.1:9"]);
    for _ in 0..1000 {
        ask(&api, "01").await.ok();
    }
}
