//! Queries that are not requests, and the odd ones that are.

use serde_json::json;

use crate::client::{Api, Problem, query};

/// The operations that a query may ask, each with the least it needs beside the game.
const OPERATIONS: [(&str, &str); 4] = [
    ("/v1/legal-moves", ""),
    ("/v1/bot-move", "depth=1"),
    ("/v1/analysis", "depth=1"),
    ("/v1/explain", "action=a3a4"),
];

/// A part of a query that every operation refuses.
const SHARED: [(&str, Problem<'static>); 22] = [
    ("nope=1", Problem::malformed(Some("/nope"))),
    ("Moves=a3a4", Problem::malformed(Some("/Moves"))),
    ("time_ms=5", Problem::malformed(Some("/time_ms"))),
    ("ruleset=standard&ruleset=standard", Problem::malformed(None)),
    ("moves=a3a4&moves=a7a6", Problem::malformed(None)),
    ("moves=a3a4,x", Problem::malformed(Some("/moves/1"))),
    ("moves=a3a4,", Problem::malformed(Some("/moves/1"))),
    ("moves=a3a4,,a7a6", Problem::malformed(Some("/moves/1"))),
    ("moves=%zz", Problem::malformed(Some("/moves/0"))),
    ("moves=%ff%fe", Problem::malformed(Some("/moves/0"))),
    ("moves=a3%00a", Problem::malformed(Some("/moves/0"))),
    ("ruleset={", Problem::malformed(Some("/ruleset"))),
    ("ruleset=[]", Problem::malformed(Some("/ruleset"))),
    ("ruleset={%22nope%22:1}", Problem::malformed(Some("/ruleset/nope"))),
    ("position={%22pieces%22:1}", Problem::malformed(Some("/position/pieces"))),
    ("ruleset=", Problem::new(422, "invalid_ruleset").at("/ruleset")),
    ("ruleset=%zz", Problem::new(422, "invalid_ruleset").at("/ruleset")),
    ("ruleset=%ff", Problem::new(422, "invalid_ruleset").at("/ruleset")),
    ("position=", Problem::new(422, "invalid_position").at("/position")),
    ("position=%00", Problem::new(422, "invalid_position").at("/position")),
    ("moves=a3a5", Problem::illegal("/moves/0", "not_a_step")),
    ("state=%ff", Problem::new(404, "state_not_found").at("/state")),
];

#[tokio::test]
async fn a_fault_in_a_query_is_pointed_at() {
    let api = Api::start();
    for (path, needed) in OPERATIONS {
        for (text, expected) in &SHARED {
            api.get(&format!("{path}?{text}&{needed}")).await.assert_problem(expected);
        }
    }
    api.assert_alive().await;
}

#[tokio::test]
async fn own_parameters_are_checked_as_well() {
    let api = Api::start();
    for (path, pointer) in [
        ("/v1/legal-moves?from=", Some("/from")),
        ("/v1/legal-moves?from=z9", Some("/from")),
        ("/v1/legal-moves?from=%F0%9F%90%80", Some("/from")),
        ("/v1/legal-moves?from=[-1,0]", Some("/from/0")),
        ("/v1/legal-moves?from=[0,", Some("/from")),
        ("/v1/explain", None),
        ("/v1/explain?action=", Some("/action")),
        ("/v1/explain?action=resign", Some("/action")),
        ("/v1/explain?action={%22type%22:%22fly%22}", Some("/action")),
    ] {
        api.get(path).await.assert_problem(&Problem::malformed(pointer));
    }
    let missing = api.get("/v1/explain").await.text();
    assert!(missing.contains("action"), "{missing}");
    let off_board = api.get("/v1/legal-moves?from=[9,9]").await;
    off_board.assert_problem(&Problem::illegal("/from", "off_board"));
}

#[tokio::test]
async fn an_empty_query_asks_for_the_start() {
    let api = Api::start();
    let start = api.get("/v1/legal-moves").await.ok();
    for text in ["", "&", "moves=", "moves", "ruleset=standard", "ruleset={}", "ruleset=stand%61rd"] {
        assert_eq!(api.get(&format!("/v1/legal-moves?{text}")).await.ok(), start, "{text}");
    }
}

#[tokio::test]
async fn a_square_may_be_given_either_way() {
    let api = Api::start();
    let expected = api.get("/v1/legal-moves?from=a3").await.ok();
    for text in ["[0,2]", "%5B0%2C2%5D", "[0.0, 2]", "a%33"] {
        assert_eq!(api.get(&format!("/v1/legal-moves?from={text}")).await.ok(), expected, "{text}");
    }
}

#[tokio::test]
async fn a_long_history_fits_into_a_query() {
    let api = Api::start();
    let moves = |count| ["a3a4", "a7a6", "a4a3", "a6a7"].into_iter().cycle().take(count).collect::<Vec<_>>();
    let request = |count| json!({"ruleset": "classic", "moves": moves(count)});
    let posted = api.post("/v1/legal-moves", &request(2_048)).await.ok();
    assert_eq!(api.get(&format!("/v1/legal-moves?{}", query(&request(2_048)))).await.ok(), posted);
    let longer = api.get(&format!("/v1/legal-moves?{}", query(&request(2_049)))).await;
    longer.assert_problem(&Problem::malformed(Some("/moves")));
}

#[tokio::test]
async fn an_address_that_is_too_long_is_refused() {
    let api = Api::start();
    let answer = api.get(&format!("/v1/legal-moves?{}=1", "x".repeat(5_000))).await;
    answer.assert_problem(&Problem::malformed(None));
    let answer = api.get(&format!("/v1/legal-moves?position={}", "x".repeat(30_000))).await;
    answer.assert_problem(&Problem::new(422, "invalid_position").at("/position"));
    for length in [100_000, 300_000] {
        let answer = api.raw(format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "x".repeat(length)).as_bytes());
        // The framework stops reading: it answers with a status alone, if the answer outruns the reset.
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    api.assert_alive().await;
}
