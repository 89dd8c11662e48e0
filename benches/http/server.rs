//! Servers in processes of their own, and loads on them.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};

const SECONDS: u32 = 4;
const CONNECTIONS: u32 = 64;

/// What is asked again and again.
pub(crate) struct Load {
    method: &'static str,
    path: String,
    body: String,
    /// The file that tells wrk.
    script: String,
}

impl Load {
    pub(crate) fn post(path: &str, body: &str) -> Self {
        Self::new("POST", path, body)
    }

    pub(crate) fn get(path: &str) -> Self {
        Self::new("GET", path, "")
    }

    fn new(method: &'static str, path: &str, body: &str) -> Self {
        let script = script(
            path,
            &format!(
                "wrk.method = '{method}'\nwrk.headers['Content-Type'] = 'application/json'\nwrk.body = [[{body}]]\n"
            ),
        );
        Self { method, path: path.to_owned(), body: body.to_owned(), script }
    }

    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

/// Writes a script for wrk, and says where.
pub(crate) fn script(name: &str, text: &str) -> String {
    let name: String =
        name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).take(40).collect();
    let file = std::env::temp_dir().join(format!("jungle-bench-{}-{name}.lua", std::process::id()));
    fs::write(&file, text).expect("the script is written");
    file.to_string_lossy().into_owned()
}

/// How a server did under load.
pub(crate) struct Pace {
    /// Requests a second.
    pub(crate) rate: f64,
    /// Microseconds of the server's processor for each request.
    pub(crate) micros: f64,
    /// Half of the answers came within so many milliseconds.
    pub(crate) p50: f64,
    /// And 99 of 100 in so many.
    pub(crate) p99: f64,
}

/// A server in a process of its own.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().expect("it can be started");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("its output is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it tells its address");
        let address = line.trim().trim_start_matches("listening on ").to_owned();
        Self { process, address }
    }

    pub(crate) fn ask(&self, load: &Load) -> String {
        let ask = async {
            let url = self.url(load);
            let client = reqwest::Client::new();
            let request =
                if load.method == "GET" { client.get(url) } else { client.post(url).body(load.body.clone()) };
            request.header("content-type", "application/json").send().await?.error_for_status()?.text().await
        };
        actix_web::rt::System::new().block_on(ask).expect("it answers")
    }

    fn url(&self, load: &Load) -> String {
        format!("{}{}", self.address, load.path)
    }

    pub(crate) fn answer(&self, load: &Load) -> Pace {
        let before = self.processor_seconds();
        let mut wrk = Command::new("wrk");
        wrk.args([
            "-t1",
            "--latency",
            &format!("-c{CONNECTIONS}"),
            &format!("-d{SECONDS}s"),
            "-s",
            &load.script,
        ]);
        let output = pinned(wrk.arg(self.url(load)), 1)
            .output()
            .expect("wrk runs: it is in Debian's package of that name");
        let report = Report::of(&output);
        assert!(report.refused < 1.0, "every request is answered");
        let used = self.processor_seconds() - before;
        Pace { rate: report.rate, micros: used * 1e6 / report.requests, p50: report.p50, p99: report.p99 }
    }

    /// User and system time, from fields 14 and 15 of `/proc/PID/stat`, in hundredths of a second.
    fn processor_seconds(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id())).expect("it runs on Linux");
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |i: usize| fields[i].parse::<f64>().expect("it is a number");
        (ticks(11) + ticks(12)) / 100.0
    }

    /// What it has in memory, in megabytes.
    pub(crate) fn megabytes(&self) -> f64 {
        let status =
            fs::read_to_string(format!("/proc/{}/status", self.process.id())).expect("it runs on Linux");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it has memory");
        line.split_whitespace().next().and_then(|number| number.parse::<f64>().ok()).expect("it is a number")
            / 1024.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Nothing to do about one that has gone by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What wrk tells.
pub(crate) struct Report {
    pub(crate) requests: f64,
    pub(crate) rate: f64,
    /// How many answers were no success.
    pub(crate) refused: f64,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
}

impl Report {
    pub(crate) fn of(output: &Output) -> Self {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = |name: &str| text.lines().find(|line| line.contains(name));
        let number = |name: &str| line(name)?.split_whitespace().find_map(|word| word.parse::<f64>().ok());
        let time = |name: &str| milliseconds(line(name)?.split_whitespace().nth(1)?);
        let told = |number: Option<f64>| number.unwrap_or_else(|| panic!("wrk tells it: {text}"));
        Self {
            requests: told(number("requests in")),
            rate: told(number("Requests/sec")),
            refused: number("Non-2xx").unwrap_or(0.0),
            p50: told(time(" 50%")),
            p99: told(time(" 99%")),
        }
    }
}

/// Reads a time as wrk writes it.
fn milliseconds(text: &str) -> Option<f64> {
    let (number, factor) = if let Some(number) = text.strip_suffix("us") {
        (number, 0.001)
    } else if let Some(number) = text.strip_suffix("ms") {
        (number, 1.0)
    } else {
        (text.strip_suffix('s')?, 1_000.0)
    };
    Some(number.parse::<f64>().ok()? * factor)
}

/// The same command on one core.
pub(crate) fn pinned(command: &mut Command, core: u32) -> Command {
    let mut pinned = Command::new("taskset");
    pinned.args(["-c", &core.to_string()]).arg(command.get_program()).args(command.get_args());
    pinned.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    pinned
}
