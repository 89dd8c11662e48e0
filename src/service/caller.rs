use std::future::{Ready, ready};
use std::rc::Rc;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest};

use super::ApiError;
use super::media::MediaType;
use super::visit::{Visit, visit_of};

/// Who asks, and what for.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    pub(super) visit: Rc<Visit>,
    /// What the answer is to be written in.
    pub(super) wants: MediaType,
}

impl FromRequest for Caller {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let visit = visit_of(&request.extensions());
        let wants = MediaType::preferred(request.headers(), MediaType::offered_at(request.path()));
        ready(wants.map(|wants| Self { visit, wants }))
    }
}
