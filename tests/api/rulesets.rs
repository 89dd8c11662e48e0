use serde_json::{Value, json};

use crate::client::{Api, GAME_OPERATIONS, Problem, query};

const NAMES: [&str; 6] = ["standard", "classic", "traditional", "plyyard", "mistboard", "leiden"];

fn standard() -> Value {
    json!({
        "tiger_jumps": "both_ways", "lion_jumps": "both_ways", "jump_blocked_by": "any_rat",
        "own_traps": "open", "traps_weaken": "opponent", "trapped_attack": "full_rank",
        "equal_rank_captures": true, "elephant_captures_rat": false, "rat_captures_rat_across_bank": false,
        "river_rat_captures_elephant": false, "dog_and_wolf": "wolf_above_dog", "no_legal_moves": "loses",
        "no_capture_limit": 100, "ply_limit": 400, "repetition_limit": null,
        "start": "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1",
    })
}

/// How a named ruleset differs from the standard one.
fn difference(name: &str) -> Value {
    match name {
        "classic" => json!({
            "tiger_jumps": "vertical_only", "traps_weaken": "both_sides", "no_capture_limit": null,
            "ply_limit": null,
        }),
        "traditional" => json!({
            "own_traps": "closed", "rat_captures_rat_across_bank": true, "no_capture_limit": null,
            "ply_limit": null, "start": "l5t/1r3e1/2dpw1c/7/7/7/2DPW1C/1R3E1/L5T w - - 0 1",
        }),
        "plyyard" => json!({"no_capture_limit": 60, "ply_limit": null}),
        "mistboard" => json!({
            "tiger_jumps": "vertical_only", "ply_limit": null, "repetition_limit": 3,
            "start": "t5l/1c3d1/e1w1p1r/7/7/7/R1P1W1E/1D3C1/L5T w - - 0 1",
        }),
        "leiden" => json!({
            "elephant_captures_rat": true, "rat_captures_rat_across_bank": true,
            "dog_and_wolf": "dog_above_wolf", "no_legal_moves": "draws",
            "no_capture_limit": null, "ply_limit": null,
        }),
        _ => json!({}),
    }
}

fn merged(mut base: Value, over: &Value) -> Value {
    let fields = base.as_object_mut().expect("a ruleset is an object");
    fields.extend(over.as_object().expect("a difference is an object").clone());
    base
}

fn fields(name: &str) -> Value {
    merged(standard(), &difference(name))
}

#[tokio::test]
async fn the_list_shows_every_named_ruleset_as_it_is_shown_alone() {
    let api = Api::start();
    let list = api.get("/v1/rulesets").await.ok();
    let mut alone = Vec::new();
    for name in NAMES {
        alone.push(api.get(&format!("/v1/rulesets/{name}")).await.ok());
    }
    assert_eq!(list, json!({"rulesets": alone}));
}

#[tokio::test]
async fn a_ruleset_has_every_field_a_name_and_a_description() {
    let api = Api::start();
    for name in NAMES {
        let mut shown = api.get(&format!("/v1/rulesets/{name}")).await.ok();
        let shown = shown.as_object_mut().expect("a ruleset is an object");
        assert_eq!(shown.remove("name"), Some(json!(name)));
        let standard_moves = ["standard", "plyyard"].contains(&name);
        let shipped = if standard_moves {
            json!({"pieces": 3, "tables": 260})
        } else {
            json!({"pieces": 0, "tables": 0})
        };
        assert_eq!(shown.remove("tablebase"), Some(shipped), "{name}");
        let description = shown.remove("description").expect("it has a description");
        assert!(description.as_str().is_some_and(|text| text.len() > 20));
        assert_eq!(*shown, *fields(name).as_object().expect("a ruleset is an object"), "{name}");
    }
}

#[tokio::test]
async fn an_unknown_ruleset_is_404_in_a_path_and_422_in_a_request() {
    let api = Api::start();
    for name in ["nope", "Standard", "standard%20", "%00", "%ff", "a%2Fb", "..", "%F0%9F%90%80"] {
        let answer = api.get(&format!("/v1/rulesets/x{name}")).await;
        answer.assert_problem(&Problem::new(404, "unknown_ruleset"));
    }
    for name in ["nope", "", "Standard", "standard ", "standard\0", "\u{1b}[31m", "{}"] {
        let invalid = Problem::new(422, "invalid_ruleset");
        let answer = api.post("/v1/legal-moves", &json!({"ruleset": name})).await;
        answer.assert_problem(&invalid.at("/ruleset"));
        let answer = api.post("/v1/legal-moves", &json!({"ruleset": {"base": name}})).await;
        answer.assert_problem(&Problem::new(422, "invalid_ruleset").at("/ruleset/base"));
    }
}

#[tokio::test]
async fn a_named_ruleset_is_the_same_by_name_by_base_and_by_fields() {
    let api = Api::start();
    for name in NAMES {
        let by_name = api.post("/v1/legal-moves", &json!({"ruleset": name})).await.ok();
        assert_eq!(by_name["ruleset"], name);
        for ruleset in [json!({"base": name}), fields(name), merged(fields(name), &json!({"base": "leiden"}))]
        {
            let answer = api.post("/v1/legal-moves", &json!({"ruleset": ruleset})).await.ok();
            assert_eq!(answer, by_name, "{ruleset}");
        }
    }
}

