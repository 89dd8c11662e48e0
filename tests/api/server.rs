use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A server of its own for one test; it ends with the value.
pub(crate) struct Server {
    /// The running program.
    pub(crate) process: Child,
    /// Where it listens, as host and port.
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start() -> Self {
        Self::spawn(command().args(["--listen", "127.0.0.1:0"]))
    }

    /// Starts a command that serves, and waits until it does.
    pub(crate) fn spawn(command: &mut Command) -> Self {
        Self::spawn_logging(command, Stdio::null())
    }

    /// The same, with somewhere for the log to go.
    pub(crate) fn spawn_logging(command: &mut Command, log: Stdio) -> Self {
        Self::spawn_with_output(command.stderr(log)).0
    }

    /// The same, with what it prints after the first line.
    pub(crate) fn spawn_with_output(command: &mut Command) -> (Self, BufReader<ChildStdout>) {
        let command = command.stdout(Stdio::piped());
        let mut process = command.spawn().expect("the program can be started");
        let mut output = BufReader::new(process.stdout.take().expect("the output is piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("the output is text");
        let address = line.trim_end().strip_prefix("listening on http://").map(str::to_owned);
        (Self { process, address: address.expect("the first line says where it listens") }, output)
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().expect("the server is still alive after the test");
        self.process.wait().expect("a killed process ends");
    }
}

/// The program.
pub(crate) fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_jungle"))
}
