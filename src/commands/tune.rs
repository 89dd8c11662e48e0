use std::error::Error;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use jungle::tuning::{Data, Fit, SelfPlay, play_games, tune};

/// A step of tuning.
#[derive(Subcommand)]
pub(crate) enum Tune {
    /// Play games against itself, and write down positions with what the search thought and how the game ended.
    Play(Play),
    /// Fit the evaluation to such positions, and write it as `src/engine/parameters.rs`.
    Fit(Files),
}

#[derive(Args)]
pub(crate) struct Play {
    /// How many games to play.
    #[arg(long, env = "JUNGLE_TUNE_GAMES", default_value_t = 20_000)]
    games: u64,
    /// What tells one run from another.
    #[arg(long, env = "JUNGLE_TUNE_SEED", default_value_t = 1)]
    seed: u64,
    /// How many games to play at a time; they are the same with any number.
    #[arg(long, env = "JUNGLE_TUNE_CONCURRENCY", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    concurrency: u64,
    /// Where to write the positions, one a line.
    #[arg(env = "JUNGLE_TUNE_OUT")]
    out: PathBuf,
}

#[derive(Args)]
pub(crate) struct Files {
    /// The positions to fit to.
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// Where to write the evaluation.
    #[arg(long, env = "JUNGLE_TUNE_OUT", default_value = "src/engine/parameters.rs")]
    out: PathBuf,
}

impl Tune {
    pub(super) fn run(&self) -> Result<(), Box<dyn Error>> {
        match self {
            Self::Play(arguments) => arguments.run(),
            Self::Fit(arguments) => arguments.run(),
        }
    }
}

impl Play {
    fn run(&self) -> Result<(), Box<dyn Error>> {
        let mut file = BufWriter::new(File::create(&self.out)?);
        let mut written = Ok(());
        let mut count = 0;
        let settings = SelfPlay { games: self.games, seed: self.seed, threads: self.concurrency };
        play_games(settings, |games, samples| {
            count += samples.len();
            eprintln!("{games} games, {count} positions");
            if written.is_ok() {
                written = samples.iter().try_for_each(|sample| writeln!(file, "{sample}"));
            }
        });
        written?;
        Ok(file.flush()?)
    }
}

impl Files {
    fn run(&self) -> Result<(), Box<dyn Error>> {
        let mut parts = [Data::default(), Data::default()];
        for path in &self.positions {
            let cannot = |error: &dyn Error| format!("cannot read {}: {error}", path.display());
            let file = File::open(path).map_err(|error| cannot(&error))?;
            let read = Data::read(BufReader::new(file)).map_err(|error| cannot(&error))?;
            for (part, read) in parts.iter_mut().zip(read) {
                part.append(read);
            }
        }
        if parts.iter().any(Data::is_empty) {
            return Err("these are too few positions to fit to some and hold out others".into());
        }
        println!("{} positions to fit to, {} held out", parts[0].len(), parts[1].len());
        let fitted = tune(&parts, &Fit::default(), &mut |progress| println!("{progress:?}"));
        println!("worths {:?} hundredths of a cat", fitted.worths);
        println!("held out: positions, chance expected, points");
        for interval in fitted.calibration.iter().filter(|interval| interval.samples > 0) {
            println!("{:>8} {:.3} {:.3}", interval.samples, interval.expected, interval.points);
        }
        Ok(fs::write(&self.out, fitted.to_string())?)
    }
}
