//! A bare actix handler that reads and writes JSON of the same sizes as `legal-moves`.

use std::fs;

use actix_web::{App, HttpServer, web};
use serde::{Deserialize, Serialize};

/// Makes this program the baseline server, with the answer it gives in a file.
pub(crate) const BASELINE: &str = "JUNGLE_BENCH_BASELINE";

#[derive(Deserialize)]
#[expect(dead_code, reason = "read, as a handler would, and not needed")]
struct BareRequest {
    ruleset: String,
    position: String,
    moves: Vec<String>,
}

#[derive(Deserialize, Serialize)]
struct BareResponse {
    state: String,
    ruleset: String,
    position: BarePosition,
    status: BareStatus,
    legal_moves: Vec<BareMove>,
}

#[derive(Deserialize, Serialize)]
struct BarePosition {
    fen: String,
    pieces: Vec<BarePiece>,
    turn: Option<u8>,
    plies: u32,
    plies_since_capture: u32,
    repetitions: u32,
    draw_offer: Option<u8>,
}

#[derive(Deserialize, Serialize)]
struct BarePiece {
    seat: u8,
    kind: String,
    square: [u8; 2],
}

#[derive(Deserialize, Serialize)]
struct BareStatus {
    phase: String,
    winner: Option<u8>,
    reason: Option<String>,
}

#[derive(Deserialize, Serialize)]
struct BareMove {
    from: [u8; 2],
    to: [u8; 2],
    notation: String,
    kind: String,
    capture: Option<String>,
    jump: bool,
    wins: bool,
}

/// Serves until it is killed.
pub(crate) fn serve_baseline(answer: &str) {
    let answer = fs::read(answer).expect("the answer is kept");
    let answer: BareResponse = serde_json::from_slice(&answer).expect("it is what the service answers");
    let answer = web::Data::new(answer);
    let serve = async {
        let server = HttpServer::new(move || {
            App::new().app_data(answer.clone()).route("/v1/legal-moves", web::post().to(answer_bare))
        });
        let server = server.tcp_nodelay(true).bind("127.0.0.1:0")?;
        println!("listening on http://{}", server.addrs()[0]);
        server.run().await
    };
    actix_web::rt::System::new().block_on(serve).expect("the baseline serves");
}

async fn answer_bare(
    _request: web::Json<BareRequest>,
    answer: web::Data<BareResponse>,
) -> web::Json<web::Data<BareResponse>> {
    web::Json(answer)
}
