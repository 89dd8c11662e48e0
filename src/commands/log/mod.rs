mod json;

use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use jungle::service::{Config, LogFormat};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry, fmt};

use json::JsonLines;

/// How long lines are gathered before they are written: each by itself would cost a request more than all else that
/// is done for the log.
const PAUSE: Duration = Duration::from_millis(20);
/// How many bytes of lines may wait for somebody to read them; what comes then is left out, and told of later.
const MOST: usize = 4 << 20;

/// The log on its way to standard error, by a thread of its own: no request waits for who reads it.
#[derive(Debug, Default)]
pub(super) struct Log {
    lines: Mutex<Lines>,
    /// Told of the first line after a pause.
    came: Condvar,
}

#[derive(Debug, Default)]
struct Lines {
    text: Vec<u8>,
    lost: u64,
}

impl Log {
    /// Logs from now on, as the configuration says.
    ///
    /// # Errors
    ///
    /// The system has no room for a thread, or something else logs already.
    pub(super) fn start(config: &Config) -> Result<LastLines, Box<dyn Error>> {
        let log = Arc::new(Self::default());
        let is_json = match config.log_format {
            LogFormat::Auto => !io::stderr().is_terminal(),
            LogFormat::Json => true,
            LogFormat::Text => false,
        };
        let layer: Box<dyn Layer<Registry> + Send + Sync> = if is_json {
            Box::new(JsonLines(log.clone()))
        } else {
            Box::new(fmt::layer().with_ansi(io::stderr().is_terminal()).with_writer(log.clone()))
        };
        tracing_subscriber::registry().with(layer).with(config.log.clone()).try_init()?;
        let writer = log.clone();
        thread::Builder::new().name("log".to_owned()).spawn(move || writer.write_on())?;
        Ok(LastLines(log))
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().expect("nothing panics while it is held")
    }

    fn write_on(&self) {
        loop {
            let is_empty = |lines: &mut Lines| lines.text.is_empty();
            drop(self.came.wait_while(self.lines(), is_empty).expect("nothing panics while it is held"));
            thread::sleep(PAUSE);
            self.write_out();
        }
    }

    fn write_out(&self) {
        let Lines { text, lost } = std::mem::take(&mut *self.lines());
        // Nobody could be told.
        let _ = io::stderr().write_all(&text);
        if lost > 0 {
            tracing::warn!(lost, "lines were left out of the log, since nobody read it");
        }
    }
}

impl Write for &Log {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut lines = self.lines();
        if lines.text.len() + line.len() > MOST {
            lines.lost += 1;
            return Ok(line.len());
        }
        let is_first = lines.text.is_empty();
        lines.text.extend_from_slice(line);
        drop(lines);
        if is_first {
            self.came.notify_one();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes what is left when it is dropped.
#[derive(Debug)]
pub(super) struct LastLines(Arc<Log>);

impl Drop for LastLines {
    fn drop(&mut self) {
        self.0.write_out();
    }
}
