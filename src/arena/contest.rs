use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use thiserror::Error;

use super::conversation::StartError;
use super::duel::{Played, duel};
use super::opening::{NoOpeningError, openings};
use super::player::Player;
use super::sprt::Sprt;
use super::tally::Tally;
use crate::engine::tablebase::Tables;
use crate::engine::{Means, Stop};
use crate::rules::{BySide, Game, Ruleset, Side, split_mix};

/// A match between two players.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// Who plays.
    pub players: [Player; 2],
    /// The rules.
    pub ruleset: Ruleset,
    /// The pairs of games.
    pub pairs: usize,
    /// How many of them are played at a time.
    pub concurrency: usize,
    /// What openings and errors come from.
    pub seed: u64,
    /// The random plies of an opening.
    pub opening_plies: u32,
    /// The plies after which a game is drawn, whatever its rules say.
    pub max_plies: u32,
    /// The endgame tables of the engine, for its higher levels and for settings without a level.
    pub tables: Tables,
    /// What ends the match early.
    pub sprt: Option<Sprt>,
}

/// Two games from one opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The game in which the first player is white, and the one in which it is black.
    pub games: [Played; 2],
}

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// There are no openings.
    #[error(transparent)]
    NoOpening(#[from] NoOpeningError),
    /// A program does not start.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// The result of a pair, with its number.
type Numbered = (usize, Result<Option<Pair>, StartError>);

impl Match {
    /// Plays it, and hands out each pair in order, with the tally that it leads to.
    ///
    /// # Errors
    ///
    /// There is no opening, or a program does not start.
    pub fn play(&self, watch: &mut dyn FnMut(&Pair, &Tally)) -> Result<Tally, MatchError> {
        let openings = openings(&self.ruleset, self.opening_plies, self.pairs, self.seed)?;
        let (next, stop) = (AtomicUsize::new(0), Stop::new());
        let table = Table { contest: self, openings: &openings, next: &next, stop: &stop };
        thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..self.concurrency.min(self.pairs) {
                let (sender, table) = (sender.clone(), table.clone());
                scope.spawn(move || table.play_pairs(&sender));
            }
            drop(sender);
            let tally = self.count(&results, watch);
            stop.set();
            Ok(tally?)
        })
    }

    /// Counts pairs in the order of their numbers, so that the match ends at the same one on any number of threads.
    fn count(
        &self,
        results: &Receiver<Numbered>,
        watch: &mut dyn FnMut(&Pair, &Tally),
    ) -> Result<Tally, StartError> {
        let mut tally = Tally::default();
        let mut waiting = BTreeMap::new();
        let mut number = 0;
        for (finished, result) in results {
            waiting.insert(finished, result?);
            while let Some(pair) = waiting.remove(&number) {
                let Some(pair) = pair else { return Ok(tally) };
                tally.add(&pair);
                watch(&pair, &tally);
                number += 1;
                if self.sprt.is_some_and(|sprt| sprt.verdict(&tally.pairs).is_some()) {
                    return Ok(tally);
                }
            }
        }
        Ok(tally)
    }
}

/// Where games are played, one at a time.
#[derive(Clone)]
struct Table<'a> {
    contest: &'a Match,
    openings: &'a [Game],
    /// The number of the pair that is played next, at any table.
    next: &'a AtomicUsize,
    stop: &'a Stop,
}

impl Table<'_> {
    /// Plays one pair after the other, until there is none left or the match is over.
    fn play_pairs(&self, results: &Sender<Numbered>) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(opening) = self.openings.get(number) else { return };
            let pair = self.play_pair(number, opening);
            if self.stop.is_set() || results.send((number, pair)).is_err() {
                return;
            }
        }
    }

    fn play_pair(&self, number: usize, opening: &Game) -> Result<Option<Pair>, StartError> {
        let Match { players, ruleset, seed, max_plies, tables, .. } = self.contest;
        let means = Means { tables, stop: self.stop };
        let play = |first: Side| {
            let sit = |index: usize| {
                let seed = split_mix(*seed).wrapping_add(index as u64);
                players[index].sit(seed, number, ruleset)
            };
            let (one, other) = (sit(0)?, sit(1)?);
            let seats = match first {
                Side::White => [one, other],
                Side::Black => [other, one],
            };
            Ok(duel(opening.clone(), &mut BySide(seats), *max_plies, means))
        };
        let (white, black) = (play(Side::White)?, play(Side::Black)?);
        Ok(white.zip(black).map(|(white, black)| Pair { games: [white, black] }))
    }
}

impl Drop for Table<'_> {
    /// A bug found at one table ends the match at all of them.
    fn drop(&mut self) {
        if thread::panicking() {
            self.stop.set();
        }
    }
}
