//! What was searched once is not searched again, and everybody gets the same.

use serde_json::{Value, json};

use crate::client::Api;

/// Asks for a bot move, and says how many searches that started.
async fn ask(api: &Api, request: &Value) -> (Value, u64) {
    let before = api.searches().await;
    let answer = api.post("/v1/bot-move", request).await.ok();
    (answer, api.searches().await - before)
}

fn limits() -> Value {
    json!({"nodes": 2_000})
}

#[tokio::test]
async fn what_is_known_is_answered_as_it_was() {
    let api = Api::start();
    let moves = json!(["a3a4", "g7g6"]);
    for more in [
        json!({"level": 3, "seed": 5}),
        json!({"level": 7}),
        json!({"limits": {"depth": 4}}),
        json!({"limits": limits(), "allow_resign": true}),
    ] {
        let mut request = more.clone();
        request["moves"] = moves.clone();
        let (first, searches) = ask(&api, &request).await;
        assert_eq!(searches, 1, "{more}");
        assert_eq!(ask(&api, &request).await, (first, 0), "{more}");
    }
    let request = json!({"moves": moves, "limits": {"depth": 4}, "lines": 3});
    let first = api.post("/v1/analysis", &request).await.ok();
    let searches = api.searches().await;
    assert_eq!(api.post("/v1/analysis", &request).await.ok(), first);
    assert_eq!(api.searches().await, searches);
}

#[tokio::test]
async fn what_differs_is_searched() {
    let api = Api::start();
    for (number, request) in [
        json!({"limits": limits()}),
        json!({"limits": {"nodes": 2_001}}),
        json!({"limits": {"nodes": 2_000, "depth": 4}}),
        json!({"limits": limits(), "allow_resign": true}),
        json!({"limits": limits(), "moves": ["a3a4"]}),
        json!({"limits": limits(), "moves": ["a3a4", "a7a6", "a4a3", "a6a7"]}),
        json!({"limits": limits(), "moves": [{"type": "offer_draw", "seat": 1}]}),
        json!({"limits": limits(), "ruleset": "leiden"}),
        json!({"level": 2, "seed": 1}),
        json!({"level": 2, "seed": 2}),
    ]
    .iter()
    .enumerate()
    {
        assert_eq!(ask(&api, request).await.1, 1, "{number}: {request}");
    }
    let searches = api.searches().await;
    api.post("/v1/analysis", &json!({"limits": limits()})).await.ok();
    assert_eq!(api.searches().await, searches + 1, "an analysis judges a draw otherwise");
}

#[tokio::test]
async fn a_seed_matters_to_levels_with_errors_only() {
    let api = Api::start();
    let (first, _) = ask(&api, &json!({"level": 6, "seed": 1})).await;
    assert_eq!(ask(&api, &json!({"level": 6, "seed": 2})).await, (first, 0));
}

#[tokio::test]
async fn what_a_time_limit_shapes_is_not_kept() {
    let api = Api::start();
    let request = json!({"limits": {"depth": 2, "time_ms": 1_000}});
    for _ in 0..3 {
        assert_eq!(ask(&api, &request).await.1, 1);
    }
}

/// Left and right of moves, in whatever text they stand.
fn mirror(moves: &str) -> String {
    let mirrored = |letter: char| match letter {
        'a'..='g' => char::from(b'a' + b'g' - letter as u8),
        other => other,
    };
    moves.chars().map(mirrored).collect()
}

#[tokio::test]
async fn mirror_images_share_a_search_and_have_mirrored_answers() {
    let api = Api::start();
    let one = json!({"position": "7/2d4/7/7/l6/7/4W2/1C5/7 w - - 0 1", "moves": ["e3d3", "a5a4"]});
    let other = json!({"position": "7/4d2/7/7/6l/7/2W4/5C1/7 w - - 0 1", "moves": ["c3d3", "g5g4"]});
    for (path, limits) in [("/v1/bot-move", json!({"depth": 5})), ("/v1/analysis", json!({"depth": 4}))] {
        let with_limits = |request: &Value| {
            let mut request = request.clone();
            request["limits"] = limits.clone();
            request
        };
        let before = api.searches().await;
        let answer = api.post(path, &with_limits(&one)).await.ok();
        let image = api.post(path, &with_limits(&other)).await.ok();
        assert_eq!(api.searches().await, before + 1, "{path}");
        for field in ["evaluation", "depth", "nodes", "source"] {
            assert_eq!(answer[field], image[field], "{path}");
        }
        if path == "/v1/analysis" {
            let moves = |answer: &Value| answer["lines"][0]["moves"].to_string();
            assert_eq!(mirror(&moves(&answer)), moves(&image));
        } else {
            assert_eq!(mirror(&answer["line"].to_string()), image["line"].to_string());
            let notation = |answer: &Value| answer["action"]["notation"].to_string();
            assert_eq!(mirror(&notation(&answer)), notation(&image));
        }
    }
}

#[tokio::test]
async fn what_came_before_a_capture_does_not_matter() {
    let api = Api::start();
    let long = json!({
        "position": "7/2d4/7/7/l6/7/C6/R6/7 w - - 4 3", "limits": limits(),
        "moves": ["a2b2", "a5a4", "b2a2", "a4a3"],
    });
    let short = json!({"position": "7/2d4/7/7/7/7/l6/R6/7 w - - 0 5", "limits": limits()});
    let (answer, _) = ask(&api, &long).await;
    let (same, searches) = ask(&api, &short).await;
    assert_eq!((&answer["line"], &answer["nodes"], searches), (&same["line"], &same["nodes"], 0));
    assert_ne!(answer["state"], same["state"], "they are two games all the same");
}

#[tokio::test]
async fn an_answer_under_any_rules_is_kept() {
    let api = Api::start();
    for ruleset in
        [json!("mistboard"), json!("traditional"), json!({"base": "leiden", "no_capture_limit": 60})]
    {
        let request = json!({"ruleset": ruleset, "level": 1});
        for source in ["jungle; fwd=miss; stored", "jungle; hit; detail=memory"] {
            let answer = api.post("/v1/bot-move", &request).await;
            answer.ok();
            assert_eq!(answer.header("cache-status"), source, "{request}");
        }
    }
}
