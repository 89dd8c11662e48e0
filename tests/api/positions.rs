//! Every reason for which a position is refused, as text and as an object.

use serde_json::{Value, json};

use crate::client::{Answer, Api, Problem, query};

const PATH: &str = "/v1/legal-moves";

/// A text that is no legal position, and what the refusal has to name.
const TEXTS: [(&str, &str); 27] = [
    ("", "rows"),
    ("x", "rows"),
    ("\0", "rows"),
    ("\u{202e}\n\u{1b}[2J", "rows"),
    ("7/7/7/7/7/7/7/7 w", "8 rows"),
    ("7/7/7/7/7/7/7/7/7/7 w", "10 rows"),
    ("7/7/7/7/7/7/7//7 w", "row 2"),
    ("7/7/7/7/71/7/7/7/7 w", "row 5"),
    ("7/7/7/7/x6/7/7/7/7 w", "'x'"),
    ("7/7/7/7/8/7/7/7/7 w", "'8'"),
    ("7/7/7/7/\u{0}6/7/7/7/7 w", "'\\0'"),
    ("鼠6/7/7/7/7/7/7/7/7 w", "'鼠'"),
    ("r6/7/7/7/7/7/7/7/6R", "side on turn"),
    ("r6/7/7/7/7/7/7/7/6R W", "side on turn"),
    ("r6/7/7/7/7/7/7/7/6R w -", "counters"),
    ("r6/7/7/7/7/7/7/7/6R w - - 0 1 2", "counters"),
    ("r6/7/7/7/7/7/7/7/6R w - - -1 2", "plies since the last capture"),
    ("r6/7/7/7/7/7/7/7/6R w - - 0.5 2", "plies since the last capture"),
    ("r6/7/7/7/7/7/7/7/6R w - - 0 0", "move number"),
    ("r6/7/7/7/7/7/7/7/6R w - - 0 99999999999999999999", "move number"),
    ("R5R/7/7/7/7/7/7/7/r6 w", "g9"),
    ("7/7/7/7/7/7/7/7/3R2r w", "d1"),
    ("7/7/7/1C5/7/7/7/7/6r w", "b6"),
    ("3C3/7/7/7/7/7/7/7/3c3 w", "dens"),
    ("7/7/7/7/7/7/7/7/7 w", "no piece"),
    ("r6/7/7/7/7/7/7/7/6R w - - 1 1", "plies_since_capture"),
    ("r6/7/7/7/7/7/7/7/6R b - - 0 500001", "plies"),
];

