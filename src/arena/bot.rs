use std::str::FromStr;

use super::player::{ParsePlayerError, check_limited, read, set_limit, settings};
use crate::engine::{Blur, Level, Limits};
use crate::rules::split_mix;

/// The engine as a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bot {
    level: Option<Level>,
    /// What its errors come from, where they are not to come from the match.
    seed: Option<u64>,
    /// The greatest error, in place of the level's.
    blur: Option<i32>,
    limits: Limits,
}

const BYTES_PER_MEGABYTE: usize = 1 << 20;

impl Bot {
    /// The limits to search with in the games of a pair.
    pub(super) fn limits(&self, seed: u64, pair: usize) -> Limits {
        let seed = split_mix(split_mix(self.seed.unwrap_or(seed)) ^ pair as u64);
        let level = self.level.map_or_else(Limits::default, |level| level.limits(seed));
        let mut limits = level.or_sooner(self.limits);
        if let Some(amount) = self.blur {
            limits.blur = Some(Blur { seed, amount });
        }
        limits.to_win()
    }
}

impl From<Level> for Bot {
    fn from(level: Level) -> Self {
        Self { level: Some(level), ..Self::default() }
    }
}

impl FromStr for Bot {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        let mut bot = Self::default();
        for setting in settings(text) {
            let (name, value) = setting?;
            let wrong = || ParsePlayerError::Value(format!("{name}={value}"));
            match name {
                "level" => bot.level = Some(Level::new(read(name, value)?).ok_or_else(wrong)?),
                "seed" => bot.seed = Some(read(name, value)?),
                "blur" => bot.blur = Some(read(name, value)?),
                "hash" => {
                    let bytes = read::<usize>(name, value)?.checked_mul(BYTES_PER_MEGABYTE);
                    bot.limits.table_bytes = Some(bytes.ok_or_else(wrong)?);
                }
                "tables" => {
                    bot.limits.may_probe = match value {
                        "yes" => true,
                        "no" => false,
                        _ => return Err(wrong()),
                    }
                }
                _ if set_limit(&mut bot.limits, name, value)? => {}
                _ => return Err(ParsePlayerError::NotOfTheEngine(name.to_owned())),
            }
        }
        check_limited(&bot.limits(0, 0))?;
        Ok(bot)
    }
}
