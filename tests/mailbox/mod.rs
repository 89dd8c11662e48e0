//! A slow, obvious twin of the rules: a board of squares, and the sentences of the rules one after the other.
//!
//! It shares the names of things with the rules under test, but no table and no rule.

use jungle::rules::{
    Animal, DogAndWolf, EndReason, JumpBlockedBy, Jumps, Move, NoLegalMoves, OwnTraps, Piece, Ruleset, Setup,
    Side, Square, TrappedAttack, TrapsWeaken,
};

/// A column and a row, counted from 0 at `a1`.
pub(crate) type Place = (u8, u8);

/// A winner, or nobody, and why.
pub(crate) type End = (Option<Side>, EndReason);

const COLUMNS: u8 = 7;
const ROWS: u8 = 9;

/// The board as white sees it: water `~`, traps `t` and dens `d`, those of white in upper case.
const TERRAIN: [&str; ROWS as usize] = [
    "..tdt..", //
    "...t...", ".......", ".~~.~~.", ".~~.~~.", ".~~.~~.", ".......", "...T...", "..TDT..",
];

/// A board with the side on turn and the counters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mailbox {
    board: [[Option<Piece>; COLUMNS as usize]; ROWS as usize],
    turn: Side,
    plies: u32,
    plies_since_capture: u32,
    ruleset: Ruleset,
}

impl Mailbox {
    pub(crate) fn new(setup: &Setup, ruleset: &Ruleset) -> Self {
        let mut mailbox = Self {
            board: Default::default(),
            turn: setup.turn,
            plies: setup.plies,
            plies_since_capture: setup.plies_since_capture,
            ruleset: *ruleset,
        };
        for (piece, square) in setup.pieces() {
            *mailbox.at_mut(place(square)) = Some(piece);
        }
        mailbox
    }

    pub(crate) fn to_setup(&self) -> Setup {
        let mut setup = Setup::EMPTY;
        setup.turn = self.turn;
        setup.plies = self.plies;
        setup.plies_since_capture = self.plies_since_capture;
        for (piece, place) in self.pieces() {
            setup.place(piece, square(place)).expect("no place holds two pieces");
        }
        setup
    }

