use super::contest::Pair;
use super::duel::Finish;
use super::elo::{Interval, superiority};
use super::forfeit::Forfeit;
use crate::rules::Side;

/// The results of a match so far, as the first player sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The games won.
    pub won: u64,
    /// The games drawn.
    pub drawn: u64,
    /// The games lost.
    pub lost: u64,
    /// The pairs of games that brought 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    /// The plies of all games.
    pub plies: u64,
    /// The draws that were too long for the match.
    pub too_long: u64,
    /// The games that each player forfeited.
    pub forfeits: [Forfeits; 2],
}

/// The games that a player forfeited, by what it did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forfeits {
    /// It took too much time.
    pub timeouts: u64,
    /// It ended.
    pub crashes: u64,
    /// It gave no legal move.
    pub illegal_moves: u64,
}

impl Tally {
    /// Counts both games of a pair.
    pub fn add(&mut self, pair: &Pair) {
        let mut half_points = 0;
        for (first, game) in Side::ALL.into_iter().zip(&pair.games) {
            self.plies += u64::from(game.plies);
            let (result, points) = match game.finish.winner() {
                Some(winner) if winner == first => (&mut self.won, 2),
                None => (&mut self.drawn, 1),
                Some(_) => (&mut self.lost, 0),
            };
            *result += 1;
            half_points += points;
            match &game.finish {
                Finish::Rules(_) => {}
                Finish::TooLong => self.too_long += 1,
                Finish::Forfeit(side, forfeit) => self.forfeits[usize::from(*side != first)].add(forfeit),
            }
        }
        self.pairs[half_points] += 1;
    }

    /// The games played.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The score, from 0 to 1, if there is any.
    pub fn score(&self) -> Option<Interval> {
        Interval::of_pairs(&self.pairs)
    }

    /// The difference in Elo, if there is any; infinite where one side won every game.
    pub fn elo(&self) -> Option<Interval> {
        self.score().map(Interval::elo)
    }

    /// The chance that the first player is the stronger one, if anything was played.
    pub fn superiority(&self) -> Option<f64> {
        superiority(&self.pairs)
    }
}

impl Forfeits {
    fn add(&mut self, forfeit: &Forfeit) {
        *match forfeit {
            Forfeit::Timeout(_) => &mut self.timeouts,
            Forfeit::Crash(_) => &mut self.crashes,
            Forfeit::IllegalMove(_) => &mut self.illegal_moves,
        } += 1;
    }
}
