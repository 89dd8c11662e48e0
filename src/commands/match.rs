use std::error::Error;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use jungle::arena::{Finish, Match, Pair, Player, Report, Sprt, Tally};
use jungle::rules::{Ruleset, Side};

use super::tables;

/// Who plays, how often, and by which rules.
///
/// A player is the engine with settings, level=1..10, time=MILLISECONDS, nodes=N, depth=N, hash=MEGABYTES,
/// blur=CENTI, seed=N, tables=no, as in `level=5,seed=3`; or another program, as in
/// `uci:path/to/program argument,time=100,option.Hash=64,timeout=5000`, with a limit of time, nodes or depth.
#[derive(Args)]
pub(crate) struct Contest {
    /// The first player, A.
    #[arg(env = "JUNGLE_MATCH_A")]
    a: Player,
    /// The second player, B.
    #[arg(env = "JUNGLE_MATCH_B")]
    b: Player,
    /// How many games, two from each opening: an odd number is one game more.
    #[arg(long, env = "JUNGLE_MATCH_GAMES", default_value = "100")]
    games: NonZeroUsize,
    /// Stop as soon as it is plain by which of two differences in Elo A is stronger; errs one time in twenty.
    #[arg(long, env = "JUNGLE_MATCH_SPRT", value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    conditions: Conditions,
}

/// What the games of a match have in common.
#[derive(Args, Clone)]
pub(super) struct Conditions {
    /// The name of the ruleset.
    #[arg(long, env = "JUNGLE_RULESET", default_value = "standard", value_parser = super::ruleset)]
    pub(super) ruleset: Ruleset,
    /// How many games are played at a time; players with a limit of time disturb each other.
    #[arg(long, env = "JUNGLE_MATCH_CONCURRENCY", default_value = "1")]
    pub(super) concurrency: NonZeroUsize,
    /// What openings and errors come from.
    #[arg(long, env = "JUNGLE_MATCH_SEED", default_value_t = 1)]
    pub(super) seed: u64,
    /// The random plies of an opening.
    #[arg(long, env = "JUNGLE_MATCH_PLIES", default_value_t = 4)]
    pub(super) plies: u32,
    /// The ply at which a game is drawn, whatever its rules say.
    #[arg(long, env = "JUNGLE_MATCH_MAX_PLIES", default_value_t = 400)]
    pub(super) max_plies: u32,
    /// A folder of endgame tables beside those in the program; a player with `tables=no` asks none.
    #[arg(long, env = "JUNGLE_TABLES", value_name = "FOLDER")]
    pub(super) tables: Option<PathBuf>,
}

impl Conditions {
    /// A match under these conditions.
    pub(super) fn contest(&self, players: [Player; 2], games: NonZeroUsize) -> Result<Match, Box<dyn Error>> {
        Ok(Match {
            players,
            ruleset: self.ruleset,
            pairs: games.get().div_ceil(2),
            concurrency: self.concurrency.get(),
            seed: self.seed,
            opening_plies: self.plies,
            max_plies: self.max_plies,
            tables: tables::open(self.tables.as_deref())?,
            sprt: None,
        })
    }
}

impl Contest {
    /// Plays the match and prints its report.
    pub(super) fn run(self) -> Result<(), Box<dyn Error>> {
        let contest = Match { sprt: self.sprt, ..self.conditions.contest([self.a, self.b], self.games)? };
        let bar = bar(contest.pairs as u64 * 2);
        let mut number = 0;
        let tally = contest.play(&mut |pair, tally| {
            number += 1;
            print_forfeits(&bar, number, pair);
            bar.set_position(tally.games());
            bar.set_message(message(&contest, tally));
        })?;
        bar.finish_and_clear();
        print!("{}", Report { contest: &contest, tally: &tally });
        Ok(())
    }
}

/// A bar for a number of games; it shows nothing where standard error is not a terminal.
pub(super) fn bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {msg} {eta} left")
        .expect("the template is well formed");
    let bar = ProgressBar::new(games).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

fn message(contest: &Match, tally: &Tally) -> String {
    let Tally { won, drawn, lost, pairs, .. } = tally;
    let score = tally.score().map_or_else(String::new, |score| {
        let elo = score.elo();
        format!(" {:.1} %, Elo {:+.0} ± {:.0},", score.value * 100.0, elo.value, elo.margin())
    });
    let ratio = contest.sprt.map_or_else(String::new, |sprt| format!(" LLR {:.2},", sprt.ratio(pairs)));
    format!("+{won} ={drawn} -{lost},{score}{ratio}")
}

/// Tells of each game that was forfeited, above the bar.
fn print_forfeits(bar: &ProgressBar, number: u64, pair: &Pair) {
    for (first, game) in Side::ALL.into_iter().zip(&pair.games) {
        if let Finish::Forfeit(side, forfeit) = &game.finish {
            let player = if *side == first { "A" } else { "B" };
            let game = number * 2 - u64::from(first == Side::White);
            bar.suspend(|| eprintln!("game {game}: {player}, {side:?}, {forfeit}"));
        }
    }
}
