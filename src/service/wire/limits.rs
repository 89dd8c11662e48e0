use std::time::Duration;

use serde::Deserialize;
use utoipa::ToSchema;

use super::Whole;
use crate::engine::Limits;

/// Plies to look ahead.
pub(in crate::service) type Depth = Whole<1, 60>;
/// Positions to visit.
pub(in crate::service) type Nodes = Whole<1, 10_000_000>;
type Milliseconds = Whole<1, 10_000>;

/// How far to search; the first limit reached ends the search. With a time, answers may differ.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Limits)]
pub(in crate::service) struct LimitsInput {
    /// The plies to look ahead.
    #[schema(inline)]
    pub(in crate::service) depth: Option<Depth>,
    /// The positions to visit.
    #[schema(inline)]
    pub(in crate::service) nodes: Option<Nodes>,
    /// The milliseconds to take.
    #[schema(inline)]
    pub(in crate::service) time_ms: Option<Milliseconds>,
}

impl From<LimitsInput> for Limits {
    fn from(LimitsInput { depth, nodes, time_ms }: LimitsInput) -> Self {
        Self {
            depth: depth.map(|depth| depth.get() as u8),
            nodes: nodes.map(Nodes::get),
            time: time_ms.map(|time| Duration::from_millis(time.get())),
            ..Self::default()
        }
    }
}
