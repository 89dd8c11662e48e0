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
mod standing;

use std::fmt::{self, Display, Formatter};

pub(super) use counts::BudgetCounts;
pub use quota::Quota;
pub(super) use standing::Standing;

use super::client::Client;
use counts::Outcomes;
use memory::Memory;

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
    /// Nothing is spent yet.
    pub(super) fn new(quotas: Quotas, counts: &BudgetCounts) -> Self {
        let limit = |budget, quota: Option<Quota>| quota.map(|quota| Limit::new(budget, quota, counts));
        Self { rules: limit(Budget::Rules, quotas.rules), searches: limit(Budget::Searches, quotas.searches) }
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
    memory: Memory,
    outcomes: Outcomes,
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
    fn new(budget: Budget, quota: Quota, counts: &BudgetCounts) -> Self {
        Self { budget, quota, memory: Memory::new(quota.seconds()), outcomes: counts.outcomes(budget) }
    }

    async fn spend(&self, client: &Client) -> Option<Standing> {
        let quota = match client {
            Client::Address(_) => self.quota,
            Client::Key(key) => self.quota.times(key.factor),
        };
        let spending = Some(self.memory.spend(client, quota));
        self.outcomes.count(spending.map(|spending| spending.is_over));
        let Spending { debt, is_over } = spending?;
        let (remaining, next) = (quota.remaining(debt), quota.next(debt));
        Some(Standing { budget: self.budget, quota, remaining, next, is_over })
    }
}
