//! Answers that come bit by bit: server-sent events, <https://html.spec.whatwg.org/multipage/server-sent-events.html>.

use std::convert::Infallible;
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use actix_web::web::Bytes;
use futures_util::stream::{self, Stream, StreamExt};
use serde::Serialize;
use tokio::time::timeout;

/// How long nothing may be sent: proxies and load balancers close what looks dead, some after a few seconds.
const SILENCE: Duration = Duration::from_secs(2);
/// A line that readers skip.
const KEEP_ALIVE: Bytes = Bytes::from_static(b": still here\n\n");
/// Tells nginx, and those who learned it from nginx, to pass on what comes when it comes.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Something that happened, for who waits for it.
#[derive(Clone, Debug)]
pub(super) struct Event {
    name: &'static str,
    /// JSON in one line.
    data: String,
}

impl Event {
    pub(super) fn new(name: &'static str, data: &impl Serialize) -> Self {
        Self { name, data: serde_json::to_string(data).expect("what is sent is plain JSON") }
    }

    /// The event as the stream's text, by its place in it, counted from 1.
    pub(super) fn text(&self, id: usize) -> String {
        let Self { name, data } = self;
        format!("id: {id}\nevent: {name}\ndata: {data}\n\n")
    }
}

/// An answer that sends each event when it happens, and ends with the last.
pub(super) fn event_stream(events: impl Stream<Item = Event> + 'static) -> HttpResponse {
    let texts = events.enumerate().map(|(before, event)| Bytes::from(event.text(before + 1)));
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/event-stream"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((BUFFERING, "no"))
        .streaming(stream::unfold(Box::pin(texts), async |mut texts| {
            let text = match timeout(SILENCE, texts.next()).await {
                Ok(text) => text?,
                Err(_) => KEEP_ALIVE,
            };
            Some((Ok::<_, Infallible>(text), texts))
        }))
}
