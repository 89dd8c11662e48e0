//! The command line, as a shell sees it.

#[path = "api/server.rs"]
mod server;

use std::process::{Command, Output};

use server::{Server, command};

/// What a command printed, once it is known to have ended as it should.
#[track_caller]
fn printed(command: &mut Command, success: bool) -> String {
    let Output { status, stdout, stderr } = command.output().expect("the program can be started");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(status.success(), success, "{command:?}: {}{}", text(&stdout), text(&stderr));
    assert_eq!(stderr.is_empty(), success, "{command:?}: {}", text(&stderr));
    text(if success { &stdout } else { &stderr })
}

fn run(arguments: &[&str]) -> String {
    printed(command().args(arguments), true)
}

fn fail(arguments: &[&str]) -> String {
    printed(command().args(arguments), false)
}

#[test]
fn perft_counts_from_any_position_under_any_ruleset() {
    let position = "1E2lp1/3rR2/3e3/7/d2T3/7/7/1LDWt1P/2w2cC w";
    assert_eq!(run(&["perft", "4"]), "260099\n");
    assert_eq!(run(&["perft", "3", position]), "6874\n");
    assert_eq!(run(&["perft", "0", position]), "1\n");
    assert_eq!(run(&["perft", "2", "--ruleset", "mistboard"]), "576\n");
    assert_ne!(run(&["perft", "3", position, "--ruleset", "classic"]), "6874\n");
    assert_eq!(printed(command().arg("perft").env("JUNGLE_PERFT_DEPTH", "1"), true), "24\n");
}

#[test]
fn a_wrong_argument_is_named_with_the_reason() {
    for (arguments, words) in [
        (&["perft"][..], "<DEPTH>"),
        (&["perft", "x"], "<DEPTH>"),
        (&["perft", "-1"], "-1"),
        (&["perft", "1", "nope"], "9"),
        (&["perft", "1", "7/7/7/7/7/7/7/7/3R3 w"], "error: the white rat on d1 is in its own den"),
        (&["perft", "1", "--ruleset", "nope"], "leiden"),
        (&["--listen", "nope"], "--listen"),
        (&["--listen", "127.0.0.1:99999"], "--listen"),
        (&["serve", "--listen", ""], "--listen"),
        (&["--searches", "0"], "--searches"),
        (&["nope"], "nope"),
    ] {
        let message = fail(arguments);
        assert!(message.starts_with("error: ") && message.contains(words), "{arguments:?}: {message}");
    }
}

#[test]
fn openapi_prints_the_document() {
    let document = jungle::service::openapi().to_pretty_json().expect("the document is plain JSON");
    assert_eq!(run(&["openapi"]), format!("{document}\n"));
}

#[test]
fn help_lists_every_flag_and_its_variable() {
    for arguments in [&["--help"][..], &["serve", "--help"]] {
        let help = run(arguments);
        for word in ["--listen", "JUNGLE_LISTEN", "127.0.0.1:8080", "--searches", "JUNGLE_SEARCHES"] {
            assert!(help.contains(word), "{word} is not in {help}");
        }
    }
    for word in ["serve", "perft", "openapi", "healthcheck"] {
        assert!(run(&["--help"]).contains(word), "{word}");
    }
    assert!(run(&["healthcheck", "--help"]).contains("JUNGLE_HEALTHCHECK_URL"));
    assert!(run(&["--version"]).starts_with("jungle "));
}

#[test]
fn a_health_check_tells_a_live_server_from_nothing() {
    let server = Server::start();
    assert_eq!(run(&["healthcheck", &server.url("/health/ready")]), "");
    assert_eq!(
        printed(command().arg("healthcheck").env("JUNGLE_HEALTHCHECK_URL", server.url("/health/live")), true),
        ""
    );
    assert!(fail(&["healthcheck", &server.url("/nope")]).contains("404"));
    let gone = server.url("/health/ready");
    drop(server);
    assert!(fail(&["healthcheck", &gone]).contains("refused"));
    assert!(fail(&["healthcheck", "nope"]).starts_with("error: "));
}

#[test]
fn the_address_may_come_from_the_environment() {
    let server = Server::spawn(command().env("JUNGLE_LISTEN", "127.0.0.1:0").env("JUNGLE_SEARCHES", "1"));
    assert!(server.address.starts_with("127.0.0.1:") && !server.address.ends_with(":0"));
    run(&["healthcheck", &server.url("/health/ready")]);
    let message = printed(command().env("JUNGLE_LISTEN", "nope"), false);
    assert!(message.contains("--listen"), "{message}");
}

#[test]
fn serve_is_what_happens_without_a_command() {
    let server = Server::spawn(command().args(["serve", "--listen", "127.0.0.1:0"]));
    run(&["healthcheck", &server.url("/health/ready")]);
}

#[test]
fn a_port_in_use_is_told_with_the_address() {
    let server = Server::start();
    let message = printed(command().args(["--listen", &server.address]).env("JUNGLE_LOG", "off"), false);
    assert!(message.starts_with("error: cannot serve on ") && message.contains(&server.address), "{message}");
    assert!(message.contains("in use"), "{message}");
}
