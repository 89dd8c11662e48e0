//! A server that is told to end loses nothing that it has taken on.

use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::net::TcpStream;
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::sleep;

use crate::client::{Api, Problem, read_answer};
use crate::cpu::search_on;

const CLIENTS: usize = 16;
const PATIENCE: Duration = Duration::from_mins(1);
const REQUEST: &str = "POST /v1/apply HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n{\"action\": \"a3a4\"}";

/// What a client has seen.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    answered: usize,
    lost: usize,
}

/// Asks again and again, on one connection for as long as it may, until it is refused.
fn ask_until_refused(address: &str) -> Tally {
    let mut tally = Tally::default();
    loop {
        match TcpStream::connect(address) {
            Ok(connection) if ask_on(&connection, &mut tally) => {}
            Ok(_) => return tally,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::ConnectionRefused);
                return tally;
            }
        }
    }
}

/// Asks until the connection ends; whether it may ask on another.
fn ask_on(mut connection: &TcpStream, tally: &mut Tally) -> bool {
    let mut reader = BufReader::new(connection);
    loop {
        match connection.write_all(REQUEST.as_bytes()).and_then(|()| read(&mut reader)) {
            Ok((200, closes)) => {
                tally.answered += 1;
                if closes {
                    return true;
                }
            }
            Ok((status, closes)) => {
                assert_eq!((status, closes), (503, true));
                return false;
            }
            Err(_) => {
                tally.lost += 1;
                return true;
            }
        }
    }
}

/// Reads an answer; gives back its status, and whether the connection ends with it.
fn read(reader: &mut impl BufRead) -> io::Result<(u16, bool)> {
    let (head, _) = read_answer(reader)?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Ok((status.ok_or(ErrorKind::InvalidData)?, head.contains("\r\nconnection: close\r\n")))
}

/// Waits for the end of the process, but not for ever.
async fn ended(api: &mut Api) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = api.server.process.try_wait().expect("it can be waited for") {
            return status;
        }
        assert!(begun.elapsed() < PATIENCE, "it does not end");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn nothing_under_way_is_lost() {
    let mut api = Api::start();
    let address = api.server.address.clone();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let address = address.clone();
            thread::spawn(move || ask_until_refused(&address))
        })
        .collect();
    let body = json!({"limits": {"depth": 60, "time_ms": 2_000}});
    let (search, status) = {
        let search = api.post("/v1/bot-move", &body);
        let end = async {
            search_on(&api, Duration::from_millis(50)).await;
            api.signal("TERM");
        };
        let (search, ()) = tokio::join!(search, end);
        (search, ended(&mut api).await)
    };
    search.ok();
    assert_eq!(status.code(), Some(0));
    let tallies: Vec<Tally> =
        clients.into_iter().map(|client| client.join().expect("no client panics")).collect();
    assert!(tallies.iter().all(|tally| tally.lost == 0 && tally.answered > 0), "{tallies:?}");
}

#[tokio::test]
async fn what_outlasts_the_grace_period_is_told_so() {
    let mut api = Api::with(&["--grace", "500ms"]);
    let body = json!({"limits": {"depth": 60}});
    let status = {
        let events = api.request(reqwest::Method::POST, "/v1/analysis").header("accept", "text/event-stream");
        let events = crate::client::send(events.json(&body), String::new());
        let search = api.post("/v1/bot-move", &body);
        let end = async {
            search_on(&api, Duration::from_millis(50)).await;
            api.signal("TERM");
        };
        let (events, search, ()) = tokio::join!(events, search, end);
        search.assert_problem(&Problem::new(503, "overloaded"));
        let text = events.text();
        let last = text.trim_end().rsplit("\n\n").next().expect("there is an event").to_owned();
        assert!(last.contains("event: problem\n") && last.contains("\"code\":\"overloaded\""), "{last}");
        ended(&mut api).await
    };
    assert_eq!(status.code(), Some(0));
}

#[tokio::test]
async fn a_server_that_drains_is_alive_and_answers_but_is_not_ready() {
    let mut api = Api::with(&["--drain-delay", "1m"]);
    api.get("/health/ready").await.ok();
    api.signal("TERM");
    let begun = Instant::now();
    while api.get("/health/ready").await.status == 200 {
        assert!(begun.elapsed() < PATIENCE);
        sleep(Duration::from_millis(5)).await;
    }
    let problem = api.get("/health/ready").await;
    let problem = problem.assert_problem(&Problem::new(503, "overloaded"));
    assert_eq!(problem["title"], "Draining");
    api.get("/health/live").await.ok();
    api.get("/v1/legal-moves").await.ok();
    api.signal("INT");
    assert_eq!(ended(&mut api).await.code(), Some(0), "the second signal ends it at once");
}
