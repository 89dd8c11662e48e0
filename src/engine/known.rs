use std::cmp::Reverse;

use super::score::{DRAW, loss_in, win_in};
use super::search::Search;
use super::tablebase::{Category, RankedMove, Tables, Verdict};
use super::{Analysis, Limits, Line, Means, Score, Source};
use crate::rules::{Action, Game, Move, MoveList};

/// A game whose end the tables tell, with its moves, the best first.
pub(super) struct Known<'a> {
    game: &'a Game,
    means: Means<'a>,
    ranked: Vec<RankedMove>,
}

/// What a win is worth, in hundredths of a cat, that a draw by counting or repetition may come before.
const MAYBE: i32 = 1_000;

impl<'a> Known<'a> {
    /// What the tables tell of a game, if they do.
    pub(super) fn of(game: &'a Game, means: Means<'a>) -> Option<Self> {
        Some(Self { game, means, ranked: means.tables.rank(game)? })
    }

    /// The best moves. Where the game is won or lost the tables alone tell them. Where it is drawn a search finds out
    /// of the moves that keep the draw which is the hardest for the other side. Where a draw by counting may come
    /// before a win, it looks for a win in time.
    pub(super) fn analyse(&self, limits: Limits) -> Analysis {
        match self.ranked[0].category {
            Category::Win | Category::Loss => self.told(limits),
            Category::BlessedLoss | Category::Draw | Category::CursedWin => {
                let mut searched = self.search(Category::is_drawn, limits, self.means.without_tables());
                searched.lines.iter_mut().for_each(|line| line.score = Score::new(DRAW));
                self.filled(searched, limits)
            }
            maybe @ (Category::MaybeLoss | Category::MaybeWin) => {
                let found = self.search(|category| category == maybe, limits, self.means);
                let is_won = found.score().decided_in().is_some_and(|plies| plies > 0);
                // To come nearer to the end is more than a search sees, which may go round in circles.
                if maybe == Category::MaybeWin && !is_won {
                    self.told(limits)
                } else {
                    Analysis { source: Source::Search, ..self.filled(found, limits) }
                }
            }
        }
    }

    /// What the tables tell of as many of the best moves as are wanted.
    fn told(&self, limits: Limits) -> Analysis {
        let nothing = Analysis { lines: Vec::new(), depth: 1, nodes: 0, source: Source::Tablebase };
        self.filled(nothing, limits)
    }

    /// The same with what the tables tell of further moves, up to as many lines as are wanted.
    fn filled(&self, mut analysis: Analysis, limits: Limits) -> Analysis {
        let is_new = |mv: Move, lines: &[Line]| lines.iter().all(|line| line.moves[0] != mv);
        for &ranked in &self.ranked {
            if analysis.lines.len() < limits.lines.max(1) && is_new(ranked.mv, &analysis.lines) {
                analysis.lines.push(self.line(ranked));
            }
        }
        analysis.lines.sort_by_key(|line| Reverse(line.score));
        Analysis { source: Source::Tablebase, nodes: analysis.nodes + self.ranked.len() as u64, ..analysis }
    }

    fn line(&self, ranked: RankedMove) -> Line {
        Line { moves: best_play(self.means.tables, self.game.clone(), ranked.mv), score: score(ranked) }
    }

    /// Searches the moves of some categories.
    fn search(&self, is_wanted: impl Fn(Category) -> bool, limits: Limits, means: Means<'_>) -> Analysis {
        let wanted = self.ranked.iter().filter(|ranked| is_wanted(ranked.category));
        let moves: MoveList = wanted.map(|ranked| ranked.mv).collect();
        Search::new(self.game, &moves, &limits, means).run(Source::Search, &mut |_| ())
    }
}

/// What a move is worth to the side that makes it.
fn score(RankedMove { category, verdict, .. }: RankedMove) -> Score {
    let plies = verdict.plies().unwrap_or(0).into();
    Score::new(match category {
        Category::Loss => loss_in(plies),
        Category::MaybeLoss => -MAYBE,
        Category::BlessedLoss | Category::Draw | Category::CursedWin => DRAW,
        Category::MaybeWin => MAYBE,
        Category::Win => win_in(plies),
    })
}

/// A move and the best play of both sides after it, to the end if there is one.
fn best_play(tables: &Tables, mut game: Game, first: Move) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut next = Some(first);
    while let Some(mv) = next {
        moves.push(mv);
        game.play(Action::Move(mv)).expect("the tables rank legal moves");
        let best = tables.rank(&game).map(|ranked| ranked[0]);
        next = best.filter(|best| best.verdict != Verdict::Draw).map(|best| best.mv);
    }
    moves
}
