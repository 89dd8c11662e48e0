use std::sync::Arc;

use actix_web::rt::task::spawn_blocking;
use tokio::sync::{Semaphore, TryAcquireError};

use super::ApiError;
use crate::engine::Stop;

/// How many searches may wait for each that runs.
const WAITING_PER_RUNNING: usize = 16;
/// After how many seconds a caller that was turned away should come back.
const RETRY_AFTER: u32 = 1;

/// Where searches run: never on a thread that answers requests, so many at a time, so many waiting.
#[derive(Clone, Debug)]
pub(super) struct Searches {
    running: Arc<Semaphore>,
    admitted: Arc<Semaphore>,
}

impl Searches {
    /// Room for so many searches at a time.
    pub(super) fn new(running: usize) -> Self {
        Self {
            running: Arc::new(Semaphore::new(running)),
            admitted: Arc::new(Semaphore::new(running * (1 + WAITING_PER_RUNNING))),
        }
    }

    /// Runs a search when its turn comes, and stops it when the caller drops this future.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        search: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let admitted = self.admitted.clone().try_acquire_owned().map_err(turn_away)?;
        let running = self.running.clone().acquire_owned().await;
        let permits = (admitted, running.expect("the semaphore is never closed"));
        let stop = StopOnDrop(Stop::default());
        let task = spawn_blocking({
            let stop = stop.0.clone();
            move || {
                // They are held by the thread: a search whose caller is gone still takes a core until it stops.
                let _permits = permits;
                search(&stop)
            }
        });
        match task.await {
            Ok(found) => Ok(found),
            Err(failed) => std::panic::resume_unwind(failed.into_panic()),
        }
    }
}

fn turn_away(_: TryAcquireError) -> ApiError {
    ApiError::Overloaded { retry_after: RETRY_AFTER }
}

/// Stops a search that nobody waits for any more.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}
