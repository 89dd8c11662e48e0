use arrayvec::ArrayVec;

use super::clock::Clock;
use super::endings::{den_entry, ended, plies_left};
use super::evaluation::Evaluator;
use super::history::History;
use super::picker::Picker;
use super::score::{DRAW, INFINITY, is_decided, loss_in, win_in};
use super::table::{Bound, Entry, Table};
use super::{Analysis, Limits, Line, Score, Source, Stop};
use crate::rules::terrain::{DENS, TRAPS};
use crate::rules::{Bitboard, Game, Move, MoveList, Position};

/// The most plies that a search looks ahead for every move.
const MAX_DEPTH: u8 = 64;
/// The most plies that it looks ahead for any move.
const MAX_PLY: i32 = 100;
/// The most plies of captures beyond the depth.
const MAX_CAPTURES: i32 = 6;
/// The most plies from the root, in depths, that answers to threats may lead to.
const MAX_EXTENSION: i32 = 2;
/// From this depth on, late moves are looked at less deeply.
const LATE_MOVE_DEPTH: i32 = 3;
/// How many moves come before a late one, and before one that is later still.
const LATE_MOVES: [usize; 2] = [4, 12];
/// Positions that are so many plies from a draw by counting are not taken for ones that are further away.
const NEAR_LIMIT: u32 = 64;
/// Makes different keys of different numbers of plies.
const LIMIT_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// Moves that both sides are expected to play.
type Variation = ArrayVec<Move, { MAX_PLY as usize + 2 }>;

/// One search of one game.
pub(super) struct Search<'a> {
    root: Position,
    moves: Vec<RootMove>,
    /// The best moves so far, the best first.
    best: Vec<Candidate>,
    /// How many of them are wanted.
    wanted: usize,
    max_depth: u8,
    clock: Clock<'a>,
    table: Table,
    history: History,
    evaluator: Evaluator,
    /// The keys of the positions since the last capture before the root, and from there to the present node.
    path: Vec<u64>,
    /// The best line from each ply of the present path.
    lines: Vec<Variation>,
    root_depth: i32,
    /// Whether a repetition could end the game while a den stands open: only where one was left open before.
    may_repeat_threat: bool,
}

/// A move to choose from, with the error to make about it.
#[derive(Clone, Copy)]
struct RootMove {
    mv: Move,
    bonus: i32,
}

/// A best move so far.
struct Candidate {
    value: i32,
    line: Vec<Move>,
}

/// What is asked about a position: its value between two bounds, so many plies from the root.
#[derive(Clone, Copy)]
struct Node {
    depth: i32,
    ply: i32,
    alpha: i32,
    beta: i32,
}

/// A move to search.
#[derive(Clone, Copy)]
struct Trial {
    mv: Move,
    is_first: bool,
    /// How many plies less to look ahead at first.
    reduction: i32,
}

impl Node {
    /// The node after a move, with this upper bound, seen by the other side.
    const fn child(self, depth: i32, beta: i32) -> Self {
        Self { depth, ply: self.ply + 1, alpha: -beta, beta: -self.alpha }
    }

