//! Callers that are slow, idle or many take nothing from others.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;
use socket2::SockRef;

use crate::client::{Api, Problem, parse};
use crate::memory::memory;

/// Far more than any of the limits below.
const PATIENCE: Duration = Duration::from_mins(1);
const IDLE: usize = 10_000;

/// Sends something and goes on sending a byte now and then; gives back what comes until the server hangs up.
fn trickle(api: &Api, start: &str) -> String {
    let mut connection = api.connect();
    connection.set_read_timeout(Some(Duration::from_millis(50))).expect("it is open");
    connection.write_all(start.as_bytes()).expect("the server listens");
    let (begun, mut answer) = (Instant::now(), Vec::new());
    while begun.elapsed() < PATIENCE {
        let mut bytes = [0; 4096];
        match connection.read(&mut bytes) {
            Ok(0) => return String::from_utf8_lossy(&answer).into_owned(),
            Ok(count) => answer.extend_from_slice(&bytes[..count]),
            Err(error) if [ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind()) => {
                // What is sent to a connection that is closed on the other side may fail at once or later.
                let _ = connection.write_all(b"x");
            }
            Err(_) => return String::from_utf8_lossy(&answer).into_owned(),
        }
    }
    panic!("the server still waits: {start:?}");
}

#[test]
fn a_head_that_takes_too_long_is_not_waited_for() {
    let api = Api::with(&["--request-timeout", "1s"]);
    for start in ["G", "GET /health/live HTTP/1.1\r\n", "GET /health/live HTTP/1.1\r\nHost: "] {
        let answer = trickle(&api, start);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{start:?}: {answer}");
    }
}

#[test]
fn a_body_that_takes_too_long_is_not_waited_for() {
    let api = Api::with(&["--request-timeout", "1s"]);
    for framing in ["Content-Length: 9999", "Transfer-Encoding: chunked"] {
        let head = format!(
            "POST /v1/replay HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{framing}\r\n\r\n"
        );
        let body = if framing.starts_with('C') { "{" } else { "1000\r\n{" };
        let answer = parse(&trickle(&api, &format!("{head}{body}")));
        answer.assert_problem(&Problem::new(408, "request_timeout"));
        assert_eq!(answer.header("connection"), "close");
    }
}

#[test]
fn a_body_that_nobody_reads_is_not_waited_for() {
    let api = Api::with(&["--request-timeout", "1s"]);
    for (line, status) in
        [("POST /nope", 404), ("PUT /v1/apply", 405), ("GET /v1/rulesets", 200), ("POST /v1/replay", 415)]
    {
        for body in ["Content-Length: 9999\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n1000\r\n{"] {
            let answer = trickle(&api, &format!("{line} HTTP/1.1\r\nHost: x\r\n{body}"));
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{line}: {answer}");
        }
    }
}

#[test]
fn a_caller_that_reads_nothing_is_hung_up_on() {
    let api = Api::with(&["--send-timeout", "500ms"]);
    let mut connection = api.connect();
    SockRef::from(&connection).set_recv_buffer_size(4096).expect("it is open");
    connection.set_write_timeout(Some(Duration::from_millis(100))).expect("it is open");
    let begun = Instant::now();
    let request = b"GET /v1/legal-moves HTTP/1.1\r\nHost: x\r\n\r\n".repeat(100);
    while begun.elapsed() < PATIENCE {
        match connection.write(&request) {
            Ok(_) => {}
            Err(error) if [ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind()) => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(error) => {
                assert!(
                    [ErrorKind::ConnectionReset, ErrorKind::BrokenPipe].contains(&error.kind()),
                    "{error}"
                );
                return;
            }
        }
    }
    panic!("the server still waits");
}

#[tokio::test]
async fn ten_thousand_idle_connections_are_no_burden() {
    let limit = rlimit::increase_nofile_limit(2 * IDLE as u64).expect("the limit can be read");
    let possible = IDLE.min(limit as usize - 500);
    let api = Api::with(&["--request-timeout", "5m"]);
    let before = memory(&api.server);
    let idle: Vec<TcpStream> = (0..possible).map(|_| api.connect()).collect();
    for _ in 0..20 {
        api.post("/v1/legal-moves", &json!({"moves": ["a3a4"]})).await.ok();
    }
    let each = memory(&api.server).saturating_sub(before) / possible as u64;
    assert!(each < 20_000, "{each} bytes for each of {possible}");
    drop(idle);
    api.assert_alive().await;
}

#[tokio::test]
async fn more_connections_than_there_may_be_wait_for_their_turn() {
    let api = Api::with(&["--connections", "4", "--request-timeout", "1s"]);
    let idle: Vec<TcpStream> = (0..100).map(|_| api.connect()).collect();
    api.get("/v1/legal-moves").await.ok();
    drop(idle);
}
