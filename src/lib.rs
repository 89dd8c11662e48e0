#![doc = include_str!("../README.md")]

pub mod arena;
pub mod engine;
pub mod rules;
pub mod service;
pub mod tuning;
pub mod uci;
