//! What is told of requests: a line in the log, an id, numbers for Prometheus.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::Value;
use tokio::time::sleep;

use crate::client::{Api, JSON, read_answer, send};
use crate::server::{Server, command};

const PATIENCE: Duration = Duration::from_secs(30);

/// A server whose log goes to a file.
struct Logging {
    api: Api,
    path: PathBuf,
}

impl Logging {
    fn start(name: &str, arguments: &[&str]) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let log = File::create(&path).expect("the folder can be written to");
        let mut command = command();
        command.args(["--listen", "127.0.0.1:0"]).args(arguments);
        Self { api: Api::of(Server::spawn_logging(&mut command, log.into())), path }
    }

    /// The line about a request, which comes a moment after its answer.
    async fn line(&self, id: &str) -> Value {
        let begun = Instant::now();
        loop {
            let log = fs::read_to_string(&self.path).expect("it can be read");
            if let Some(line) = log.lines().find(|line| line.contains(id)) {
                return serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            }
            assert!(begun.elapsed() < PATIENCE, "nothing of {id} in {log}");
            sleep(Duration::from_millis(10)).await;
        }
    }
}

async fn ask(api: &Api, path: &str, id: &str) -> String {
    let answer = send(api.request(Method::GET, path).header("x-request-id", id), path.to_owned()).await;
    answer.header("x-request-id").to_owned()
}

#[tokio::test]
async fn each_request_is_one_line_of_json() {
    let logging = Logging::start("log_lines", &[]);
    for (path, route, status, code, cache) in [
        ("/v1/legal-moves?from=a7", Some("/v1/legal-moves"), 200, None, None),
        ("/v1/rulesets/leiden", Some("/v1/rulesets/{name}"), 200, None, None),
        ("/v1/bot-move?level=1", Some("/v1/bot-move"), 200, None, Some("miss")),
        ("/v1/bot-move?level=1", Some("/v1/bot-move"), 200, None, Some("memory")),
        ("/v1/legal-moves?nope=1", Some("/v1/legal-moves"), 400, Some("malformed_request"), None),
        ("/nope?secret=1", None, 404, Some("not_found"), None),
        ("/docs/index.html", Some("/docs/{file:.*}"), 200, None, None),
    ] {
        let id = ask(&logging.api, path, "").await;
        let line = logging.line(&id).await;
        assert_eq!(line["target"], "jungle::requests");
        assert_eq!((&line["id"], &line["method"]), (&Value::from(id), &Value::from("GET")), "{line}");
        assert_eq!((line["route"].as_str(), &line["status"]), (route, &Value::from(status)), "{line}");
        assert_eq!((line["code"].as_str(), line["cache"].as_str()), (code, cache), "{line}");
        assert!(line["ms"].as_f64().is_some_and(|ms| ms > 0.0), "{line}");
        assert_eq!(line["client"], "127.0.0.1", "{line}");
        assert!(!line.to_string().contains("secret"), "{line}");
    }
    let log = fs::read_to_string(&logging.path).expect("it can be read");
    assert_eq!(log.lines().filter(|line| line.contains("jungle::requests")).count(), 7, "{log}");
}

#[tokio::test]
async fn a_caller_that_goes_away_is_told_of_too() {
    let logging = Logging::start("log_gone", &[]);
    let mut connection = logging.api.connect();
    let request = "GET /v1/analysis?depth=60 HTTP/1.1\r\nHost: x\r\nX-Request-Id: goes-away\r\n\r\n";
    connection.write_all(request.as_bytes()).expect("the server listens");
    sleep(Duration::from_millis(100)).await;
    drop(connection);
    let line = logging.line("goes-away").await;
    assert_eq!((&line["message"], &line["status"]), (&Value::from("gone"), &Value::Null), "{line}");
}

#[tokio::test]
async fn a_text_for_people_can_be_had() {
    let logging = Logging::start("log_text", &["--log-format", "text", "--log", "info"]);
    let id = ask(&logging.api, "/v1/rulesets", "for-people").await;
    let begun = Instant::now();
    while !fs::read_to_string(&logging.path).expect("it can be read").contains(&id) {
        assert!(begun.elapsed() < PATIENCE);
        sleep(Duration::from_millis(10)).await;
    }
    let log = fs::read_to_string(&logging.path).expect("it can be read");
    let line = log.lines().find(|line| line.contains(&id)).expect("it is there");
    assert!(
        line.contains("INFO") && line.contains("route=\"/v1/rulesets\"") && !line.starts_with('{'),
        "{line}"
    );
}

