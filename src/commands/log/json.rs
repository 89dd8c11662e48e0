use std::fmt::Debug;
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
    line.add("timestamp", format_args!("{}", humantime::format_rfc3339_micros(SystemTime::now())));
    line.add("level", metadata.level().as_str());
    event.record(&mut line);
    line.add("target", metadata.target());
    line.0.extend_from_slice(b"}\n");
    line.0
}

/// An object that fields are added to.
struct Line(Vec<u8>);

impl Line {
    fn add(&mut self, name: &str, value: impl Serialize) {
        self.0.push(if self.0.is_empty() { b'{' } else { b',' });
        serde_json::to_writer(&mut self.0, name).expect(CERTAIN);
        self.0.push(b':');
        serde_json::to_writer(&mut self.0, &value).expect(CERTAIN);
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
        self.add(field.name(), value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.add(field.name(), format_args!("{value:?}"));
    }
}
