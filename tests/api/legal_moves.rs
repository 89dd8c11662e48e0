use serde_json::{Value, json};

use crate::client::{Api, Problem, query};

const PATH: &str = "/v1/legal-moves";

/// The moves of a position, in short: notation, what is taken, `j` for a jump, `w` for a win.
const POSITIONS: [(&str, &str); 8] = [
    ("7/7/7/7/7/L5c/7/7/7 w", "a4a3 a4a5 a4d4:j"),
    ("6c/7/7/7/7/L2d3/7/7/7 w", "a4a3 a4a5 a4d4:dog:j"),
    ("7/7/7/7/7/L2c3/7/7/7 w", "a4a3 a4a5 a4d4:cat:j:w"),
    ("6c/7/7/7/7/L1R4/7/7/7 w", "a4a3 a4a5 c4b4 c4c3 c4c5 c4d4"),
    ("7/3R3/7/7/7/7/r6/7/7 w", "d8c8 d8d7 d8d9:w d8e8"),
    ("7/7/7/7/7/7/R5c/r6/7 b", "a2a1 a2a3:rat:w a2b2 g3f3 g3g2 g3g4"),
    ("7/3e3/3R3/7/7/7/7/7/7 w", "d7c7 d7d6 d7d8:elephant:w d7e7"),
    ("7/7/7/7/7/7/7/cL5/1d5 w", "b2a2:cat b2b1:dog b2b3 b2c2"),
];

fn short(mv: &Value) -> String {
    let mut words = vec![mv["notation"].as_str().unwrap_or("?")];
    words.extend(mv["capture"].as_str());
    words.extend(
        [("jump", "j"), ("wins", "w")].iter().filter(|(field, _)| mv[field] == true).map(|pair| pair.1),
    );
    words.join(":")
}

fn moves(game: &Value) -> Vec<&Value> {
    game["legal_moves"].as_array().expect("moves are a list").iter().collect()
}

