use std::collections::HashSet;

use jungle::arena::{BENCH, Finish, Match, Player, Report, Verdict, bench, openings};
use jungle::engine::REVISION;
use jungle::rules::{EndReason, Ruleset};

use super::{contest, play, player};

#[test]
fn a_player_is_read_and_written_as_it_was() {
    for text in [
        "level=5",
        "level=5,seed=3",
        "time=100",
        "nodes=10000,hash=64",
        "depth=8,blur=20,seed=1",
        "level=10,nodes=5",
        "nodes=5,tables=no",
        "nodes=5,tables=yes",
        "uci:/path/to/program,time=100",
        "uci:program with arguments,nodes=5,depth=3,option.Hash=64,option.Move Overhead=5,timeout=5000",
    ] {
        assert_eq!(player(text).to_string(), text);
    }
}

#[test]
fn what_is_no_player_is_told_why() {
    for (text, words) in [
        ("", "not a setting"),
        ("level", "not a setting"),
        ("level=5,", "not a setting"),
        ("level=0", "level=0"),
        ("level=11", "level=11"),
        ("level=x", "level=x"),
        ("nodes=-1", "nodes=-1"),
        ("depth=256", "depth=256"),
        ("time=1.5", "time=1.5"),
        ("nodes=1,hash=99999999999999999999", "hash"),
        ("nodes=1,hash=9999999999999999", "hash"),
        ("nodes=1,tables=1", "tables=1"),
        ("speed=5", "speed"),
        ("seed=5", "limit"),
        ("nodes=5,timeout=5", "timeout"),
        ("nodes=5,option.Hash=5", "option.Hash"),
        ("uci:", "uci:PROGRAM"),
        ("uci: ,time=5", "uci:PROGRAM"),
        ("uci:program", "limit"),
        ("uci:program,level=5", "level"),
        ("uci:program,time=5,", "not a setting"),
        ("uci:program,time=x", "time=x"),
    ] {
        let error = text.parse::<Player>().unwrap_err().to_string();
        assert!(error.contains(words), "{text:?}: {error}");
    }
}

#[test]
fn openings_are_different_and_leave_both_sides_in_the_game() {
    for named in Ruleset::NAMED {
        let games = openings(&named.ruleset, 6, 100, 1).unwrap();
        let keys: HashSet<u64> = games.iter().map(|game| game.position().key()).collect();
        assert_eq!(keys.len(), 100, "{}", named.name);
        for game in games {
            assert_eq!((game.position().plies(), game.outcome()), (6, None));
        }
    }
}

#[test]
fn no_opening_can_be_won_at_once() {
    for game in openings(&Ruleset::LEIDEN, 200, 100, 1).unwrap() {
        let position = game.position();
        for mv in game.legal_moves() {
            let outcome = position.play_unchecked(mv).outcome();
            assert!(outcome.is_none_or(|outcome| outcome.winner.is_none()), "{mv} in {}", position.setup());
        }
    }
}

#[test]
fn openings_come_from_the_seed_and_more_of_them_begin_with_the_same() {
    let some = |count, seed| openings(&Ruleset::STANDARD, 4, count, seed).unwrap();
    assert_eq!(some(50, 7)[..20], some(20, 7)[..]);
    assert_ne!(some(20, 7), some(20, 8));
}

#[test]
fn openings_repeat_only_where_there_are_no_others() {
    let games = openings(&Ruleset::STANDARD, 0, 3, 1).unwrap();
    assert!(games.iter().all(|game| game.actions().is_empty()));
    let games = openings(&Ruleset::STANDARD, 1, 40, 1).unwrap();
    let keys: HashSet<u64> = games.iter().map(|game| game.position().key()).collect();
    assert!(keys.len() > 20, "{} of 24", keys.len());
    assert!(openings(&Ruleset::STANDARD, 500, 1, 1).unwrap_err().to_string().contains("500"));
}

#[test]
fn a_player_against_itself_is_level_because_the_colours_are_swapped() {
    let (pairs, tally) = play(&contest("nodes=100", "nodes=100", 10));
    assert_eq!(tally.pairs, [0, 0, 10, 0, 0]);
    assert_eq!(tally.won, tally.lost);
    assert!(tally.won > 0, "{tally:?}");
    // Without swapping, both games of a pair would have gone to the same player.
    for pair in pairs {
        assert_eq!(pair.games[0].finish.winner(), pair.games[1].finish.winner());
    }
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let alone = contest("level=1", "nodes=300,blur=50", 8);
    let (pairs, tally) = play(&alone);
    assert_eq!(tally.games(), 16);
    for concurrency in [1, 3, 100] {
        assert_eq!(play(&Match { concurrency, ..alone.clone() }), (pairs.clone(), tally.clone()));
    }
    assert_ne!(play(&Match { seed: 2, ..alone }).0, pairs);
}

