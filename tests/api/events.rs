//! Analyses that come bit by bit, as server-sent events.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::client::{Api, JSON, Problem, send};

const PATH: &str = "/v1/analysis";
const EVENTS: &str = "text/event-stream";
/// Far more than what is quick takes, far less than what is slow.
const SOON: Duration = Duration::from_secs(6);

/// What comes over a stream, until the connection ends.
struct Stream {
    response: Response,
    unread: String,
}

/// One piece of a stream.
#[derive(Clone, Debug, PartialEq)]
enum Block {
    Comment,
    Event { id: String, name: String, data: Value },
}

impl Stream {
    async fn open(api: &Api, request: &Value) -> Self {
        let asked = api.request(Method::POST, PATH).header(ACCEPT, EVENTS).json(request);
        let response = timeout(SOON, asked.send()).await.expect("headers come at once");
        let response = response.expect("the server answers");
        assert_eq!(response.status(), 200);
        Self { response, unread: String::new() }
    }

    fn headers(&self) -> &HeaderMap {
        self.response.headers()
    }

    /// The next piece, if there is one.
    async fn next(&mut self) -> Option<Block> {
        loop {
            if let Some(end) = self.unread.find("\n\n") {
                let block: String = self.unread.drain(..end + 2).collect();
                return Some(read(&block));
            }
            let chunk = self.response.chunk().await.expect("the connection stays whole");
            let Some(chunk) = chunk else {
                assert_eq!(self.unread, "", "a stream ends with a whole event");
                return None;
            };
            self.unread.push_str(std::str::from_utf8(&chunk).expect("events are sent whole"));
        }
    }

    /// The events that are left.
    async fn rest(&mut self) -> Vec<Block> {
        let mut blocks = Vec::new();
        while let Some(block) = self.next().await {
            blocks.extend((block != Block::Comment).then_some(block));
        }
        blocks
    }
}

fn read(block: &str) -> Block {
    if block.starts_with(':') {
        return Block::Comment;
    }
    let lines: Vec<(&str, &str)> = block.lines().filter_map(|line| line.split_once(": ")).collect();
    match lines[..] {
        [("id", id), ("event", name), ("data", data)] => Block::Event {
            id: id.to_owned(),
            name: name.to_owned(),
            data: serde_json::from_str(data).expect("data is JSON"),
        },
        _ => panic!("{block}"),
    }
}

/// As long as an analysis may last; no two of these are equal.
fn endless(number: usize) -> Value {
    json!({"limits": {"depth": 60}, "ruleset": {"ply_limit": 9_000 + number}})
}

#[tokio::test]
async fn every_depth_is_told_and_at_last_the_whole_answer() {
    let api = Api::start();
    let request = json!({"moves": ["a3a4"], "limits": {"depth": 5}, "lines": 2});
    let answer = api.post(PATH, &request).await.ok();
    let mut stream = Stream::open(&api, &request).await;
    for (name, value) in [("content-type", EVENTS), ("cache-control", "no-store"), ("vary", "accept")] {
        assert_eq!(stream.headers()[name], value);
    }
    let events = stream.rest().await;
    assert_eq!(events.len(), 6, "{events:?}");
    for (i, event) in events.iter().enumerate() {
        let Block::Event { id, name, data } = event else { panic!("{event:?}") };
        assert_eq!(*id, (i + 1).to_string());
        if i < 5 {
            assert_eq!(
                (&name[..], &data["depth"], data.as_object().map(serde_json::Map::len)),
                ("depth", &json!(i + 1), Some(4))
            );
            assert_eq!(data["lines"].as_array().map(Vec::len), Some(2));
        } else {
            assert_eq!((&name[..], data), ("done", &answer));
        }
    }
    let Block::Event { data: last, .. } = &events[4] else { panic!("{events:?}") };
    for field in ["lines", "depth", "nodes", "source"] {
        assert_eq!(last[field], answer[field]);
    }
}

#[tokio::test]
async fn an_address_is_streamed_as_well() {
    let api = Api::start();
    let asked = |accept| api.request(Method::GET, "/v1/analysis?depth=3").header(ACCEPT, accept);
    let answer = send(asked(JSON), String::new()).await;
    assert_eq!(answer.header("vary"), "accept");
    let response = asked(EVENTS).header("last-event-id", "2").send().await.expect("the server answers");
    let events = Stream { response, unread: String::new() }.rest().await;
    assert_eq!(events.len(), 4, "it starts anew");
    assert_eq!(events[3], Block::Event { id: "4".into(), name: "done".into(), data: answer.ok() });
}

#[tokio::test]
async fn events_come_when_they_happen_and_comments_between_them() {
    let api = Api::start();
    let mut stream = Stream::open(&api, &endless(0)).await;
    for depth in 1..=3 {
        let block = timeout(SOON, stream.next()).await.expect("the first depths come soon");
        assert!(matches!(block, Some(Block::Event { data, .. }) if data["depth"] == depth));
    }
    // Sooner or later a depth takes longer than the server is silent.
    while stream.next().await.expect("the search goes on") != Block::Comment {}
}

#[tokio::test]
async fn comments_come_while_a_search_waits() {
    let api = Api::with_one_search();
    let mut first = Stream::open(&api, &endless(0)).await;
    first.next().await.expect("it has begun");
    let mut second = Stream::open(&api, &endless(1)).await;
    for _ in 0..2 {
        let block = timeout(SOON, second.next()).await.expect("a comment comes soon");
        assert_eq!(block, Some(Block::Comment));
    }
    drop(first);
    let begun = async { while second.next().await.expect("the search goes on") == Block::Comment {} };
    timeout(SOON, begun).await.expect("its turn has come");
}

