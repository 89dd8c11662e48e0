//! The ways to a Redis: with a password, a database, TLS, by sentinels.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::redis_server::{Redis, free_port, wait_until};
use crate::replica::Replica;

/// Keeps a state by one replica and finds it by another.
async fn assert_shared(arguments: &[&str]) {
    let arguments = [arguments, &["--redis-timeout", "5s"]].concat();
    let [one, other] = [(), ()].map(|()| Replica::with(&arguments));
    one.wait_for_redis("up").await;
    other.wait_for_redis("up").await;
    let game = Replica::ok(one.post("/v1/legal-moves", &json!({"moves": ["g3g4"]})).await);
    let path = format!("/v1/states/{}", game["state"].as_str().expect("an id is text"));
    assert_eq!(Replica::ok(other.get(&path).await), game);
}

#[tokio::test]
async fn a_user_with_a_password_and_a_database() {
    let redis = Redis::start();
    redis.ask::<String>(&["ACL", "SETUSER", "app", "on", ">p@ss,word", "~jungle:*", "+@all"]);
    redis.ask::<String>(&["CONFIG", "SET", "requirepass", "another"]);
    let url = format!("redis://app:p%40ss%2Cword@127.0.0.1:{}/3", redis.port);
    assert_shared(&["--redis-url", &url]).await;
    let wrong = Replica::start(&format!("redis://app:wrong@127.0.0.1:{}", redis.port));
    wrong.wait_for_redis("down").await;
    Replica::ok(wrong.post("/v1/legal-moves", &json!({})).await);
}

/// Files that are deleted with the value.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("jungle-tls-{}", std::process::id()));
        fs::create_dir_all(&path).expect("temporary files can be written");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn openssl(folder: &Path, arguments: &str) {
    let status = Command::new("openssl").args(arguments.split(' ')).current_dir(folder).output();
    let output = status.expect("openssl is installed: it is in Debian's package of that name");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test]
async fn tls_with_a_certificate_of_ones_own() {
    let folder = Folder::new();
    for command in [
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=root -keyout root.key -out root.crt",
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=x -keyout x.key -out other.crt",
        "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=redis -keyout redis.key -out redis.csr",
    ] {
        openssl(&folder.0, command);
    }
    fs::write(folder.file("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1").expect("it is written");
    openssl(
        &folder.0,
        "x509 -req -in redis.csr -CA root.crt -CAkey root.key -CAcreateserial -days 1 -extfile names -out redis.crt",
    );
    let port = free_port().to_string();
    let (cert, key, root) = (folder.file("redis.crt"), folder.file("redis.key"), folder.file("root.crt"));
    let _redis = Redis::on(
        free_port(),
        &[
            "--tls-port",
            &port,
            "--tls-cert-file",
            &cert,
            "--tls-key-file",
            &key,
            "--tls-ca-cert-file",
            &root,
            "--tls-auth-clients",
            "no",
        ],
    );
    let url = format!("rediss://localhost:{port}");
    assert_shared(&["--redis-url", &url, "--redis-ca", &root]).await;
    for untrusting in [vec!["--redis-ca", &folder.file("other.crt")], vec![]] {
        let replica = Replica::with(&[&["--redis-url", url.as_str()], &untrusting[..]].concat());
        replica.wait_for_redis("down").await;
        Replica::ok(replica.post("/v1/legal-moves", &json!({})).await);
    }
}

#[tokio::test]
async fn sentinels_tell_which_one_is_the_master() {
    let mut master = Redis::start();
    let follow = ["--replicaof", "127.0.0.1", &master.port.to_string()];
    let replica = Redis::on(free_port(), &follow);
    wait_until("the replica follows", || says(&replica, "master_link_status:up"));
    let sentinel = Sentinel::watch(master.port);
    let url = format!("redis://127.0.0.1:{},127.0.0.1:{}?sentinel=jungle", free_port(), sentinel.redis.port);
    assert_shared(&["--redis-url", &url]).await;
    let survivor = Replica::with(&["--redis-url", &url]);
    survivor.wait_for_redis("up").await;
    master.kill();
    wait_until("the replica has taken over", || says(&replica, "role:master"));
    Replica::ok(survivor.post("/v1/legal-moves", &json!({})).await);
    survivor.wait_for_redis("up").await;
    assert_shared(&["--redis-url", &url]).await;
}

/// Whether a Redis says this of its replication; whoever is made the master ends the connections of all clients.
fn says(redis: &Redis, line: &str) -> bool {
    redis.try_to_ask::<String>(&["INFO", "replication"]).is_ok_and(|text| text.contains(line))
}

/// A sentinel that decides alone.
struct Sentinel {
    redis: Redis,
    _folder: Folder,
}

impl Sentinel {
    fn watch(master: u16) -> Self {
        let folder = Folder(std::env::temp_dir().join(format!("jungle-sentinel-{}", std::process::id())));
        fs::create_dir_all(&folder.0).expect("temporary files can be written");
        let file = folder.file("sentinel.conf");
        let settings = format!(
            "sentinel monitor jungle 127.0.0.1 {master} 1\nsentinel down-after-milliseconds jungle 300\n\
             sentinel failover-timeout jungle 2000\n"
        );
        fs::write(&file, settings).expect("it is written");
        Self { redis: Redis::sentinel(free_port(), &file), _folder: folder }
    }
}
