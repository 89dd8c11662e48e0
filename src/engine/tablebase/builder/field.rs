use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

use super::moves::{Moves, number};
use super::smaller::Smaller;
use super::value::{Captures, Value};
use crate::engine::tablebase::layout::{Layout, is_middle, is_right};
use crate::engine::tablebase::material::Material;
use crate::rules::terrain::DENS;
use crate::rules::{Animal, Bitboard, BySide, NoLegalMoves, Ruleset, Side, Square};

/// The positions of one material while they are being solved, white having the animals that come first.
pub(super) struct Field<'a> {
    pub(super) layout: Layout,
    pub(super) moves: &'a Moves,
    /// For each piece what is left when it is taken, unless that ends the game.
    smaller: Vec<Option<Smaller>>,
    players: BySide<Vec<Player>>,
    /// The value of each position with either side on turn.
    pub(super) values: BySide<Vec<AtomicU16>>,
    /// The quiet moves of each position that are not known to lose, or [`SAVED`].
    pub(super) counters: BySide<Vec<AtomicU8>>,
    stuck: Value,
}

/// A piece as the loops over the positions see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Player {
    /// Its place in the layout.
    pub(super) digit: usize,
    /// Its number in the moves.
    pub(super) number: usize,
    animal: Animal,
}

/// A counter of a position whose side on turn cannot lose: some capture draws or wins.
const SAVED: u8 = u8::MAX;

/// What the moves of a position lead to, as far as other materials and the ends of the game tell.
struct Prospect {
    value: Value,
    counter: u8,
}

impl Prospect {
    const WIN_AT_ONCE: Self = Self { value: Value::plies(1), counter: SAVED };
}

impl<'a> Field<'a> {
    pub(super) fn new(
        material: Material,
        ruleset: &Ruleset,
        moves: &'a Moves,
        smaller: Vec<Option<Smaller>>,
    ) -> Self {
        let layout = Layout::new(material, ruleset);
        let players = |side: Side| {
            let pieces = layout.pieces.iter().enumerate().filter(|(_, piece)| piece.side == side);
            pieces
                .map(|(digit, &piece)| Player { digit, number: number(piece), animal: piece.animal })
                .collect()
        };
        let values = || (0..layout.len).map(|_| AtomicU16::new(Value::NONE.0)).collect();
        let counters = || (0..layout.len).map(|_| AtomicU8::new(SAVED)).collect();
        Self {
            players: BySide(Side::ALL.map(players)),
            values: BySide(Side::ALL.map(|_| values())),
            counters: BySide(Side::ALL.map(|_| counters())),
            stuck: match ruleset.no_legal_moves {
                NoLegalMoves::Loses => Value::plies(0),
                NoLegalMoves::Draws => Value::OPEN,
            },
            layout,
            moves,
            smaller,
        }
    }

    /// The rats in the water that block the jumps of a side.
    fn blockers(&self, squares: &[Square], side: Side) -> Bitboard {
        let rat = |side: Side| {
            let rat = self.players[side].iter().find(|player| player.animal == Animal::Rat);
            rat.map_or(Bitboard::EMPTY, |rat| squares[rat.digit].into())
        };
        self.moves.blockers(rat(side), rat(!side))
    }

    /// Enters what the first look at each position of a row tells, and gives the most plies among it.
    pub(super) fn open_row(&self, row: usize) -> u16 {
        let mut most = 0;
        let start = row * self.layout.row();
        self.layout.for_each_in_row(row, |digit, squares, occupied| {
            for side in Side::ALL {
                let prospect = self.prospect(squares, occupied, side);
                self.values[side][start + digit].store(prospect.value.0, Relaxed);
                self.counters[side][start + digit].store(prospect.counter, Relaxed);
                most = most.max(prospect.value.as_plies().unwrap_or(0));
            }
        });
        most
    }

    fn prospect(&self, squares: &mut [Square], occupied: Bitboard, side: Side) -> Prospect {
        let blockers = self.blockers(squares, side);
        let (mut quiet, mut captures) = (0, Captures::default());
        for player in &self.players[side] {
            let targets = self.moves.reach(player.number, squares[player.digit], blockers);
            if targets.contains(DENS[!side]) {
                return Prospect::WIN_AT_ONCE;
            }
            quiet += targets.without(occupied).len() as u8;
            if targets.intersects(occupied) {
                self.look_at_captures(squares, (player, targets, side), &mut captures);
            }
        }
        let value = if captures.best != Value::OPEN {
            captures.best
        } else if quiet > 0 || captures.is_saved {
            captures.pending()
        } else if captures.is_any {
            Value::plies(captures.longest_loss)
        } else {
            self.stuck
        };
        Prospect { value, counter: if captures.is_saved { SAVED } else { quiet } }
    }

    fn look_at_captures(
        &self,
        squares: &mut [Square],
        (player, targets, side): (&Player, Bitboard, Side),
        captures: &mut Captures,
    ) {
        let from = squares[player.digit];
        for prey in &self.players[!side] {
            let to = squares[prey.digit];
            if !(targets & self.moves.takes(player.number, from, prey.animal)).contains(to) {
                continue;
            }
            squares[player.digit] = to;
            match &self.smaller[prey.digit] {
                Some(smaller) => captures.meet(smaller.value(squares, !side)),
                None => captures.win_in(1),
            }
            squares[player.digit] = from;
        }
    }

    /// Whether the quiet move that is now known to lose was the last that was not, and no capture helps.
    pub(super) fn is_last_hope(&self, side: Side, index: usize) -> bool {
        let counter = &self.counters[side][index];
        counter.load(Relaxed) != SAVED && counter.fetch_sub(1, Relaxed) == 1
    }

    /// Visits the numbers of the positions from which a quiet move leads to one in which a side is on turn.
    pub(super) fn for_each_before(
        &self,
        (squares, index): (&[Square], usize),
        side: Side,
        mut visit: impl FnMut(usize),
    ) {
        let occupied: Bitboard = squares.iter().copied().collect();
        // A piece that has entered a den does not come out of it.
        let free = !occupied.with(DENS[Side::White]).with(DENS[Side::Black]);
        let blockers = self.blockers(squares, !side);
        for player in &self.players[!side] {
            let to = squares[player.digit];
            let weights = &self.layout.weights[player.digit];
            let base = index - weights[to as usize];
            for from in self.moves.reach(player.number, to, blockers) & free {
                if player.digit > 0 {
                    visit(base + weights[from as usize]);
                } else if !is_right(from) {
                    visit(base + weights[from as usize]);
                    if is_middle(from) && !is_middle(to) {
                        visit(self.layout.mirrored_index(squares, from));
                    }
                }
            }
        }
    }
}
