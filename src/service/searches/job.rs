use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::{Purpose, Question};
use crate::engine::tablebase::Tables;
use crate::engine::{Analysis, Choice, Means, Stop};
use crate::service::ApiError;
use crate::service::client::Client;

/// What a search needs to be worth starting: several times what the highest level takes.
const LEAST_TIME: Duration = Duration::from_secs(1);

/// A search that somebody waits for.
#[derive(Debug)]
pub(super) struct Job {
    question: Question,
    /// Who asked first.
    client: Client,
    asked: Instant,
    stop: Stop,
    progress: watch::Sender<Progress>,
}

/// How far a search has come.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Whether it has left the queue.
    pub(super) is_running: bool,
    /// What was known after each finished depth; of a bot's move only the last.
    pub(super) depths: Vec<Analysis>,
    /// What became of it.
    pub(super) end: Option<Result<Found, ApiError>>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub(in crate::service) struct Found {
    pub(in crate::service) choice: Choice,
    /// What was known after each finished depth; of a bot's move only the last.
    pub(in crate::service) depths: Vec<Analysis>,
    /// Whether nothing has cut it short, be it the deadline or that nobody waited any more, so that an equal search
    /// finds the same.
    pub(in crate::service) is_whole: bool,
}

impl Job {
    pub(super) fn new(question: Question, client: Client, asked: Instant) -> Self {
        let progress = watch::Sender::new(Progress::default());
        Self { question, client, asked, stop: Stop::new(), progress }
    }

    pub(super) fn purpose(&self) -> Purpose {
        self.question.purpose
    }

    pub(super) fn question(&self) -> &Question {
        &self.question
    }

    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// When it is too late to start.
    pub(super) fn start_by(&self) -> Instant {
        self.asked + self.purpose().patience().saturating_sub(LEAST_TIME)
    }

    /// Whether a caller with this question can share it.
    pub(super) fn answers(&self, question: &Question) -> bool {
        !self.stop.is_set() && self.question == *question
    }

    /// One more caller's view of it.
    pub(super) fn watch(&self) -> watch::Receiver<Progress> {
        self.progress.subscribe()
    }

    /// How many callers wait for it.
    pub(super) fn callers(&self) -> usize {
        self.progress.receiver_count()
    }

    /// Says that it leaves the queue.
    pub(super) fn start(&self) {
        self.progress.send_modify(|progress| progress.is_running = true);
    }

    /// Searches, and tells each finished depth.
    pub(super) fn run(&self, tables: &Tables) -> Result<Found, ApiError> {
        let started = Instant::now();
        let time = self.purpose().patience().saturating_sub(self.asked.elapsed());
        let mut report = |analysis: &Analysis| self.tell(analysis);
        let means = Means { tables, stop: &self.stop };
        let search = AssertUnwindSafe(|| self.question.answer(time, means, &mut report));
        // The panic hook has told the log already.
        let choice = catch_unwind(search).map_err(|_| ApiError::Internal)?;
        self.tell(&choice.analysis);
        let depths = self.progress.borrow().depths.clone();
        let is_whole = started.elapsed() < time && !self.stop.is_set();
        Ok(Found { choice, depths, is_whole })
    }

    /// Tells every caller what became of it, unless they know already.
    pub(super) fn end(&self, end: Result<Found, ApiError>) {
        self.progress.send_if_modified(|progress| {
            if progress.end.is_some() {
                return false;
            }
            if let Ok(found) = &end {
                progress.depths.clone_from(&found.depths);
            }
            progress.end = Some(end);
            true
        });
    }

    /// Tells what is known after a depth, unless it is no deeper than what was told before.
    fn tell(&self, analysis: &Analysis) {
        self.progress.send_if_modified(|progress| {
            let is_deeper = analysis.depth > progress.depths.last().map_or(0, |last| last.depth);
            if is_deeper {
                progress.depths.push(analysis.clone());
            }
            is_deeper
        });
    }

    /// Stops it, or keeps it from starting.
    pub(super) fn stop(&self) {
        self.stop.set();
    }
}
