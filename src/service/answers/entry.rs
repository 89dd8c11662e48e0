use std::borrow::Cow;
use std::io::Write;

use serde::{Deserialize, Serialize};

use crate::engine::tablebase::Tables;
use crate::engine::{self, Analysis, Choice, Line, Score};
use crate::rules::{Action, Game, Move};
use crate::service::cache::{Key, Kind, Value};
use crate::service::digest::Digest;
use crate::service::searches::{Found, Purpose, Question};
use crate::service::wire::{Source, write_record};

/// What a value begins with: the version of its format.
const VERSION: u8 = 2;

/// The place of an answer in the cache.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    pub(super) key: Key,
    pub(super) question: &'a Question,
    /// What the answer depends on, one way only for each question.
    text: String,
}

/// An answer as it is kept, as JSON: it can be read by people, and what is cut off is none.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored<'a> {
    version: u8,
    /// The text of the question, since a value may stand under a key that is not its own.
    #[serde(borrow)]
    question: Cow<'a, str>,
    deed: Deed,
    source: Source,
    analysis: StoredAnalysis,
    /// What was known after each depth.
    depths: Vec<StoredAnalysis>,
}

/// An analysis, each line as its score and its moves.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredAnalysis {
    lines: Vec<(i32, String)>,
    depth: u8,
    nodes: u64,
}

/// What the bot does, of what its analysis leaves open.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Deed {
    PlayBest,
    AcceptDraw,
    Resign,
}

impl<'a> Entry<'a> {
    /// The place of the answer to a question, if every search with these tables gives the same.
    pub(super) fn of(question: &'a Question, tables: &Tables) -> Option<Self> {
        question.limits.time.is_none().then(|| {
            let text = text_of(question, tables);
            let key = Key { kind: Kind::Answer, digest: Digest::of(text.as_bytes()) };
            Self { key, question, text }
        })
    }

    /// What is kept of an answer.
    pub(super) fn write(&self, Found { choice, depths, .. }: &Found) -> Value {
        let Choice { action, analysis } = choice;
        let stored = Stored {
            version: VERSION,
            question: Cow::Borrowed(&self.text),
            deed: match action {
                Action::AcceptDraw(_) => Deed::AcceptDraw,
                Action::Resign(_) => Deed::Resign,
                Action::Move(_) | Action::OfferDraw(_) | Action::DeclineDraw(_) => Deed::PlayBest,
            },
            source: analysis.source.into(),
            analysis: analysis.into(),
            // Of a bot's move nobody is told of them.
            depths: match self.question.purpose {
                Purpose::Analysis => depths.iter().map(StoredAnalysis::from).collect(),
                Purpose::BotMove(_) => Vec::new(),
            },
        };
        serde_json::to_vec(&stored).expect("it is plain JSON").into()
    }

    /// The answer that is kept, if it is one to the question and the game allows it.
    pub(super) fn read(&self, value: &[u8]) -> Option<Found> {
        let question = self.question;
        let stored: Stored<'_> = serde_json::from_slice(value).ok()?;
        if stored.version != VERSION || stored.question != self.text {
            return None;
        }
        let source = stored.source.into();
        let analysis = stored.analysis.read(question, source)?;
        let depths: Option<Vec<Analysis>> =
            stored.depths.iter().map(|depth| depth.read(question, source)).collect();
        let side = question.game.position().turn();
        let action = match stored.deed {
            Deed::PlayBest => Action::Move(analysis.best()),
            Deed::AcceptDraw => Action::AcceptDraw(side),
            Deed::Resign => Action::Resign(side),
        };
        question.game.check(action).ok()?;
        Some(Found { choice: Choice { action, analysis }, depths: depths?, is_whole: true })
    }
}

impl StoredAnalysis {
    /// The analysis, if the game allows all of it.
    fn read(&self, Question { limits, game, .. }: &Question, source: engine::Source) -> Option<Analysis> {
        let lines = self.lines.iter().map(|(score, moves)| line(game, *score, moves));
        let lines = lines.collect::<Option<Vec<Line>>>()?;
        let is_answer = (1..=limits.lines).contains(&lines.len());
        is_answer.then_some(Analysis { lines, depth: self.depth, nodes: self.nodes, source })
    }
}

impl From<&Analysis> for StoredAnalysis {
    fn from(Analysis { lines, depth, nodes, source: _ }: &Analysis) -> Self {
        let lines = lines.iter().map(|line| (line.score.centi(), letters(&line.moves))).collect();
        Self { lines, depth: *depth, nodes: *nodes }
    }
}

/// All that an answer depends on: revision of the engine, tables, purpose, depth, nodes, error and its seed, lines, game.
fn text_of(Question { limits, purpose, game }: &Question, tables: &Tables) -> String {
    let purpose = match purpose {
        Purpose::BotMove(manners) if manners.may_resign => "resigning-bot",
        Purpose::BotMove(_) => "bot",
        Purpose::Analysis => "analysis",
    };
    // No limit is 0 plies or nodes.
    let (depth, nodes) = (limits.depth.unwrap_or(0), limits.nodes.unwrap_or(0));
    let (blur, seed) = limits.blur.map_or((0, 0), |blur| (blur.amount, blur.seed));
    let tables = if limits.may_probe { tables.fingerprint(game.position().ruleset()) } else { 0 };
    let mut text = Vec::new();
    write!(text, "{} {tables:x} {purpose} {depth} {nodes} {blur} {seed} {} ", engine::REVISION, limits.lines)
        .expect("memory can be written to");
    write_record(game, &mut text);
    String::from_utf8(text).expect("a record is ASCII")
}

fn letters(moves: &[Move]) -> String {
    moves.iter().flat_map(|mv| mv.letters().map(char::from)).collect()
}

/// A line that can be played.
fn line(game: &Game, score: i32, letters: &str) -> Option<Line> {
    const MOVE: usize = 4;
    let mut position = *game.position();
    let mut moves = Vec::with_capacity(letters.len() / MOVE);
    for letters in letters.as_bytes().chunks(MOVE) {
        let mv: Move = str::from_utf8(letters).ok()?.parse().ok()?;
        position.check_move(mv).ok()?;
        position = position.play_unchecked(mv);
        moves.push(mv);
    }
    let score = Score::from_centi(score)?;
    (!moves.is_empty()).then_some(Line { moves, score })
}
