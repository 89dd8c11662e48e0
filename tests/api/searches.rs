//! Searches are few at a time, and leave room for everybody else.

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::client::{ADMITTED, Answer, Api, Problem};
use crate::cpu::{search_on, search_time};

const BOT_MOVE: &str = "/v1/bot-move";
const ANALYSIS: &str = "/v1/analysis";
const OVERLOADED: Problem<'static> = Problem::new(503, "overloaded");
/// Far more than a short search takes, far less than a slow one.
const SOON: Duration = Duration::from_secs(6);

/// As long as a search may last; no two of these are equal.
fn slow(number: usize) -> Value {
    json!({"limits": {"depth": 60, "nodes": 10_000_000 - number, "time_ms": 10_000}})
}

fn quick() -> Value {
    json!({"limits": {"depth": 1}})
}

#[track_caller]
fn assert_turned_away(answer: &Answer) {
    let problem = answer.assert_problem(&OVERLOADED);
    assert_eq!(problem["retry_after"].to_string(), answer.header("retry-after"));
    assert!(problem["retry_after"].as_u64().is_some_and(|seconds| (1..=60).contains(&seconds)), "{problem}");
}

#[tokio::test]
async fn too_many_searches_are_turned_away_and_nothing_else_is() {
    for path in [BOT_MOVE, ANALYSIS] {
        let api = Api::with_one_search();
        let requests: Vec<Value> = (0..ADMITTED + 5).map(slow).collect();
        let mut searches: FuturesUnordered<_> =
            requests.iter().map(|request| api.post(path, request)).collect();
        for _ in 0..5 {
            let refused = timeout(SOON, searches.next()).await.expect("it is refused at once");
            assert_turned_away(&refused.expect("there are more"));
        }
        let cheap = async {
            for path in ["/health/ready", "/v1/rulesets", "/v1/legal-moves", "/v1/explain?action=a3a4"] {
                api.get(path).await.ok();
            }
            api.post("/v1/apply", &json!({"action": "a3a4"})).await.ok();
            api.post("/v1/replay", &json!({"moves": ["a3a4"]})).await.ok();
            let over = json!({"position": "3R3/7/7/7/7/7/7/7/r6 b"});
            api.post(path, &over).await.assert_problem(&Problem::new(422, "game_over"));
        };
        timeout(SOON, cheap).await.expect("what needs no search does not wait for one");
        drop(searches);
        assert_searches_soon(&api).await;
    }
}

#[tokio::test]
async fn a_search_whose_caller_is_gone_makes_room() {
    let api = Api::with_one_search();
    for number in 0..3 {
        let given_up = timeout(Duration::from_millis(200), api.post(BOT_MOVE, &slow(number))).await;
        assert!(given_up.is_err(), "a slow search is slow");
    }
    assert_searches_soon(&api).await;
}

