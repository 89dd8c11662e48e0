//! Whatever happens to Redis, no request fails, none gets slow, and sharing goes on soon after it is back.

use std::collections::VecDeque;
use std::io::Read;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tokio::join;
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::sleep;

use crate::redis_server::{Redis, free_port};
use crate::replica::Replica;
use crate::traffic;

/// How much slower an operation may get, at the 99th percentile.
const SLOWER: Duration = Duration::from_millis(60);
/// How soon replicas share again.
const SOON: Duration = Duration::from_secs(2);
const OUTAGE: Duration = Duration::from_secs(2);
/// How long after the beginning of the traffic it happens.
const BEFORE: Duration = Duration::from_millis(300);

/// Held by tests that measure times, or keep the machine busy, so that one does not disturb another.
static ALONE: Mutex<()> = Mutex::const_new(());

pub(crate) async fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().await
}

/// Lets clients play on replicas that share a Redis and on one that knows of none, and compares how long they wait.
///
/// At the same time, since a busy machine makes both slow.
pub(crate) async fn assert_no_slower(replicas: &[Replica], time: Duration) {
    let other = [Replica::alone()];
    let (outage, normal) = join!(traffic::run(replicas, time), traffic::run(&other, time));
    let pairs =
        [("legal-moves", outage.legal_moves, normal.legal_moves), ("apply", outage.apply, normal.apply)];
    for (name, outage, normal) in pairs {
        let (slow, usual) = (outage.p99(), normal.p99());
        assert!(slow < usual + SLOWER, "{name}: {slow:?} in place of {usual:?}");
    }
}

/// Waits until what one replica keeps is known to the other, whatever its key; says how long that took.
///
/// Of the latest tries a few may be missed: a busy machine is late now and then, and what is late is a miss.
pub(crate) async fn wait_until_shared(replicas: &[Replica; 2]) -> Duration {
    const LATEST: usize = 20;
    const ENOUGH: usize = 17;
    let start = Instant::now();
    let mut latest = VecDeque::from([false; LATEST]);
    for seed in 0.. {
        let game = traffic::new_game(seed + 77);
        let state = Replica::ok(replicas[0].post("/v1/legal-moves", &game).await)["state"].clone();
        let path = format!("/v1/states/{}", state.as_str().expect("an id is text"));
        let (status, problem) = replicas[1].get(&path).await;
        assert!(status == 200 || problem["code"] == "state_not_found", "{problem}");
        latest.pop_front();
        latest.push_back(status == 200);
        let is_shared = latest.iter().filter(|is_shared| **is_shared).count() >= ENOUGH;
        if is_shared || start.elapsed() > 2 * SOON {
            break;
        }
    }
    start.elapsed()
}

/// Lets something happen to Redis while there is traffic, and makes it good again.
async fn survive(
    url: &str,
    redis: &mut Redis,
    happen: impl FnOnce(&mut Redis),
    mend: impl FnOnce(&mut Redis),
) {
    let replicas = [Replica::start(url), Replica::start(url)];
    wait_until_shared(&replicas).await;
    join!(assert_no_slower(&replicas, OUTAGE), async {
        sleep(BEFORE).await;
        happen(redis);
    });
    mend(redis);
    assert_shared_soon(&replicas).await;
}

async fn assert_shared_soon(replicas: &[Replica; 2]) {
    let (_, time) = join!(traffic::run(replicas, SOON), wait_until_shared(replicas));
    assert!(time < SOON, "it took {time:?}");
}

#[tokio::test]
async fn redis_may_be_killed_and_come_back_empty() {
    let _alone = alone().await;
    let mut redis = Redis::start();
    survive(&redis.url(), &mut redis, Redis::kill, Redis::restart).await;
}

#[tokio::test]
async fn redis_may_restart_empty_at_once() {
    let _alone = alone().await;
    let mut redis = Redis::start();
    let restart = |redis: &mut Redis| {
        redis.kill();
        redis.restart();
    };
    survive(&redis.url(), &mut redis, restart, |_| ()).await;
}

#[tokio::test]
async fn redis_may_stand_still() {
    let _alone = alone().await;
    let mut redis = Redis::start();
    survive(&redis.url(), &mut redis, |redis| redis.signal("STOP"), |redis| redis.signal("CONT")).await;
}

