//! Where searches run: on a few threads of their own, never on one that answers requests.
//!
//! - **Who runs.** There are as many threads as the configuration says. Bot moves may take all of them, analyses
//!   all but one, yet one at least; a free thread takes a bot move that waits before an analysis that waits. So
//!   analyses keep no game waiting, except where there is one thread only and an analysis runs on it already.
//! - **Who waits.** Each kind waits in a queue of its own, for each thread it may take up to 16 requests, in the
//!   order they came. When it is full, the client with the most waiting requests loses its latest, if it has at
//!   least two more than the newcomer has; else the newcomer is turned away.
//! - **How long.** The deadline counts from the request, waiting included, and ends the search with the best that
//!   was found until then. A request that has not started a second before is turned away: started later, it would
//!   be answered worse than an equal one on a server that is not busy. So every level has the time it takes.
//! - **Who shares.** A question that equals one which runs or waits is not searched again: its caller waits for
//!   the same search, takes no place of its own, and shares whatever becomes of it. That goes for a time limit as
//!   well, since the search takes all of it.
//! - **What is known.** Before anybody can find that a search has ended, a keeper has its answer, and it is asked
//!   before a search is started. So what it keeps is never searched again, however close two requests are.
//! - **Who leaves.** The search of the last caller that drops its ticket stops at once, or never starts.

mod crowd;
mod job;
mod question;
mod room;
mod ticket;

use std::fmt::Debug;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Instant;

pub(super) use job::Found;
pub(super) use question::{Purpose, Question};
pub(super) use ticket::{News, Ticket};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::registry::Registry;

use super::ApiError;
use super::client::Client;
use crate::engine::tablebase::Tables;
use crowd::Crowd;
use job::Job;
use room::Rooms;

/// The searches of a server.
#[derive(Debug)]
pub(super) struct Searches(Arc<Shared>);

/// Where answers are kept once a search has ended.
pub(super) trait Keeper: Debug + Send + Sync {
    /// The answer to a question, if it is known.
    fn recall(&self, question: &Question) -> Option<Found>;
    /// Keeps what a search has found.
    fn keep(&self, question: &Question, found: &Found);
}

/// What the callers and the threads share.
#[derive(Debug)]
struct Shared {
    rooms: Mutex<Rooms>,
    keeper: Box<dyn Keeper>,
    tables: Tables,
    /// Told of each search that comes in.
    came: Condvar,
    /// How many were started.
    started: Counter,
    /// How many positions they have visited.
    nodes: Counter,
}

impl Searches {
    /// Starts so many threads, which ask tables of endgames.
    ///
    /// # Errors
    ///
    /// The system has no room for them.
    pub(super) fn start(threads: usize, keeper: Box<dyn Keeper>, tables: Tables) -> io::Result<Self> {
        let (rooms, came) = (Mutex::new(Rooms::new(threads)), Condvar::new());
        let (started, nodes) = (Counter::default(), Counter::default());
        let shared = Arc::new(Shared { rooms, keeper, tables, came, started, nodes });
        for number in 0..threads {
            let shared = shared.clone();
            thread::Builder::new().name(format!("search-{number}")).spawn(move || shared.work())?;
        }
        Ok(Self(shared))
    }

    /// Adds what they count to what is measured.
    pub(super) fn register(&self, registry: &mut Registry) {
        let Shared { started, nodes, .. } = &*self.0;
        registry.register("jungle_searches", "Searches that were started", started.clone());
        registry.register("jungle_search_nodes", "Positions that searches have visited", nodes.clone());
        registry.register_collector(Box::new(Crowd(self.0.clone())));
    }

    /// Ends all of them, and lets none in any more.
    pub(super) fn close(&self) {
        self.0.rooms().close();
    }

    /// Asks for a search, by a request that came at some time; it goes on for as long as somebody holds a ticket.
    ///
    /// # Errors
    ///
    /// Too many wait already.
    pub(super) fn ask(
        &self,
        question: &Question,
        client: &Client,
        asked: Instant,
    ) -> Result<Ticket, ApiError> {
        let mut rooms = self.0.rooms();
        let room = rooms.of(question.purpose);
        if let Some(job) = room.find(question) {
            return Ok(Ticket::new(job, self.0.clone()));
        }
        let job = Arc::new(Job::new(question.clone(), client.clone(), asked));
        if let Some(found) = self.0.keeper.recall(question) {
            job.end(Ok(found));
            return Ok(Ticket::new(job, self.0.clone()));
        }
        room.admit(&job)?;
        self.0.came.notify_one();
        Ok(Ticket::new(job, self.0.clone()))
    }

    /// Whether a search runs or waits that a caller with this question would share.
    pub(super) fn has(&self, question: &Question) -> bool {
        self.0.rooms().of(question.purpose).find(question).is_some()
    }
}

