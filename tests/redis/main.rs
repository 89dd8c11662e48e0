//! Replicas that share a real Redis, which fails in every way it can.

#[path = "../api/server.rs"]
mod server;

mod failover;
mod games;
mod limits;
mod outages;
mod redis_server;
mod replica;
mod topologies;
mod traffic;
mod wrong_values;
