//! The command line, as a shell sees it.

#[path = "api/server.rs"]
mod server;

use std::fs;
use std::path::PathBuf;
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

#[track_caller]
fn assert_refused(arguments: &[&str], words: &str) {
    let message = fail(arguments);
    assert!(message.starts_with("error: ") && message.contains(words), "{arguments:?}: {message}");
    assert!(!message.contains("secret"), "{message}");
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
        (&["nope"], "nope"),
        (&["match", "level=5"], "<B>"),
        (&["match", "level=5", "level=11"], "level=11"),
        (&["match", "level=5", "level=4", "--games", "0"], "--games"),
        (&["match", "level=5", "level=4", "--sprt", "5,0"], "0,5"),
        (&["match", "level=5", "level=4", "--concurrency", "0"], "--concurrency"),
        (&["match", "level=1", "level=1", "--plies", "1000"], "1000"),
        (&["match", "level=1", "uci:/nowhere/at/all,time=1"], "cannot start \"/nowhere/at/all\": "),
        (&["ladder", "--from", "0"], "1 to 10"),
        (&["ladder", "--from", "2", "--to", "2"], "--from"),
        (&["bench", "x"], "DEPTH"),
    ] {
        assert_refused(arguments, words);
    }
}

#[test]
fn a_wrong_setting_is_named_with_the_reason() {
    for (arguments, words) in [
        (&["--searches", "0"][..], "--searches"),
        (&["--cache-megabytes", "0"], "--cache-megabytes"),
        (&["--state-ttl", "soon"], "--state-ttl"),
        (&["--state-ttl", "0s"], "1 ms to 366 days"),
        (&["--redis-timeout", "20"], "--redis-timeout"),
        (&["--redis-ca", "Cargo.toml"], "JUNGLE_REDIS_CA goes with JUNGLE_REDIS_URL"),
        (&["--redis-url", "http://:secret@x"], "JUNGLE_REDIS_URL: it starts neither with redis://"),
        (&["--redis-url", "redis://:secret@x,y"], "JUNGLE_REDIS_URL: several hosts want ?cluster"),
        (
            &["--redis-url", "rediss://:secret@x", "--redis-ca", "/nowhere/at/all"],
            "/nowhere/at/all: No such file",
        ),
        (&["--redis-url", "rediss://:secret@x", "--redis-ca", "Cargo.toml"], "no certificate in PEM"),
        (&["--redis-url", "redis://x", "--redis-url-file", "y"], "--redis-url"),
        (&["--redis-url-file", "/nowhere/at/all"], "JUNGLE_REDIS_URL_FILE: /nowhere/at/all: No such file"),
        (&["--cors-origins", "example.org"], "https://example.org"),
        (&["--connections", "0"], "--connections"),
        (&["--request-timeout", "500ms"], "1 s to 366 days"),
        (&["--grace", "1y1y"], "366 days"),
        (&["--log", "info,=,"], "--log"),
        (&["--log", "info,"], "a target or a level is missing"),
        (&["--log", "info,jungle=loud"], "--log"),
        (&["--log-format", "xml"], "auto, json, text"),
        (&["--metrics-listen", "9090"], "--metrics-listen"),
    ] {
        assert_refused(arguments, words);
    }
}

