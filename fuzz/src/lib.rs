//! What several fuzzers do.

mod answer;
mod ask;
#[path = "../../tests/mailbox/mod.rs"]
#[allow(dead_code, reason = "the tests of the rules need more of it")]
mod mailbox;
mod walk;

pub use answer::check_answer;
pub use ask::{escaped, get, post, replica};
pub use walk::{check_position, walk};

/// What answers are written in, if nobody asks for events.
pub const JSON: &str = "application/json";
/// What an analysis is written in for who follows it.
pub const EVENTS: &str = "text/event-stream";
