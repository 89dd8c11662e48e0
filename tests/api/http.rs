//! What any caller may do to any path by the rules of HTTP, and what none may.

use std::collections::BTreeMap;
use std::io::Write;

use reqwest::Method;

use crate::client::{Answer, Api, send};

/// A path for each GET route, and some that fail.
const GET_PATHS: [&str; 14] = [
    "/health/live",
    "/health/ready",
    "/openapi.json",
    "/v1/rulesets",
    "/v1/rulesets/leiden",
    "/v1/legal-moves",
    "/v1/bot-move?level=1",
    "/v1/analysis?depth=1",
    "/v1/explain?action=a3a4",
    "/docs/",
    "/v1/rulesets/nope",
    "/v1/states/x",
    "/v1/legal-moves?nope=1",
    "/nope",
];

/// The headers that do not differ from one request to the next.
fn lasting_headers(answer: &Answer) -> BTreeMap<&str, &str> {
    let names = answer.headers.keys().map(reqwest::header::HeaderName::as_str);
    let lasting = names.filter(|name| !["cache-status", "date", "x-request-id"].contains(name));
    lasting.map(|name| (name, answer.header(name))).collect()
}

#[tokio::test]
async fn head_answers_as_get_does_but_for_the_body() {
    let api = Api::start();
    for path in GET_PATHS {
        let get = api.get(path).await;
        let head = send(api.request(Method::HEAD, path), path.to_owned()).await;
        assert_eq!((head.status, lasting_headers(&head)), (get.status, lasting_headers(&get)), "{path}");
        assert!(head.body.is_empty() && !get.body.is_empty(), "{path}");
        assert_eq!(head.header("x-request-id").len(), 36, "{path}");
    }
}

#[tokio::test]
async fn every_request_has_an_id_of_its_own() {
    let api = Api::start();
    let mut ids = std::collections::HashSet::new();
    for path in GET_PATHS.into_iter().chain(["/", "/docs"]) {
        assert!(ids.insert(api.get(path).await.header("x-request-id").to_owned()), "{path}");
    }
    assert!(ids.iter().all(|id| id.len() == 36));
}

/// Requests that no library sends: what is sent, and the status that comes back.
const RAW: [(&[u8], u16); 16] = [
    (b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200),
    (b"GET http://x/health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200),
    (b"GET /health/live HTTP/1.0\r\n\r\n", 200),
    (b"GET //health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404),
    (b"GET /v1/../health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404),
    (b"OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 204),
    (b"get /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405),
    (b"FOO /v1/apply HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405),
    (b"GET /v1/rulesets/\xff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400),
    (b"GET /v1/legal-moves?ruleset=\xff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400),
    (b"GET /health/live HTTP/9.9\r\nHost: x\r\nConnection: close\r\n\r\n", 400),
    (b"GET /health/live HTTP/1.1\r\nno colon\r\nConnection: close\r\n\r\n", 400),
    (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400),
    (
        b"POST /v1/replay HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
    Content-Length: x\r\n\r\n{}",
        400,
    ),
    (
        b"POST /v1/replay HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
    Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        400,
    ),
    (
        b"POST /v1/replay HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
    Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n{}\r\n",
        400,
    ),
];

#[tokio::test]
async fn odd_requests_get_a_plain_answer() {
    let api = Api::start();
    for (request, status) in RAW {
        let answer = api.raw(request);
        let context = String::from_utf8_lossy(request);
        assert!(answer.get(9..12) == Some(&status.to_string()), "{context}: {answer}");
    }
    api.assert_alive().await;
}

#[tokio::test]
async fn a_body_that_breaks_off_leaves_the_server_alive() {
    let api = Api::start();
    let head =
        "POST /v1/replay HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n";
    for sent in [head.to_owned(), format!("{head}{{\"moves\": [")] {
        api.connect().write_all(sent.as_bytes()).expect("the server reads");
    }
    api.assert_alive().await;
}

#[tokio::test]
async fn whoever_would_speak_another_protocol_is_told_that_the_connection_ends() {
    let api = Api::start();
    let answer = api.raw(
        b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\
        HTTP2-Settings: AAEAAEAA\r\n\r\n",
    );
    assert!(
        answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains("\r\nconnection: close\r\n"),
        "{answer}"
    );
}
