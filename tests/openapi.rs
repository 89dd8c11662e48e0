//! The OpenAPI document: complete, bounded, committed, and true of the running server.

#[path = "api/document.rs"]
mod document;
#[path = "api/server.rs"]
mod server;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use reqwest::{Client, Method, RequestBuilder, Response, redirect};
use serde_json::Value;

use document::{Operation, document, entries, operations};
use server::Server;

/// How many schemas there are: of two with one name, one would be lost without a word.
const COMPONENTS: usize = 75;
const METHODS: [&str; 10] =
    ["GET", "HEAD", "OPTIONS", "POST", "QUERY", "PUT", "PATCH", "DELETE", "TRACE", "FOO"];
/// The operations without an example: they answer with this document, or with a picture.
const WITHOUT_EXAMPLE: [&str; 3] = ["show_document", "draw_svg", "draw_png"];
/// The operations that also answer bit by bit.
const STREAMING: [&str; 2] = ["analyse_game", "query_analysis"];
const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";

impl Operation {
    fn example(&self) -> &Value {
        self.example_as(JSON)
    }

    fn example_as(&self, media_type: &str) -> &Value {
        &self.value["responses"]["200"]["content"][media_type]["example"]
    }
}

fn request(server: &Server, method: &str, path: &str) -> RequestBuilder {
    let client = Client::builder().no_proxy().redirect(redirect::Policy::none()).build();
    let method = Method::from_bytes(method.as_bytes()).expect("it is a method");
    client.expect("a client needs nothing from outside").request(method, server.url(path))
}

async fn send(request: RequestBuilder) -> Response {
    request.send().await.expect("the server answers")
}

#[test]
fn the_committed_document_is_the_one_of_the_code() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/openapi.json");
    let own = jungle::service::openapi().to_pretty_json().expect("the document is plain JSON") + "\n";
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, &own).expect("the document can be written");
    }
    let committed = fs::read_to_string(path).expect("the document can be read");
    assert!(committed == own, "{path} is out of date: run BLESS=1 cargo test --test openapi");
}

#[test]
fn every_schema_has_a_name_of_its_own_and_is_used() {
    let document = document();
    let schemas: Vec<&str> = entries(&document["components"]["schemas"]).map(|(name, _)| name).collect();
    assert_eq!(schemas.len(), COMPONENTS, "{schemas:?}");
    let all = document.to_string();
    let reference = |name: &str| format!("\"#/components/schemas/{name}\"");
    for name in &schemas {
        assert!(all.contains(&reference(name)), "{name} is not used");
    }
    for used in all.split("\"#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(schemas.contains(&used), "{used} is missing");
    }
}

#[test]
fn every_operation_says_what_it_does_and_how_it_fails() {
    let document = document();
    for operation in operations(&document) {
        let (id, value) = (operation.id(), &operation.value);
        for field in ["operationId", "summary", "description"] {
            assert!(value[field].as_str().is_some_and(|text| text.len() > 5), "{id} has no {field}");
        }
        assert_eq!(value["tags"].as_array().map(Vec::len), Some(1), "{id}");
        assert!(operation.responses().any(|(status, _)| status.starts_with('4')), "{id} never fails");
        for (status, response) in operation.responses() {
            assert!(response["description"].as_str().is_some_and(|text| !text.is_empty()), "{id} {status}");
            let types: Vec<&str> = entries(&response["content"]).map(|(name, _)| name).collect();
            if status == "200" {
                assert_eq!(types, media_types(id), "{id}");
            } else if status == "304" {
                assert!(types.is_empty(), "{id}");
            } else {
                assert_eq!(types, ["application/problem+json"], "{id} {status}");
                let schema = &response["content"]["application/problem+json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/Problem", "{id} {status}");
            }
        }
    }
}

/// What an operation answers with.
fn media_types(id: &str) -> &'static [&'static str] {
    match id {
        "draw_svg" => &["image/svg+xml"],
        "draw_png" => &["image/png"],
        id if STREAMING.contains(&id) => &[JSON, EVENTS],
        _ => &[JSON],
    }
}

#[test]
fn an_operation_is_called_as_its_handler_is() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/service");
    let paths = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<PathBuf>>()
    };
    let files = paths(Path::new(folder))
        .into_iter()
        .flat_map(|path| if path.is_dir() { paths(&path) } else { vec![path] });
    let sources: Vec<String> = files.filter_map(|path| fs::read_to_string(path).ok()).collect();
    let document = document();
    let operations = operations(&document);
    let ids: BTreeSet<&str> = operations.iter().map(Operation::id).collect();
    assert_eq!(ids.len(), operations.len());
    for id in ids {
        let handler = format!("async fn {id}(");
        assert!(sources.iter().any(|source| source.contains(&handler)), "there is no {handler}");
    }
}

#[test]
fn every_tag_is_explained() {
    let document = document();
    let tags = document["tags"].as_array().expect("there are tags").iter();
    let known: Vec<&Value> =
        tags.filter(|tag| tag["description"].is_string()).map(|tag| &tag["name"]).collect();
    for operation in operations(&document) {
        assert!(known.contains(&&operation.value["tags"][0]), "{}", operation.id());
    }
}

