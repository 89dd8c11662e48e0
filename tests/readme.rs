//! Every example of the README: the command is run as it stands there, and must give the answer that stands below it.

#[path = "api/server.rs"]
mod server;

use std::process::Command;

use serde_json::Value;

use server::Server;

/// Each command of the README that is followed by its answer.
fn examples() -> Vec<(&'static str, &'static str)> {
    let blocks: Vec<&str> = include_str!("../README.md").split("```").collect();
    let texts: Vec<&str> = blocks.into_iter().skip(1).step_by(2).collect();
    let answered = texts
        .windows(2)
        .filter_map(|pair| Some((pair[0].strip_prefix("sh\n")?, pair[1].strip_prefix("json\n")?)));
    answered.collect()
}

fn run(command: &str) -> Value {
    let output = Command::new("sh").args(["-c", command]).output().expect("there is a shell");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{command}: {error}"))
}

/// The answer without the id of the request, which is another each time.
fn without_instance(mut answer: Value) -> Value {
    answer.as_object_mut().expect("every answer is an object").remove("instance");
    answer
}

#[test]
fn every_example_gives_the_answer_that_is_written_below_it() {
    let server = Server::start();
    let examples = examples();
    assert_eq!(examples.len(), 11, "one for each operation");
    for (command, written) in examples {
        let answer = run(&command.replace("localhost:8080", &server.url("")));
        let written = serde_json::from_str(written).expect("an answer is JSON");
        assert_eq!(without_instance(answer), without_instance(written), "{command}");
    }
}
