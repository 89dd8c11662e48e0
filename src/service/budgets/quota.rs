use std::fmt::{self, Display, Formatter};
use std::num::NonZeroU32;
use std::str::FromStr;

use thiserror::Error;

/// The most requests of a quota, and the most seconds of its period.
const MOST: (u32, u32) = (1_000_000, 24 * 60 * 60);
/// The units of a period, in seconds.
const UNITS: [(&str, u32); 3] = [("s", 1), ("min", 60), ("h", 60 * 60)];
/// How finely time is counted: in parts of a second.
const PARTS: u32 = 1_000_000;

/// How many requests a client may make in how long, such as `600/min`, `20/s` or `30/10s`.
///
/// They come back one by one, evenly over the period, and the client may make all of them at once. That is the generic
/// cell rate algorithm (GCRA): each request puts a client into debt for its share of the period, time pays off, and
/// nobody may owe more than the period. A debt is a number of microseconds, and all that there is to know of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    count: u32,
    seconds: u32,
}

/// Why a text is no [`Quota`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseQuotaError {
    /// There is no slash in it.
    #[error("a quota is COUNT/PERIOD, such as 600/min, 20/s or 30/10s")]
    Form,
    /// What stands before the slash.
    #[error("the count is not a whole number from 1 to {}", MOST.0)]
    Count,
    /// What stands after the slash.
    #[error("the period is not s, min or h, with a whole number before it or without, of 24h at most")]
    Period,
}

impl FromStr for Quota {
    type Err = ParseQuotaError;

    fn from_str(text: &str) -> Result<Self, ParseQuotaError> {
        let (count, period) = text.split_once('/').ok_or(ParseQuotaError::Form)?;
        let count = number(count).filter(|&count| count <= MOST.0).ok_or(ParseQuotaError::Count)?;
        Ok(Self { count, seconds: seconds(period).ok_or(ParseQuotaError::Period)? })
    }
}

fn seconds(period: &str) -> Option<u32> {
    let unit = period.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = &period[..period.len() - unit.len()];
    let times = if digits.is_empty() { 1 } else { number(digits)? };
    let (_, seconds) = UNITS.iter().find(|(name, _)| *name == unit)?;
    times.checked_mul(*seconds).filter(|&seconds| seconds <= MOST.1)
}

/// A whole number from 1 on, in digits only.
fn number(digits: &str) -> Option<u32> {
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|&number| is_plain && number > 0)
}

/// In the largest unit that divides the period.
impl Display for Quota {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let fits = |(_, unit): &&(&str, u32)| self.seconds.is_multiple_of(*unit);
        let (name, unit) = UNITS.iter().rfind(fits).expect("every period is of whole seconds");
        match self.seconds / unit {
            1 => write!(f, "{}/{name}", self.count),
            times => write!(f, "{}/{times}{name}", self.count),
        }
    }
}

impl Quota {
    /// How many requests.
    pub(super) fn count(self) -> u32 {
        self.count
    }

    /// In how many seconds.
    pub(super) fn seconds(self) -> u32 {
        self.seconds
    }

    /// As many times as much, up to a request for each part of time.
    pub(super) fn times(self, factor: NonZeroU32) -> Self {
        let most = self.seconds.saturating_mul(PARTS);
        Self { count: self.count.saturating_mul(factor.get()).min(most), ..self }
    }

    /// What a request costs.
    pub(super) fn cost(self) -> u64 {
        u64::from(self.seconds) * u64::from(PARTS) / u64::from(self.count)
    }

    /// What a client may owe: the period, but for what is lost as each request costs a whole number.
    pub(super) fn credit(self) -> u64 {
        self.cost() * u64::from(self.count)
    }

    /// What a client owes after one more request; nothing comes of it if that would be too much.
    pub(super) fn spend(self, debt: u64) -> Option<u64> {
        Some(debt + self.cost()).filter(|&debt| debt <= self.credit())
    }

    /// How many requests a client may make at once that owes so much.
    pub(super) fn remaining(self, debt: u64) -> u32 {
        (self.credit().saturating_sub(debt) / self.cost()) as u32
    }

