use std::fmt::{self, Debug, Formatter};
use std::str::FromStr;
use std::time::Duration;

use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::cluster::{ClusterClient, ClusterClientBuilder};
use redis::cluster_async::ClusterConnection;
use redis::io::tcp::TcpSettings;
use redis::sentinel::{SentinelClient, SentinelClientBuilder, SentinelServerType};
use redis::{
    AsyncConnectionConfig, Client, Cmd, ConnectionAddr, ConnectionInfo, IntoConnectionInfo, RedisError,
    RedisFuture, RedisResult, TlsCertificates, TlsMode, Value,
};
use thiserror::Error;

/// Where Redis or Valkey is: `redis://[user:password@]host[:port][,host…][/database]`, with TLS `rediss://`.
///
/// `?cluster` says that the hosts belong to a cluster, `?sentinel=NAME` that they are sentinels which know the
/// master of that name; with `&sentinel_auth` they want the same user and password as the master.
#[derive(Clone)]
pub(super) struct Address {
    nodes: Vec<ConnectionInfo>,
    topology: Topology,
}

/// Why a text is no [`Address`].
#[derive(Clone, Debug, Error)]
pub(super) enum ParseAddressError {
    /// Neither `redis` nor `rediss`.
    #[error("it starts neither with redis:// nor with rediss://")]
    Scheme,
    /// Not one of the parameters.
    #[error("{0:?} is none of ?cluster, ?sentinel=NAME and &sentinel_auth")]
    Parameter(String),
    /// Several hosts that do not know each other.
    #[error("several hosts want ?cluster or ?sentinel=NAME")]
    SeveralHosts,
    /// One of the hosts, the user, the password or the database.
    #[error("{0}")]
    Node(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Topology {
    Single,
    Cluster,
    Sentinel { master: String, with_auth: bool },
}

/// Hosts and what they are, but no secrets.
impl Debug for Address {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let hosts: Vec<String> = self.nodes.iter().map(|node| node.addr().to_string()).collect();
        f.debug_struct("Address").field("hosts", &hosts).field("topology", &self.topology).finish()
    }
}

impl FromStr for Address {
    type Err = ParseAddressError;

    fn from_str(text: &str) -> Result<Self, ParseAddressError> {
        let (url, parameters) = text.split_once('?').unwrap_or((text, ""));
        let topology = topology(parameters)?;
        let (scheme, rest) = url.split_once("://").ok_or(ParseAddressError::Scheme)?;
        if !["redis", "rediss"].contains(&scheme) {
            return Err(ParseAddressError::Scheme);
        }
        let (authority, database) = rest.split_once('/').unwrap_or((rest, ""));
        let (login, hosts) = authority
            .rsplit_once('@')
            .map_or((String::new(), authority), |(login, hosts)| (format!("{login}@"), hosts));
        let node = |host: &str| {
            let info = format!("{scheme}://{login}{host}/{database}").into_connection_info();
            let fault = |error: RedisError| ParseAddressError::Node(format!("host {host:?}: {error}"));
            info.map(|info| info.set_tcp_settings(without_delay())).map_err(fault)
        };
        let nodes = hosts.split(',').map(node).collect::<Result<Vec<_>, _>>()?;
        if topology == Topology::Single && nodes.len() > 1 {
            return Err(ParseAddressError::SeveralHosts);
        }
        Ok(Self { nodes, topology })
    }
}

/// Sends each command at once.
fn without_delay() -> TcpSettings {
    TcpSettings::default().set_nodelay(true)
}

fn topology(parameters: &str) -> Result<Topology, ParseAddressError> {
    let mut topology = Topology::Single;
    for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
        match (parameter.split_once('='), &mut topology) {
            (None, Topology::Single) if parameter == "cluster" => topology = Topology::Cluster,
            (Some(("sentinel", master)), Topology::Single) if !master.is_empty() => {
                topology = Topology::Sentinel { master: master.to_owned(), with_auth: false };
            }
            (None, Topology::Sentinel { with_auth, .. }) if parameter == "sentinel_auth" => *with_auth = true,
            _ => return Err(ParseAddressError::Parameter(parameter.to_owned())),
        }
    }
    Ok(topology)
}

/// What makes connections.
pub(super) enum Connector {
    Single(Box<Client>),
    Cluster(Box<ClusterClient>),
    Sentinel(Box<SentinelClient>),
}

impl Address {
    /// What makes connections to there; a certificate that is given is trusted in place of the usual ones.
    ///
    /// # Errors
    ///
    /// The parts do not go together, or the certificate is none.
    pub(super) fn connector(&self, root: Option<&[u8]>, timeout: Duration) -> RedisResult<Connector> {
        let certificates =
            root.map(|root| TlsCertificates { client_tls: None, root_cert: Some(root.to_vec()) });
        let first = self.nodes.first().expect("splitting a text gives a part");
        Ok(match (&self.topology, certificates) {
            (Topology::Single, None) => Connector::Single(Box::new(Client::open(first.clone())?)),
            (Topology::Single, Some(certificates)) => {
                Connector::Single(Box::new(Client::build_with_tls(first.clone(), certificates)?))
            }
            (Topology::Cluster, certificates) => {
                let builder = ClusterClientBuilder::new(self.nodes.clone())
                    .retries(0)
                    .connection_timeout(timeout)
                    .response_timeout(timeout)
                    .tcp_settings(without_delay());
                let builder = match certificates {
                    Some(certificates) => builder.certs(certificates),
                    None => builder,
                };
                Connector::Cluster(Box::new(builder.build()?))
            }
            (Topology::Sentinel { master, with_auth }, certificates) => {
                Connector::Sentinel(Box::new(self.sentinel(master, *with_auth, certificates)?))
            }
        })
    }

