//! Perft 6 from the start, beside cozy-chess's perft 6 from the chess start, both counting leaves in bulk on
//! one thread: `cargo bench --bench perft`. The two run in turn, so that what the machine does meets both.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cozy_chess::Board;
use jungle::rules::{Position, Ruleset, perft};

const DEPTH: u32 = 6;
const ROUNDS: usize = 7;

fn main() {
    let start = Position::new(&Ruleset::STANDARD.start, &Ruleset::STANDARD).expect("the start is legal");
    let mut jungle = Vec::new();
    let mut chess = Vec::new();
    for _ in 0..ROUNDS {
        jungle.push(time(|| perft(black_box(&start), DEPTH)));
        chess.push(time(|| chess_perft(black_box(&Board::default()), DEPTH)));
    }
    let (jungle, chess) = (median(jungle), median(chess));
    report("jungle", jungle);
    report("cozy-chess", chess);
    println!("jungle / cozy-chess, time:            {:.2}", jungle.1.as_secs_f64() / chess.1.as_secs_f64());
    println!("jungle / cozy-chess, nodes per second: {:.2}", speed(jungle) / speed(chess));
}

type Run = (u64, Duration);

fn time(run: impl FnOnce() -> u64) -> Run {
    let start = Instant::now();
    (black_box(run()), start.elapsed())
}

fn median(mut runs: Vec<Run>) -> Run {
    runs.sort_by_key(|run| run.1);
    runs[runs.len() / 2]
}

fn speed((nodes, time): Run) -> f64 {
    nodes as f64 / time.as_secs_f64()
}

fn report(name: &str, run: Run) {
    println!(
        "{name:10} perft {DEPTH}: {:>11} nodes, {:>7.1?}, {:.0} million/s",
        run.0,
        run.1,
        speed(run) / 1e6
    );
}

fn chess_perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += chess_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}
