use std::error::Error;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Duration;

use clap::{Args, Subcommand};
use indicatif::{HumanBytes, ProgressBar, ProgressStyle};
use jungle::engine::tablebase::{Builder, Census, Made, Material, Refused, Tables, folder_name, verify};
use jungle::rules::Ruleset;
use jungle::service::read_ruleset;

/// What to do with endgame tables.
#[derive(Subcommand)]
pub(crate) enum TablesCommand {
    /// Make tables from the ends of the game back; what is there already is kept, so it can be stopped and run again.
    Build(Build),
    /// Compare checksums, and random entries with what their moves lead to.
    Verify(Verify),
    /// Count won, lost and drawn positions, as a table in Markdown.
    Stats(Stats),
    /// List sets of pieces, one a line: what a scheduler shares out.
    Sets(Sets),
}

impl TablesCommand {
    pub(super) fn run(&self) -> Result<(), Box<dyn Error>> {
        match self {
            Self::Build(arguments) => arguments.run(),
            Self::Verify(arguments) => arguments.run(),
            Self::Stats(arguments) => arguments.run(),
            Self::Sets(arguments) => arguments.run(),
        }
    }
}

#[derive(Args)]
pub(crate) struct Build {
    /// Every set of pieces up to so many; three take seconds, four minutes, five half a day.
    #[arg(long, env = "JUNGLE_TABLES_PIECES", default_value = "3", value_parser = pieces())]
    pieces: u64,
    /// One set of pieces only, such as TLe-r, for which all smaller ones are there already; may be given more than once.
    #[arg(long = "set", env = "JUNGLE_TABLES_SET", value_name = "PIECES", value_delimiter = ',')]
    sets: Vec<Material>,
    /// The name of the ruleset, or own rules as the API takes them: `{"base": "leiden", "no_legal_moves": "loses"}`.
    #[arg(long, env = "JUNGLE_RULESET", default_value = "standard", value_parser = read_ruleset)]
    ruleset: Ruleset,
    /// Where to write: a file for each set of pieces, in a folder with the name of the ruleset.
    #[arg(long, env = "JUNGLE_TABLES_OUT", default_value = "tables", value_name = "FOLDER")]
    out: PathBuf,
    /// How many threads work [default: one for each core]; the files are the same with any number.
    #[arg(long, env = "JUNGLE_TABLES_THREADS")]
    threads: Option<NonZeroUsize>,
}

/// From the fewest pieces there can be to the most.
fn pieces() -> clap::builder::RangedU64ValueParser {
    let (fewest, most) = Material::PIECES.into_inner();
    clap::value_parser!(u64).range(fewest as u64..=most as u64)
}

impl Build {
    fn run(&self) -> Result<(), Box<dyn Error>> {
        let folder = self.out.join(folder_name(&self.ruleset));
        let mut builder = Builder::new(&self.ruleset, &folder, threads(self.threads));
        let materials = self.materials();
        let memory = materials.iter().map(|&material| builder.memory(material)).max().unwrap_or(0);
        eprintln!("{} tables, with {} of memory at most", materials.len(), HumanBytes(memory));
        let bar = bar(materials.iter().map(|&material| builder.size(material)).sum());
        let mut made = 0;
        for material in materials {
            bar.set_message(material.to_string());
            let is_new = builder.build(material, &|positions| bar.inc(positions))? == Made::Now;
            made += u64::from(is_new);
        }
        bar.finish_and_clear();
        println!("{made} tables made in {}", folder.display());
        Ok(())
    }

    /// What is to be made, the smaller ones first.
    fn materials(&self) -> Vec<Material> {
        if !self.sets.is_empty() {
            return self.sets.clone();
        }
        (*Material::PIECES.start()..=self.pieces as usize).flat_map(Material::all).collect()
    }
}

/// A bar for a number of positions; it shows nothing where standard error is not a terminal.
fn bar(positions: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent} %, {per_sec}, {eta} left")
        .expect("the template is well formed");
    let bar = ProgressBar::new(positions).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

fn threads(wanted: Option<NonZeroUsize>) -> usize {
    wanted.or_else(|| available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

/// Which tables are meant.
#[derive(Args)]
struct Choice {
    /// The folder of the tables [default: those in the program].
    #[arg(long, env = "JUNGLE_TABLES", value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// The name of the ruleset, or own rules as the API takes them.
    #[arg(long, env = "JUNGLE_RULESET", default_value = "standard", value_parser = read_ruleset)]
    ruleset: Ruleset,
}

/// Opens the tables in a folder beside those in the program; a file that is refused is an error here.
pub(super) fn open(folder: Option<&Path>) -> Result<Tables, Box<dyn Error>> {
    let Some(folder) = folder else { return Ok(Tables::shipped()) };
    let (tables, refused) = Tables::open(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for Refused { path, error } in &refused {
        eprintln!("{}: {error}", path.display());
    }
    if refused.is_empty() { Ok(tables) } else { Err("some files are refused".into()) }
}

#[derive(Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    choice: Choice,
    /// How many random entries of each table to work out again.
    #[arg(long, env = "JUNGLE_TABLES_SAMPLES", default_value_t = 1_000)]
    samples: u64,
    /// What picks them.
    #[arg(long, env = "JUNGLE_TABLES_SEED", default_value_t = 1)]
    seed: u64,
}

impl Verify {
    fn run(&self) -> Result<(), Box<dyn Error>> {
        let Self { choice, samples, seed } = self;
        let tables = open(choice.tables.as_deref())?;
        let materials = tables.materials(&choice.ruleset);
        for &material in &materials {
            verify(&tables, &choice.ruleset, material, (*samples, *seed))?;
        }
        println!("{} tables are sound, {samples} entries of each worked out again", materials.len());
        Ok(())
    }
}

#[derive(Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    choice: Choice,
    /// How many threads count [default: one for each core].
    #[arg(long, env = "JUNGLE_TABLES_THREADS")]
    threads: Option<NonZeroUsize>,
}

impl Stats {
    fn run(&self) -> Result<(), Box<dyn Error>> {
        let Choice { ruleset, .. } = &self.choice;
        let tables = open(self.choice.tables.as_deref())?;
        let name = folder_name(ruleset);
        println!(
            "| ruleset | pieces | positions | wins | losses | draws | without a move | longest, plies |"
        );
        println!("|---|---|---|---|---|---|---|---|");
        for pieces in *Material::PIECES.start()..=tables.holdings(ruleset).pieces {
            let census = Census::of(&tables, ruleset, pieces, threads(self.threads))?;
            let Census { positions, wins, losses, draws, stuck, longest } = census;
            println!(
                "| `{name}` | {pieces} | {positions} | {wins} | {losses} | {draws} | {stuck} | {longest} |"
            );
        }
        Ok(())
    }
}

#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Sets {
    /// Those with so many pieces, always in the same order.
    #[arg(long, env = "JUNGLE_TABLES_PIECES", value_parser = pieces())]
    pieces: Option<u64>,
    /// Those that have to be there before this one is made.
    #[arg(long, env = "JUNGLE_TABLES_NEEDED_BY", value_name = "PIECES")]
    needed_by: Option<Material>,
}

impl Sets {
    fn run(&self) -> Result<(), Box<dyn Error>> {
        let of_count = self.pieces.map_or_else(Vec::new, |pieces| Material::all(pieces as usize));
        let needed = self.needed_by.map_or_else(Vec::new, Material::smaller);
        let mut output = io::stdout().lock();
        for material in of_count.into_iter().chain(needed) {
            writeln!(output, "{material}")?;
        }
        Ok(())
    }
}
