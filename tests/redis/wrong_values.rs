//! What stands in Redis is not believed.

use serde_json::{Value, json};

use crate::redis_server::Redis;
use crate::replica::Replica;

const START: &str = "standard l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1 ";

/// A Redis with a game and an answer in it, of a replica that is gone.
async fn kept(request: &Value) -> (Redis, String, String) {
    let redis = Redis::start();
    let replica = Replica::patient(&redis.url());
    replica.wait_for_redis("up").await;
    let state =
        Replica::ok(replica.post("/v1/legal-moves", &json!({"moves": ["a3a4"]})).await)["state"].clone();
    Replica::ok(replica.post("/v1/bot-move", request).await);
    let keys: Vec<String> = redis.ask(&["KEYS", "jungle:answer:*"]);
    assert_eq!(keys.len(), 1);
    (redis, format!("jungle:state:{}", state.as_str().expect("an id is text")), keys[0].clone())
}

fn request() -> Value {
    json!({"moves": ["a3a4"], "limits": {"nodes": 2_000}})
}

#[tokio::test]
async fn a_wrong_state_is_unknown_and_deleted() {
    let (redis, key, _) = kept(&request()).await;
    let right: String = redis.ask(&["GET", &key]);
    assert_eq!(right, format!("1 {START}a3a4"));
    let id = key.strip_prefix("jungle:state:").expect("it is a state");
    let wrong = [
        String::new(),
        "garbage".to_owned(),
        right[..right.len() - 4].to_owned(),
        right[..right.len() - 1].to_owned(),
        format!("0{}", &right[1..]),
        format!("1 {START}a3b3"),
        format!("1 {START}a3a9"),
        "x".repeat(10_000_000),
    ];
    for value in &wrong {
        let replica = Replica::patient(&redis.url());
        replica.wait_for_redis("up").await;
        redis.ask::<String>(&["SET", &key, value]);
        assert_unknown(&replica, &redis, id, &key).await;
    }
    for command in [&["RPUSH", &key, "a"][..], &["HSET", &key, "a", "b"], &["SADD", &key, "a"]] {
        let replica = Replica::patient(&redis.url());
        replica.wait_for_redis("up").await;
        redis.ask::<u32>(command);
        assert_unknown(&replica, &redis, id, &key).await;
    }
}

async fn assert_unknown(replica: &Replica, redis: &Redis, id: &str, key: &str) {
    let (status, problem) = replica.get(&format!("/v1/states/{id}")).await;
    assert_eq!((status, problem["code"].as_str()), (404, Some("state_not_found")), "{problem}");
    let (status, problem) = replica.post("/v1/apply", &json!({"state": id, "action": "a7a6"})).await;
    assert_eq!((status, problem["pointer"].as_str()), (404, Some("/state")), "{problem}");
    assert_eq!(redis.ask::<u32>(&["EXISTS", key]), 0, "it is deleted");
    Replica::ok(replica.post("/v1/legal-moves", &json!({"moves": ["a3a4"]})).await);
    assert_eq!(redis.ask::<String>(&["GET", key]), format!("1 {START}a3a4"), "and written anew");
    redis.ask::<u32>(&["DEL", key]);
}

#[tokio::test]
async fn a_wrong_answer_is_searched_anew() {
    let (redis, _, key) = kept(&request()).await;
    let right: String = redis.ask(&["GET", &key]);
    let expected = Replica::ok(Replica::alone().post("/v1/bot-move", &request()).await);
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(&right).expect("it is JSON");
        change(&mut value);
        value.to_string()
    };
    let wrong = [
        String::new(),
        "{}".to_owned(),
        right[..right.len() - 1].to_owned(),
        format!("{right} "),
        changed(&|value| value["version"] = json!(0)),
        changed(&|value| value["version"] = json!(3)),
        changed(&|value| value["more"] = json!(0)),
        changed(&|value| value["question"] = json!("what is six times nine")),
        changed(&|value| value["deed"] = json!("accept_draw")),
        changed(&|value| value["analysis"]["lines"] = json!([])),
        changed(&|value| value["analysis"]["lines"][0][0] = json!(40_000)),
        changed(&|value| value["analysis"]["lines"][0][1] = json!("")),
        changed(&|value| value["analysis"]["lines"][0][1] = json!("a1a9")),
        changed(&|value| value["analysis"]["lines"][0][1] = json!("a7a6ü")),
        changed(&|value| value["analysis"]["depth"] = json!(-1)),
    ];
    for value in &wrong[..] {
        // White space at the end is the only thing that JSON does not care about.
        let is_right = value.trim_end() == right;
        let replica = Replica::patient(&redis.url());
        replica.wait_for_redis("up").await;
        redis.ask::<String>(&["SET", &key, value]);
        assert_eq!(Replica::ok(replica.post("/v1/bot-move", &request()).await), expected, "{value}");
        assert_eq!(replica.metric("jungle_searches_total").await, u64::from(!is_right), "{value}");
        if !is_right {
            assert_eq!(redis.ask::<String>(&["GET", &key]), right, "the right one is there again");
        }
    }
}

#[tokio::test]
async fn what_is_kept_expires_and_is_renewed_by_use() {
    let redis = Redis::start();
    let arguments = ["--redis-url", &redis.url(), "--redis-timeout", "5s", "--state-ttl", "1h"];
    let [one, other] = [(), ()].map(|()| Replica::with(&arguments));
    one.wait_for_redis("up").await;
    other.wait_for_redis("up").await;
    let state = Replica::ok(one.post("/v1/legal-moves", &json!({})).await)["state"].clone();
    let id = state.as_str().expect("an id is text");
    let key = format!("jungle:state:{id}");
    assert!((3_500..=3_600).contains(&redis.ask::<i64>(&["TTL", &key])));
    redis.ask::<u32>(&["EXPIRE", &key, "60"]);
    Replica::ok(other.get(&format!("/v1/states/{id}")).await);
    assert!((3_500..=3_600).contains(&redis.ask::<i64>(&["TTL", &key])), "it was used");
    for path in ["/v1/states/%20", "/v1/states/0", &format!("/v1/states/{}", id.to_uppercase())] {
        let (status, problem) = one.get(path).await;
        assert_eq!((status, problem["code"].as_str()), (404, Some("state_not_found")), "{path}");
    }
}
