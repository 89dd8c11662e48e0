//! Every answer that the document knows: each operation with each of its statuses, and what all of them have in common.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::num::NonZeroUsize;

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{ADMITTED, Answer, Api, JSON, parse, send};
use crate::document;

/// What nobody can provoke from outside; the outermost layer has a test of its own for it.
const INTERNAL: &str = "500";
const LASTING: &str = "public, max-age=3600, stale-if-error=86400";

/// An operation of the document.
#[derive(Clone, Debug)]
struct Operation {
    method: String,
    path: String,
    id: String,
    /// The body of the example, if it takes one.
    body: Option<Value>,
    /// The path with the example in it, and the query of the example.
    address: String,
    statuses: Vec<String>,
    /// What it answers with when all is well.
    media_type: String,
}

fn operations() -> Vec<Operation> {
    let document = document::document();
    let asked = |operation: document::Operation| Operation {
        id: operation.id().to_owned(),
        body: operation.example_body(&document).cloned(),
        address: operation.example_address(),
        statuses: operation.responses().map(|(status, _)| status.to_owned()).collect(),
        media_type: document::entries(&operation.value["responses"]["200"]["content"])
            .next()
            .map_or_else(String::new, |(name, _)| name.to_owned()),
        method: operation.method,
        path: operation.path,
    };
    document::operations(&document).into_iter().map(asked).collect()
}

/// What is sent to get a status.
#[derive(Clone, Debug, Default)]
struct Recipe {
    method: Option<&'static str>,
    address: Option<String>,
    body: Option<String>,
    header: Option<(&'static str, &'static str)>,
}

impl Operation {
    /// How an operation is made to answer with a status, on a server that has nothing else to do.
    fn recipe(&self, status: &str) -> Option<Recipe> {
        let usual = Recipe::default();
        let takes_body = self.body.is_some();
        let (path, _) = self.address.split_once('?').expect("there is always one");
        let asked = |field: &str, value: &str| {
            let body = json!({field: value, "action": "a3a4"});
            let body = if self.id == "apply_action" || self.id == "explain_action" {
                body
            } else {
                json!({field: value})
            };
            let action = if self.path == "/v1/explain" { "&action=a3a4" } else { "" };
            if takes_body {
                Recipe { body: Some(body.to_string()), ..Recipe::default() }
            } else {
                Recipe { address: Some(format!("{path}?{field}={value}{action}")), ..Recipe::default() }
            }
        };
        Some(match status {
            "200" => usual,
            "304" => Recipe { header: Some(("if-none-match", "*")), ..usual },
            "400" => asked("nope", "1"),
            "404" if self.path.contains('{') => Recipe {
                address: self.path.split_once('{').map(|(before, _)| format!("{before}nope")),
                ..usual
            },
            "404" => asked("state", "nope"),
            "406" => Recipe { header: Some(("accept", "text/plain")), ..usual },
            "413" => Recipe { body: Some(" ".repeat(200_000)), ..usual },
            "415" => Recipe { header: Some(("content-type", "text/plain")), ..usual },
            "422" => asked("position", "nope"),
            _ => return None,
        })
    }

    async fn ask(&self, api: &Api, recipe: Recipe, id: &str) -> Answer {
        let method = recipe.method.unwrap_or(&self.method);
        let method = Method::from_bytes(method.as_bytes()).expect("it is a method");
        let address = recipe.address.as_ref().unwrap_or(&self.address);
        let mut request =
            api.request(method, address).header("x-request-id", id).header("origin", "https://a.example");
        let body = recipe.body.or_else(|| self.body.as_ref().map(Value::to_string));
        if let Some(body) = body {
            request = request.body(body);
            if recipe.header.is_none_or(|(name, _)| name != "content-type") {
                request = request.header("content-type", JSON);
            }
        }
        if let Some((name, value)) = recipe.header {
            request = request.header(name, value);
        }
        send(request, format!("{} {address}", self.method)).await
    }

    fn is_of_the_moment(&self) -> bool {
        self.path.starts_with("/health")
    }
}