#[test]
fn a_test_ends_a_match_at_the_same_pair_on_any_number_of_threads() {
    let test = Match { sprt: Some("0,200".parse().unwrap()), ..contest("nodes=500", "depth=1", 200) };
    let (pairs, tally) = play(&test);
    assert!(pairs.len() < 100, "{tally:?}");
    assert_eq!(test.sprt.unwrap().verdict(&tally.pairs), Some(Verdict::Greater));
    assert_eq!(play(&Match { concurrency: 3, ..test }), (pairs, tally));
}

#[test]
fn the_errors_of_a_level_come_from_the_match_unless_it_has_a_seed() {
    let seeded = contest("level=1,seed=5", "level=1,seed=5", 4);
    assert_eq!(play(&seeded).1.pairs, [0, 0, 4, 0, 0]);
    let (pairs, _) = play(&contest("level=1", "level=1", 4));
    let is_even = |pair: &jungle::arena::Pair| {
        pair.games[0].finish.winner() == pair.games[1].finish.winner()
            && pair.games[0].plies == pair.games[1].plies
    };
    assert!(!pairs.iter().all(is_even), "both players made the same errors");
}

#[test]
fn a_game_that_is_too_long_is_drawn() {
    let short = Match { max_plies: 10, ruleset: Ruleset::LEIDEN, ..contest("nodes=50", "nodes=50", 3) };
    let (pairs, tally) = play(&short);
    assert_eq!((tally.drawn, tally.too_long, tally.plies), (6, 6, 60));
    assert!(pairs.iter().flat_map(|pair| &pair.games).all(|game| game.finish == Finish::TooLong));
}

#[test]
fn the_limits_of_a_ruleset_draw_a_game() {
    let ruleset = Ruleset { ply_limit: Some(8), ..Ruleset::STANDARD };
    let (pairs, tally) = play(&Match { ruleset, ..contest("nodes=50", "nodes=50", 2) });
    assert_eq!((tally.drawn, tally.too_long, tally.plies), (4, 0, 32));
    let Finish::Rules(outcome) = pairs[0].games[0].finish else { panic!("{pairs:?}") };
    assert_eq!(outcome.reason, EndReason::PlyLimit);
}

#[test]
fn a_report_tells_who_played_under_which_rules_and_how_it_went() {
    let test = Match { sprt: Some("0,10".parse().unwrap()), ..contest("nodes=100", "nodes=100", 3) };
    let (_, tally) = play(&test);
    let report = Report { contest: &test, tally: &tally }.to_string();
    for words in [
        "A         nodes=100\n",
        "standard, openings of 4 random plies, seed 1",
        "games     6: A won ",
        "pairs     0 0 3 0 0 ",
        "score     50.0 %, with 95 % confidence from 0.0 to 100.0\n",
        "Elo       +0.0, ",
        "LOS       50.0 %",
        "SPRT      Elo 0,10: LLR ",
        "undecided",
        "forfeits  B: 0 on time, 0 by crash, 0 by illegal move\n",
    ] {
        assert!(report.contains(words), "{words:?} is not in\n{report}");
    }
    let nothing = Report { contest: &test, tally: &jungle::arena::Tally::default() }.to_string();
    assert!(nothing.contains("games     0: ") && !nothing.contains("Elo   "), "{nothing}");
}

#[test]
fn the_revision_of_the_engine_is_what_its_benchmark_counts() {
    let total = bench(12, &mut |_, _| ());
    assert_eq!(
        total.nodes, REVISION,
        "another search or evaluation: write its number down as engine::REVISION"
    );
}

#[test]
fn every_position_of_the_benchmark_is_one_to_think_about() {
    let mut seen = 0;
    let total = bench(4, &mut |place, analysis| {
        seen += 1;
        assert!(analysis.nodes > 0, "{}", place.fen);
    });
    assert_eq!(seen, BENCH.len());
    assert!(total.speed() > 0 && total.nodes > 1_000);
}
