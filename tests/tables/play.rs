//! What the bot makes of tables: it wins what is won as soon as it can, and loses nothing that is drawn.

use jungle::engine::tablebase::{Material, Tables, Verdict};
use jungle::engine::{Level, Limits, Manners, Means, Source, Stop, analyse, choose};
use jungle::rules::{Action, Game, Ruleset};

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