#[tokio::test]
async fn the_object_an_answer_carries_is_accepted_and_means_the_same() {
    let api = Api::start();
    for name in NAMES {
        let ruleset = json!({"base": name, "repetition_limit": 77, "lion_jumps": "vertical_only"});
        let answer = api.post("/v1/legal-moves", &json!({"ruleset": ruleset})).await.ok();
        let over = json!({"repetition_limit": 77, "lion_jumps": "vertical_only"});
        assert_eq!(answer["ruleset"], merged(fields(name), &over));
        let again = api.post("/v1/legal-moves", &json!({"ruleset": answer["ruleset"]})).await.ok();
        assert_eq!(again, answer);
    }
}

#[tokio::test]
async fn every_field_of_a_ruleset_can_be_changed_by_itself() {
    let api = Api::start();
    let changes = json!({
        "tiger_jumps": "vertical_only", "lion_jumps": "vertical_only", "jump_blocked_by": "enemy_rat",
        "own_traps": "closed", "traps_weaken": "both_sides", "trapped_attack": "rank_zero",
        "equal_rank_captures": false, "elephant_captures_rat": true, "rat_captures_rat_across_bank": true,
        "river_rat_captures_elephant": true, "dog_and_wolf": "dog_above_wolf", "no_legal_moves": "draws",
        "no_capture_limit": 10_000, "ply_limit": null, "repetition_limit": 100,
        "start": "6c/7/7/7/7/7/7/7/C6 b - - 3 4",
    });
    for (field, value) in changes.as_object().expect("changes are an object") {
        let change = json!({field: value});
        let answer = api.post("/v1/legal-moves", &json!({"ruleset": change})).await.ok();
        assert_eq!(answer["ruleset"], merged(standard(), &change), "{field}");
    }
    assert_eq!(
        changes.as_object().map(serde_json::Map::len),
        standard().as_object().map(serde_json::Map::len)
    );
}

#[tokio::test]
async fn a_limit_may_be_taken_away_or_kept() {
    let api = Api::start();
    for (ruleset, limit) in [
        (json!({"no_capture_limit": null}), Value::Null),
        (json!({"no_capture_limit": 8.0}), json!(8)),
        (json!({"ply_limit": 9}), json!(100)),
    ] {
        let answer = api.post("/v1/legal-moves", &json!({"ruleset": ruleset})).await.ok();
        assert_eq!(answer["ruleset"]["no_capture_limit"], limit, "{ruleset}");
    }
}

#[tokio::test]
async fn own_rules_may_stand_wherever_a_name_may() {
    let api = Api::start();
    let ruleset = json!({"base": "classic", "ply_limit": 50, "start": "6c/7/7/7/7/7/L6/7/7 w"});
    for (path, needed) in GAME_OPERATIONS {
        let mut request: Value = serde_json::from_str(needed).expect("the table is JSON");
        request["ruleset"] = ruleset.clone();
        let answer = api.post(path, &request).await.ok();
        assert_eq!(
            (&answer["ruleset"]["ply_limit"], &answer["ruleset"]["tiger_jumps"]),
            (&json!(50), &json!("vertical_only"))
        );
        if ["/v1/legal-moves", "/v1/bot-move", "/v1/explain"].contains(&path) {
            assert_eq!(api.get(&format!("{path}?{}", query(&request))).await.ok(), answer, "{path}");
        }
    }
}

/// A ruleset with a fault, and the field it lies in.
const INVALID: [(&str, &str); 14] = [
    (r#"{"no_capture_limit": 0}"#, "no_capture_limit"),
    (r#"{"no_capture_limit": 10001}"#, "no_capture_limit"),
    (r#"{"no_capture_limit": -1}"#, "no_capture_limit"),
    (r#"{"no_capture_limit": 1.5}"#, "no_capture_limit"),
    (r#"{"no_capture_limit": 99999999999999999999999}"#, "no_capture_limit"),
    (r#"{"ply_limit": 0}"#, "ply_limit"),
    (r#"{"ply_limit": 4294967297}"#, "ply_limit"),
    (r#"{"repetition_limit": 1}"#, "repetition_limit"),
    (r#"{"repetition_limit": 101}"#, "repetition_limit"),
    (r#"{"base": "nope"}"#, "base"),
    (r#"{"start": ""}"#, "start"),
    (r#"{"start": "7/7/7/7/7/7/7/7/7 w"}"#, "start"),
    (r#"{"start": "6c/7/7/7/7/7/7/7/3C3 w"}"#, "start"),
    (r#"{"own_traps": "closed", "start": "6c/7/7/7/7/7/7/3C3/7 w"}"#, "start"),
];

#[tokio::test]
async fn a_fault_in_a_ruleset_is_pointed_at() {
    let api = Api::start();
    for (ruleset, field) in INVALID {
        let pointer = format!("/ruleset/{field}");
        let expected = Problem::new(422, "invalid_ruleset").at(&pointer);
        api.post_text("/v1/replay", format!(r#"{{"ruleset": {ruleset}}}"#)).await.assert_problem(&expected);
        let ruleset: Value = serde_json::from_str(ruleset).expect("the table is JSON");
        let queried = api.get(&format!("/v1/legal-moves?{}", query(&json!({"ruleset": ruleset})))).await;
        queried.assert_problem(&expected);
    }
}
