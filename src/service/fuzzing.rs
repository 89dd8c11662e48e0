//! Doors for the fuzzers in `fuzz/`, compiled for them only: the service without a network, what stands in its cache,
//! and the texts that it reads and writes.

use std::net::{Ipv4Addr, SocketAddr};

use actix_web::Error;
use actix_web::body::{MessageBody, to_bytes};
use actix_web::dev::{Service, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{Method, Uri};
use actix_web::rt::Runtime;
use actix_web::test::{TestRequest, init_service};
use clap::Parser;
use futures_util::future::{FutureExt, LocalBoxFuture};

use super::Config;
use super::answers::Inquiry;
use super::cache::{Key, Kind};
use super::digest::Digest;
use super::searches::Purpose;
use super::server::Shared;
use super::wire::{self, RulesetFields, RulesetInput};
use crate::engine::tablebase::Tables;
use crate::engine::{Limits, Manners};
use crate::rules::{Action, Game, Position, Ruleset, Side};

/// The most positions of a search under a fuzzer, whatever was asked: many requests find more than deep searches.
pub(super) const MOST_NODES: u64 = 100;

/// A request that need not make sense.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The method.
    pub method: &'a str,
    /// The path, with a query or without.
    pub target: &'a str,
    /// The names and values of the headers.
    pub headers: &'a [(&'a str, &'a str)],
    /// The body.
    pub body: &'a [u8],
}

/// What came back.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The content type; empty where there is none.
    pub content_type: String,
    /// Where it came from, as it tells; empty for what is never kept.
    pub cache_status: String,
    /// The whole body.
    pub body: Vec<u8>,
}

/// The whole service in this process, asked without a network; it takes one request after the other.
pub struct Replica {
    runtime: Runtime,
    app: App,
    shared: Shared,
}

type App = Box<dyn Fn(TestRequest) -> LocalBoxFuture<'static, Answer>>;

/// The command line of a server.
#[derive(Parser)]
struct CommandLine {
    #[command(flatten)]
    config: Config,
}

impl Replica {
    /// A service with an empty cache, and one thread that searches.
    ///
    /// # Panics
    ///
    /// The system has no room for it.
    pub fn start() -> Self {
        let arguments = ["jungle", "--searches", "1", "--cache-megabytes", "16"];
        let CommandLine { config } = CommandLine::parse_from(arguments);
        let runtime = Runtime::new().expect("there is room for a runtime");
        let (app, shared) = runtime.block_on(async {
            let shared = Shared::start(&config).expect("there is room for a thread");
            (init_service(shared.app()).await, shared)
        });
        let app: App = Box::new(move |request| app.call(request.to_request()).then(read).boxed_local());
        Self { runtime, app, shared }
    }

    /// Asks, if this is a request that HTTP can carry.
    pub fn ask(&self, request: &Request<'_>) -> Option<Answer> {
        Some(self.runtime.block_on((self.app)(sent(request)?)))
    }

    /// Puts a value into the cache as if it were a state; gives back the id that goes with what follows its version.
    pub fn plant_state(&self, value: &[u8]) -> String {
        const VERSION: usize = 2;
        let digest = Digest::of(value.get(VERSION..).unwrap_or_default());
        self.shared.cache.remember(&Key { kind: Kind::State, digest }, &value.into());
        digest.to_string()
    }

    /// Puts a value into the cache as if it were the answer to a question.
    pub fn plant_answer(&self, question: &PlantedQuestion, value: &[u8]) {
        self.shared.cache.remember(&question.key, &value.into());
    }

    /// What stands in the cache as the answer to a question.
    pub fn planted_answer(&self, question: &PlantedQuestion) -> Option<Vec<u8>> {
        self.shared.cache.recall(&question.key, |value| Some(value.to_vec()))
    }
}

