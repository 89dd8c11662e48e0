use super::clock::Clock;
use super::evaluation::{evaluate, is_den_threatened};
use super::score::{INFINITY, loss_in, win_in};
use super::{Analysis, Blur, Limits, Score, Source, Stop};
use crate::rules::{Game, Move, Position};

/// One search of one game.
pub(super) struct Search<'a> {
    root: Position,
    blur: Option<Blur>,
    clock: Clock<'a>,
}

impl<'a> Search<'a> {
    /// Gets ready to search a game that is not over.
    pub(super) fn new(game: &Game, limits: &Limits, stop: &'a Stop) -> Self {
        Self { root: *game.position(), blur: limits.blur, clock: Clock::start(limits, stop) }
    }

    /// Searches one ply ahead.
    pub(super) fn run(mut self, source: Source) -> Analysis {
        let moves = self.root.legal_moves();
        let mut best = moves[0];
        let mut best_score = -INFINITY;
        let mut best_blurred = -INFINITY;
        for mv in moves {
            self.clock.visit();
            if self.clock.is_over() {
                break;
            }
            let score = self.look(mv);
            let blurred = score + self.blur.map_or(0, |blur| blur.bonus(self.root.key(), mv));
            if blurred > best_blurred {
                (best, best_score, best_blurred) = (mv, score, blurred);
            }
        }
        let nodes = self.clock.nodes();
        if nodes == 0 {
            best_score = evaluate(&self.root);
        }
        Analysis { best, score: Score::new(best_score), line: vec![best], depth: 1, nodes, source }
    }

    fn look(&self, mv: Move) -> i32 {
        let next = self.root.play_unchecked(mv);
        match next.outcome() {
            Some(outcome) if outcome.winner == Some(self.root.turn()) => win_in(1),
            Some(outcome) if outcome.winner.is_some() => loss_in(1),
            Some(_) => 0,
            None if is_den_threatened(&self.root) && is_threat_left(&next) => loss_in(2),
            None => -evaluate(&next),
        }
    }
}

/// Whether the side on turn can enter the den at once.
fn is_threat_left(position: &Position) -> bool {
    let moves = position.legal_moves();
    moves.into_iter().any(|mv| mv.to == crate::rules::terrain::DENS[!position.turn()])
}
