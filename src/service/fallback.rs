use actix_web::dev::ResourceDef;
use actix_web::http::{Method, header};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use utoipa::openapi::{OpenApi, PathItem};

use super::ApiError;
use super::pages::PATHS;

/// The paths that the document and the pages know, with the methods that each answers.
#[derive(Clone, Debug)]
pub(super) struct KnownPaths(Vec<(ResourceDef, String)>);

impl From<&OpenApi> for KnownPaths {
    fn from(document: &OpenApi) -> Self {
        let operations = document.paths.paths.iter();
        let operations = operations.map(|(path, item)| (ResourceDef::new(path.as_str()), methods(item)));
        let pages = PATHS.map(|path| (ResourceDef::new(path), "GET, HEAD, OPTIONS".to_owned()));
        Self(operations.chain(pages).collect())
    }
}

fn methods(item: &PathItem) -> String {
    let mut methods = vec!["OPTIONS"];
    if item.get.is_some() {
        methods.extend(["GET", "HEAD"]);
    }
    if item.post.is_some() {
        methods.push("POST");
    }
    methods.sort_unstable();
    methods.join(", ")
}

/// Answers what no route has answered: an unknown path, or a known one by a wrong method.
pub(super) async fn answer_unrouted(
    request: HttpRequest,
    known: Data<KnownPaths>,
) -> Result<HttpResponse, ApiError> {
    let found = known.0.iter().find(|(path, _)| path.is_match(request.path()));
    let (_, allow) = found.ok_or(ApiError::NotFound)?;
    if request.method() == Method::OPTIONS {
        return Ok(HttpResponse::NoContent().insert_header((header::ALLOW, allow.as_str())).finish());
    }
    Err(ApiError::MethodNotAllowed { allow: allow.clone() })
}
