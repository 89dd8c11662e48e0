//! What is no part of the API: Swagger UI for people and the way there, metrics for Prometheus.

use actix_web::web::{self, Redirect, ServiceConfig};
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::metrics::show_metrics;

const SWAGGER_UI: &str = "/docs/{file:.*}";
const METRICS: &str = "/metrics";

/// The paths of the pages.
pub(super) const PATHS: [&str; 4] = ["/", "/docs", SWAGGER_UI, METRICS];

/// Serves the pages.
pub(super) fn configure(config: &mut ServiceConfig) {
    let swagger_ui = Config::from("/openapi.json").try_it_out_enabled(true);
    config
        .route("/", web::get().to(show_swagger_ui))
        .route("/docs", web::get().to(show_swagger_ui))
        .route(METRICS, web::get().to(show_metrics))
        .service(SwaggerUi::new(SWAGGER_UI).config(swagger_ui));
}

/// Whether a path is one of a page; everything else answers in JSON.
pub(super) fn is_page(path: &str) -> bool {
    path == "/" || path == METRICS || path.starts_with("/docs")
}

async fn show_swagger_ui() -> Redirect {
    Redirect::to("/docs/")
}