/// Asks again while the dropped searches are being noticed.
async fn assert_searches_soon(api: &Api) {
    let answered = async {
        while api.post(BOT_MOVE, &quick()).await.status != 200 {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(SOON, answered).await.expect("the search whose caller is gone has ended");
}

#[tokio::test]
async fn a_greedy_client_makes_room_for_another() {
    let api = Api::with_one_search();
    let requests: Vec<Value> = (0..=ADMITTED).map(slow).collect();
    let mut greedy: FuturesUnordered<_> =
        requests.iter().map(|request| api.post(BOT_MOVE, request)).collect();
    assert_turned_away(&greedy.next().await.expect("there are more"));
    let request = quick();
    let newcomer = api.post_from([127, 0, 0, 2].into(), BOT_MOVE, &request);
    tokio::select! {
        refused = greedy.next() => assert_turned_away(&refused.expect("there are more")),
        answer = newcomer => panic!("the newcomer is to wait: {answer:?}"),
        () = sleep(SOON) => panic!("nobody made room"),
    }
}

#[tokio::test]
async fn a_request_that_waits_for_too_long_is_turned_away() {
    let api = Api::with_one_search();
    let endless = json!({"limits": {"depth": 60}});
    let blocked = async {
        search_on(&api, Duration::from_millis(20)).await;
        let asked = Instant::now();
        let answer = api.post(BOT_MOVE, &quick()).await;
        (answer, asked.elapsed())
    };
    let (answer, waited) = tokio::select! {
        blocked = blocked => blocked,
        ended = api.post(ANALYSIS, &endless) => panic!("{ended:?}"),
    };
    assert_turned_away(&answer);
    assert!((8_500..11_000).contains(&waited.as_millis()), "{waited:?}");
}

#[tokio::test]
async fn analyses_leave_room_for_the_bot() {
    const ANALYSES: usize = 60;
    let api = Api::with_searches(2);
    let endless = |number| json!({"limits": {"depth": 60}, "ruleset": {"ply_limit": 9_000 + number}});
    let requests: Vec<Value> = (0..ANALYSES).map(endless).collect();
    let mut analyses: FuturesUnordered<_> =
        requests.iter().map(|request| api.post(ANALYSIS, request)).collect();
    let bot = async {
        search_on(&api, Duration::from_millis(20)).await;
        for level in 1..=5 {
            api.post(BOT_MOVE, &json!({"level": level})).await.ok();
        }
    };
    let refused = async {
        for _ in 0..ANALYSES - ADMITTED {
            assert_turned_away(&analyses.next().await.expect("there are more"));
        }
    };
    let both = timeout(SOON, async { tokio::join!(bot, refused) }).await;
    both.expect("the bot's moves and the refusals come at once");
}

#[tokio::test]
async fn where_one_searches_at_a_time_the_bot_goes_first() {
    let api = Api::with_one_search();
    let ask = async |path: &'static str, request: Value| (path, api.post(path, &request).await);
    let analysis = |lines: usize| ask(ANALYSIS, json!({"limits": {"time_ms": 2_500}, "lines": lines}));
    let mut searches = FuturesUnordered::new();
    searches.extend((1..=3).map(analysis));
    let bot_move = async {
        search_on(&api, Duration::from_millis(20)).await;
        sleep(Duration::from_millis(200)).await;
        ask(BOT_MOVE, quick()).await
    };
    let mut order = Vec::new();
    let mut bot_move = std::pin::pin!(bot_move);
    while order.len() < 4 {
        let (path, answer) = tokio::select! {
            Some(answered) = searches.next() => answered,
            answered = &mut bot_move, if !order.contains(&BOT_MOVE) => answered,
        };
        answer.ok();
        order.push(path);
    }
    // It ends right after the first analysis, so that either answer may be seen first.
    assert!(order[..2].contains(&BOT_MOVE), "{order:?}");
}

/// Asks the same so many times at once, on a server with one search at a time and fewer places in its queue.
async fn ask_at_once(api: &Api, path: &str, request: &Value) -> Vec<Value> {
    const CALLERS: usize = 200;
    let answers = join_all((0..CALLERS).map(|_| api.post(path, request))).await;
    answers.iter().map(Answer::ok).collect()
}

#[tokio::test]
async fn equal_requests_at_the_same_time_search_once() {
    let api = Api::with_one_search();
    let time = Duration::from_millis(2_500);
    for path in [BOT_MOVE, ANALYSIS] {
        let before = search_time(&api);
        let request = json!({"limits": {"time_ms": time.as_millis() as u64}, "moves": ["a3a4"]});
        let answers = ask_at_once(&api, path, &request).await;
        // No two searches that only time ends visit as many positions.
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{path}");
        assert!(search_time(&api) < before + 2 * time, "{path}");
    }
}

#[tokio::test]
async fn what_is_written_differently_but_means_the_same_is_shared() {
    let api = Api::with_one_search();
    let requests = [
        json!({"moves": ["a3a4"], "limits": {"time_ms": 2_000}}),
        json!({"moves": [{"from": [0, 2], "to": "a4"}], "limits": {"time_ms": 2_000.0}, "lines": null}),
        json!({"ruleset": {"base": "standard"}, "moves": [{"type": "move", "from": "a3", "to": "a4"}],
            "limits": {"time_ms": 2_000}, "lines": 1}),
    ];
    let answers = join_all(requests.iter().map(|request| api.post(ANALYSIS, request))).await;
    let answers: Vec<Value> = answers.iter().map(Answer::ok).collect();
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

#[tokio::test]
async fn what_differs_is_not_shared() {
    let api = Api::start();
    let requests = [
        json!({"level": 1, "seed": 1}),
        json!({"level": 1, "seed": 2}),
        json!({"level": 2, "seed": 1}),
        json!({"level": 2, "limits": {"nodes": 50}}),
        json!({"level": 1, "seed": 1, "moves": ["a3a4"]}),
        json!({"level": 1, "seed": 1, "ruleset": "leiden"}),
        json!({"position": "7/7/7/7/7/7/L6/3c3/7 w", "limits": {"depth": 3}}),
        json!({"position": "7/7/7/7/7/7/L6/3c3/7 w", "limits": {"depth": 3}, "allow_resign": true}),
        json!({"position": "2l3e/7/7/7/7/7/7/7/R5C w", "limits": {"depth": 3}}),
        json!({"position": "2l3e/7/7/7/7/7/7/7/R5C w", "limits": {"depth": 3},
            "moves": [{"type": "offer_draw", "seat": 1}]}),
        // The same position, but one of the games has been there before.
        json!({"limits": {"depth": 3}, "position": "l6/7/7/7/7/7/7/7/6L w - - 4 3"}),
        json!({"limits": {"depth": 3}, "position": "l6/7/7/7/7/7/7/7/6L w - - 0 1",
            "moves": ["g1g2", "a9a8", "g2g1", "a8a9"]}),
    ];
    let alone = async |request: &Value| api.post(BOT_MOVE, request).await.ok();
    let mut expected = Vec::new();
    for request in &requests {
        expected.push(alone(request).await);
    }
    let answers = join_all(requests.iter().cycle().take(5 * requests.len()).map(alone)).await;
    for (i, answer) in answers.iter().enumerate() {
        assert_eq!(*answer, expected[i % requests.len()], "{}", requests[i % requests.len()]);
    }
}

#[tokio::test]
async fn a_shared_search_goes_on_without_the_one_who_asked_first() {
    let api = Api::with_one_search();
    let request = json!({"limits": {"time_ms": 2_000}});
    let first = timeout(Duration::from_millis(1_500), api.post(ANALYSIS, &request));
    let second = async {
        sleep(Duration::from_secs(1)).await;
        api.post(ANALYSIS, &request).await.ok();
    };
    let (first, ()) = tokio::join!(first, second);
    assert!(first.is_err());
    let taken = search_time(&api);
    assert!(taken < Duration::from_millis(2_500), "it was begun anew: {taken:?}");
}

#[tokio::test]
async fn nothing_is_kept_of_a_search_that_has_ended() {
    let api = Api::with_one_search();
    for _ in 0..2 {
        let before = search_time(&api);
        api.post(BOT_MOVE, &json!({"limits": {"time_ms": 500}})).await.ok();
        assert!(search_time(&api) > before + Duration::from_millis(50));
    }
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
    let answers = join_all(seeds.iter().cycle().take(12).map(|request| api.post(BOT_MOVE, request))).await;
    for (one, other) in answers.iter().zip(&answers[3..]) {
        assert_eq!(one.ok(), other.ok());
    }
}
