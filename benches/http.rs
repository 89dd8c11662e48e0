//! `POST /v1/legal-moves` beside a bare actix handler that reads and writes JSON of the same sizes:
//! `cargo bench --bench http`, with Debian's `wrk`. Server and load have a core each and run in turn.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use actix_web::{App, HttpServer, web};
use serde::{Deserialize, Serialize};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What both servers are sent: the fourth move of a game.
const REQUEST: &str = r#"{"ruleset":"standard","position":"l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1","moves":["a3a4","g7g6","c3d3","e7d7","g3g4","a7a6"]}"#;
const ROUNDS: usize = 5;
const SECONDS: u32 = 4;
const CONNECTIONS: u32 = 64;
/// Makes this program the baseline server, with the answer it gives in a file.
const BASELINE: &str = "JUNGLE_BENCH_BASELINE";

fn main() {
    if let Ok(answer) = std::env::var(BASELINE) {
        return serve_baseline(&answer);
    }
    let script = script();
    let jungle = Server::start(Command::new(env!("CARGO_BIN_EXE_jungle")).args(["--listen", "127.0.0.1:0"]));
    let answer = std::env::temp_dir().join(format!("jungle-bench-{}.json", std::process::id()));
    fs::write(&answer, jungle.ask()).expect("the answer is kept");
    let this = std::env::current_exe().expect("this program has a path");
    let baseline = Server::start(Command::new(this).env(BASELINE, &answer));
    assert_eq!(jungle.ask().len(), baseline.ask().len(), "both answer with as much");

    let mut rounds: Vec<(Load, Load)> =
        (0..ROUNDS).map(|_| (jungle.load(&script), baseline.load(&script))).collect();
    println!("{:>9} {:>16} {:>16} {:>6}", "", "legal-moves", "bare handler", "ratio");
    for (jungle, baseline) in &rounds {
        print_row("requests/s", jungle.rate, baseline.rate);
    }
    rounds.sort_by(|a, b| (a.0.rate / a.1.rate).total_cmp(&(b.0.rate / b.1.rate)));
    let (jungle, baseline) = &rounds[ROUNDS / 2];
    println!("median by ratio:");
    print_row("requests/s", jungle.rate, baseline.rate);
    print_row("CPU µs each", jungle.micros, baseline.micros);
}

fn print_row(name: &str, jungle: f64, baseline: f64) {
    println!("{name:>11} {jungle:>14.1} {baseline:>16.1} {:>6.2}", jungle / baseline);
}

/// How a server did under load.
struct Load {
    /// Requests a second.
    rate: f64,
    /// Microseconds of the server's processor for each request.
    micros: f64,
}

/// A server in a process of its own, on a core of its own.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(command: &mut Command) -> Self {
        let mut process = pinned(command, 0).stdout(Stdio::piped()).spawn().expect("taskset runs");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("its output is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it tells its address");
        let address = line.trim().trim_start_matches("listening on ").to_owned();
        Self { process, address }
    }

    fn ask(&self) -> String {
        let ask = async {
            let request = reqwest::Client::new().post(self.url()).header("content-type", "application/json");
            request.body(REQUEST).send().await?.error_for_status()?.text().await
        };
        actix_web::rt::System::new().block_on(ask).expect("it answers")
    }

    fn url(&self) -> String {
        format!("{}/v1/legal-moves", self.address)
    }

    fn load(&self, script: &str) -> Load {
        let before = self.processor_seconds();
        let mut wrk = Command::new("wrk");
        wrk.args(["-t1", &format!("-c{CONNECTIONS}"), &format!("-d{SECONDS}s"), "-s", script, &self.url()]);
        let output = pinned(&mut wrk, 1).output().expect("wrk runs: it is in Debian's package of that name");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!text.contains("Non-2xx"), "every request is answered: {text}");
        let number = |name: &str| {
            let line = text.lines().find(|line| line.contains(name)).expect("wrk reports it");
            line.split_whitespace().find_map(|word| word.parse::<f64>().ok()).expect("it is a number")
        };
        let used = self.processor_seconds() - before;
        Load { rate: number("Requests/sec"), micros: used * 1e6 / number("requests in") }
    }

    /// User and system time, from fields 14 and 15 of `/proc/PID/stat`, in hundredths of a second.
    fn processor_seconds(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id())).expect("it runs on Linux");
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |i: usize| fields[i].parse::<f64>().expect("it is a number");
        (ticks(11) + ticks(12)) / 100.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Nothing to do about one that has gone by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The same command on one core.
fn pinned(command: &mut Command, core: u32) -> Command {
    let mut pinned = Command::new("taskset");
    pinned.args(["-c", &core.to_string()]).arg(command.get_program()).args(command.get_args());
    pinned.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    pinned
}

fn script() -> String {
    let path = std::env::temp_dir().join(format!("jungle-bench-{}.lua", std::process::id()));
    let script = format!(
        "wrk.method = 'POST'\nwrk.headers['Content-Type'] = 'application/json'\nwrk.body = [[{REQUEST}]]\n"
    );
    fs::write(&path, script).expect("the script is written");
    path.to_string_lossy().into_owned()
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "read, as a handler would, and not needed")]
struct BareRequest {
    ruleset: String,
    position: String,
    moves: Vec<String>,
}

#[derive(Deserialize, Serialize)]
struct BareResponse {
    state: String,
    ruleset: String,
    position: BarePosition,
    status: BareStatus,
    legal_moves: Vec<BareMove>,
}

#[derive(Deserialize, Serialize)]
struct BarePosition {
    fen: String,
    pieces: Vec<BarePiece>,
    turn: Option<u8>,
    plies: u32,
    plies_since_capture: u32,
    repetitions: u32,
    draw_offer: Option<u8>,
}

#[derive(Deserialize, Serialize)]
struct BarePiece {
    seat: u8,
    kind: String,
    square: [u8; 2],
}

#[derive(Deserialize, Serialize)]
struct BareStatus {
    phase: String,
    winner: Option<u8>,
    reason: Option<String>,
}

#[derive(Deserialize, Serialize)]
struct BareMove {
    from: [u8; 2],
    to: [u8; 2],
    notation: String,
    kind: String,
    capture: Option<String>,
    jump: bool,
    wins: bool,
}

fn serve_baseline(answer: &str) {
    let answer = fs::read(answer).expect("the answer is kept");
    let answer: BareResponse = serde_json::from_slice(&answer).expect("it is what the service answers");
    let answer = web::Data::new(answer);
    let serve = async {
        let server = HttpServer::new(move || {
            App::new().app_data(answer.clone()).route("/v1/legal-moves", web::post().to(answer_bare))
        });
        let server = server.tcp_nodelay(true).bind("127.0.0.1:0")?;
        println!("listening on http://{}", server.addrs()[0]);
        server.run().await
    };
    actix_web::rt::System::new().block_on(serve).expect("the baseline serves");
}

async fn answer_bare(
    _request: web::Json<BareRequest>,
    answer: web::Data<BareResponse>,
) -> web::Json<web::Data<BareResponse>> {
    web::Json(answer)
}
