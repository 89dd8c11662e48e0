use std::convert::Infallible;
use std::future::{Ready, ready};
use std::rc::Rc;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage, HttpRequest};

use super::visit::{Visit, visit_of};
use super::{ApiError, Budget, Budgets};

/// Who asks.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    pub(super) visit: Rc<Visit>,
    budgets: Data<Budgets>,
}

impl Caller {
    /// Spends a request that is to be answered, since nothing is wrong with it. The outermost layer tells how the
    /// client stands then, whatever is answered.
    ///
    /// # Errors
    ///
    /// It is one too many.
    pub(super) async fn spend(&self, budget: Budget) -> Result<(), ApiError> {
        let Some(standing) = self.budgets.spend(budget, &self.visit.client).await else { return Ok(()) };
        self.visit.standing.set(Some(standing));
        standing.retry_after().map_or(Ok(()), |retry_after| {
            Err(ApiError::RateLimited { budget, quota: standing.quota, retry_after })
        })
    }
}

impl FromRequest for Caller {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let visit = visit_of(&request.extensions());
        let budgets: &Data<Budgets> = request.app_data().expect("every app has them");
        ready(Ok(Self { visit, budgets: budgets.clone() }))
    }
}
