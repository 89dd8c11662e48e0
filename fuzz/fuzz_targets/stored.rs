//! A value in the cache, after a letter that says what it stands for: it is a miss, or it is what its key says.
//!
//! A `$` in an answer stands for the text of the question, which no other answer may hold, and which changes with the
//! engine.

#![no_main]

use std::sync::LazyLock;

use jungle::service::fuzzing::PlantedQuestion;
use jungle_fuzz::{EVENTS, JSON, check_answer, get, post, replica};
use libfuzzer_sys::{Corpus, fuzz_target};
use serde_json::Value;

/// The questions, each with its text as it stands between the quotes of JSON.
static QUESTIONS: LazyLock<[(PlantedQuestion, String); 2]> =
    LazyLock::new(|| PlantedQuestion::all().map(|question| (question.clone(), text_of(&question))));

fuzz_target!(|input: &[u8]| -> Corpus {
    let Some((&letter, value)) = input.split_first() else { return Corpus::Reject };
    let [bot_move, analysis] = &*QUESTIONS;
    match letter {
        b's' => check_state(value),
        b'b' => check_known(bot_move, value),
        b'a' => check_known(analysis, value),
        _ => return Corpus::Reject,
    }
    Corpus::Keep
});

/// The state is unknown, or it is a game that can be asked about.
fn check_state(value: &[u8]) {
    let id = replica().plant_state(value);
    let shown = get(&format!("/v1/states/{id}"), JSON).expect("an id can stand in a path");
    let moves = post("/v1/legal-moves", JSON, format!(r#"{{"state": "{id}"}}"#).as_bytes());
    assert_eq!(shown.status, moves.status);
    assert_eq!(check_answer(&shown)["position"], check_answer(&moves)["position"]);
}

/// The answer is the known one or a new one, and that is known from then on.
fn check_known((question, text): &(PlantedQuestion, String), value: &[u8]) {
    let PlantedQuestion { path, body, .. } = *question;
    let value = value.split(|&byte| byte == b'$').collect::<Vec<_>>().join(text.as_bytes());
    replica().plant_answer(question, &value);
    let first = post(path, JSON, body.as_bytes());
    let known = known(question);
    let again = post(path, JSON, body.as_bytes());
    assert_eq!((first.status, &first.body), (200, &again.body));
    assert!(again.cache_status.contains("hit"), "{again:?}");
    if path == "/v1/analysis" {
        assert_eq!(check_answer(&post(path, EVENTS, body.as_bytes())), check_answer(&first));
    }
    assert_eq!(replica().planted_answer(question), Some(known));
}

/// What is kept of the answer to a question that was asked.
fn known(question: &PlantedQuestion) -> Vec<u8> {
    replica().planted_answer(question).expect("the key is the one that the question has")
}

/// The text of a question, as its answer has it between quotes.
fn text_of(question: &PlantedQuestion) -> String {
    post(question.path, JSON, question.body.as_bytes());
    let known: Value = serde_json::from_slice(&known(question)).expect("an answer is kept as JSON");
    let text = known["question"].to_string();
    text[1..text.len() - 1].to_owned()
}
