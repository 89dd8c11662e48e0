//! What is no part of the API: for people the board and Swagger UI, for Prometheus metrics.

use actix_web::web::{Redirect, ServiceConfig, get};
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::telemetry::show_metrics;
use super::web::{show_file, show_page};

const FILES: &str = "/web/{file}";
const SWAGGER_UI: &str = "/docs/{file:.*}";
pub(super) const METRICS: &str = "/metrics";

/// The paths of the pages.
pub(super) const PAGES: [&str; 5] = ["/", FILES, "/docs", SWAGGER_UI, METRICS];

/// Serves the pages, but for the metrics where those are served elsewhere.
pub(super) fn configure(config: &mut ServiceConfig, hides_metrics: bool) {
    let swagger_ui = Config::from("/openapi.json").try_it_out_enabled(true);
    config
        .route("/", get().to(show_page))
        .route(FILES, get().to(show_file))
        .route("/docs", get().to(show_swagger_ui))
        .service(SwaggerUi::new(SWAGGER_UI).config(swagger_ui));
    if !hides_metrics {
        config.route(METRICS, get().to(show_metrics));
    }
}

async fn show_swagger_ui() -> Redirect {
    Redirect::to("/docs/")
}
