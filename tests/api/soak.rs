//! Ten million games, and the memory they leave behind: `cargo test --release --test api soak -- --ignored --nocapture`.

use std::io::{BufReader, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use crate::client::read_answer;
use crate::memory::memory;
use crate::server::{Server, command};

const STATES: u32 = 10_000_000;
/// A report is printed after so many.
const STEP: u32 = 1_000_000;
const CLIENTS: usize = 4;
/// How many requests are sent before the first answer is read.
const AHEAD: u32 = 16;
const MEGABYTES: u64 = 64;
/// What memory in pieces may waste.
const WASTE: u64 = MEGABYTES / 4;
/// How many requests a server needs until it has set up all that it needs for requests.
const WARM_UP: u32 = 1_000;

/// The memory of a server, in megabytes.
fn taken(server: &Server) -> u64 {
    memory(server) >> 20
}

/// The game with a number: an own move number, and one of 32 places of a rat.
fn request(number: u32) -> String {
    let (moves, place) = (number / 32 + 1, number % 32);
    let row = |column: u32| {
        let blanks = |count: u32| if count == 0 { String::new() } else { count.to_string() };
        format!("{}R{}", blanks(column), blanks(6 - column))
    };
    let rows: Vec<String> =
        (0..6).map(|i| if i == place / 6 { row(place % 6) } else { "7".to_owned() }).collect();
    let body = format!(
        r#"{{"ruleset":{{"ply_limit":null}},"position":"l5t/7/{}/7 w - - 0 {moves}"}}"#,
        rows.join("/")
    );
    format!(
        "POST /v1/legal-moves HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Reads an answer, which must be a success.
fn read(reader: &mut BufReader<TcpStream>) {
    let (head, _) = read_answer(reader).expect("the server answers");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
}

fn play(address: &str, next: &AtomicU32, last: u32, report: &(dyn Fn(u32) + Sync)) {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let mut reader = BufReader::new(stream.try_clone().expect("it is a socket"));
    loop {
        let first = next.fetch_add(AHEAD, Ordering::Relaxed);
        if first >= last {
            return;
        }
        let requests: String = (first..first + AHEAD).map(request).collect();
        stream.write_all(requests.as_bytes()).expect("the server reads");
        (0..AHEAD).for_each(|_| read(&mut reader));
        if first % STEP < AHEAD {
            report(first);
        }
    }
}

#[test]
#[ignore = "it takes minutes: cargo test --release --test api soak -- --ignored --nocapture"]
fn ten_million_states_stay_within_the_bound() {
    let megabytes = MEGABYTES.to_string();
    let arguments = ["--listen", "127.0.0.1:0", "--cache-megabytes", &megabytes];
    let server = Server::spawn(command().args(arguments));
    let ask = |first, last, report: &(dyn Fn(u32) + Sync)| {
        let next = AtomicU32::new(first);
        thread::scope(|scope| {
            for _ in 0..CLIENTS {
                scope.spawn(|| play(&server.address, &next, last, report));
            }
        });
    };
    ask(0, WARM_UP, &|_| ());
    let start = taken(&server);
    println!("{start} MB at the start, and room for {MEGABYTES} MB");
    let report = |count| {
        let memory = taken(&server);
        println!("{memory} MB after {count} states");
        assert!(memory < start + MEGABYTES + WASTE, "{memory} MB after {count} states");
    };
    ask(WARM_UP, STATES, &report);
    report(STATES);
}
