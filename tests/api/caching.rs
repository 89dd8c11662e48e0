//! What HTTP caches may keep, and how they ask whether it is still good.

use reqwest::Method;
use reqwest::header::{ACCEPT, CONTENT_TYPE, IF_NONE_MATCH};
use serde_json::{Value, json};

use crate::client::{Answer, Api, JSON, query, send};

/// The operations that answer GET, POST and QUERY, each with a question.
fn questions() -> [(&'static str, Value); 4] {
    [
        ("/v1/legal-moves", json!({"moves": ["a3a4"], "from": "a7"})),
        ("/v1/bot-move", json!({"moves": ["a3a4"], "level": 2})),
        ("/v1/analysis", json!({"moves": ["a3a4"], "lines": 2})),
        ("/v1/explain", json!({"action": "a3a5"})),
    ]
}

/// How far the analysis goes is written in another place in a query.
fn with_depth(path: &str, question: &Value) -> (Value, String) {
    let mut body = question.clone();
    if path == "/v1/analysis" {
        body["limits"] = json!({"depth": 2});
        return (body, format!("{path}?{}&depth=2", query(question)));
    }
    (body, format!("{path}?{}", query(question)))
}

async fn ask(api: &Api, method: &str, path: &str, body: &Value) -> Answer {
    let method = Method::from_bytes(method.as_bytes()).expect("it is a method");
    let request = api.request(method, path).header(CONTENT_TYPE, JSON).body(body.to_string());
    send(request, path.to_owned()).await
}

#[tokio::test]
async fn a_question_has_the_same_answer_whichever_way_it_is_asked() {
    let api = Api::start();
    for (path, question) in questions() {
        let (body, address) = with_depth(path, &question);
        let got = api.get(&address).await;
        got.ok();
        for method in ["POST", "QUERY"] {
            let answer = ask(&api, method, path, &body).await;
            assert_eq!(answer.text(), got.text(), "{method} {path}");
        }
        assert_eq!(ask(&api, "QUERY", path, &body).await.header("etag"), got.header("etag"), "{path}");
    }
}

#[tokio::test]
async fn an_answer_that_the_caller_has_is_not_sent_again() {
    let api = Api::start();
    for (path, question) in questions() {
        let (body, address) = with_depth(path, &question);
        let first = api.get(&address).await;
        let tag = first.header("etag").to_owned();
        assert!(tag.starts_with('"') && tag.len() == 50, "{path}: a strong one: {tag}");
        for known in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
            for method in [Method::GET, Method::HEAD] {
                let request = api.request(method, &address).header(IF_NONE_MATCH, &known);
                assert_not_modified(&send(request, address.clone()).await, &first);
            }
            let query =
                api.request(Method::from_bytes(b"QUERY").unwrap(), path).header(IF_NONE_MATCH, &known);
            let query = query.header(CONTENT_TYPE, JSON).body(body.to_string());
            assert_not_modified(&send(query, path.to_owned()).await, &first);
            let post = api.request(Method::POST, path).header(IF_NONE_MATCH, &known);
            let post = send(post.header(CONTENT_TYPE, JSON).body(body.to_string()), path.to_owned()).await;
            assert_eq!(post.text(), first.text(), "{path}");
        }
        for unknown in ["\"x\"", "", "x", &tag[1..], "\"\""] {
            let request = api.request(Method::GET, &address).header(IF_NONE_MATCH, unknown);
            send(request, address.clone()).await.ok();
        }
    }
}

#[track_caller]
fn assert_not_modified(answer: &Answer, first: &Answer) {
    assert_eq!((answer.status, answer.text()), (304, String::new()));
    for name in ["etag", "cache-control", "vary", "access-control-allow-origin"] {
        assert_eq!(answer.header(name), first.header(name), "{name}");
    }
    assert_eq!(answer.header("content-type"), "");
}

#[tokio::test]
async fn what_depends_on_more_than_the_question_is_not_kept() {
    let api = Api::start();
    let timed = json!({"limits": {"time_ms": 1, "depth": 60}});
    for path in ["/v1/bot-move", "/v1/analysis"] {
        let answer = ask(&api, "QUERY", path, &timed).await;
        answer.ok();
        let told = (answer.header("cache-control"), answer.header("cache-status"), answer.header("etag"));
        assert_eq!(told, ("no-store", "jungle; fwd=bypass", ""), "{path}");
    }
    for path in
        ["/health/live", "/health/ready", "/metrics", "/v1/legal-moves?nope=1", "/v1/states/x", "/nope"]
    {
        let answer = api.get(path).await;
        assert_eq!((answer.header("cache-control"), answer.header("etag")), ("no-store", ""), "{path}");
    }
    let answer = api.post("/v1/legal-moves", &json!({})).await;
    assert_eq!((answer.header("cache-control"), answer.header("etag")), ("no-store", ""));
}

#[tokio::test]
async fn an_answer_of_the_engine_says_where_it_comes_from() {
    let api = Api::start();
    for path in ["/v1/bot-move?level=1", "/v1/analysis?depth=1"] {
        assert_eq!(api.get(path).await.header("cache-status"), "jungle; fwd=miss; stored", "{path}");
        assert_eq!(api.get(path).await.header("cache-status"), "jungle; hit; detail=memory", "{path}");
    }
    assert_eq!(api.get("/v1/legal-moves").await.header("cache-status"), "");
}

#[tokio::test]
async fn an_analysis_in_json_and_one_as_events_are_told_apart() {
    let api = Api::start();
    let events = api.request(Method::GET, "/v1/analysis?depth=1").header(ACCEPT, "text/event-stream");
    let events = send(events, String::new()).await;
    let json = api.get("/v1/analysis?depth=1").await;
    assert_eq!((json.header("vary"), events.header("vary")), ("accept", "accept"));
    assert_eq!((events.header("cache-control"), events.header("etag")), ("no-store", ""));
}

#[tokio::test]
async fn pages_and_the_document_are_kept_like_answers() {
    let api = Api::start();
    for path in
        ["/docs/", "/docs/swagger-ui-bundle.js", "/openapi.json", "/v1/rulesets", "/v1/rulesets/leiden"]
    {
        let first = api.get(path).await;
        assert_eq!(first.header("cache-control"), "public, max-age=3600, stale-if-error=86400", "{path}");
        let request = api.request(Method::GET, path).header(IF_NONE_MATCH, first.header("etag"));
        assert_not_modified(&send(request, path.to_owned()).await, &first);
    }
}
