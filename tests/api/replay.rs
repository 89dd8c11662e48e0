use serde_json::{Value, json};

use crate::client::{Api, Problem};

const PATH: &str = "/v1/replay";
const ROUND: [&str; 4] = ["a3a4", "a7a6", "a4a3", "a6a7"];

/// The reason of the status after each ply, and whether it was played past a draw.
fn marks(answer: &Value) -> Vec<(&str, bool)> {
    let plies = answer["plies"].as_array().expect("plies are a list").iter();
    plies.map(|ply| (ply["status"]["reason"].as_str().unwrap_or("-"), ply["past_draw"] == true)).collect()
}

#[tokio::test]
async fn each_action_comes_with_the_game_after_it() {
    let api = Api::start();
    let moves = json!(["a3a4", {"type": "offer_draw", "seat": 0}, "g7g6", {"type": "resign"}]);
    let replayed = api.post(PATH, &json!({"moves": moves})).await.ok();
    let actions = moves.as_array().expect("moves are a list");
    for (i, ply) in replayed["plies"].as_array().expect("plies are a list").iter().enumerate() {
        let request = json!({"moves": actions[..i], "action": actions[i]});
        let applied = api.post("/v1/apply", &request).await.ok();
        let expected = json!({
            "action": applied["applied"], "fen": applied["position"]["fen"], "status": applied["status"],
            "past_draw": false,
        });
        assert_eq!(*ply, expected, "{i}");
        if i + 1 == actions.len() {
            assert_eq!(
                (&replayed["state"], &replayed["position"]),
                (&applied["state"], &applied["position"])
            );
        }
    }
    assert_eq!(marks(&replayed).len(), 4);
}

#[tokio::test]
async fn a_game_without_actions_has_no_plies() {
    let answer = Api::start().post(PATH, &json!({})).await.ok();
    assert_eq!(answer["plies"], json!([]));
    assert_eq!(answer["legal_moves"].as_array().map(Vec::len), Some(24));
}

#[tokio::test]
async fn past_draws_goes_on_and_marks_what_comes_after() {
    let api = Api::start();
    let rulesets =
        [(json!({"no_capture_limit": 3}), "no_capture_limit"), (json!({"ply_limit": 3}), "ply_limit")];
    for (ruleset, reason) in rulesets {
        let request = json!({"ruleset": ruleset, "moves": ROUND, "past_draws": true});
        let answer = api.post(PATH, &request).await.ok();
        assert_eq!(marks(&answer), [("-", false), ("-", false), (reason, false), (reason, true)]);
        assert_eq!(answer["status"]["reason"], reason);
        let request = json!({"ruleset": ruleset, "moves": ROUND});
        api.post(PATH, &request).await.assert_problem(&Problem::new(422, "game_over").at("/moves/3"));
    }
}

#[tokio::test]
async fn a_repetition_is_a_draw_only_while_it_lasts() {
    let api = Api::start();
    let moves = [&ROUND[..], &["a3a4", "g7g6"]].concat();
    let ruleset = json!({"repetition_limit": 2});
    let answer = api.post(PATH, &json!({"ruleset": ruleset, "moves": moves, "past_draws": true})).await.ok();
    assert_eq!(marks(&answer)[3..], [("repetition", false), ("repetition", true), ("-", true)]);
    assert_eq!(answer["status"]["phase"], "playing");
}

#[tokio::test]
async fn past_draws_does_not_go_past_a_result() {
    let api = Api::start();
    let won = json!({"position": "7/3R3/7/7/7/7/r6/7/7 w", "moves": ["d8d9", "a3a4"], "past_draws": true});
    let agreed = json!([{"type": "offer_draw", "seat": 0}, {"type": "accept_draw", "seat": 1}, "a3a4"]);
    let agreed = json!({"moves": agreed, "past_draws": true});
    api.post(PATH, &won).await.assert_problem(&Problem::new(422, "game_over").at("/moves/1"));
    api.post(PATH, &agreed).await.assert_problem(&Problem::new(422, "game_over").at("/moves/2"));
}

#[tokio::test]
async fn past_draws_does_not_let_illegal_moves_through() {
    let request = json!({"ruleset": {"ply_limit": 1}, "moves": ["a3a4", "a4a5"], "past_draws": true});
    let answer = Api::start().post(PATH, &request).await;
    answer.assert_problem(&Problem::illegal("/moves/1", "not_your_piece"));
}
