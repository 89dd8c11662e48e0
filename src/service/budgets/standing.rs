use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use arrayvec::ArrayString;

use super::{Budget, Quota};

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// How a client stands with a budget, after what it has just spent or was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) struct Standing {
    /// What of.
    pub(in crate::service) budget: Budget,
    /// What the client may spend.
    pub(in crate::service) quota: Quota,
    /// How many requests it may make at once.
    pub(super) remaining: u32,
    /// After how many seconds it may make one more.
    pub(super) next: u32,
    /// Whether the request was one too many.
    pub(super) is_over: bool,
}

impl Standing {
    /// After how many seconds to try again, if the request was one too many.
    pub(in crate::service) fn retry_after(&self) -> Option<u32> {
        self.is_over.then_some(self.next)
    }

    /// Tells the client.
    ///
    /// In the fields of <https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/12/>. There `t` is for how
    /// long there is no more than `r`: up to the next request that comes back, not until all have.
    pub(in crate::service) fn tell(&self, headers: &mut HeaderMap) {
        let Self { budget, quota, remaining, next, .. } = self;
        headers.insert(POLICY, item(*budget, [(";q=", quota.count()), (";w=", quota.seconds())]));
        headers.insert(LIMIT, item(*budget, [(";r=", *remaining), (";t=", *next)]));
    }
}

/// The name of a budget with parameters, put together without a formatter, which would take most of the time that a
/// limit costs.
fn item(budget: Budget, parameters: [(&str, u32); 2]) -> HeaderValue {
    let mut text = ArrayString::<64>::new();
    for part in ["\"", budget.name(), "\""] {
        text.push_str(part);
    }
    for (name, number) in parameters {
        text.push_str(name);
        text.push_str(itoa::Buffer::new().format(number));
    }
    HeaderValue::from_str(&text).expect("words and numbers are ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standing_is_told_as_structured_fields() {
        let quota = "600/min".parse().unwrap();
        let spent = Standing { budget: Budget::Rules, quota, remaining: 599, next: 1, is_over: false };
        let refused = Standing { budget: Budget::Searches, remaining: 0, next: 12, is_over: true, ..spent };
        for (standing, policy, limit, retry_after) in [
            (spent, r#""rules";q=600;w=60"#, r#""rules";r=599;t=1"#, None),
            (refused, r#""searches";q=600;w=60"#, r#""searches";r=0;t=12"#, Some(12)),
        ] {
            let mut headers = HeaderMap::new();
            standing.tell(&mut headers);
            let told = [POLICY, LIMIT].map(|name| headers.get(name).unwrap().to_str().unwrap());
            assert_eq!(told, [policy, limit]);
            assert_eq!(standing.retry_after(), retry_after);
        }
    }
}
