//! The document, taken apart.

use form_urlencoded::Serializer;
use serde_json::Value;

/// An operation with its method and path.
pub(crate) struct Operation {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) value: Value,
}

impl Operation {
    pub(crate) fn id(&self) -> &str {
        self.value["operationId"].as_str().unwrap_or_default()
    }

    pub(crate) fn responses(&self) -> impl Iterator<Item = (&str, &Value)> {
        entries(&self.value["responses"])
    }

    pub(crate) fn parameters(&self) -> impl Iterator<Item = &Value> {
        self.value["parameters"].as_array().into_iter().flatten()
    }

    /// The body of its example, if it takes one.
    pub(crate) fn example_body<'a>(&self, document: &'a Value) -> Option<&'a Value> {
        let schema = self.value["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str();
        schema.and_then(|schema| document.pointer(&format!("{}/example", &schema[1..])))
    }

    /// The path and query that the examples of the parameters ask for.
    pub(crate) fn example_address(&self) -> String {
        let mut path = self.path.clone();
        let mut query = Serializer::new(String::new());
        for parameter in self.parameters().filter(|parameter| !parameter["example"].is_null()) {
            let (name, value) = (parameter["name"].as_str().unwrap_or_default(), text(&parameter["example"]));
            match parameter["in"].as_str() {
                Some("path") => path = path.replace(&format!("{{{name}}}"), &value),
                _ => drop(query.append_pair(name, &value)),
            }
        }
        format!("{path}?{}", query.finish())
    }
}

/// A parameter's value as a query writes it.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

pub(crate) fn entries(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

pub(crate) fn document() -> Value {
    serde_json::to_value(jungle::service::openapi()).expect("the document is plain JSON")
}

pub(crate) fn operations(document: &Value) -> Vec<Operation> {
    let of_path = |(path, item)| {
        entries(item).map(move |(method, value)| Operation {
            method: method.to_uppercase(),
            path: String::from(path),
            value: value.clone(),
        })
    };
    entries(&document["paths"]).flat_map(of_path).collect()
}