fn short_moves(game: &Value) -> String {
    moves(game).into_iter().map(short).collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn moves_say_what_they_do() {
    let api = Api::start();
    for (position, expected) in POSITIONS {
        let game = api.post(PATH, &json!({"position": position})).await.ok();
        assert_eq!(short_moves(&game), expected, "{position}");
    }
}

#[tokio::test]
async fn a_move_has_every_field_of_the_contract() {
    let game = Api::start().post(PATH, &json!({"position": POSITIONS[2].0, "from": "a4"})).await.ok();
    let jump = json!({
        "from": [0, 3], "to": [3, 3], "notation": "a4d4", "kind": "lion", "capture": "cat",
        "jump": true, "wins": true,
    });
    assert_eq!(game["legal_moves"][2], jump);
}

#[tokio::test]
async fn an_empty_request_asks_for_the_standard_start() {
    let game = Api::start().post(PATH, &json!({})).await.ok();
    assert_eq!(moves(&game).len(), 24);
    assert_eq!(game["ruleset"], "standard");
    assert_eq!(game["status"], json!({"phase": "playing", "winner": null, "reason": null}));
    let mut position = game["position"].clone();
    assert_eq!(position["pieces"].as_array().map(Vec::len), Some(16));
    assert_eq!(position["pieces"][0], json!({"seat": 0, "kind": "rat", "square": [6, 2]}));
    position.as_object_mut().expect("a position is an object").remove("pieces");
    let expected = json!({
        "fen": "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1",
        "turn": 0, "plies": 0, "plies_since_capture": 0, "repetitions": 1, "draw_offer": null,
    });
    assert_eq!(position, expected);
}

#[tokio::test]
async fn moves_come_sorted_by_from_and_then_to() {
    let api = Api::start();
    for ruleset in ["standard", "classic", "traditional", "plyyard", "mistboard", "leiden"] {
        for played in [json!([]), json!(["a1a2"]), json!(["a1a2", "a9a8"])] {
            let game = api.post(PATH, &json!({"ruleset": ruleset, "moves": played})).await.ok();
            let squares: Vec<String> =
                moves(&game).iter().map(|mv| format!("{}{}", mv["from"], mv["to"])).collect();
            assert!(squares.len() > 10 && squares.is_sorted(), "{ruleset}: {squares:?}");
        }
    }
}

#[tokio::test]
async fn from_leaves_only_the_moves_of_one_square() {
    let api = Api::start();
    let cases = [
        (json!("a3"), "a3a2 a3a4 a3b3"),
        (json!([0, 2]), "a3a2 a3a4 a3b3"),
        (json!([0.0, 2.0]), "a3a2 a3a4 a3b3"),
        (json!("d5"), ""),
        (json!("a7"), ""),
    ];
    for (from, expected) in cases {
        let game = api.post(PATH, &json!({"from": from})).await.ok();
        assert_eq!(short_moves(&game), expected, "{from}");
    }
    let off_board = api.post(PATH, &json!({"from": [7, 0]})).await;
    off_board.assert_problem(&Problem::illegal("/from", "off_board"));
}

#[tokio::test]
async fn a_finished_game_has_no_moves_and_nobody_on_turn() {
    let api = Api::start();
    let games = [
        (json!({"position": "3R3/7/7/7/7/7/7/7/r6 b"}), "won", json!(0), "den_entered"),
        (json!({"position": "7/7/7/7/7/7/7/7/R6 b"}), "won", json!(0), "all_captured"),
        (json!({"position": "6r/7/7/7/7/7/7/7/R6 w"}), "playing", json!(null), ""),
        (json!({"position": "7/7/7/7/7/7/7/t6/Cl5 w"}), "won", json!(1), "no_legal_moves"),
        (
            json!({"ruleset": "leiden", "position": "7/7/7/7/7/7/7/t6/Cl5 w"}),
            "drawn",
            json!(null),
            "no_legal_moves",
        ),
        (json!({"position": "6r/7/7/7/7/7/7/7/R6 w - - 100 51"}), "drawn", json!(null), "no_capture_limit"),
        (json!({"position": "6r/7/7/7/7/7/7/7/R6 w - - 0 201"}), "drawn", json!(null), "ply_limit"),
        (json!({"moves": [{"type": "resign"}]}), "won", json!(1), "resignation"),
    ];
    for (request, phase, winner, reason) in games {
        let game = api.post(PATH, &request).await.ok();
        let reason = Some(reason).filter(|reason| !reason.is_empty());
        assert_eq!(game["status"], json!({"phase": phase, "winner": winner, "reason": reason}), "{request}");
        let is_over = phase != "playing";
        assert_eq!(
            (moves(&game).is_empty(), game["position"]["turn"].is_null()),
            (is_over, is_over),
            "{request}"
        );
    }
}

#[tokio::test]
async fn the_history_counts_repetitions() {
    let api = Api::start();
    let round = ["a3a4", "a7a6", "a4a3", "a6a7"];
    for (rounds, repetitions) in [(0, 1), (1, 2), (2, 3)] {
        let request = json!({"ruleset": "classic", "moves": round.repeat(rounds)});
        let game = api.post(PATH, &request).await.ok();
        assert_eq!(game["position"]["repetitions"], repetitions);
    }
    let drawn =
        api.post(PATH, &json!({"ruleset": {"repetition_limit": 3}, "moves": round.repeat(2)})).await.ok();
    assert_eq!(drawn["status"]["reason"], "repetition");
}

#[tokio::test]
async fn the_query_answers_as_the_body_does() {
    let api = Api::start();
    let requests = [
        json!({}),
        json!({"moves": ["a3a4", "a7a6"], "from": "a4"}),
        json!({"ruleset": "classic", "position": POSITIONS[1].0}),
        json!({"ruleset": {"base": "leiden", "ply_limit": 7}}),
        json!({"position": {"pieces": [{"seat": 1, "kind": "cat", "square": [0, 0]}], "turn": 1}}),
    ];
    for request in requests {
        let posted = api.post(PATH, &request).await.ok();
        let queried = api.get(&format!("{PATH}?{}", query(&request))).await.ok();
        assert_eq!(queried, posted, "{request}");
    }
}
