//! The HTTP service: the only place that knows of HTTP, JSON and the environment.
//!
//! A request is read by `extract`, turned into a game by `wire`, answered by the operation's own file, and
//! seen off by `edge`. `routes` lists every operation; the OpenAPI document is made from it.

mod analysis;
mod apply;
mod bot_move;
mod caller;
mod config;
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
mod pages;
mod problems;
mod replay;
mod rulesets;
mod searches;
mod states;
mod wire;

use actix_web::web::{self, Bytes, Data};
use actix_web::{App, HttpServer, middleware};
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa_actix_web::AppExt;
use utoipa_actix_web::service_config::ServiceConfig;

pub use config::Config;
pub use document::openapi;

use caller::Caller;
use document::Document;
use error::ApiError;
use extract::{Json, Query};
use fallback::KnownPaths;
use problems::{BodyProblems, NameProblems, PlainProblems, QueryProblems, SearchProblems};
use searches::Searches;

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
/// The address cannot be listened on.
pub async fn serve(config: &Config) -> std::io::Result<()> {
    let document = openapi();
    let known = Data::new(KnownPaths::from(&document));
    let json = document.to_pretty_json().map_err(std::io::Error::other)?;
    let document = Data::new(Document(Bytes::from(json)));
    let searches = Data::new(Searches::start(config.searches())?);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(known.clone())
            .app_data(document.clone())
            .app_data(searches.clone())
            .into_utoipa_app()
            .configure(routes)
            .into_app()
            .configure(pages::configure)
            .default_service(web::to(fallback::answer_unrouted))
            .wrap(middleware::from_fn(edge::guard))
    });
    let server = server.tcp_nodelay(true).h1_allow_half_closed(false).bind(config.listen)?;
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
