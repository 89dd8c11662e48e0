//! Who a request counts as, where clients are counted: for the queue of searches, and for what each may spend.

mod keys;
mod proxies;

use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use actix_web::http::header::{HeaderMap, HeaderName};

use keys::ApiKey;

pub(super) use keys::{ApiKeys, ParseKeysError};
pub use proxies::TrustedProxies;

const API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Client {
    /// Whoever is at this address. Of an IPv6 address the first half, since the other half is the client's to choose.
    Address(IpAddr),
    /// Whoever has this key, wherever they are.
    Key(Arc<ApiKey>),
}

impl Client {
    /// Whoever is at an address.
    pub(super) fn at(address: IpAddr) -> Self {
        Self::Address(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
            address @ IpAddr::V4(_) => address,
        })
    }
}

impl Client {
    /// Where it is, if that is what it counts as.
    pub(super) fn address(&self) -> Option<IpAddr> {
        match self {
            Self::Address(address) => Some(*address),
            Self::Key(_) => None,
        }
    }
}

/// Tells one client from every other, and no secret.
impl Display for Client {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address @ IpAddr::V4(_)) => address.fmt(f),
            Self::Address(address @ IpAddr::V6(_)) => write!(f, "{address}/64"),
            Self::Key(key) => write!(f, "key {}", key.name),
        }
    }
}

/// What tells the clients of a server apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Clients {
    /// The proxies whose word is taken for who asks.
    pub(super) proxies: TrustedProxies,
    /// The keys that were given out.
    pub(super) keys: ApiKeys,
}

impl Clients {
    /// Who asks: by a key if there is one that is known, or else by the address. Keys are no way in, since nothing is
    /// locked, so a wrong one does no harm.
    pub(super) fn find(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> Client {
        if let Some(key) = headers.get(API_KEY).and_then(|key| self.keys.find(key.as_bytes())) {
            return Client::Key(key);
        }
        // Only what comes over no network has no peer.
        let peer = peer.unwrap_or(Ipv4Addr::UNSPECIFIED.into());
        Client::at(self.proxies.origin(peer, headers))
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    fn at(text: &str) -> Client {
        Client::at(text.parse().unwrap())
    }

    #[test]
    fn an_ipv4_address_is_a_client_and_of_an_ipv6_address_the_first_half() {
        assert_eq!(at("2001:db8:0:1::1"), at("2001:db8:0:1:ffff:ffff:ffff:ffff"));
        assert_ne!(at("2001:db8:0:1::1"), at("2001:db8:0:2::1"));
        assert_ne!(at("192.0.2.1"), at("192.0.2.2"));
        assert_eq!(at("::ffff:192.0.2.1"), at("192.0.2.1"));
        assert_ne!(at("::ffff:192.0.2.1"), at("::ffff:192.0.2.2"));
        for (address, text) in [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"),
            ("::1", "::/64"),
        ] {
            assert_eq!(at(address).to_string(), text);
        }
    }

    #[test]
    fn a_known_key_goes_before_every_address_and_an_unknown_one_is_none() {
        let keys = "ann 0123456789abcdef 3".parse().unwrap();
        let clients = Clients { proxies: "192.0.2.0/24".parse().unwrap(), keys };
        let find = |key: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(API_KEY, HeaderValue::from_static(key));
            headers.insert(proxies::FORWARDED_FOR, HeaderValue::from_static("198.51.100.7"));
            clients.find(Some([192, 0, 2, 1].into()), &headers)
        };
        assert!(matches!(find("0123456789abcdef"), Client::Key(key) if key.factor.get() == 3));
        assert_eq!(find("0123456789abcdef").to_string(), "key ann");
        for wrong in ["", "0123456789abcdeF", "0123456789abcdef ", "ann", "0123456789abcde"] {
            assert_eq!(find(wrong), at("198.51.100.7"), "{wrong}");
        }
        assert_eq!(clients.find(None, &HeaderMap::new()), at("0.0.0.0"));
    }
}
