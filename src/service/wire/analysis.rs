use serde::Serialize;
use utoipa::ToSchema;

use super::{Notation, WriteJson, wire_enum};
use crate::engine::{self, Analysis, Line, Score};

wire_enum! {
    /// Where an answer comes from.
    Source = engine::Source { Search = "search", OnlyMove = "only_move", Tablebase = "tablebase" }
}

/// What a game is worth to the side on turn.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = Evaluation)]
pub(in crate::service) struct EvaluationView {
    /// The lead, in hundredths of a cat; near 30 000 either way where the result is forced.
    #[schema(minimum = -30_000, maximum = 30_000)]
    score: i32,
    /// The chance to win, a draw counted half.
    #[schema(minimum = 0, maximum = 1)]
    win_chance: f64,
    /// The plies to a forced result: positive wins, negative loses; null while nothing is forced.
    #[schema(required, minimum = -1_000, maximum = 1_000)]
    decided_in: Option<i32>,
}

impl WriteJson for EvaluationView {
    fn write_json(&self, text: &mut Vec<u8>) {
        serde_json::to_writer(text, self).expect("it is plain JSON");
    }
}

impl From<Score> for EvaluationView {
    fn from(score: Score) -> Self {
        Self { score: score.centi(), win_chance: score.win_chance(), decided_in: score.decided_in() }
    }
}

/// A move to choose, with what is expected to follow.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Line)]
pub(in crate::service) struct LineView {
    /// What it is worth to the side on turn.
    pub(in crate::service) evaluation: EvaluationView,
    /// The moves of both sides, this one first.
    #[schema(min_items = 1, max_items = 256)]
    pub(in crate::service) moves: Vec<Notation>,
}

impl From<Line> for LineView {
    fn from(Line { moves, score }: Line) -> Self {
        Self { evaluation: score.into(), moves: moves.into_iter().map(Notation::from).collect() }
    }
}

/// What a search found out about a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Analysis)]
pub(in crate::service) struct AnalysisView {
    /// The lines of the best moves, the best first: as many as were asked for, or as there are moves.
    #[schema(min_items = 1, max_items = 8)]
    lines: Vec<LineView>,
    /// The plies that were looked ahead for every move.
    #[schema(maximum = 255)]
    depth: u8,
    /// The positions that were visited.
    #[schema(maximum = 1_000_000_000)]
    nodes: u64,
    /// Where the answer comes from.
    source: Source,
}

impl From<Analysis> for AnalysisView {
    fn from(Analysis { lines, depth, nodes, source }: Analysis) -> Self {
        Self { lines: lines.into_iter().map(LineView::from).collect(), depth, nodes, source: source.into() }
    }
}