    fn sentinel(
        &self,
        master: &str,
        with_auth: bool,
        certificates: Option<TlsCertificates>,
    ) -> RedisResult<SentinelClient> {
        let first = self.nodes.first().expect("splitting a text gives a part");
        let login = first.redis_settings();
        let sentinels = self.nodes.iter().map(|node| node.addr().clone());
        let mut builder = SentinelClientBuilder::new(sentinels, master, SentinelServerType::Master)?
            .set_client_to_redis_db(login.db())
            .set_client_to_redis_tcp_settings(without_delay())
            .set_client_to_sentinel_tcp_settings(without_delay());
        if matches!(first.addr(), ConnectionAddr::TcpTls { .. }) {
            builder = builder.set_client_to_redis_tls_mode(TlsMode::Secure);
        }
        if let Some(certificates) = certificates {
            builder = builder
                .set_client_to_redis_certificates(certificates.clone())
                .set_client_to_sentinel_certificates(certificates);
        }
        if let Some(user) = login.username() {
            builder = builder.set_client_to_redis_username(user);
            builder = if with_auth { builder.set_client_to_sentinel_username(user) } else { builder };
        }
        if let Some(password) = login.password() {
            builder = builder.set_client_to_redis_password(password);
            builder = if with_auth { builder.set_client_to_sentinel_password(password) } else { builder };
        }
        builder.build()
    }
}

/// A connection, whose clones share it.
#[derive(Clone)]
pub(super) enum Connection {
    Single(MultiplexedConnection),
    Cluster(ClusterConnection),
}

impl Connector {
    /// Connects.
    pub(super) async fn connect(&mut self, timeout: Duration) -> RedisResult<Connection> {
        // The answers are waited for by whoever asks.
        let config =
            AsyncConnectionConfig::new().set_connection_timeout(Some(timeout)).set_response_timeout(None);
        Ok(match self {
            Self::Single(client) => {
                Connection::Single(client.get_multiplexed_async_connection_with_config(&config).await?)
            }
            Self::Sentinel(client) => {
                Connection::Single(client.get_async_connection_with_config(&config).await?)
            }
            Self::Cluster(client) => Connection::Cluster(client.get_async_connection().await?),
        })
    }
}

impl ConnectionLike for Connection {
    fn req_packed_command<'a>(&'a mut self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        match self {
            Self::Single(connection) => connection.req_packed_command(command),
            Self::Cluster(connection) => connection.req_packed_command(command),
        }
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a redis::Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        match self {
            Self::Single(connection) => connection.req_packed_commands(pipeline, offset, count),
            Self::Cluster(connection) => connection.req_packed_commands(pipeline, offset, count),
        }
    }

    fn get_db(&self) -> i64 {
        match self {
            Self::Single(connection) => connection.get_db(),
            Self::Cluster(connection) => connection.get_db(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        text.parse::<Address>().map_or_else(|error| error.to_string(), |url| format!("{url:?}"))
    }

    #[test]
    fn a_url_names_hosts_and_what_they_are() {
        for (text, expected) in [
            ("redis://cache", r#"Address { hosts: ["cache:6379"], topology: Single }"#),
            ("rediss://u:p@cache:1/2", r#"Address { hosts: ["cache:1"], topology: Single }"#),
            ("redis://:p%2C%40@a:1,b:2?cluster", r#"Address { hosts: ["a:1", "b:2"], topology: Cluster }"#),
            (
                "redis://a:1,b:2/3?sentinel=main&sentinel_auth",
                r#"Address { hosts: ["a:1", "b:2"], topology: Sentinel { master: "main", with_auth: true } }"#,
            ),
        ] {
            assert_eq!(shown(text), expected);
            let _ = rustls::crypto::ring::default_provider().install_default();
            let url: Address = text.parse().unwrap();
            assert!(url.connector(None, Duration::from_millis(20)).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_wrong_url_is_refused_without_its_password() {
        for (text, fault) in [
            ("", "it starts neither"),
            ("cache:6379", "it starts neither"),
            ("http://cache", "it starts neither"),
            ("redis://a,b", "several hosts"),
            ("redis://a?clusters", "none of ?cluster"),
            ("redis://a?sentinel=", "none of ?cluster"),
            ("redis://a?sentinel_auth", "none of ?cluster"),
            ("redis://a?cluster&sentinel=b", "none of ?cluster"),
            ("redis://:secret@a:port", "host \"a:port\""),
            ("redis://:secret@", "host \"\""),
            ("redis://:secret@a/b", "host \"a\""),
        ] {
            let error = shown(text);
            assert!(error.contains(fault) && !error.contains("secret"), "{text}: {error}");
        }
    }
}
