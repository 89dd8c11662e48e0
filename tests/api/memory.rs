//! What a server has in memory.

use std::fs;

use crate::server::Server;

/// What is resident, in bytes.
pub(crate) fn memory(server: &Server) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.process.id())).expect("it is alive");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("Linux tells it");
    let kilobytes = line.trim().trim_end_matches(" kB").parse::<u64>();
    kilobytes.expect("it is a number") << 10
}
