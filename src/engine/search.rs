use super::clock::Clock;
use super::endings::{den_entry, hurried};
use super::evaluation::Evaluator;
use super::history::History;
use super::picker::{Picker, Ranked};
use super::score::{INFINITY, is_decided};
use super::stack::{Stack, Step};
use super::table::Table;
use super::tablebase::Probe;
use super::tree::{Node, Trial};
use super::{Analysis, Limits, Line, Means, Score, Source};
use crate::rules::{Game, Move, MoveList, Position};

/// The most plies that a search looks ahead for every move.
const MAX_DEPTH: u8 = 64;
/// From this depth on, a value is expected near the one of the depth before.
const WINDOW_DEPTH: i32 = 4;
/// How near, in hundredths of a cat.
const WINDOW: i32 = 24;

/// One search of one game: deeper and deeper, from the root.
pub(super) struct Search<'a> {
    root: Position,
    moves: Vec<RootMove>,
    /// The best moves so far, the best first.
    best: Vec<Candidate>,
    /// How many of them are wanted.
    wanted: usize,
    max_depth: u8,
    pub(super) clock: Clock<'a>,
    pub(super) evaluator: Evaluator,
    pub(super) table: Table,
    pub(super) history: History,
    /// The keys of the positions since the last capture before the root, and from there to the present node.
    pub(super) path: Vec<u64>,
    pub(super) stack: Stack,
    pub(super) root_depth: i32,
    pub(super) contempt: i32,
    /// The endgame tables for the rules, if there are any.
    pub(super) tables: Option<Probe<'a>>,
    /// Whether a repetition could end the game while a den stands open: only where one was left open before.
    pub(super) may_repeat_threat: bool,
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

impl<'a> Search<'a> {
    /// Gets ready to choose between some moves of a game that is not over.
    pub(super) fn new(game: &Game, choice: &MoveList, limits: &Limits, means: Means<'a>) -> Self {
        let clock = Clock::start(limits, means.stop);
        let root = *game.position();
        let evaluator = Evaluator::new(root.ruleset());
        let mut picker = Picker::new(choice, None);
        let mut moves = Vec::new();
        while let Some(Ranked { mv, .. }) = picker.next(&root, &evaluator, None) {
            let bonus = limits.blur.map_or(0, |blur| blur.bonus(root.key(), mv));
            moves.push(RootMove { mv, bonus });
        }
        let first = moves.first().expect("there is a move to choose").mv;
        let earlier = game.earlier_positions().iter().map(Position::key);
        Self {
            best: vec![Candidate { value: hurried(&root, evaluator.evaluate(&root)), line: vec![first] }],
            wanted: limits.lines.clamp(1, moves.len()),
            root,
            moves,
            max_depth: limits.depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH)),
            clock,
            evaluator,
            table: Table::new(limits),
            history: History::new(),
            path: earlier.chain([root.key()]).collect(),
            stack: Stack::new(),
            root_depth: 0,
            contempt: limits.contempt,
            tables: means.tables.under(root.ruleset()),
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

    /// Finds the moves that are wanted, one after the other.
    fn search_root(&mut self, depth: i32) {
        self.root_depth = depth;
        for rank in 0..self.wanted {
            self.search_window(rank, depth);
        }
        self.best.sort_by_key(|best| -best.value);
    }

    /// Looks for a value near the one before, and in a wider window if it is not there.
    fn search_window(&mut self, rank: usize, depth: i32) {
        let is_blurred = self.moves.iter().any(|root| root.bonus != 0);
        let known = self.best.get(rank).filter(|_| depth >= WINDOW_DEPTH && !is_blurred);
        let (mut below, mut above) = (WINDOW, WINDOW);
        let (mut alpha, mut beta) =
            known.map_or((-INFINITY, INFINITY), |known| (known.value - below, known.value + above));
        loop {
            let value = self.search_moves_from(rank, Node { depth, ply: 0, alpha, beta });
            if self.clock.is_over() {
                break;
            } else if value <= alpha && alpha > -INFINITY {
                below *= 4;
                alpha = (value - below).max(-INFINITY);
            } else if value >= beta && beta < INFINITY {
                above *= 4;
                beta = (value + above).min(INFINITY);
            } else {
                break;
            }
            if is_decided(value) {
                (alpha, beta) = (alpha.min(value - 1), beta.max(value + 1));
                if value > 0 { beta = INFINITY } else { alpha = -INFINITY }
            }
        }
    }

    /// Compares the moves of the root that are not better ones already, by their blurred values.
    fn search_moves_from(&mut self, rank: usize, mut node: Node) -> i32 {
        let root = self.root;
        let mut best = -INFINITY;
        let mut best_index = rank;
        for index in rank..self.moves.len() {
            let RootMove { mv, bonus } = self.moves[index];
            let trial = Trial {
                step: Step::of(&root, mv),
                is_first: index == rank,
                depth: node.depth - 1,
                reduction: 0,
            };
            let window = Node { alpha: (node.alpha - bonus).max(-INFINITY), ..node };
            let value = self.search_move(&root, window, trial);
            if self.clock.is_over() {
                break;
            }
            let blurred = if is_decided(value) { value } else { value + bonus };
            best = blurred.max(best);
            if blurred > node.alpha {
                node.alpha = blurred;
                best_index = index;
                self.stack.extend_line(0, mv);
                self.keep(rank, value);
            }
            if blurred >= node.beta {
                break;
            }
        }
        self.moves[rank..=best_index].rotate_right(1);
        best
    }

    /// Keeps the line from the root as the best but so many; what stood there takes the former place of its move, so
    /// that no move stands twice where the search ends now.
    fn keep(&mut self, rank: usize, value: i32) {
        let found = Candidate { value, line: self.stack.at(0).line.to_vec() };
        let former = self.best.iter().position(|best| best.line[0] == found.line[0]);
        if let Some(former) = former.filter(|&former| former > rank) {
            self.best.swap(rank, former);
        }
        match self.best.get_mut(rank) {
            Some(best) => *best = found,
            None => self.best.push(found),
        }
    }
}

/// Whether the result is forced, and no shorter way to it can be left.
fn is_proven(value: i32, depth: u8) -> bool {
    Score::new(value).decided_in().is_some_and(|plies| plies.abs() <= depth.into())
}
