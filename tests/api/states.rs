//! Games by the ids of their states.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Api, GAME_OPERATIONS, Problem, send};

/// Plays actions, and gives the state they end in.
async fn state(api: &Api, game: &Value) -> String {
    let answer = api.post("/v1/replay", game).await.ok();
    answer["state"].as_str().expect("an id is text").to_owned()
}

fn with(operation: &str, game: &Value) -> Value {
    let mut request: Value = serde_json::from_str(operation).expect("it is JSON");
    for (name, value) in game.as_object().expect("a game is an object") {
        request[name] = value.clone();
    }
    request
}

#[tokio::test]
async fn a_state_stands_for_its_game_in_every_operation() {
    let api = Api::start();
    let whole = json!({"ruleset": {"base": "mistboard", "ply_limit": 90},
        "moves": ["g3g4", "g7g6", {"type": "offer_draw", "seat": 1}, "g4g3", "g6g7"]});
    let before: Value = json!({"ruleset": whole["ruleset"], "moves": ["g3g4", "g7g6"]});
    let by_state = json!({"state": state(&api, &whole).await});
    let with_moves = json!({"state": state(&api, &before).await,
        "moves": [{"type": "offer_draw", "seat": 1}, "g4g3", "g6g7"]});
    for (path, rest) in GAME_OPERATIONS {
        let rest = rest.replace("a3a4", "a3b3");
        let expected = api.post(path, &with(&rest, &whole)).await.ok();
        for short in [&by_state, &with_moves] {
            let mut answer = api.post(path, &with(&rest, short)).await.ok();
            if path == "/v1/replay" {
                // A replay tells what the request plays.
                let plies = short["moves"].as_array().map_or(0, Vec::len);
                assert_eq!(answer["plies"].as_array().map(Vec::len), Some(plies));
                answer["plies"] = expected["plies"].clone();
            }
            assert_eq!(answer, expected, "{path} {short}");
        }
    }
    let id = by_state["state"].as_str().unwrap_or_default();
    let expected = api.post("/v1/legal-moves", &whole).await.ok();
    assert_eq!(api.get(&format!("/v1/states/{id}")).await.ok(), expected);
    assert_eq!(api.get(&format!("/v1/legal-moves?state={id}")).await.ok(), expected);
}

#[tokio::test]
async fn offers_ends_and_repetitions_go_with_a_state() {
    let api = Api::start();
    let offered = state(&api, &json!({"moves": [{"type": "offer_draw", "seat": 1}]})).await;
    let accepted = json!({"state": offered, "action": {"type": "accept_draw", "seat": 0}});
    assert_eq!(api.post("/v1/apply", &accepted).await.ok()["status"]["reason"], "agreement");
    let resigned = state(&api, &json!({"moves": [{"type": "resign", "seat": 1}]})).await;
    let more = json!({"state": resigned, "action": "a3a4"});
    api.post("/v1/apply", &more).await.assert_problem(&Problem::new(422, "game_over").at("/action"));
    let round = json!(["a3a4", "a7a6", "a4a3", "a6a7"]);
    let mut id = state(&api, &json!({})).await;
    for times in 2..5 {
        let answer = api.post("/v1/legal-moves", &json!({"state": id, "moves": round})).await.ok();
        assert_eq!(answer["position"]["repetitions"], times);
        id = answer["state"].as_str().expect("an id is text").to_owned();
    }
}

#[tokio::test]
async fn a_state_goes_on_past_a_draw_where_its_game_did() {
    let api = Api::start();
    let drawn = json!({"ruleset": {"ply_limit": 2}, "moves": ["a3a4", "a7a6", "a4a3"], "past_draws": true});
    let id = state(&api, &drawn).await;
    let answer = api.get(&format!("/v1/states/{id}")).await.ok();
    assert_eq!((&answer["position"]["plies"], &answer["status"]["reason"]), (&json!(3), &json!("ply_limit")));
    let on = json!({"state": id, "moves": ["a6a7"], "past_draws": true});
    assert_eq!(api.post("/v1/replay", &on).await.ok()["position"]["plies"], 4);
}

#[tokio::test]
async fn a_state_and_a_position_are_one_too_many() {
    let api = Api::start();
    let id = state(&api, &json!({})).await;
    for (path, rest) in GAME_OPERATIONS {
        for (more, problem) in [
            (json!({"ruleset": "standard"}), Problem::new(422, "invalid_ruleset").at("/ruleset")),
            (
                json!({"position": "R6/7/7/7/7/7/7/7/r6 w"}),
                Problem::new(422, "invalid_position").at("/position"),
            ),
        ] {
            let request = with(rest, &with(&more.to_string(), &json!({"state": id})));
            api.post(path, &request).await.assert_problem(&problem);
        }
        api.post(path, &with(rest, &json!({"state": id, "position": null, "ruleset": null}))).await.ok();
    }
}

#[tokio::test]
async fn an_unknown_state_is_told_as_such() {
    let api = Api::start();
    let known = state(&api, &json!({})).await;
    let long = "0".repeat(4_096);
    for id in ["", "x", "ä", &known[1..], &known.to_uppercase(), &"0".repeat(48), &long] {
        for (path, rest) in GAME_OPERATIONS {
            let problem = api.post(path, &with(rest, &json!({"state": id}))).await;
            let problem = problem.assert_problem(&Problem::new(404, "state_not_found").at("/state"));
            let detail = problem["detail"].as_str().unwrap_or_default();
            assert!(detail.contains("send position and moves"), "{detail}");
        }
    }
    let path = format!("/v1/states/{}", "0".repeat(48));
    let head = send(api.request(Method::HEAD, &path), path).await;
    assert_eq!(head.status, 404);
}

#[tokio::test]
async fn a_game_does_not_grow_beyond_what_a_request_may_carry() {
    let api = Api::start();
    let rules = json!({"no_capture_limit": null, "ply_limit": null, "repetition_limit": null});
    let round = ["a3a4", "a7a6", "a4a3", "a6a7"];
    let moves = |count: usize| -> Vec<&str> { round.into_iter().cycle().take(count).collect() };
    let full = state(&api, &json!({"ruleset": rules, "moves": moves(2_048)})).await;
    api.post("/v1/legal-moves", &json!({"state": full})).await.ok();
    let last = api.post("/v1/apply", &json!({"state": full, "action": "a3a4"})).await.ok();
    let too_long = Problem::malformed(Some("/state"));
    for request in [json!({"state": full, "moves": ["a3a4"]}), json!({"state": last["state"]})] {
        api.post("/v1/legal-moves", &request).await.assert_problem(&too_long);
        api.post("/v1/replay", &request).await.assert_problem(&too_long);
    }
    let path = format!("/v1/states/{}", last["state"].as_str().unwrap_or_default());
    assert_eq!(api.get(&path).await.ok()["position"], last["position"]);
}

#[tokio::test]
async fn a_state_that_nobody_uses_expires() {
    let api = Api::with(&["--state-ttl", "500ms"]);
    let id = state(&api, &json!({})).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let answer = api.get(&format!("/v1/states/{id}")).await;
    answer.assert_problem(&Problem::new(404, "state_not_found"));
}
