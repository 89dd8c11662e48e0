use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::job::Job;
use super::{Purpose, Question};
use crate::service::ApiError;
use crate::service::client::Client;

/// How many searches may wait for each thread that they may take.
const WAITING_PER_THREAD: usize = 16;
/// How long a search is taken to last until some have ended.
const FIRST_GUESS: Duration = Duration::from_millis(250);
/// The share of the latest search in the guess how long one lasts: one in so many.
const WEIGHT_OF_LATEST: u32 = 8;
/// The bounds of what a caller that is turned away is told, in seconds.
const RETRY_AFTER: (u32, u32) = (1, 60);

/// The searches that run and wait, by what they are for.
#[derive(Debug)]
pub(super) struct Rooms {
    bot_moves: Room,
    analyses: Room,
}

/// What a room is for, and how many searches run and wait in it.
pub(super) type Crowd = (&'static str, usize, usize);

impl Rooms {
    /// Rooms that share so many threads.
    pub(super) fn new(threads: usize) -> Self {
        Self { bot_moves: Room::new(threads), analyses: Room::new((threads - 1).max(1)) }
    }

    /// The room of searches for this.
    pub(super) fn of(&mut self, purpose: Purpose) -> &mut Room {
        match purpose {
            Purpose::BotMove(_) => &mut self.bot_moves,
            Purpose::Analysis => &mut self.analyses,
        }
    }

    /// Who is in each.
    pub(super) fn crowd(&self) -> [Crowd; 2] {
        let count = |purpose, room: &Room| (purpose, room.running.len(), room.waiting.len());
        [count("bot_move", &self.bot_moves), count("analysis", &self.analyses)]
    }

    /// Ends every search, and lets none in any more.
    pub(super) fn close(&mut self) {
        self.bot_moves.close();
        self.analyses.close();
    }

    /// Lets the next search start on a free thread, if one waits that may.
    pub(super) fn start_next(&mut self) -> Option<Arc<Job>> {
        self.bot_moves.start_next().or_else(|| self.analyses.start_next())
    }
}

/// The searches of one kind.
#[derive(Debug)]
pub(super) struct Room {
    /// How many may run.
    threads: usize,
    running: Vec<Arc<Job>>,
    waiting: VecDeque<Arc<Job>>,
    /// How long one lasts, by those that have ended.
    usual_time: Duration,
    /// Whether the server is about to end.
    is_closed: bool,
}

impl Room {
    fn new(threads: usize) -> Self {
        Self {
            threads,
            running: Vec::new(),
            waiting: VecDeque::new(),
            usual_time: FIRST_GUESS,
            is_closed: false,
        }
    }

    /// The search that answers this question, if there is one.
    pub(super) fn find(&self, question: &Question) -> Option<Arc<Job>> {
        self.running.iter().chain(&self.waiting).find(|job| job.answers(question)).cloned()
    }

    /// Lets a search wait for its turn.
    ///
    /// # Errors
    ///
    /// There is no room left.
    pub(super) fn admit(&mut self, job: &Arc<Job>) -> Result<(), ApiError> {
        if self.is_closed {
            return Err(ApiError::Draining);
        }
        if self.waiting.len() >= self.threads * WAITING_PER_THREAD && !self.make_room(job.client()) {
            return Err(self.overloaded());
        }
        self.waiting.push_back(job.clone());
        Ok(())
    }

    fn close(&mut self) {
        self.is_closed = true;
        for job in self.running.iter().chain(&std::mem::take(&mut self.waiting)) {
            job.end(Err(ApiError::Draining));
            job.stop();
        }
    }

    /// Turns away the latest search of the client with the most waiting, if that leaves it no worse than this one.
    fn make_room(&mut self, newcomer: &Client) -> bool {
        let mut counts: HashMap<&Client, usize> = HashMap::new();
        for job in &self.waiting {
            *counts.entry(job.client()).or_default() += 1;
        }
        let own = counts.get(newcomer).copied().unwrap_or_default();
        let greediest =
            counts.into_iter().max_by_key(|&(_, count)| count).filter(|&(_, count)| count > own + 1);
        // What is shared serves others too.
        let is_latest = |job: &Arc<Job>| greediest.is_some_and(|(client, _)| job.client() == client);
        let Some(index) = self.waiting.iter().rposition(|job| is_latest(job) && job.callers() == 1) else {
            return false;
        };
        let overloaded = self.overloaded();
        let dropped = self.waiting.remove(index);
        dropped.inspect(|job| job.end(Err(overloaded))).is_some()
    }

    fn start_next(&mut self) -> Option<Arc<Job>> {
        while self.running.len() < self.threads {
            let job = self.waiting.pop_front()?;
            if Instant::now() < job.start_by() {
                self.running.push(job.clone());
                job.start();
                return Some(job);
            }
            job.end(Err(self.overloaded()));
        }
        None
    }

    /// Forgets a search that has ended after so long.
    pub(super) fn leave(&mut self, ended: &Arc<Job>, time: Duration) {
        self.running.retain(|job| !Arc::ptr_eq(job, ended));
        self.usual_time = (self.usual_time * (WEIGHT_OF_LATEST - 1) + time) / WEIGHT_OF_LATEST;
    }

    /// Stops a search that nobody waits for any more, be it one that runs or one that waits.
    pub(super) fn stop_abandoned(&mut self, abandoned: &Arc<Job>) {
        if abandoned.callers() == 0 {
            abandoned.stop();
            self.waiting.retain(|job| !Arc::ptr_eq(job, abandoned));
        }
    }

    /// The failure of a caller that is turned away: it may come back once those before it are through.
    pub(super) fn overloaded(&self) -> ApiError {
        let (least, most) = RETRY_AFTER;
        let before = (self.running.len() + self.waiting.len()) as u32;
        let time = self.usual_time * before / self.threads as u32;
        ApiError::Overloaded { retry_after: (time.as_secs_f64().ceil() as u32).clamp(least, most) }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::watch;

    use super::super::job::Progress;
    use super::*;
    use crate::engine::{Limits, Manners};
    use crate::rules::{Game, Position, Ruleset};

    const BOT_MOVE: Purpose = Purpose::BotMove(Manners { may_resign: false });

    /// A search with its one caller; no two are equal.
    type Call = (Arc<Job>, watch::Receiver<Progress>);

    fn call(purpose: Purpose, nodes: u64, client: u8) -> Call {
        let start = Position::new(&Ruleset::STANDARD.start, &Ruleset::STANDARD).unwrap();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let question = Question { limits, purpose, game: Game::new(start) };
        let job = Arc::new(Job::new(question, Client::at([127, 0, 0, client].into()), Instant::now()));
        let caller = job.watch();
        (job, caller)
    }

    /// Lets a client's search in, unless there is no room.
    fn admit(rooms: &mut Rooms, purpose: Purpose, nodes: u64, client: u8) -> Result<Call, ApiError> {
        let call = call(purpose, nodes, client);
        rooms.of(purpose).admit(&call.0).map(|()| call)
    }

    fn was_turned_away((_, caller): &Call) -> bool {
        matches!(caller.borrow().end, Some(Err(ApiError::Overloaded { .. })))
    }

    #[test]
    fn analyses_leave_a_thread_to_the_bot_and_let_it_go_first() {
        for (threads, running) in [(1, 1), (2, 1), (3, 2), (4, 3)] {
            let mut rooms = Rooms::new(threads);
            let _analyses: Vec<Call> =
                (0..8).map(|nodes| admit(&mut rooms, Purpose::Analysis, nodes, 1).unwrap()).collect();
            let bot_move = admit(&mut rooms, BOT_MOVE, 0, 1).unwrap();
            assert!(Arc::ptr_eq(&rooms.start_next().unwrap(), &bot_move.0), "{threads}");
            let started = std::iter::from_fn(|| rooms.start_next()).count();
            assert_eq!(started, running, "{threads}");
        }
    }

    #[test]
    fn the_bot_may_take_every_thread() {
        let mut rooms = Rooms::new(3);
        let _bot_moves: Vec<Call> =
            (0..8).map(|nodes| admit(&mut rooms, BOT_MOVE, nodes, 1).unwrap()).collect();
        assert_eq!(std::iter::from_fn(|| rooms.start_next()).count(), 3);
    }

    #[test]
    fn a_greedy_client_makes_room_for_others_and_never_for_itself() {
        let mut rooms = Rooms::new(1);
        let greedy: Vec<Call> = (0..16).map(|nodes| admit(&mut rooms, BOT_MOVE, nodes, 1).unwrap()).collect();
        assert!(admit(&mut rooms, BOT_MOVE, 16, 1).is_err());
        let others: Vec<Call> =
            (20..40).map_while(|nodes| admit(&mut rooms, BOT_MOVE, nodes, 2).ok()).collect();
        assert_eq!(others.len(), 8, "both have as many then");
        assert!(!others.iter().any(was_turned_away));
        let stayed = greedy.iter().take_while(|call| !was_turned_away(call)).count();
        assert_eq!(stayed, 8, "the latest went");
        assert!(greedy[8..].iter().all(was_turned_away));
        assert!(admit(&mut rooms, Purpose::Analysis, 0, 1).is_ok(), "analyses have a queue of their own");
    }

    #[test]
    fn what_several_callers_wait_for_stays() {
        let mut rooms = Rooms::new(1);
        let greedy: Vec<Call> = (0..16).map(|nodes| admit(&mut rooms, BOT_MOVE, nodes, 1).unwrap()).collect();
        let _second = greedy[15].0.watch();
        let _other = admit(&mut rooms, BOT_MOVE, 20, 2).unwrap();
        assert!(was_turned_away(&greedy[14]) && !was_turned_away(&greedy[15]));
    }

    #[test]
    fn who_is_turned_away_is_told_how_long_those_before_it_take() {
        let mut room = Room::new(2);
        let retry_after = |room: &Room| match room.overloaded() {
            ApiError::Overloaded { retry_after } => retry_after,
            other => panic!("{other}"),
        };
        assert_eq!(retry_after(&room), 1);
        let calls: Vec<Call> = (0..32).map(|nodes| call(BOT_MOVE, nodes, 1)).collect();
        for (job, _) in &calls {
            room.admit(job).unwrap();
        }
        assert_eq!(retry_after(&room), 4, "32 of a quarter second, two at a time");
        for _ in 0..99 {
            room.leave(&calls[0].0, Duration::from_secs(3));
        }
        assert_eq!(retry_after(&room), 48);
        for _ in 0..99 {
            room.leave(&calls[0].0, Duration::from_secs(10));
        }
        assert_eq!(retry_after(&room), 60);
    }
}
