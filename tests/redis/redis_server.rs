use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs, process};

use redis::{Client, FromRedisValue};

/// How long a program may take to start.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(5);

/// A port that nobody listens on.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there are ports left");
    listener.local_addr().expect("it is bound").port()
}

/// A Redis of its own, with nothing in it; it ends with the value.
pub(crate) struct Redis {
    process: Child,
    pub(crate) port: u16,
    arguments: Vec<String>,
    folder: PathBuf,
}

impl Redis {
    pub(crate) fn start() -> Self {
        Self::on(free_port(), &[])
    }

    /// Starts it on a port, with more arguments.
    pub(crate) fn on(port: u16, more: &[&str]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("jungle-redis-{}-{number}", process::id()));
        fs::create_dir_all(&folder).expect("temporary files can be written");
        let arguments: Vec<String> = more.iter().map(ToString::to_string).collect();
        let process = spawn(port, &folder, &arguments);
        let redis = Self { process, port, arguments, folder };
        redis.wait();
        redis
    }

    /// Starts it as a sentinel, which rewrites its file of settings.
    pub(crate) fn sentinel(port: u16, file: &str) -> Self {
        let mut command = Command::new("redis-server");
        command.args([file, "--sentinel", "--bind", "127.0.0.1", "--port", &port.to_string()]);
        let process = quiet(&mut command).spawn().expect("it was started before");
        let redis = Self { process, port, arguments: Vec::new(), folder: PathBuf::from(file) };
        redis.wait();
        redis
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Asks it something.
    pub(crate) fn ask<T: FromRedisValue>(&self, words: &[&str]) -> T {
        self.try_to_ask(words).expect("it answers")
    }

    pub(crate) fn try_to_ask<T: FromRedisValue>(&self, words: &[&str]) -> redis::RedisResult<T> {
        let mut connection = Client::open(self.url())?.get_connection_with_timeout(PATIENCE)?;
        let mut command = redis::Cmd::new();
        for word in words {
            command.arg(word);
        }
        command.query(&mut connection)
    }

    /// Ends it at once.
    pub(crate) fn kill(&mut self) {
        self.process.kill().expect("it is still alive");
        self.process.wait().expect("a killed process ends");
    }

    /// Starts it again after its end, with nothing in it.
    pub(crate) fn restart(&mut self) {
        self.process = spawn(self.port, &self.folder, &self.arguments);
        self.wait();
    }

    /// Sends a signal by its name.
    pub(crate) fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        let status = kill.args([format!("-{name}"), self.process.id().to_string()]).status();
        assert!(status.expect("kill is there").success());
    }

    fn wait(&self) {
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(start.elapsed() < PATIENCE, "redis-server does not start");
            sleep(PAUSE);
        }
    }
}

fn spawn(port: u16, folder: &PathBuf, more: &[String]) -> Child {
    let mut command = Command::new("redis-server");
    command.args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]);
    command.args(["--port", &port.to_string(), "--dir"]).arg(folder).args(more);
    quiet(&mut command).spawn().expect("redis-server is installed: it is in Debian's package of that name")
}

fn quiet(command: &mut Command) -> &mut Command {
    command.stdout(Stdio::null()).stderr(Stdio::null())
}

impl Drop for Redis {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Waits until something holds.
#[track_caller]
pub(crate) fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "it never was so: {what}");
        sleep(PAUSE);
    }
}
