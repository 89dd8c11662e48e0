use std::error::Error;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

use super::unread::Unread;
use crate::service::visit::Visit;

/// A body that something waits for: the visit is not over, and what is unread of the request is kept, until it ends.
pub(super) struct Watched {
    body: BoxBody,
    _visit: Rc<Visit>,
    _unread: Option<Unread>,
}

impl Watched {
    pub(super) fn new(body: BoxBody, visit: Rc<Visit>, unread: Option<Unread>) -> Self {
        Self { body, _visit: visit, _unread: unread }
    }
}

impl MessageBody for Watched {
    type Error = Box<dyn Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        self.get_mut().body.as_pin_mut().poll_next(context)
    }
}
