use serde_json::Value;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::schema::{KnownFormat, SchemaFormat};
use utoipa::openapi::{ObjectBuilder, OpenApi, Ref, RefOr, Response, Type};

use super::operations;

/// The status of a refusal: an operation that may answer with it has a budget.
const REFUSED: &str = "429";
/// The statuses of answers to a caller that has spent something.
const SPENT: [&str; 4] = ["200", "304", REFUSED, "503"];

/// Adds to every answer of a document the headers that it has.
pub(super) fn describe(document: &mut OpenApi) {
    for operation in operations(document) {
        let answers = &mut operation.responses.responses;
        let (has_budget, may_last) = (answers.contains_key(REFUSED), answers.contains_key("304"));
        for (status, answer) in answers.iter_mut() {
            let RefOr::T(answer) = answer else { continue };
            add(answer, &["X-Request-Id"]);
            if may_last && ["200", "304"].contains(&&**status) {
                add(answer, &["ETag", "Cache-Control"]);
            }
            if [REFUSED, "503"].contains(&&**status) {
                add(answer, &["Retry-After"]);
            }
            if has_budget && SPENT.contains(&&**status) {
                add(answer, &["RateLimit", "RateLimit-Policy"]);
            }
        }
    }
    let components = document.components.get_or_insert_default();
    components.headers.extend(all().map(|(name, header)| (name.to_owned(), header.into())));
}

fn add(answer: &mut Response, names: &[&str]) {
    for name in names {
        let header = Ref::new(format!("#/components/headers/{name}"));
        answer.headers.insert((*name).to_owned(), RefOr::Ref(header));
    }
}

fn all() -> [(&'static str, Header); 6] {
    [
        (
            "X-Request-Id",
            text(
                "The id of the request: what the caller sent as such if it is sane, or a new one.",
                "0199c2f1-7f6e-7c3a-9a57-3f0e8f6a2b11",
            ),
        ),
        (
            "ETag",
            text(
                "Stands for this answer, byte by byte: send it as If-None-Match.",
                "\"0ce0522877b4a81cecb5fe9d5f87c36d06e951c5b9ee3337\"",
            ),
        ),
        (
            "Cache-Control",
            text(
                "How long the answer may be kept. An answer that a limit of time has shaped may not be, and has no ETag.",
                "public, max-age=3600, stale-if-error=86400",
            ),
        ),
        ("Retry-After", seconds("After how many seconds to try again.")),
        (
            "RateLimit",
            text(
                "How many requests the client may make at once (`r`), and in how many seconds one more (`t`). Only where the server limits that.",
                r#""rules";r=599;t=1"#,
            ),
        ),
        (
            "RateLimit-Policy",
            text(
                "What the client may ask for: `q` requests in `w` seconds. Only where the server limits that.",
                r#""rules";q=600;w=60"#,
            ),
        ),
    ]
}

fn text(description: &str, example: &str) -> Header {
    let schema = ObjectBuilder::new().schema_type(Type::String).max_length(Some(128)).build();
    header(schema, description, example.into())
}

fn seconds(description: &str) -> Header {
    let schema = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(86_400));
    let schema = schema.format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32))).build();
    header(schema, description, 12.into())
}

fn header(schema: utoipa::openapi::Object, description: &str, example: Value) -> Header {
    HeaderBuilder::new().schema(Some(schema)).description(Some(description)).example(Some(example)).build()
}
