//! The UCI conversation, as the program on the other end of two pipes sees it.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The engine, spoken to.
struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jungle"));
        let mut process = command.arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().unwrap());
        Self { process, input, output }
    }

    fn say(&mut self, line: &str) -> &mut Self {
        self.write(format!("{line}\n").as_bytes());
        self
    }

    fn write(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The next line; empty at the end.
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// The lines up to one that starts with a word, that one included.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            assert!(!line.is_empty(), "no {word} after {lines:#?}");
            let is_last = line.split(' ').next() == Some(word);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    fn best_move(&mut self) -> String {
        let line = self.until("bestmove").pop().unwrap();
        line.strip_prefix("bestmove ").unwrap().to_owned()
    }

    /// Says a line that is wrong: it is answered by an error with these words in it, and by nothing else.
    #[track_caller]
    fn fail(&mut self, line: &str, words: &str) {
        let lines = self.say(line).say("isready").until("readyok");
        assert_eq!(lines.len(), 2, "{line}: {lines:?}");
        assert!(
            lines[0].starts_with("info string error") && lines[0].contains(words),
            "{line}: {}",
            lines[0]
        );
    }

    /// Says lines that are not answered.
    #[track_caller]
    fn tell(&mut self, line: &str) {
        assert_eq!(self.say(line).say("isready").until("readyok").len(), 1, "{line}");
    }

    /// Ends the input; the program must end too, and well.
    fn end(mut self) -> Vec<String> {
        self.input = None;
        let lines = (&mut self.output).lines().map(Result::unwrap).collect();
        assert!(self.process.wait().unwrap().success());
        lines
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The value after a word of an info line.
fn value<'a>(info: &'a str, name: &str) -> &'a str {
    let mut words = info.split(' ').skip_while(|&word| word != name);
    words.nth(1).unwrap_or_else(|| panic!("no {name} in {info}"))
}

const OPEN_DEN: &str = "position fen 7/3C3/7/7/7/7/7/7/r6 w";

#[test]
fn it_introduces_itself_with_its_options() {
    let mut engine = Engine::start();
    let lines = engine.say("uci").until("uciok");
    assert!(lines[0].starts_with("id name Jungle "));
    assert!(lines[1].starts_with("id author "));
    for name in ["Hash", "MultiPV", "Level", "Seed", "Move Overhead"] {
        let start = format!("option name {name} type spin default ");
        assert!(lines.iter().any(|line| line.starts_with(&start)), "{name}");
    }
    let rulesets =
        lines.iter().find(|line| line.starts_with("option name Ruleset type combo default standard"));
    assert!(rulesets.unwrap().ends_with(" var leiden"));
    assert!(engine.end().is_empty());
}

#[test]
fn a_search_tells_each_depth_and_then_its_best_move() {
    let mut engine = Engine::start();
    let lines = engine.say("position startpos moves a3a4").say("go depth 4").until("bestmove");
    let (best, infos) = lines.split_last().unwrap();
    let depths: Vec<&str> = infos.iter().map(|info| value(info, "depth")).collect();
    assert_eq!(depths, ["1", "2", "3", "4"]);
    for info in infos {
        assert!(info.starts_with("info depth "));
        assert_eq!(value(info, "multipv"), "1");
        assert_eq!(value(info, "score"), "cp");
        for number in ["cp", "nodes", "nps", "time"] {
            assert!(value(info, number).parse::<i64>().is_ok(), "{number} in {info}");
        }
    }
    assert_eq!(best, &format!("bestmove {}", value(infos.last().unwrap(), "pv")));
}

#[test]
fn each_limit_ends_a_search() {
    let mut engine = Engine::start();
    let clocks = "wtime 200 btime 100 winc 10 binc 5";
    for limit in [
        "depth 2",
        "nodes 500",
        "movetime 30",
        clocks,
        "wtime 90 movestogo 1",
        "wtime -5",
        "depth 999 nodes 9",
    ] {
        engine.say("position startpos").say(&format!("go {limit}"));
        assert_eq!(engine.best_move().len(), 4, "{limit}");
    }
    let lines = engine.say("go nodes 500").until("bestmove");
    assert_eq!(value(&lines[lines.len() - 2], "nodes"), "500");
}

