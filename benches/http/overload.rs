//! Ten times as many bot moves as the machine can search, and what that does to whoever only asks for the rules. Server
//! and load share all cores.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::server::{Report, Server, script};

const SECONDS: u64 = 10;
/// How many times what can be served is to be asked for, so that it is ten times: who waits for an answer asks for
/// nothing else.
const TIMES: f64 = 15.0;
/// Each connection asks once in so many milliseconds at most.
const PAUSE: f64 = 100.0;

/// Bot moves that are never known already.
const BOT_MOVES: &str = r#"
wrk.method = 'POST'
wrk.headers['Content-Type'] = 'application/json'
local seed = 0
function request()
    seed = seed + 1
    return wrk.format(nil, nil, nil, '{"level":8,"limits":{"nodes":' .. 20000 + seed % 8000 .. '},"ruleset":{"ply_limit":' .. 500 + math.random(9000) .. '}}')
end
"#;
const LEGAL_MOVES: &str = r#"
wrk.method = 'POST'
wrk.headers['Content-Type'] = 'application/json'
wrk.body = '{"moves":["a3a4","g7g6","c3d3","e7d7","g3g4","a7a6"]}'
function delay() return 10 end
"#;

pub(crate) fn run() {
    let server = Server::start(
        Command::new(env!("CARGO_BIN_EXE_jungle")).args(["--listen", "127.0.0.1:0"]).stderr(Stdio::null()),
    );
    println!("legal-moves with nothing else to do:");
    let quiet = wrk(&server, LEGAL_MOVES, ("/v1/legal-moves", 16)).wait();
    print(&quiet);
    let possible = wrk(&server, BOT_MOVES, ("/v1/bot-move", 4)).wait();
    println!("bot moves that it can serve: {:.0} a second", possible.rate);
    let before = server.megabytes();
    let connections = (possible.rate * TIMES * PAUSE / 1_000.0).ceil().max(32.0) as u32;
    let paced = format!("{BOT_MOVES}\nfunction delay() return {PAUSE} end\n");
    let bot_moves = wrk(&server, &paced, ("/v1/bot-move", connections));
    let legal_moves = wrk(&server, LEGAL_MOVES, ("/v1/legal-moves", 16)).wait();
    let bot_moves = bot_moves.wait();
    println!(
        "bot moves over {connections} connections: {:.0} a second were asked for, {:.1} times as many, {:.0} of them \
         refused (503)",
        bot_moves.rate,
        bot_moves.rate / possible.rate,
        bot_moves.refused / SECONDS as f64
    );
    println!("legal-moves beside them:");
    print(&legal_moves);
    println!("memory: {before:.0} MB before, {:.0} MB after", server.megabytes());
}

fn print(report: &Report) {
    println!(
        "{:>10.0} a second, p50 {:.2} ms, p99 {:.2} ms, {} failed",
        report.rate, report.p50, report.p99, report.refused
    );
}

/// A load under way.
struct Running {
    process: std::process::Child,
    begun: Instant,
}

fn wrk(server: &Server, text: &str, (path, connections): (&str, u32)) -> Running {
    let file = script(&format!("{path}{connections}"), text);
    let mut wrk = Command::new("wrk");
    wrk.args([
        "-t1",
        "--latency",
        "--timeout",
        "20s",
        &format!("-c{connections}"),
        &format!("-d{SECONDS}s"),
        "-s",
        &file,
    ]);
    let process = wrk.arg(format!("{}{path}", server.address)).stdout(Stdio::piped()).spawn();
    Running {
        process: process.expect("wrk runs: it is in Debian's package of that name"),
        begun: Instant::now(),
    }
}

impl Running {
    fn wait(self) -> Report {
        let report = Report::of(&self.process.wait_with_output().expect("it ends"));
        assert!(self.begun.elapsed() >= Duration::from_secs(SECONDS), "it was under load");
        report
    }
}
