use actix_web::http::header::{self, HeaderMap};

use super::ApiError;

/// What an answer is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MediaType {
    Json,
    EventStream,
    Svg,
    Png,
}

impl MediaType {
    /// What the operations at a path can answer with, the usual first.
    pub(super) fn offered_at(path: &str) -> &'static [Self] {
        match path {
            "/v1/analysis" => &[Self::Json, Self::EventStream],
            "/v1/board.svg" => &[Self::Svg],
            "/v1/board.png" => &[Self::Png],
            _ => &[Self::Json],
        }
    }

    /// The one that the Accept headers like best of what is offered; the first where they have no preference.
    ///
    /// Each is judged by the most specific range that it is in (RFC 9110, 12.5.1), and of two with the same weight
    /// the one that was named is meant. Headers that hold no range at all ask for nothing in particular.
    ///
    /// # Errors
    ///
    /// They leave out all that is offered.
    pub(super) fn preferred(headers: &HeaderMap, offered: &[Self]) -> Result<Self, ApiError> {
        let texts = headers.get_all(header::ACCEPT).filter_map(|value| value.to_str().ok());
        let ranges: Vec<&str> =
            texts.flat_map(|text| text.split(',')).filter(|range| range.contains('/')).collect();
        if let (true, Some(usual)) = (ranges.is_empty(), offered.first()) {
            return Ok(*usual);
        }
        let liked = offered.iter().filter_map(|offer| Some((offer.liking(&ranges)?, *offer)));
        // The last of equals would win.
        let best = liked.rev().max_by(|(one, _), (other, _)| one.cmp(other));
        best.map(|(_, offer)| offer).ok_or(ApiError::NotAcceptable(Self::names(offered)))
    }

    /// How much the ranges of an Accept header like it, if they let it through.
    fn liking(self, ranges: &[&str]) -> Option<Liking> {
        let in_range = |(specificity, name)| {
            let thousandths = ranges.iter().find_map(|range| weight_of(range, name))?;
            Some(Liking { thousandths, specificity })
        };
        let liking = self.ranges().into_iter().enumerate().rev().find_map(in_range);
        liking.filter(|liking| liking.thousandths > 0)
    }

    /// The ranges that it is in, the most specific last.
    fn ranges(self) -> [&'static str; 3] {
        match self {
            Self::Json => ["*/*", "application/*", "application/json"],
            Self::EventStream => ["*/*", "text/*", "text/event-stream"],
            Self::Svg => ["*/*", "image/*", "image/svg+xml"],
            Self::Png => ["*/*", "image/*", "image/png"],
        }
    }

    fn names(offered: &[Self]) -> &'static str {
        match offered {
            [_, Self::EventStream, ..] => "application/json or text/event-stream",
            [Self::Svg, ..] => "image/svg+xml",
            [Self::Png, ..] => "image/png",
            _ => "application/json",
        }
    }
}

/// How much a media type is liked: by its weight, then by how closely it was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Liking {
    thousandths: u32,
    specificity: usize,
}

/// The weight of a range of this name in thousandths; `.2` passes for `0.2`, since Java's client says so.
fn weight_of(range: &str, name: &str) -> Option<u32> {
    let mut parts = range.split(';').map(str::trim);
    let is_it = parts.next().is_some_and(|range| range.eq_ignore_ascii_case(name));
    let weight = parts.find_map(|part| part.strip_prefix(['q', 'Q'])?.strip_prefix('=')?.parse::<f32>().ok());
    is_it.then_some((weight.unwrap_or(1.0) * 1_000.0).round() as u32)
}
