//! A request, after a letter that says to which operation: whatever is asked, the answer is one that the contract
//! knows, and a game in the address is answered like the same one in a body.

#![no_main]

use form_urlencoded::Serializer;
use jungle::service::fuzzing::{Answer, Request};
use jungle_fuzz::{EVENTS, JSON, check_answer, escaped, get, post, replica};
use libfuzzer_sys::{Corpus, fuzz_target};
use serde_json::{Map, Value};

fuzz_target!(|input: &[u8]| -> Corpus {
    let Some((&letter, rest)) = input.split_first() else { return Corpus::Reject };
    let is_asked = match letter {
        b'l' => check_post("/v1/legal-moves", rest),
        b'p' => check_post("/v1/apply", rest),
        b'b' => check_post("/v1/bot-move", rest),
        b'a' => check_post("/v1/analysis", rest),
        b'e' => check_post("/v1/explain", rest),
        b'r' => check_post("/v1/replay", rest),
        b't' => check_post("/v1/tablebase", rest),
        b'f' => check(Some(post("/v1/analysis", EVENTS, rest))),
        b'L' => check_get("/v1/legal-moves?", rest, JSON),
        b'B' => check_get("/v1/bot-move?", rest, JSON),
        b'A' => check_get("/v1/analysis?", rest, JSON),
        b'E' => check_get("/v1/explain?", rest, JSON),
        b'T' => check_get("/v1/tablebase?", rest, JSON),
        b'F' => check_get("/v1/analysis?", rest, EVENTS),
        b'n' => check_get("/v1/rulesets/", rest, JSON),
        b's' => check_get("/v1/states/", rest, JSON),
        b'h' => check_any(rest),
        _ => false,
    };
    if is_asked { Corpus::Keep } else { Corpus::Reject }
});

/// Checks an answer, if there is one.
fn check(answer: Option<Answer>) -> bool {
    answer.as_ref().map(check_answer).is_some()
}

fn check_get(path: &str, rest: &[u8], accept: &str) -> bool {
    check(get(&format!("{path}{}", escaped(rest)), accept))
}

fn check_post(path: &str, body: &[u8]) -> bool {
    let answer = post(path, JSON, body);
    let answered = check_answer(&answer);
    if answer.status == 200 {
        check_state(&answered);
        if !["/v1/apply", "/v1/replay"].contains(&path) {
            check_query(path, body, &answered);
        }
    }
    true
}

/// Checks that the id of the state leads to the game, if it is still known.
fn check_state(answered: &Value) {
    let id = answered["state"].as_str().expect("an answer has a state");
    let found = get(&format!("/v1/states/{id}"), JSON).expect("an id can stand in a path");
    let shown = check_answer(&found);
    for field in ["state", "ruleset", "position", "status"] {
        assert!(found.status == 404 || shown[field] == answered[field], "{shown} {answered}");
    }
}

/// Checks that a request that was understood is answered alike if it comes as a query.
fn check_query(path: &str, body: &[u8], answered: &Value) {
    if let Some(query) = query(body) {
        let answer = get(&format!("{path}?{query}"), JSON).expect("a query is written as HTTP wants it");
        assert_eq!(check_answer(&answer), *answered, "{query}");
    }
}

/// The body of a request that was understood as the query that asks the same; a time limit is for bodies only.
fn query(body: &[u8]) -> Option<String> {
    let mut fields: Map<String, Value> =
        serde_json::from_slice(body).expect("what was answered is an object");
    if let Some(Value::Object(limits)) = fields.remove("limits") {
        fields.extend(limits);
    }
    if fields.get("time_ms").is_some_and(|time| !time.is_null()) {
        return None;
    }
    let given = fields.iter().filter(|(_, value)| !value.is_null());
    Some(Serializer::new(String::new()).extend_pairs(given.map(|(name, value)| (name, text(value)))).finish())
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        // A body may write 3 as 3.0.
        Value::Number(number) if number.is_f64() => format!("{:.0}", number.as_f64().unwrap_or_default()),
        other => other.to_string(),
    }
}

/// Asks a request of one line with method and address, then headers, then, after an empty line, a body.
fn check_any(rest: &[u8]) -> bool {
    let end = rest.windows(2).position(|two| two == b"\n\n").unwrap_or(rest.len());
    let (head, body) = (&rest[..end], rest.get(end + 2..).unwrap_or_default());
    let Some((line, headers)) =
        str::from_utf8(head).ok().map(|head| head.split_once('\n').unwrap_or((head, "")))
    else {
        return false;
    };
    let Some((method, target)) = line.split_once(' ') else { return false };
    let headers: Vec<(&str, &str)> = headers.lines().filter_map(|line| line.split_once(": ")).collect();
    let answer =
        replica().ask(&Request { method, target: &escaped(target.as_bytes()), headers: &headers, body });
    answer.as_ref().map(check_anything).is_some()
}

/// Checks an answer of what need not be an operation.
fn check_anything(answer: &Answer) {
    match answer.status {
        200 if answer.content_type != JSON && answer.content_type != EVENTS => {}
        204 | 304..=308 => {}
        _ => drop(check_answer(answer)),
    }
}
