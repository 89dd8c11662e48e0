//! The HTTP service: the only place that knows of HTTP, JSON and the environment.
//!
//! A request is read by `extract`, turned into a game by `wire` or found by its id in `states`, answered by the
//! operation's own file, with what `answers` knows or has searched, and seen off by `edge`. What is kept for later
//! is kept by `cache`. `routes` lists every operation; the OpenAPI document is made from it.

mod analysis;
mod answers;
mod apply;
mod bot_move;
mod cache;
mod caller;
mod config;
mod digest;
mod document;
mod edge;
mod error;
mod events;
mod explain;
mod extract;
mod fallback;
mod health;
mod legal_moves;
mod media;
mod metrics;
mod pages;
mod problems;
mod replay;
mod rulesets;
mod searches;
mod states;
mod wire;

use std::sync::Arc;

use actix_web::web::{self, Bytes, Data};
use actix_web::{App, HttpServer, middleware};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::registry::Registry;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa_actix_web::AppExt;
use utoipa_actix_web::service_config::ServiceConfig;

pub use cache::RedisUrl;
pub use config::Config;
pub use document::openapi;

use answers::Answers;
use cache::{Cache, Counts};
use caller::Caller;
use document::Document;
use error::ApiError;
use extract::{Json, Query};
use fallback::KnownPaths;
use metrics::Metrics;
use problems::{BodyProblems, NameProblems, PlainProblems, QueryProblems, SearchProblems};
use states::States;

/// How many seconds a server that is told to end lets requests go on: as long as the longest analysis, and some more.
const LONGEST_ANSWER: u64 = 65;

/// Every operation.
fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(legal_moves::list_moves)
        .service(legal_moves::query_moves)
        .service(apply::apply_action)
        .service(bot_move::choose_move)
        .service(bot_move::query_bot_move)
        .service(analysis::analyse_game)
        .service(analysis::query_analysis)
        .service(explain::explain_action)
        .service(explain::query_explanation)
        .service(replay::replay_game)
        .service(rulesets::list_rulesets)
        .service(rulesets::show_ruleset)
        .service(states::show_state)
        .service(health::show_liveness)
        .service(health::show_readiness)
        .service(document::show_document);
}

/// Serves until the process is told to end.
///
/// # Errors
///
/// The address cannot be listened on, or the settings of Redis do not go together.
pub async fn serve(config: &Config) -> std::io::Result<()> {
    let document = openapi();
    let known = Data::new(KnownPaths::from(&document));
    let json = document.to_pretty_json().map_err(std::io::Error::other)?;
    let document = Data::new(Document(Bytes::from(json)));
    let mut metrics = Registry::default();
    let (counts, started) = (Counts::default(), Counter::default());
    counts.register(&mut metrics);
    metrics.register("jungle_searches", "Searches that were started", started.clone());
    let cache = Arc::new(Cache::start(config.keeping(), config.redis()?, &counts));
    let answers = Data::new(Answers::start(cache.clone(), config.searches(), started)?);
    let states = Data::new(States::new(cache.clone()));
    let (cache, metrics) = (Data::from(cache), Data::new(Metrics(metrics)));
    let server = HttpServer::new(move || {
        App::new()
            .app_data(known.clone())
            .app_data(document.clone())
            .app_data(metrics.clone())
            .app_data(cache.clone())
            .app_data(answers.clone())
            .app_data(states.clone())
            .into_utoipa_app()
            .configure(routes)
            .into_app()
            .configure(pages::configure)
            .default_service(web::to(fallback::answer_unrouted))
            .wrap(middleware::from_fn(edge::guard))
    });
    let server = server.tcp_nodelay(true).h1_allow_half_closed(false).shutdown_timeout(LONGEST_ANSWER);
    let server = server.bind(config.listen)?;
    for address in server.addrs() {
        println!("listening on http://{address}");
    }
    server.run().await
}

/// What an operation answers to an example, for the document.
fn example<Request: DeserializeOwned, Response>(
    request: Value,
    answer: impl FnOnce(Request) -> Result<Response, ApiError>,
) -> Response {
    let request = serde_json::from_value(request).expect("an example is well formed");
    answer(request).unwrap_or_else(|error| panic!("an example is answered: {error}"))
}
