//! What a client may ask for, where a server limits that: who counts as one, what is counted, and what is told.

use std::fs;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use reqwest::Method;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::client::{Answer, Api, GAME_OPERATIONS, JSON, Problem, query, send};

const RATE_LIMITED: Problem<'static> = Problem::new(429, "rate_limited");
const LEGAL_MOVES: &str = "/v1/legal-moves";
const BOT_MOVE: &str = "/v1/bot-move";
const FORWARDED_FOR: &str = "x-forwarded-for";
const API_KEY: &str = "x-api-key";

/// A server that lets a client make so many requests in a day, of each kind.
fn limited(rules: u32, searches: u32, more: &[&str]) -> Api {
    let (rules, searches) = (format!("{rules}/24h"), format!("{searches}/24h"));
    let limits = ["--rate-limit-rules", &rules, "--rate-limit-searches", &searches];
    Api::with(&[&limits[..], more].concat())
}

/// Asks what costs a request of the budget of the rules.
async fn ask(api: &Api, headers: &[(&str, &str)]) -> Answer {
    let request = api.request(Method::GET, LEGAL_MOVES);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    send(request, format!("{headers:?}")).await
}

/// Asks until there is a refusal; says how often there was none.
async fn spend(api: &Api, headers: &[(&str, &str)]) -> usize {
    for spent in 0..100 {
        let answer = ask(api, headers).await;
        if answer.status != 200 {
            answer.assert_problem(&RATE_LIMITED);
            return spent;
        }
    }
    panic!("there is no limit")
}

/// The number that a field gives for a parameter.
#[track_caller]
fn number(answer: &Answer, field: &str, budget: &str, parameter: &str) -> u32 {
    let rest = answer.header(field).strip_prefix(&format!("\"{budget}\""));
    let mut parameters = rest.unwrap_or_else(|| panic!("no {budget} in {answer:?}")).split(';').skip(1);
    let number = parameters.find_map(|text| text.strip_prefix(parameter)?.strip_prefix('='));
    number.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no {parameter} in {answer:?}"))
}

/// Checks that nothing is told of budgets.
#[track_caller]
fn assert_not_counted(answer: &Answer) {
    assert!(!answer.headers.keys().any(|name| name.as_str().starts_with("ratelimit")), "{answer:?}");
}

#[tokio::test]
async fn each_budget_is_spent_by_its_operations_and_told_with_every_answer() {
    let api = limited(100, 100, &[]);
    let state = api.post(LEGAL_MOVES, &json!({})).await.ok()["state"].clone();
    let state = format!("/v1/states/{}", state.as_str().expect("an id is text"));
    let (mut rules, mut searches) = (99, 100);
    let mut check = |answer: &Answer, path: &str| {
        let is_search = ["/v1/bot-move", "/v1/analysis"].iter().any(|search| path.starts_with(search));
        let (budget, left) = if is_search { ("searches", &mut searches) } else { ("rules", &mut rules) };
        *left -= 1;
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(answer.header("ratelimit-policy"), format!("\"{budget}\";q=100;w=86400"), "{path}");
        assert_eq!(number(answer, "ratelimit", budget, "r"), *left, "{path}");
        let next = number(answer, "ratelimit", budget, "t");
        assert!((1..=864).contains(&next), "{next} s of {path}");
    };
    for (path, body) in GAME_OPERATIONS {
        check(&api.post_text(path, body).await, path);
        check(&api.post_text(path, body).await, path);
    }
    for path in
        [LEGAL_MOVES, "/v1/explain?action=a3a4", "/v1/bot-move?level=1", "/v1/analysis?depth=1", &state]
    {
        check(&api.get(path).await, path);
        check(&send(api.request(Method::HEAD, path), path.to_owned()).await, path);
    }
    let events = api.request(Method::GET, "/v1/analysis?depth=1").header(ACCEPT, "text/event-stream");
    check(&send(events, "events".to_owned()).await, "/v1/analysis");
}