#[test]
fn every_value_is_bounded() {
    let mut unbounded = Vec::new();
    find_unbounded(&document(), "", &mut unbounded);
    assert_eq!(unbounded, Vec::<String>::new());
}

/// Collects the places of schemas that let a value be as large as it likes.
fn find_unbounded(value: &Value, place: &str, found: &mut Vec<String>) {
    if !is_bounded(value) {
        found.push(place.to_owned());
    }
    // What stands in examples and the like is data, not schemas.
    for (name, inner) in
        entries(value).filter(|(name, _)| !["example", "examples", "enum", "default"].contains(name))
    {
        find_unbounded(inner, &format!("{place}/{name}"), found);
    }
    for (i, inner) in value.as_array().into_iter().flatten().enumerate() {
        find_unbounded(inner, &format!("{place}/{i}"), found);
    }
}

fn is_bounded(schema: &Value) -> bool {
    let has = |name: &str| schema.get(name).is_some();
    let types = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        Value::String(one) => vec![one.as_str()],
        _ => Vec::new(),
    };
    has("enum")
        || types.into_iter().all(|kind| match kind {
            "integer" | "number" => has("minimum") && has("maximum"),
            "string" => has("maxLength") || has("format") || has("pattern"),
            "array" => has("maxItems"),
            "object" => !schema["required"].is_array() || has("properties"),
            _ => true,
        })
}

#[test]
fn a_request_names_every_field_that_is_read() {
    let document = document();
    for (name, schema) in entries(&document["components"]["schemas"]) {
        let is_request = name.ends_with("Request")
            || name.ends_with("Input")
            || name == "Limits"
            || name == "CustomRuleset";
        if is_request && schema["type"] == "object" {
            assert_eq!(schema["additionalProperties"], false, "{name}");
        }
    }
    for operation in operations(&document).iter().filter(|operation| operation.method == "GET") {
        let has_query = operation.responses().any(|(status, _)| status == "422");
        assert_eq!(
            operation.parameters().any(|parameter| parameter["in"] == "query"),
            has_query,
            "{}",
            operation.id()
        );
    }
}

#[tokio::test]
async fn every_example_is_what_the_server_answers() {
    let server = Server::start();
    let document = document();
    // Or its example is not known.
    send(request(&server, "GET", "/v1/legal-moves?position=7/3C3/7/7/7/7/7/7/r6%20w")).await;
    for operation in operations(&document) {
        if WITHOUT_EXAMPLE.contains(&operation.id()) {
            assert!(operation.example().is_null(), "{} has an example", operation.id());
            continue;
        }
        let body = operation.example_body(&document);
        assert_eq!(body.is_some(), operation.method == "POST", "{}", operation.id());
        let ask = || {
            let request = request(&server, &operation.method, &operation.example_address());
            if let Some(body) = body { request.json(body) } else { request }
        };
        let answer: Value = send(ask()).await.json().await.expect("the answer is JSON");
        assert_eq!(answer, *operation.example(), "{}", operation.id());
        if STREAMING.contains(&operation.id()) {
            let answer = send(ask().header("accept", EVENTS)).await.text().await.expect("so are events");
            assert_eq!(answer, *operation.example_as(EVENTS), "{}", operation.id());
        }
    }
}

#[tokio::test]
async fn every_picture_in_the_document_is_there() {
    let server = Server::start();
    let text = document().to_string();
    let pictures: Vec<&str> = text.split("](/").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(pictures.len() >= 4, "{pictures:?}");
    for picture in pictures {
        let answer = send(request(&server, "GET", &format!("/{picture}"))).await;
        assert_eq!(answer.status(), 200, "{picture}");
    }
}

#[tokio::test]
async fn a_path_answers_the_methods_it_documents_and_no_others() {
    let server = Server::start();
    let document = document();
    let operations = operations(&document);
    for (path, item) in entries(&document["paths"]) {
        let mut allowed: BTreeSet<String> = entries(item).map(|(method, _)| method.to_uppercase()).collect();
        if allowed.contains("GET") {
            allowed.insert("HEAD".to_owned());
        }
        allowed.insert("OPTIONS".to_owned());
        // OpenAPI 3.1 cannot say so.
        if allowed.contains("GET") && allowed.contains("POST") {
            allowed.insert("QUERY".to_owned());
        }
        let example =
            operations.iter().find(|operation| operation.path == path).map(Operation::example_address);
        for method in METHODS {
            let answer = send(request(&server, method, example.as_deref().unwrap_or(path))).await;
            let is_refused = answer.status() == 405;
            assert_eq!(is_refused, !allowed.contains(method), "{method} {path}: {}", answer.status());
            if is_refused || method == "OPTIONS" {
                let allow =
                    answer.headers().get("allow").and_then(|allow| allow.to_str().ok()).unwrap_or_default();
                assert_eq!(
                    allow.split(", ").map(str::to_owned).collect::<BTreeSet<_>>(),
                    allowed,
                    "{method} {path}"
                );
            }
        }
    }
}
