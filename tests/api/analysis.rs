use std::collections::HashSet;

use serde_json::{Value, json};

use crate::client::{Api, Problem, query};

const PATH: &str = "/v1/analysis";

/// A game that white wins at once, one that white has lost, and one with a single legal move.
const WON: &str = "7/3R3/7/7/7/7/r6/7/7 w";
const LOST: &str = "7/7/7/7/7/7/L6/3c3/7 w";
const ONLY_MOVE: &str = "7/7/7/7/7/7/7/c6/R6 w";

fn lines(answer: &Value) -> &Vec<Value> {
    answer["lines"].as_array().expect("the lines are an array")
}

#[tokio::test]
async fn the_answer_is_the_game_with_its_best_line() {
    let api = Api::start();
    let game = json!({"ruleset": "leiden", "moves": ["a3a4", {"type": "offer_draw", "seat": 0}]});
    let mut request = game.clone();
    request["limits"] = json!({"depth": 3});
    let answer = api.post(PATH, &request).await.ok();
    let plain = api.post("/v1/legal-moves", &game).await.ok();
    for field in ["state", "ruleset", "position", "status", "legal_moves"] {
        assert_eq!(answer[field], plain[field], "{field}");
    }
    assert_eq!((&answer["depth"], &answer["source"]), (&json!(3), &json!("search")));
    assert!(answer["nodes"].as_u64().is_some_and(|nodes| nodes > 3), "{answer}");
    assert_eq!(lines(&answer).len(), 1);
    let fields: Vec<&String> = answer.as_object().expect("it is an object").keys().collect();
    let expected =
        ["depth", "legal_moves", "lines", "nodes", "position", "ruleset", "source", "state", "status"];
    assert_eq!(fields, expected);
}

#[tokio::test]
async fn every_line_starts_with_another_move_and_the_best_come_first() {
    let api = Api::start();
    for count in 1..=8 {
        let answer = api.post(PATH, &json!({"limits": {"depth": 3}, "lines": count})).await.ok();
        assert_eq!(lines(&answer).len(), count, "{answer}");
        let scores: Vec<i64> = lines(&answer)
            .iter()
            .map(|line| line["evaluation"]["score"].as_i64().expect("a score is whole"))
            .collect();
        assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
        let first: HashSet<String> = lines(&answer).iter().map(|line| line["moves"][0].to_string()).collect();
        assert_eq!(first.len(), count, "{answer}");
        for line in lines(&answer) {
            let replayed = api.post("/v1/replay", &json!({"moves": line["moves"]})).await.ok();
            assert!(replayed["plies"].as_array().is_some_and(|plies| !plies.is_empty()));
        }
    }
}

#[tokio::test]
async fn there_are_no_more_lines_than_moves() {
    // Rules without tables, which would know more.
    let request = json!({"position": ONLY_MOVE, "ruleset": "leiden", "lines": 8});
    let answer = Api::start().post(PATH, &request).await.ok();
    assert_eq!((lines(&answer).len(), &answer["source"]), (1, &json!("only_move")));
    assert_eq!(answer["lines"][0]["moves"][0], "a1b1");
}

#[tokio::test]
async fn a_forced_result_is_told_in_plies() {
    let api = Api::start();
    for (position, decided_in, win_chance) in [(WON, 1, 1.0), (LOST, -2, 0.0)] {
        let answer = api.post(PATH, &json!({"position": position, "limits": {"depth": 3}})).await.ok();
        let evaluation = &answer["lines"][0]["evaluation"];
        assert_eq!(
            (&evaluation["decided_in"], &evaluation["win_chance"]),
            (&json!(decided_in), &json!(win_chance))
        );
    }
}

#[tokio::test]
async fn limits_end_the_search() {
    let api = Api::start();
    for depth in [1, 3] {
        let answer = api.post(PATH, &json!({"limits": {"depth": depth}})).await.ok();
        assert_eq!(answer["depth"], depth);
    }
    for limits in [json!({"nodes": 100}), json!({"nodes": 100, "depth": 60, "time_ms": 10_000})] {
        assert_eq!(api.post(PATH, &json!({"limits": limits})).await.ok()["nodes"], 100, "{limits}");
    }
    api.post(PATH, &json!({"limits": {"time_ms": 50}})).await.ok();
}