/// The request as it reaches the app of a worker.
fn sent(request: &Request<'_>) -> Option<TestRequest> {
    let Request { method, target, headers, body } = *request;
    // It would take a wrong one for the fault of a test.
    target.parse::<Uri>().ok()?;
    let peer = SocketAddr::from((Ipv4Addr::LOCALHOST, 1));
    let mut sent = TestRequest::with_uri(target).method(method.parse::<Method>().ok()?).peer_addr(peer);
    for (name, value) in headers {
        sent = sent.append_header((name.parse::<HeaderName>().ok()?, HeaderValue::from_str(value).ok()?));
    }
    Some(sent.set_payload(body.to_vec()))
}

/// The answer as it leaves the app of a worker.
async fn read<B: MessageBody + 'static>(response: Result<ServiceResponse<B>, Error>) -> Answer {
    let response = match response {
        Ok(response) => response.into_parts().1.map_into_boxed_body(),
        Err(error) => error.error_response(),
    };
    let status = response.status().as_u16();
    let header = |name: &str| {
        let value = response.headers().get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    let (content_type, cache_status) = (header("content-type"), header("cache-status"));
    let body = to_bytes(response.into_body()).await.expect("an answer has a whole body").to_vec();
    Answer { status, content_type, cache_status, body }
}

/// A question whose answer can be put into the cache.
#[derive(Clone, Debug)]
pub struct PlantedQuestion {
    /// The path that it is asked at.
    pub path: &'static str,
    /// How it is asked.
    pub body: &'static str,
    key: Key,
}

impl PlantedQuestion {
    /// A bot's move, and an analysis under rules that have no name; the game is one that is searched in the mirror,
    /// with a draw on offer.
    pub fn all() -> [Self; 2] {
        const NODES: u64 = 60;
        const LINES: usize = 2;
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let may_resign = Manners { may_resign: true };
        let nameless = Ruleset { ply_limit: Some(99), ..Ruleset::STANDARD };
        [
            Self {
                path: "/v1/bot-move",
                body: r#"{"moves": [{"type": "offer_draw", "seat": 1}], "limits": {"nodes": 60}, "allow_resign": true}"#,
                key: key(&Ruleset::STANDARD, limits, Purpose::BotMove(may_resign)),
            },
            Self {
                path: "/v1/analysis",
                body: r#"{"ruleset": {"ply_limit": 99}, "moves": [{"type": "offer_draw", "seat": 1}], "limits": {"nodes": 60}, "lines": 2}"#,
                key: key(&nameless, Limits { lines: LINES, ..limits }, Purpose::Analysis),
            },
        ]
    }
}

fn key(ruleset: &Ruleset, limits: Limits, purpose: Purpose) -> Key {
    let start = Position::new(&ruleset.start, ruleset);
    let mut game = Game::new(start.expect("a ruleset's start is legal"));
    game.play(Action::OfferDraw(Side::Black)).expect("nobody has offered a draw yet");
    Inquiry::new(game, limits, purpose)
        .expect("the game goes on")
        .key(&Tables::shipped())
        .expect("there is no time limit")
}

/// Reads a ruleset as the API takes it: a name or an object.
pub fn read_ruleset(json: &[u8]) -> Option<Ruleset> {
    let input: RulesetInput = serde_json::from_slice(json).ok()?;
    Ruleset::try_from(&input).ok()
}

/// Every field of a ruleset, as the API shows it.
///
/// # Panics
///
/// It cannot be written.
pub fn write_ruleset(ruleset: &Ruleset) -> String {
    serde_json::to_string(&RulesetFields::from(ruleset)).expect("it is plain JSON")
}

/// Reads a game as it is kept.
pub fn read_record(text: &str) -> Option<Game> {
    wire::read_record(text)
}

/// A game as it is kept.
///
/// # Panics
///
/// It is not written as text.
pub fn write_record(game: &Game) -> String {
    let mut text = Vec::new();
    wire::write_record(game, &mut text);
    String::from_utf8(text).expect("a record is ASCII")
}
