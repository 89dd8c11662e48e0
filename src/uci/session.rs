use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Mutex;
use std::thread::{self, Scope};

use super::command::Command;
use super::go::Go;
use super::options::{Options, TABLES};
use super::thinking::{Matter, Thinking};
use crate::engine::tablebase::{Refused, Tables};
use crate::rules::{Action, Game, Move, Position, Ruleset, Setup};

/// Talks until the other side quits or says no more; a search that runs then is stopped.
///
/// # Errors
///
/// Reading or writing failed. What is read cannot make it fail.
pub fn converse(mut input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let mut session = Session::new(scope, &output);
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            // Not every line is UTF-8, and one that is not is just another unknown command.
            match String::from_utf8_lossy(&line).parse() {
                Ok(Command::Quit) => break,
                Ok(command) => session.obey(command)?,
                Err(error) => session.complain(&error)?,
            }
            line.clear();
        }
        session.stop()
    })
}

/// Where lines are said, by several threads.
pub(super) trait Output: Sync {
    /// Says a line, or several, at once.
    fn say(&self, lines: &str) -> io::Result<()>;
}

impl<W: Write + Send> Output for Mutex<W> {
    fn say(&self, lines: &str) -> io::Result<()> {
        let mut output = self.lock().expect("writing does not panic");
        writeln!(output, "{lines}")?;
        output.flush()
    }
}

/// A conversation.
struct Session<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env dyn Output,
    options: Options,
    tables: Tables,
    game: Game,
    thinking: Option<Thinking<'scope>>,
}

impl<'scope, 'env> Session<'scope, 'env> {
    fn new(scope: &'scope Scope<'scope, 'env>, output: &'env dyn Output) -> Self {
        let options = Options::default();
        Self {
            scope,
            output,
            options,
            tables: Tables::shipped(),
            game: start(&options.ruleset),
            thinking: None,
        }
    }

    /// Does what a command asks for.
    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.output.say("readyok"),
            Command::Stop => self.stop(),
            Command::Nothing | Command::Quit => Ok(()),
            _ if self.is_thinking()? => self.complain(&"a search is running; stop it before"),
            Command::NewGame => {
                self.game = start(&self.options.ruleset);
                Ok(())
            }
            Command::Position(setup, moves) => match replay(setup, &moves, &self.options.ruleset) {
                Ok(game) => {
                    self.game = game;
                    Ok(())
                }
                Err(error) => self.complain(&error),
            },
            Command::SetOption(name, value) => self.set_option(&name, &value),
            Command::Go(go) => {
                self.think(go);
                Ok(())
            }
        }
    }

    fn introduce(&self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let options = Options::default();
        self.output
            .say(&format!("id name Jungle {version}\nid author the authors of Jungle\n{options}\nuciok"))
    }

    /// Sets an option; under another ruleset the game is another one too.
    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        if name.eq_ignore_ascii_case(TABLES) {
            return self.open_tables(value);
        }
        let ruleset = self.options.ruleset;
        if let Err(error) = self.options.set(name, value) {
            return self.complain(&error);
        }
        if self.options.ruleset != ruleset {
            self.game = start(&self.options.ruleset);
        }
        Ok(())
    }

    /// Opens the tables of a folder beside those in the program, and tells which files are refused.
    fn open_tables(&mut self, folder: &str) -> io::Result<()> {
        if folder.is_empty() || folder == "<empty>" {
            self.tables = Tables::shipped();
            return Ok(());
        }
        match Tables::open(Path::new(folder)) {
            Ok((tables, refused)) => {
                self.tables = tables;
                refused.iter().try_for_each(|Refused { path, error }| {
                    self.complain(&format!("{}: {error}", path.display()))
                })
            }
            Err(error) => self.complain(&format!("{folder}: {error}")),
        }
    }

    fn think(&mut self, go: Go) {
        let limits = go.limits(self.game.position().turn(), self.options.overhead);
        let limits = self.options.limits().or_sooner(limits).to_win();
        let matter = Matter { game: self.game.clone(), limits, tables: self.tables.clone() };
        self.thinking = Some(Thinking::start(self.scope, self.output, matter, go.is_infinite));
    }

    /// Whether a search still owes its answer.
    fn is_thinking(&mut self) -> io::Result<bool> {
        if self.thinking.as_ref().is_some_and(|thinking| !thinking.has_answered()) {
            return Ok(true);
        }
        self.stop()?;
        Ok(false)
    }

    fn stop(&mut self) -> io::Result<()> {
        self.thinking.take().map_or(Ok(()), Thinking::finish)
    }

    fn complain(&self, error: &dyn ToString) -> io::Result<()> {
        self.output.say(&format!("info string error: {}", error.to_string()))
    }
}

/// A ruleset's start.
fn start(ruleset: &Ruleset) -> Game {
    Game::new(Position::new(&ruleset.start, ruleset).expect("the start of a named ruleset is legal"))
}

/// The game after moves from a setup; a count of plies or repetitions does not end it before the last one.
fn replay(setup: Option<Setup>, moves: &[Move], ruleset: &Ruleset) -> Result<Game, String> {
    let setup = setup.unwrap_or(ruleset.start);
    let mut game = Game::new(Position::new(&setup, ruleset).map_err(|error| error.to_string())?);
    for (index, &mv) in moves.iter().enumerate() {
        let tell = |error| format!("move {}, {mv}: {error}", index + 1);
        game.play_past_draws(Action::Move(mv)).map_err(tell)?;
    }
    Ok(game)
}
