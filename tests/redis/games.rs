//! Games that many replicas play together, and searches that they do once.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::outages::alone;
use crate::redis_server::Redis;
use crate::replica::Replica;

const PLIES: usize = 200;

/// Rules under which nothing but a capture of everything or a den ends a game.
fn endless() -> Value {
    json!({"base": "standard", "no_capture_limit": 1_000, "ply_limit": null, "repetition_limit": 100})
}

/// A move that ends nothing, the same for everybody; few different ones, so that positions come again.
fn quiet_move(game: &Value, ply: usize) -> Value {
    let moves = game["legal_moves"].as_array().expect("the game goes on").iter();
    let quiet = moves.filter(|mv| mv["capture"].is_null() && mv["wins"] == false);
    let quiet: Vec<&Value> = quiet.map(|mv| &mv["notation"]).collect();
    quiet[ply * ply / 7 % quiet.len().min(2)].clone()
}

/// Plays a game by its states, on one replica after the other, beside the same game by whole requests.
async fn play(redis: &Redis, mut at_ply: impl FnMut(usize, &mut [Replica])) {
    let _alone = alone().await;
    let mut replicas: Vec<Replica> = (0..3).map(|_| Replica::patient(&redis.url())).collect();
    let whole = Replica::alone();
    let mut game = Replica::ok(replicas[0].post("/v1/legal-moves", &json!({"ruleset": endless()})).await);
    let mut actions: Vec<Value> = Vec::new();
    let mut most = 1;
    for ply in 0..PLIES {
        at_ply(ply, &mut replicas);
        let mut deeds = vec![quiet_move(&game, ply)];
        if ply % 50 == 49 {
            let offer = json!({"type": "offer_draw", "seat": ply % 2});
            let answer = json!({"type": "decline_draw", "seat": (ply + 1) % 2});
            deeds.splice(0..0, [offer, answer]);
        }
        for action in deeds {
            let replica = &replicas[(actions.len() + 1) % replicas.len()];
            let by_state = json!({"state": game["state"], "action": action});
            let by_moves = json!({"ruleset": endless(), "moves": actions, "action": action});
            game = Replica::ok(replica.post("/v1/apply", &by_state).await);
            assert_eq!(game, Replica::ok(whole.post("/v1/apply", &by_moves).await), "{by_moves}");
            actions.push(action);
        }
        most = most.max(game["position"]["repetitions"].as_u64().expect("it is a number"));
    }
    assert!(most >= 3, "some position came again and again, not {most} times at most");
    assert_eq!(game["position"]["plies"], PLIES);
}

#[tokio::test]
async fn replicas_play_a_game_by_its_states_as_one_does_by_whole_requests() {
    play(&Redis::start(), |_, _| ()).await;
}

#[tokio::test]
async fn replicas_may_die_and_come_in_the_middle_of_a_game() {
    let redis = Redis::start();
    play(&redis, |ply, replicas| {
        if ply % 60 == 59 {
            replicas[ply / 60 % 3] = Replica::patient(&redis.url());
        }
    })
    .await;
}

/// What takes a search some time.
fn cold() -> Value {
    json!({"moves": ["a3a4", "g7g6", "b2a2"], "limits": {"nodes": 60_000}})
}

async fn searches(replicas: &[Replica]) -> u64 {
    join_all(replicas.iter().map(|replica| replica.metric("jungle_searches_total"))).await.iter().sum()
}

#[tokio::test]
async fn two_hundred_clients_of_three_replicas_cost_one_search() {
    let _alone = alone().await;
    let redis = Redis::start();
    let replicas: Vec<Replica> = (0..3).map(|_| Replica::patient(&redis.url())).collect();
    for replica in &replicas {
        replica.wait_for_redis("up").await;
    }
    for path in ["/v1/bot-move", "/v1/analysis"] {
        let before = searches(&replicas).await;
        let request = cold();
        let clients = (0..200).map(|client| replicas[client % 3].post(path, &request));
        let answers: Vec<Value> = join_all(clients).await.into_iter().map(Replica::ok).collect();
        for answer in &answers {
            assert_eq!(*answer, answers[0], "{path}");
        }
        assert_eq!(searches(&replicas).await, before + 1, "{path}");
    }
    let another = Replica::patient(&redis.url());
    another.wait_for_redis("up").await;
    assert_eq!(
        another.post("/v1/bot-move", &cold()).await,
        replicas[0].post("/v1/bot-move", &cold()).await,
        "a new replica finds it"
    );
    assert_eq!(another.metric("jungle_searches_total").await, 0);
    assert_eq!(another.metric("jungle_cache_requests_total{tier=\"redis\",outcome=\"hit\"}").await, 1);
}

#[tokio::test]
async fn a_replica_that_dies_while_it_searches_is_not_waited_for() {
    let _alone = alone().await;
    let redis = Redis::start();
    let [first, second] = [(), ()].map(|()| Replica::patient(&redis.url()));
    first.wait_for_redis("up").await;
    second.wait_for_redis("up").await;
    let slow = json!({"limits": {"nodes": 10_000_000}});
    let asked = async {
        let id: Vec<String> = wait_for_lock(&redis).await;
        assert_eq!(id.len(), 1);
    };
    tokio::select! {
        _ = first.post("/v1/analysis", &slow) => panic!("it takes longer"),
        () = asked => (),
    }
    drop(first);
    let quick = json!({"limits": {"depth": 2}});
    Replica::ok(second.post("/v1/bot-move", &quick).await);
    let taken_over = async {
        while second.metric("jungle_searches_total").await < 2 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::select! {
        _ = second.post("/v1/analysis", &slow) => panic!("it takes longer"),
        () = taken_over => (),
    }
}

async fn wait_for_lock(redis: &Redis) -> Vec<String> {
    loop {
        let locks: Vec<String> = redis.ask(&["KEYS", "jungle:search:*"]);
        if !locks.is_empty() {
            return locks;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}
