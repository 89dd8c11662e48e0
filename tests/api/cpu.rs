//! What searches cost: the processor time of the threads that search, which no other load of the machine adds to.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::client::Api;

/// The length of a tick of the kernel's accounting; Linux has told user programs this one for decades.
const TICK: Duration = Duration::from_millis(10);

/// The processor time that searches have taken so far.
pub(crate) fn search_time(api: &Api) -> Duration {
    let folder = format!("/proc/{}/task", api.server.process.id());
    let threads = fs::read_dir(folder).expect("the server is alive").flatten();
    let searching = threads.filter(|thread| read(&thread.path(), "comm").starts_with("search-"));
    searching.map(|thread| TICK * ticks(&read(&thread.path(), "stat"))).sum()
}

fn read(thread: &Path, file: &str) -> String {
    fs::read_to_string(thread.join(file)).unwrap_or_default()
}

/// User and system time, the 14th and 15th field; the second is a name in brackets.
fn ticks(stat: &str) -> u32 {
    let fields = stat.rsplit_once(')').map(|(_, fields)| fields.split_whitespace());
    fields.into_iter().flatten().skip(11).take(2).filter_map(|field| field.parse::<u32>().ok()).sum()
}

/// Waits until searches have taken so much more time than they had.
pub(crate) async fn search_on(api: &Api, more: Duration) {
    let start = search_time(api);
    while search_time(api) < start + more {
        tokio::time::sleep(TICK).await;
    }
}