    /// Whether the value is wanted, not only on which side of a bound it is.
    const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl<'a> Search<'a> {
    /// Gets ready to search a game that is not over.
    pub(super) fn new(game: &Game, limits: &Limits, stop: &'a Stop) -> Self {
        let root = *game.position();
        let bonus = |mv| limits.blur.map_or(0, |blur| blur.bonus(root.key(), mv));
        let evaluator = Evaluator::new(root.ruleset());
        let moves = Picker::new(&evaluator, &root, &game.legal_moves(), None);
        let moves: Vec<RootMove> = moves.map(|mv| RootMove { mv, bonus: bonus(mv) }).collect();
        let first = moves.first().expect("a game that is not over has a legal move").mv;
        let wanted = limits.lines.clamp(1, moves.len());
        let earlier = game.earlier_positions().iter().map(Position::key);
        Self {
            root,
            moves,
            best: vec![Candidate { value: evaluator.evaluate(&root), line: vec![first] }],
            wanted,
            max_depth: limits.depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH)),
            clock: Clock::start(limits, stop),
            table: Table::new(limits),
            history: History::new(MAX_PLY as usize + 1),
            evaluator,
            path: earlier.chain([root.key()]).collect(),
            lines: vec![Variation::new(); MAX_PLY as usize + 2],
            root_depth: 0,
            may_repeat_threat: root.ruleset().repetition_limit.is_some()
                && game.earlier_positions().iter().any(|earlier| den_entry(earlier).is_some()),
        }
    }

    /// Searches deeper and deeper, until a limit is reached or the results are forced.
    pub(super) fn run(mut self, source: Source, report: &mut dyn FnMut(&Analysis)) -> Analysis {
        let mut finished = 0;
        for depth in 1..=self.max_depth {
            if finished > 0 {
                report(&self.analysis(finished, source));
            }
            self.search_root(depth.into());
            if self.clock.is_over() {
                break;
            }
            finished = depth;
            if self.best.iter().all(|best| is_proven(best.value, depth)) {
                break;
            }
        }
        self.analysis(finished, source)
    }

    fn analysis(&self, depth: u8, source: Source) -> Analysis {
        let line = |best: &Candidate| Line { moves: best.line.clone(), score: Score::new(best.value) };
        Analysis { lines: self.best.iter().map(line).collect(), depth, nodes: self.clock.nodes(), source }
    }

    fn search_root(&mut self, depth: i32) {
        self.root_depth = depth;
        for rank in 0..self.wanted {
            self.search_root_from(rank, depth);
        }
        if !self.clock.is_over() {
            self.best.sort_by_key(|best| -best.value);
        }
    }

    /// Compares the moves of the root that are not better ones already, by their blurred values.
    fn search_root_from(&mut self, rank: usize, depth: i32) {
        let root = self.root;
        let mut alpha = -INFINITY;
        let mut best = rank;
        for index in rank..self.moves.len() {
            let RootMove { mv, bonus } = self.moves[index];
            let node = Node { depth, ply: 0, alpha: alpha - bonus, beta: INFINITY };
            let value = self.search_move(&root, node, Trial { mv, is_first: index == rank, reduction: 0 });
            if self.clock.is_over() {
                break;
            }
            let blurred = if is_decided(value) { value } else { value + bonus };
            if blurred > alpha {
                alpha = blurred;
                best = index;
                self.extend_line(0, mv);
                let found = Candidate { value, line: self.lines[0].to_vec() };
                if rank < self.best.len() {
                    self.best[rank] = found;
                } else {
                    self.best.push(found);
                }
            }
        }
        self.moves[rank..=best].rotate_right(1);
    }

    /// Plays a move and searches it: the first one for its value, another for whether it is better.
    fn search_move(&mut self, position: &Position, node: Node, trial: Trial) -> i32 {
        let next = position.play_unchecked(trial.mv);
        self.path.push(next.key());
        let value = self.search_next(&next, node, trial);
        self.path.pop();
        value
    }

    fn search_next(&mut self, next: &Position, node: Node, trial: Trial) -> i32 {
        let depth = node.depth - 1;
        if trial.is_first {
            return -self.search(next, node.child(depth, node.beta));
        }
        if trial.reduction > 0 {
            let value = -self.search(next, node.child(depth - trial.reduction, node.alpha + 1));
            if value <= node.alpha {
                return value;
            }
        }
        let value = -self.search(next, node.child(depth, node.alpha + 1));
        if value <= node.alpha || value >= node.beta {
            return value;
        }
        -self.search(next, node.child(depth, node.beta))
    }

    /// Searches a position for its value, as far as the bounds of the node ask for it.
    #[expect(clippy::too_many_lines, reason = "a search is read from top to bottom")]
    fn search(&mut self, position: &Position, mut node: Node) -> i32 {
        // 1. Count the node.
        self.lines[node.ply as usize].clear();
        self.clock.visit();
        if self.clock.is_over() {
            return DRAW;
        }

        // 2. See whether the rules or an open den decide.
        let mut moves = position.legal_moves();
        if let Some(value) = self.settle(position, node.ply, &moves) {
            return value;
        }

        // 3. Answer a threat to the den, and look further for it.
        let threats = self.den_threats(position);
        if !threats.is_empty() {
            let any = moves[0];
            moves.retain(|mv| threats == mv.to.into());
            if moves.is_empty() {
                return self.lose_den(position, node.ply, any);
            }
            if node.depth >= 0 && node.ply < self.root_depth * MAX_EXTENSION {
                node.depth += 1;
            }
        }

        // 4. Leave out what cannot change the result: a nearer win is known.
        if win_in(node.ply + 1) <= node.alpha {
            return win_in(node.ply + 1);
        }

        // 5. At the horizon, look at captures only.
        if node.depth <= 0 {
            return self.search_captures(position, node, &mut moves);
        }

        // 6. Look up what is known.
        let key = table_key(position);
        let known = self.table.find(key, node.ply);
        if let Some(known) = known
            && !node.is_open()
            && known.depth >= node.depth
            && known.settles(node.alpha, node.beta)
        {
            return known.value;
        }

        // 7. Try the moves.
        let picker = Picker::new(&self.evaluator, position, &moves, known.and_then(|known| known.best));
        let picker = picker.with_history(position, &self.history, node.ply);
        let (value, best) = self.search_moves(position, node, picker);

        // 8. Remember what was found.
        if !self.clock.is_over() {
            let bound = match best {
                None => Bound::Upper,
                Some(_) if value >= node.beta => Bound::Lower,
                Some(_) => Bound::Exact,
            };
            self.table.keep(key, node.ply, Entry { best, value, depth: node.depth, bound });
        }
        value
    }

    /// Finds the best value of these moves, and the best move if it is above the lower bound.
    fn search_moves(&mut self, position: &Position, mut node: Node, picker: Picker) -> (i32, Option<Move>) {
        let mut best = (-INFINITY, None);
        for (index, mv) in picker.enumerate() {
            let reduction = reduction(position, mv, node.depth, index);
            let value = self.search_move(position, node, Trial { mv, is_first: index == 0, reduction });
            if self.clock.is_over() {
                break;
            }
            best.0 = value.max(best.0);
            if value > node.alpha {
                best.1 = Some(mv);
                node.alpha = value;
                self.extend_line(node.ply, mv);
            }
            if value >= node.beta {
                if is_quiet(position, mv) && node.depth > 0 {
                    self.history.add_killer(node.ply, mv);
                    self.history.reward(position.turn(), mv, node.depth);
                }
                break;
            }
        }
        best
    }

    /// Searches captures, or stands still if that is better; where the den is threatened it cannot.
    fn search_captures(&mut self, position: &Position, mut node: Node, moves: &mut MoveList) -> i32 {
        let is_last = node.depth <= -MAX_CAPTURES;
        let still = if is_last || self.den_threats(position).is_empty() {
            self.evaluator.evaluate(position)
        } else {
            -INFINITY
        };
        if is_last || still >= node.beta {
            return still;
        }
        moves.retain(|mv| !is_quiet(position, *mv));
        node.alpha = node.alpha.max(still);
        let (value, _) =
            self.search_moves(position, node, Picker::new(&self.evaluator, position, moves, None));
        value.max(still)
    }

    /// The value of a position that the rules decide, or in which the den stands open, or that was there before.
    fn settle(&mut self, position: &Position, ply: i32, moves: &MoveList) -> Option<i32> {
        if moves.is_empty() {
            return Some(ended(position, ply));
        }
        let visits = self.earlier_visits(position);
        let limit = position.ruleset().repetition_limit;
        if plies_left(position) == 0 || limit.is_some_and(|limit| visits + 1 >= limit) {
            return Some(DRAW);
        }
        if let Some(entry) = den_entry(position) {
            self.lines[ply as usize].push(entry);
            return Some(win_in(ply + 1));
        }
        if visits > 0 {
            return Some(DRAW);
        }
        (ply >= MAX_PLY).then(|| self.evaluator.evaluate(position))
    }

    /// How many times a position was there since the last capture, before the present time.
    fn earlier_visits(&self, position: &Position) -> u32 {
        let earlier = self.path.iter().rev().take(position.plies_since_capture() as usize + 1);
        // The present position comes first, and none comes back in less than four plies.
        let visits = earlier.skip(4).step_by(2).filter(|&&key| key == position.key());
        visits.count() as u32
    }

    /// The enemy pieces that are sure to enter the den if they are not taken: no draw comes before.
    fn den_threats(&self, position: &Position) -> Bitboard {
        if plies_left(position) == 1 || self.may_repeat_threat {
            return Bitboard::EMPTY;
        }
        position.pieces(!position.turn()) & TRAPS[position.turn()]
    }

    /// Loses to a piece that enters the den, whatever is played.
    fn lose_den(&mut self, position: &Position, ply: i32, any: Move) -> i32 {
        let left = self.den_threats(position).without(any.to.into());
        let entry = left.first().map(|from| Move { from, to: DENS[position.turn()] });
        self.lines[ply as usize].extend([any].into_iter().chain(entry));
        loss_in(ply + 2)
    }

    /// Makes a move and the line behind it the best line from a ply.
    fn extend_line(&mut self, ply: i32, mv: Move) {
        let (head, tail) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut head[ply as usize];
        line.clear();
        line.push(mv);
        line.extend(tail[0].iter().copied());
    }
}

/// Whether the result is forced, and no shorter way to it can be left.
fn is_proven(value: i32, depth: u8) -> bool {
    Score::new(value).decided_in().is_some_and(|plies| plies.abs() <= depth.into())
}

/// The key of a position in the table.
fn table_key(position: &Position) -> u64 {
    match plies_left(position) {
        left @ ..NEAR_LIMIT => position.key() ^ u64::from(left + 1).wrapping_mul(LIMIT_KEY),
        _ => position.key(),
    }
}

/// How many plies less to look ahead for a move that is unlikely to be the best.
fn reduction(position: &Position, mv: Move, depth: i32, index: usize) -> i32 {
    if depth < LATE_MOVE_DEPTH || !is_quiet(position, mv) || TRAPS[!position.turn()].contains(mv.to) {
        return 0;
    }
    LATE_MOVES.iter().filter(|&&late| index >= late).count() as i32
}

fn is_quiet(position: &Position, mv: Move) -> bool {
    !position.pieces(!position.turn()).contains(mv.to)
}