#[test]
fn a_clock_gives_a_move_its_share() {
    let mut engine = Engine::start();
    let start = Instant::now();
    // Thirty moves are left: about 100 ms for one. The other side's clock does not matter.
    engine.say("position startpos").say("go wtime 3000 btime 1").best_move();
    let time = start.elapsed();
    assert!(time >= Duration::from_millis(80) && time < Duration::from_millis(1_500), "{time:?}");
}

#[test]
fn forced_results_are_counted_in_full_moves() {
    let mut engine = Engine::start();
    let mut last = |position: &str| {
        let mut lines = engine.say(position).say("go depth 8").until("bestmove");
        lines.swap_remove(lines.len() - 2)
    };
    let win = last(OPEN_DEN);
    assert_eq!((value(&win, "score"), value(&win, "mate"), value(&win, "pv")), ("mate", "1", "d8d9"));
    assert_eq!(value(&last("position fen 7/7/3C3/7/7/7/7/7/r6 w"), "mate"), "2");
    assert_eq!(value(&last("position fen 7/7/7/7/7/7/L6/3c3/7 w"), "mate"), "-1");
}

#[test]
fn several_lines_are_told_best_first() {
    let mut engine = Engine::start();
    // More pieces than the tables know.
    let open_den = "position fen 7/3C3/7/7/7/7/7/7/rct1W2 w";
    let lines =
        engine.say("setoption name MultiPV value 3").say(open_den).say("go depth 2").until("bestmove");
    let ranks: Vec<&str> = lines[..lines.len() - 1].iter().map(|info| value(info, "multipv")).collect();
    assert_eq!(ranks, ["1", "2", "3", "1", "2", "3"]);
    assert_eq!(lines.last().unwrap(), "bestmove d8d9");
}

#[test]
fn an_infinite_search_waits_for_stop_even_when_it_has_its_answer() {
    let mut engine = Engine::start();
    engine.say(OPEN_DEN).say("go infinite");
    std::thread::sleep(Duration::from_millis(200));
    let lines = engine.say("isready").until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    assert_eq!(engine.say("stop").best_move(), "d8d9");
}

#[test]
fn stop_is_answered_at_once_and_only_once() {
    let mut engine = Engine::start();
    engine.tell("stop");
    engine.say("position startpos").say("go infinite");
    std::thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    engine.say("stop").best_move();
    assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());
    engine.tell("stop");
}

#[test]
fn a_running_search_is_not_disturbed() {
    let mut engine = Engine::start();
    engine.say("position startpos").say("go infinite");
    for line in ["position startpos", "go depth 1", "ucinewgame", "setoption name Hash value 1"] {
        let lines = engine.say(line).until("info");
        let mut line = lines.last().unwrap().clone();
        while !line.contains("error") {
            assert!(line.starts_with("info depth"), "{line}");
            line = engine.line();
        }
        assert!(line.contains("a search is running"), "{line}");
    }
    engine.say("ponderhit").say("uci").until("uciok");
    engine.say("stop").best_move();
}

