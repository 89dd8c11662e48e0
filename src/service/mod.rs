//! The HTTP service: the only place that knows of HTTP, JSON and the environment.
//!
//! A request is read by `extract`, turned into a game by `wire` or found by its id in `states`, answered by the
//! operation's own file, with what `answers` knows or has searched, and seen off by `edge`. What is kept for later
//! is kept by `cache`. Who asks is a `client`, which spends from its `budgets`; a request is a `visit`, which is told
//! of by `telemetry` and `traces` when it is over. What a game looks like is drawn by `pictures`; the page in `web` plays
//! it through the same operations. `routes` lists every operation; the OpenAPI document is made from it, and a `server`
//! of it.

mod analysis;
mod answers;
mod apply;
mod bot_move;
mod budgets;
mod cache;
mod caller;
mod client;
mod config;
mod digest;
mod document;
mod edge;
mod error;
mod events;
mod explain;
mod extract;
#[cfg(fuzzing)]
pub mod fuzzing;
mod health;
mod hex;
mod legal_moves;
mod lifecycle;
mod media;
mod pages;
mod paths;
mod pictures;
mod problems;
mod replay;
mod rulesets;
mod searches;
mod secret_url;
mod server;
mod shutdown;
mod states;
mod tablebase;
mod telemetry;
mod traces;
mod visit;
mod web;
mod wire;

use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa_actix_web::service_config::ServiceConfig;

pub use budgets::Quota;
pub use client::TrustedProxies;
pub use config::{Config, LogFormat};
pub use document::openapi;
pub use edge::Origins;
pub use rulesets::read_ruleset;
pub use secret_url::SecretUrl;
pub use server::serve;
pub use traces::TraceSettings;

use budgets::{Budget, Budgets};
use caller::Caller;
use error::ApiError;
use extract::{Json, Query};
use problems::{
    BodyProblems, BudgetProblems, DrainingProblems, NameProblems, NotModified, PaintingProblems,
    PlainProblems, QueryProblems, SearchProblems, StateProblems, TablebaseProblems,
};
use states::States;

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
        .service(tablebase::look_up_game)
        .service(tablebase::query_tablebase)
        .service(explain::explain_action)
        .service(explain::query_explanation)
        .service(replay::replay_game)
        .service(pictures::draw_svg)
        .service(pictures::draw_png)
        .service(rulesets::list_rulesets)
        .service(rulesets::show_ruleset)
        .service(states::show_state)
        .service(health::show_liveness)
        .service(health::show_readiness)
        .service(document::show_document);
}

/// What an operation answers to an example, for the document.
fn example<Request: DeserializeOwned, Response>(
    request: Value,
    answer: impl FnOnce(Request) -> Result<Response, ApiError>,
) -> Response {
    let request = serde_json::from_value(request).expect("an example is well formed");
    answer(request).unwrap_or_else(|error| panic!("an example is answered: {error}"))
}
