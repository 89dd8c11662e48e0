use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::client::{Api, Problem, query};
use crate::server::{Server, command};

const PATH: &str = "/v1/tablebase";
/// The lion is far from the rat and the cat.
const WON: &str = "7/2c4/3r3/7/7/3L3/7/7/7 w - - 0 60";

async fn ask(api: &Api, request: Value) -> Value {
    api.post(PATH, &request).await.ok()
}

/// What is told of a game or of a move.
fn verdict(value: &Value) -> (&str, &str, Option<u64>) {
    let word = |field: &str| value[field].as_str().expect("it is a word");
    (word("outcome"), word("category"), value["plies"].as_u64())
}

#[tokio::test]
async fn a_game_is_told_of_with_each_legal_move_the_best_first() {
    let api = Api::start();
    let answer = ask(&api, json!({"position": WON})).await;
    assert_eq!(verdict(&answer), ("win", "win", Some(13)));
    let moves = answer["moves"].as_array().expect("moves are a list");
    assert_eq!(moves.len(), answer["legal_moves"].as_array().expect("they are a list").len());
    assert_eq!(verdict(&moves[0]), verdict(&answer));
    let rank = |value: &Value| match verdict(value) {
        ("win", _, Some(plies)) => 1_000 - plies,
        ("draw", _, None) => 500,
        ("loss", _, Some(plies)) => plies,
        other => panic!("{other:?}"),
    };
    assert!(moves.iter().map(rank).is_sorted_by(|one, other| one >= other));
    for mv in moves {
        assert!(mv["notation"].is_string() && mv["from"].is_array() && mv["kind"] == "lion", "{mv}");
    }
}

#[tokio::test]
async fn the_best_move_leads_to_a_loss_that_is_a_ply_nearer_until_the_game_is_over() {
    let api = Api::start();
    let mut answer = ask(&api, json!({"position": WON})).await;
    let mut moves = Vec::new();
    for plies in (1..=13).rev() {
        let word = if plies % 2 == 1 { "win" } else { "loss" };
        assert_eq!(verdict(&answer), (word, word, Some(plies)));
        moves.push(answer["moves"][0]["notation"].clone());
        if plies > 1 {
            answer = ask(&api, json!({"position": WON, "moves": moves})).await;
        }
    }
    api.post(PATH, &json!({"position": WON, "moves": moves}))
        .await
        .assert_problem(&Problem::new(422, "game_over"));
    let state = api.post("/v1/legal-moves", &json!({"position": WON, "moves": moves})).await.ok();
    assert_eq!(state["status"]["winner"], 0);
}

#[tokio::test]
async fn get_post_and_query_tell_the_same_bytes() {
    let api = Api::start();
    let request = json!({"position": WON, "ruleset": "plyyard"});
    let post = api.post(PATH, &request).await;
    let get = api.get(&format!("{PATH}?{}", query(&request))).await;
    assert_eq!((get.status, &get.body), (200, &post.body));
    assert!(get.header("etag").len() > 10 && get.header("cache-control").contains("max-age"));
}

#[tokio::test]
async fn a_win_that_the_counters_leave_no_room_for_is_told_as_such() {
    let api = Api::start();
    let at = |since: u32, ruleset: &str| json!({"position": format!("7/7/3r3/7/7/3L3/7/7/7 w - - {since} 60"), "ruleset": ruleset});
    let (outcome, category, plies) = {
        let answer = ask(&api, at(0, "standard")).await;
        let (outcome, category, plies) = verdict(&answer);
        (outcome.to_owned(), category.to_owned(), plies)
    };
    assert_eq!((&*outcome, &*category), ("win", "win"));
    let answer = ask(&api, at(99, "standard")).await;
    assert_eq!(verdict(&answer), ("win", "cursed_win", plies));
    let maybe = json!({"position": WON.replace("0 60", "95 60")});
    let answer = ask(&api, maybe).await;
    assert_eq!(verdict(&answer), ("win", "maybe_win", Some(13)));
}

#[tokio::test]
async fn what_is_in_no_table_is_told_with_the_reason() {
    let api = Api::start();
    for (request, part) in [
        (json!({}), "16 pieces are on the board, and the tables of this server for these rules know 3"),
        (json!({"ruleset": "leiden", "position": WON}), "no tables for these rules"),
        (json!({"ruleset": {"tiger_jumps": "vertical_only"}, "position": WON}), "no tables for these rules"),
    ] {
        let problem = api.post(PATH, &request).await.assert_problem(&Problem::new(422, "not_in_tablebase"));
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(part)), "{problem}");
    }
    // Where a game starts and what draws it by counting make no difference.
    for ruleset in [json!("plyyard"), json!({"ply_limit": null, "repetition_limit": 3})] {
        ask(&api, json!({"ruleset": ruleset, "position": WON})).await;
    }
}

