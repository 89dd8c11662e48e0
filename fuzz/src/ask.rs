use std::fmt::Write;

use jungle::service::fuzzing::{Answer, Replica, Request};

use crate::JSON;

thread_local! {
    /// One for all inputs; never dropped, since no input is the last.
    static REPLICA: &'static Replica = Box::leak(Box::new(start()));
}

/// The service that is asked.
pub fn replica() -> &'static Replica {
    REPLICA.with(|replica| *replica)
}

/// A service that knows the state of the start, so that its id leads to a game whatever was asked before.
fn start() -> Replica {
    let replica = Replica::start();
    post_to(&replica, "/v1/legal-moves", JSON, b"{}");
    replica
}

/// What an operation answers to a JSON body.
pub fn post(path: &str, accept: &str, body: &[u8]) -> Answer {
    post_to(replica(), path, accept, body)
}

fn post_to(replica: &Replica, path: &str, accept: &str, body: &[u8]) -> Answer {
    let headers = &[("content-type", JSON), ("accept", accept)];
    let answer = replica.ask(&Request { method: "POST", target: path, headers, body });
    answer.expect("the path is one of ours, and any bytes are a body")
}

/// What a path answers, with a query or without, if HTTP can carry it.
pub fn get(target: &str, accept: &str) -> Option<Answer> {
    replica().ask(&Request { method: "GET", target, headers: &[("accept", accept)], body: b"" })
}

/// The bytes as a part of an address, those that may not stand there written as clients do.
pub fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        if byte.is_ascii_graphic() && !b"#<>".contains(&byte) {
            text.push(byte.into());
        } else {
            write!(text, "%{byte:02x}").expect("memory can be written to");
        }
    }
    text
}
