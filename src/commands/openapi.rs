use std::error::Error;

use jungle::service;

/// Prints the OpenAPI document.
pub(super) fn run() -> Result<(), Box<dyn Error>> {
    println!("{}", service::openapi().to_pretty_json()?);
    Ok(())
}
