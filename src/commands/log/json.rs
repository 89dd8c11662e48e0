use std::fmt::{Arguments, Debug};
use std::io::Write;
use std::sync::Arc;
use std::time::SystemTime;

use serde::Serialize;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

use super::Log;

/// What most lines have room in, in bytes.
const USUAL: usize = 512;
const CERTAIN: &str = "texts and numbers are written into memory";

/// Events as lines of JSON: when, how grave, their fields, where from. The layer that `tracing-subscriber` has for that
/// takes several times as long, which was a tenth of what a request costs.
#[derive(Debug)]
pub(super) struct JsonLines(pub(super) Arc<Log>);

impl<S: Subscriber> Layer<S> for JsonLines {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        // Nobody could be told.
        let _ = (&*self.0).write_all(&line(event));
    }
}

fn line(event: &Event<'_>) -> Vec<u8> {
    let metadata = event.metadata();
    let mut line = Line(Vec::with_capacity(USUAL));
    line.add_text("timestamp", format_args!("{}", humantime::format_rfc3339_micros(SystemTime::now())));
    line.add_text("level", format_args!("{}", metadata.level().as_str()));
    event.record(&mut line);
    line.add_text("target", format_args!("{}", metadata.target()));
    line.0.extend_from_slice(b"}\n");
    line.0
}

/// An object that fields are added to.
struct Line(Vec<u8>);

impl Line {
    /// Adds the name of a field, which has nothing to escape since code has given it.
    fn name(&mut self, name: &str) {
        self.0.extend_from_slice(if self.0.is_empty() { b"{\"" } else { b",\"" });
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
    }

    fn add(&mut self, name: &str, value: impl Serialize) {
        self.name(name);
        serde_json::to_writer(&mut self.0, &value).expect(CERTAIN);
    }

    /// Adds what is written as text: as it is, unless there turns out to be something to escape.
    fn add_text(&mut self, name: &str, text: Arguments<'_>) {
        self.name(name);
        let start = self.0.len();
        write!(self.0, "\"{text}\"").expect(CERTAIN);
        let is_plain = |byte: &u8| *byte >= b' ' && ![b'"', b'\\'].contains(byte);
        if !self.0[start + 1..self.0.len() - 1].iter().all(is_plain) {
            self.0.truncate(start);
            serde_json::to_writer(&mut self.0, &text).expect(CERTAIN);
        }
    }
}

impl Visit for Line {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.add(field.name(), value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field.name(), value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field.name(), value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field.name(), value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.add_text(field.name(), format_args!("{value}"));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.add_text(field.name(), format_args!("{value:?}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_told_is_json() {
        let texts = ["", "plain", "a \"quoted\" word", "a\\b", "two\nlines", "\u{7f}ä\u{2028}", "\0"];
        for text in texts {
            let mut line = Line(Vec::new());
            line.add_text("text", format_args!("{text}"));
            line.add("number", 1.5);
            line.0.push(b'}');
            let read: serde_json::Value = serde_json::from_slice(&line.0).unwrap();
            assert_eq!(read, serde_json::json!({"text": text, "number": 1.5}));
        }
    }
}
