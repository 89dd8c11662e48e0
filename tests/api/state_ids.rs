use std::collections::HashMap;

use serde_json::Value;

use crate::client::Api;

/// Each row is one game, asked for in several ways.
const SAME: [&[&str]; 6] = [
    &[
        "{}",
        r#"{"ruleset": "standard", "moves": []}"#,
        r#"{"ruleset": {}, "position": null, "state": null}"#,
        r#"{"ruleset": {"base": "standard", "ply_limit": 400}}"#,
        r#"{"position": "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w"}"#,
        r#"{"position": " l5t/1d3c1/r1p1w1e/_______/7/7/E1W1J1M/1C3D1/T5L  0 - - 0 1 "}"#,
    ],
    &[
        r#"{"moves": ["a3a4", "a7a6"]}"#,
        r#"{"moves": [{"from": [0, 2], "to": [0, 3]}, {"type": "move", "from": "a7", "to": [0, 5]}]}"#,
    ],
    &[
        r#"{"moves": [{"type": "offer_draw"}, {"type": "decline_draw", "seat": 1}]}"#,
        r#"{"moves": [{"type": "offer_draw", "seat": 0}, {"seat": 1.0, "type": "decline_draw"}]}"#,
    ],
    &[
        r#"{"position": "6c/7/7/7/7/7/7/7/R6 b - - 3 4"}"#,
        r#"{"position": {"pieces": [{"seat": 1, "kind": "cat", "square": [6, 8]},
            {"seat": 0, "kind": "rat", "square": "a1"}], "turn": 1, "plies": 7, "plies_since_capture": 3}}"#,
        r#"{"position": {"pieces": [{"seat": 0, "kind": "rat", "square": [0, 0]},
            {"seat": 1, "kind": "cat", "square": [6.0, 8]}], "plies": 7.0, "plies_since_capture": 3}}"#,
    ],
    &[
        r#"{"ruleset": "classic"}"#,
        r#"{"ruleset": {"base": "leiden", "tiger_jumps": "vertical_only",
        "traps_weaken": "both_sides", "elephant_captures_rat": false, "rat_captures_rat_across_bank": false,
        "dog_and_wolf": "wolf_above_dog", "no_legal_moves": "loses"}}"#,
    ],
    &[r#"{"ruleset": {"ply_limit": 60}}"#, r#"{"ruleset": {"base": "standard", "ply_limit": 6e1}}"#],
];

/// No two of these are one game, nor is any of them one of the rows above.
const DIFFERENT: [&str; 14] = [
    r#"{"ruleset": "plyyard"}"#,
    r#"{"ruleset": "mistboard"}"#,
    r#"{"ruleset": {"ply_limit": 61}}"#,
    r#"{"ruleset": {"ply_limit": null}}"#,
    r#"{"position": "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b"}"#,
    r#"{"position": "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 1 2"}"#,
    r#"{"position": "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 2"}"#,
    r#"{"moves": ["a3a4"]}"#,
    r#"{"moves": ["a7a6"], "position": "l5t/1d3c1/r1p1w1e/7/7/E6/2W1P1R/1C3D1/T5L b - - 1 1"}"#,
    r#"{"moves": ["a3a4", "a7a6", "a4a3", "a6a7"]}"#,
    r#"{"moves": [{"type": "resign", "seat": 0}]}"#,
    r#"{"moves": [{"type": "resign", "seat": 1}]}"#,
    r#"{"moves": [{"type": "offer_draw", "seat": 0}]}"#,
    r#"{"moves": [{"type": "offer_draw", "seat": 1}]}"#,
];

async fn state(api: &Api, request: &str) -> String {
    let id = api.post_text("/v1/legal-moves", request).await.ok()["state"].clone();
    let Value::String(id) = id else { panic!("{request} has no id") };
    assert!(id.len() == 48 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
    id
}

#[tokio::test]
async fn equal_games_have_equal_ids_and_different_ones_differ() {
    let api = Api::start();
    let mut seen = HashMap::new();
    for row in SAME {
        let first = state(&api, row[0]).await;
        for request in &row[1..] {
            assert_eq!(state(&api, request).await, first, "{request}");
        }
        assert_eq!(seen.insert(first, row[0]), None);
    }
    for request in DIFFERENT {
        assert_eq!(seen.insert(state(&api, request).await, request), None, "{request}");
    }
}

#[tokio::test]
async fn every_server_gives_the_same_id() {
    let (one, other) = (Api::start(), Api::start());
    for request in DIFFERENT {
        assert_eq!(state(&one, request).await, state(&other, request).await);
    }
}
