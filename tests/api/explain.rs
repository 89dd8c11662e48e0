use serde_json::{Value, json};

use crate::client::{Api, query};

const PATH: &str = "/v1/explain";

#[tokio::test]
async fn a_legal_move_passes_every_check() {
    let api = Api::start();
    let requests = [
        json!({"action": "a3a4"}),
        json!({"action": {"type": "move", "from": [0, 2], "to": [0, 3]}}),
        json!({"position": "7/7/7/7/7/L2c3/7/7/7 w", "action": "a4d4"}),
        json!({"ruleset": "leiden", "position": "7/7/7/7/7/7/7/7/Er5 w", "action": "a1b1"}),
    ];
    for request in requests {
        let answer = api.post(PATH, &request).await.ok();
        assert_eq!((&answer["legal"], &answer["reason"]), (&json!(true), &Value::Null), "{request}");
        let checks = answer["checks"].as_array().expect("checks are a list");
        assert!(checks.len() == 6 && checks.iter().all(|check| check["passed"] == true), "{request}");
    }
}

#[tokio::test]
async fn other_actions_are_explained_without_checks() {
    let api = Api::start();
    let offered = json!([{"type": "offer_draw", "seat": 1}]);
    for kind in ["resign", "offer_draw", "accept_draw", "decline_draw"] {
        let request = json!({"moves": offered, "action": {"type": kind}});
        let answer = api.post(PATH, &request).await.ok();
        assert_eq!((&answer["legal"], &answer["checks"]), (&json!(true), &json!([])), "{kind}");
    }
}

#[tokio::test]
async fn explaining_leaves_the_game_as_it_was() {
    let api = Api::start();
    let mut game = api.post("/v1/legal-moves", &json!({"moves": ["a3a4"]})).await.ok();
    let answer = api.post(PATH, &json!({"moves": ["a3a4"], "action": "a7a6"})).await.ok();
    for field in ["legal", "reason", "checks"] {
        game[field] = answer[field].clone();
    }
    assert_eq!(answer, game);
}

#[tokio::test]
async fn after_the_end_every_action_is_refused_for_that() {
    let api = Api::start();
    let actions = [json!("a3a4"), json!({"from": [9, 9], "to": [0, 0]}), json!({"type": "resign"})];
    for action in actions {
        let request = json!({"position": "3R3/7/7/7/7/7/7/7/r6 b", "action": action});
        let answer = api.post(PATH, &request).await.ok();
        assert_eq!(answer["legal"], false);
        assert_eq!((&answer["reason"], &answer["checks"]), (&json!("game_over"), &json!([])));
        assert_eq!(api.get(&format!("{PATH}?{}", query(&request))).await.ok(), answer);
    }
}
