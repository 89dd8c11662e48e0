//! What searches have found: from memory, from another replica, or from a search that runs now.
//!
//! Everybody who asks the same gets the same answer, whoever has searched it:
//!
//! - **The same question.** What came before the last capture does not matter to a search, nor which of two mirror
//!   images of a game it sees. So a question is put about the game's essence, and of that and its mirror image
//!   about the one that comes first, whether the answer is known or not; the answer is seen in the mirror again.
//! - **One search.** In a process, those who ask at the same time share a search. Among replicas, the one that
//!   takes a lock in Redis searches, and one caller of each other looks for its answer from time to time. The lock
//!   is short and renewed: if it is lost, or Redis is, there are two searches, and no harm is done.
//! - **What is not kept.** An answer that a time limit or the deadline has shaped. What is found faster than Redis
//!   answers stays in this process.

mod entry;
mod gates;
mod source;

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use prometheus_client::registry::Registry;
use tokio::time::{sleep, timeout};

use super::ApiError;
use super::cache::{Cache, Lock, Redis};
use super::client::Client;
use super::searches::{Found, Keeper, News, Purpose, Question, Searches, Ticket};
use super::wire::unfinished;
use crate::engine::tablebase::Tables;
use crate::engine::{Analysis, Choice, Limits, Means, Stop};
use crate::rules::Game;
pub(super) use source::Source;

use entry::Entry;
use gates::Gates;

/// The most positions of a search that is not worth sharing. What is not known takes five calls to Redis: ask, lock,
/// ask again, keep and unlock. That is a quarter of a millisecond, and a processor's work at both ends; as many
/// positions take three quarters (`cargo bench --bench cache`).
const NOT_WORTH_SHARING: u64 = 1_000;
/// How often a lock is renewed, well before it ends.
const RENEWAL: Duration = Duration::from_millis(300);
/// How long to wait between two looks for what another replica searches.
const PAUSE: Duration = Duration::from_millis(20);

/// A game with a question about it.
#[derive(Clone, Debug)]
pub(super) struct Inquiry {
    /// The game, as the caller sees it.
    pub(super) game: Game,
    /// The question, as everybody puts it.
    question: Question,
    /// Whether it is about the mirror image.
    is_mirrored: bool,
    asked: Instant,
}

impl Inquiry {
    /// A question that is asked now.
    ///
    /// # Errors
    ///
    /// The game is over.
    pub(super) fn new(game: Game, limits: Limits, purpose: Purpose) -> Result<Self, ApiError> {
        let game = unfinished(game)?;
        let essence = game.essence();
        let is_mirrored = essence.is_mirror_first();
        let seen = if is_mirrored { essence.mirrored() } else { essence };
        Ok(Self {
            game,
            question: Question { limits, purpose, game: seen },
            is_mirrored,
            asked: Instant::now(),
        })
    }

    /// Where the answer is kept, if it is.
    #[cfg(fuzzing)]
    pub(super) fn key(&self, tables: &Tables) -> Option<super::cache::Key> {
        Entry::of(&self.question, tables).map(|entry| entry.key)
    }

    /// Searches here and now, for as long as it takes, without tables.
    pub(super) fn answer(&self, mut report: impl FnMut(Analysis)) -> Choice {
        let mut tell = |analysis: &Analysis| report(self.analysis(analysis.clone()));
        self.choice(self.question.answer(Duration::MAX, Means::from(&Stop::default()), &mut tell))
    }

    fn choice(&self, choice: Choice) -> Choice {
        if self.is_mirrored { choice.mirrored() } else { choice }
    }

    fn analysis(&self, analysis: Analysis) -> Analysis {
        if self.is_mirrored { analysis.mirrored() } else { analysis }
    }
}

/// The answers of a server.
#[derive(Debug)]
pub(super) struct Answers {
    cache: Arc<Cache>,
    searches: Searches,
    tables: Tables,
    /// Where those wait who would ask Redis for the same.
    gates: Gates,
}

impl Answers {
    /// With so many threads that search, and tables of endgames.
    ///
    /// # Errors
    ///
    /// The system has no room for them.
    pub(super) fn start(
        cache: Arc<Cache>,
        threads: usize,
        tables: Tables,
        registry: &mut Registry,
    ) -> io::Result<Self> {
        let known = Known { cache: cache.clone(), tables: tables.clone() };
        let searches = Searches::start(threads, Box::new(known), tables.clone())?;
        searches.register(registry);
        Ok(Self { cache, searches, tables, gates: Gates::default() })
    }

    /// Searches no more: who waits for a search is told that the server ends, and so is who comes.
    pub(super) fn close(&self) {
        self.searches.close();
    }

    /// The answer to a question, and where it comes from.
    pub(super) async fn find(
        &self,
        inquiry: &Inquiry,
        client: &Client,
    ) -> Result<(Choice, Source), ApiError> {
        let Inquiry { question, asked, .. } = inquiry;
        let entry = Entry::of(question, &self.tables);
        if let Some(known) = entry.as_ref().and_then(|entry| recall(&self.cache, entry)) {
            return Ok((inquiry.choice(known.choice), Source::Memory));
        }
        let shared = self.shared(entry.as_ref());
        let Elsewhere { lock, is_known } = match shared {
            Some(shared) => self.look_elsewhere(inquiry, shared).await,
            None => Elsewhere::default(),
        };
        let found = match self.searches.ask(question, client, *asked) {
            Ok(mut ticket) => wait(&mut ticket, lock).await,
            Err(error) => Err(error),
        };
        if let (Some(shared), Ok(found)) = (shared, &found) {
            self.share(shared, found).await;
        }
        if let Some(Shared { redis, entry }) = lock {
            redis.unlock(&entry.key).await;
        }
        let Found { choice, is_whole, .. } = found?;
        let source = match (is_known, is_whole && entry.is_some()) {
            (true, _) => Source::Redis,
            (false, true) => Source::Search,
            (false, false) => Source::Once,
        };
        Ok((inquiry.choice(choice), source))
    }

