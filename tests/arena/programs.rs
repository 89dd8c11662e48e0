use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use jungle::arena::{Finish, Forfeit, Forfeits, Match, MatchError, Pair, Tally};
use jungle::rules::{Ruleset, Side};

use super::{contest, play};

/// The program itself.
const JUNGLE: &str = env!("CARGO_BIN_EXE_jungle");

/// A shell script that speaks UCI; it is gone after the test.
struct Script(PathBuf);

impl Script {
    /// A program that does this when it is to move.
    fn new(name: &str, go: &str) -> Self {
        let text = format!(
            "while read -r line; do case $line in\n\
             uci) echo uciok;; isready) echo readyok;; quit) exit;; go*) {go};;\nesac; done\n"
        );
        Self::whole(name, &text)
    }

    fn whole(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("jungle-{}-{name}.sh", std::process::id()));
        fs::write(&path, text).unwrap();
        Self(path)
    }

    fn player(&self, settings: &str) -> String {
        format!("uci:sh {},{settings}", self.0.display())
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A program that does this on its turn, as A against the engine, in one pair of games.
fn against_engine(name: &str, go: &str, settings: &str) -> (Pair, Tally) {
    let script = Script::new(name, go);
    let (pairs, tally) = play(&contest(&script.player(settings), "nodes=20", 1));
    (pairs[0].clone(), tally)
}

/// What the program did wrong, in both games.
#[track_caller]
fn forfeit(pair: &Pair) -> Forfeit {
    let [white, black] = &pair.games;
    assert!(matches!(black.finish, Finish::Forfeit(Side::Black, _)), "{pair:?}");
    assert_eq!((white.plies, black.plies), (4, 5));
    match &white.finish {
        Finish::Forfeit(Side::White, forfeit) => forfeit.clone(),
        _ => panic!("{pair:?}"),
    }
}

#[test]
fn another_program_plays_as_the_engine_in_this_one_does() {
    let same = contest("nodes=200", "nodes=100", 4);
    let a = format!("uci:{JUNGLE} uci,nodes=200");
    let b = format!("uci:{JUNGLE} uci,nodes=100,option.MultiPV=1");
    for concurrency in [1, 2] {
        assert_eq!(play(&Match { concurrency, ..contest(&a, &b, 4) }), play(&same));
    }
}

#[test]
fn another_program_is_told_the_ruleset() {
    let program = format!("uci:{JUNGLE} uci,nodes=100");
    for ruleset in [Ruleset::TRADITIONAL, Ruleset::MISTBOARD] {
        let (_, tally) = play(&Match { ruleset, ..contest(&program, "nodes=100", 2) });
        assert_eq!(tally.pairs, [0, 0, 2, 0, 0]);
        assert_eq!(tally.forfeits, [Forfeits::default(); 2]);
    }
}

#[test]
fn options_and_limits_reach_a_program() {
    let log = Script::whole("log", "");
    let echo = format!(
        "while read -r line; do echo \"$line\" >> {}; case $line in\n\
         uci) echo uciok;; isready) echo readyok;; quit) exit;; go*) exit;;\nesac; done\n",
        log.0.display()
    );
    let script = Script::whole("echo", &echo);
    play(&contest(&script.player("time=70,nodes=9,depth=3,option.Move Overhead=5"), "nodes=20", 1));
    let said = fs::read_to_string(&log.0).unwrap();
    assert!(
        said.starts_with("uci\nsetoption name Move Overhead value 5\nucinewgame\nisready\nposition fen ")
    );
    assert!(said.contains(" moves ") && said.contains("\ngo depth 3 nodes 9 movetime 70\n"), "{said}");
}

#[test]
fn a_program_that_ends_loses() {
    let (pair, tally) = against_engine("crash", "exit 3", "time=1000");
    assert!(matches!(forfeit(&pair), Forfeit::Crash(status) if status.contains('3')), "{pair:?}");
    assert_eq!((tally.won, tally.drawn, tally.lost), (0, 0, 2));
    assert_eq!(tally.forfeits[0], Forfeits { crashes: 2, ..Forfeits::default() });
    assert_eq!(tally.forfeits[1], Forfeits::default());
}

#[test]
fn a_program_that_closes_its_output_loses() {
    let start = Instant::now();
    let (pair, _) = against_engine("closed", "exec >/dev/null; sleep 3", "time=1000,timeout=20000");
    assert!(matches!(forfeit(&pair), Forfeit::Crash(_)), "{pair:?}");
    assert!(start.elapsed() < Duration::from_secs(15));
}

#[test]
fn a_program_that_hangs_loses() {
    let (pair, tally) = against_engine("hang", "sleep 2", "time=50,timeout=200");
    assert_eq!(forfeit(&pair), Forfeit::Timeout(Duration::from_millis(200)));
    assert_eq!(tally.forfeits[0].timeouts, 2);
}

#[test]
fn a_program_that_never_stops_talking_loses() {
    let (pair, _) = against_engine("talk", "while :; do echo info; done", "time=50,timeout=200");
    assert_eq!(forfeit(&pair), Forfeit::Timeout(Duration::from_millis(200)));
}

#[test]
fn a_program_that_plays_no_legal_move_loses() {
    for (index, answer) in ["a1a9", "(none)", "0000", "resign", "a3a4a5", ""].into_iter().enumerate() {
        let go = format!("echo 'bestmove {answer}'");
        let (pair, tally) = against_engine(&format!("illegal-{index}"), &go, "time=1000");
        assert_eq!(forfeit(&pair), Forfeit::IllegalMove(answer.to_owned()));
        assert_eq!(tally.forfeits[0].illegal_moves, 2);
    }
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let (pair, _) = against_engine("bytes", r"printf '\377\376\nbestmove \377\n'", "time=1000");
    assert!(matches!(forfeit(&pair), Forfeit::IllegalMove(_)), "{pair:?}");
}

#[test]
fn the_second_player_forfeits_too() {
    let script = Script::new("second", "exit 1");
    let (_, tally) = play(&contest("nodes=20", &script.player("time=1000"), 1));
    assert_eq!((tally.won, tally.forfeits[1].crashes), (2, 2));
    assert_eq!(tally.forfeits[0], Forfeits::default());
}

#[test]
fn a_program_that_cannot_be_played_with_ends_the_match() {
    let mute = Script::whole("mute", "exit 0\n");
    let half = Script::whole("half", "read -r line; echo uciok\n");
    for (player, words) in [
        ("uci:/nowhere/to/be/found,time=50".to_owned(), "cannot start \"/nowhere"),
        (mute.player("time=50"), "uciok"),
        (half.player("time=50"), "readyok"),
    ] {
        let contest = Match { concurrency: 2, ..contest("nodes=20", &player, 50) };
        let error = contest.play(&mut |_, _| ()).unwrap_err();
        assert!(matches!(&error, MatchError::Start(_)) && error.to_string().contains(words), "{error}");
    }
}
