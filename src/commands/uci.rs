use std::error::Error;
use std::io;

use jungle::uci;

/// Speaks UCI by standard input and output.
pub(super) fn run() -> Result<(), Box<dyn Error>> {
    // Not locked for good: the search writes too, and unlike a lock, the handles may cross threads.
    Ok(uci::converse(io::stdin().lock(), io::stdout())?)
}
