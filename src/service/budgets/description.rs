use serde_json::Value;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::{ObjectBuilder, OpenApi, RefOr, Response, Type};

/// The status of a refusal: an operation that may answer with it has a budget.
const REFUSED: &str = "429";
/// The statuses of all other answers that an operation with a budget gives, but for those that spend nothing.
const ANSWERED: [&str; 2] = ["200", "503"];

/// Adds the fields that tell of budgets to the answers of a document that have them.
pub(in crate::service) fn describe(document: &mut OpenApi) {
    let items = document.paths.paths.values_mut();
    let operations = items.flat_map(|item| [&mut item.get, &mut item.post, &mut item.query]).flatten();
    for operation in operations {
        let answers = &mut operation.responses.responses;
        let Some(RefOr::T(refusal)) = answers.get_mut(REFUSED) else { continue };
        refusal.headers.insert("Retry-After".to_owned(), retry_after().into());
        add_fields(refusal);
        for status in ANSWERED {
            if let Some(RefOr::T(answer)) = answers.get_mut(status) {
                add_fields(answer);
            }
        }
    }
}

fn add_fields(answer: &mut Response) {
    let policy =
        "What the client may ask for: `q` requests in `w` seconds. Only where the server limits that.";
    let limit = "How many requests the client may make at once (`r`), and in how many seconds one more (`t`). Only \
                 where the server limits that.";
    answer.headers.insert("RateLimit-Policy".to_owned(), text(policy, r#""rules";q=600;w=60"#).into());
    answer.headers.insert("RateLimit".to_owned(), text(limit, r#""rules";r=599;t=1"#).into());
}

fn text(description: &str, example: &str) -> Header {
    let schema = ObjectBuilder::new().schema_type(Type::String).max_length(Some(128)).build();
    header(schema, description, example.into())
}

fn retry_after() -> Header {
    let schema =
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(86_400)).build();
    header(schema, "After how many seconds to try again.", 12.into())
}

fn header(schema: utoipa::openapi::Object, description: &str, example: Value) -> Header {
    HeaderBuilder::new().schema(Some(schema)).description(Some(description)).example(Some(example)).build()
}