/// Checks what every answer has.
#[track_caller]
fn assert_common(answer: &Answer, (context, status, id): (&str, &str, &str), may_last: bool) {
    assert_eq!(
        answer.status.to_string(),
        status,
        "{context}: {:.300}",
        String::from_utf8_lossy(&answer.body)
    );
    let is_lasting = may_last && (status == "200" || status == "304");
    let expected = [
        ("x-request-id", id),
        ("access-control-allow-origin", "*"),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "cross-origin"),
        ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
        ("cache-control", if is_lasting { LASTING } else { "no-store" }),
    ];
    for (name, value) in expected {
        assert_eq!(answer.header(name), value, "{context}: {name}");
        assert_eq!(answer.headers.get_all(name).iter().count(), 1, "{context}: {name}");
    }
    let exposed = answer.header("access-control-expose-headers");
    assert!(
        ["etag", "ratelimit", "retry-after", "x-request-id"].iter().all(|name| exposed.contains(name)),
        "{context}"
    );
    assert_eq!(answer.header("etag").len(), if is_lasting { 50 } else { 0 }, "{context}");
    let is_empty = ["204", "304"].contains(&status);
    assert_eq!(answer.body.is_empty(), is_empty, "{context}");
    if is_empty {
        assert_eq!(answer.header("content-type"), "", "{context}");
    } else if status != "200" {
        assert_eq!(answer.header("content-type"), "application/problem+json", "{context}");
        assert_problem(answer, context);
    }
}

#[track_caller]
fn assert_problem(answer: &Answer, context: &str) {
    let body: Value =
        serde_json::from_slice(&answer.body).unwrap_or_else(|error| panic!("{context}: {error}"));
    assert_eq!(
        (&body["status"], &body["instance"]),
        (&answer.status.into(), &answer.header("x-request-id").into())
    );
    let code = body["code"].as_str().expect("there is a code");
    assert_eq!(body["type"], format!("urn:jungle:problem:{code}"), "{context}");
    assert!(
        ["title", "detail"].iter().all(|field| body[field].as_str().is_some_and(|text| !text.is_empty()))
    );
    let retry_after = body["retry_after"].as_u64().map(|seconds| seconds.to_string()).unwrap_or_default();
    assert_eq!(retry_after, answer.header("retry-after"), "{context}");
    assert_eq!(retry_after.is_empty(), ![429, 503].contains(&answer.status), "{context}");
}

/// The statuses that take a server of their own.
const SPECIAL: [&str; 4] = ["408", "429", "503", INTERNAL];

#[tokio::test]
async fn every_operation_answers_with_each_of_its_statuses() {
    let api = Api::start();
    let state = api.get("/v1/legal-moves?ruleset=leiden").await.ok()["state"]
        .as_str()
        .expect("it has one")
        .to_owned();
    for operation in operations() {
        for status in operation.statuses.iter().filter(|status| !SPECIAL.contains(&&***status)) {
            let context = format!("{} {status}", operation.id);
            let mut recipe = operation.recipe(status).unwrap_or_else(|| panic!("no recipe for {context}"));
            if operation.id == "show_state" && recipe.address.is_none() {
                recipe.address = Some(format!("/v1/states/{state}"));
            }
            let answer = operation.ask(&api, recipe, "of-the-table").await;
            let may_last = operation.method == "GET" && !operation.is_of_the_moment();
            assert_common(&answer, (&context, status, "of-the-table"), may_last);
            if status == "200" {
                assert_eq!(answer.header("content-type"), operation.media_type, "{context}");
            }
        }
    }
}

#[tokio::test]
async fn every_path_answers_the_methods_that_it_does_not_document() {
    let api = Api::start();
    let paths: BTreeSet<String> = operations().into_iter().map(|operation| operation.path).collect();
    for operation in operations() {
        let is_post_too = operation.method == "GET"
            && operations().iter().any(|other| other.path == operation.path && other.method == "POST");
        let methods = [("PUT", "405", false), ("TRACE", "405", false), ("OPTIONS", "204", false)];
        for (method, status, may_last) in methods {
            let recipe = Recipe { method: Some(method), ..Recipe::default() };
            let answer = operation.ask(&api, recipe, "of-the-table").await;
            assert_common(
                &answer,
                (&format!("{method} {}", operation.path), status, "of-the-table"),
                may_last,
            );
            assert!(answer.header("allow").contains(&operation.method), "{method} {}", operation.path);
            assert_eq!(
                answer.header("allow").contains("QUERY"),
                is_post_too || operation.takes_query(),
                "{}",
                operation.path
            );
        }
    }
    assert!(paths.len() > 10);
}