    /// Whether two boards look the same and the same side is on turn.
    fn repeats(&self, other: &Self) -> bool {
        self.board == other.board && self.turn == other.turn
    }

    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Piece, Place)> {
        places().filter_map(|place| self.at(place).map(|piece| (piece, place)))
    }

    pub(crate) fn at(&self, (column, row): Place) -> Option<Piece> {
        self.board[usize::from(row)][usize::from(column)]
    }

    fn at_mut(&mut self, (column, row): Place) -> &mut Option<Piece> {
        &mut self.board[usize::from(row)][usize::from(column)]
    }

    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        if self.win().is_some() {
            return Vec::new();
        }
        let own = self.pieces().filter(|(piece, _)| piece.side == self.turn);
        let moves = own.flat_map(|(_, from)| places().map(move |to| (from, to)));
        let legal = moves.filter(|&(from, to)| self.refusal(from, to).is_none());
        legal.map(|(from, to)| Move { from: square(from), to: square(to) }).collect()
    }

    /// The board after a move.
    pub(crate) fn after(&self, mv: Move) -> Self {
        let (from, to) = (place(mv.from), place(mv.to));
        let mut after = self.clone();
        after.turn = enemy_of(self.turn);
        after.plies += 1;
        after.plies_since_capture = if self.at(to).is_some() { 0 } else { self.plies_since_capture + 1 };
        *after.at_mut(from) = None;
        *after.at_mut(to) = self.at(from);
        after
    }

    /// The first reason why a move is not legal.
    pub(crate) fn refusal(&self, from: Place, to: Place) -> Option<&'static str> {
        let Some(piece) = self.at(from) else { return Some("empty_square") };
        if piece.side != self.turn {
            return Some("not_your_piece");
        }
        let is_step = from.0.abs_diff(to.0) + from.1.abs_diff(to.1) == 1;
        if !is_step && water_crossed(from, to).is_empty() {
            return Some("not_a_step");
        }
        let by_ground = self.ground_refusal(piece, to);
        by_ground.or_else(|| self.jump_refusal(piece, from, to)).or_else(|| self.target_refusal(from, to))
    }

    /// Why a piece may not stand on a square.
    pub(crate) fn ground_refusal(&self, piece: Piece, to: Place) -> Option<&'static str> {
        let is_own_trap = terrain(to) == trap_of(piece.side);
        if terrain(to) == den_of(piece.side) {
            Some("own_den")
        } else if is_own_trap && self.ruleset.own_traps == OwnTraps::Closed {
            Some("own_trap")
        } else if is_water(to) && piece.animal != Animal::Rat {
            Some("water")
        } else {
            None
        }
    }

    fn jump_refusal(&self, jumper: Piece, from: Place, to: Place) -> Option<&'static str> {
        let water = water_crossed(from, to);
        if water.is_empty() {
            return None;
        }
        let is_vertical = from.0 == to.0;
        let can_jump = match jumper.animal {
            Animal::Lion => is_vertical || self.ruleset.lion_jumps == Jumps::BothWays,
            Animal::Tiger => is_vertical || self.ruleset.tiger_jumps == Jumps::BothWays,
            _ => false,
        };
        let swimmers: Vec<Piece> = water.into_iter().filter_map(|place| self.at(place)).collect();
        let is_blocked = match self.ruleset.jump_blocked_by {
            JumpBlockedBy::AnyRat => !swimmers.is_empty(),
            JumpBlockedBy::EnemyRat => swimmers.iter().any(|rat| rat.side != jumper.side),
        };
        if !can_jump {
            Some("cannot_jump")
        } else if is_blocked {
            Some("jump_blocked")
        } else {
            None
        }
    }

    /// Why the piece that stands on the target square does not make room.
    fn target_refusal(&self, from: Place, to: Place) -> Option<&'static str> {
        let (attacker, target) = (self.at(from)?, self.at(to)?);
        let fight = (attacker.animal, target.animal);
        if attacker.side == target.side {
            Some("own_piece")
        } else if is_water(from) != is_water(to) && !self.fights_across_bank(fight, from) {
            Some("water_and_land")
        } else if self.rank_as_target(to) == 0 {
            None
        } else if fight == (Animal::Elephant, Animal::Rat) && !self.ruleset.elephant_captures_rat {
            Some("elephant_cannot_take_rat")
        } else if fight == (Animal::Rat, Animal::Elephant) || self.outranks(from, to) {
            None
        } else {
            Some("rank_too_low")
        }
    }

    fn fights_across_bank(&self, fight: (Animal, Animal), from: Place) -> bool {
        match fight {
            (Animal::Rat, Animal::Rat) => self.ruleset.rat_captures_rat_across_bank,
            (Animal::Rat, Animal::Elephant) => is_water(from) && self.ruleset.river_rat_captures_elephant,
            _ => false,
        }
    }

    fn outranks(&self, from: Place, to: Place) -> bool {
        let (attack, defence) = (self.rank_as_attacker(from), self.rank_as_target(to));
        attack > defence || attack == defence && self.ruleset.equal_rank_captures
    }

    fn rank_as_attacker(&self, from: Place) -> u8 {
        let Some(piece) = self.at(from) else { return 0 };
        let is_in_enemy_trap = terrain(from) == trap_of(enemy_of(piece.side));
        match self.ruleset.trapped_attack {
            TrappedAttack::RankZero if is_in_enemy_trap => 0,
            TrappedAttack::RankZero | TrappedAttack::FullRank => self.rank(piece.animal),
        }
    }

    fn rank_as_target(&self, to: Place) -> u8 {
        let Some(piece) = self.at(to) else { return 0 };
        let is_in_enemy_trap = terrain(to) == trap_of(enemy_of(piece.side));
        let is_in_own_trap = terrain(to) == trap_of(piece.side);
        let is_weak = match self.ruleset.traps_weaken {
            TrapsWeaken::Opponent => is_in_enemy_trap,
            TrapsWeaken::BothSides => is_in_enemy_trap || is_in_own_trap,
        };
        if is_weak { 0 } else { self.rank(piece.animal) }
    }

    fn rank(&self, animal: Animal) -> u8 {
        let is_dog_higher = self.ruleset.dog_and_wolf == DogAndWolf::DogAboveWolf;
        match animal {
            Animal::Rat => 1,
            Animal::Cat => 2,
            Animal::Dog if is_dog_higher => 4,
            Animal::Dog => 3,
            Animal::Wolf if is_dog_higher => 3,
            Animal::Wolf => 4,
            Animal::Leopard => 5,
            Animal::Tiger => 6,
            Animal::Lion => 7,
            Animal::Elephant => 8,
        }
    }

    /// The win of a side that is in the enemy den or has taken everything.
    pub(crate) fn win(&self) -> Option<End> {
        let sides = [Side::White, Side::Black];
        let entered = sides.into_iter().find(|&side| {
            self.pieces().any(|(piece, place)| piece.side == side && terrain(place) == den_of(enemy_of(side)))
        });
        let alone = sides.into_iter().find(|&side| self.pieces().all(|(piece, _)| piece.side == side));
        let by_den = entered.map(|side| (Some(side), EndReason::DenEntered));
        by_den.or(alone.map(|side| (Some(side), EndReason::AllCaptured)))
    }

    /// The board with each piece moved to another place.
    fn rearranged(&self, target: impl Fn(Place) -> Place) -> Self {
        let mut rearranged = Self { board: Default::default(), ..self.clone() };
        for (piece, place) in self.pieces() {
            *rearranged.at_mut(target(place)) = Some(piece);
        }
        rearranged
    }

    /// The board with left and right swapped.
    pub(crate) fn mirrored(&self) -> Self {
        self.rearranged(|(column, row)| (COLUMNS - 1 - column, row))
    }

    /// The board seen by the other side, each side in the other's place; black's turns are at odd plies.
    pub(crate) fn swapped(&self) -> Self {
        let mut swapped = self.rearranged(|(column, row)| (column, ROWS - 1 - row));
        for piece in swapped.board.iter_mut().flatten().flatten() {
            piece.side = enemy_of(piece.side);
        }
        swapped.turn = enemy_of(self.turn);
        swapped.plies += 1;
        swapped
    }
}

