//! Every reason for which an action is not legal, by each way an action can be sent.

use serde_json::{Value, json};

use crate::client::{Api, Problem, query};

/// A reason, the check of `explain` that finds it, a game, and an action that fails for it.
type Case = (&'static str, &'static str, &'static str, &'static str);

/// The reasons, in the order in which they are looked for.
const REASONS: [Case; 15] = [
    ("off_board", "ownership", "{}", r#"{"from": [0, 2], "to": [0, 9]}"#),
    ("empty_square", "ownership", "{}", r#""a4a5""#),
    ("not_your_piece", "ownership", "{}", r#""a7a6""#),
    ("not_a_step", "geometry", "{}", r#""a3a5""#),
    ("own_den", "terrain", r#"{"position": "6c/7/7/7/7/7/7/7/2C4 w"}"#, r#""c1d1""#),
    (
        "own_trap",
        "terrain",
        r#"{"ruleset": "traditional", "position": "6c/7/7/7/7/7/7/7/1C5 w"}"#,
        r#""b1c1""#,
    ),
    ("water", "terrain", "{}", r#""c3c4""#),
    ("cannot_jump", "path", r#"{"position": "6c/7/7/7/7/E6/7/7/7 w"}"#, r#""a4d4""#),
    ("jump_blocked", "path", r#"{"position": "6c/7/7/7/7/L1r4/7/7/7 w"}"#, r#""a4d4""#),
    ("own_piece", "destination", r#"{"position": "6c/7/7/7/7/7/7/7/CD5 w"}"#, r#""a1b1""#),
    ("water_and_land", "capture", r#"{"position": "7/7/7/7/7/eR5/7/7/7 w"}"#, r#""b4a4""#),
    ("elephant_cannot_take_rat", "capture", r#"{"position": "7/7/7/7/7/7/7/7/Er5 w"}"#, r#""a1b1""#),
    ("rank_too_low", "capture", r#"{"position": "7/7/7/7/7/7/7/7/Cd5 w"}"#, r#""a1b1""#),
    ("no_draw_offer", "", "{}", r#"{"type": "accept_draw"}"#),
    (
        "own_draw_offer",
        "",
        r#"{"moves": [{"type": "offer_draw"}]}"#,
        r#"{"type": "decline_draw", "seat": 0}"#,
    ),
];

/// More actions that fail for a reason, most of them for a later one as well.
const MORE: [Case; 14] = [
    ("off_board", "ownership", "{}", r#"{"from": [9, 9], "to": [0, 9]}"#),
    ("off_board", "ownership", "{}", r#"{"from": [4, 4], "to": [7, 0]}"#),
    ("off_board", "ownership", "{}", r#"{"from": [0, 2], "to": [99999999999999999999, 0]}"#),
    ("empty_square", "ownership", "{}", r#""a4a9""#),
    ("not_your_piece", "ownership", "{}", r#""a7a9""#),
    ("not_a_step", "geometry", "{}", r#""a3a3""#),
    ("not_a_step", "geometry", r#"{"position": "6c/7/7/7/7/7/7/7/C6 w"}"#, r#""a1d1""#),
    ("water", "terrain", r#"{"position": "6c/7/7/7/7/CR5/7/7/7 w"}"#, r#""a4b4""#),
    ("water", "terrain", r#"{"position": "6c/7/7/7/7/Er5/7/7/7 w"}"#, r#""a4b4""#),
    ("cannot_jump", "path", r#"{"position": "7/7/7/7/7/Er1c3/7/7/7 w"}"#, r#""a4d4""#),
    ("cannot_jump", "path", r#"{"ruleset": "classic", "position": "6c/7/7/7/7/T6/7/7/7 w"}"#, r#""a4d4""#),
    ("jump_blocked", "path", r#"{"position": "6c/7/7/7/7/LR1C3/7/7/7 w"}"#, r#""a4d4""#),
    ("water_and_land", "capture", r#"{"position": "7/7/7/7/7/lR5/7/7/7 w"}"#, r#""b4a4""#),
    ("no_draw_offer", "", "{}", r#"{"type": "decline_draw", "seat": 1}"#),
];

const CHECKS: [&str; 6] = ["ownership", "geometry", "terrain", "path", "destination", "capture"];

fn cases() -> impl Iterator<Item = (&'static str, &'static str, Value, Value)> {
    let read = |text| serde_json::from_str(text).expect("the tables are JSON");
    REASONS
        .into_iter()
        .chain(MORE)
        .map(move |(reason, check, game, action)| (reason, check, read(game), read(action)))
}

fn with(game: &Value, field: &str, value: &Value) -> Value {
    let mut game = game.clone();
    game[field] = value.clone();
    game
}

#[tokio::test]
async fn apply_refuses_an_illegal_action() {
    let api = Api::start();
    for (reason, _, game, action) in cases() {
        let answer = api.post("/v1/apply", &with(&game, "action", &action)).await;
        answer.assert_problem(&Problem::illegal("/action", reason));
    }
}

#[tokio::test]
async fn an_illegal_action_among_the_moves_is_pointed_at() {
    let api = Api::start();
    for (reason, _, game, action) in cases() {
        let mut moves = game["moves"].as_array().cloned().unwrap_or_default();
        let pointer = format!("/moves/{}", moves.len());
        moves.extend([action, json!("a3a4")]);
        let request = with(&game, "moves", &Value::Array(moves));
        for path in ["/v1/legal-moves", "/v1/bot-move", "/v1/replay"] {
            api.post(path, &request).await.assert_problem(&Problem::illegal(&pointer, reason));
        }
    }
}

#[tokio::test]
async fn explain_tells_which_check_failed_and_why() {
    let api = Api::start();
    for (reason, check, game, action) in cases() {
        let request = with(&game, "action", &action);
        let answer = api.post("/v1/explain", &request).await.ok();
        assert_eq!((&answer["legal"], &answer["reason"]), (&json!(false), &json!(reason)), "{request}");
        let Some(failed) = CHECKS.iter().position(|name| *name == check) else {
            assert_eq!(answer["checks"], json!([]), "{request}");
            continue;
        };
        let found =
            CHECKS.map(|name| json!([name, CHECKS.iter().position(|other| *other == name) < Some(failed)]));
        let checks = answer["checks"].as_array().expect("checks are a list");
        let names: Vec<Value> = checks.iter().map(|check| json!([check["check"], check["passed"]])).collect();
        assert_eq!(names, found, "{request}");
        let refusal =
            api.post("/v1/apply", &request).await.assert_problem(&Problem::illegal("/action", reason));
        assert_eq!(checks[failed]["detail"], refusal["detail"], "{request}");
    }
}

#[tokio::test]
async fn explain_answers_a_query_as_it_does_a_body() {
    let api = Api::start();
    for (.., game, action) in cases().filter(|(.., game, _)| game["moves"].is_null()) {
        let request = with(&game, "action", &action);
        let posted = api.post("/v1/explain", &request).await.ok();
        let queried = api.get(&format!("/v1/explain?{}", query(&request))).await.ok();
        assert_eq!(queried, posted, "{request}");
    }
}

#[test]
fn the_table_has_every_reason_once() {
    let document = serde_json::to_value(jungle::service::openapi()).expect("the document is plain JSON");
    let mut documented = document["components"]["schemas"]["RefusalReason"]["enum"].clone();
    documented.as_array_mut().expect("an enum is a list").retain(|reason| reason != "game_over");
    assert_eq!(documented, json!(REASONS.map(|case| case.0)));
}
