use std::time::Duration;

use crate::engine::{self, Analysis, Choice, Limits, Manners, Means};
use crate::rules::{Action, Game};
#[cfg(fuzzing)]
use crate::service::fuzzing;

/// What a search is asked. Equal questions have equal answers, a time limit aside.
///
/// They are compared by all that they hold, never by a hash: nobody can make two games pass for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::service) struct Question {
    /// How far to search.
    pub(in crate::service) limits: Limits,
    /// What for.
    pub(in crate::service) purpose: Purpose,
    /// The game, which is not over.
    pub(in crate::service) game: Game,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) enum Purpose {
    /// A bot that behaves like this plays on.
    BotMove(Manners),
    /// Somebody wants to know what the game is worth, as it becomes known.
    Analysis,
}

impl Purpose {
    /// How long after the request the answer is there, whatever the limits.
    pub(in crate::service) const fn patience(self) -> Duration {
        match self {
            Self::BotMove(_) => Duration::from_secs(10),
            Self::Analysis => Duration::from_mins(1),
        }
    }
}

impl Question {
    /// Searches for so long at most; an analysis is reported depth by depth, and leads to its best move.
    pub(in crate::service) fn answer(
        &self,
        time: Duration,
        means: Means<'_>,
        report: &mut dyn FnMut(&Analysis),
    ) -> Choice {
        let limits = self.limits.or_sooner(Limits { time: Some(time), ..Limits::default() });
        #[cfg(fuzzing)]
        let limits = limits.or_sooner(Limits { nodes: Some(fuzzing::MOST_NODES), ..Limits::default() });
        match self.purpose {
            Purpose::BotMove(manners) => engine::choose(&self.game, limits, manners, means),
            Purpose::Analysis => {
                let analysis = engine::analyse_with(&self.game, limits, means, report);
                Choice { action: Action::Move(analysis.best()), analysis }
            }
        }
    }
}
