use std::fmt::{self, Debug, Display, Formatter};

/// A URL, unread: it may hold a password, which no message about a wrong one may tell.
#[derive(Clone)]
pub struct SecretUrl(String);

impl SecretUrl {
    /// All of it, for whoever connects.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for SecretUrl {
    fn from(text: String) -> Self {
        Self(text)
    }
}

/// Without who logs in, and without anything if it does not look like a URL.
impl Display for SecretUrl {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some((scheme, rest)) = self.0.split_once("://") else { return f.write_str("***") };
        match rest.rsplit_once('@') {
            Some((_, hosts)) => write!(f, "{scheme}://***@{hosts}"),
            None => f.write_str(&self.0),
        }
    }
}

impl Debug for SecretUrl {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("SecretUrl(…)")
    }
}
