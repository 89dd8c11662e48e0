use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How often the log is told of lost spans at most.
const PAUSE: Duration = Duration::from_mins(1);

/// The spans that are on their way, and how many were lost.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    /// Those that wait, or are just being sent.
    pending: AtomicUsize,
    /// Those that the log was not told of.
    lost: AtomicUsize,
    /// When the log was told last.
    told: Mutex<Option<Instant>>,
}

impl Backlog {
    /// The most spans that are on their way.
    pub(super) const MOST: usize = 2048;

    /// Whether there is room for one more, which is lost if there is none.
    pub(super) fn admit(&self) -> bool {
        let is_admitted = self.pending.fetch_add(1, Ordering::Relaxed) < Self::MOST;
        if !is_admitted {
            self.pending.fetch_sub(1, Ordering::Relaxed);
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        is_admitted
    }

    /// So many have arrived.
    pub(super) fn arrive(&self, count: usize) {
        self.pending.fetch_sub(count, Ordering::Relaxed);
    }

    /// So many will never arrive.
    pub(super) fn lose(&self, count: usize) {
        self.arrive(count);
        self.lost.fetch_add(count, Ordering::Relaxed);
    }

    /// How many the log was not told of, if nothing arrives any more.
    pub(super) fn abandon(&self) -> usize {
        self.pending.load(Ordering::Relaxed) + self.lost.load(Ordering::Relaxed)
    }

    /// How many were lost, if that is to be told now.
    pub(super) fn complaint(&self, now: Instant) -> Option<usize> {
        let mut told = self.told.lock().expect("nothing panics while it is held");
        if told.is_some_and(|told| now.duration_since(told) < PAUSE) {
            return None;
        }
        let lost = Some(self.lost.swap(0, Ordering::Relaxed)).filter(|&lost| lost > 0)?;
        *told = Some(now);
        Some(lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_finds_no_room_is_lost() {
        let backlog = Backlog::default();
        for _ in 0..Backlog::MOST {
            assert!(backlog.admit());
        }
        assert!(!backlog.admit() && !backlog.admit());
        backlog.arrive(1);
        assert!(backlog.admit() && !backlog.admit());
        assert_eq!(backlog.abandon(), Backlog::MOST + 3);
        backlog.arrive(Backlog::MOST);
        assert_eq!(backlog.abandon(), 3);
        assert_eq!(backlog.complaint(Instant::now()), Some(3));
        assert_eq!(backlog.abandon(), 0);
    }

    #[test]
    fn losses_are_told_at_once_and_then_only_now_and_then() {
        let (backlog, start) = (Backlog::default(), Instant::now());
        let lose = |count| {
            assert!((0..count).all(|_| backlog.admit()));
            backlog.lose(count);
        };
        assert_eq!(backlog.complaint(start), None);
        lose(2);
        assert_eq!(backlog.complaint(start), Some(2));
        lose(3);
        assert_eq!(backlog.complaint(start + PAUSE / 2), None);
        lose(4);
        assert_eq!(backlog.complaint(start + PAUSE), Some(7));
        assert_eq!(backlog.complaint(start + PAUSE * 3), None);
    }
}