impl Shared {
    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().expect("nothing panics while it is held")
    }

    /// Takes one search after the other, for as long as the process lives.
    fn work(&self) {
        loop {
            let job = self.next();
            self.started.inc();
            let started = Instant::now();
            let end = job.run(&self.tables);
            if let Ok(found) = &end {
                self.nodes.inc_by(found.choice.analysis.nodes);
                self.keeper.keep(job.question(), found);
            }
            // Before its callers are told, so that nobody joins what has ended.
            self.rooms().of(job.purpose()).leave(&job, started.elapsed());
            job.end(end);
        }
    }

    fn next(&self) -> Arc<Job> {
        let mut rooms = self.rooms();
        loop {
            if let Some(job) = rooms.start_next() {
                return job;
            }
            rooms = self.came.wait(rooms).expect("nothing panics while it is held");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Limits, Manners};
    use crate::rules::{Action, Game, Position, Ruleset, Side};

    #[derive(Debug)]
    struct Oblivion;

    /// Says of each search whether it may be kept.
    #[derive(Debug)]
    struct Judge(std::sync::mpsc::Sender<bool>);

    impl Keeper for Judge {
        fn recall(&self, _: &Question) -> Option<Found> {
            None
        }

        fn keep(&self, _: &Question, found: &Found) {
            self.0.send(found.is_whole).expect("the test waits for it");
        }
    }

    impl Keeper for Oblivion {
        fn recall(&self, _: &Question) -> Option<Found> {
            None
        }

        fn keep(&self, _: &Question, _: &Found) {}
    }

    fn question(depth: u8) -> Question {
        let start = Position::new(&Ruleset::STANDARD.start, &Ruleset::STANDARD).unwrap();
        Question {
            limits: Limits { depth: Some(depth), ..Limits::default() },
            purpose: Purpose::BotMove(Manners::default()),
            game: Game::new(start),
        }
    }

    fn ask(searches: &Searches, question: &Question) -> Result<Ticket, ApiError> {
        searches.ask(question, &Client::at([127, 0, 0, 1].into()), Instant::now())
    }

    /// The engine takes no finished game, so this is a search that panics.
    fn broken() -> Question {
        let mut question = question(1);
        question.game.play(Action::Resign(Side::White)).unwrap();
        question
    }

    #[actix_web::test]
    async fn a_panic_fails_each_caller_and_nothing_else() {
        let searches = Searches::start(1, Box::new(Oblivion), Tables::none()).unwrap();
        for _ in 0..3 {
            let slow = ask(&searches, &question(60)).unwrap();
            let mut callers = [broken(), broken()].map(|broken| ask(&searches, &broken).unwrap());
            drop(slow);
            for caller in &mut callers {
                assert!(matches!(caller.end().await, Err(ApiError::Internal)));
            }
            assert_eq!(ask(&searches, &question(2)).unwrap().end().await.unwrap().choice.analysis.depth, 2);
        }
    }

    #[actix_web::test]
    async fn what_is_left_of_a_search_without_callers_is_no_answer() {
        let (judge, verdicts) = std::sync::mpsc::channel();
        let searches = Searches::start(1, Box::new(Judge(judge)), Tables::none()).unwrap();
        let mut endless = question(60);
        endless.purpose = Purpose::Analysis;
        let mut caller = ask(&searches, &endless).unwrap();
        assert!(matches!(caller.next().await, News::Depth(_)));
        drop(caller);
        assert!(!verdicts.recv().unwrap());
        ask(&searches, &question(2)).unwrap().end().await.unwrap();
        assert!(verdicts.recv().unwrap());
    }

    #[actix_web::test]
    async fn a_late_caller_is_told_every_depth_and_the_same_end() {
        let searches = Searches::start(1, Box::new(Oblivion), Tables::none()).unwrap();
        let mut question = question(4);
        question.purpose = Purpose::Analysis;
        let mut slow = question.clone();
        slow.limits.depth = Some(60);
        let mut early = ask(&searches, &slow).unwrap();
        while !matches!(early.next().await, News::Depth(analysis) if analysis.depth == 3) {}
        let mut late = ask(&searches, &slow).unwrap();
        for depth in 1..=3 {
            assert!(matches!(late.next().await, News::Depth(analysis) if analysis.depth == depth));
        }
        let mut whole = ask(&searches, &question).unwrap();
        drop((early, late));
        for depth in 1..=4 {
            assert!(matches!(whole.next().await, News::Depth(analysis) if analysis.depth == depth));
        }
        assert!(matches!(whole.next().await, News::End(Ok(found)) if found.choice.analysis.depth == 4));
    }
}
