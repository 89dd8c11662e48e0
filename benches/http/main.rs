//! Each operation beside a bare actix handler that reads and writes JSON of the sizes of `legal-moves`, and the service
//! under ten times the load that it can serve: `cargo bench --bench http`, with Debian's `wrk`; `-- overload` or
//! `-- operations` for one of them. For the operations, server and load have a core each and run in turn.

mod baseline;
mod overload;
mod server;

use std::fs;
use std::process::{Command, Stdio};

use baseline::{BASELINE, serve_baseline};
use server::{Load, Pace, Server, pinned};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The fourth move of a game, which all loads ask about.
const GAME: &str = r#""ruleset":"standard","position":"l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1","moves":["a3a4","g7g6","c3d3","e7d7","g3g4","a7a6"]"#;
const ROUNDS: usize = 9;
/// What all settings that cost something are set to.
const EVERYTHING: [&str; 6] =
    ["--rate-limit-rules", "1000000/s", "--rate-limit-searches", "1000000/s", "--log", "info"];
/// What all are off with that can be.
const NOTHING: [&str; 2] = ["--log", "off"];

fn main() {
    if let Ok(answer) = std::env::var(BASELINE) {
        return serve_baseline(&answer);
    }
    let wants = |part: &str| {
        !std::env::args().any(|word| ["operations", "overload"].contains(&&*word) && word != part)
    };
    if wants("operations") {
        compare_operations();
    }
    if wants("overload") {
        overload::run();
    }
}

/// Loads of every operation, `legal-moves` first; what is searched is known after the first time.
fn loads() -> Vec<Load> {
    let post = |path: &'static str, fields: &str| Load::post(path, &format!("{{{GAME}{fields}}}"));
    vec![
        post("/v1/legal-moves", ""),
        post("/v1/apply", r#","action":"a4a5""#),
        post("/v1/explain", r#","action":"a4a5""#),
        post("/v1/replay", ""),
        post("/v1/bot-move", r#","level":8"#),
        post("/v1/analysis", r#","limits":{"depth":6}"#),
        Load::get("/v1/rulesets/standard"),
        Load::get("/v1/board.svg?moves=a3a4,g7g6,c3d3,e7d7,g3g4,a7a6"),
        Load::get("/v1/board.png?moves=a3a4,g7g6,c3d3,e7d7,g3g4,a7a6"),
        Load::get("/v1/legal-moves?moves=a3a4,g7g6,c3d3,e7d7,g3g4,a7a6"),
    ]
}

fn compare_operations() {
    let loads = loads();
    let start = |settings: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jungle"));
        Server::start(
            pinned(command.args(["--listen", "127.0.0.1:0"]).args(settings), 0).stderr(Stdio::null()),
        )
    };
    let (jungle, plain) = (start(&EVERYTHING), start(&NOTHING));
    let answer = std::env::temp_dir().join(format!("jungle-bench-{}.json", std::process::id()));
    fs::write(&answer, jungle.ask(&loads[0])).expect("the answer is kept");
    let this = std::env::current_exe().expect("this program has a path");
    let bare = Server::start(pinned(Command::new(this).env(BASELINE, &answer), 0).stderr(Stdio::null()));
    assert_eq!(jungle.ask(&loads[0]).len(), bare.ask(&loads[0]).len(), "both answer with as much");

    let rounds: Vec<[Pace; 3]> =
        (0..ROUNDS).map(|_| [&jungle, &plain, &bare].map(|server| server.answer(&loads[0]))).collect();
    println!("POST /v1/legal-moves, everything on beside a bare handler:");
    compare(rounds.iter().map(|[all, _, bare]| (all, bare)).collect());
    println!("POST /v1/legal-moves, everything on beside log and limits off:");
    compare(rounds.iter().map(|[all, plain, _]| (all, plain)).collect());

    let bare = rounds.iter().map(|[_, _, bare]| bare).max_by(|a, b| a.rate.total_cmp(&b.rate));
    let bare = bare.expect("there are rounds");
    println!(
        "{:<58} {:>10} {:>6} {:>8} {:>8} {:>8}",
        "everything on", "requests/s", "ratio", "CPU µs", "p50 ms", "p99 ms"
    );
    print_load("the bare handler, in its best round", bare, bare);
    for load in &loads {
        jungle.ask(load);
        print_load(&load.name(), &jungle.answer(load), bare);
    }
}

fn print_load(name: &str, pace: &Pace, bare: &Pace) {
    let Pace { rate, micros, p50, p99 } = pace;
    println!("{name:<58.58} {rate:>10.0} {:>6.2} {micros:>8.1} {p50:>8.2} {p99:>8.2}", rate / bare.rate);
}

/// Prints the rounds, and the one whose ratio is in the middle.
fn compare(mut rounds: Vec<(&Pace, &Pace)>) {
    for (one, other) in &rounds {
        print_row("requests/s", one.rate, other.rate);
    }
    rounds.sort_by(|a, b| (a.0.rate / a.1.rate).total_cmp(&(b.0.rate / b.1.rate)));
    let (one, other) = &rounds[ROUNDS / 2];
    println!("median by ratio:");
    print_row("requests/s", one.rate, other.rate);
    print_row("CPU µs each", one.micros, other.micros);
}

fn print_row(name: &str, one: f64, other: f64) {
    println!("{name:>11} {one:>14.1} {other:>16.1} {:>6.2}", one / other);
}
