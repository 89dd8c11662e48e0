use std::collections::HashSet;

use serde_json::{Value, json};

use crate::client::{Api, Problem, query};

const PATH: &str = "/v1/bot-move";

/// A game that white wins at once, one that white has lost, and one with a single legal move.
const WON: &str = "7/3R3/7/7/7/7/r6/7/7 w";
const LOST: &str = "7/7/7/7/7/7/L6/3c3/7 w";
const ONLY_MOVE: &str = "7/7/7/7/7/7/7/c6/R6 w";

#[tokio::test]
async fn the_bot_plays_a_legal_move_at_every_level() {
    let api = Api::start();
    let legal = api.post("/v1/legal-moves", &json!({"moves": ["a3a4"]})).await.ok();
    for level in 1..=10 {
        let request = json!({"moves": ["a3a4"], "level": level, "limits": {"nodes": 5_000}});
        let answer = api.post(PATH, &request).await.ok();
        let mut action = answer["action"].clone();
        assert_eq!(action.as_object_mut().and_then(|action| action.remove("type")), Some(json!("move")));
        assert!(legal["legal_moves"].as_array().is_some_and(|moves| moves.contains(&action)), "{action}");
        assert_eq!((&answer["line"][0], &answer["source"]), (&action["notation"], &json!("search")));
    }
}

#[tokio::test]
async fn the_answer_is_the_game_after_the_action() {
    let api = Api::start();
    let answer = api.post(PATH, &json!({"moves": ["a3a4"], "level": 2})).await.ok();
    let request = json!({"moves": ["a3a4"], "action": answer["action"]["notation"]});
    let applied = api.post("/v1/apply", &request).await.ok();
    for field in ["state", "ruleset", "position", "status", "legal_moves"] {
        assert_eq!(answer[field], applied[field], "{field}");
    }
}

#[tokio::test]
async fn the_line_can_be_played() {
    let api = Api::start();
    let answer = api.post(PATH, &json!({"limits": {"depth": 4}})).await.ok();
    let replayed = api.post("/v1/replay", &json!({"moves": answer["line"]})).await.ok();
    assert!(replayed["plies"].as_array().is_some_and(|plies| plies.len() > 1));
}

#[tokio::test]
async fn limits_end_the_search_and_a_level_may_come_along() {
    let api = Api::start();
    for depth in [1, 3] {
        let answer = api.post(PATH, &json!({"limits": {"depth": depth}})).await.ok();
        assert_eq!(answer["depth"], depth);
    }
    let level = api.post(PATH, &json!({"level": 6})).await.ok();
    for request in [json!({"limits": {"nodes": 100}}), json!({"level": 6, "limits": {"nodes": 100}})] {
        assert_eq!(api.post(PATH, &request).await.ok()["nodes"], 100, "{request}");
    }
    let answer = api.post(PATH, &json!({"level": 6, "limits": {"nodes": 10_000_000}})).await.ok();
    assert_eq!(answer, level, "the level ends it sooner");
}

#[tokio::test]
async fn level_five_is_meant_where_nothing_is_said() {
    let api = Api::start();
    let fifth = api.post(PATH, &json!({"level": 5})).await.ok();
    for request in
        [json!({}), json!({"limits": {}}), json!({"level": null, "limits": null}), json!({"level": 5.0})]
    {
        assert_eq!(api.post(PATH, &request).await.ok(), fifth, "{request}");
    }
    assert_eq!(api.get(PATH).await.ok(), fifth);
}

#[tokio::test]
async fn equal_seeds_give_equal_answers_and_others_vary_the_low_levels() {
    let api = Api::start();
    let mut answers = HashSet::new();
    for seed in 0..12 {
        let request = json!({"level": 1, "seed": seed});
        let answer = api.post(PATH, &request).await.ok();
        assert_eq!(api.post(PATH, &request).await.ok(), answer, "{request}");
        answers.insert(answer["action"]["notation"].to_string());
    }
    assert!(answers.len() > 1, "{answers:?}");
    let greatest = api.post(PATH, &json!({"level": 1, "seed": 9_007_199_254_740_991_u64})).await;
    greatest.ok();
}

#[tokio::test]
async fn a_time_limit_ends_the_search() {
    let answer = Api::start().post(PATH, &json!({"limits": {"time_ms": 50}})).await.ok();
    assert_eq!(answer["position"]["plies"], 1);
}

#[tokio::test]
async fn a_forced_result_is_told_in_plies() {
    let api = Api::start();
    let cases = [(WON, json!(1), 1.0, "won"), (LOST, json!(-2), 0.0, "playing")];
    for (position, decided_in, win_chance, phase) in cases {
        let answer = api.post(PATH, &json!({"position": position, "limits": {"depth": 3}})).await.ok();
        let evaluation = &answer["evaluation"];
        assert_eq!((&evaluation["decided_in"], &evaluation["win_chance"]), (&decided_in, &json!(win_chance)));
        assert_eq!(answer["status"]["phase"], phase);
    }
    let open = api.post(PATH, &json!({"limits": {"depth": 1}})).await.ok();
    assert_eq!(open["evaluation"]["decided_in"], Value::Null);
}