#[tokio::test]
async fn faults_are_told_as_everywhere() {
    let api = Api::start();
    for (request, problem) in [
        (json!({"nope": 1}), Problem::malformed(Some("/nope"))),
        (json!({"position": "nope"}), Problem::new(422, "invalid_position").at("/position")),
        (json!({"position": WON, "moves": ["d4d9"]}), Problem::illegal("/moves/0", "not_a_step")),
        (json!({"state": "x"}), Problem::new(404, "state_not_found").at("/state")),
    ] {
        api.post(PATH, &request).await.assert_problem(&problem);
    }
}

#[tokio::test]
async fn the_bot_and_the_analysis_name_the_tables_as_their_source() {
    let api = Api::start();
    let bot = api.post("/v1/bot-move", &json!({"position": WON, "level": 8})).await.ok();
    assert_eq!((&bot["source"], &bot["evaluation"]["decided_in"]), (&json!("tablebase"), &json!(13)));
    assert_eq!(bot["line"].as_array().map(Vec::len), Some(13));
    let analysis = api.post("/v1/analysis", &json!({"position": WON, "lines": 2})).await.ok();
    assert_eq!(
        (&analysis["source"], analysis["lines"].as_array().map(Vec::len)),
        (&json!("tablebase"), Some(2))
    );
    // The second time it comes from memory, and is the same.
    let again = api.post("/v1/bot-move", &json!({"position": WON, "level": 8})).await;
    assert_eq!((again.header("cache-status"), again.ok()), ("jungle; hit; detail=memory", bot));
    let low = api.post("/v1/bot-move", &json!({"position": WON, "level": 5})).await.ok();
    assert_eq!(low["source"], "search");
}

/// A folder with a table for two pieces under the rules of `leiden`; gone with the value.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("jungle-api-{name}-{}", std::process::id()));
        let build = ["tables", "build", "--pieces", "2", "--ruleset", "leiden", "--out"];
        let result = command().args(build).arg(&path).output().expect("the program can be started");
        assert!(result.status.success());
        Self(path)
    }

    fn text(&self) -> &str {
        self.0.to_str().expect("the path is text")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that is left is no failure.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn tables_in_a_folder_are_used_and_told_of() {
    let folder = Folder::new("used");
    let api = Api::with(&["--tables", folder.text()]);
    let lone = json!({"ruleset": "leiden", "position": "7/7/3r3/7/7/3L3/7/7/7 w - - 0 60"});
    assert_eq!(verdict(&ask(&api, lone).await).0, "win");
    let held = json!({"pieces": 2, "tables": 36});
    assert_eq!(api.get("/v1/rulesets/leiden").await.ok()["tablebase"], held);
    let ready = api.get("/health/ready").await.ok();
    let told = ready["tables"].as_array().expect("it lists them");
    assert!(told.contains(&json!({"ruleset": "leiden", "pieces": 2, "tables": 36})), "{ready}");
    assert!(told.contains(&json!({"ruleset": "standard", "pieces": 3, "tables": 260})), "{ready}");
}

#[tokio::test]
async fn a_damaged_table_is_named_in_the_log_and_the_service_goes_on_without_it() {
    let folder = Folder::new("damaged");
    let path = folder.0.join("leiden").join("L-r.jtb");
    let mut bytes = fs::read(&path).expect("it was built");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).expect("it can be written");
    let mut server = Server::spawn_logging(
        command().args(["--listen", "127.0.0.1:0", "--log-format", "text", "--tables", folder.text()]),
        Stdio::piped(),
    );
    let log = server.process.stderr.take().expect("it is piped");
    let api = Api::of(server);
    let lone = |piece: &str| json!({"ruleset": "leiden", "position": format!("7/7/3r3/7/7/3{piece}3/7/7/7 w - - 0 60")});
    api.post(PATH, &lone("L")).await.assert_problem(&Problem::new(422, "not_in_tablebase"));
    ask(&api, lone("T")).await;
    let told = BufReader::new(log)
        .lines()
        .map(|line| line.expect("the log is text"))
        .find(|line| line.contains("refused"))
        .expect("it tells of the file");
    assert!(told.contains("L-r.jtb") && told.contains("damaged"), "{told}");
}

#[test]
fn a_folder_that_is_not_there_is_told_with_its_variable() {
    let result = command().args(["--tables", "/nowhere"]).output().expect("the program can be started");
    let error = String::from_utf8(result.stderr).expect("it is text");
    assert!(!result.status.success() && error.contains("JUNGLE_TABLES: /nowhere"), "{error}");
}
