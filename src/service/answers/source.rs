/// Where an answer comes from that may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) enum Source {
    /// From this process.
    Memory,
    /// From what the replicas share.
    Redis,
    /// It was searched, for this request or for an equal one at the same time, and is kept from now on.
    Search,
    /// It was searched, and another time it may be another answer.
    Once,
}

impl Source {
    /// As the header Cache-Status tells it (RFC 9211).
    pub(in crate::service) const fn status(self) -> &'static str {
        match self {
            Self::Memory => "jungle; hit; detail=memory",
            Self::Redis => "jungle; hit; detail=redis",
            Self::Search => "jungle; fwd=miss; stored",
            Self::Once => "jungle; fwd=bypass",
        }
    }

    /// In a word, for the log.
    pub(in crate::service) const fn word(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Redis => "redis",
            Self::Search => "miss",
            Self::Once => "bypass",
        }
    }
}
