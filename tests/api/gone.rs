//! A search ends when nobody waits for it any more, however its caller went away.

use std::io::Read;
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use socket2::SockRef;
use tokio::time::{sleep, timeout};

use crate::client::{ADMITTED, Api};
use crate::cpu::{search_on, search_time};

const BOT_MOVE: Request = Request { path: "/v1/bot-move", accept: "application/json" };
const ANALYSIS: Request = Request { path: "/v1/analysis", accept: "application/json" };
const EVENTS: Request = Request { path: "/v1/analysis", accept: "text/event-stream" };
const WAYS: [Way; 3] = [Way::Close, Way::HalfClose, Way::Reset];

/// How soon a search ends; what it takes of the processor until then shows it, however busy the machine is.
const AT_ONCE: Duration = Duration::from_millis(50);
/// How long is looked on: a search that went on would take several times as much of it as is allowed.
const A_WHILE: Duration = Duration::from_millis(400);
/// How often it is tried, since on a busy machine the server may not be woken in time to notice.
const TRIES: usize = 5;
/// Far more than what is quick takes.
const SOON: Duration = Duration::from_secs(6);

/// What is asked for as long as the server lets it.
#[derive(Clone, Copy, Debug)]
struct Request {
    path: &'static str,
    accept: &'static str,
}

/// How a caller goes away.
#[derive(Clone, Copy, Debug)]
enum Way {
    Close,
    HalfClose,
    Reset,
}

impl Request {
    /// Asks on a connection of its own; no two numbers are equal searches.
    fn send(self, api: &Api, number: usize) -> TcpStream {
        let Self { path, accept } = self;
        let body =
            format!(r#"{{"limits": {{"depth": 60}}, "ruleset": {{"ply_limit": {}}}}}"#, 9_000 + number);
        api.post_and_leave(path, accept, &body)
    }
}

impl Way {
    /// Goes away; gives back what is left of the connection.
    fn go(self, connection: TcpStream) -> Option<TcpStream> {
        match self {
            Self::Close => None,
            Self::HalfClose => {
                connection.shutdown(Shutdown::Write).expect("it is open");
                Some(connection)
            }
            Self::Reset => {
                SockRef::from(&connection).set_linger(Some(Duration::ZERO)).expect("it is open");
                None
            }
        }
    }
}

/// What searches take of the processor from now on.
async fn taken_in_a_while(api: &Api) -> Duration {
    let before = search_time(api);
    sleep(A_WHILE).await;
    search_time(api).saturating_sub(before)
}

async fn assert_ends(api: &Api, request: Request, way: Way) {
    let mut taken = Vec::new();
    for number in 0..TRIES {
        let connection = request.send(api, number);
        search_on(api, Duration::from_millis(20)).await;
        let left = way.go(connection);
        taken.push(taken_in_a_while(api).await);
        drop(left);
        if taken.last().is_some_and(|taken| *taken <= AT_ONCE) {
            return;
        }
    }
    panic!("{request:?} {way:?}: {taken:?}");
}

#[tokio::test]
async fn a_search_ends_when_its_caller_goes_away() {
    let api = Api::start();
    for request in [BOT_MOVE, ANALYSIS, EVENTS] {
        for way in WAYS {
            assert_ends(&api, request, way).await;
        }
    }
}

#[tokio::test]
async fn a_search_that_waits_gives_up_its_place_when_its_caller_goes_away() {
    for request in [BOT_MOVE, EVENTS] {
        let api = Api::with_one_search();
        let mut callers = vec![request.send(&api, 0)];
        search_on(&api, Duration::from_millis(20)).await;
        callers.extend((1..ADMITTED).map(|number| request.send(&api, number)));
        for (number, way) in (ADMITTED..).zip(WAYS) {
            fill(&api, request, &mut callers);
            let left = way.go(callers.pop().expect("there are more"));
            let admitted = async {
                let mut newcomer = request.send(&api, number);
                while was_refused(&newcomer) {
                    newcomer = request.send(&api, number);
                    sleep(Duration::from_millis(5)).await;
                }
                newcomer
            };
            callers.push(timeout(SOON, admitted).await.expect("there is a place again"));
            drop(left);
        }
        drop(callers);
        let idle = async { while taken_in_a_while(&api).await > Duration::ZERO {} };
        timeout(SOON, idle).await.expect("none of them is searched any more");
    }
}

/// Adds callers until one is refused; the last that stays is one that waits.
fn fill(api: &Api, request: Request, callers: &mut Vec<TcpStream>) {
    for number in 100.. {
        let caller = request.send(api, number);
        if was_refused(&caller) {
            return;
        }
        callers.push(caller);
    }
}

/// Whether a request is answered by a refusal soon, and does not wait.
fn was_refused(mut connection: &TcpStream) -> bool {
    connection.set_read_timeout(Some(Duration::from_secs(1))).expect("it is open");
    let mut start = [0; 12];
    connection.read_exact(&mut start).is_ok_and(|()| start == *b"HTTP/1.1 503")
}

#[tokio::test]
async fn a_shared_search_ends_with_its_last_caller() {
    let api = Api::start();
    for way in WAYS {
        let mut callers = [ANALYSIS, EVENTS, EVENTS].map(|request| Some(request.send(&api, 0)));
        search_on(&api, Duration::from_millis(200)).await;
        let mut left = Vec::new();
        for (i, caller) in callers.iter_mut().enumerate() {
            left.push(caller.take().and_then(|caller| way.go(caller)));
            if i < 2 {
                let goes_on = timeout(SOON, search_on(&api, Duration::from_millis(50)));
                goes_on.await.expect("others wait for it");
            }
        }
        let idle = async { while taken_in_a_while(&api).await > Duration::ZERO {} };
        timeout(SOON, idle).await.expect("nobody waits for it");
    }
}
