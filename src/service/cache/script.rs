use redis::{Cmd, cmd};

/// A program for Redis that reads and writes one key, so that a cluster can run it too.
#[derive(Debug)]
pub(in crate::service) struct Script {
    code: &'static str,
    /// What Redis calls it, once it knows it.
    digest: String,
}

impl Script {
    /// Written in Lua.
    pub(in crate::service) fn new(code: &'static str) -> Self {
        Self { code, digest: redis::Script::new(code).get_hash().to_owned() }
    }

    /// Runs it in a Redis that knows it.
    pub(super) fn run_known(&self, key: &str, arguments: &[u64]) -> Cmd {
        run("EVALSHA", &self.digest, key, arguments)
    }

    /// Runs it in any Redis, which knows it from then on.
    pub(super) fn run_whole(&self, key: &str, arguments: &[u64]) -> Cmd {
        run("EVAL", self.code, key, arguments)
    }
}

fn run(command: &str, script: &str, key: &str, arguments: &[u64]) -> Cmd {
    let mut command = cmd(command);
    command.arg(script).arg(1).arg(key).arg(arguments);
    command
}