#[test]
fn who_hears_the_best_move_may_go_on_at_once() {
    let mut engine = Engine::start();
    for _ in 0..50 {
        let lines = engine.say("position startpos").say("go depth 1").until("bestmove");
        assert!(!lines.iter().any(|line| line.contains("error")), "{lines:?}");
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    for (position, score) in [
        ("position fen 3C3/7/7/7/7/7/7/7/r6 b", "mate 0"),
        ("position fen 7/3C3/7/7/7/7/7/7/r6 w moves d8d9", "mate 0"),
        ("position fen 7/3C3/7/7/7/7/7/7/r6 w - - 100 60", "cp 0"),
    ] {
        let mut engine = Engine::start();
        let lines = engine.say(position).say("go depth 3").until("bestmove");
        assert_eq!(lines, [format!("info depth 0 score {score}"), "bestmove (none)".to_owned()]);
        engine.say("go infinite");
        assert_eq!(engine.say("stop").best_move(), "(none)");
    }
}

#[test]
fn what_is_wrong_is_told_and_changes_nothing() {
    let mut engine = Engine::start();
    engine.tell(OPEN_DEN);
    for (line, words) in [
        ("nope", "nope"),
        ("go depth", "depth"),
        ("go depth x", "depth"),
        ("go searchmoves a3a4", "searchmoves"),
        ("position", "startpos"),
        ("position nope", "startpos"),
        ("position startpos a3a4", "moves"),
        ("position startpos moves z9z9", "z9z9"),
        ("position startpos moves a3a4 a3a4", "move 2, a3a4"),
        ("position startpos moves a3a9", "move 1, a3a9"),
        ("position fen", "rows"),
        ("position fen nope w", "rows"),
        ("position fen 7/7/7/7/7/7/7/7/3R3 w", "own den"),
        ("position fen 7/3C3/7/7/7/7/7/7/r6 w moves d8d9 a1a2", "over"),
        ("setoption", "name"),
        ("setoption name Hash", "value"),
        ("setoption name value 1", "name"),
        ("setoption name Hash value x", "4096"),
        ("setoption name Hash value -1", "4096"),
        ("setoption name Level value 11", "10"),
        ("setoption name MultiPV value 0", "1 to 32"),
        ("setoption name Ruleset value chess", "chess"),
        ("setoption name Nope value 1", "Nope"),
        ("setoption name TablesPath value /nowhere", "/nowhere"),
    ] {
        engine.fail(line, words);
    }
    assert_eq!(engine.say("go depth 3").best_move(), "d8d9");
}

#[test]
fn bytes_that_are_no_text_and_blank_lines_do_no_harm() {
    let mut engine = Engine::start();
    engine.write(b"\n  \r\n\xff\xfe\x00\n");
    assert!(engine.line().starts_with("info string error"));
    engine.tell("debug on");
    engine.tell("register later");
    assert_eq!(engine.say("  isready \r").line(), "readyok");
}

#[test]
fn a_ruleset_brings_its_start_and_its_rules() {
    let mut engine = Engine::start();
    engine.tell("setoption name ruleset value Mistboard");
    engine.fail("position startpos moves a3a4 g7g6 g1g9", "g1g9");
    // The rat is on the left in this start.
    engine.tell("position fen t5l/1c3d1/e1w1p1r/7/7/7/R1P1W1E/1D3C1/L5T w moves a3a4");
    engine.tell("setoption name Ruleset value traditional");
    engine.fail("position fen 7/7/7/7/7/7/7/7/r1C4 w", "its own trap");
}

#[test]
fn endgame_tables_tell_the_end_at_once_but_not_to_the_lower_levels() {
    let mut engine = Engine::start();
    let lines = engine.say("uci").until("uciok");
    assert!(lines.iter().any(|line| line == "option name TablesPath type string default <empty>"));
    // Thirteen plies are seven moves of the side on turn.
    let ending = "position fen 7/2c4/3r3/7/7/3L3/7/7/7 w - - 0 60";
    let lines = engine.say(ending).say("go nodes 10").until("bestmove");
    assert_eq!(value(&lines[0], "mate"), "7");
    engine.tell("setoption name Level value 7");
    let lines = engine.say("go nodes 10").until("bestmove");
    assert!(!lines[0].contains("mate"), "{lines:?}");
    engine.tell("setoption name Level value 0");
    engine.tell("setoption name TablesPath value <empty>");
    let lines = engine.say("go nodes 10").until("bestmove");
    assert_eq!(value(&lines[0], "mate"), "7");
}

#[test]
fn a_level_limits_the_search_and_its_seed_makes_its_errors() {
    let mut engine = Engine::start();
    engine.say("setoption name Level value 1").tell("setoption name Hash value 1");
    let mut best = Vec::new();
    for seed in 0..20 {
        engine.say(&format!("setoption name Seed value {seed}"));
        best.push(engine.say("position startpos").say("go").best_move());
    }
    assert!(best.iter().any(|mv| *mv != best[0]), "{best:?}");
}

#[test]
fn the_end_of_the_input_ends_the_search_and_the_program() {
    let mut engine = Engine::start();
    engine.say("position startpos").say("go infinite");
    std::thread::sleep(Duration::from_millis(100));
    let start = Instant::now();
    let lines = engine.end();
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn quit_ends_the_search_and_the_program() {
    let mut engine = Engine::start();
    engine.say("go infinite").say("quit").until("bestmove");
    assert!(engine.end().is_empty());
    // What follows it is not read, and a line needs no end.
    let mut engine = Engine::start();
    engine.write(b"isready\nquit\nisready\nisready");
    assert_eq!(engine.end(), ["readyok"]);
}

#[test]
fn a_last_line_without_an_end_is_read_as_well() {
    let mut engine = Engine::start();
    engine.write(b"isready");
    assert_eq!(engine.end(), ["readyok"]);
}
