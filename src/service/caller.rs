use std::future::{Ready, ready};
use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use uuid::Uuid;

use super::ApiError;
use super::media::MediaType;

/// Who asks, by what the log knows it, and what for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caller {
    /// The address at the other end of the connection.
    pub(super) address: Option<IpAddr>,
    /// The id of the request.
    pub(super) id: RequestId,
    /// What the answer is to be written in.
    pub(super) wants: MediaType,
}

/// The id of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RequestId(pub(super) Uuid);

impl FromRequest for Caller {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let address = request.peer_addr().map(|address| address.ip());
        let id = request.extensions().get::<RequestId>().copied();
        let id = id.expect("the outermost layer gives every request an id");
        let wants = MediaType::preferred(request.headers(), MediaType::offered_at(request.path()));
        ready(wants.map(|wants| Self { address, id, wants }))
    }
}
