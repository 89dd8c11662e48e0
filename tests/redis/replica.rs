use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::Value;
use tokio::time::sleep;

use crate::server::{Server, command};

/// How long anything may take to come about.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server that shares a Redis, and a client that asks it.
pub(crate) struct Replica {
    pub(crate) server: Server,
    client: Client,
}

impl Replica {
    /// One that goes on without Redis as soon as it does by itself.
    pub(crate) fn start(redis_url: &str) -> Self {
        Self::with(&["--redis-url", redis_url])
    }

    /// One that waits for Redis for long, so that a busy machine makes no difference to what is shared.
    pub(crate) fn patient(redis_url: &str) -> Self {
        Self::with(&["--redis-url", redis_url, "--redis-timeout", "5s"])
    }

    pub(crate) fn alone() -> Self {
        Self::of(Server::start())
    }

    pub(crate) fn with(arguments: &[&str]) -> Self {
        Self::of(Server::spawn(command().args(["--listen", "127.0.0.1:0"]).args(arguments)))
    }

    fn of(server: Server) -> Self {
        let client = Client::builder().no_proxy().build().expect("a client needs nothing from outside");
        Self { server, client }
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let answer = self.client.post(self.server.url(path)).json(body).send().await.expect("it answers");
        (answer.status().as_u16(), answer.json().await.expect("every answer is JSON"))
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        let answer = self.client.get(self.server.url(path)).send().await.expect("it answers");
        (answer.status().as_u16(), answer.json().await.expect("every answer is JSON"))
    }

    /// The body of an answer that is to be a success.
    #[track_caller]
    pub(crate) fn ok((status, body): (u16, Value)) -> Value {
        assert_eq!(status, 200, "{body}");
        body
    }

    /// A number of `/metrics`, by its name with the labels.
    pub(crate) async fn metric(&self, name: &str) -> u64 {
        let answer = self.client.get(self.server.url("/metrics")).send().await.expect("it answers");
        let text = answer.text().await.expect("it is text");
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no {name} in {text}"))
    }

    /// Waits until the readiness says this of Redis.
    pub(crate) async fn wait_for_redis(&self, expected: &str) {
        let start = Instant::now();
        loop {
            let health = Self::ok(self.get("/health/ready").await);
            if health["redis"] == expected {
                let status = if expected == "up" { "ok" } else { "degraded" };
                assert_eq!(health["status"], status);
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{health}");
            sleep(Duration::from_millis(5)).await;
        }
    }
}
