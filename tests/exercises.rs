//! The exercises of the web page: each has one solution, found here by trying everything.

use std::collections::HashSet;

use jungle::rules::{Move, Position, Ruleset};
use serde::Deserialize;

const THEMES: [&str; 9] =
    ["ranks", "rat_and_elephant", "water", "jumps", "blocked_jump", "traps", "own_traps", "den", "defence"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exercise {
    id: String,
    theme: String,
    ruleset: String,
    position: String,
    goal: Goal,
    solution: String,
    line: Vec<String>,
    title: Text,
    task: Text,
    why: Text,
}

/// What the side on turn is to do; plies are its own and the enemy's.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Goal {
    /// Win by force within so many plies.
    WinIn(u32),
    /// Move so that the enemy has no win by force that is over within so many plies, this one counted.
    Hold(u32),
    /// Take this animal, and keep the piece that took it.
    Capture(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    en: String,
    zh: String,
}

impl Exercise {
    fn position(&self) -> Position {
        let ruleset = Ruleset::named(&self.ruleset).unwrap_or_else(|| panic!("{}: ruleset", self.id));
        let setup = self.position.parse().unwrap_or_else(|error| panic!("{}: {error}", self.id));
        Position::new(&setup, &ruleset).unwrap_or_else(|error| panic!("{}: {error}", self.id))
    }

    fn mv(&self, text: &str) -> Move {
        text.parse().unwrap_or_else(|error| panic!("{}: {text}: {error}", self.id))
    }

    /// Where the line ends, every move of which is legal.
    fn end_of_line(&self) -> Position {
        self.line.iter().fold(self.position(), |position, text| {
            let mv = self.mv(text);
            assert!(position.legal_moves().contains(&mv), "{}: {text} is not legal", self.id);
            position.play_unchecked(mv)
        })
    }

    fn is_met_by(&self, mv: Move) -> bool {
        let position = self.position();
        match &self.goal {
            Goal::WinIn(plies) => loses(&position.play_unchecked(mv), plies - 1),
            Goal::Hold(plies) => !wins(&position.play_unchecked(mv), plies - 1),
            Goal::Capture(animal) => {
                position.piece_at(mv.to).is_some_and(|taken| taken.animal.name() == animal)
            }
        }
    }
}

fn exercises() -> Vec<Exercise> {
    serde_json::from_str(include_str!("../src/service/web/exercises.json")).expect("the file is well formed")
}

/// Whether the side on turn wins by force within so many plies, draws by counting left aside.
fn wins(position: &Position, plies: u32) -> bool {
    match position.decision() {
        Some(outcome) => outcome.winner == Some(position.turn()),
        None => plies > 0 && after_each_move(position).any(|next| loses(&next, plies - 1)),
    }
}

/// Whether the side on turn loses by force within so many plies.
fn loses(position: &Position, plies: u32) -> bool {
    match position.decision() {
        Some(outcome) => outcome.winner == Some(!position.turn()),
        None => plies > 0 && after_each_move(position).all(|next| wins(&next, plies - 1)),
    }
}

fn after_each_move(position: &Position) -> impl Iterator<Item = Position> {
    position.legal_moves().into_iter().map(|mv| position.play_unchecked(mv))
}

#[test]
fn every_exercise_has_an_id_of_its_own() {
    let mut ids = HashSet::new();
    for Exercise { id, .. } in exercises() {
        let is_word = |word: &str| !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_lowercase());
        assert!(id.split('-').all(is_word), "{id}: not words with dashes between them");
        assert!(ids.insert(id.clone()), "{id}: comes twice");
    }
}

#[test]
fn every_theme_has_an_exercise() {
    let exercises = exercises();
    for Exercise { id, theme, .. } in &exercises {
        assert!(THEMES.contains(&theme.as_str()), "{id}: unknown theme {theme}");
    }
    for theme in THEMES {
        assert!(exercises.iter().any(|exercise| exercise.theme == theme), "no exercise on {theme}");
    }
}

#[test]
fn every_text_is_in_both_languages() {
    for Exercise { id, title, task, why, .. } in exercises() {
        for Text { en, zh } in [title, task, why] {
            assert!(!en.is_empty() && en.is_ascii(), "{id}: {en}");
            assert!(!zh.is_empty() && !zh.is_ascii(), "{id}: {zh}");
        }
    }
}

#[test]
fn every_exercise_starts_from_an_unfinished_position_in_its_canonical_text() {
    for exercise in exercises() {
        let position = exercise.position();
        assert_eq!(position.setup().to_string(), exercise.position, "{}", exercise.id);
        assert_eq!(position.outcome(), None, "{}", exercise.id);
    }
}

#[test]
fn every_goal_counts_up_to_a_move_of_the_right_side() {
    for Exercise { id, goal, .. } in exercises() {
        match goal {
            Goal::WinIn(plies) => assert!([1, 3, 5].contains(&plies), "{id}"),
            Goal::Hold(plies) => assert!([2, 4].contains(&plies), "{id}"),
            Goal::Capture(_) => {}
        }
    }
}

#[test]
fn every_exercise_has_one_solution() {
    for exercise in exercises() {
        let moves = exercise.position().legal_moves();
        assert!(moves.len() > 1, "{}: there is no choice", exercise.id);
        let solutions: Vec<Move> = moves.into_iter().filter(|&mv| exercise.is_met_by(mv)).collect();
        assert_eq!(solutions, [exercise.mv(&exercise.solution)], "{}", exercise.id);
    }
}

#[test]
fn every_line_starts_with_the_solution_and_is_never_lost() {
    for exercise in exercises() {
        assert_eq!(exercise.line.first(), Some(&exercise.solution), "{}", exercise.id);
        let side = exercise.position().turn();
        let outcome = exercise.end_of_line().decision();
        assert!(outcome.is_none_or(|outcome| outcome.winner != Some(!side)), "{}", exercise.id);
    }
}

/// So the enemy's moves in the line are its longest resistance.
#[test]
fn a_winning_line_ends_in_a_win_that_cannot_come_sooner() {
    for exercise in exercises() {
        let Goal::WinIn(plies) = exercise.goal else { continue };
        let start = exercise.position();
        assert!(plies < 3 || !wins(&start, plies - 2), "{}: there is a shorter win", exercise.id);
        assert_eq!(exercise.line.len(), plies as usize, "{}", exercise.id);
        let outcome = exercise.end_of_line().decision();
        assert_eq!(outcome.and_then(|outcome| outcome.winner), Some(start.turn()), "{}", exercise.id);
    }
}

#[test]
fn a_piece_that_takes_is_not_taken_back() {
    for exercise in exercises() {
        let Goal::Capture(_) = exercise.goal else { continue };
        let solution = exercise.mv(&exercise.solution);
        let replies = exercise.position().play_unchecked(solution).legal_moves();
        assert!(replies.iter().all(|reply| reply.to != solution.to), "{}", exercise.id);
    }
}
