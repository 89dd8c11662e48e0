//! One failure of each kind; what is particular to an operation is told with it.

use reqwest::Method;
use reqwest::header::{ACCEPT, CONTENT_TYPE};

use crate::client::{Api, GAME_OPERATIONS, JSON, Problem, send};

/// The largest body that is read.
const BODY_LIMIT: usize = 128 * 1024;

#[tokio::test]
async fn nothing_is_found_at_an_unknown_path() {
    let api = Api::start();
    let paths = [
        "/nope",
        "/v1",
        "/v1/",
        "/v2/rulesets",
        "/V1/rulesets",
        "/v1/rulesets/",
        "/v1/rulesets/standard/",
        "/v1/states/",
        "/v1/legal-moves/",
        "//v1/rulesets",
        "/v1//rulesets",
        "/%",
        "/%zz",
        "/%00",
        "/docsx",
        "/v1/rulesets/standard/start",
        "/health",
        "/health/",
    ];
    for path in paths {
        api.get(path).await.assert_problem(&Problem::new(404, "not_found"));
    }
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones() {
    let api = Api::start();
    let cases = [
        (Method::GET, "/v1/apply", "OPTIONS, POST"),
        (Method::PUT, "/v1/legal-moves", "GET, HEAD, OPTIONS, POST, QUERY"),
        (Method::POST, "/v1/rulesets", "GET, HEAD, OPTIONS"),
        (Method::DELETE, "/v1/states/x", "GET, HEAD, OPTIONS"),
    ];
    for (method, path, allow) in cases {
        let answer = send(api.request(method, path), path.to_owned()).await;
        answer.assert_problem(&Problem::new(405, "method_not_allowed"));
        assert_eq!(answer.header("allow"), allow);
    }
}

#[tokio::test]
async fn an_answer_that_is_not_accepted_is_not_sent() {
    let api = Api::start();
    let accepted = [
        "*/*",
        "application/*",
        JSON,
        "APPLICATION/JSON",
        "text/html, */*;q=0.1",
        "application/json; charset=utf-8",
        "application/*;q=0, application/json",
        "text/html, application/json;q=0.001",
        "",
        "garbage",
        ",",
        "\"",
        "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
    ];
    let refused = [
        "text/html",
        "text/*",
        "application/json;q=0",
        "*/*;q=0",
        "application/json;q=0, */*",
        "application/xml",
        "application/json;q=0.000",
        "application/*;q=0, */*",
        "text/event-stream",
        "garbage, text/html",
    ];
    let ask = async |accept: &str| {
        send(api.request(Method::GET, "/v1/rulesets").header(ACCEPT, accept), accept.to_owned()).await
    };
    for accept in accepted {
        ask(accept).await.ok();
    }
    for accept in refused {
        ask(accept).await.assert_problem(&Problem::new(406, "not_acceptable"));
    }
    let page = send(api.request(Method::GET, "/docs/").header(ACCEPT, "text/html"), String::new()).await;
    assert_eq!(page.status, 200, "a page is not JSON");
}

#[tokio::test]
async fn only_json_is_read() {
    let api = Api::start();
    let accepted =
        [JSON, "application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"];
    let refused = [
        "text/plain",
        "text/json",
        "application/jsonx",
        "application/problem+json",
        "multipart/form-data",
        "application/x-www-form-urlencoded",
        "garbage",
        "application/*",
        "",
    ];
    for (path, body) in GAME_OPERATIONS {
        let ask = async |content_type: &str| {
            let request = api.request(Method::POST, path).header(CONTENT_TYPE, content_type).body(body);
            send(request, content_type.to_owned()).await
        };
        for content_type in accepted {
            ask(content_type).await.ok();
        }
        for content_type in refused {
            ask(content_type).await.assert_problem(&Problem::new(415, "unsupported_media_type"));
        }
        let without = send(api.request(Method::POST, path).body(body), path.to_owned()).await;
        without.assert_problem(&Problem::new(415, "unsupported_media_type"));
    }
}

#[tokio::test]
async fn a_large_body_is_not_read() {
    let api = Api::start();
    for (path, body) in GAME_OPERATIONS {
        let padded = |length: usize| format!("{}{body}", " ".repeat(length - body.len()));
        api.post_text(path, padded(BODY_LIMIT)).await.ok();
        for length in [BODY_LIMIT + 1, 1_000_000] {
            let answer = api.post_text(path, padded(length)).await;
            answer.assert_problem(&Problem::new(413, "payload_too_large"));
        }
    }
    api.assert_alive().await;
}
