use std::collections::HashMap;
use std::sync::Arc;

use actix_web::dev::ResourceDef;
use actix_web::http::{Method, header};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use utoipa::openapi::{OpenApi, PathItem};

use super::ApiError;
use super::pages::{METRICS, PAGES};
use super::visit::visit_of;

/// The paths that the document and the pages know.
#[derive(Clone, Debug)]
pub(super) struct KnownPaths {
    /// Those that are one text.
    literal: HashMap<String, Arc<KnownPath>>,
    /// Those with a part to fill in.
    patterns: Vec<(ResourceDef, Arc<KnownPath>)>,
}

/// A path, or a family of them.
#[derive(Debug)]
pub(super) struct KnownPath {
    /// As the document writes it.
    pub(super) pattern: String,
    /// The methods that it answers, as the header Allow lists them.
    pub(super) allow: String,
    /// Whether it is made for people or for Prometheus, and answers in something else than JSON.
    pub(super) is_page: bool,
    /// Whether it answers the same question by GET and by POST, and so by QUERY.
    pub(super) takes_query: bool,
}

impl KnownPaths {
    /// Those of a document and the pages, but for the metrics where those are served elsewhere.
    pub(super) fn new(document: &OpenApi, hides_metrics: bool) -> Self {
        let operations = document.paths.paths.iter().map(|(path, item)| KnownPath::operation(path, item));
        let (mut literal, mut patterns) = (HashMap::new(), Vec::new());
        let pages =
            PAGES.into_iter().filter(|page| !(hides_metrics && *page == METRICS)).map(KnownPath::page);
        for path in operations.chain(pages).map(Arc::new) {
            if path.pattern.contains('{') {
                patterns.push((ResourceDef::new(path.pattern.as_str()), path));
            } else {
                literal.insert(path.pattern.clone(), path);
            }
        }
        Self { literal, patterns }
    }

    /// What is known of a path.
    pub(super) fn find(&self, path: &str) -> Option<&Arc<KnownPath>> {
        let pattern = || self.patterns.iter().find(|(pattern, _)| pattern.is_match(path));
        self.literal.get(path).or_else(|| pattern().map(|(_, path)| path))
    }
}

impl KnownPath {
    fn operation(path: &str, item: &PathItem) -> Self {
        let takes_query = item.get.is_some() && item.post.is_some();
        let methods = [
            ("GET, HEAD", item.get.is_some()),
            ("OPTIONS", true),
            ("POST", item.post.is_some()),
            ("QUERY", takes_query),
        ];
        let methods: Vec<&str> =
            methods.into_iter().filter_map(|(name, is_there)| is_there.then_some(name)).collect();
        Self { pattern: path.to_owned(), allow: methods.join(", "), is_page: false, takes_query }
    }

    fn page(path: &str) -> Self {
        Self {
            pattern: path.to_owned(),
            allow: "GET, HEAD, OPTIONS".to_owned(),
            is_page: true,
            takes_query: false,
        }
    }
}

/// Answers what no route has answered: an unknown path, or a known one by a wrong method.
pub(super) async fn answer_unrouted(request: HttpRequest) -> Result<HttpResponse, ApiError> {
    let visit = visit_of(&request.extensions());
    let is_question = request.method() == Method::OPTIONS;
    let mut answer = HttpResponse::NoContent();
    // The server as a whole (RFC 9110, 9.3.7).
    if is_question && request.path() == "*" {
        return Ok(answer.finish());
    }
    let path = visit.path.as_deref().ok_or(ApiError::NotFound)?;
    if !is_question {
        return Err(ApiError::MethodNotAllowed { allow: path.allow.clone() });
    }
    if path.takes_query {
        answer.insert_header(("accept-query", "application/json"));
    }
    Ok(answer.insert_header((header::ALLOW, path.allow.as_str())).finish())
}