#[tokio::test]
async fn redis_may_be_full() {
    let _alone = alone().await;
    let mut redis = Redis::start();
    let fill = |redis: &mut Redis| {
        redis.ask::<String>(&["CONFIG", "SET", "maxmemory-policy", "noeviction"]);
        redis.ask::<String>(&["CONFIG", "SET", "maxmemory", "1"]);
        let refused = redis.try_to_ask::<String>(&["SET", "a", "b"]).expect_err("there is no room");
        assert_eq!(refused.code(), Some("OOM"));
    };
    let empty = |redis: &mut Redis| {
        redis.ask::<String>(&["CONFIG", "SET", "maxmemory", "0"]);
    };
    survive(&redis.url(), &mut redis, fill, empty).await;
}

#[tokio::test]
async fn redis_may_hold_anything_under_our_keys() {
    let _alone = alone().await;
    let redis = Redis::start();
    let replicas = [Replica::start(&redis.url()), Replica::start(&redis.url())];
    wait_until_shared(&replicas).await;
    let ((), spoiled) = join!(assert_no_slower(&replicas, OUTAGE), spoil(&redis, &replicas, OUTAGE));
    assert!(spoiled > 20, "{spoiled} of them were read");
    assert_shared_soon(&replicas).await;
}

/// Writes over states for a while, and asks for them; says how many were found to be wrong.
async fn spoil(redis: &Redis, replicas: &[Replica; 2], time: Duration) -> usize {
    let end = Instant::now() + time;
    let mut spoiled = 0;
    while Instant::now() < end {
        let mut keys: Vec<String> = redis.ask(&["KEYS", "jungle:state:*"]);
        keys.truncate(10);
        for (number, key) in keys.iter().enumerate() {
            redis.ask::<u32>(&["DEL", key]);
            match number % 3 {
                0 => redis.ask::<()>(&["SET", key, "garbage"]),
                1 => redis.ask::<()>(&["RPUSH", key, "a list"]),
                _ => redis.ask::<()>(&[
                    "SET",
                    key,
                    "1 standard l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1 ",
                ]),
            }
            let id = key.strip_prefix("jungle:state:").expect("it was asked for so");
            for replica in replicas {
                // One of them may have it in memory.
                let (status, problem) = replica.get(&format!("/v1/states/{id}")).await;
                assert!(status == 200 || problem["code"] == "state_not_found", "{problem}");
                spoiled += usize::from(status == 404);
            }
        }
        sleep(Duration::from_millis(20)).await;
    }
    spoiled
}

#[tokio::test]
async fn redis_may_be_a_replica_that_takes_nothing() {
    let _alone = alone().await;
    let mut redis = Redis::start();
    let demote = |redis: &mut Redis| {
        redis.ask::<String>(&["REPLICAOF", "127.0.0.1", &free_port().to_string()]);
    };
    let promote = |redis: &mut Redis| {
        redis.ask::<String>(&["REPLICAOF", "NO", "ONE"]);
    };
    survive(&redis.url(), &mut redis, demote, promote).await;
}

#[tokio::test]
async fn redis_may_be_absent_at_the_start() {
    let _alone = alone().await;
    let port = free_port();
    let url = format!("redis://127.0.0.1:{port}");
    let replicas = [Replica::start(&url), Replica::start(&url)];
    assert_no_slower(&replicas, OUTAGE).await;
    replicas[0].wait_for_redis("down").await;
    let _redis = Redis::on(port, &[]);
    assert_shared_soon(&replicas).await;
    replicas[0].wait_for_redis("up").await;
}

#[tokio::test]
async fn what_accepts_and_never_answers_is_no_redis() {
    let _alone = alone().await;
    let mute = Mute::start();
    let url = format!("redis://127.0.0.1:{}", mute.port);
    let replicas = [Replica::start(&url), Replica::start(&url)];
    assert_no_slower(&replicas, OUTAGE).await;
    replicas[1].wait_for_redis("down").await;
    let port = mute.end();
    let _redis = Redis::on(port, &[]);
    assert_shared_soon(&replicas).await;
}

/// Accepts connections, and reads, and says nothing.
struct Mute {
    port: u16,
    is_over: Arc<AtomicBool>,
    thread: thread::JoinHandle<()>,
}

impl Mute {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there are ports left");
        listener.set_nonblocking(true).expect("it is a socket");
        let port = listener.local_addr().expect("it is bound").port();
        let is_over = Arc::new(AtomicBool::new(false));
        let over = is_over.clone();
        let thread = thread::spawn(move || {
            let mut connections = Vec::new();
            while !over.load(Ordering::Relaxed) {
                if let Ok((mut connection, _)) = listener.accept() {
                    let _ = connection.read(&mut [0; 64]);
                    connections.push(connection);
                }
                thread::sleep(Duration::from_millis(2));
            }
        });
        Self { port, is_over, thread }
    }

    /// Leaves the port to another.
    fn end(self) -> u16 {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.join().expect("it does not panic");
        self.port
    }
}