#[tokio::test]
async fn an_only_move_is_played_without_a_search_worth_the_name() {
    // Rules without tables, which would know more.
    let request = json!({"position": ONLY_MOVE, "ruleset": "leiden", "level": 10});
    let answer = Api::start().post(PATH, &request).await.ok();
    assert_eq!((&answer["source"], &answer["action"]["notation"]), (&json!("only_move"), &json!("a1b1")));
}

#[tokio::test]
async fn the_bot_resigns_only_if_it_may() {
    let api = Api::start();
    for (allowed, expected) in [(json!(false), "move"), (json!(true), "resign")] {
        let request = json!({"position": LOST, "limits": {"depth": 3}, "allow_resign": allowed});
        let answer = api.post(PATH, &request).await.ok();
        assert_eq!(answer["action"]["type"], expected);
    }
    let resigned =
        api.get(&format!("{PATH}?{}", query(&json!({"position": LOST, "allow_resign": true})))).await.ok();
    assert_eq!(resigned["action"], json!({"type": "resign", "seat": 0}));
    assert_eq!(resigned["status"], json!({"phase": "won", "winner": 1, "reason": "resignation"}));
}

#[tokio::test]
async fn the_bot_accepts_a_draw_only_when_it_is_not_better() {
    let api = Api::start();
    let offer = json!([{"type": "offer_draw", "seat": 1}]);
    for (position, expected) in
        [("2l3e/7/7/7/7/7/7/7/R5C w", "accept_draw"), ("2c3r/7/7/7/7/7/7/7/L5E w", "move")]
    {
        let answer =
            api.post(PATH, &json!({"position": position, "moves": offer, "limits": {"depth": 3}})).await.ok();
        assert_eq!(answer["action"]["type"], expected);
        assert_eq!(answer["position"]["draw_offer"], Value::Null);
        let reason = if expected == "move" { Value::Null } else { json!("agreement") };
        assert_eq!(answer["status"]["reason"], reason);
    }
}

#[tokio::test]
async fn a_finished_game_is_refused() {
    let api = Api::start();
    let games = [
        json!({"position": "3R3/7/7/7/7/7/7/7/r6 b"}),
        json!({"ruleset": {"ply_limit": 1}, "moves": ["a3a4"]}),
    ];
    for request in games {
        let over = Problem::new(422, "game_over");
        api.post(PATH, &request).await.assert_problem(&over);
        api.get(&format!("{PATH}?{}", query(&request))).await.assert_problem(&over);
    }
}

#[tokio::test]
async fn the_query_answers_as_the_body_does() {
    let api = Api::start();
    let game = json!({"ruleset": {"base": "mistboard", "ply_limit": 9}, "moves": ["a3a4", "g7g6"]});
    let queries = [
        (json!({"level": 1, "seed": 3}), json!({"level": 1, "seed": 3})),
        (json!({"depth": 2}), json!({"limits": {"depth": 2}})),
        (json!({"level": 2, "nodes": 90}), json!({"level": 2, "limits": {"nodes": 90}})),
        (
            json!({"depth": 9, "nodes": 90, "allow_resign": true}),
            json!({"limits": {"depth": 9, "nodes": 90}, "allow_resign": true}),
        ),
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

/// What the bot is asked, and the field that is out of bounds or of a wrong type.
const MALFORMED: [(&str, &str); 18] = [
    (r#"{"level": 0}"#, "/level"),
    (r#"{"level": 11}"#, "/level"),
    (r#"{"level": -1}"#, "/level"),
    (r#"{"level": 1.5}"#, "/level"),
    (r#"{"level": "5"}"#, "/level"),
    (r#"{"seed": -1}"#, "/seed"),
    (r#"{"seed": 9007199254740992}"#, "/seed"),
    (r#"{"seed": 1e19}"#, "/seed"),
    (r#"{"allow_resign": 1}"#, "/allow_resign"),
    (r#"{"limits": {"depth": 0}}"#, "/limits/depth"),
    (r#"{"limits": {"depth": 61}}"#, "/limits/depth"),
    (r#"{"limits": {"nodes": 0}}"#, "/limits/nodes"),
    (r#"{"limits": {"nodes": 10000001}}"#, "/limits/nodes"),
    (r#"{"limits": {"time_ms": 0}}"#, "/limits/time_ms"),
    (r#"{"limits": {"time_ms": 10001}}"#, "/limits/time_ms"),
    (r#"{"limits": {"time": 1}}"#, "/limits/time"),
    (r#"{"limits": [3]}"#, "/limits"),
    (r#"{"limits": 3}"#, "/limits"),
];

#[tokio::test]
async fn what_is_out_of_bounds_is_pointed_at() {
    let api = Api::start();
    for (body, pointer) in MALFORMED {
        api.post_text(PATH, body).await.assert_problem(&Problem::malformed(Some(pointer)));
    }
    let queries = [
        "level=0",
        "level=11",
        "level=x",
        "level=",
        "depth=61",
        "nodes=0",
        "seed=-1",
        "allow_resign=1",
        "time_ms=5",
    ];
    for text in queries {
        let pointer = format!("/{}", text.split('=').next().unwrap_or_default());
        api.get(&format!("{PATH}?{text}")).await.assert_problem(&Problem::malformed(Some(&pointer)));
    }
}