/// Seat, kind and square of a piece.
type Piece = (u8, &'static str, [u64; 2]);

/// Pieces that cannot stand so, where the fault lies, and what the refusal has to name.
const PIECES: [(&[Piece], &str, &str); 10] = [
    (&[], "/pieces", "no piece"),
    (&[(0, "cat", [3, 8]), (1, "cat", [3, 0])], "/pieces", "dens"),
    (&[(0, "cat", [0, 0]), (1, "cat", [0, 0])], "/pieces/1", "a1"),
    (&[(0, "cat", [0, 0]), (0, "cat", [1, 0])], "/pieces/1", "b1"),
    (&[(0, "cat", [0, 9])], "/pieces/0/square", "[0, 9]"),
    (&[(0, "cat", [7, 0])], "/pieces/0/square", "[7, 0]"),
    (&[(0, "cat", [4_294_967_296, 0])], "/pieces/0/square", "[4294967296, 0]"),
    (&[(1, "cat", [3, 0]), (0, "dog", [3, 0])], "/pieces/1", "d1"),
    (&[(1, "cat", [0, 0]), (1, "dog", [3, 8])], "/pieces/1/square", "d9 is in its own den"),
    (&[(1, "rat", [1, 3]), (1, "dog", [5, 5])], "/pieces/1/square", "f6 is in the water"),
];

/// Counters that cannot be, and the one that is blamed.
const COUNTERS: [(&str, &str); 11] = [
    (r#""plies": -1"#, "plies"),
    (r#""plies": 1.5"#, "plies"),
    (r#""plies": 1000001"#, "plies"),
    (r#""plies": 99999999999999999999"#, "plies"),
    (r#""plies": 2, "turn": 1"#, "plies"),
    (r#""plies": 1, "turn": 0"#, "plies"),
    (r#""plies_since_capture": 1"#, "plies_since_capture"),
    (r#""plies_since_capture": -1"#, "plies_since_capture"),
    (r#""plies_since_capture": 0.5"#, "plies_since_capture"),
    (r#""plies_since_capture": 1e19"#, "plies_since_capture"),
    (r#""plies": 6, "plies_since_capture": 7"#, "plies_since_capture"),
];

fn invalid(pointer: &str) -> Problem<'_> {
    Problem::new(422, "invalid_position").at(pointer)
}

/// Checks that an answer refuses a position and says why.
#[track_caller]
fn assert_invalid(answer: &Answer, pointer: &str, named: &str) {
    let problem = answer.assert_problem(&invalid(pointer));
    let detail = problem["detail"].as_str().unwrap_or_default();
    assert!(detail.contains(named), "{named} is not in {detail}");
}

#[tokio::test]
async fn a_text_that_is_no_position_is_refused_with_the_reason() {
    let api = Api::start();
    for (position, named) in TEXTS {
        let request = json!({"position": position});
        assert_invalid(&api.post(PATH, &request).await, "/position", named);
        assert_invalid(&api.get(&format!("{PATH}?{}", query(&request))).await, "/position", named);
    }
}

#[tokio::test]
async fn a_piece_that_cannot_stand_so_is_pointed_at() {
    let api = Api::start();
    for (pieces, pointer, named) in PIECES {
        let piece = |&(seat, kind, square): &Piece| json!({"seat": seat, "kind": kind, "square": square});
        let pieces: Vec<Value> = pieces.iter().map(piece).collect();
        let request = json!({"position": {"pieces": pieces}});
        assert_invalid(&api.post(PATH, &request).await, &format!("/position{pointer}"), named);
        let queried = api.get(&format!("{PATH}?{}", query(&request))).await;
        assert_invalid(&queried, &format!("/position{pointer}"), named);
    }
}

#[tokio::test]
async fn a_counter_that_cannot_be_is_pointed_at() {
    let api = Api::start();
    let piece = r#"{"seat": 1, "kind": "cat", "square": "a1"}"#;
    for (counters, blamed) in COUNTERS {
        let body = format!(r#"{{"position": {{"pieces": [{piece}], {counters}}}}}"#);
        let answer = api.post_text(PATH, body).await;
        assert_invalid(&answer, &format!("/position/{blamed}"), blamed);
    }
}

#[tokio::test]
async fn a_closed_trap_is_no_place_for_its_owner() {
    let api = Api::start();
    for (seat, square) in [(0, "c1"), (0, "d2"), (0, "e1"), (1, "c9"), (1, "d8"), (1, "e9")] {
        let object = json!({"pieces": [{"seat": seat, "kind": "rat", "square": square}]});
        let request = |ruleset: &str| json!({"ruleset": ruleset, "position": object});
        api.post(PATH, &request("standard")).await.ok();
        let answer = api.post(PATH, &request("traditional")).await;
        assert_invalid(&answer, "/position/pieces/0/square", square);
    }
}

#[tokio::test]
async fn plies_and_turn_give_each_other() {
    let api = Api::start();
    let pieces =
        json!([{"seat": 0, "kind": "rat", "square": "a1"}, {"seat": 1, "kind": "rat", "square": "g9"}]);
    let cases = [
        (json!({}), "w - - 0 1"),
        (json!({"turn": 1}), "b - - 0 1"),
        (json!({"plies": 1}), "b - - 0 1"),
        (json!({"plies": 8.0, "plies_since_capture": 8}), "w - - 8 5"),
        (json!({"plies": 1_000_000, "turn": 0}), "w - - 0 500001"),
        (json!({"plies": null, "turn": null, "plies_since_capture": null}), "w - - 0 1"),
    ];
    for (mut position, expected) in cases {
        position["pieces"] = pieces.clone();
        let game = api.post(PATH, &json!({"ruleset": "classic", "position": position})).await.ok();
        assert_eq!(game["position"]["fen"], format!("6r/7/7/7/7/7/7/7/R6 {expected}"));
    }
}

#[tokio::test]
async fn the_position_of_an_answer_is_accepted_as_text() {
    let api = Api::start();
    let game = api.post(PATH, &json!({"moves": ["a3a4", "a7a6", "a4a5"]})).await.ok();
    let again = api.post(PATH, &json!({"position": game["position"]["fen"]})).await.ok();
    for field in ["position", "legal_moves", "status"] {
        assert_eq!(again[field], game[field], "{field}");
    }
}
