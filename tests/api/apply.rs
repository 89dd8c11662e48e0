use serde_json::{Value, json};

use crate::client::{Api, Problem};

const PATH: &str = "/v1/apply";

/// Moves before an action, the action, what the answer calls it, and how it ends the game, if it does.
const ACTIONS: [(&str, &str, &str, &str); 9] = [
    ("[]", r#"{"type": "resign"}"#, r#"{"type": "resign", "seat": 0}"#, "resignation"),
    ("[]", r#"{"type": "resign", "seat": 1}"#, r#"{"type": "resign", "seat": 1}"#, "resignation"),
    (r#"["a3a4"]"#, r#"{"type": "resign"}"#, r#"{"type": "resign", "seat": 1}"#, "resignation"),
    ("[]", r#"{"type": "offer_draw"}"#, r#"{"type": "offer_draw", "seat": 0}"#, ""),
    ("[]", r#"{"type": "offer_draw", "seat": 1}"#, r#"{"type": "offer_draw", "seat": 1}"#, ""),
    (
        r#"[{"type": "offer_draw", "seat": 1}]"#,
        r#"{"type": "accept_draw"}"#,
        r#"{"type": "accept_draw", "seat": 0}"#,
        "agreement",
    ),
    (
        r#"[{"type": "offer_draw"}, "a3a4"]"#,
        r#"{"type": "accept_draw"}"#,
        r#"{"type": "accept_draw", "seat": 1}"#,
        "agreement",
    ),
    (
        r#"[{"type": "offer_draw", "seat": 1}]"#,
        r#"{"type": "offer_draw", "seat": 0}"#,
        r#"{"type": "offer_draw", "seat": 0}"#,
        "agreement",
    ),
    (
        r#"[{"type": "offer_draw", "seat": 1}]"#,
        r#"{"type": "decline_draw"}"#,
        r#"{"type": "decline_draw", "seat": 0}"#,
        "",
    ),
];

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("the tables are JSON")
}

#[tokio::test]
async fn a_move_applies_however_it_is_written() {
    let api = Api::start();
    let forms = [
        json!("a3a4"),
        json!({"from": [0, 2], "to": [0, 3]}),
        json!({"from": "a3", "to": "a4"}),
        json!({"type": "move", "from": [0, 2], "to": "a4"}),
        json!({"type": null, "from": [0.0, 2.0], "to": [0, 3], "seat": null}),
    ];
    let applied = json!({
        "type": "move", "from": [0, 2], "to": [0, 3], "notation": "a3a4", "kind": "elephant", "capture": null,
        "jump": false, "wins": false,
    });
    for action in forms {
        let answer = api.post(PATH, &json!({"action": action})).await.ok();
        assert_eq!(answer["applied"], applied, "{action}");
        assert_eq!(answer["position"]["fen"], "l5t/1d3c1/r1p1w1e/7/7/E6/2W1P1R/1C3D1/T5L b - - 1 1");
        assert_eq!((&answer["position"]["turn"], &answer["position"]["plies"]), (&json!(1), &json!(1)));
    }
}

#[tokio::test]
async fn a_winning_capture_says_so_and_ends_the_game() {
    let api = Api::start();
    let answer = api.post(PATH, &json!({"position": "7/7/7/7/7/L2c3/7/7/7 w", "action": "a4d4"})).await.ok();
    let fields = ["capture", "jump", "wins"].map(|field| answer["applied"][field].clone());
    assert_eq!(fields, [json!("cat"), json!(true), json!(true)]);
    assert_eq!(answer["status"], json!({"phase": "won", "winner": 0, "reason": "all_captured"}));
    assert_eq!(answer["position"]["plies_since_capture"], 0);
    assert_eq!((&answer["position"]["turn"], &answer["legal_moves"]), (&Value::Null, &json!([])));
}

#[tokio::test]
async fn other_actions_apply_to_the_side_on_turn_unless_they_name_a_seat() {
    let api = Api::start();
    for (moves, action, applied, reason) in ACTIONS {
        let answer = api.post(PATH, &json!({"moves": read(moves), "action": read(action)})).await.ok();
        assert_eq!(answer["applied"], read(applied), "{action}");
        assert_eq!(answer["status"]["reason"].as_str().unwrap_or_default(), reason, "{action}");
    }
}

#[tokio::test]
async fn an_offer_stands_until_the_other_side_answers_or_moves() {
    let api = Api::start();
    let offer = json!({"type": "offer_draw", "seat": 0});
    let cases = [
        (json!([]), offer.clone(), json!(0)),
        (json!([offer]), json!("a3a4"), json!(0)),
        (json!([offer, "a3a4"]), json!("a7a6"), Value::Null),
        (json!([offer]), json!({"type": "decline_draw", "seat": 1}), Value::Null),
        (json!([offer]), json!({"type": "accept_draw", "seat": 1}), Value::Null),
        (json!([offer]), json!({"type": "resign"}), Value::Null),
    ];
    for (moves, action, standing) in cases {
        let answer = api.post(PATH, &json!({"moves": moves, "action": action})).await.ok();
        assert_eq!(answer["position"]["draw_offer"], standing, "{moves} {action}");
    }
}

#[tokio::test]
async fn a_player_who_resigns_loses() {
    let api = Api::start();
    for seat in [0, 1] {
        let answer = api.post(PATH, &json!({"action": {"type": "resign", "seat": seat}})).await.ok();
        assert_eq!(answer["status"], json!({"phase": "won", "winner": 1 - seat, "reason": "resignation"}));
    }
}

#[tokio::test]
async fn nothing_applies_after_the_end() {
    let api = Api::start();
    let over = json!([{"type": "resign"}]);
    let actions = [
        json!("a3a4"),
        json!({"from": [0, 2], "to": [0, 99]}),
        json!({"type": "resign"}),
        json!({"type": "accept_draw"}),
    ];
    for action in actions {
        let answer = api.post(PATH, &json!({"moves": over, "action": action})).await;
        answer.assert_problem(&Problem::new(422, "game_over").at("/action"));
        let moves = json!([{"type": "resign"}, action]);
        let answer = api.post(PATH, &json!({"moves": moves, "action": "a3a4"})).await;
        answer.assert_problem(&Problem::new(422, "game_over").at("/moves/1"));
    }
}

#[tokio::test]
async fn going_on_means_adding_the_action_to_the_moves() {
    let api = Api::start();
    let applied = api.post(PATH, &json!({"moves": ["a3a4"], "action": "g7g6"})).await.ok();
    let mut listed = api.post("/v1/legal-moves", &json!({"moves": ["a3a4", "g7g6"]})).await.ok();
    listed["applied"] = applied["applied"].clone();
    assert_eq!(applied, listed);
}
