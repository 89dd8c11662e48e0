//! Searches are few at a time, and leave room for everybody else.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::client::{Api, Problem};

const PATH: &str = "/v1/bot-move";
/// How many searches a server with one at a time lets in, the waiting ones included.
const ADMITTED: usize = 17;
/// Far more than a short search takes, far less than a slow one.
const SOON: Duration = Duration::from_secs(6);

/// As long as a search may last.
fn slow() -> Value {
    json!({"limits": {"time_ms": 10_000}})
}

fn quick() -> Value {
    json!({"limits": {"depth": 1}})
}

#[tokio::test]
async fn too_many_searches_are_turned_away_and_nothing_else_is() {
    let api = Api::with_one_search();
    let request = slow();
    let mut searches: FuturesUnordered<_> = (0..ADMITTED + 5).map(|_| api.post(PATH, &request)).collect();
    for _ in 0..5 {
        let refused =
            timeout(SOON, searches.next()).await.expect("it is refused at once").expect("there are more");
        let problem = refused.assert_problem(&Problem::new(503, "overloaded"));
        assert_eq!(problem["retry_after"].to_string(), refused.header("retry-after"));
        assert!(problem["retry_after"].as_u64().is_some_and(|seconds| seconds > 0));
    }
    let cheap = async {
        for path in ["/health/ready", "/v1/rulesets", "/v1/legal-moves", "/v1/explain?action=a3a4"] {
            api.get(path).await.ok();
        }
        api.post("/v1/apply", &json!({"action": "a3a4"})).await.ok();
        api.post("/v1/replay", &json!({"moves": ["a3a4"]})).await.ok();
        let over = json!({"position": "3R3/7/7/7/7/7/7/7/r6 b"});
        api.post(PATH, &over).await.assert_problem(&Problem::new(422, "game_over"));
    };
    timeout(SOON, cheap).await.expect("what needs no search does not wait for one");
    drop(searches);
    assert_searches_soon(&api).await;
}

#[tokio::test]
async fn a_search_whose_caller_is_gone_makes_room() {
    let api = Api::with_one_search();
    for _ in 0..3 {
        let given_up = timeout(Duration::from_millis(200), api.post(PATH, &slow())).await;
        assert!(given_up.is_err(), "a slow search is slow");
    }
    assert_searches_soon(&api).await;
}

/// Asks again while the dropped searches are being noticed.
async fn assert_searches_soon(api: &Api) {
    let answered = async {
        while api.post(PATH, &quick()).await.status != 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(SOON, answered).await.expect("the search whose caller is gone has ended");
}

#[tokio::test]
async fn many_requests_at_once_are_all_answered_alike() {
    let api = Api::start();
    let requests = [
        ("/v1/legal-moves", json!({"moves": ["a3a4"]})),
        ("/v1/apply", json!({"action": "a3a4"})),
        ("/v1/explain", json!({"action": "a3a5"})),
        ("/v1/replay", json!({"moves": ["a3a4", "a7a6"]})),
    ];
    for (path, request) in &requests {
        let answers = join_all((0..100).map(|_| api.post(path, request))).await;
        let first = answers[0].ok();
        assert!(answers.iter().all(|answer| answer.ok() == first), "{path}");
    }
    let seeds = [0, 1, 2].map(|seed| json!({"level": 1, "seed": seed}));
    let answers = join_all(seeds.iter().cycle().take(12).map(|request| api.post(PATH, request))).await;
    for (one, other) in answers.iter().zip(&answers[3..]) {
        assert_eq!(one.ok(), other.ok());
    }
}
