//! The HTTP contract, asked of the real server from outside.

mod analysis;
mod answers;
mod apply;
mod bodies;
mod bot_move;
mod client;
mod cpu;
mod errors;
mod events;
mod explain;
mod gone;
mod http;
mod legal_moves;
mod pages;
mod positions;
mod queries;
mod reasons;
mod replay;
mod rulesets;
mod searches;
mod server;
mod soak;
mod state_ids;
mod states;