#[tokio::test]
async fn a_budget_that_is_spent_leaves_the_other_alone() {
    let api = limited(2, 1, &[]);
    api.post(BOT_MOVE, &json!({"level": 1})).await.ok();
    let refused = api.post("/v1/analysis", &json!({"limits": {"depth": 1}})).await;
    let problem = refused.assert_problem(&RATE_LIMITED);
    assert_eq!(problem["title"], "Too many requests");
    assert_eq!(refused.header("ratelimit-policy"), r#""searches";q=1;w=86400"#);
    assert_eq!(number(&refused, "ratelimit", "searches", "r"), 0);
    for seconds in [&problem["retry_after"].to_string(), refused.header("retry-after")] {
        assert_eq!(seconds, number(&refused, "ratelimit", "searches", "t").to_string());
    }
    assert!((86_000..=86_400).contains(&problem["retry_after"].as_u64().unwrap_or_default()), "{problem}");
    assert_eq!(spend(&api, &[]).await, 2);
    assert_eq!(spend(&api, &[]).await, 0);
}

#[tokio::test]
async fn without_a_quota_nothing_is_counted() {
    let api = Api::with(&["--rate-limit-searches", "1/24h"]);
    for _ in 0..5 {
        let answer = ask(&api, &[]).await;
        answer.ok();
        assert_not_counted(&answer);
    }
    api.post(BOT_MOVE, &json!({"level": 1})).await.ok();
    api.post(BOT_MOVE, &json!({"level": 1})).await.assert_problem(&RATE_LIMITED);
}

#[tokio::test]
async fn whoever_waits_as_told_is_let_through_again() {
    let api = Api::with(&["--rate-limit-rules", "2/4s"]);
    for _ in 0..2 {
        spend(&api, &[]).await;
        let refused = ask(&api, &[]).await;
        refused.assert_problem(&RATE_LIMITED);
        let seconds: u64 = refused.header("retry-after").parse().expect("it is a number of seconds");
        assert!((1..=2).contains(&seconds), "{seconds}");
        sleep(Duration::from_secs(seconds)).await;
        ask(&api, &[]).await.ok();
    }
}

#[tokio::test]
async fn each_address_is_a_client() {
    let api = limited(1, 1, &[]);
    let request = json!({});
    let ask_from = |last| api.post_from(IpAddr::from([127, 0, 0, last]), LEGAL_MOVES, &request);
    for last in [1, 2] {
        ask_from(last).await.ok();
    }
    for last in [1, 2] {
        ask_from(last).await.assert_problem(&RATE_LIMITED);
    }
}

#[tokio::test]
async fn whom_a_proxy_asks_for_counts_if_it_is_trusted() {
    let trusting = limited(2, 1, &["--trusted-proxies", "10.0.0.0/8,127.0.0.1"]);
    for client in ["198.51.100.7", "198.51.100.8", "1.2.3.4, 198.51.100.9, 10.1.2.3", "2001:db8::1"] {
        assert_eq!(spend(&trusting, &[(FORWARDED_FOR, client)]).await, 2, "{client}");
    }
    for same in ["198.51.100.7", "1.2.3.4, 198.51.100.7", "198.51.100.7:81, 10.1.2.3", "2001:db8::2:2"] {
        assert_eq!(spend(&trusting, &[(FORWARDED_FOR, same)]).await, 0, "{same}");
    }
    let several = [(FORWARDED_FOR, "1.2.3.4"), (FORWARDED_FOR, "198.51.100.8"), (FORWARDED_FOR, "10.1.2.3")];
    assert_eq!(spend(&trusting, &several).await, 0);
    assert_eq!(spend(&trusting, &[(FORWARDED_FOR, "2001:db8:0:1::1")]).await, 2, "another network");
    assert_eq!(spend(&trusting, &[("forwarded", "for=198.51.100.77")]).await, 2, "the proxy itself");
    assert_eq!(spend(&trusting, &[(FORWARDED_FOR, "garbage")]).await, 0, "the proxy as well");
}

#[tokio::test]
async fn whom_a_stranger_asks_for_does_not_count() {
    for arguments in [&[][..], &["--trusted-proxies", ""], &["--trusted-proxies", "127.0.0.2,10.0.0.0/8"]] {
        let api = limited(2, 1, arguments);
        assert_eq!(spend(&api, &[(FORWARDED_FOR, "198.51.100.7")]).await, 2);
        assert_eq!(spend(&api, &[(FORWARDED_FOR, "198.51.100.8")]).await, 0);
        assert_eq!(spend(&api, &[]).await, 0);
    }
}

/// A file of keys, which ends with the value.
struct Keys(PathBuf);

impl Keys {
    fn new(name: &str, lines: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, lines).expect("the folder can be written to");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the path is text")
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[tokio::test]
async fn a_key_is_a_client_wherever_it_is_with_more_to_spend() {
    let keys = Keys::new("keys", "# keys\nann ann-0123456789-ann 3\nbob bob-0123456789-bob # no factor\n");
    let api = limited(2, 1, &["--api-keys-file", keys.path(), "--trusted-proxies", "127.0.0.1"]);
    let (ann, bob) = ((API_KEY, "ann-0123456789-ann"), (API_KEY, "bob-0123456789-bob"));
    assert_eq!(ask(&api, &[ann]).await.header("ratelimit-policy"), r#""rules";q=6;w=86400"#);
    assert_eq!(spend(&api, &[ann, (FORWARDED_FOR, "198.51.100.7")]).await, 5);
    assert_eq!(spend(&api, &[ann, (FORWARDED_FOR, "198.51.100.8")]).await, 0);
    assert_eq!(spend(&api, &[bob]).await, 2);
    assert_eq!(spend(&api, &[(API_KEY, "eve-0123456789-eve")]).await, 2, "no key of ours, so an address");
    assert_eq!(spend(&api, &[]).await, 0, "that one");
}

/// Makes every mistake that a client can make; gives back the answers, each with the status it is to have.
async fn ask_badly(api: &Api) -> Vec<(Answer, u16)> {
    let mut answers = Vec::new();
    for (path, body) in GAME_OPERATIONS {
        answers.extend(post_badly(api, path, body).await);
    }
    let own = [(LEGAL_MOVES, "?"), (BOT_MOVE, "?"), ("/v1/analysis", "?"), ("/v1/explain", "?action=a3a4&")];
    for (path, own) in own {
        answers.push((api.get(&format!("{path}{own}nope=1")).await, 400));
        answers.push((api.get(&format!("{path}{own}{}", query(&unknown()))).await, 404));
        answers.push((api.get(&format!("{path}{own}{}", query(&illegal()))).await, 422));
    }
    answers.push((api.post("/v1/apply", &json!({"action": "a3a5"})).await, 422));
    answers.push((api.post(LEGAL_MOVES, &json!({"from": [9, 9]})).await, 422));
    answers.push((api.get("/v1/states/nope").await, 404));
    answers.push((api.get("/nope").await, 404));
    answers
}

fn unknown() -> Value {
    json!({"state": "0".repeat(48)})
}

fn illegal() -> Value {
    json!({"moves": ["a3a5"]})
}

async fn post_badly(api: &Api, path: &str, body: &'static str) -> Vec<(Answer, u16)> {
    let with = |game: Value| {
        let mut request: Value = serde_json::from_str(body).expect("it is JSON");
        for (name, value) in game.as_object().expect("it is an object") {
            request[name] = value.clone();
        }
        request
    };
    let ask = |method, content_type, accept| {
        let request = api.request(method, path).header(CONTENT_TYPE, content_type).header(ACCEPT, accept);
        send(request.body(body), format!("{path} {content_type} {accept}"))
    };
    let mut answers = vec![
        (api.post_text(path, "{").await, 400),
        (api.post_text(path, r#"{"nope": 1}"#).await, 400),
        (api.post(path, &with(unknown())).await, 404),
        (ask(Method::PUT, JSON, "*/*").await, 405),
        (ask(Method::POST, JSON, "text/html").await, 406),
        (api.post_text(path, " ".repeat(200_000)).await, 413),
        (ask(Method::POST, "text/plain", "*/*").await, 415),
        (api.post(path, &with(illegal())).await, 422),
    ];
    if ["/v1/apply", BOT_MOVE, "/v1/analysis"].contains(&path) {
        answers.push((api.post(path, &with(json!({"position": "3R3/7/7/7/7/7/7/7/r6 b"}))).await, 422));
    }
    answers
}

#[tokio::test]
async fn bad_input_is_never_counted_and_never_limited() {
    let api = limited(1, 1, &[]);
    for has_spent in [false, true] {
        for (answer, status) in ask_badly(&api).await {
            assert_eq!(answer.status, status, "{has_spent} {answer:?}");
            assert_not_counted(&answer);
        }
        assert_eq!(spend(&api, &[]).await, usize::from(!has_spent));
        let status = api.post(BOT_MOVE, &json!({"level": 1})).await.status;
        assert_eq!(status, if has_spent { 429 } else { 200 });
    }
}

#[tokio::test]
async fn what_is_no_operation_is_never_counted_and_never_limited() {
    let api = limited(1, 1, &[]);
    for left in [1, 0] {
        for path in ["/", "/docs/", "/openapi.json", "/metrics", "/health/live", "/health/ready"] {
            for _ in 0..3 {
                let answer = api.get(path).await;
                assert!(answer.status < 400, "{answer:?}");
                assert_not_counted(&answer);
            }
        }
        for (path, _) in GAME_OPERATIONS {
            let preflight = api.request(Method::OPTIONS, path).header("origin", "https://example.org");
            let answer =
                send(preflight.header("access-control-request-method", "POST"), path.to_owned()).await;
            assert!((200..300).contains(&answer.status), "{answer:?}");
            assert_not_counted(&answer);
        }
        assert_eq!(spend(&api, &[]).await, left);
    }
}

/// As long as a search may last; no two of these are equal.
fn slow(number: usize) -> Value {
    json!({"limits": {"depth": 60, "nodes": 10_000_000 - number, "time_ms": 10_000}})
}

#[tokio::test]
async fn a_failure_after_spending_tells_how_the_client_stands() {
    const ASKED: usize = 20;
    let api = limited(1, 100, &["--searches", "1"]);
    let requests: Vec<Value> = (0..ASKED).map(slow).collect();
    let mut searches: FuturesUnordered<_> =
        requests.iter().map(|request| api.post(BOT_MOVE, request)).collect();
    let refused = timeout(Duration::from_secs(6), searches.next()).await.expect("one is refused at once");
    let refused = refused.expect("there are more");
    refused.assert_problem(&Problem::new(503, "overloaded"));
    assert!((100 - ASKED as u32..100).contains(&number(&refused, "ratelimit", "searches", "r")));
    assert_eq!(refused.header("ratelimit-policy"), r#""searches";q=100;w=86400"#);
}

#[tokio::test]
async fn the_queue_of_searches_is_fair_to_those_behind_a_proxy() {
    let api = Api::with(&["--searches", "1", "--trusted-proxies", "127.0.0.1"]);
    let ask = |client: &'static str, body: Value| {
        send(api.request(Method::POST, BOT_MOVE).header(FORWARDED_FOR, client).json(&body), client.to_owned())
    };
    let mut greedy: FuturesUnordered<_> = (0..18).map(|number| ask("198.51.100.7", slow(number))).collect();
    let overloaded = Problem::new(503, "overloaded");
    greedy.next().await.expect("there are more").assert_problem(&overloaded);
    tokio::select! {
        refused = greedy.next() => drop(refused.expect("there are more").assert_problem(&overloaded)),
        answer = ask("198.51.100.8", json!({"limits": {"depth": 1}})) => panic!("the newcomer is to wait: {answer:?}"),
        () = sleep(Duration::from_secs(6)) => panic!("nobody made room"),
    }
}

#[tokio::test]
async fn what_became_of_requests_is_measured() {
    let api = limited(2, 1, &[]);
    spend(&api, &[]).await;
    let metrics = api.get("/metrics").await.text();
    for (outcome, count) in [("passed", 2), ("refused", 1), ("unchecked", 0)] {
        let line = format!("jungle_rate_limits_total{{budget=\"rules\",outcome=\"{outcome}\"}} {count}\n");
        assert!(metrics.contains(&line), "no {line} in {metrics}");
    }
}
