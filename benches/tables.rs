//! How long endgame tables take to answer: in the process, and over HTTP beside a list of moves of the same positions.
//! `JUNGLE_TABLES=FOLDER cargo bench --bench tables`, with the tables to four pieces of `standard` in the folder;
//! without one, those in the program are asked for three pieces.

#[expect(dead_code, reason = "nothing here puts a load on it")]
#[path = "http/server.rs"]
mod server;

use std::fmt::Display;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use jungle::engine::tablebase::{Material, Tables};
use jungle::rules::{Piece, Position, Ruleset, Setup, Side, Square};
use reqwest::blocking::Client;

use server::Server;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const POSITIONS: usize = 1_000;

fn main() {
    let folder = std::env::var_os("JUNGLE_TABLES").map(PathBuf::from);
    let open = || match &folder {
        Some(folder) => Tables::open(folder).expect("the folder can be read").0,
        None => Tables::shipped(),
    };
    let pieces = open().holdings(&Ruleset::STANDARD).pieces;
    let positions = positions(pieces);
    println!("{POSITIONS} random positions of {pieces} pieces");
    let tables = open();
    let probe = |position: &Position| assert!(tables.probe(position).is_some(), "it is in the tables");
    report("a value, the first time", positions.iter().map(|position| timed(|| probe(position))).collect());
    report("a value, once more", positions.iter().map(|position| timed(|| probe(position))).collect());
    let mut serve = Command::new(env!("CARGO_BIN_EXE_jungle"));
    let server = Server::start(serve.args(["--listen", "127.0.0.1:0", "--log", "error"]));
    let client = Client::new();
    let ask = |path: &str, position: &Position| {
        let url = format!("{}/v1/{path}", server.address);
        let body = format!(r#"{{"position":"{}"}}"#, position.setup());
        timed(|| {
            let request = client.post(&url).header("content-type", "application/json").body(body);
            let answer = request.send().and_then(|answer| answer.error_for_status()?.bytes());
            assert!(!answer.expect("it answers").is_empty());
        })
    };
    for path in ["legal-moves", "tablebase", "tablebase", "legal-moves"] {
        report(format!("POST /v1/{path}"), positions.iter().map(|position| ask(path, position)).collect());
    }
}

/// Random positions that are not over.
fn positions(pieces: usize) -> Vec<Position> {
    let materials = Material::all(pieces);
    let mut random = 1_u64;
    let mut below = |bound: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % bound
    };
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let material = materials[below(materials.len())];
        let mut setup = Setup::EMPTY;
        let mut is_placed = true;
        for (side, animals) in [(Side::White, material.first()), (Side::Black, material.second())] {
            for animal in animals.iter() {
                is_placed &= setup.place(Piece { side, animal }, Square::ALL[below(Square::COUNT)]).is_ok();
            }
        }
        let position = Position::new(&setup, &Ruleset::STANDARD).ok().filter(|_| is_placed);
        positions.extend(position.filter(|position| position.outcome().is_none()));
    }
    positions
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn report(what: impl Display, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[times.len() * share / 1_000];
    println!("{what:32} p50 {:>9.1?}, p99 {:>9.1?}, worst {:>9.1?}", at(500), at(990), at(999));
}
