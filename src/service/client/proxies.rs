use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use actix_web::http::header::{HeaderMap, HeaderName};
use ipnet::IpNet;
use thiserror::Error;

pub(super) const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The proxies whose word is taken for who asks: addresses and networks with commas, such as `10.0.0.0/8,fd00::/8`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

/// Why a text is no [`TrustedProxies`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseProxiesError {
    /// One of the entries is something else.
    #[error("{0:?} is neither an address nor a network such as 10.0.0.0/8")]
    Entry(String),
    /// No peer ever has such an address, since it counts as the IPv4 address that it holds.
    #[error("{0} is to be written as an IPv4 address")]
    Mapped(IpNet),
}

impl Display for TrustedProxies {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
    }
}

impl FromStr for TrustedProxies {
    type Err = ParseProxiesError;

    /// Of a text without entries, none: so that an empty variable is as good as none.
    fn from_str(text: &str) -> Result<Self, ParseProxiesError> {
        let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        entries.map(network).collect::<Result<_, _>>().map(Self)
    }
}

fn network(entry: &str) -> Result<IpNet, ParseProxiesError> {
    let network = entry.parse().or_else(|_| entry.parse().map(|address: IpAddr| IpNet::from(address)));
    let network = network.map_err(|_| ParseProxiesError::Entry(entry.to_owned()))?;
    match network {
        IpNet::V6(inner) if inner.addr().to_ipv4_mapped().is_some() => {
            Err(ParseProxiesError::Mapped(network))
        }
        network => Ok(network),
    }
}

impl TrustedProxies {
    /// The address of whoever asks, by the word of proxies that are trusted, each for the one before it.
    ///
    /// `X-Forwarded-For` is read from its end, to which every proxy adds whom it was asked by. What stands before the
    /// first address that is not trusted may be made up by the client. `Forwarded` (RFC 7239) is not read: proxies that
    /// write the one hand the other on as it came, so that a client could choose which of both is believed.
    pub(super) fn origin(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut origin = peer.to_canonical();
        let lines = headers.get_all(FORWARDED_FOR).rev();
        let mut entries = lines
            .flat_map(|line| line.as_bytes().rsplit(|&byte| byte == b','))
            .map(<[u8]>::trim_ascii)
            .filter(|entry| !entry.is_empty());
        while self.trust(origin) {
            let Some(before) = entries.next().and_then(address) else { break };
            origin = before;
        }
        origin
    }

    fn trust(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// An address, in brackets or not, with a port or without.
fn address(entry: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(entry).ok()?;
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    bare.parse().ok().or_else(with_port).map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    #[test]
    fn a_list_holds_addresses_and_networks() {
        let proxies = |text: &str| text.parse::<TrustedProxies>();
        let some = proxies("10.0.0.0/8, fd00::/8,192.0.2.1 ,,2001:db8::1").unwrap();
        for (address, is_trusted) in [
            ("10.255.0.1", true),
            ("11.0.0.1", false),
            ("fdff::1", true),
            ("fe80::1", false),
            ("192.0.2.1", true),
            ("192.0.2.2", false),
            ("2001:db8::1", true),
            ("2001:db8::2", false),
        ] {
            assert_eq!(some.trust(address.parse().unwrap()), is_trusted, "{address}");
        }
        assert!(proxies("10.1.2.3/8").unwrap().trust([10, 9, 9, 9].into()));
        assert_eq!(proxies(" "), Ok(TrustedProxies::default()));
        for wrong in ["10.0.0.0/33", "nope", "10.0.0.0/8 fd00::/8", "10.0.0", "*", "fd00::/129", "10.0.0.0/"]
        {
            assert_eq!(proxies(wrong), Err(ParseProxiesError::Entry(wrong.to_owned())));
        }
        for mapped in ["::ffff:10.0.0.0/104", "::ffff:10.0.0.1"] {
            assert!(matches!(proxies(mapped), Err(ParseProxiesError::Mapped(_))), "{mapped}");
        }
    }

    /// Whom the proxies of `10.0.0.0/8` and `fd00::/8` say that a request of a peer comes from.
    fn origin(peer: &str, lines: &[&'static [u8]]) -> String {
        let proxies: TrustedProxies = "10.0.0.0/8,fd00::/8".parse().unwrap();
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, HeaderValue::from_bytes(line).unwrap());
        }
        proxies.origin(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(origin("192.0.2.1", &[b"198.51.100.7"]), "192.0.2.1");
        assert_eq!(origin("::ffff:192.0.2.1", &[b"198.51.100.7"]), "192.0.2.1");
        assert_eq!(origin("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(origin("10.0.0.1", &[b"198.51.100.7"]), "198.51.100.7");
        assert_eq!(origin("::ffff:10.0.0.1", &[b"198.51.100.7"]), "198.51.100.7");
        assert_eq!(origin("fd00::1", &[b"198.51.100.7"]), "198.51.100.7");
    }

    #[test]
    fn the_list_is_read_from_its_end_up_to_the_first_that_is_not_trusted() {
        for (lines, expected) in [
            (&[&b"203.0.113.9, 198.51.100.7"[..]][..], "198.51.100.7"),
            (&[b"203.0.113.9, 198.51.100.7,10.0.0.2 , 10.0.0.3"], "198.51.100.7"),
            (&[b"203.0.113.9", b"198.51.100.7", b"10.0.0.2, 10.0.0.3"], "198.51.100.7"),
            (&[b"198.51.100.7", b"10.0.0.2"], "198.51.100.7"),
            (&[b"198.51.100.7,", b"", b" , "], "198.51.100.7"),
            (&[b"10.0.0.9, 10.0.0.2"], "10.0.0.9"),
            (&[b"198.51.100.7, ::ffff:10.0.0.2"], "198.51.100.7"),
        ] {
            assert_eq!(origin("10.0.0.1", lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn an_entry_may_have_brackets_and_a_port() {
        for (entry, expected) in [
            (&b"198.51.100.7:4711"[..], "198.51.100.7"),
            (b"2001:db8::1", "2001:db8::1"),
            (b"[2001:db8::1]", "2001:db8::1"),
            (b"[2001:db8::1]:4711", "2001:db8::1"),
            (b"[::ffff:198.51.100.7]:4711", "198.51.100.7"),
        ] {
            assert_eq!(origin("10.0.0.1", &[entry]), expected);
        }
    }

    #[test]
    fn garbage_ends_the_way_at_the_last_address() {
        for garbage in [
            &b"unknown"[..],
            b"198.51.100.7 203.0.113.9",
            b"198.51.100.7:",
            b"198.51.100.7:99999",
            b"198.51.100.256",
            b"[2001:db8::1",
            b"\"198.51.100.7\"",
            b"for=198.51.100.7",
            b"\xff",
        ] {
            assert_eq!(origin("10.0.0.1", &[garbage]), "10.0.0.1", "{garbage:?}");
            assert_eq!(
                origin("10.0.0.1", &[b"198.51.100.7", garbage, b"10.0.0.2"]),
                "10.0.0.2",
                "{garbage:?}"
            );
        }
    }
}
