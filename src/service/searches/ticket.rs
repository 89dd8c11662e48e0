use std::sync::Arc;

use tokio::sync::watch;
use tokio::time::timeout_at;

use super::Shared;
use super::job::{Found, Job, Progress};
use crate::engine::Analysis;
use crate::service::ApiError;

/// A caller's hold on a search, which stops when the last one is dropped.
#[derive(Debug)]
pub(in crate::service) struct Ticket {
    // Dropped first, so that the last place to be given up is that of a search without callers.
    progress: watch::Receiver<Progress>,
    /// How many depths the caller was told of.
    told: usize,
    place: Place,
}

/// What a caller is told of a search.
#[derive(Clone, Debug)]
pub(in crate::service) enum News {
    /// A depth was finished.
    Depth(Analysis),
    /// It has ended.
    End(Result<Found, ApiError>),
}

impl Ticket {
    /// For one more caller. The rooms are to be locked, lest the search be over before the caller counts.
    pub(super) fn new(job: Arc<Job>, shared: Arc<Shared>) -> Self {
        Self { progress: job.watch(), told: 0, place: Place { job, shared } }
    }

    /// Waits for the end.
    pub(in crate::service) async fn end(&mut self) -> Result<Found, ApiError> {
        self.start().await?;
        let progress = self.progress.wait_for(|progress| progress.end.is_some()).await;
        let end = progress.ok().and_then(|progress| progress.end.clone());
        end.expect("the place holds the sender, so this was waited for")
    }

    /// Waits for what comes next: every depth from the first on, however late the caller came, then the end.
    pub(in crate::service) async fn next(&mut self) -> News {
        if let Err(error) = self.start().await {
            return News::End(Err(error));
        }
        let told = self.told;
        let has_news = |progress: &Progress| progress.depths.len() > told || progress.end.is_some();
        let progress = self.progress.wait_for(|progress| has_news(progress)).await;
        let progress = progress.expect("the place holds the sender");
        if let Some(analysis) = progress.depths.get(told) {
            self.told += 1;
            return News::Depth(analysis.clone());
        }
        News::End(progress.end.clone().expect("there are no other news"))
    }

    /// Waits until the search starts, but not for too long.
    async fn start(&mut self) -> Result<(), ApiError> {
        let Place { job, shared } = &self.place;
        let started = self.progress.wait_for(|progress| progress.is_running || progress.end.is_some());
        match timeout_at(job.start_by().into(), started).await {
            Ok(_) => Ok(()),
            Err(_) => Err(shared.rooms().of(job.purpose()).overloaded()),
        }
    }
}

/// What a caller gives up when it goes.
#[derive(Debug)]
struct Place {
    job: Arc<Job>,
    shared: Arc<Shared>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.shared.rooms().of(self.job.purpose()).stop_abandoned(&self.job);
    }
}
