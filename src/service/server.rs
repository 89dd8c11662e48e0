use std::io;
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::dev::{Server, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::web::{self, Bytes, Data};
use actix_web::{App, Error, HttpServer, middleware};
use prometheus_client::registry::Registry;
use socket2::{Domain, Protocol, Socket, Type};
use utoipa_actix_web::AppExt;

use super::answers::Answers;
use super::budgets::Budgets;
use super::cache::Cache;
use super::document::Document;
use super::edge::{self, Edge};
use super::extract::Patience;
use super::lifecycle::Lifecycle;
use super::paths::{KnownPaths, answer_unrouted};
use super::pictures::Painters;
use super::shutdown::{KEEP_ALIVE, Signals, end_on_signal};
use super::states::States;
use super::telemetry::{self, Metrics, Telemetry};
use super::traces::Traces;
use super::{Config, openapi, pages, routes};
use crate::engine::tablebase::Tables;

/// How many connections may wait until they are accepted.
const BACKLOG: i32 = 4096;
/// How long a server that ends waits for the collector of traces.
const LAST_TRACES: Duration = Duration::from_secs(3);
/// What a server keeps open beside its connections: listeners, Redis, standard streams, and room for what libraries do.
const OTHER_FILES: u64 = 64;

/// What all requests share, on whichever worker.
#[derive(Clone)]
pub(super) struct Shared {
    edge: Arc<Edge>,
    document: Data<Document>,
    metrics: Data<Metrics>,
    pub(super) cache: Data<Cache>,
    pub(super) answers: Data<Answers>,
    states: Data<States>,
    pub(super) tables: Data<Tables>,
    budgets: Data<Budgets>,
    pub(super) lifecycle: Data<Lifecycle>,
    painters: Data<Painters>,
    patience: Patience,
    /// Whether the metrics have an address of their own.
    hides_metrics: bool,
}

impl Shared {
    /// Starts what works beside the requests: searches, and the connection to Redis.
    ///
    /// # Errors
    ///
    /// The settings of Redis do not go together, or the system has no room for more threads.
    pub(super) fn start(config: &Config) -> io::Result<Self> {
        let document = openapi();
        let paths = KnownPaths::new(&document, config.metrics_listen.is_some());
        let json = document.to_pretty_json().map_err(io::Error::other)?;
        let mut registry = Registry::default();
        let tables = config.tables()?;
        let cache = Arc::new(Cache::start(config.keeping(), config.redis()?, &mut registry));
        let answers =
            Data::new(Answers::start(cache.clone(), config.searches(), tables.clone(), &mut registry)?);
        let telemetry = Arc::new(Telemetry::start(&mut registry, Traces::start(&config.traces)?)?);
        let lifecycle = Arc::new(Lifecycle::default());
        let edge = Edge {
            paths,
            clients: config.clients()?,
            origins: config.cors_origins.clone(),
            lifecycle: lifecycle.clone(),
            telemetry: telemetry.clone(),
        };
        Ok(Self {
            edge: Arc::new(edge),
            document: Data::new(Document(Bytes::from(json))),
            states: Data::new(States::new(cache.clone())),
            budgets: Data::new(Budgets::new(config.quotas(), &cache, &mut registry)),
            cache: Data::from(cache),
            tables: Data::new(tables),
            metrics: Data::new(Metrics { registry, telemetry }),
            answers,
            lifecycle: Data::from(lifecycle),
            painters: Data::default(),
            patience: Patience(config.request_timeout),
            hides_metrics: config.metrics_listen.is_some(),
        })
    }

    /// What answers the requests of one worker.
    pub(super) fn app(
        &self,
    ) -> App<
        impl ServiceFactory<
            ServiceRequest,
            Config = (),
            Response = ServiceResponse<BoxBody>,
            Error = Error,
            InitError = (),
        > + use<>,
    > {
        let Self { edge, hides_metrics, .. } = self.clone();
        App::new()
            .app_data(self.document.clone())
            .app_data(self.metrics.clone())
            .app_data(self.cache.clone())
            .app_data(self.answers.clone())
            .app_data(self.states.clone())
            .app_data(self.tables.clone())
            .app_data(self.budgets.clone())
            .app_data(self.lifecycle.clone())
            .app_data(self.painters.clone())
            .app_data(self.patience)
            .into_utoipa_app()
            .configure(routes)
            .into_app()
            .configure(move |config| pages::configure(config, hides_metrics))
            .default_service(web::to(answer_unrouted))
            .wrap(middleware::from_fn(move |request, next| edge::guard(edge.clone(), request, next)))
    }
}

/// Serves until the process is told to end.
///
/// # Errors
///
/// An address cannot be listened on, or settings do not go together.
pub async fn serve(config: &Config) -> io::Result<()> {
    // Before anybody can know that there is something to end.
    let signals = Signals::catch()?;
    let shared = Shared::start(config)?;
    let listener = listen(config.listen, config.send_timeout)?;
    println!("listening on http://{}", listener.local_addr()?);
    let metrics = config
        .metrics_listen
        .map(|address| serve_metrics(&shared, address, config.send_timeout))
        .transpose()?;
    let server = start(&shared, listener, config)?;
    actix_web::rt::spawn(end_on_signal(signals, server.handle(), shared.clone(), config.pace()));
    if let Some(metrics) = metrics {
        actix_web::rt::spawn(metrics);
    }
    server.await?;
    shared.edge.telemetry.settle().await;
    shared.edge.telemetry.traces.shutdown(LAST_TRACES).await;
    Ok(())
}

/// A listener whose connections end when a caller takes nothing of what is sent for so long.
fn listen(address: SocketAddr, send_timeout: Duration) -> io::Result<TcpListener> {
    let named = |error: io::Error| io::Error::other(format!("cannot serve on {address}: {error}"));
    let open = || {
        let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
        socket.set_reuse_address(true)?;
        // Connections take it over from their listener. It goes for a window that stays closed, too.
        socket.set_tcp_user_timeout(Some(send_timeout))?;
        socket.bind(&address.into())?;
        socket.listen(BACKLOG)?;
        Ok(TcpListener::from(socket))
    };
    open().map_err(named)
}

/// Serves the metrics alone.
fn serve_metrics(shared: &Shared, address: SocketAddr, send_timeout: Duration) -> io::Result<Server> {
    let listener = listen(address, send_timeout)?;
    println!("metrics on http://{}/metrics", listener.local_addr()?);
    let metrics = shared.metrics.clone();
    let server = HttpServer::new(move || {
        App::new().app_data(metrics.clone()).route(pages::METRICS, web::get().to(telemetry::show_metrics))
    });
    Ok(server.workers(1).disable_signals().listen(listener)?.run())
}

/// How many connections there may be, of those that are wanted: no more than the system lets us open files.
fn connections(wanted: NonZeroUsize) -> usize {
    let wanted = wanted.get() as u64;
    let files = rlimit::increase_nofile_limit(wanted + OTHER_FILES).unwrap_or(1024);
    let possible = files.saturating_sub(OTHER_FILES).clamp(1, wanted);
    if possible < wanted {
        tracing::warn!(wanted, possible, "fewer connections than wanted: the system limits open files");
    }
    possible as usize
}

fn start(shared: &Shared, listener: TcpListener, config: &Config) -> io::Result<Server> {
    let connections = connections(config.connections);
    let workers = available_parallelism().map_or(1, NonZeroUsize::get);
    let (shared, lifecycle) = (shared.clone(), shared.lifecycle.clone().into_inner());
    let server = HttpServer::new(move || shared.app())
        .workers(workers)
        .max_connections(connections.div_ceil(workers))
        .backlog(BACKLOG as u32)
        .on_connect(move |_, extensions| {
            extensions.insert(lifecycle.connect());
        })
        .keep_alive(KEEP_ALIVE)
        .client_request_timeout(config.request_timeout)
        .tcp_nodelay(true)
        .h1_allow_half_closed(false)
        .disable_signals()
        .shutdown_timeout(config.pace().longest().as_secs());
    Ok(server.listen(listener)?.run())
}
