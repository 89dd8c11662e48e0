//! A cluster of three masters, one of which dies and is replaced by its replica.

use std::time::Duration;

use tokio::join;
use tokio::time::sleep;

use crate::outages::{alone, assert_no_slower, wait_until_shared};
use crate::redis_server::{Redis, free_port, wait_until};
use crate::replica::Replica;
use crate::traffic;

/// How long the cluster waits until a silent node counts as dead.
const NODE_TIMEOUT: &str = "500";
/// The slots of the three masters.
const SLOTS: [(&str, &str); 3] = [("0", "5460"), ("5461", "10922"), ("10923", "16383")];

/// Three masters, and a replica of the first one.
pub(crate) struct Cluster {
    masters: Vec<Redis>,
    replica: Redis,
}

impl Cluster {
    pub(crate) fn start() -> Self {
        let node = || {
            let bus = free_port().to_string();
            let arguments =
                ["--cluster-enabled", "yes", "--cluster-node-timeout", NODE_TIMEOUT, "--cluster-port", &bus];
            (Redis::on(free_port(), &arguments), bus)
        };
        let nodes: Vec<(Redis, String)> = (0..4).map(|_| node()).collect();
        for ((redis, _), (first, last)) in nodes.iter().zip(SLOTS) {
            redis.ask::<String>(&["CLUSTER", "ADDSLOTSRANGE", first, last]);
        }
        for (redis, bus) in &nodes[1..] {
            let (port, own) = (redis.port.to_string(), &nodes[0].0);
            own.ask::<String>(&["CLUSTER", "MEET", "127.0.0.1", &port, bus]);
        }
        let mut masters: Vec<Redis> = nodes.into_iter().map(|(redis, _)| redis).collect();
        let replica = masters.pop().expect("there are four");
        let first: String = masters[0].ask(&["CLUSTER", "MYID"]);
        wait_until("the replica knows its master", || {
            replica.try_to_ask::<String>(&["CLUSTER", "REPLICATE", &first]).is_ok()
        });
        let cluster = Self { masters, replica };
        wait_until("every node knows all slots", || cluster.nodes().all(is_whole));
        wait_until("the replica follows", || {
            info(&cluster.replica, "replication").contains("master_link_status:up")
        });
        cluster
    }

    fn nodes(&self) -> impl Iterator<Item = &Redis> {
        self.masters.iter().chain([&self.replica])
    }

    /// All masters, so that any of them may be dead.
    pub(crate) fn url(&self) -> String {
        let hosts: Vec<String> = self.nodes().map(|node| format!("127.0.0.1:{}", node.port)).collect();
        format!("redis://{}?cluster", hosts.join(","))
    }
}

fn is_whole(node: &Redis) -> bool {
    let told: String = node.ask(&["CLUSTER", "INFO"]);
    ["cluster_state:ok", "cluster_slots_assigned:16384", "cluster_known_nodes:4"]
        .iter()
        .all(|line| told.contains(line))
}

fn info(node: &Redis, section: &str) -> String {
    node.ask(&["INFO", section])
}

#[tokio::test]
async fn a_master_of_a_cluster_may_die() {
    let _alone = alone().await;
    let mut cluster = Cluster::start();
    let url = cluster.url();
    let replicas = [Replica::start(&url), Replica::start(&url)];
    wait_until_shared(&replicas).await;
    let first = &mut cluster.masters[0];
    join!(assert_no_slower(&replicas, Duration::from_secs(3)), async {
        sleep(Duration::from_millis(300)).await;
        first.kill();
    });
    let survivors = || cluster.masters[1..].iter().chain([&cluster.replica]);
    wait_until("the replica has taken over", || {
        info(&cluster.replica, "replication").contains("role:master")
            && survivors().all(|node| node.ask::<String>(&["CLUSTER", "INFO"]).contains("cluster_state:ok"))
    });
    let (_, time) = join!(traffic::run(&replicas, Duration::from_secs(2)), wait_until_shared(&replicas));
    assert!(time < Duration::from_secs(2), "it took {time:?}");
}
