use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use super::requests::Requests;
use crate::service::answers::Source;
use crate::service::client::Client;
use crate::service::error::ProblemCode;
use crate::service::paths::KnownPath;
use crate::service::traces::{Finished, TraceContext, Traces};
use crate::service::visit::{Head, RequestId};

/// What stands in a trace for the status of a request whose caller went away, since it has to be a number: nginx's.
const GONE: u16 = 499;

/// A request that is over.
#[derive(Debug)]
pub(in crate::service) struct Over {
    pub(in crate::service) id: RequestId,
    pub(in crate::service) method: &'static str,
    pub(in crate::service) path: Option<Arc<KnownPath>>,
    pub(in crate::service) client: Client,
    /// Nothing if the caller went away before there was one.
    pub(in crate::service) status: Option<u16>,
    pub(in crate::service) code: Option<ProblemCode>,
    pub(in crate::service) source: Option<Source>,
    pub(in crate::service) trace: Option<Box<TraceContext>>,
    pub(in crate::service) head: Option<Box<Head>>,
    pub(in crate::service) ended: Instant,
    pub(in crate::service) took: Duration,
}

impl Over {
    pub(super) fn tell(&self, requests: &Requests, traces: &Traces) {
        requests.count(self);
        self.trace(traces);
        let Self { id, method, status, code, source, client, trace, took, .. } = self;
        tracing::info!(
            target: "jungle::requests",
            id = id.as_str(),
            method,
            route = self.route(),
            status,
            code = code.map(ProblemCode::word),
            ms = took.as_micros() as f64 / 1_000.0,
            cache = source.map(Source::word),
            client = %client,
            trace = trace.as_ref().map(tracing::field::display),
            "{}", if status.is_some() { "answered" } else { "gone" }
        );
    }

    fn route(&self) -> Option<&str> {
        self.path.as_deref().map(|path| &*path.pattern)
    }

    fn trace(&self, traces: &Traces) {
        let (Some(context), Some(head)) = (&self.trace, &self.head) else { return };
        traces.record(&Finished {
            context,
            method: self.method,
            // Whatever spoke TLS stands in front.
            scheme: "http",
            host: head.host.as_deref(),
            path: &head.path,
            route: self.route(),
            version: head.version,
            user_agent: head.user_agent.as_deref(),
            client: self.client.address(),
            status: self.status.unwrap_or(GONE),
            request_id: self.id.as_str(),
            cache: self.source.map(Source::word),
            ended: SystemTime::now() - self.ended.elapsed(),
            took: self.took,
        });
    }
}
