//! Perfect play with few pieces, by plain retrograde analysis: what the bot is measured against.

use std::collections::HashMap;

use jungle::rules::terrain::DENS;
use jungle::rules::{Animal, Piece, Position, Ruleset, Setup, Side, Square};

/// The plies to the end with perfect play: positive if the side on turn wins, negative or zero if it loses.
type Value = Option<i8>;

/// The values of every position of the sets of pieces asked for so far, draws by counting left aside.
pub(super) struct Oracle {
    ruleset: Ruleset,
    tables: HashMap<Vec<Piece>, Vec<Value>>,
}

impl Oracle {
    pub(super) fn new(ruleset: Ruleset) -> Self {
        Self { ruleset, tables: HashMap::new() }
    }

    /// The value of a position, whose set of pieces is solved if it was not yet.
    pub(super) fn value(&mut self, position: &Position) -> Value {
        let pieces = pieces(position);
        self.solve(&pieces);
        self.tables[&pieces][index(position, &pieces)]
    }

    /// The legal positions of a set of pieces.
    pub(super) fn positions(&self, pieces: &[Piece]) -> Vec<Position> {
        let count = 2 * Square::COUNT.pow(pieces.len() as u32);
        (0..count).filter_map(|index| position(&self.ruleset, pieces, index)).collect()
    }

    fn solve(&mut self, pieces: &[Piece]) {
        if self.tables.contains_key(pieces) {
            return;
        }
        if Side::ALL.into_iter().all(|side| pieces.iter().any(|piece| piece.side == side)) {
            for left_out in 0..pieces.len() {
                let mut fewer = pieces.to_vec();
                fewer.remove(left_out);
                self.solve(&fewer);
            }
        }
        let mut open = self.positions(pieces);
        let mut values = vec![None; 2 * Square::COUNT.pow(pieces.len() as u32)];
        let mut changes_in_vain = 0;
        for plies in 0.. {
            let before = open.len();
            let found: Vec<(usize, Value)> = open
                .iter()
                .map(|position| (index(position, pieces), self.step(position, pieces, (&values, plies))))
                .collect();
            open.retain({
                let mut found = found.iter();
                move |_| found.next().unwrap().1.is_none()
            });
            for (index, value) in found.into_iter().filter(|(_, value)| value.is_some()) {
                values[index] = value;
            }
            // A capture may lead to a longer ending of fewer pieces than any seen so far.
            changes_in_vain = if open.len() < before { 0 } else { changes_in_vain + 1 };
            if changes_in_vain > 40 || open.is_empty() {
                break;
            }
        }
        self.tables.insert(pieces.to_vec(), values);
    }

    /// The value of a position if it is so many plies, all smaller ones being known.
    fn step(&self, position: &Position, pieces: &[Piece], (values, plies): (&[Value], i8)) -> Value {
        if let Some(outcome) = position.decision() {
            return (plies == 0 && outcome.winner == Some(!position.turn())).then_some(0);
        }
        let mut longest = Some(0);
        for mv in position.legal_moves() {
            let next = position.play_unchecked(mv);
            let is_capture = next.plies_since_capture() == 0;
            let value = if next.decision().is_some_and(|outcome| outcome.winner == Some(position.turn())) {
                Some(0)
            } else if is_capture {
                let fewer = self::pieces(&next);
                self.tables[&fewer][index(&next, &fewer)]
            } else {
                values[index(&next, pieces)]
            };
            match value {
                Some(lost) if lost <= 0 && 1 - lost == plies => return Some(plies),
                Some(won) if won > 0 => longest = longest.map(|longest: i8| longest.max(won)),
                _ => longest = None,
            }
        }
        longest.filter(|longest| longest + 1 == plies).map(|longest| -longest - 1)
    }
}

fn pieces(position: &Position) -> Vec<Piece> {
    Piece::ALL.into_iter().filter(|&piece| position.square(piece).is_some()).collect()
}

fn index(position: &Position, pieces: &[Piece]) -> usize {
    let squares = pieces.iter().map(|&piece| position.square(piece).unwrap() as usize);
    squares.fold(0, |index, square| index * Square::COUNT + square) * 2 + position.turn() as usize
}

fn position(ruleset: &Ruleset, pieces: &[Piece], mut index: usize) -> Option<Position> {
    let mut setup = Setup::EMPTY;
    setup.turn = Side::ALL[index % 2];
    setup.plies = setup.turn.seat().into();
    index /= 2;
    for &piece in pieces.iter().rev() {
        setup.place(piece, Square::ALL[index % Square::COUNT]).ok()?;
        index /= Square::COUNT;
    }
    Position::new(&setup, ruleset).ok()
}

/// Held to the numbers of RULES.md, which nobody here made.
#[test]
fn two_pieces_end_as_published() {
    let mut counts = [0; 4];
    let mut longest = 0;
    let mut oracle = Oracle::new(Ruleset::STANDARD);
    for white in Animal::ALL {
        for black in Animal::ALL {
            let set =
                [Piece { side: Side::White, animal: white }, Piece { side: Side::Black, animal: black }];
            for position in oracle.positions(&set) {
                let is_in_den = DENS.0.iter().any(|&den| position.occupied().contains(den));
                if position.turn() == Side::Black || is_in_den {
                    continue;
                }
                let value = oracle.value(&position);
                let place = value.map_or(2, |plies| usize::from(plies <= 0));
                counts[place] += 1;
                counts[3] += 1;
                longest = value.map_or(longest, |plies| longest.max(plies.abs()));
            }
        }
    }
    assert_eq!((counts, longest), ([82_717, 64_461, 12_890, 160_068], 34));
}