/// How often the last board of a game has been on it.
pub(crate) fn repetitions(history: &[Mailbox]) -> u32 {
    let last = &history[history.len() - 1];
    history.iter().map(|board| u32::from(board.repeats(last))).sum()
}

/// How a game ends with the last of its boards.
pub(crate) fn end(history: &[Mailbox]) -> Option<End> {
    let last = &history[history.len() - 1];
    let is_reached = |count: u32, limit: Option<u32>| limit.is_some_and(|limit| count >= limit);
    if last.win().is_some() {
        last.win()
    } else if last.legal_moves().is_empty() {
        let winner = (last.ruleset.no_legal_moves == NoLegalMoves::Loses).then_some(enemy_of(last.turn));
        Some((winner, EndReason::NoLegalMoves))
    } else if is_reached(repetitions(history), last.ruleset.repetition_limit) {
        Some((None, EndReason::Repetition))
    } else if is_reached(last.plies_since_capture, last.ruleset.no_capture_limit) {
        Some((None, EndReason::NoCaptureLimit))
    } else if is_reached(last.plies, last.ruleset.ply_limit) {
        Some((None, EndReason::PlyLimit))
    } else {
        None
    }
}

/// Every place of the board, row by row from `a1`.
pub(crate) fn places() -> impl Iterator<Item = Place> {
    (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (column, row)))
}

pub(crate) fn square((column, row): Place) -> Square {
    Square::at(column.into(), row.into()).expect("a place is on the board")
}

pub(crate) fn place(square: Square) -> Place {
    (square.column(), square.row())
}

fn enemy_of(side: Side) -> Side {
    if side == Side::White { Side::Black } else { Side::White }
}

fn terrain((column, row): Place) -> char {
    char::from(TERRAIN[usize::from(ROWS - 1 - row)].as_bytes()[usize::from(column)])
}

fn is_water(place: Place) -> bool {
    terrain(place) == '~'
}

pub(crate) fn is_den(place: Place) -> bool {
    terrain(place) == 'd' || terrain(place) == 'D'
}

fn trap_of(side: Side) -> char {
    if side == Side::White { 'T' } else { 't' }
}

fn den_of(side: Side) -> char {
    if side == Side::White { 'D' } else { 'd' }
}

/// The water between two banks that face each other; nothing for any other two places.
fn water_crossed(from: Place, to: Place) -> Vec<Place> {
    let columns = from.0.min(to.0)..=from.0.max(to.0);
    let rows = from.1.min(to.1)..=from.1.max(to.1);
    let is_straight = from.0 == to.0 || from.1 == to.1;
    if !is_straight || is_water(from) || is_water(to) {
        return Vec::new();
    }
    let line = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
    let between: Vec<Place> = line.filter(|&place| place != from && place != to).collect();
    if between.iter().all(|&place| is_water(place)) { between } else { Vec::new() }
}
