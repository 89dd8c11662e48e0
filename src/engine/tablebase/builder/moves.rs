use crate::rules::reach::{CROSSINGS, STEPS};
use crate::rules::terrain::WATER;
use crate::rules::{Animal, Bitboard, JumpBlockedBy, Move, Piece, Position, Ruleset, Setup, Side, Square};

/// Where each piece goes from each square, and what it takes there, under one ruleset: two look-ups for what
/// [`Position::legal_moves`] works out afresh.
#[derive(Debug)]
pub(super) struct Moves {
    /// The squares a piece gets to if no rat is in its way.
    reach: Vec<[Bitboard; Square::COUNT]>,
    /// The squares within reach on which a piece takes an animal.
    takes: Vec<[[Bitboard; Square::COUNT]; Animal::COUNT]>,
    jump_blocked_by: JumpBlockedBy,
}

/// The number of a piece in the look-ups.
pub(super) const fn number(piece: Piece) -> usize {
    piece.side as usize * Animal::COUNT + piece.animal as usize
}

impl Moves {
    /// The moves under a ruleset.
    pub(super) fn new(ruleset: &Ruleset) -> Self {
        let of_piece = |&piece: &Piece| Square::ALL.map(|from| reach(ruleset, piece, from));
        let reach: Vec<_> = Piece::ALL.iter().map(of_piece).collect();
        let takes = |&piece: &Piece| {
            Animal::ALL.map(|animal| {
                Square::ALL
                    .map(|from| takes(ruleset, (piece, from), animal, reach[number(piece)][from as usize]))
            })
        };
        let takes = Piece::ALL.iter().map(takes).collect();
        Self { reach, takes, jump_blocked_by: ruleset.jump_blocked_by }
    }

    /// The squares of the water where a rat blocks the jumps of a side.
    pub(super) fn blockers(&self, own_rat: Bitboard, enemy_rat: Bitboard) -> Bitboard {
        WATER
            & match self.jump_blocked_by {
                JumpBlockedBy::AnyRat => own_rat | enemy_rat,
                JumpBlockedBy::EnemyRat => enemy_rat,
            }
    }

    /// The squares a piece gets to, whatever stands there.
    #[inline]
    pub(super) fn reach(&self, piece: usize, from: Square, blockers: Bitboard) -> Bitboard {
        let reach = self.reach[piece][from as usize];
        if blockers.is_empty() { reach } else { reach.without(blocked(from, blockers)) }
    }

    /// Those of the squares a piece gets to on which it takes an enemy animal.
    #[inline]
    pub(super) fn takes(&self, piece: usize, from: Square, animal: Animal) -> Bitboard {
        self.takes[piece][animal as usize][from as usize]
    }
}

/// The squares across water that holds a blocker.
fn blocked(from: Square, blockers: Bitboard) -> Bitboard {
    let crossings = CROSSINGS[from as usize].iter().flatten();
    crossings.filter(|crossing| crossing.water.intersects(blockers)).map(|crossing| crossing.to).collect()
}

fn reach(ruleset: &Ruleset, piece: Piece, from: Square) -> Bitboard {
    let reach = STEPS[from as usize] | ruleset.landings(piece.animal, from);
    reach & ruleset.ground(piece.side, piece.animal)
}

/// The squares of some on which a piece takes an animal: asked of a position with just these two.
fn takes(ruleset: &Ruleset, (piece, from): (Piece, Square), animal: Animal, reach: Bitboard) -> Bitboard {
    let prey = Piece { side: !piece.side, animal };
    let is_taken = |&to: &Square| {
        let mut setup = Setup::EMPTY;
        setup.turn = piece.side;
        setup.plies = Side::seat(piece.side).into();
        let is_set = setup.place(piece, from).is_ok() && setup.place(prey, to).is_ok();
        let position = Position::new(&setup, ruleset);
        is_set && position.is_ok_and(|position| position.legal_moves().contains(&Move { from, to }))
    };
    reach.into_iter().filter(is_taken).collect()
}
