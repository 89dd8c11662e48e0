//! `POST /v1/legal-moves` beside a bare actix handler that reads and writes JSON of the same sizes, and beside
//! `POST /v1/bot-move` with an answer that is known: `cargo bench --bench http`, with Debian's `wrk`. Server and load
//! have a core each and run in turn.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use actix_web::{App, HttpServer, web};
use serde::{Deserialize, Serialize};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What both servers are sent: the fourth move of a game.
const REQUEST: &str = r#"{"ruleset":"standard","position":"l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1","moves":["a3a4","g7g6","c3d3","e7d7","g3g4","a7a6"]}"#;
/// A bot move in the same game.
const BOT_MOVE: &str = r#"{"ruleset":"standard","position":"l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1","moves":["a3a4","g7g6","c3d3","e7d7","g3g4","a7a6"],"level":8}"#;
const ROUNDS: usize = 5;
const SECONDS: u32 = 4;
const CONNECTIONS: u32 = 64;
/// Makes this program the baseline server, with the answer it gives in a file.
const BASELINE: &str = "JUNGLE_BENCH_BASELINE";

fn main() {
    if let Ok(answer) = std::env::var(BASELINE) {
        return serve_baseline(&answer);
    }
    let [moves, bot_move] = [("legal-moves", REQUEST), ("bot-move", BOT_MOVE)].map(Load::of);
    let jungle = Server::start(Command::new(env!("CARGO_BIN_EXE_jungle")).args(["--listen", "127.0.0.1:0"]));
    let answer = std::env::temp_dir().join(format!("jungle-bench-{}.json", std::process::id()));
    fs::write(&answer, jungle.ask(&moves)).expect("the answer is kept");
    jungle.ask(&bot_move);
    let this = std::env::current_exe().expect("this program has a path");
    let baseline = Server::start(Command::new(this).env(BASELINE, &answer));
    assert_eq!(jungle.ask(&moves).len(), baseline.ask(&moves).len(), "both answer with as much");

    let rounds: Vec<[Pace; 3]> = (0..ROUNDS)
        .map(|_| [jungle.answer(&bot_move), jungle.answer(&moves), baseline.answer(&moves)])
        .collect();
    compare("legal-moves", "bare handler", rounds.iter().map(|[_, moves, bare]| (moves, bare)).collect());
    compare("known move", "legal-moves", rounds.iter().map(|[known, moves, _]| (known, moves)).collect());
}

/// Prints the rounds, and the one whose ratio is in the middle.
fn compare(one: &str, other: &str, mut rounds: Vec<(&Pace, &Pace)>) {
    println!("{:>11} {one:>14} {other:>16} {:>6}", "", "ratio");
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

/// What is asked again and again.
struct Load {
    path: &'static str,
    body: &'static str,
    /// The file that tells wrk.
    script: String,
}

impl Load {
    fn of((operation, body): (&'static str, &'static str)) -> Self {
        let name = format!("jungle-bench-{}-{operation}.lua", std::process::id());
        let file = std::env::temp_dir().join(name);
        let script = format!(
            "wrk.method = 'POST'\nwrk.headers['Content-Type'] = 'application/json'\nwrk.body = [[{body}]]\n"
        );
        fs::write(&file, script).expect("the script is written");
        let path = if operation == "bot-move" { "/v1/bot-move" } else { "/v1/legal-moves" };
        Self { path, body, script: file.to_string_lossy().into_owned() }
    }
}

/// How a server did under load.
struct Pace {
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

    fn ask(&self, load: &Load) -> String {
        let ask = async {
            let request = reqwest::Client::new().post(self.url(load));
            let request = request.header("content-type", "application/json");
            request.body(load.body).send().await?.error_for_status()?.text().await
        };
        actix_web::rt::System::new().block_on(ask).expect("it answers")
    }

    fn url(&self, load: &Load) -> String {
        format!("{}{}", self.address, load.path)
    }

    fn answer(&self, load: &Load) -> Pace {
        let before = self.processor_seconds();
        let mut wrk = Command::new("wrk");
        wrk.args([
            "-t1",
            &format!("-c{CONNECTIONS}"),
            &format!("-d{SECONDS}s"),
            "-s",
            &load.script,
            &self.url(load),
        ]);
        let output = pinned(&mut wrk, 1).output().expect("wrk runs: it is in Debian's package of that name");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!text.contains("Non-2xx"), "every request is answered: {text}");
        let number = |name: &str| {
            let line = text.lines().find(|line| line.contains(name)).expect("wrk reports it");
            line.split_whitespace().find_map(|word| word.parse::<f64>().ok()).expect("it is a number")
        };
        let used = self.processor_seconds() - before;
        Pace { rate: number("Requests/sec"), micros: used * 1e6 / number("requests in") }
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
