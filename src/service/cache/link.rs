use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use redis::{Cmd, ErrorKind, FromRedisValue, RedisError, RedisResult, ServerErrorKind};
use tokio::sync::{Notify, watch};
use tokio::time::{sleep, timeout};

use super::address::{Connection, Connector};

/// How many answers in a row may be late before Redis counts as away.
const PATIENCE: u32 = 3;
/// How long a connection may take to be made, which nobody waits for, in answer time-outs.
const TIMEOUTS_TO_CONNECT: u32 = 10;
/// How long to wait between two tries to connect: at first, and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(200));
/// A key that tells whether values can be kept.
const PROBE: &str = "jungle:probe";

/// A connection that comes back: while it is away nobody waits for it, and it is tried again and again.
#[derive(Debug)]
pub(super) struct Link {
    /// How long an answer may take.
    timeout: Duration,
    current: Mutex<Current>,
    /// The late answers since the last one in time.
    late: AtomicU32,
    /// Told when the connection is given up.
    lost: Notify,
    /// Whether a connection was tried yet, with or without success.
    is_tried: watch::Sender<bool>,
}

/// The connection that is there, if one is.
#[derive(Default)]
struct Current {
    connection: Option<Connection>,
    /// How many there were, so that a late fault of an earlier one harms no later one.
    number: u64,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Fault {
    /// Nobody was asked, since the connection is away.
    Away,
    /// It did not come in time.
    Late,
    /// Redis or the connection said no.
    Refused(RedisError),
}

impl Link {
    /// Starts to connect, in a task of this runtime.
    pub(super) fn start(connector: Connector, timeout: Duration) -> Arc<Self> {
        let current = Mutex::new(Current::default());
        let (late, lost, is_tried) = (AtomicU32::new(0), Notify::new(), watch::Sender::new(false));
        let link = Arc::new(Self { timeout, current, late, lost, is_tried });
        tokio::spawn(link.clone().keep_up(connector));
        link
    }

    /// Whether there is a connection.
    pub(super) fn is_up(&self) -> bool {
        self.current().connection.is_some()
    }

    /// Tells which connection this is.
    pub(super) fn number(&self) -> u64 {
        self.current().number
    }

    /// Sends a command and waits for its answer, but not for long.
    pub(super) async fn ask<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, Fault> {
        let (mut connection, number) = match self.connection() {
            Some(connection) => connection,
            None => self.first_connection().await.ok_or(Fault::Away)?,
        };
        let Ok(answer) = timeout(self.timeout, command.query_async(&mut connection)).await else {
            if self.late.fetch_add(1, Ordering::Relaxed) + 1 >= PATIENCE {
                self.give_up(number, &"its answers are late");
            }
            return Err(Fault::Late);
        };
        self.late.store(0, Ordering::Relaxed);
        answer.map_err(|error: RedisError| {
            if is_broken(&error) {
                self.give_up(number, &error);
            }
            Fault::Refused(error)
        })
    }

    /// The connection that is just being made, as the process starts: it is worth no more than an answer's time.
    async fn first_connection(&self) -> Option<(Connection, u64)> {
        if *self.is_tried.borrow() {
            return None;
        }
        let _ = timeout(self.timeout, self.is_tried.subscribe().wait_for(|is_tried| *is_tried)).await;
        self.connection()
    }

    fn connection(&self) -> Option<(Connection, u64)> {
        let current = self.current();
        Some((current.connection.clone()?, current.number))
    }

    fn give_up(&self, number: u64, cause: &dyn std::fmt::Display) {
        let mut current = self.current();
        if current.number == number && current.connection.take().is_some() {
            tracing::warn!(%cause, "lost Redis, going on without it");
            self.lost.notify_one();
        }
    }

    /// Connects, waits until the connection is lost, and again.
    async fn keep_up(self: Arc<Self>, mut connector: Connector) {
        loop {
            let connection = self.reach(&mut connector).await;
            self.use_from_now(connection);
            self.lost.notified().await;
        }
    }

    fn use_from_now(&self, connection: Connection) {
        tracing::info!("connected to Redis");
        self.late.store(0, Ordering::Relaxed);
        let mut current = self.current();
        current.connection = Some(connection);
        current.number += 1;
        drop(current);
        self.is_tried.send_replace(true);
    }

    /// Tries until there is a connection over which values can be kept.
    async fn reach(&self, connector: &mut Connector) -> Connection {
        let (mut pause, most) = PAUSES;
        let mut told = String::new();
        loop {
            let cause = match self.try_to_reach(connector).await {
                Ok(connection) => return connection,
                Err(cause) => cause,
            };
            self.is_tried.send_replace(true);
            if cause != told {
                tracing::warn!(cause, "Redis is away");
                told = cause;
            }
            sleep(pause).await;
            pause = (pause * 2).min(most);
        }
    }

    async fn try_to_reach(&self, connector: &mut Connector) -> Result<Connection, String> {
        let time = self.timeout * TIMEOUTS_TO_CONNECT;
        let connection = timeout(time, connector.connect(time)).await;
        let mut connection =
            connection.map_err(|_| "no connection in time".to_owned())?.map_err(|error| error.to_string())?;
        let mut probe = redis::cmd("SET");
        probe.arg(PROBE).arg("").arg("PX").arg(1);
        let probed: RedisResult<()> = timeout(self.timeout, probe.query_async(&mut connection))
            .await
            .map_err(|_| "no answer in time".to_owned())?;
        match probed {
            Err(error) if !is_full(&error) => Err(error.to_string()),
            Ok(()) | Err(_) => Ok(connection),
        }
    }

    fn current(&self) -> MutexGuard<'_, Current> {
        self.current.lock().expect("nothing panics while it is held")
    }
}

/// Whether it takes another connection to be answered.
fn is_broken(error: &RedisError) -> bool {
    match error.kind() {
        ErrorKind::Io | ErrorKind::Parse | ErrorKind::ClusterConnectionNotFound => true,
        ErrorKind::Server(kind) => matches!(
            kind,
            ServerErrorKind::ReadOnly
                | ServerErrorKind::BusyLoading
                | ServerErrorKind::MasterDown
                | ServerErrorKind::ClusterDown
                | ServerErrorKind::Moved
                | ServerErrorKind::Ask
        ),
        _ => error.is_connection_dropped() || error.is_unrecoverable_error(),
    }
}

/// Whether there is no room for more, though what is there can be read.
fn is_full(error: &RedisError) -> bool {
    error.code() == Some("OOM")
}

impl std::fmt::Debug for Current {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let is_up = self.connection.is_some();
        f.debug_struct("Current").field("is_up", &is_up).field("number", &self.number).finish()
    }
}
