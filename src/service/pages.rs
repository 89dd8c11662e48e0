//! What is no part of the API: Swagger UI for people and the way there, metrics for Prometheus.

use actix_web::web::{self, Redirect, ServiceConfig};
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::telemetry::show_metrics;

const SWAGGER_UI: &str = "/docs/{file:.*}";
pub(super) const METRICS: &str = "/metrics";

/// The paths of the pages.
pub(super) const PAGES: [&str; 4] = ["/", "/docs", SWAGGER_UI, METRICS];

/// Serves the pages, but for the metrics where those are served elsewhere.
pub(super) fn configure(config: &mut ServiceConfig, hides_metrics: bool) {
    let swagger_ui = Config::from("/openapi.json").try_it_out_enabled(true);
    config
        .route("/", web::get().to(show_swagger_ui))
        .route("/docs", web::get().to(show_swagger_ui))
        .service(SwaggerUi::new(SWAGGER_UI).config(swagger_ui));
    if !hides_metrics {
        config.route(METRICS, web::get().to(show_metrics));
    }
}

async fn show_swagger_ui() -> Redirect {
    Redirect::to("/docs/")
}
