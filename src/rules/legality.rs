use thiserror::Error;

use super::reach::{STEPS, crossing_between};
use super::terrain::{DENS, LAND, TRAPS, WATER};
use super::{Animal, Move, OwnTraps, Piece, Position, Square, TrappedAttack};

/// Why a move is not legal, in the order in which the reasons are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegality {
    /// Nothing stands where the move starts.
    #[error("there is no piece on {0}")]
    EmptySquare(Square),
    /// The piece is the other side's.
    #[error("the {0} on {1} is not a piece of the side on turn")]
    NotYourPiece(Piece, Square),
    /// Neither one step nor a river crossing.
    #[error("{0} is neither one step nor a river crossing")]
    NotAStep(Move),
    /// Into the own den.
    #[error("no piece may enter its own den, {0}")]
    OwnDen(Square),
    /// Onto an own trap where those are closed.
    #[error("this ruleset lets no piece onto its own trap, {0}")]
    OwnTrap(Square),
    /// Into the water without being a rat.
    #[error("only the rat may enter the water on {1}, not the {0}")]
    Water(Animal, Square),
    /// A crossing by a piece that does not jump, or not that way.
    #[error("the {0} does not jump from {1} to {2}")]
    CannotJump(Animal, Square, Square),
    /// A crossing over a rat.
    #[error("a rat in the water on {0} blocks the jump")]
    JumpBlocked(Square),
    /// Onto an own piece.
    #[error("the own {0} stands on {1}")]
    OwnPiece(Animal, Square),
    /// A capture between water and land.
    #[error("a piece on {0} cannot take one on {1}: one is in the water, the other on land")]
    WaterAndLand(Square, Square),
    /// The elephant at the rat.
    #[error("the elephant cannot take the rat on {0}")]
    ElephantCannotTakeRat(Square),
    /// A capture of a stronger piece.
    #[error("the {attacker} cannot take the {target} on {square}: its rank is too low")]
    RankTooLow {
        /// The piece that moves.
        attacker: Animal,
        /// The piece it is to take.
        target: Animal,
        /// Where that stands.
        square: Square,
    },
}

impl Position {
    /// Checks a move on a board where the game goes on.
    ///
    /// # Errors
    ///
    /// The first reason why the move is not legal.
    pub fn check_move(&self, mv: Move) -> Result<(), Illegality> {
        let piece = self.piece_at(mv.from).ok_or(Illegality::EmptySquare(mv.from))?;
        if piece.side != self.turn() {
            return Err(Illegality::NotYourPiece(piece, mv.from));
        }
        let is_step = STEPS[mv.from as usize].contains(mv.to);
        if !is_step && crossing_between(mv.from, mv.to).is_none() {
            return Err(Illegality::NotAStep(mv));
        }
        self.check_terrain(piece, mv.to)?;
        self.check_path(piece.animal, mv)?;
        match self.piece_at(mv.to) {
            None => Ok(()),
            Some(own) if own.side == piece.side => Err(Illegality::OwnPiece(own.animal, mv.to)),
            Some(target) => self.check_capture(piece.animal, target, mv),
        }
    }

    fn check_terrain(&self, piece: Piece, to: Square) -> Result<(), Illegality> {
        if to == DENS[piece.side] {
            return Err(Illegality::OwnDen(to));
        }
        if self.ruleset().own_traps == OwnTraps::Closed && TRAPS[piece.side].contains(to) {
            return Err(Illegality::OwnTrap(to));
        }
        if piece.animal != Animal::Rat && WATER.contains(to) {
            return Err(Illegality::Water(piece.animal, to));
        }
        Ok(())
    }

    fn check_path(&self, animal: Animal, mv: Move) -> Result<(), Illegality> {
        let Some(crossing) = crossing_between(mv.from, mv.to) else { return Ok(()) };
        if !self.ruleset().jumps(animal, crossing.is_horizontal) {
            return Err(Illegality::CannotJump(animal, mv.from, mv.to));
        }
        let blocker = (crossing.water & self.jump_blockers()).first();
        blocker.map_or(Ok(()), |square| Err(Illegality::JumpBlocked(square)))
    }

    /// Whether an animal takes a piece with a move that leads to it.
    pub fn takes(&self, attacker: Animal, target: Piece, mv: Move) -> bool {
        self.check_capture(attacker, target, mv).is_ok()
    }

    fn check_capture(&self, attacker: Animal, target: Piece, mv: Move) -> Result<(), Illegality> {
        if !self.may_reach(attacker, target.animal, mv) {
            return Err(Illegality::WaterAndLand(mv.from, mv.to));
        }
        let ruleset = self.ruleset();
        let is_weak = ruleset.weak_squares(target.side).contains(mv.to);
        let is_at_rat = (attacker, target.animal) == (Animal::Elephant, Animal::Rat);
        if is_at_rat && !is_weak && !ruleset.elephant_captures_rat {
            return Err(Illegality::ElephantCannotTakeRat(mv.to));
        }
        if is_weak || (attacker, target.animal) == (Animal::Rat, Animal::Elephant) {
            return Ok(());
        }
        let is_trapped =
            ruleset.trapped_attack == TrappedAttack::RankZero && TRAPS[target.side].contains(mv.from);
        let attack = if is_trapped { 0 } else { ruleset.rank(attacker) };
        let defence = ruleset.rank(target.animal);
        if attack > defence || attack == defence && ruleset.equal_rank_captures {
            return Ok(());
        }
        Err(Illegality::RankTooLow { attacker, target: target.animal, square: mv.to })
    }

    /// Whether the bank does not part attacker and target.
    fn may_reach(&self, attacker: Animal, target: Animal, mv: Move) -> bool {
        let ruleset = self.ruleset();
        LAND.contains(mv.from) == LAND.contains(mv.to)
            || match (attacker, target) {
                (Animal::Rat, Animal::Rat) => ruleset.rat_captures_rat_across_bank,
                (Animal::Rat, Animal::Elephant) => {
                    ruleset.river_rat_captures_elephant && WATER.contains(mv.from)
                }
                _ => false,
            }
    }
}