#[tokio::test]
async fn a_stream_shares_a_search_with_who_wants_the_answer_alone() {
    let api = Api::with_one_search();
    let request = json!({"limits": {"time_ms": 2_500}, "moves": ["a3a4"]});
    let mut early = Stream::open(&api, &request).await;
    while !matches!(early.next().await, Some(Block::Event { data, .. }) if data["depth"] == 3) {}
    let (answer, late) =
        tokio::join!(api.post(PATH, &request), async { Stream::open(&api, &request).await.rest().await });
    let rest = early.rest().await;
    assert_eq!(late[3..], rest, "who came late is told the same");
    // No two searches that only time ends visit as many positions.
    assert!(matches!(rest.last(), Some(Block::Event { data, .. }) if *data == answer.ok()));
}

#[tokio::test]
async fn a_failure_after_the_start_is_an_event() {
    const WAITING: usize = 16;
    let api = Api::with_one_search();
    let mut running = Stream::open(&api, &endless(0)).await;
    running.next().await.expect("it has begun");
    let requests: Vec<Value> = (1..WAITING).map(endless).collect();
    let mut waiting: FuturesUnordered<_> =
        requests.iter().map(|request| Stream::open(&api, request)).collect();
    let mut streams = Vec::new();
    while let Some(stream) = waiting.next().await {
        streams.push(stream);
    }
    let mut latest = Stream::open(&api, &endless(WAITING)).await;
    let id = latest.headers()["x-request-id"].clone();
    let request = endless(WAITING + 1);
    let events = tokio::select! {
        events = latest.rest() => events,
        answer = api.post_from([127, 0, 0, 2].into(), PATH, &request) => panic!("it is to wait: {answer:?}"),
    };
    let [Block::Event { id: place, name, data }] = &events[..] else { panic!("{events:?}") };
    assert_eq!((&place[..], &name[..]), ("1", "problem"));
    assert_eq!((&data["code"], &data["status"]), (&json!("overloaded"), &json!(503)));
    assert_eq!(data["instance"], id.to_str().expect("headers are ASCII"));
    assert!(data["retry_after"].as_u64().is_some_and(|seconds| (1..=60).contains(&seconds)), "{data}");
}

#[tokio::test]
async fn a_failure_before_the_start_is_a_problem_as_always() {
    let api = Api::with_one_search();
    let ask = async |body: &str| {
        let request = api.request(Method::POST, PATH).header(ACCEPT, EVENTS).header(CONTENT_TYPE, JSON);
        send(request.body(body.to_owned()), body.to_owned()).await
    };
    let cases = [
        (r#"{"lines": 9}"#, Problem::malformed(Some("/lines"))),
        (r#"{"state": "x"}"#, Problem::new(404, "state_not_found").at("/state")),
        (r#"{"moves": ["a3a5"]}"#, Problem::illegal("/moves/0", "not_a_step")),
        (r#"{"position": "3R3/7/7/7/7/7/7/7/r6 b"}"#, Problem::new(422, "game_over")),
    ];
    for (body, problem) in &cases {
        ask(body).await.assert_problem(problem);
    }
    // One more than are let in.
    let requests: Vec<String> = (0..18).map(|number| endless(number).to_string()).collect();
    let mut searches: FuturesUnordered<_> = requests.iter().map(|request| ask(request)).collect();
    let refused = timeout(SOON, searches.next()).await.expect("it is refused at once");
    refused.expect("there are more").assert_problem(&Problem::new(503, "overloaded"));
}

#[tokio::test]
async fn the_accept_header_decides() {
    let api = Api::start();
    let cases = [
        ("", JSON),
        ("*/*", JSON),
        ("application/json", JSON),
        ("application/*", JSON),
        ("application/json, text/event-stream", JSON),
        ("text/event-stream, application/json", JSON),
        ("text/*, application/*", JSON),
        ("text/event-stream;q=0.5, */*", JSON),
        ("text/event-stream;q=0, */*", JSON),
        ("text/event-stream;q=0.2, application/json;q=0.3", JSON),
        ("text/event-stream", EVENTS),
        ("Text/Event-Stream; charset=utf-8", EVENTS),
        ("text/*", EVENTS),
        ("text/event-stream, */*", EVENTS),
        ("text/event-stream, */*;q=0.1", EVENTS),
        ("text/event-stream, application/json;q=0.9", EVENTS),
        ("text/*;q=0.3, application/*;q=0.2", EVENTS),
        ("application/json;q=0, */*", EVENTS),
        ("application/json;q=0.499, text/event-stream;q=.5", EVENTS),
        ("text/html, text/event-stream;q=0.001", EVENTS),
    ];
    let ask = async |accept: &str| {
        let request = api.request(Method::GET, "/v1/analysis?depth=1").header(ACCEPT, accept);
        send(request, accept.to_owned()).await
    };
    for (accept, expected) in cases {
        let answer = ask(accept).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, expected), "{accept}");
    }
    for accept in
        ["text/html", "text/event-stream;q=0", "application/json;q=0, text/event-stream;q=0.000", "*/*;q=0"]
    {
        ask(accept).await.assert_problem(&Problem::new(406, "not_acceptable"));
    }
    let two = [JSON, "text/html"].map(|accept| (ACCEPT, accept.parse().expect("it is a header")));
    let request = api.request(Method::GET, "/v1/analysis?depth=1").headers(two.into_iter().collect());
    send(request, "two headers".to_owned()).await.ok();
}