    /// After how many seconds there is one more, rounded up.
    pub(super) fn next(self, debt: u64) -> u32 {
        let enough = self.credit().saturating_sub(self.cost() * (u64::from(self.remaining(debt)) + 1));
        debt.saturating_sub(enough).div_ceil(u64::from(PARTS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quota(text: &str) -> Quota {
        text.parse().unwrap()
    }

    #[test]
    fn a_quota_goes_round_by_its_text() {
        for (text, count, seconds) in [
            ("600/min", 600, 60),
            ("20/s", 20, 1),
            ("1000/h", 1_000, 3_600),
            ("30/10s", 30, 10),
            ("1/90s", 1, 90),
            ("5/2min", 5, 120),
            ("1000000/24h", 1_000_000, 86_400),
        ] {
            assert_eq!(quota(text), Quota { count, seconds });
            assert_eq!(quota(text).to_string(), text);
        }
        for (text, shown) in [("1/1s", "1/s"), ("1/60s", "1/min"), ("1/60min", "1/h"), ("007/120s", "7/2min")]
        {
            assert_eq!(quota(text).to_string(), shown);
            assert_eq!(quota(shown), quota(text));
        }
    }

    #[test]
    fn a_wrong_quota_is_told_what_is_wrong() {
        for (text, error) in [
            ("", ParseQuotaError::Form),
            ("600", ParseQuotaError::Form),
            ("600 per min", ParseQuotaError::Form),
            ("/min", ParseQuotaError::Count),
            ("0/min", ParseQuotaError::Count),
            ("-1/min", ParseQuotaError::Count),
            ("+1/min", ParseQuotaError::Count),
            ("1.5/min", ParseQuotaError::Count),
            ("1000001/min", ParseQuotaError::Count),
            (" 1/min", ParseQuotaError::Count),
            ("99999999999/min", ParseQuotaError::Count),
            ("1/", ParseQuotaError::Period),
            ("1/m", ParseQuotaError::Period),
            ("1/day", ParseQuotaError::Period),
            ("1/10", ParseQuotaError::Period),
            ("1/0s", ParseQuotaError::Period),
            ("1/1.5s", ParseQuotaError::Period),
            ("1/ min", ParseQuotaError::Period),
            ("1/25h", ParseQuotaError::Period),
            ("1/4294967295h", ParseQuotaError::Period),
            ("1/1/s", ParseQuotaError::Period),
        ] {
            assert_eq!(text.parse::<Quota>(), Err(error), "{text}");
        }
    }

    #[test]
    fn all_may_be_spent_at_once_and_come_back_one_by_one() {
        for text in ["600/min", "7/s", "1/s", "1/24h", "1000000/s", "1000000/24h", "999983/s", "3/10s"] {
            let quota = quota(text);
            let mut debt = 0;
            for spent in 1..=quota.count {
                debt = quota.spend(debt).unwrap();
                assert_eq!(quota.remaining(debt), quota.count - spent, "{text}");
            }
            assert_eq!(quota.spend(debt), None, "{text}");
            assert_eq!(quota.spend(debt - quota.cost() + 1), None, "{text}");
            assert_eq!(quota.spend(debt - quota.cost()), Some(debt), "{text}");
            assert!(debt <= u64::from(quota.seconds) * 1_000_000, "{text}");
        }
    }

    #[test]
    fn the_next_request_is_told_in_whole_seconds_and_never_too_early() {
        let minute = quota("6/min");
        for (debt, remaining, next) in [
            (60_000_000, 0, 10),
            (59_999_999, 0, 10),
            (59_000_000, 0, 9),
            (50_000_001, 0, 1),
            (50_000_000, 1, 10),
            (10_000_000, 5, 10),
            (1, 5, 1),
        ] {
            assert_eq!((minute.remaining(debt), minute.next(debt)), (remaining, next), "{debt}");
        }
        assert_eq!(quota("600/min").next(100_000), 1);
        assert_eq!(quota("1/24h").next(86_400_000_000), 86_400);
    }

    #[test]
    fn a_factor_multiplies_the_count() {
        let times = |text, factor| quota(text).times(NonZeroU32::new(factor).unwrap());
        assert_eq!(times("10/s", 1), quota("10/s"));
        assert_eq!(times("10/min", 25), quota("250/min"));
        assert_eq!(times("1000000/s", u32::MAX).count, 1_000_000);
        assert!(times("1000000/24h", u32::MAX).cost() > 0);
    }
}
