//! Which answers are cheaper to find than to fetch: what each takes to work out, beside a GET of as many bytes from a
//! Redis on the same machine. `cargo bench --bench cache`, with Debian's `redis-server`.

use std::hint::black_box;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use jungle::engine::{Level, Manners, Stop, choose};
use jungle::rules::{Action, Game, Position, Ruleset};
use redis::aio::MultiplexedConnection;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const ROUNDS: usize = 5;
const MOVES: [&str; 6] = ["a3a4", "g7g6", "c3d3", "e7d7", "g3g4", "a7a6"];
/// As many as a kept answer has.
const BYTES: usize = 500;

fn main() {
    let redis = Redis::start();
    let runtime = actix_web::rt::System::new();
    let fetch = runtime.block_on(redis.fetch());
    println!("{:<34} {:>12} {:>10}", "", "µs, median", "of a fetch");
    row("a GET from Redis", fetch, fetch);
    let game = played(&MOVES);
    row("six moves played, legal moves", median(|| played(&MOVES).legal_moves().len()), fetch);
    let long: Vec<&str> = ["a3a4", "a7a6", "a4a3", "a6a7"].into_iter().cycle().take(40).collect();
    row("40 moves played, legal moves", median(|| played(&long).legal_moves().len()), fetch);
    for number in 1..=10 {
        let limits = Level::new(number).expect("there are ten").limits(1);
        let time = median(|| choose(&game, limits, Manners::default(), &Stop::default()));
        row(&format!("bot move of level {number}"), time, fetch);
    }
}

fn row(name: &str, time: Duration, fetch: Duration) {
    let micros = time.as_secs_f64() * 1e6;
    println!("{name:<34} {micros:>12.1} {:>10.2}", time.as_secs_f64() / fetch.as_secs_f64());
}

fn played(moves: &[&str]) -> Game {
    let start = Position::new(&Ruleset::STANDARD.start, &Ruleset::STANDARD).expect("the start is legal");
    let mut game = Game::new(start);
    for mv in moves {
        game.play_past_draws(Action::Move(mv.parse().expect("it is a move"))).expect("it is legal");
    }
    game
}

/// The median of rounds that last a while each.
fn median<T>(work: impl Fn() -> T) -> Duration {
    const LEAST: Duration = Duration::from_millis(100);
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let (start, mut count) = (Instant::now(), 0);
            while start.elapsed() < LEAST {
                black_box(work());
                count += 1;
            }
            start.elapsed() / count
        })
        .collect();
    times.sort_unstable();
    times[ROUNDS / 2]
}

struct Redis {
    process: Child,
    port: u16,
}

impl Redis {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there are ports left");
        let port = listener.local_addr().expect("it is bound").port();
        drop(listener);
        let mut command = Command::new("redis-server");
        command
            .args(["--bind", "127.0.0.1", "--save", "", "--port", &port.to_string()])
            .stdout(Stdio::null());
        let process = command.spawn().expect("redis-server runs: it is in Debian's package of that name");
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            std::thread::sleep(Duration::from_millis(5));
        }
        Self { process, port }
    }

    /// How long one GET after the other takes.
    async fn fetch(&self) -> Duration {
        const COUNT: u32 = 5_000;
        let client = redis::Client::open(format!("redis://127.0.0.1:{}", self.port)).expect("it is a URL");
        let mut connection: MultiplexedConnection =
            client.get_multiplexed_async_connection().await.expect("it listens");
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let set = redis::cmd("SET").arg("key").arg("x".repeat(BYTES)).to_owned();
            let _: () = set.query_async(&mut connection).await.expect("it keeps it");
            let start = Instant::now();
            for _ in 0..COUNT {
                let get = redis::cmd("GETEX").arg("key").arg("EX").arg(60).to_owned();
                let value: Vec<u8> = get.query_async(&mut connection).await.expect("it has it");
                assert_eq!(value.len(), BYTES);
            }
            times.push(start.elapsed() / COUNT);
        }
        times.sort_unstable();
        times[ROUNDS / 2]
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        // Nothing to do about one that has gone by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
