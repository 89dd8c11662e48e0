//! Each layer knows only what lies below it: rules, then engine, then arena, tuning, uci and service beside each other.

use std::fs;
use std::path::{Path, PathBuf};

/// A layer with the words its code may not hold.
struct Layer {
    folder: &'static str,
    forbidden: &'static str,
}

const LAYERS: [Layer; 5] = [
    Layer {
        folder: "src/rules",
        forbidden: "engine arena tuning uci service serde serde_json utoipa tokio actix_web redis async fs net env io",
    },
    Layer {
        folder: "src/engine",
        forbidden: "arena tuning uci service serde serde_json utoipa tokio actix_web redis async net",
    },
    Layer {
        folder: "src/arena",
        forbidden: "tuning service serde serde_json utoipa tokio actix_web clap indicatif redis async net env",
    },
    Layer {
        folder: "src/tuning",
        forbidden: "arena uci service serde serde_json utoipa tokio actix_web clap indicatif redis async net env fs",
    },
    Layer {
        folder: "src/uci",
        forbidden: "arena tuning service serde serde_json utoipa tokio actix_web clap indicatif redis async net",
    },
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let all = paths.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    all.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The code of a file without its comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("the file can be read");
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Whole words only, so that no group or renaming in a `use` hides one.
fn names(code: &str, word: &str) -> bool {
    code.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|found| found == word)
}

#[test]
fn no_layer_names_what_lies_above_or_outside_it() {
    for layer in LAYERS {
        for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(layer.folder)) {
            let code = code(&path);
            for word in layer.forbidden.split(' ') {
                assert!(!names(&code, word), "{} names {word}", path.display());
            }
        }
    }
}

/// Without this a moved folder would pass unread.
#[test]
fn the_rules_are_where_they_are_looked_for() {
    assert!(sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules")).len() > 10);
}
