use std::convert::Infallible;
use std::future::{Ready, ready};
use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

/// Who asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caller {
    /// The address at the other end of the connection.
    pub(super) address: Option<IpAddr>,
}

impl FromRequest for Caller {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self { address: request.peer_addr().map(|address| address.ip()) }))
    }
}
