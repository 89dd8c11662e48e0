use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::forfeit::Forfeit;
use super::program::Program;
use crate::rules::{Action, Game, Move, Ruleset};

/// A running program that is spoken to by UCI.
///
/// It runs for one game only, so that it can carry nothing over from one to another.
pub(super) struct Conversation {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    go: String,
    timeout: Duration,
}

/// A program that cannot be played with.
#[derive(Debug, Error)]
pub enum StartError {
    /// It cannot be run.
    #[error("cannot start {0:?}")]
    Spawn(String, #[source] io::Error),
    /// It does not greet.
    #[error("{0:?} does not speak UCI: it gave no {1:?}")]
    NoGreeting(String, &'static str),
}

/// Why a line did not come.
enum Silence {
    Late,
    Ended,
}

/// How long a program may take to get ready.
const START_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a program may take to quit.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// How long to wait between two looks whether it has.
const QUIT_INTERVAL: Duration = Duration::from_millis(2);
/// How many lines may wait to be read.
const UNREAD_LINES: usize = 1_000;

impl Conversation {
    /// Runs a program and gets it ready for a game.
    pub(super) fn start(program: &Program, ruleset: &Ruleset) -> Result<Self, StartError> {
        let name = &program.words[0];
        let mut process = Command::new(name)
            .args(&program.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| StartError::Spawn(name.clone(), error))?;
        let input = process.stdin.take();
        let output = process.stdout.take().expect("the output is piped");
        let (sender, lines) = sync_channel(UNREAD_LINES);
        thread::spawn(move || forward(output, &sender));
        let mut conversation =
            Self { process, input, lines, go: program.go.clone(), timeout: program.timeout };
        match conversation.greet(program, ruleset) {
            Ok(()) => Ok(conversation),
            Err(missing) => Err(StartError::NoGreeting(name.clone(), missing)),
        }
    }

    /// Asks for the options, sets them, and waits for the program; fails with the answer that did not come.
    fn greet(&mut self, program: &Program, ruleset: &Ruleset) -> Result<(), &'static str> {
        let deadline = Instant::now() + START_TIMEOUT;
        let mut has_rulesets = false;
        // What cannot be written is not answered either.
        let _ = self.say("uci");
        self.wait_for("uciok", deadline, |line| has_rulesets |= line.starts_with("option name Ruleset "))
            .map_err(|_| "uciok")?;
        if let Some(name) = ruleset.name().filter(|_| has_rulesets) {
            let _ = self.say(&format!("setoption name Ruleset value {name}"));
        }
        for (name, value) in &program.options {
            let _ = self.say(&format!("setoption name {name} value {value}"));
        }
        let _ = self.say("ucinewgame\nisready");
        self.wait_for("readyok", deadline, |_| ()).map_err(|_| "readyok")?;
        Ok(())
    }

    /// Asks for a move.
    pub(super) fn choose(&mut self, game: &Game) -> Result<Move, Forfeit> {
        let question = format!("{}\n{}", position(game), self.go);
        let deadline = Instant::now() + self.timeout;
        let answer = match self.say(&question) {
            Ok(()) => self.wait_for("bestmove", deadline, |_| ()),
            Err(_) => Err(Silence::Ended),
        };
        let answer = answer.map_err(|silence| match silence {
            Silence::Late => Forfeit::Timeout(self.timeout),
            Silence::Ended => Forfeit::Crash(self.end()),
        })?;
        let text = answer.split_ascii_whitespace().nth(1).unwrap_or_default();
        let mv = text.parse().ok().filter(|mv| game.legal_moves().contains(mv));
        mv.ok_or_else(|| Forfeit::IllegalMove(text.to_owned()))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        let input = self.input.as_mut().expect("the input is piped, and closed at the end only");
        input.write_all(format!("{line}\n").as_bytes())
    }

    /// The line that starts with a word, once it comes; shows those before it to a listener.
    fn wait_for(
        &mut self,
        word: &str,
        deadline: Instant,
        mut listen: impl FnMut(&str),
    ) -> Result<String, Silence> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Silence::Late);
            }
            match self.lines.recv_timeout(left) {
                Ok(line) if line.split_ascii_whitespace().next() == Some(word) => return Ok(line),
                Ok(line) => listen(&line),
                Err(RecvTimeoutError::Timeout) => return Err(Silence::Late),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
            }
        }
    }

    /// How the program ended, which it is made to if it has only closed its output.
    fn end(&mut self) -> String {
        let _ = self.process.kill();
        self.process.wait().map_or_else(|error| error.to_string(), |status| status.to_string())
    }
}

impl Drop for Conversation {
    /// Asks the program to quit, and ends it if it does not.
    fn drop(&mut self) {
        let _ = self.say("quit");
        self.input = None;
        let deadline = Instant::now() + QUIT_TIMEOUT;
        while Instant::now() < deadline {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(QUIT_INTERVAL);
        }
        self.end();
    }
}

/// Hands on what a program prints, until it ends or nobody listens.
fn forward(output: ChildStdout, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while output.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
            return;
        }
        line.clear();
    }
}

/// The command that sets up a game.
fn position(game: &Game) -> String {
    let mut text = format!("position fen {}", game.start().setup());
    let moves = game.actions().iter().filter_map(|action| match action {
        Action::Move(mv) => Some(mv),
        _ => None,
    });
    for (index, mv) in moves.enumerate() {
        text.push_str(if index == 0 { " moves " } else { " " });
        text.push_str(&mv.to_string());
    }
    text
}
