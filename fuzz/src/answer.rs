use jungle::service::fuzzing::Answer;
use serde_json::Value;

use crate::{EVENTS, JSON};

const PROBLEM: &str = "application/problem+json";

/// Checks that an operation answers as it promises; gives back its JSON, of events that of the last one.
pub fn check_answer(answer: &Answer) -> Value {
    let Answer { status, content_type, .. } = answer;
    match (status, content_type.as_str()) {
        (400..500, _) => check_problem(answer),
        (200, JSON) => json(&answer.body),
        (200, EVENTS) => check_events(&answer.body),
        _ => panic!("{status} {content_type:?}: {}", text(&answer.body)),
    }
}

/// Checks that a failure of the caller is told in full, and not blamed on anybody else.
fn check_problem(answer: &Answer) -> Value {
    assert_eq!(answer.content_type, PROBLEM, "{answer:?}");
    assert!((400..500).contains(&answer.status), "{answer:?}");
    let problem = json(&answer.body);
    assert_eq!(problem["status"], answer.status, "{problem}");
    for field in ["type", "title", "detail", "code", "instance"] {
        assert!(problem[field].as_str().is_some_and(|text| !text.is_empty()), "{field} of {problem}");
    }
    assert_eq!(problem["code"] == "illegal_action", problem["reason"].is_string(), "{problem}");
    let pointer = problem["pointer"].as_str();
    assert!(pointer.is_none_or(|pointer| pointer.starts_with('/') && pointer.len() <= 256), "{problem}");
    problem
}

/// Checks that events are counted, and that the last one says that it is.
fn check_events(body: &[u8]) -> Value {
    let text = str::from_utf8(body).expect("events are text");
    let mut last = None;
    for (before, event) in text.split_terminator("\n\n").filter(|event| !event.starts_with(':')).enumerate() {
        let [id, name, data] = event.split('\n').collect::<Vec<_>>()[..] else { panic!("{event}") };
        assert_eq!(id, format!("id: {}", before + 1));
        let data = json(data.strip_prefix("data: ").expect("an event has data").as_bytes());
        assert_ne!(last.replace((name, data)).map(|(name, _)| name), Some("event: done"));
    }
    let (name, data) = last.expect("there is always an end");
    assert_eq!(name, "event: done", "{data}");
    data
}

fn json(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap_or_else(|error| panic!("{error} in {}", text(body)))
}

fn text(body: &[u8]) -> String {
    String::from_utf8_lossy(body).into_owned()
}
