use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::net::{IpAddr, TcpStream};
use std::process::Command;

use form_urlencoded::Serializer;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName};
use reqwest::{Client, Method, RequestBuilder, redirect};
use serde_json::Value;

use crate::server::{Server, command};

pub(crate) const JSON: &str = "application/json";

/// How many different searches of a kind a server with one at a time lets in, the waiting ones included.
pub(crate) const ADMITTED: usize = 17;

/// The operations that take a game as a JSON body, each with the least it needs beside the game.
pub(crate) const GAME_OPERATIONS: [(&str, &str); 6] = [
    ("/v1/legal-moves", "{}"),
    ("/v1/apply", r#"{"action": "a3a4"}"#),
    ("/v1/bot-move", r#"{"level": 1}"#),
    ("/v1/analysis", r#"{"limits": {"depth": 1}}"#),
    ("/v1/explain", r#"{"action": "a3a4"}"#),
    ("/v1/replay", "{}"),
];

/// A server and a client that asks it.
pub(crate) struct Api {
    pub(crate) server: Server,
    client: Client,
}

impl Api {
    pub(crate) fn start() -> Self {
        Self::of(Server::start())
    }

    /// A server that searches for one caller at a time.
    pub(crate) fn with_one_search() -> Self {
        Self::with_searches(1)
    }

    /// A server that searches for so many callers at a time.
    pub(crate) fn with_searches(count: usize) -> Self {
        Self::with(&["--searches", &count.to_string()])
    }

    pub(crate) fn with(arguments: &[&str]) -> Self {
        Self::of(Server::spawn(command().args(["--listen", "127.0.0.1:0"]).args(arguments)))
    }

    pub(crate) fn of(server: Server) -> Self {
        let client = Client::builder().no_proxy().redirect(redirect::Policy::none()).build();
        Self { server, client: client.expect("a client needs nothing from outside") }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, self.server.url(path))
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        send(self.request(Method::GET, path), path.to_owned()).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_text(path, body.to_string()).await
    }

    /// Posts from another address.
    pub(crate) async fn post_from(&self, address: IpAddr, path: &str, body: &Value) -> Answer {
        let client = Client::builder().no_proxy().local_address(address).build();
        let client = client.expect("every address of the loopback network is this machine's");
        send(client.post(self.server.url(path)).json(body), path.to_owned()).await
    }

    /// Posts what need not be JSON, but says that it is.
    pub(crate) async fn post_text(&self, path: &str, body: impl Into<Vec<u8>>) -> Answer {
        let body = body.into();
        let asked = format!("{path} {:.300}", String::from_utf8_lossy(&body));
        send(self.request(Method::POST, path).header(CONTENT_TYPE, JSON).body(body), asked).await
    }

    /// Sends the server a signal by its name.
    pub(crate) fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        let status = kill.args([format!("-{name}"), self.server.process.id().to_string()]).status();
        assert!(status.expect("kill is there").success());
    }

    /// A connection for what no library sends.
    pub(crate) fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.server.address).expect("the server listens")
    }

    /// Posts JSON on a connection of its own, and does not wait for the answer.
    pub(crate) fn post_and_leave(&self, path: &str, accept: &str, body: &str) -> TcpStream {
        let head = format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {JSON}\r\nAccept: {accept}");
        let request = format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        let mut connection = self.connect();
        connection.write_all(request.as_bytes()).expect("the server listens");
        connection
    }

    /// Sends bytes and gives back all that comes until the server closes or resets the connection.
    pub(crate) fn raw(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        let mut answer = Vec::new();
        let _ = stream.write_all(request).and_then(|()| stream.read_to_end(&mut answer));
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// How many searches were started so far.
    pub(crate) async fn searches(&self) -> u64 {
        let metrics = self.get("/metrics").await.text();
        let line = metrics.lines().find_map(|line| line.strip_prefix("jungle_searches_total "));
        line.and_then(|number| number.parse().ok()).expect("they are counted")
    }

    pub(crate) async fn assert_alive(&self) {
        self.get("/health/live").await.ok();
    }
}

/// Sends a request; `asked` tells it from others where a test fails.
pub(crate) async fn send(request: RequestBuilder, asked: String) -> Answer {
    let response = request.send().await.unwrap_or_else(|error| panic!("{asked:.300}: {error}"));
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let body = response.bytes().await.expect("an answer has a whole body").to_vec();
    Answer { asked, status, headers, body }
}

/// Reads the next answer of a connection that goes on: its head, and its body.
pub(crate) fn read_answer(reader: &mut impl BufRead) -> io::Result<(String, Vec<u8>)> {
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let start = head.len();
        if reader.read_line(&mut head)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let line = &head[start..];
        if let Some(value) = line.strip_prefix("content-length: ") {
            length = value.trim_end().parse().expect("it is a number");
        }
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok((head, body))
}

/// Reads an answer as it came over a connection that ended after it.
pub(crate) fn parse(text: &str) -> Answer {
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head in {text:?}"));
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
    let header = |line: &str| {
        let (name, value) = line.split_once(": ")?;
        Some((name.parse::<HeaderName>().ok()?, value.parse().ok()?))
    };
    Answer {
        asked: String::new(),
        status: status.expect("the first line holds the status"),
        headers: lines.filter_map(header).collect(),
        body: body.into(),
    }
}

/// A request as the query that asks the same: lists with commas, objects as JSON.
pub(crate) fn query(request: &Value) -> String {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    };
    let fields = request.as_object().expect("a request is an object").iter();
    Serializer::new(String::new()).extend_pairs(fields.map(|(name, value)| (name, text(value)))).finish()
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    asked: String,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("headers are ASCII"))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }

    /// The body of an answer that is to be a success.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert_eq!(
            (self.status, self.header("content-type")),
            (200, JSON),
            "{}: {}",
            self.asked,
            self.text()
        );
        assert_eq!(self.header("x-request-id").len(), 36, "a UUID");
        self.json()
    }

    /// Checks that this is the failure that was expected, in every part; gives back its body.
    #[track_caller]
    pub(crate) fn assert_problem(&self, expected: &Problem<'_>) -> Value {
        let context = format!("{:.300}: {:.600}", self.asked, self.text());
        assert_eq!(self.header("content-type"), "application/problem+json", "{context}");
        let body = self.json();
        let found = Problem {
            status: self.status,
            code: body["code"].as_str().unwrap_or_default(),
            pointer: body["pointer"].as_str(),
            reason: body["reason"].as_str(),
        };
        assert_eq!(found, *expected, "{context}");
        assert_eq!(body["status"], self.status, "{context}");
        assert_eq!(body["type"], format!("urn:jungle:problem:{}", expected.code), "{context}");
        assert_eq!(body["instance"], self.header("x-request-id"), "{context}");
        assert_eq!(self.header("x-request-id").len(), 36, "{context}");
        for field in ["title", "detail"] {
            assert!(body[field].as_str().is_some_and(|text| !text.is_empty()), "{context}");
        }
        body
    }
}

/// The parts of a failure that a program acts on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem<'a> {
    pub(crate) status: u16,
    pub(crate) code: &'a str,
    pub(crate) pointer: Option<&'a str>,
    pub(crate) reason: Option<&'a str>,
}

impl<'a> Problem<'a> {
    /// A failure of the request as a whole.
    pub(crate) const fn new(status: u16, code: &'a str) -> Self {
        Self { status, code, pointer: None, reason: None }
    }

    pub(crate) const fn at(mut self, pointer: &'a str) -> Self {
        self.pointer = Some(pointer);
        self
    }

    pub(crate) const fn malformed(pointer: Option<&'a str>) -> Self {
        Self { pointer, ..Self::new(400, "malformed_request") }
    }

    pub(crate) const fn illegal(pointer: &'a str, reason: &'a str) -> Self {
        Self { reason: Some(reason), ..Self::new(422, "illegal_action").at(pointer) }
    }
}