    /// The answer bit by bit, from a search of this process if it is not known.
    pub(super) async fn follow(
        self: Arc<Self>,
        inquiry: Inquiry,
        client: &Client,
    ) -> Result<Following, ApiError> {
        let Inquiry { question, asked, .. } = &inquiry;
        let entry = Entry::of(question, &self.tables);
        if let Some(Shared { entry, .. }) = self.shared(entry.as_ref()) {
            self.fetch(entry).await;
        }
        let ticket = self.searches.ask(question, client, *asked)?;
        Ok(Following { answers: self, inquiry, ticket })
    }

    /// Whether the answer is known here or elsewhere; then it is known here from now on.
    async fn fetch(&self, entry: &Entry<'_>) -> bool {
        self.cache.get(&entry.key, |value| entry.read(value)).await.is_some()
    }

    /// Where replicas share an answer, if it is worth that.
    fn shared<'a>(&'a self, entry: Option<&'a Entry<'a>>) -> Option<Shared<'a>> {
        let is_worth_it =
            |entry: &&Entry<'_>| entry.question.limits.nodes.is_none_or(|nodes| nodes > NOT_WORTH_SHARING);
        Some(Shared { redis: self.cache.redis()?, entry: entry.filter(is_worth_it)? })
    }

    /// Waits for what another replica knows or searches.
    async fn look_elsewhere<'a>(&self, inquiry: &Inquiry, shared: Shared<'a>) -> Elsewhere<'a> {
        let Inquiry { question, asked, .. } = inquiry;
        let Shared { redis, entry } = shared;
        let _gate = self.gates.enter(&entry.key).await;
        // Half of it, lest nothing be left to search in.
        let latest = *asked + question.purpose.patience() / 2;
        let mut lock = None;
        loop {
            // Once more with the lock, since the other may have ended in between.
            let is_known = self.fetch(entry).await;
            if is_known || lock.is_some() || self.searches.has(question) {
                return Elsewhere { lock, is_known };
            }
            match redis.lock(&entry.key).await {
                Lock::Ours => lock = Some(shared),
                Lock::Theirs if Instant::now() < latest => sleep(PAUSE).await,
                Lock::Theirs => return Elsewhere::default(),
            }
        }
    }

    /// Lets other replicas have what was found.
    async fn share(&self, Shared { entry, .. }: Shared<'_>, found: &Found) {
        if found.is_whole {
            self.cache.put(&entry.key, || entry.write(found)).await;
        }
    }
}

/// An answer that replicas share.
#[derive(Clone, Copy)]
struct Shared<'a> {
    redis: &'a Redis,
    entry: &'a Entry<'a>,
}

/// What came of looking for an answer among the replicas.
#[derive(Clone, Copy, Default)]
struct Elsewhere<'a> {
    /// What this replica alone is to search.
    lock: Option<Shared<'a>>,
    /// Whether the answer was there, and is here now.
    is_known: bool,
}

/// Waits for a search, and keeps the lock meanwhile.
async fn wait(ticket: &mut Ticket, lock: Option<Shared<'_>>) -> Result<Found, ApiError> {
    let Some(Shared { redis, entry }) = lock else { return ticket.end().await };
    let mut end = pin!(ticket.end());
    loop {
        match timeout(RENEWAL, &mut end).await {
            Ok(found) => return found,
            Err(_) => redis.renew(&entry.key).await,
        }
    }
}

/// An answer that comes bit by bit.
#[derive(Debug)]
pub(super) struct Following {
    answers: Arc<Answers>,
    inquiry: Inquiry,
    ticket: Ticket,
}

impl Following {
    /// Waits for what comes next.
    pub(super) async fn next(&mut self) -> News {
        let Self { answers, inquiry, ticket } = self;
        match ticket.next().await {
            News::Depth(analysis) => News::Depth(inquiry.analysis(analysis)),
            News::End(Err(error)) => News::End(Err(error)),
            News::End(Ok(found)) => {
                let entry = Entry::of(&inquiry.question, &answers.tables);
                if let Some(shared) = answers.shared(entry.as_ref()) {
                    answers.share(shared, &found).await;
                }
                News::End(Ok(Found { choice: inquiry.choice(found.choice), ..found }))
            }
        }
    }
}

/// What is known here.
fn recall(cache: &Cache, entry: &Entry<'_>) -> Option<Found> {
    cache.recall(&entry.key, |value| entry.read(value))
}

/// What the searches ask and tell, so that nothing is searched twice.
#[derive(Debug)]
struct Known {
    cache: Arc<Cache>,
    tables: Tables,
}

impl Keeper for Known {
    fn recall(&self, question: &Question) -> Option<Found> {
        recall(&self.cache, &Entry::of(question, &self.tables)?)
    }

    fn keep(&self, question: &Question, found: &Found) {
        if let Some(entry) = Entry::of(question, &self.tables).filter(|_| found.is_whole) {
            self.cache.remember(&entry.key, &entry.write(found));
        }
    }
}
