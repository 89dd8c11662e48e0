use std::convert::Infallible;
use std::future::{Ready, ready};
use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use uuid::Uuid;

/// Who asks, and by what the log knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caller {
    /// The address at the other end of the connection.
    pub(super) address: Option<IpAddr>,
    /// The id of the request.
    pub(super) id: RequestId,
}

/// The id of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RequestId(pub(super) Uuid);

impl FromRequest for Caller {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let address = request.peer_addr().map(|address| address.ip());
        let id = request.extensions().get::<RequestId>().copied();
        ready(Ok(Self { address, id: id.expect("the outermost layer gives every request an id") }))
    }
}
