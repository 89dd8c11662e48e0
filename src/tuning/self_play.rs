use std::thread;

use super::Sample;
use super::random::Random;
use super::start::random_start;
use super::variant::Variant;
use crate::engine::{Analysis, Blur, Limits, Stop, analyse};
use crate::rules::terrain::TRAPS;
use crate::rules::{Action, Game, Move, Side};

/// How many games to play, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfPlay {
    /// The games to play.
    pub games: u64,
    /// What tells one run from another.
    pub seed: u64,
    /// The threads to use; the games are the same with any number.
    pub threads: u64,
}

/// The nodes that a game's moves are searched with, one of these for a whole game.
const NODES: [u64; 4] = [800, 1_500, 2_500, 4_000];
/// The errors of a game's moves, in hundredths of a cat.
const ERRORS: [i32; 4] = [0, 0, 20, 40];
/// How many of a hundred moves are random ones, by game: a search meets positions after bad moves too.
const RANDOM_PERCENTS: [usize; 4] = [0, 3, 8, 15];
/// The plies after which a game that no rule ends counts as a draw.
const MOST_PLIES: u32 = 400;
/// The plies without a capture after which nothing happens any more.
const MOST_QUIET_PLIES: u32 = 60;
/// How often, in a hundred, a position is kept: neighbours tell little more than one of them.
const KEEP_PERCENT: usize = 60;
/// The score that is kept for a forced result.
const DECIDED: i32 = 10_000;
/// The games between two reports.
const BATCH: u64 = 256;

/// Plays games and hands out the samples of each batch, with the number of games played so far.
///
/// # Panics
///
/// A game could not be played on, which is a mistake in this program.
pub fn play_games(settings: SelfPlay, mut report: impl FnMut(u64, &[Sample])) {
    let mut first = 0;
    while first < settings.games {
        let next = settings.games.min(first + BATCH);
        let samples: Vec<Sample> = play_batch(settings, first..next).into_iter().flatten().collect();
        report(next, &samples);
        first = next;
    }
}

/// Plays games in several threads and gives their samples in the order of the games.
fn play_batch(settings: SelfPlay, games: std::ops::Range<u64>) -> Vec<Vec<Sample>> {
    let of_thread = |thread: u64| {
        let games = games.clone().skip(thread as usize).step_by(settings.threads as usize);
        games.map(|game| (game, play_game(settings.seed, game))).collect::<Vec<_>>()
    };
    let mut played: Vec<(u64, Vec<Sample>)> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..settings.threads).map(|thread| scope.spawn(move || of_thread(thread))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a game is played to its end")).collect()
    });
    played.sort_by_key(|(game, _)| *game);
    played.into_iter().map(|(_, samples)| samples).collect()
}

/// A game that is being played.
struct Play {
    random: Random,
    variant: Variant,
    game: Game,
    limits: Limits,
    random_percent: usize,
    samples: Vec<Sample>,
    /// The first sample whose points are not known.
    first_open: usize,
}

/// Plays a game until it is over or decided.
fn play_game(seed: u64, index: u64) -> Vec<Sample> {
    let mut random = Random::new(seed, index);
    let variant = Variant::pick(&mut random);
    let game = random_start(variant, &mut random);
    let blur = Blur { seed: random.next(), amount: random.pick(&ERRORS) };
    let limits = Limits { nodes: Some(random.pick(&NODES)), blur: Some(blur), ..Limits::default() };
    let random_percent = random.pick(&RANDOM_PERCENTS);
    let mut play = Play { random, variant, game, limits, random_percent, samples: Vec::new(), first_open: 0 };
    while play.go_on() {}
    play.samples
}

impl Play {
    /// Plays a move, unless the game is over or decided.
    fn go_on(&mut self) -> bool {
        if self.game.outcome().is_some() || has_died_out(&self.game) {
            let winner = self.game.outcome().and_then(|outcome| outcome.winner);
            self.settle(winner.map_or(0.5, white_points));
            return false;
        }
        let analysis = analyse(&self.game, self.limits, &Stop::new());
        let decided = analysis.score().decided_in();
        if is_quiet(&self.game, analysis.best()) && (decided.is_some() || self.random.happens(KEEP_PERCENT)) {
            self.samples.push(sample(&self.game, self.variant, &analysis));
        }
        if decided.is_some() {
            self.settle(white_chance(&self.game, &analysis));
            return false;
        }
        let mut mv = analysis.best();
        if self.random.happens(self.random_percent) {
            // What follows says nothing about what was before.
            self.settle(white_chance(&self.game, &analysis));
            mv = self.random.pick(&self.game.legal_moves());
        }
        self.game.play(Action::Move(mv)).expect("the move is legal");
        true
    }

    /// Gives the samples that have none yet their points.
    fn settle(&mut self, white_points: f64) {
        for sample in &mut self.samples[self.first_open..] {
            let is_white = sample.position.turn() == Side::White;
            sample.points = if is_white { white_points } else { 1.0 - white_points };
        }
        self.first_open = self.samples.len();
    }
}

fn white_points(winner: Side) -> f64 {
    if winner == Side::White { 1.0 } else { 0.0 }
}

/// White's chance to win, as a search sees it.
fn white_chance(game: &Game, analysis: &Analysis) -> f64 {
    let chance = analysis.score().win_chance();
    if game.position().turn() == Side::White { chance } else { 1.0 - chance }
}

fn has_died_out(game: &Game) -> bool {
    let position = game.position();
    position.plies() >= MOST_PLIES || position.plies_since_capture() >= MOST_QUIET_PLIES
}

/// Whether a position can be judged without looking ahead: no den is open and the best move takes nothing.
fn is_quiet(game: &Game, best: Move) -> bool {
    let position = game.position();
    let is_safe = |side: Side| !position.pieces(!side).intersects(TRAPS[side]);
    Side::ALL.into_iter().all(is_safe) && position.piece_at(best.to).is_none()
}

fn sample(game: &Game, variant: Variant, analysis: &Analysis) -> Sample {
    let score = match analysis.score().decided_in() {
        Some(plies) => DECIDED * plies.signum(),
        None => analysis.score().centi(),
    };
    Sample { position: *game.position(), variant, score, points: 0.0 }
}
