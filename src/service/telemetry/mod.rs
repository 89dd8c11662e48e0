//! What is told of requests that are over: a line in the log, numbers for Prometheus, a span for a collector.
//!
//! By a thread of its own, a batch at a time. Among the work of a request the same takes longer, since none of it is in
//! the caches of the processor.

mod metrics;
mod over;
mod requests;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use tokio::sync::oneshot;

pub(super) use metrics::{Metrics, show_metrics};
pub(super) use over::Over;

use super::traces::Traces;
use requests::Requests;

/// How long a batch is gathered.
const PAUSE: Duration = Duration::from_millis(20);

/// Where requests are told of.
#[derive(Debug)]
pub(super) struct Telemetry {
    /// Requests that are not over.
    active: Gauge,
    pub(super) traces: Arc<Traces>,
    teller: Sender<Message>,
}

/// What the thread is told.
#[derive(Debug)]
enum Message {
    Over(Over),
    /// That somebody wants to know when all that came before is told.
    Settle(oneshot::Sender<()>),
}

impl Telemetry {
    /// Adds its numbers to what is measured, and starts to tell.
    ///
    /// # Errors
    ///
    /// The system has no room for a thread.
    pub(super) fn start(registry: &mut Registry, traces: Traces) -> io::Result<Self> {
        let (requests, active) = (Requests::new(registry), Gauge::default());
        registry.register("http_server_active_requests", "Requests under way", active.clone());
        let traces = Arc::new(traces);
        let traces_there = traces.clone();
        let (teller, messages) = mpsc::channel();
        let tell = move || tell(&messages, &requests, &traces_there);
        thread::Builder::new().name("telemetry".to_owned()).spawn(tell)?;
        Ok(Self { active, traces, teller })
    }

    /// A request has come.
    pub(super) fn welcome(&self) {
        self.active.inc();
    }

    /// A request is over.
    pub(super) fn see_off(&self, over: Over) {
        self.active.dec();
        // The thread is there for as long as there is a sender.
        let _ = self.teller.send(Message::Over(over));
    }

    /// Waits until all that is over is told.
    pub(super) async fn settle(&self) {
        let (sender, is_settled) = oneshot::channel();
        if self.teller.send(Message::Settle(sender)).is_ok() {
            let _ = is_settled.await;
        }
    }
}

/// Tells what comes, until nothing can come any more.
fn tell(messages: &Receiver<Message>, requests: &Requests, traces: &Traces) {
    while let Ok(first) = messages.recv() {
        thread::sleep(PAUSE);
        for message in std::iter::once(first).chain(messages.try_iter()) {
            match message {
                Message::Over(over) => over.tell(requests, traces),
                // Who asked may have gone.
                Message::Settle(sender) => drop(sender.send(())),
            }
        }
    }
}
