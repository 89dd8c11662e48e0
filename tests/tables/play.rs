//! What the bot makes of tables: it wins what is won as soon as it can, and loses nothing that is drawn.

use std::collections::HashSet;

use jungle::engine::tablebase::{Material, RankedMove, Tables, Verdict};
use jungle::engine::{Analysis, Level, Limits, Manners, Means, Source, Stop, analyse, choose};
use jungle::rules::{Action, Game, Move, Ruleset};

use crate::{Random, four_pieces, game};

/// The nodes of the bot where the tables leave it a choice.
const NODES: u64 = 300;

fn limits(level: u8) -> Limits {
    let limits = Level::new(level).unwrap().limits(0);
    Limits { nodes: limits.nodes.map(|nodes| nodes.min(NODES)), ..limits }
}

/// The bot's move.
fn act(game: &Game, tables: &Tables, level: u8) -> Action {
    let (stop, manners) = (Stop::new(), Manners::default());
    choose(game, limits(level), manners, Means { tables, stop: &stop }).action
}

/// Plays random positions of each set against whoever holds out longest or, where it is drawn, makes it hardest.
fn play(tables: &Tables, materials: &[Material], each: usize) -> [usize; 3] {
    let mut random = Random(7);
    let mut counts = [0; 3];
    for &material in materials {
        for _ in 0..each {
            let start = Game::new(random.position(material, &Ruleset::STANDARD));
            let level = 8 + random.below(3) as u8;
            match tables.probe(start.position()).unwrap() {
                Verdict::Win(plies) if plies <= 100 => {
                    assert_wins(tables, start, plies, level);
                    counts[0] += 1;
                }
                Verdict::Draw => {
                    assert_holds(tables, start, level);
                    counts[1] += 1;
                }
                Verdict::Win(_) | Verdict::Loss(_) => counts[2] += 1,
            }
        }
    }
    counts
}

