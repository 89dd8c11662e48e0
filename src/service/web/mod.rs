//! The board page: files that a browser loads as they are, from this server only. It plays through the public API.

use std::io::Write;
use std::sync::LazyLock;

use actix_web::http::header::{
    AcceptEncoding, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, Encoding, Header, VARY,
};
use actix_web::web::{Bytes, Path};
use actix_web::{HttpRequest, HttpResponse};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::{ApiError, pictures};

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const DATA: &str = "application/json";
const PICTURE: &str = "image/svg+xml";

/// The start page, which is at the root.
const START: &str = "index.html";

/// Every file by its name.
static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
    let texts = [
        (START, HTML, include_str!("index.html")),
        ("style.css", STYLE, include_str!("style.css")),
        ("analysis.js", SCRIPT, include_str!("analysis.js")),
        ("api.js", SCRIPT, include_str!("api.js")),
        ("app.js", SCRIPT, include_str!("app.js")),
        ("board.js", SCRIPT, include_str!("board.js")),
        ("calls.js", SCRIPT, include_str!("calls.js")),
        ("exercises.js", SCRIPT, include_str!("exercises.js")),
        ("game.js", SCRIPT, include_str!("game.js")),
        ("hand.js", SCRIPT, include_str!("hand.js")),
        ("memory.js", SCRIPT, include_str!("memory.js")),
        ("moves.js", SCRIPT, include_str!("moves.js")),
        ("play.js", SCRIPT, include_str!("play.js")),
        ("rules.js", SCRIPT, include_str!("rules.js")),
        ("setup.js", SCRIPT, include_str!("setup.js")),
        ("squares.js", SCRIPT, include_str!("squares.js")),
        ("texts.js", SCRIPT, include_str!("texts.js")),
        ("exercises.json", DATA, include_str!("exercises.json")),
    ];
    let texts = texts.map(|(name, media_type, text)| File::new(name, media_type, text));
    let pictures = pictures::parts().map(|(name, text)| File::new(name, PICTURE, &text));
    texts.into_iter().chain(pictures).collect()
});

/// A file of the page.
struct File {
    name: &'static str,
    media_type: &'static str,
    text: Bytes,
    /// The text compressed, once for all.
    gzip: Bytes,
}

impl File {
    fn new(name: &'static str, media_type: &'static str, text: &str) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let written = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
        let gzip = written.expect("memory takes whatever is written").into();
        Self { name, media_type, text: Bytes::copy_from_slice(text.as_bytes()), gzip }
    }

    /// The file, compressed for who takes it so.
    fn answer(&self, request: &HttpRequest) -> HttpResponse {
        let known = [Encoding::gzip(), Encoding::identity()];
        let accepted = AcceptEncoding::parse(request).ok();
        let encoding = accepted.and_then(|accepted| accepted.negotiate(known.iter()));
        let mut response = HttpResponse::Ok();
        // Asked for again each time, so that no two files are of different servers; the tag makes that short.
        response
            .insert_header((CONTENT_TYPE, self.media_type))
            .insert_header((CACHE_CONTROL, "no-cache"))
            .insert_header((VARY, "accept-encoding"));
        if encoding == Some(Encoding::gzip()) {
            return response.insert_header((CONTENT_ENCODING, "gzip")).body(self.gzip.clone());
        }
        response.body(self.text.clone())
    }
}

fn show(name: &str, request: &HttpRequest) -> Result<HttpResponse, ApiError> {
    let file = FILES.iter().find(|file| file.name == name).ok_or(ApiError::NotFound)?;
    Ok(file.answer(request))
}

/// Shows the page.
pub(super) async fn show_page(request: HttpRequest) -> Result<HttpResponse, ApiError> {
    show(START, &request)
}

/// Shows what the page is made of.
pub(super) async fn show_file(name: Path<String>, request: HttpRequest) -> Result<HttpResponse, ApiError> {
    show(&name, &request)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_served_and_all_of_them_are_small() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/service/web");
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        for name in names.filter(|name| name != "mod.rs") {
            assert!(FILES.iter().any(|file| file.name == name), "{}", name.display());
        }
        let size: usize = FILES.iter().map(|file| file.gzip.len()).sum();
        assert!(size < 300_000, "{size}");
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        for file in FILES.iter() {
            let text = str::from_utf8(&file.text).unwrap();
            // The name of a vocabulary is no address.
            let text = text.replace("http://www.w3.org/2000/svg", "");
            for scheme in ["http://", "https://", "\"//"] {
                assert!(!text.contains(scheme), "{}: {scheme}", file.name);
            }
        }
    }
}
