//! What each client may ask for: so many requests in so long, of each kind.
//!
//! - **Two budgets.** What only the rules have to be asked for is cheap, a search is not. Each has a quota of its own,
//!   or none; without one nothing is counted.
//! - **Who spends.** A client is an address or has a key, whose factor multiplies the quotas. Only what would be
//!   answered is spent on: never a malformed or an illegal request, nor a page, a preflight or a health check.
//! - **Where it is counted.** In this process, as clients that have asked lately, of which it remembers a bounded
//!   number. With Redis it is counted there, by all replicas together and by its clock. A Redis that does not answer
//!   lets everything through: a limit is there to keep the service up, not to take it down.

mod counts;
mod memory;
mod quota;
mod shared;
mod standing;

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use prometheus_client::registry::Registry;

pub use quota::Quota;
pub(super) use standing::Standing;

use super::cache::Cache;
use super::client::Client;
use counts::{BudgetCounts, Outcomes};
use memory::Memory;
use shared::Shared;

/// What may be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Budget {
    /// Requests that need nothing but the rules.
    Rules,
    /// Requests that may need a search.
    Searches,
}

impl Budget {
    fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Searches => "searches",
        }
    }
}

impl Display for Budget {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The quota of each budget that has one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quotas {
    /// For each client, of what needs nothing but the rules.
    pub(super) rules: Option<Quota>,
    /// For each client, of what may need a search.
    pub(super) searches: Option<Quota>,
}

/// The budgets of all clients.
#[derive(Debug)]
pub(super) struct Budgets {
    rules: Option<Limit>,
    searches: Option<Limit>,
}

impl Budgets {
    /// Of these quotas, counted by the Redis of a cache if it has one.
    pub(super) fn new(quotas: Quotas, cache: &Arc<Cache>, registry: &mut Registry) -> Self {
        let counts = BudgetCounts::register(registry);
        let limit = |budget, quota: Option<Quota>| {
            let quota = quota?;
            let shared = Shared::new(budget, cache).map(Ledger::Shared);
            let ledger = shared.unwrap_or_else(|| Ledger::Own(Memory::new(quota.seconds())));
            Some(Limit { budget, quota, ledger, outcomes: counts.outcomes(budget) })
        };
        let Quotas { rules, searches } = quotas;
        Self { rules: limit(Budget::Rules, rules), searches: limit(Budget::Searches, searches) }
    }

    /// Lets a client spend a request, if it may; tells how the client stands then, unless nobody knows or cares.
    pub(super) async fn spend(&self, budget: Budget, client: &Client) -> Option<Standing> {
        let limit = match budget {
            Budget::Rules => &self.rules,
            Budget::Searches => &self.searches,
        };
        limit.as_ref()?.spend(client).await
    }
}

/// A budget with a quota.
#[derive(Debug)]
struct Limit {
    budget: Budget,
    quota: Quota,
    ledger: Ledger,
    outcomes: Outcomes,
}

/// Where it is kept what clients owe.
#[derive(Debug)]
enum Ledger {
    /// In this process, for itself.
    Own(Memory),
    /// In Redis, for all replicas.
    Shared(Shared),
}

impl Ledger {
    async fn spend(&self, client: &Client, quota: Quota) -> Option<Spending> {
        match self {
            Self::Own(memory) => Some(memory.spend(client, quota)),
            Self::Shared(shared) => shared.spend(client, quota).await,
        }
    }
}

/// What became of a request that had to be within a quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spending {
    /// What the client owes after it.
    debt: u64,
    /// Whether it was one too many, and the client owes no more than before.
    is_over: bool,
}

impl Spending {
    /// What becomes of the request of a client that owes so much.
    fn of(quota: Quota, debt: u64) -> Self {
        let spent = quota.spend(debt);
        Self { debt: spent.unwrap_or(debt), is_over: spent.is_none() }
    }
}

impl Limit {
    async fn spend(&self, client: &Client) -> Option<Standing> {
        let quota = match client {
            Client::Address(_) => self.quota,
            Client::Key(key) => self.quota.times(key.factor),
        };
        let spending = self.ledger.spend(client, quota).await;
        self.outcomes.count(spending.map(|spending| spending.is_over));
        let Spending { debt, is_over } = spending?;
        let (remaining, next) = (quota.remaining(debt), quota.next(debt));
        Some(Standing { budget: self.budget, quota, remaining, next, is_over })
    }
}