/// The bot against the best defence.
fn assert_wins(tables: &Tables, mut game: Game, plies: u16, level: u8) {
    let (context, bot) = (game.position().setup(), game.position().turn());
    let mut played = 0;
    while game.outcome().is_none() {
        let action = if game.position().turn() == bot {
            act(&game, tables, level)
        } else {
            Action::Move(tables.rank(&game).unwrap()[0].mv)
        };
        game.play(action).unwrap();
        played += 1;
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    assert_eq!((winner, played), (Some(bot), plies), "{context}");
}

/// The bot against moves that never give a draw away.
fn assert_holds(tables: &Tables, mut game: Game, level: u8) {
    let (context, bot) = (game.position().setup(), game.position().turn());
    for _ in 0..20 {
        if let Some(outcome) = game.outcome() {
            assert!(outcome.winner.is_none_or(|winner| winner == bot), "{context}");
            return;
        }
        let action = if game.position().turn() == bot {
            act(&game, tables, level)
        } else {
            Action::Move(tables.rank(&game).unwrap()[0].mv)
        };
        game.play(action).unwrap();
    }
    let verdict = tables.probe(game.position());
    let is_lost = match verdict {
        Some(Verdict::Loss(_)) => game.position().turn() == bot,
        Some(Verdict::Win(_)) => game.position().turn() != bot,
        _ => false,
    };
    assert!(!is_lost, "{context}");
}

#[test]
fn a_bot_with_tables_wins_endings_of_three_pieces_in_the_fewest_plies() {
    let materials = Material::all(3);
    let some: Vec<Material> = materials.into_iter().step_by(4).collect();
    let [won, ..] = play(&Tables::shipped(), &some, 1);
    assert!(won > 20, "{won}");
}

#[test]
#[ignore = "takes minutes: with --release"]
fn a_bot_with_tables_wins_a_thousand_endings_in_the_fewest_plies() {
    let tables = four_pieces(&Ruleset::STANDARD);
    let three = play(&tables, &Material::all(3), 4);
    let four = play(&tables, &Material::all(4), 2);
    println!("won, drawn and others: {three:?} of three pieces, {four:?} of four");
    assert!(three[0] + four[0] > 1_000);
}

#[test]
fn an_analysis_with_tables_tells_the_exact_end_and_the_whole_way_there() {
    let tables = Tables::shipped();
    let game = game("7/7/3r3/7/7/3L3/7/7/7 w", &Ruleset::STANDARD);
    let Some(Verdict::Win(plies)) = tables.probe(game.position()) else { panic!("it is won") };
    let (stop, lines) = (Stop::new(), 3);
    let analysis =
        analyse(&game, Limits { lines, ..Limits::default() }, Means { tables: &tables, stop: &stop });
    assert_eq!((analysis.source, analysis.lines.len()), (Source::Tablebase, 3));
    assert_eq!(analysis.score().decided_in(), Some(plies.into()));
    assert_eq!(analysis.lines[0].moves.len(), usize::from(plies));
    let mut played = game;
    for &mv in &analysis.lines[0].moves {
        played.play(Action::Move(mv)).unwrap();
    }
    assert!(played.outcome().unwrap().winner.is_some());
}

#[test]
fn a_search_sees_through_a_capture_into_the_tables() {
    let tables = Tables::shipped();
    // Four pieces: the tables come in once something is taken.
    let game = game("7/7/1c1r3/7/7/3L3/7/7/E6 w", &Ruleset::STANDARD);
    assert_eq!(tables.probe(game.position()), None);
    let (stop, limits) = (Stop::new(), Limits { nodes: Some(20_000), ..Limits::default() });
    let with = analyse(&game, limits, Means { tables: &tables, stop: &stop });
    let without = analyse(&game, limits, &stop);
    assert_eq!(with.source, Source::Search);
    assert!(with.score() >= without.score(), "{:?} {:?}", with.score(), without.score());
}

#[test]
fn lower_levels_do_not_ask_the_tables() {
    let tables = Tables::shipped();
    let game = game("7/7/3r3/7/7/3L3/7/7/7 w", &Ruleset::STANDARD);
    let stop = Stop::new();
    for level in 1..=10 {
        let limits = limits(level);
        let source = analyse(&game, limits, Means { tables: &tables, stop: &stop }).source;
        assert_eq!(source, if level < 8 { Source::Search } else { Source::Tablebase }, "level {level}");
    }
}

/// A game of three pieces with some moves behind it, none of them a capture, so that positions come again.
fn wander(random: &mut Random, ruleset: &Ruleset, tables: &Tables) -> Game {
    let materials = Material::all(3);
    let material = materials[random.below(materials.len())];
    let mut game = Game::new(random.position(material, ruleset));
    for _ in 0..random.below(12) {
        let moves = game.legal_moves();
        let mut next = game.clone();
        next.play(Action::Move(moves[random.below(moves.len())])).unwrap();
        if next.outcome().is_some() || next.position().plies_since_capture() == 0 {
            break;
        }
        game = next;
    }
    assert!(tables.rank(&game).is_some(), "{}", game.position().setup());
    game
}

fn assert_lines(game: &Game, analysis: &Analysis, ranked: &[RankedMove]) {
    let context = game.position().setup();
    let firsts: HashSet<Move> = analysis.lines.iter().map(|line| line.moves[0]).collect();
    assert_eq!(firsts.len(), ranked.len().min(3), "{context}");
    assert!(analysis.lines.is_sorted_by(|one, other| one.score >= other.score), "{context} {analysis:?}");
    for line in &analysis.lines {
        let mut played = game.clone();
        line.moves.iter().for_each(|&mv| played.play_past_draws(Action::Move(mv)).unwrap());
    }
    let chosen = ranked.iter().find(|ranked| ranked.mv == analysis.best()).unwrap().category;
    let best = ranked[0].category;
    assert!(chosen == best || chosen.is_drawn() && best.is_drawn(), "{context} {chosen:?}");
}

#[test]
fn an_analysis_has_as_many_lines_as_are_wanted_whatever_the_tables_leave_open() {
    let tables = Tables::shipped();
    let short = Ruleset { no_capture_limit: Some(12), repetition_limit: Some(2), ..Ruleset::STANDARD };
    let rulesets = [Ruleset::STANDARD, short, Ruleset { ply_limit: Some(20), ..Ruleset::STANDARD }];
    let (mut random, mut seen, stop) = (Random(9), HashSet::new(), Stop::new());
    for round in 0..400 {
        let game = wander(&mut random, &rulesets[round % rulesets.len()], &tables);
        let ranked = tables.rank(&game).unwrap();
        let limits = Limits { lines: 3, nodes: Some(500), ..Limits::default() };
        let analysis = analyse(&game, limits, Means { tables: &tables, stop: &stop });
        assert_lines(&game, &analysis, &ranked);
        seen.insert(ranked[0].category);
    }
    assert_eq!(seen.len(), 7, "every category: {seen:?}");
}