impl Operation {
    fn has_status(&self, status: &str) -> bool {
        self.statuses.iter().any(|other| other == status)
    }

    fn takes_query(&self) -> bool {
        ["/v1/legal-moves", "/v1/bot-move", "/v1/analysis", "/v1/explain", "/v1/tablebase"]
            .contains(&&*self.path)
    }
}

#[tokio::test]
async fn every_body_may_come_too_slowly() {
    let api = Api::with(&["--request-timeout", "1s"]);
    for operation in operations().iter().filter(|operation| operation.has_status("408")) {
        let mut connection = api.connect();
        let head = format!(
            "POST {} HTTP/1.1\r\nHost: x\r\nX-Request-Id: slow\r\nContent-Type: {JSON}",
            operation.path
        );
        connection
            .write_all(format!("{head}\r\nContent-Length: 99\r\n\r\n{{").as_bytes())
            .expect("the server listens");
        let mut text = String::new();
        connection.read_to_string(&mut text).expect("the answer is text");
        assert_common(&parse(&text), (&operation.id, "408", "slow"), false);
    }
}

/// Takes every search that there may be, and every painter.
fn fill(api: &Api) -> Vec<TcpStream> {
    let ask = |(path, number): (&str, usize)| {
        let body =
            format!(r#"{{"limits": {{"depth": 60}}, "ruleset": {{"ply_limit": {}}}}}"#, 9_000 + number);
        api.post_and_leave(path, JSON, &body)
    };
    let searches = ["/v1/bot-move", "/v1/analysis"]
        .iter()
        .flat_map(|path| (0..2 * ADMITTED).map(move |number| (*path, number)))
        .map(ask);
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let pictures = (0..110 * processors).map(|_| {
        let mut connection = api.connect();
        connection.write_all(b"GET /v1/board.png?size=2048 HTTP/1.1\r\nHost: x\r\n\r\n").expect("it listens");
        connection
    });
    searches.chain(pictures).collect()
}

#[tokio::test]
async fn every_search_may_be_one_too_many_and_every_server_may_end() {
    let busy = Api::with_one_search();
    let draining = Api::with(&["--drain-delay", "1m"]);
    draining.signal("TERM");
    while draining.get("/health/ready").await.status == 200 {}
    let callers = fill(&busy);
    for operation in operations().iter().filter(|operation| operation.has_status("503")) {
        let api = if operation.is_of_the_moment() { &draining } else { &busy };
        let answer = loop {
            let answer = operation.ask(api, Recipe::default(), "too-many").await;
            // The searches that fill the rooms may not have come in yet.
            if answer.status == 503 {
                break answer;
            }
        };
        assert_common(&answer, (&operation.id, "503", "too-many"), false);
    }
    drop(callers);
}

#[tokio::test]
async fn every_operation_that_costs_something_may_be_asked_for_too_often() {
    let api = Api::with(&["--rate-limit-rules", "1/h", "--rate-limit-searches", "1/h"]);
    let state = api.get("/v1/legal-moves").await.ok()["state"].as_str().expect("it has one").to_owned();
    api.get("/v1/bot-move?level=1").await.ok();
    for operation in operations().iter().filter(|operation| operation.has_status("429")) {
        let address = (operation.id == "show_state").then(|| format!("/v1/states/{state}"));
        let answer = operation.ask(&api, Recipe { address, ..Recipe::default() }, "too-often").await;
        assert_common(&answer, (&operation.id, "429", "too-often"), false);
        for name in ["ratelimit", "ratelimit-policy"] {
            assert!(answer.header(name).contains(';'), "{}: {name}", operation.id);
        }
    }
}

#[tokio::test]
async fn what_no_operation_answers_is_told_like_everything() {
    let api = Api::start();
    for (method, path, status) in
        [("GET", "/nope", "404"), ("POST", "/v1/nope", "404"), ("OPTIONS", "/nope", "404")]
    {
        let request = api
            .request(Method::from_bytes(method.as_bytes()).unwrap(), path)
            .header("x-request-id", "nowhere");
        assert_common(&send(request, path.to_owned()).await, (path, status, "nowhere"), false);
    }
}
