use super::{Analysis, Limits, Means, Score, analyse};
use crate::rules::{Action, Game};

/// What a bot does on its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it does.
    pub action: Action,
    /// What it thinks, the best move included where the action is another.
    pub analysis: Analysis,
}

impl Choice {
    /// The choice in the mirror image of the game.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { action: self.action.mirrored(), analysis: self.analysis.mirrored() }
    }
}

/// How a bot behaves beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manners {
    /// Whether it gives up a lost game.
    pub may_resign: bool,
}

/// The best score with which a bot takes a draw.
const CONTENT_WITH_DRAW: Score = Score::DRAW;
/// The best chance to win with which a game is hopeless.
const HOPELESS: f64 = 0.02;

/// Chooses an action for the side on turn: the best move, unless a draw offer or resignation is better.
///
/// # Panics
///
/// The game is over.
pub fn choose<'a>(game: &Game, limits: Limits, manners: Manners, means: impl Into<Means<'a>>) -> Choice {
    let analysis = analyse(game, limits.to_win(), means);
    let side = game.position().turn();
    let action = if game.draw_offer() == Some(!side) && analysis.score() <= CONTENT_WITH_DRAW {
        Action::AcceptDraw(side)
    } else if manners.may_resign && analysis.score().win_chance() <= HOPELESS {
        Action::Resign(side)
    } else {
        Action::Move(analysis.best())
    };
    Choice { action, analysis }
}
