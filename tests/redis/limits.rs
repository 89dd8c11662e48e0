//! Replicas that share what their clients spend, as long as there is a Redis.

use serde_json::json;

use crate::failover::Cluster;
use crate::outages::alone;
use crate::redis_server::Redis;
use crate::replica::Replica;

const UNCHECKED: &str = r#"jungle_rate_limits_total{budget="rules",outcome="unchecked"}"#;

/// A replica that lets a client make so many requests in a day, and waits for Redis for long.
fn limited(redis_url: &str, count: usize) -> Replica {
    Replica::with(&[
        "--redis-url",
        redis_url,
        "--redis-timeout",
        "5s",
        "--rate-limit-rules",
        &format!("{count}/24h"),
    ])
}

/// Whether a replica lets a request through.
async fn is_let_through(replica: &Replica) -> bool {
    let (status, body) = replica.post("/v1/legal-moves", &json!({})).await;
    assert!(status == 200 || body["code"] == "rate_limited", "{body}");
    status == 200
}

/// Asks replicas in turn until one refuses; says how many requests were let through.
async fn spend(replicas: &[Replica]) -> usize {
    for (spent, replica) in replicas.iter().cycle().enumerate().take(200) {
        if !is_let_through(replica).await {
            return spent;
        }
    }
    panic!("there is no limit")
}

/// Checks that every replica refuses.
async fn assert_spent(replicas: &[Replica]) {
    for replica in replicas {
        assert!(!is_let_through(replica).await);
    }
}

/// The only key of a budget.
fn key(redis: &Redis) -> String {
    let keys: Vec<String> = redis.ask(&["KEYS", "jungle:rate:*"]);
    assert_eq!(keys.len(), 1, "{keys:?}");
    keys[0].clone()
}

#[tokio::test]
async fn replicas_spend_from_one_budget() {
    let redis = Redis::start();
    let replicas = [(); 2].map(|()| limited(&redis.url(), 7));
    assert_eq!(spend(&replicas).await, 7);
    assert_spent(&replicas).await;
    let key = key(&redis);
    assert!(key.starts_with("jungle:rate:rules:") && !key.contains("127"), "{key}");
    let lifetime: i64 = redis.ask(&["PTTL", &key]);
    assert!((86_000_000..=86_400_001).contains(&lifetime), "{lifetime} ms");
    redis.ask::<u32>(&["DEL", &key]);
    assert_eq!(spend(&replicas).await, 7, "there is nothing that a replica remembers by itself");
}

#[tokio::test]
async fn a_redis_that_has_forgotten_the_script_is_told_again() {
    let redis = Redis::start();
    let replicas = [limited(&redis.url(), 4)];
    for _ in 0..4 {
        redis.ask::<String>(&["SCRIPT", "FLUSH"]);
        assert!(is_let_through(&replicas[0]).await);
    }
    redis.ask::<String>(&["SCRIPT", "FLUSH"]);
    assert_spent(&replicas).await;
    assert_eq!(replicas[0].metric(UNCHECKED).await, 0);
}

#[tokio::test]
async fn what_is_no_debt_is_none() {
    let redis = Redis::start();
    let replicas = [limited(&redis.url(), 3)];
    assert_eq!(spend(&replicas).await, 3);
    let key = key(&redis);
    for garbage in ["", "nope", "nan", "inf", "-inf", "1e300", "-1", "99999999999999999"] {
        redis.ask::<()>(&["SET", &key, garbage]);
        assert_eq!(spend(&replicas).await, 3, "{garbage}");
        assert!(redis.ask::<i64>(&["PTTL", &key]) > 0, "{garbage}");
    }
    redis.ask::<u32>(&["DEL", &key]);
    redis.ask::<u32>(&["RPUSH", &key, "a list"]);
    assert_eq!(spend(&replicas).await, 3);
    assert_eq!(replicas[0].metric(UNCHECKED).await, 0);
}

#[tokio::test]
async fn without_redis_everything_is_let_through_and_then_counted_again() {
    let _alone = alone().await;
    let mut redis = Redis::start();
    let replicas = [(); 2].map(|()| limited(&redis.url(), 4));
    assert_eq!(spend(&replicas).await, 4);
    redis.kill();
    for replica in &replicas {
        for _ in 0..20 {
            assert!(is_let_through(replica).await);
        }
        assert!(replica.metric(UNCHECKED).await >= 20);
        replica.wait_for_redis("down").await;
    }
    redis.restart();
    for replica in &replicas {
        replica.wait_for_redis("up").await;
    }
    assert_eq!(spend(&replicas).await, 4);
    assert_spent(&replicas).await;
}

#[tokio::test]
async fn a_redis_that_takes_nothing_lets_everything_through() {
    let redis = Redis::start();
    let replicas = [limited(&redis.url(), 2)];
    assert_eq!(spend(&replicas).await, 2);
    let key = key(&redis);
    redis.ask::<u32>(&["DEL", &key]);
    redis.ask::<String>(&["CONFIG", "SET", "maxmemory-policy", "noeviction"]);
    redis.ask::<String>(&["CONFIG", "SET", "maxmemory", "1"]);
    for _ in 0..5 {
        assert!(is_let_through(&replicas[0]).await);
    }
    redis.ask::<String>(&["CONFIG", "SET", "maxmemory", "0"]);
    assert_eq!(spend(&replicas).await, 2);
}

#[tokio::test]
async fn a_cluster_counts_as_well() {
    let _alone = alone().await;
    let cluster = Cluster::start();
    let replicas = [(); 2].map(|()| limited(&cluster.url(), 5));
    assert_eq!(spend(&replicas).await, 5);
    assert_spent(&replicas).await;
}
