use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How a server goes: it serves, then it is draining, then it closes.
#[derive(Debug, Default)]
pub(super) struct Lifecycle {
    is_draining: AtomicBool,
    is_closing: AtomicBool,
    /// The connections that were made before it closed.
    connections: AtomicUsize,
}

/// A connection, for as long as it is open.
#[derive(Debug)]
pub(super) struct Connection {
    lifecycle: Arc<Lifecycle>,
    /// Whether the server closed already when it was made.
    pub(super) is_late: bool,
}

impl Lifecycle {
    /// Requests are to go to others from now on; those that come are answered.
    pub(super) fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    /// Each connection ends with its next answer from now on, and those that are made now are refused.
    pub(super) fn close(&self) {
        self.is_closing.store(true, Ordering::SeqCst);
    }

    pub(super) fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    pub(super) fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::SeqCst)
    }

    /// Whether a connection is left that is owed an answer, or may be.
    pub(super) fn has_connections(&self) -> bool {
        self.connections.load(Ordering::SeqCst) > 0
    }

    /// Somebody has connected.
    pub(super) fn connect(self: &Arc<Self>) -> Connection {
        let is_late = self.is_closing();
        if !is_late {
            self.connections.fetch_add(1, Ordering::SeqCst);
        }
        Connection { lifecycle: self.clone(), is_late }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if !self.is_late {
            self.lifecycle.connections.fetch_sub(1, Ordering::SeqCst);
        }
    }
}
