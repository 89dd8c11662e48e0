use std::num::ParseFloatError;

use clap::Args;
use reqwest::Url;
use thiserror::Error;

use crate::service::secret_url::SecretUrl;

/// Which requests are traced, and where that is sent.
#[derive(Args, Clone, Debug)]
pub struct TraceSettings {
    /// The OpenTelemetry collector that traces are sent to, by OTLP over HTTP: `http://host[:port][/path]`.
    #[arg(long, env = "JUNGLE_OTLP_ENDPOINT", hide_env_values = true, value_name = "URL")]
    pub otlp_endpoint: Option<SecretUrl>,

    /// How many of the requests that belong to no trace start one: 0 is none, 1 is all.
    #[arg(
        long,
        env = "JUNGLE_TRACE_RATIO",
        default_value = "1",
        value_name = "RATIO",
        value_parser = ratio,
        requires = "otlp_endpoint"
    )]
    pub trace_ratio: f64,
}

fn ratio(text: &str) -> Result<f64, String> {
    let ratio = text.parse().map_err(|error: ParseFloatError| error.to_string())?;
    if (0.0..=1.0).contains(&ratio) { Ok(ratio) } else { Err("a number from 0 to 1".to_owned()) }
}

/// Why a text is not the URL of a collector.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum CollectorUrlError {
    /// Not a URL at all.
    #[error("{0}")]
    Url(String),
    /// Not `http`.
    #[error(
        "it does not start with http://, and nothing else is spoken: let a collector nearby pass traces on"
    )]
    Scheme,
    /// More than a host and a path.
    #[error("it holds more than a host, a port and a path")]
    Parts,
}

/// Where a collector takes traces, which the protocol puts below its URL.
///
/// # Errors
///
/// It is none.
pub(super) fn traces_at(collector: &SecretUrl) -> Result<Url, CollectorUrlError> {
    let mut url =
        Url::parse(collector.reveal()).map_err(|error| CollectorUrlError::Url(error.to_string()))?;
    if url.scheme() != "http" {
        return Err(CollectorUrlError::Scheme);
    }
    let has_login = !url.username().is_empty() || url.password().is_some();
    if has_login || url.query().is_some() || url.fragment().is_some() {
        return Err(CollectorUrlError::Parts);
    }
    url.path_segments_mut().expect("http has a path").pop_if_empty().extend(["v1", "traces"]);
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent_to(text: &str) -> String {
        traces_at(&text.to_owned().into()).map_or_else(|error| error.to_string(), String::from)
    }

    #[test]
    fn traces_go_to_their_place_below_the_url() {
        for (text, expected) in [
            ("http://collector:4318", "http://collector:4318/v1/traces"),
            ("http://collector:4318/", "http://collector:4318/v1/traces"),
            ("http://[::1]/a/b/", "http://[::1]/a/b/v1/traces"),
            ("HTTP://collector/a", "http://collector/a/v1/traces"),
        ] {
            assert_eq!(sent_to(text), expected);
        }
    }

    #[test]
    fn a_wrong_url_is_refused_without_its_password() {
        for (text, fault) in [
            ("", "relative URL"),
            ("collector", "relative URL"),
            ("collector:4318", "does not start with http://"),
            ("https://u:secret@collector", "does not start with http://"),
            ("http://", "empty host"),
            ("http://collector:port", "invalid port"),
            ("http://:secret@collector", "more than a host"),
            ("http://secret@collector", "more than a host"),
            ("http://collector/?key=secret", "more than a host"),
            ("http://collector/#secret", "more than a host"),
        ] {
            let error = sent_to(text);
            assert!(error.contains(fault) && !error.contains("secret"), "{text}: {error}");
        }
    }

    #[test]
    fn a_ratio_is_a_number_from_0_to_1() {
        for (text, expected) in
            [("0", Some(0.0)), ("1", Some(1.0)), ("0.25", Some(0.25)), ("1e-3", Some(0.001))]
        {
            assert_eq!(ratio(text).ok(), expected);
        }
        for text in ["", "-0.1", "1.1", "NaN", "inf", "half", "50%"] {
            assert!(ratio(text).is_err(), "{text}");
        }
    }
}
