use clap::Args;
use jungle::arena::bench;

/// How much to search.
#[derive(Args)]
pub(crate) struct Bench {
    /// How many plies to look ahead.
    #[arg(env = "JUNGLE_BENCH_DEPTH", default_value_t = 18)]
    depth: u8,
}

impl Bench {
    /// Prints the nodes of each position, and on the last line those of all and their speed.
    pub(super) fn run(&self) {
        let total = bench(self.depth, &mut |place, analysis| {
            let (nodes, best, score) = (analysis.nodes, analysis.best(), analysis.score().centi());
            println!("{nodes:>10} {best} {score:>6} {} {}", place.ruleset, place.fen);
        });
        println!("{} nodes {} nps", total.nodes, total.speed());
    }
}
