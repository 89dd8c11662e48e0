use std::time::Instant;

use super::{Limits, Stop};

/// The nodes between two looks at the stop flag and at the time.
const NODES_BETWEEN_LOOKS: u64 = 512;

/// The count of visited nodes, and whether to go on.
#[derive(Debug)]
pub(super) struct Clock<'a> {
    stop: &'a Stop,
    deadline: Option<Instant>,
    node_limit: u64,
    nodes: u64,
    is_over: bool,
}

impl<'a> Clock<'a> {
    /// Starts to count.
    pub(super) fn start(limits: &Limits, stop: &'a Stop) -> Self {
        let mut clock = Self {
            stop,
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            is_over: false,
        };
        clock.look();
        clock
    }

    /// Counts a node, unless the search is over.
    pub(super) fn visit(&mut self) {
        if self.nodes >= self.node_limit {
            self.is_over = true;
        }
        if self.is_over {
            return;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.look();
        }
    }

    /// Whether a limit is reached: what is found from then on means nothing.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// The nodes visited.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    fn look(&mut self) {
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.is_over |= is_late || self.stop.is_set();
    }
}