#[tokio::test]
async fn an_id_is_taken_from_the_caller_if_it_is_sane() {
    let api = Api::start();
    let longest = "x".repeat(64);
    for id in ["abc", "A-b_c.9", &longest] {
        assert_eq!(ask(&api, "/v1/rulesets", id).await, id);
        let problem = send(api.request(Method::GET, "/nope").header("x-request-id", id), String::new()).await;
        assert!(problem.text().contains(&format!("\"instance\":\"{id}\"")));
    }
    for id in ["", " ", "a b", "<script>", "a\"b", &format!("{longest}x"), "ä"] {
        assert_eq!(ask(&api, "/v1/rulesets", id).await.len(), 36, "{id}: a UUID instead");
    }
}

#[tokio::test]
async fn ten_thousand_addresses_and_methods_make_no_more_metrics() {
    let api = Api::start();
    let mut connection = api.connect();
    let mut reader = BufReader::new(connection.try_clone().expect("it is open"));
    for number in 0..10_000 {
        let path = if number % 2 == 0 { "/x" } else { "/v1/rulesets/x" };
        let request = format!("M{number} {path}{number} HTTP/1.1\r\nHost: x\r\n\r\n");
        connection.write_all(request.as_bytes()).expect("the server reads");
        read_answer(&mut reader).expect("the server answers");
    }
    let metrics = api.get("/metrics").await.text();
    let counts =
        metrics.lines().filter(|line| line.starts_with("http_server_request_duration_seconds_count"));
    assert!(counts.count() <= 3, "{metrics}");
    assert!(
        metrics.contains(
            "{http_request_method=\"_OTHER\",http_route=\"\",http_response_status_code=\"404\"} 5000"
        )
    );
}

#[tokio::test]
async fn what_is_under_way_is_counted() {
    let api = Api::with_one_search();
    let asked = ["/v1/bot-move", "/v1/analysis"]
        .map(|path| api.post_and_leave(path, JSON, r#"{"limits": {"depth": 60}}"#));
    let begun = Instant::now();
    let expected = [
        "jungle_searches_running{purpose=\"bot_move\"} 1",
        "jungle_searches_waiting{purpose=\"analysis\"} 1",
    ];
    let other = [
        "jungle_searches_running{purpose=\"analysis\"} 1",
        "jungle_searches_waiting{purpose=\"bot_move\"} 1",
    ];
    loop {
        let metrics = api.get("/metrics").await.text();
        let is_there = |lines: [&str; 2]| lines.into_iter().all(|line| metrics.contains(line));
        if is_there(expected) || is_there(other) {
            assert!(metrics.contains("http_server_active_requests 3"), "{metrics}");
            break;
        }
        assert!(begun.elapsed() < PATIENCE, "{metrics}");
        sleep(Duration::from_millis(10)).await;
    }
    drop(asked);
    api.get("/v1/bot-move?level=1").await.ok();
    let metrics = api.get("/metrics").await.text();
    for name in ["jungle_search_nodes_total", "jungle_cache_entries", "jungle_cache_bytes"] {
        let line =
            metrics.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name}"));
        assert!(line.trim().parse::<u64>().is_ok_and(|number| number > 0), "{name}{line}");
    }
}

#[tokio::test]
async fn metrics_may_have_an_address_of_their_own() {
    let mut command = command();
    command.args(["--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"]);
    let (server, lines) = Server::spawn_with_output(&mut command);
    let api = Api::of(server);
    assert_eq!(api.get("/metrics").await.status, 404);
    let line = lines.lines().next().expect("a second line says where").expect("it is text");
    let address = line.strip_prefix("metrics on ").expect("that is how it begins");
    let metrics = reqwest::get(address).await.expect("it answers").text().await.expect("it is text");
    assert!(metrics.contains("http_server_active_requests"), "{metrics}");
}
