use std::io;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use tokio::select;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::{sleep, timeout};

use super::lifecycle::Lifecycle;
use super::server::Shared;

/// How long a connection may be idle: what is left of them after that has a request under way.
pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(5);
/// How often is looked whether any are left.
const LOOK: Duration = Duration::from_millis(20);
/// How long answers may take to be sent once the last search was ended.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// How fast a server goes that is told to end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// How long it says that it is not ready, and accepts connections all the same.
    pub(super) delay: Duration,
    /// How long requests may go on after that.
    pub(super) grace: Duration,
}

impl Pace {
    /// The longest that it takes after the delay; more than the grace, so that all that is cut short is told so.
    pub(super) fn longest(self) -> Duration {
        self.grace + LAST_WORDS
    }
}

/// Waits for a signal to end, and ends the server in order. First it is not ready, and works. Then each answer
/// ends its connection, and new ones are refused by an answer; the framework is told to stop only when no connection
/// is idle, since it would close those under the hands of whoever is about to ask. At last the searches that still
/// run are ended, and their callers told. A second signal ends all of it at once.
pub(super) async fn end_on_signal(mut signals: Signals, server: ServerHandle, shared: Shared, pace: Pace) {
    signals.next().await;
    tracing::info!("told to end: not ready any more");
    shared.lifecycle.drain();
    select! {
        () = end(&server, &shared, pace) => {}
        () = signals.next() => {
            tracing::warn!("told again: ending at once");
            server.stop(false).await;
        }
    }
}

async fn end(server: &ServerHandle, Shared { lifecycle, answers, .. }: &Shared, pace: Pace) {
    sleep(pace.delay).await;
    lifecycle.close();
    let stop = async {
        let _ = timeout(KEEP_ALIVE, until_all_have_left(lifecycle)).await;
        server.stop(true).await;
    };
    let grace = async {
        sleep(pace.grace).await;
        tracing::warn!("ending the searches that still run");
        answers.close();
        std::future::pending::<()>().await;
    };
    select! {
        () = stop => {}
        () = grace => {}
    }
}

async fn until_all_have_left(lifecycle: &Lifecycle) {
    while lifecycle.has_connections() {
        sleep(LOOK).await;
    }
}

/// SIGTERM and SIGINT, which tell a process to end.
pub(super) struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// From now on they end the process no more by themselves.
    ///
    /// # Errors
    ///
    /// The system does not let us.
    pub(super) fn catch() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
