use super::reach::{BANKS, CROSSINGS, STEPS};
use super::terrain::{DENS, LAND, TRAPS, WATER};
use super::{
    Animal, Bitboard, ByAnimal, JumpBlockedBy, Move, MoveList, Piece, Position, Side, Square, TrappedAttack,
};

impl Position {
    /// The moves of the side on turn, none after a win; draws by counting are left aside.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.visit_targets(|from, targets| {
            for to in targets {
                moves.push(Move { from, to });
            }
            true
        });
        moves
    }

    /// How many legal moves there are, without listing them.
    pub fn count_legal_moves(&self) -> usize {
        let mut count = 0;
        self.visit_targets(|_, targets| {
            count += targets.len();
            true
        });
        count
    }

    /// Whether there is a legal move.
    pub fn has_legal_moves(&self) -> bool {
        // Nearly always some piece has room, and that is quicker to see than what it may take.
        let side = self.turn();
        !self.is_won() && (self.has_room(side, self.pieces(side), !self.occupied()) || self.has_targets())
    }

    /// Whether a legal move wins the game at once.
    pub fn is_winning(&self, mv: Move) -> bool {
        let enemy = !self.turn();
        let left = self.pieces(enemy).without(mv.to.into());
        let empty = (!self.occupied()).with(mv.from).without(mv.to.into());
        // Nearly always the enemy has room after it, and there is no need to play it.
        (mv.to == DENS[enemy] || !self.has_room(enemy, left, empty))
            && self.play_unchecked(mv).decision().is_some_and(|outcome| outcome.winner == Some(self.turn()))
    }

    /// Whether one of a side's pieces may step onto one of the empty squares.
    fn has_room(&self, side: Side, pieces: Bitboard, empty: Bitboard) -> bool {
        let open = self.ruleset().open_to(side) & empty;
        let rats = self.animals(Animal::Rat);
        pieces.into_iter().any(|from| {
            let ground = if rats.contains(from) { Bitboard::ALL } else { LAND };
            STEPS[from as usize].intersects(open & ground)
        })
    }

    fn has_targets(&self) -> bool {
        let mut is_stuck = true;
        self.visit_targets(|_, targets| {
            is_stuck &= targets.is_empty();
            is_stuck
        });
        !is_stuck
    }

    /// Where the piece on a square may go.
    pub fn targets(&self, from: Square) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        self.visit_targets(|square, targets| {
            if square == from {
                found = targets;
            }
            square != from
        });
        found
    }

    /// Hands out each piece of the side on turn with its targets, until the visitor has seen enough.
    fn visit_targets(&self, mut visit: impl FnMut(Square, Bitboard) -> bool) {
        if self.is_won() {
            return;
        }
        let side = self.turn();
        let prey = self.prey();
        let empty = !self.occupied();
        let open = self.ruleset().open_to(side);
        for animal in Animal::ALL {
            if let Some(from) = self.square(Piece { side, animal }) {
                let prey = self.prey_from(from, animal, &prey);
                let targets = self.reach(from, animal) & open & (empty | prey);
                if !visit(from, targets) {
                    return;
                }
            }
        }
    }

    /// Whether a den was entered or a side has no pieces.
    fn is_won(&self) -> bool {
        Side::ALL
            .into_iter()
            .any(|side| self.pieces(side).contains(DENS[!side]) || self.pieces(side).is_empty())
    }

    /// Where a piece gets to if nothing but the river and rats in it is in its way.
    fn reach(&self, from: Square, animal: Animal) -> Bitboard {
        let steps = STEPS[from as usize];
        if animal == Animal::Rat {
            return steps;
        }
        let mut reach = steps & LAND;
        if animal.is_jumper() && BANKS.contains(from) {
            let blockers = self.jump_blockers();
            for crossing in CROSSINGS[from as usize].iter().flatten() {
                if self.ruleset().jumps(animal, crossing.is_horizontal)
                    && !crossing.water.intersects(blockers)
                {
                    reach = reach.with(crossing.to);
                }
            }
        }
        reach
    }

    /// The rats that block a jump of the side on turn.
    pub(super) fn jump_blockers(&self) -> Bitboard {
        let rats = self.animals(Animal::Rat);
        match self.ruleset().jump_blocked_by {
            JumpBlockedBy::AnyRat => rats,
            JumpBlockedBy::EnemyRat => rats & self.pieces(!self.turn()),
        }
    }

    /// The enemy pieces that have rank 0.
    fn weak(&self) -> Bitboard {
        let enemy = !self.turn();
        self.pieces(enemy) & self.ruleset().weak_squares(enemy)
    }

    /// The enemy pieces that each animal of the side on turn may take, as far as ranks go.
    fn prey(&self) -> ByAnimal<Bitboard> {
        let enemy = self.pieces(!self.turn());
        let weak = self.weak();
        let mut prey = ByAnimal::default();
        let mut lower = weak;
        for &animal in self.ruleset().by_rank() {
            let equal = self.animals(animal) & enemy;
            prey[animal] = if self.ruleset().equal_rank_captures { lower | equal } else { lower };
            lower |= equal;
        }
        prey[Animal::Rat] |= self.animals(Animal::Elephant) & enemy;
        if !self.ruleset().elephant_captures_rat {
            prey[Animal::Elephant] = prey[Animal::Elephant].without(self.animals(Animal::Rat)) | weak;
        }
        prey
    }

    /// The prey of a piece where it stands: a trap may weaken it, and a bank may part it from its prey.
    fn prey_from(&self, from: Square, animal: Animal, prey: &ByAnimal<Bitboard>) -> Bitboard {
        let mut found = prey[animal];
        if self.ruleset().trapped_attack == TrappedAttack::RankZero && TRAPS[!self.turn()].contains(from) {
            found = self.weak();
            if animal == Animal::Rat {
                found |= self.animals(Animal::Elephant) & self.pieces(!self.turn());
            }
        }
        if animal == Animal::Rat { found & self.rat_hunting_ground(from) } else { found & LAND }
    }

    /// The squares on which a rat takes what it may take by rank.
    fn rat_hunting_ground(&self, from: Square) -> Bitboard {
        let is_swimming = WATER.contains(from);
        let mut ground = if is_swimming { WATER } else { LAND };
        if self.ruleset().rat_captures_rat_across_bank {
            ground |= self.animals(Animal::Rat);
        }
        if is_swimming && self.ruleset().river_rat_captures_elephant {
            ground |= self.animals(Animal::Elephant);
        }
        ground
    }
}
