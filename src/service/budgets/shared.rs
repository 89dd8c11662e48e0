use std::sync::Arc;

use super::{Budget, Quota, Spending};
use crate::service::cache::{Cache, Script};
use crate::service::client::Client;
use crate::service::digest::Digest;

/// What the clients of all replicas owe, as Redis keeps it.
#[derive(Debug)]
pub(super) struct Shared {
    budget: Budget,
    cache: Arc<Cache>,
    script: Script,
}

impl Shared {
    /// Of a budget, where there is a Redis to keep it.
    pub(super) fn new(budget: Budget, cache: &Arc<Cache>) -> Option<Self> {
        cache.redis()?;
        Some(Self { budget, cache: cache.clone(), script: Script::new(include_str!("gcra.lua")) })
    }

    /// Lets a client spend a request, if it may, unless Redis does not answer.
    pub(super) async fn spend(&self, client: &Client, quota: Quota) -> Option<Spending> {
        // Redis is told of no address and no name.
        let key = format!("jungle:rate:{}:{}", self.budget, Digest::of(client.to_string().as_bytes()));
        let answer = self.cache.redis()?.run(&self.script, &key, &[quota.cost(), quota.credit()]).await;
        let (is_over, debt) = answer?;
        Some(Spending { debt, is_over })
    }
}
