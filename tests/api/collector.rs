//! A collector of traces, as far as a test needs one.

use std::collections::BTreeMap;
use std::io;
use std::net::TcpListener;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use actix_web::web::{self, Bytes};
use actix_web::{App, HttpResponse, HttpServer, rt};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;

/// How long to wait for a span that is on its way.
const PATIENCE: Duration = Duration::from_secs(20);

/// Listens for spans.
pub(crate) struct Collector {
    /// What to set as the endpoint.
    pub(crate) url: String,
    arrived: Receiver<Arrived>,
}

/// A span that arrived.
#[derive(Debug)]
pub(crate) struct Arrived {
    pub(crate) span: Span,
    pub(crate) attributes: BTreeMap<String, String>,
    /// What is said of the program that sent it.
    pub(crate) resource: BTreeMap<String, String>,
}

impl Collector {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let url = format!("http://{}", listener.local_addr().expect("it has an address"));
        let (sender, arrived) = mpsc::channel();
        // It ends with the test.
        thread::spawn(move || serve(listener, &sender));
        Self { url, arrived }
    }

    /// The next span, unless none comes.
    pub(crate) fn next(&self) -> Option<Arrived> {
        self.arrived.recv_timeout(PATIENCE).ok()
    }

    /// Whether nothing more has come.
    pub(crate) fn is_quiet(&self) -> bool {
        self.arrived.try_recv().is_err()
    }
}

impl Arrived {
    /// The trace, the span and its parent.
    pub(crate) fn ids(&self) -> [String; 3] {
        let Span { trace_id, span_id, parent_span_id, .. } = &self.span;
        let hex = |id: &Vec<u8>| id.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        [trace_id, span_id, parent_span_id].map(hex)
    }
}

fn serve(listener: TcpListener, sender: &Sender<Arrived>) -> io::Result<()> {
    let sender = sender.clone();
    let app = move || {
        let sender = sender.clone();
        let take = move |body: Bytes| {
            take(body, &sender);
            async { HttpResponse::Ok().content_type("application/x-protobuf").finish() }
        };
        App::new().route("/v1/traces", web::post().to(take))
    };
    let server = HttpServer::new(app).workers(1).disable_signals().listen(listener)?;
    rt::System::new().block_on(server.run())
}

fn take(body: Bytes, sender: &Sender<Arrived>) {
    let request = ExportTraceServiceRequest::decode(body).expect("the body is what the protocol says");
    for group in request.resource_spans {
        let resource = told(&group.resource.unwrap_or_default().attributes);
        for span in group.scope_spans.into_iter().flat_map(|scope| scope.spans) {
            let attributes = told(&span.attributes);
            // A test that has ended wants no more.
            let _ = sender.send(Arrived { span, attributes, resource: resource.clone() });
        }
    }
}

fn told(attributes: &[KeyValue]) -> BTreeMap<String, String> {
    attributes.iter().map(|KeyValue { key, value, .. }| (key.clone(), text(value.as_ref()))).collect()
}

fn text(value: Option<&AnyValue>) -> String {
    match value.and_then(|value| value.value.as_ref()) {
        Some(Value::StringValue(text)) => text.clone(),
        Some(Value::IntValue(number)) => number.to_string(),
        other => panic!("no attribute is {other:?}"),
    }
}
