//! The command line of Jungle.

fn main() {}
