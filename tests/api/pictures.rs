//! Pictures of boards: what they show, what they say to those who do not see them, and that they are always the same.

use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use crate::client::{Api, Problem};

/// Pictures by their names, each with what it is asked for.
const SNAPSHOTS: [(&str, &str); 6] = [
    ("start", ""),
    ("marks", "moves=a3a4,g7g6&targets=a4&highlight=d8,c9&size=224"),
    ("flipped", "moves=a3a4&flip=true&coordinates=false&last=none"),
    ("dark", "ruleset=leiden&theme=dark&pieces=characters&size=64"),
    ("capture", "position=r6/7/7/7/3c3/3L2w/7/7/7%20w&targets=d4&last=d7d4"),
    ("over", "position=3C3/7/7/7/7/7/7/7/r6%20b"),
];
/// By how much a dot may differ in each colour: rounding is the processor's.
const ROUNDING: u8 = 2;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/api/pictures").join(name)
}

/// What is kept of a picture; with BLESS=1 it is what there is now.
fn kept(name: &str, now: &[u8]) -> Vec<u8> {
    if std::env::var_os("BLESS").is_some() {
        fs::write(file(name), now).expect("the picture can be written");
    }
    fs::read(file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[tokio::test]
async fn every_drawing_is_the_one_that_was_looked_at() {
    let api = Api::start();
    for (name, query) in SNAPSHOTS {
        let drawn = api.get(&format!("/v1/board.svg?{query}")).await;
        assert_eq!((drawn.status, drawn.header("content-type")), (200, "image/svg+xml"), "{name}");
        let kept = kept(&format!("{name}.svg"), &drawn.body);
        assert!(
            kept == drawn.body,
            "{name} has changed: look at it, then BLESS=1 cargo test --test api pictures"
        );
    }
}

/// Width, height and dots of a picture.
fn dots(png: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(Cursor::new(png)).read_info().expect("it is a PNG");
    let mut dots = vec![0; reader.output_buffer_size().expect("it fits the memory")];
    let info = reader.next_frame(&mut dots).expect("it is whole");
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    (info.width, info.height, dots)
}

#[tokio::test]
async fn the_start_is_painted_like_the_picture_that_was_looked_at() {
    let painted = Api::start().get("/v1/board.png").await;
    assert_eq!((painted.status, painted.header("content-type")), (200, "image/png"));
    let (now, kept) = (dots(&painted.body), dots(&kept("start.png", &painted.body)));
    assert_eq!((now.0, now.1), (448, 576));
    assert_eq!((now.0, now.1), (kept.0, kept.1));
    let difference = now.2.iter().zip(&kept.2).map(|(now, kept)| now.abs_diff(*kept)).max();
    assert!(difference <= Some(ROUNDING), "{difference:?}");
}

#[tokio::test]
async fn a_picture_is_as_wide_as_was_asked_for() {
    let api = Api::start();
    for (size, height) in [(64, 83), (100, 129), (448, 576), (2048, 2634)] {
        let painted = api.get(&format!("/v1/board.png?size={size}")).await;
        let (width, tall, _) = dots(&painted.body);
        assert_eq!((width, tall), (size, height));
        let drawn = api.get(&format!("/v1/board.svg?size={size}")).await;
        assert!(drawn.text().contains(&format!(r#" width="{size}" height="{height}""#)), "{size}");
    }
}

#[tokio::test]
async fn a_picture_says_what_it_shows() {
    let api = Api::start();
    let query = "moves=a3a4&targets=g7&highlight=d8";
    let drawn = api.get(&format!("/v1/board.svg?{query}")).await.text();
    let painted = api.get(&format!("/v1/board.png?{query}")).await;
    let reader = png::Decoder::new(Cursor::new(&painted.body)).read_info().expect("it is a PNG");
    let texts: Vec<&str> =
        reader.info().uncompressed_latin1_text.iter().map(|chunk| chunk.text.as_str()).collect();
    for (text, words) in [
        ("title", "Jungle, black to move"),
        (
            "desc",
            "white: rat g3, cat b2, dog f2, wolf c3, leopard e3, tiger a1, lion g1, elephant a4; black: rat a7",
        ),
        ("desc", "last move: a3a4; highlighted: d8; legal targets: g6, f7, g8"),
    ] {
        let told = drawn.split(&format!("<{text} ")).nth(1).and_then(|rest| rest.split('<').next());
        assert!(told.is_some_and(|told| told.contains(words)), "{text}: {told:?}");
        assert!(texts.iter().any(|told| told.contains(words)), "{texts:?}");
    }
    let over = api.get("/v1/board.svg?position=3C3/7/7/7/7/7/7/7/r6%20b").await.text();
    assert!(over.contains(">Jungle, white has won<"));
}

#[tokio::test]
async fn a_state_is_a_picture_too() {
    let api = Api::start();
    let state = api.get("/v1/legal-moves?moves=a3a4").await.ok()["state"].as_str().unwrap().to_owned();
    let by_state = api.get(&format!("/v1/board.svg?state={state}")).await;
    assert_eq!(by_state.body, api.get("/v1/board.svg?moves=a3a4").await.body);
}

#[tokio::test]
async fn what_is_asked_wrongly_is_named() {
    let api = Api::start();
    let malformed = |pointer| Problem::malformed(Some(pointer));
    let off_board = |pointer| Problem::illegal(pointer, "off_board");
    for (query, problem) in [
        ("size=63", malformed("/size")),
        ("size=2049", malformed("/size")),
        ("size=large", malformed("/size")),
        ("flip=1", malformed("/flip")),
        ("theme=blue", malformed("/theme")),
        ("pieces=letters", malformed("/pieces")),
        ("coordinates=", malformed("/coordinates")),
        ("last=a3", malformed("/last")),
        ("last=h1h2", malformed("/last")),
        ("last=", malformed("/last")),
        ("highlight=a3,h1", malformed("/highlight/1")),
        ("highlight=[[0,2],[9,9]]", off_board("/highlight/1")),
        ("targets=[7,0]", off_board("/targets")),
        ("targets=z", malformed("/targets")),
        ("moves=a3a9", Problem::illegal("/moves/0", "not_a_step")),
        ("position=nope", Problem::new(422, "invalid_position").at("/position")),
        ("ruleset=nope", Problem::new(422, "invalid_ruleset").at("/ruleset")),
        ("colour=red", malformed("/colour")),
    ] {
        for path in ["/v1/board.svg", "/v1/board.png"] {
            api.get(&format!("{path}?{query}")).await.assert_problem(&problem);
        }
    }
}
