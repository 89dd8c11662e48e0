//! What clients do meanwhile: they play games by their states, and measure how long each answer takes.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::replica::Replica;

/// How many clients there are for each replica.
const CLIENTS: usize = 3;
/// How long each client thinks.
const PAUSE: Duration = Duration::from_millis(2);

/// How long the answers of an operation took.
#[derive(Debug, Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    /// What 99 of 100 took at most.
    pub(crate) fn p99(&self) -> Duration {
        let mut times = self.0.clone();
        times.sort_unstable();
        times[times.len() * 99 / 100]
    }
}

/// The operations that must not be slow, whatever Redis does.
#[derive(Debug, Default)]
pub(crate) struct Traffic {
    pub(crate) legal_moves: Times,
    pub(crate) apply: Times,
}

/// Lets clients play on every replica for a while; none of their requests may fail.
pub(crate) async fn run(replicas: &[Replica], time: Duration) -> Traffic {
    let end = Instant::now() + time;
    let clients = replicas.iter().flat_map(|replica| (0..CLIENTS).map(move |seed| (replica, seed as u64)));
    let all = join_all(clients.map(|(replica, seed)| play(replica, seed, end))).await;
    let mut traffic = Traffic::default();
    for Traffic { legal_moves, apply } in all {
        traffic.legal_moves.0.extend(legal_moves.0);
        traffic.apply.0.extend(apply.0);
    }
    traffic
}

async fn play(replica: &Replica, seed: u64, end: Instant) -> Traffic {
    let mut traffic = Traffic::default();
    let mut game = new_game(seed);
    for number in 0.. {
        if Instant::now() >= end {
            break;
        }
        let listed = timed(replica, "/v1/legal-moves", &game, &mut traffic.legal_moves).await;
        let moves = listed["legal_moves"].as_array().expect("there are moves, or none");
        game = if moves.is_empty() {
            new_game(seed + number)
        } else {
            let action = &moves[number as usize * 7 % moves.len()]["notation"];
            let request = json!({"state": listed["state"], "action": action});
            let applied = timed(replica, "/v1/apply", &request, &mut traffic.apply).await;
            json!({"state": applied["state"]})
        };
        sleep(PAUSE).await;
    }
    traffic
}

/// A game that no other test plays.
pub(crate) fn new_game(seed: u64) -> Value {
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().expect("it is later than 1970").as_nanos();
    let number = (now as u64 ^ seed << 32) % 400_000;
    json!({"position": format!("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 {}", number + 1),
        "ruleset": {"ply_limit": null}})
}

async fn timed(replica: &Replica, path: &str, request: &Value, times: &mut Times) -> Value {
    let start = Instant::now();
    let (status, body) = replica.post(path, request).await;
    times.0.push(start.elapsed());
    assert_eq!(status, 200, "{path} {request}: {body}");
    body
}
