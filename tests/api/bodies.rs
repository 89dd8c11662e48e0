//! Bodies that are not requests.

use serde_json::{Value, json};

use crate::client::{Api, GAME_OPERATIONS, JSON, Problem};

/// No request of any operation.
const NO_OBJECTS: [&[u8]; 23] = [
    b"",
    b" ",
    b"nope",
    b"null",
    b"true",
    b"1",
    b"\"a3a4\"",
    b"[]",
    b"[{}]",
    b"[null,null,[],null,null]",
    b"{",
    b"{}}",
    b"{} x",
    b"{}\0",
    b"{}{}",
    b"{'moves':[]}",
    b"{\"moves\":[],}",
    b"\xff",
    b"\xef\xbb\xbf{}",
    b"\x1f\x8b",
    b"{\"moves\":[]\x01}",
    b"moves=a3a4",
    b"{/**/}",
];

/// Malformed parts of a request that every operation shares, with the place of the fault.
const SHARED: [(&str, Option<&str>); 80] = [
    // Unknown fields, at each level.
    (r#"{"nope": 1}"#, Some("/nope")),
    (r#"{"a/b~c": 1}"#, Some("/a~1b~0c")),
    (r#"{"Moves": []}"#, Some("/Moves")),
    (r#"{"ruleset": {"nope": 1}}"#, Some("/ruleset/nope")),
    (r#"{"ruleset": {"name": "standard"}}"#, Some("/ruleset/name")),
    (r#"{"position": {"nope": 1}}"#, Some("/position/nope")),
    (r#"{"position": {"pieces": [{"nope": 1}]}}"#, Some("/position/pieces/0/nope")),
    (r#"{"moves": ["a3a4", {"nope": 1}]}"#, Some("/moves/1/nope")),
    // Fields given twice.
    (r#"{"moves": [], "moves": []}"#, None),
    (r#"{"ruleset": "standard", "ruleset": "standard"}"#, None),
    (r#"{"ruleset": {"base": "classic", "base": "classic"}}"#, Some("/ruleset")),
    (r#"{"position": {"pieces": [], "pieces": []}}"#, Some("/position")),
    (r#"{"moves": [{"from": "a3", "from": "a3", "to": "a4"}]}"#, Some("/moves/0")),
    // Wrong types of the rules.
    (r#"{"ruleset": 1}"#, Some("/ruleset")),
    (r#"{"ruleset": true}"#, Some("/ruleset")),
    (r#"{"ruleset": ["standard"]}"#, Some("/ruleset")),
    (r#"{"ruleset": {"base": 1}}"#, Some("/ruleset/base")),
    (r#"{"ruleset": {"start": {}}}"#, Some("/ruleset/start")),
    (r#"{"ruleset": {"tiger_jumps": 1}}"#, Some("/ruleset/tiger_jumps")),
    (r#"{"ruleset": {"tiger_jumps": "never"}}"#, Some("/ruleset/tiger_jumps")),
    (r#"{"ruleset": {"tiger_jumps": "BothWays"}}"#, Some("/ruleset/tiger_jumps")),
    (r#"{"ruleset": {"tiger_jumps": {"both_ways": null}}}"#, Some("/ruleset/tiger_jumps")),
    (r#"{"ruleset": {"own_traps": true}}"#, Some("/ruleset/own_traps")),
    (r#"{"ruleset": {"equal_rank_captures": "yes"}}"#, Some("/ruleset/equal_rank_captures")),
    (r#"{"ruleset": {"equal_rank_captures": 1}}"#, Some("/ruleset/equal_rank_captures")),
    (r#"{"ruleset": {"ply_limit": "60"}}"#, Some("/ruleset/ply_limit")),
    (r#"{"ruleset": {"ply_limit": true}}"#, Some("/ruleset/ply_limit")),
    (r#"{"ruleset": {"ply_limit": [60]}}"#, Some("/ruleset/ply_limit")),
    (r#"{"ruleset": {"ply_limit": 1e400}}"#, Some("/ruleset/ply_limit")),
    (r#"{"ruleset": {"ply_limit": NaN}}"#, Some("/ruleset/ply_limit")),
    // Wrong types of the position.
    (r#"{"position": 1}"#, Some("/position")),
    (r#"{"position": []}"#, Some("/position")),
    (r#"{"position": {}}"#, Some("/position")),
    (r#"{"position": {"pieces": {}}}"#, Some("/position/pieces")),
    (r#"{"position": {"pieces": null}}"#, Some("/position/pieces")),
    (r#"{"position": {"pieces": [1]}}"#, Some("/position/pieces/0")),
    (r#"{"position": {"pieces": [{}]}}"#, Some("/position/pieces/0")),
    (r#"{"position": {"pieces": [[0, "rat", [0, 0]]]}}"#, Some("/position/pieces/0")),
    (
        r#"{"position": {"pieces": [{"seat": 2, "kind": "rat", "square": "a1"}]}}"#,
        Some("/position/pieces/0/seat"),
    ),
    (
        r#"{"position": {"pieces": [{"seat": -1, "kind": "rat", "square": "a1"}]}}"#,
        Some("/position/pieces/0/seat"),
    ),
    (
        r#"{"position": {"pieces": [{"seat": 0.5, "kind": "rat", "square": "a1"}]}}"#,
        Some("/position/pieces/0/seat"),
    ),
    (
        r#"{"position": {"pieces": [{"seat": "0", "kind": "rat", "square": "a1"}]}}"#,
        Some("/position/pieces/0/seat"),
    ),
    (
        r#"{"position": {"pieces": [{"seat": 0, "kind": "mouse", "square": "a1"}]}}"#,
        Some("/position/pieces/0/kind"),
    ),
    (
        r#"{"position": {"pieces": [{"seat": 0, "kind": 1, "square": "a1"}]}}"#,
        Some("/position/pieces/0/kind"),
    ),
    (
        r#"{"position": {"pieces": [{"seat": 0, "kind": {"rat": null}, "square": "a1"}]}}"#,
        Some("/position/pieces/0/kind"),
    ),
    (
        r#"{"position": {"pieces": [{"seat": 0, "kind": "rat", "square": [0, 1e400]}]}}"#,
        Some("/position/pieces/0/square/1"),
    ),
    (r#"{"position": {"pieces": [], "turn": 2}}"#, Some("/position/turn")),
    (r#"{"position": {"pieces": [], "turn": "w"}}"#, Some("/position/turn")),
    (r#"{"position": {"pieces": [], "plies": "1"}}"#, Some("/position/plies")),
    (r#"{"position": {"pieces": [], "plies": -Infinity}}"#, Some("/position/plies")),
    (r#"{"position": {"pieces": [], "plies_since_capture": {}}}"#, Some("/position/plies_since_capture")),
    // Wrong types of the moves.
    (r#"{"moves": "a3a4"}"#, Some("/moves")),
    (r#"{"moves": null}"#, Some("/moves")),
    (r#"{"moves": {}}"#, Some("/moves")),
    (r#"{"moves": [null]}"#, Some("/moves/0")),
    (r#"{"moves": [,]}"#, Some("/moves/0")),
    (r#"{"moves": ["a3a4", 1]}"#, Some("/moves/1")),
    (r#"{"moves": [["a3", "a4"]]}"#, Some("/moves/0")),
    (r#"{"moves": [""]}"#, Some("/moves/0")),
    (r#"{"moves": ["a3"]}"#, Some("/moves/0")),
    (r#"{"moves": ["A3A4"]}"#, Some("/moves/0")),
    (r#"{"moves": ["a3a4 "]}"#, Some("/moves/0")),
    (r#"{"moves": ["a3h4"]}"#, Some("/moves/0")),
    (r#"{"moves": ["a3\u0000a"]}"#, Some("/moves/0")),
    (r#"{"moves": ["\u9f20\u9f20"]}"#, Some("/moves/0")),
    (r#"{"moves": [{}]}"#, Some("/moves/0")),
    (r#"{"moves": [{"from": "a3"}]}"#, Some("/moves/0")),
    (r#"{"moves": [{"from": [0], "to": [0, 3]}]}"#, Some("/moves/0/from")),
    (r#"{"moves": [{"from": [0, 2, 0], "to": [0, 3]}]}"#, Some("/moves/0/from")),
    (r#"{"moves": [{"from": [0, 2], "to": [-1, 3]}]}"#, Some("/moves/0/to/0")),
    (r#"{"moves": [{"from": [0, 2], "to": [0, 3.5]}]}"#, Some("/moves/0/to/1")),
    (r#"{"moves": [{"from": "a3", "to": "a4", "seat": 0}]}"#, Some("/moves/0")),
    (r#"{"moves": [{"type": "castle"}]}"#, Some("/moves/0")),
    (r#"{"moves": [{"type": 1}]}"#, Some("/moves/0/type")),
    (r#"{"moves": [{"type": "resign", "from": "a3"}]}"#, Some("/moves/0")),
    (r#"{"moves": [{"type": "resign", "seat": 2}]}"#, Some("/moves/0/seat")),
    // Wrong types of the state, and text that is none.
    (r#"{"state": 1}"#, Some("/state")),
    (r#"{"state": ["x"]}"#, Some("/state")),
    (r#"{"position": "\ud800"}"#, Some("/position")),
    (r#"{"ruleset": "\udc00\ud800"}"#, Some("/ruleset")),
];

#[tokio::test]
async fn what_is_no_object_is_no_request() {
    let api = Api::start();
    for (path, _) in GAME_OPERATIONS {
        for body in NO_OBJECTS {
            api.post_text(path, body).await.assert_problem(&Problem::malformed(None));
        }
    }
    api.assert_alive().await;
}

#[tokio::test]
async fn a_malformed_part_is_pointed_at() {
    let api = Api::start();
    for (body, pointer) in SHARED {
        for (path, _) in GAME_OPERATIONS {
            api.post_text(path, body).await.assert_problem(&Problem::malformed(pointer));
        }
    }
    api.assert_alive().await;
}

#[tokio::test]
async fn a_duplicate_or_missing_field_is_named() {
    let api = Api::start();
    for (path, body, name) in [
        ("/v1/legal-moves", r#"{"moves": [], "moves": []}"#, "moves"),
        ("/v1/legal-moves", r#"{"position": {"turn": 0}}"#, "pieces"),
        ("/v1/apply", "{}", "action"),
        ("/v1/explain", r#"{"moves": []}"#, "action"),
    ] {
        let text = api.post_text(path, body).await.text();
        assert!(text.contains(&format!("field `{name}`")), "{text}");
    }
}

#[tokio::test]
async fn own_fields_are_checked_as_well() {
    let api = Api::start();
    for (path, body, pointer) in [
        ("/v1/legal-moves", r#"{"from": 1}"#, "/from"),
        ("/v1/legal-moves", r#"{"from": {}}"#, "/from"),
        ("/v1/legal-moves", r#"{"from": "a10"}"#, "/from"),
        ("/v1/legal-moves", r#"{"from": [-1, 0]}"#, "/from/0"),
        ("/v1/legal-moves", r#"{"from": [0, 1.5]}"#, "/from/1"),
        ("/v1/legal-moves", r#"{"from": ["0", 1]}"#, "/from/0"),
        ("/v1/apply", r#"{"action": null}"#, "/action"),
        ("/v1/apply", r#"{"action": "resign"}"#, "/action"),
        ("/v1/apply", r#"{"action": {"type": "move"}}"#, "/action"),
        ("/v1/apply", r#"{"action": {"type": "resign", "seat": null, "to": "a1"}}"#, "/action"),
        ("/v1/explain", r#"{"action": []}"#, "/action"),
        ("/v1/explain", r#"{"action": {"from": [0, 2], "to": [0, -3]}}"#, "/action/to/1"),
        ("/v1/replay", r#"{"past_draws": "yes"}"#, "/past_draws"),
        ("/v1/replay", r#"{"past_draws": 1}"#, "/past_draws"),
    ] {
        api.post_text(path, body).await.assert_problem(&Problem::malformed(Some(pointer)));
    }
}

#[tokio::test]
async fn text_must_be_utf8() {
    let api = Api::start();
    for (body, pointer) in [
        (b"{\"position\": \"\xff\"}".as_slice(), "/position"),
        (b"{\"ruleset\": \"\xc3\"}", "/ruleset"),
        (b"{\"moves\": [\"a3\xed\xa0\x80\"]}", "/moves/0"),
        (b"{\"position\": \"a\nb\"}", "/position"),
    ] {
        api.post_text("/v1/legal-moves", body).await.assert_problem(&Problem::malformed(Some(pointer)));
    }
}

#[tokio::test]
async fn deep_nesting_is_refused_wherever_it_stands() {
    let api = Api::start();
    let deep = [
        format!("{}{}", "[".repeat(200), "]".repeat(200)),
        format!("{}1{}", r#"{"position":"#.repeat(200), "}".repeat(200)),
    ];
    for nested in deep {
        for body in [
            nested.clone(),
            format!(r#"{{"moves": {nested}}}"#),
            format!(r#"{{"ruleset": {nested}}}"#),
            format!(r#"{{"nope": {nested}}}"#),
        ] {
            let answer = api.post_text("/v1/legal-moves", body).await;
            assert!(answer.status == 400 && answer.text().contains("malformed_request"), "{}", answer.text());
        }
    }
    api.assert_alive().await;
}

/// So many moves that go round in circles.
fn circling(count: usize) -> Vec<&'static str> {
    ["a3a4", "a7a6", "a4a3", "a6a7"].into_iter().cycle().take(count).collect()
}

#[tokio::test]
async fn a_long_history_is_read_and_a_longer_one_refused() {
    let api = Api::start();
    let request = |count| json!({"ruleset": "classic", "moves": circling(count)});
    let game = api.post("/v1/legal-moves", &request(2_048)).await.ok();
    assert_eq!((&game["position"]["plies"], &game["position"]["repetitions"]), (&json!(2_048), &json!(513)));
    let objects: Vec<Value> =
        circling(2_048).iter().map(|mv| json!({"from": mv[..2], "to": mv[2..]})).collect();
    let same = api.post("/v1/legal-moves", &json!({"ruleset": "classic", "moves": objects})).await.ok();
    assert_eq!(same, game);
    for count in [2_049, 10_000] {
        for path in ["/v1/legal-moves", "/v1/replay", "/v1/bot-move"] {
            api.post(path, &request(count)).await.assert_problem(&Problem::malformed(Some("/moves")));
        }
    }
}

#[tokio::test]
async fn what_a_client_made_up_is_not_repeated_at_length() {
    let api = Api::start();
    let long = "x".repeat(100_000);
    let bodies = [
        json!({"ruleset": long}),
        json!({"position": long}),
        json!({"moves": [long]}),
        json!({"ruleset": {"tiger_jumps": long}}),
        json!({long.clone(): 1}),
    ];
    for body in bodies {
        let answer = api.post("/v1/legal-moves", &body).await;
        assert_eq!(answer.header("content-type"), "application/problem+json");
        assert!([400, 422].contains(&answer.status) && answer.body.len() < 5_000, "{}", answer.body.len());
    }
    assert_eq!(api.get("/health/live").await.header("content-type"), JSON);
}
