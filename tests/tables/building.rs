//! The command that makes tables: what it needs, and that it may be stopped at any time.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use jungle::engine::tablebase::{BuildError, Builder, Made, Material};
use jungle::rules::Ruleset;

use crate::{Folder, Random};

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jungle"));
    command.args(["tables", "build", "--out"]).arg(folder).args(arguments);
    command
}

fn output(mut command: Command) -> Output {
    command.output().unwrap()
}

/// The names and bytes of all files.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort_unstable();
    files
}

/// Builds in one go and with ten kills, and compares.
fn assert_killing_does_no_harm(arguments: &[&str], longest: usize) {
    let (whole, killed) = (Folder::new(), Folder::new());
    assert!(output(command(&whole.0, arguments)).status.success());
    let mut random = Random(std::process::id().into());
    for _ in 0..10 {
        let mut build =
            command(&killed.0, arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(random.below(longest) as u64));
        build.kill().unwrap();
        build.wait().unwrap();
    }
    assert!(output(command(&killed.0, arguments)).status.success());
    let whole = files(&whole.0.join("leiden"));
    assert!(whole == files(&killed.0.join("leiden")));
}

#[test]
fn a_build_that_is_killed_ten_times_ends_in_the_same_bytes() {
    assert_killing_does_no_harm(&["--pieces", "2", "--ruleset", "leiden"], 150);
}

#[test]
#[ignore = "takes a minute: with --release"]
fn a_build_of_three_pieces_that_is_killed_ten_times_ends_in_the_same_bytes() {
    assert_killing_does_no_harm(&["--pieces", "3", "--ruleset", "leiden"], 500);
}

#[test]
fn any_number_of_threads_makes_the_same_bytes() {
    let [one, three] = ["1", "3"].map(|threads| {
        let folder = Folder::new();
        assert!(output(command(&folder.0, &["--pieces", "2", "--threads", threads])).status.success());
        files(&folder.0.join("standard"))
    });
    assert!(one.len() == 36 && one == three);
}

#[test]
#[ignore = "takes seconds: with --release"]
fn the_shipped_tables_are_those_that_are_made() {
    let folder = Folder::built(&Ruleset::STANDARD, 3);
    let made: Vec<u8> = files(&folder.0).into_iter().flat_map(|(_, bytes)| bytes).collect();
    let shipped =
        fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/src/engine/tablebase/standard.jtb")).unwrap();
    assert!(made == shipped, "run scripts/tables");
}

#[test]
fn one_set_is_made_of_the_smaller_ones_or_says_which_is_missing() {
    let folder = Folder::new();
    let result = output(command(&folder.0, &["--set", "RC-r"]));
    let error = String::from_utf8(result.stderr).unwrap();
    assert!(!result.status.success());
    assert!(error.contains("is needed for CR-r and cannot be read from"), "{error}");
    for set in ["R-r", "C-r", "CR-r"] {
        assert!(output(command(&folder.0, &["--set", set])).status.success(), "{set}");
    }
    assert_eq!(files(&folder.0.join("standard")).len(), 3);
}

#[test]
fn a_set_that_is_none_is_refused_by_the_argument() {
    let folder = Folder::new();
    for (set, part) in [("", "each side needs a piece"), ("L", "each side"), ("Lx", "'x'"), ("LL-r", "twice")]
    {
        let result = output(command(&folder.0, &["--set", set]));
        let error = String::from_utf8(result.stderr).unwrap();
        assert!(
            !result.status.success() && error.contains(part) && error.contains("--set"),
            "{set}: {error}"
        );
    }
}

#[test]
fn a_damaged_table_is_made_again_and_no_use_to_others() {
    let folder = Folder::built(&Ruleset::LEIDEN, 2);
    let path = folder.0.join("C-r.jtb");
    let good = fs::read(&path).unwrap();
    let mut bad = good.clone();
    bad[good.len() / 2] ^= 1;
    fs::write(&path, &bad).unwrap();
    let mut builder = Builder::new(&Ruleset::LEIDEN, &folder.0, 1);
    let larger: Material = "RC-r".parse().unwrap();
    assert!(matches!(builder.build(larger, &|_| ()), Err(BuildError::Smaller { .. })));
    assert_eq!(builder.build("C-r".parse().unwrap(), &|_| ()).unwrap(), Made::Now);
    assert!(fs::read(&path).unwrap() == good);
    assert_eq!(builder.build("C-r".parse().unwrap(), &|_| ()).unwrap(), Made::Before);
}

#[test]
fn the_sets_that_one_needs_are_those_that_a_capture_leads_to() {
    let sets = |arguments: &[&str]| {
        let result = Command::new(env!("CARGO_BIN_EXE_jungle"))
            .args(["tables", "sets"])
            .args(arguments)
            .output()
            .unwrap();
        (
            result.status.success(),
            String::from_utf8(result.stdout).unwrap().lines().map(str::to_owned).collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        sets(&["--needed-by", "TLe-r"]),
        (true, ["LT-r", "LT-e", "ER-t", "ER-l"].map(str::to_owned).to_vec())
    );
    assert_eq!(sets(&["--pieces", "5"]).1.len(), 2_128);
    assert!(!sets(&[]).0 && !sets(&["--pieces", "2", "--needed-by", "L-r"]).0);
}
