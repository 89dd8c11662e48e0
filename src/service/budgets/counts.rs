use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

use super::Budget;

/// Budget and outcome.
type Labels = [(&'static str, &'static str); 2];

/// What became of every request that had to be within a budget.
#[derive(Clone, Debug, Default)]
pub(super) struct BudgetCounts(Family<Labels, Counter>);

impl BudgetCounts {
    /// Those that are measured from now on.
    pub(super) fn register(registry: &mut Registry) -> Self {
        let counts = Self::default();
        let help = "Requests by whether they were within the budget of their client: passed, refused, or let through \
                    unchecked since Redis did not answer";
        registry.register("jungle_rate_limits", help, counts.0.clone());
        counts
    }

    pub(super) fn outcomes(&self, budget: Budget) -> Outcomes {
        let counter =
            |outcome| self.0.get_or_create_owned(&[("budget", budget.name()), ("outcome", outcome)]);
        Outcomes { passed: counter("passed"), refused: counter("refused"), unchecked: counter("unchecked") }
    }
}

/// What became of the requests that had to be within one budget.
#[derive(Debug)]
pub(super) struct Outcomes {
    passed: Counter,
    refused: Counter,
    unchecked: Counter,
}

impl Outcomes {
    pub(super) fn count(&self, is_over: Option<bool>) {
        let counter = match is_over {
            Some(false) => &self.passed,
            Some(true) => &self.refused,
            None => &self.unchecked,
        };
        counter.inc();
    }
}
