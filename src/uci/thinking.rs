use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Instant;

use super::answer::{info, over};
use super::session::Output;
use crate::engine::tablebase::Tables;
use crate::engine::{Limits, Means, Stop, analyse_with};
use crate::rules::Game;

/// A search that runs in its own thread; it stops when this is dropped.
pub(super) struct Thinking<'scope> {
    thread: Option<ScopedJoinHandle<'scope, io::Result<()>>>,
    stop: Stop,
    /// The search keeps its best move back as long as this exists, if it was told to.
    leave: Option<Sender<()>>,
    has_answered: Arc<AtomicBool>,
}

/// What to think about, and with what.
pub(super) struct Matter {
    pub(super) game: Game,
    pub(super) limits: Limits,
    pub(super) tables: Tables,
}

/// What the thread is asked.
struct Question {
    matter: Matter,
    stop: Stop,
    /// Ends when the best move may be told.
    leave: Option<Receiver<()>>,
    has_answered: Arc<AtomicBool>,
}

impl<'scope> Thinking<'scope> {
    /// Starts to think; an infinite search keeps its best move back until it is stopped.
    pub(super) fn start<'env>(
        scope: &'scope Scope<'scope, 'env>,
        output: &'env dyn Output,
        matter: Matter,
        is_infinite: bool,
    ) -> Self {
        let (stop, has_answered) = (Stop::new(), Arc::default());
        let (leave, wait) = channel();
        let question = Question {
            matter,
            stop: stop.clone(),
            leave: is_infinite.then_some(wait),
            has_answered: Arc::clone(&has_answered),
        };
        let thread = scope.spawn(move || question.answer(output));
        Self { thread: Some(thread), stop, leave: Some(leave), has_answered }
    }

    /// Whether the best move was told.
    pub(super) fn has_answered(&self) -> bool {
        self.has_answered.load(Ordering::Acquire)
    }

    /// Stops and waits until the best move is told.
    ///
    /// # Errors
    ///
    /// It could not be told.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.release();
        let thread = self.thread.take().expect("it is taken here only");
        thread.join().expect("the search does not panic")
    }

    fn release(&mut self) {
        self.stop.set();
        self.leave = None;
    }
}

impl Drop for Thinking<'_> {
    fn drop(&mut self) {
        self.release();
    }
}

impl Question {
    /// Searches, tells what is found on the way, and at last the best move.
    fn answer(self, output: &dyn Output) -> io::Result<()> {
        let start = Instant::now();
        let Matter { game, limits, tables } = &self.matter;
        let best = if let Some(outcome) = game.outcome() {
            output.say(over(outcome))?;
            None
        } else {
            let mut told = Ok(());
            let means = Means { tables, stop: &self.stop };
            let analysis = analyse_with(game, *limits, means, &mut |analysis| {
                if told.is_ok() {
                    told = output.say(&info(analysis, start.elapsed()));
                }
                if told.is_err() {
                    self.stop.set();
                }
            });
            told?;
            output.say(&info(&analysis, start.elapsed()))?;
            Some(analysis.best())
        };
        if let Some(leave) = self.leave {
            // Nothing is ever sent: the other end is dropped.
            let _ = leave.recv();
        }
        // Before it is said, or who hears it could find the search still running.
        self.has_answered.store(true, Ordering::Release);
        let best = best.map_or_else(|| "(none)".to_owned(), |mv| mv.to_string());
        output.say(&format!("bestmove {best}"))
    }
}