/// The positions that the bot looks at on its highest level, as the README has it.
const NODES_OF_LEVEL_10: u64 = 600_000;

#[tokio::test]
async fn as_far_as_the_bot_at_its_best_is_meant_where_nothing_is_said() {
    let api = Api::start();
    let told = api.post(PATH, &json!({"limits": {"nodes": NODES_OF_LEVEL_10}})).await.ok();
    for request in [json!({}), json!({"limits": {}}), json!({"limits": null, "lines": null})] {
        assert_eq!(api.post(PATH, &request).await.ok(), told, "{request}");
    }
}

#[tokio::test]
async fn the_query_answers_as_the_body_does() {
    let api = Api::start();
    let game = json!({"ruleset": {"base": "mistboard", "ply_limit": 9}, "moves": ["a3a4", "g7g6"]});
    let queries = [
        (json!({"depth": 2}), json!({"limits": {"depth": 2}})),
        (json!({"nodes": 90, "lines": 3}), json!({"limits": {"nodes": 90}, "lines": 3.0})),
        (json!({"depth": 9, "nodes": 90}), json!({"limits": {"depth": 9, "nodes": 90}, "lines": 1})),
    ];
    for (queried, posted) in queries {
        let with_game = |mut request: Value| {
            let fields = request.as_object_mut().expect("a request is an object");
            fields.extend(game.as_object().expect("a game is an object").clone());
            request
        };
        let by_query = api.get(&format!("{PATH}?{}", query(&with_game(queried)))).await.ok();
        assert_eq!(by_query, api.post(PATH, &with_game(posted)).await.ok());
    }
}

#[tokio::test]
async fn a_finished_game_is_refused() {
    let api = Api::start();
    for request in [
        json!({"position": "3R3/7/7/7/7/7/7/7/r6 b"}),
        json!({"ruleset": {"ply_limit": 1}, "moves": ["a3a4"]}),
    ] {
        let over = Problem::new(422, "game_over");
        api.post(PATH, &request).await.assert_problem(&over);
        api.get(&format!("{PATH}?{}", query(&request))).await.assert_problem(&over);
    }
}

/// What is asked, and the field that is out of bounds, unknown or of a wrong type.
const MALFORMED: [(&str, &str); 13] = [
    (r#"{"lines": 0}"#, "/lines"),
    (r#"{"lines": 9}"#, "/lines"),
    (r#"{"lines": -1}"#, "/lines"),
    (r#"{"lines": 1.5}"#, "/lines"),
    (r#"{"lines": "2"}"#, "/lines"),
    (r#"{"lines": [2]}"#, "/lines"),
    (r#"{"limits": {"depth": 0}}"#, "/limits/depth"),
    (r#"{"limits": {"depth": 61}}"#, "/limits/depth"),
    (r#"{"limits": {"nodes": 10000001}}"#, "/limits/nodes"),
    (r#"{"limits": {"time_ms": 10001}}"#, "/limits/time_ms"),
    (r#"{"limits": {"lines": 1}}"#, "/limits/lines"),
    (r#"{"limits": [3]}"#, "/limits"),
    (r#"{"level": 3}"#, "/level"),
];

#[tokio::test]
async fn what_is_out_of_bounds_is_pointed_at() {
    let api = Api::start();
    for (body, pointer) in MALFORMED {
        api.post_text(PATH, body).await.assert_problem(&Problem::malformed(Some(pointer)));
    }
    for text in ["lines=0", "lines=9", "lines=x", "lines=", "depth=61", "nodes=0", "time_ms=5", "limits={}"] {
        let pointer = format!("/{}", text.split('=').next().unwrap_or_default());
        api.get(&format!("{PATH}?{text}")).await.assert_problem(&Problem::malformed(Some(&pointer)));
    }
}