#[test]
fn a_wrong_limit_is_named_with_the_reason() {
    for (flag, value, words) in [
        ("--rate-limit-rules", "600", "a quota is COUNT/PERIOD, such as 600/min"),
        ("--rate-limit-searches", "0/min", "the count is not a whole number from 1 to 1000000"),
        ("--rate-limit-searches", "1/day", "the period is not s, min or h"),
        ("--trusted-proxies", "10.0.0.0/8,nope", "\"nope\" is neither an address nor a network"),
    ] {
        let message = fail(&[flag, value]);
        assert!(message.contains(flag) && message.contains(words), "{message}");
    }
    for (file, words) in [
        ("/nowhere/at/all", "JUNGLE_API_KEYS_FILE: /nowhere/at/all: No such file"),
        ("Cargo.toml", "JUNGLE_API_KEYS_FILE: Cargo.toml: line 1: a line is"),
    ] {
        let message = fail(&["--api-keys-file", file]);
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn a_wrong_key_is_told_by_its_line_only() {
    let keys = file("keys");
    for (lines, fault) in [
        (
            "a secret-secret-secret\nb secret\n",
            "line 2: the key is not of 16 to 256 visible ASCII characters",
        ),
        ("a secret-secret-secret\n\nb secret-secret-secret\n", "line 3: the key is that of an earlier line"),
        ("a secret-secret-secret 0\n", "line 1: the factor is not a whole number"),
    ] {
        fs::write(&keys, lines).expect("the folder can be written to");
        let message = printed(command().env("JUNGLE_API_KEYS_FILE", &keys), false);
        assert!(message.contains(fault) && !message.contains("secret"), "{message}");
    }
}

#[test]
fn a_wrong_collector_of_traces_is_named_with_the_reason() {
    let url = "JUNGLE_OTLP_ENDPOINT";
    for (arguments, words) in [
        (&["--otlp-endpoint", "https://:secret@x"][..], "it does not start with http://"),
        (&["--otlp-endpoint", "http://:secret@x"], "it holds more than a host"),
    ] {
        assert_refused(arguments, &format!("{url}: {words}"));
    }
    assert_refused(&["--trace-ratio", "0.5"], "--otlp-endpoint");
    assert_refused(&["--trace-ratio", "2", "--otlp-endpoint", "http://x"], "a number from 0 to 1");
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
        for name in settings() {
            let flag = format!("--{}", name.to_lowercase().replace('_', "-"));
            assert!(
                help.contains(&flag) && help.contains(&format!("JUNGLE_{name}")),
                "{name} is not in {help}"
            );
        }
    }
    for word in ["serve", "perft", "bench", "uci", "match", "ladder", "openapi", "healthcheck"] {
        assert!(run(&["--help"]).contains(word), "{word}");
    }
    assert!(run(&["healthcheck", "--help"]).contains("JUNGLE_HEALTHCHECK_URL"));
    assert!(run(&["--version"]).starts_with("jungle "));
}

/// The names of the settings that `--print-config` knows, without what they all begin with.
fn settings() -> Vec<String> {
    let printed = run(&["serve", "--print-config"]);
    let name = |line: &str| {
        let name = line.trim_start_matches('#').split('=').next()?.strip_prefix("JUNGLE_")?;
        Some(name.to_owned())
    };
    printed.lines().map(|line| name(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

#[test]
fn the_configuration_is_printed_as_variables_that_give_it_again() {
    let arguments = [
        "--print-config",
        "--listen",
        "[::1]:80",
        "--grace",
        "2m 5s",
        "--cors-origins",
        "https://a,https://b",
    ];
    let printed = run(&arguments);
    assert!(
        printed.contains("\nJUNGLE_GRACE=2m 5s\n") && printed.contains("#JUNGLE_METRICS_LISTEN=\n"),
        "{printed}"
    );
    let set = printed.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('='));
    let again = self::printed(command().args(["serve", "--print-config"]).envs(set), true);
    assert_eq!(printed, again);
    assert!(settings().len() > 15);
}

#[test]
fn no_secret_is_printed() {
    let url = "redis://user:secret@cache:6379/1?sentinel=main";
    let printed = run(&["--print-config", "--redis-url", url]);
    assert!(printed.contains("\nJUNGLE_REDIS_URL=redis://***@cache:6379/1?sentinel=main\n"), "{printed}");
    assert!(run(&["--print-config", "--redis-url", "secret"]).contains("\nJUNGLE_REDIS_URL=***\n"));
}

#[test]
fn a_secret_may_stand_in_a_file() {
    let path = file("redis_url");
    fs::write(&path, "http://:secret@cache\n").expect("the folder can be written to");
    let message = printed(command().env("JUNGLE_REDIS_URL_FILE", &path), false);
    assert!(
        message.contains("JUNGLE_REDIS_URL: it starts neither") && !message.contains("secret"),
        "{message}"
    );
}

#[test]
fn a_variable_with_a_typing_error_is_refused() {
    let message = printed(command().env("JUNGLE_SEARCHS", "2"), false);
    assert!(message.starts_with("error: JUNGLE_SEARCHS is no variable of this program"), "{message}");
    assert_eq!(printed(command().args(["perft", "1"]).env("JUNGLE_SEARCHS", "2"), true), "24\n");
}

#[test]
fn a_wrong_variable_is_named() {
    for (name, value) in [("LISTEN", "nope"), ("SEARCHES", "0"), ("STATE_TTL", "soon"), ("LOG_FORMAT", "xml")]
    {
        let variable = format!("JUNGLE_{name}");
        let message = printed(command().env(&variable, value), false);
        assert!(message.starts_with(&format!("error: {variable}: ")) && message.contains(value), "{message}");
    }
    let message = printed(command().args(["--searches", "x"]).env("JUNGLE_SEARCHES", "2"), false);
    assert!(message.starts_with("error: invalid value 'x'"), "{message}");
}

#[test]
fn bench_counts_the_same_nodes_every_time() {
    let nodes = || {
        let printed = run(&["bench", "3"]);
        assert_eq!(printed.lines().count(), jungle::arena::BENCH.len() + 1);
        let total = printed.lines().last().expect("there is a last line").to_owned();
        let [nodes, "nodes", speed, "nps"] = total.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{total}")
        };
        assert!(speed.parse::<u64>().expect("the speed is a number") > 0);
        nodes.parse::<u64>().expect("the count is a number")
    };
    assert_eq!(nodes(), nodes());
    assert!(nodes() > 1_000);
}

#[test]
fn a_match_prints_what_can_be_quoted_and_is_silent_before() {
    let arguments = ["match", "level=1", "depth=1", "--games", "3", "--seed", "4", "--ruleset", "classic"];
    let report = run(&arguments);
    assert!(report.starts_with("A         level=1\nB         depth=1\nrules     classic, "), "{report}");
    assert!(report.contains("\ngames     4: A won "), "{report}");
    assert_eq!(report, run(&[&arguments[..], &["--concurrency", "2"]].concat()));
}

#[test]
fn a_ladder_prints_a_table_and_draws_a_chart() {
    let path = std::env::temp_dir().join(format!("jungle-ladder-{}.svg", std::process::id()));
    let file = path.to_str().expect("the path is text");
    let table = run(&["ladder", "--to", "3", "--games", "4", "--plot", file]);
    assert_eq!(table.lines().count(), 5, "{table}");
    let svg = std::fs::read_to_string(&path).expect("the chart was written");
    std::fs::remove_file(&path).expect("the chart can be removed");
    assert!(svg.starts_with("<svg ") && svg.contains("standard rules"));
    let message = fail(&["ladder", "--to", "2", "--games", "2", "--plot", "/nowhere/at/all.svg"]);
    assert!(message.contains("cannot write /nowhere/at/all.svg"), "{message}");
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The positions of a few games played against itself.
fn self_play(name: &str, concurrency: &str) -> String {
    let out = file(name);
    let arguments = ["tune", "play", "--games", "4", "--seed", "7", "--concurrency", concurrency];
    let output = command().args(arguments).arg(&out).output().expect("the program can be started");
    assert!(output.status.success(), "{output:?}");
    fs::read_to_string(out).expect("the games were written down")
}

/// What the fit to a file of such positions is refused with.
fn refusal(name: &str, positions: &str) -> String {
    let (read, out) = (file(name), file("no_parameters.rs"));
    fs::write(&read, positions).expect("the folder can be written to");
    let error = printed(command().args(["tune", "fit"]).arg(&read).arg("--out").arg(&out), false);
    assert!(!out.exists());
    error
}

#[test]
fn self_play_is_the_same_on_any_number_of_threads() {
    let positions = self_play("one.txt", "1");
    assert_eq!(positions, self_play("three.txt", "3"));
    assert!(positions.lines().count() > 10);
    for line in positions.lines() {
        let fields: Vec<&str> = line.split(';').collect();
        assert_eq!(fields.len(), 4, "{line}");
        assert!(fields[2].parse::<i32>().is_ok(), "{line}");
        assert!((0.0..=1.0).contains(&fields[3].parse::<f64>().unwrap()), "{line}");
    }
}

#[test]
fn what_cannot_be_fitted_to_is_told_with_its_place() {
    let good = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1;standard;12;0.500\n";
    assert!(refusal("few.txt", good).contains("too few positions"));
    let told = refusal("bad.txt", &format!("{good}{good}nope\n"));
    assert!(told.contains("bad.txt") && told.contains("line 3 is not a position"), "{told}");
    assert!(refusal("unknown.txt", &good.replace("standard", "nope")).contains("line 1 "));
    assert!(refusal("odd.txt", &good.replace("0.500", "half")).contains("line 1 "));
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
