use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use crate::service::digest::Digest;

/// How many characters a key has: enough that nobody guesses one, and no more than a header may well hold.
const LENGTHS: std::ops::RangeInclusive<usize> = 16..=256;
/// The most characters of a name.
const LONGEST_NAME: usize = 64;
/// What begins a comment, up to the end of the line.
const COMMENT: char = '#';

/// A key that was given out, without the secret.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::service) struct ApiKey {
    /// Who has it.
    pub(in crate::service) name: String,
    /// How many times as much as others they may spend.
    pub(in crate::service) factor: NonZeroU32,
}

/// The keys that were given out, by their digests: how long it takes to find one tells nothing about any.
#[derive(Clone, Debug, Default)]
pub(in crate::service) struct ApiKeys(HashMap<Digest, Arc<ApiKey>>);

/// A line of a list of keys is wrong; which one, and how, but not what it says, for that is secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub(in crate::service) struct ParseKeysError {
    line: usize,
    fault: KeyFault,
}

/// Why a line is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
enum KeyFault {
    /// It has too few fields, or too many.
    #[error("a line is NAME KEY, or NAME KEY FACTOR")]
    Fields,
    /// The name is too long.
    #[error("the name is longer than {LONGEST_NAME} characters")]
    Name,
    /// The key can be guessed, or not be sent.
    #[error("the key is not of {} to {} visible ASCII characters", LENGTHS.start(), LENGTHS.end())]
    Key,
    /// The factor is none.
    #[error("the factor is not a whole number from 1 to {}", u32::MAX)]
    Factor,
    /// Somebody has two keys.
    #[error("the name is that of an earlier line")]
    NameTwice,
    /// Two have one key.
    #[error("the key is that of an earlier line")]
    KeyTwice,
}

/// Reads lines `NAME KEY [FACTOR]`, with comments from a `#` on.
impl FromStr for ApiKeys {
    type Err = ParseKeysError;

    fn from_str(text: &str) -> Result<Self, ParseKeysError> {
        let (mut keys, mut names) = (HashMap::new(), HashSet::new());
        for (line, text) in (1..).zip(text.lines()) {
            let at = |fault| ParseKeysError { line, fault };
            let fields: Vec<&str> =
                text.split_whitespace().take_while(|field| !field.starts_with(COMMENT)).collect();
            if fields.is_empty() {
                continue;
            }
            let (digest, key) = key(&fields).map_err(at)?;
            if !names.insert(key.name.clone()) {
                return Err(at(KeyFault::NameTwice));
            }
            match keys.entry(digest) {
                Entry::Occupied(_) => return Err(at(KeyFault::KeyTwice)),
                Entry::Vacant(entry) => entry.insert(Arc::new(key)),
            };
        }
        Ok(Self(keys))
    }
}

fn key(fields: &[&str]) -> Result<(Digest, ApiKey), KeyFault> {
    let (name, key, factor) = match *fields {
        [name, key] => (name, key, "1"),
        [name, key, factor] => (name, key, factor),
        _ => return Err(KeyFault::Fields),
    };
    if name.chars().count() > LONGEST_NAME {
        return Err(KeyFault::Name);
    }
    if !LENGTHS.contains(&key.len()) || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(KeyFault::Key);
    }
    let factor = factor.parse().map_err(|_| KeyFault::Factor)?;
    Ok((Digest::of(key.as_bytes()), ApiKey { name: name.to_owned(), factor }))
}

impl ApiKeys {
    /// The key that this is, if it is one.
    pub(super) fn find(&self, key: &[u8]) -> Option<Arc<ApiKey>> {
        // What cannot be one is not worth the work, least of all where there are none.
        let may_be_one = !self.0.is_empty() && LENGTHS.contains(&key.len());
        may_be_one.then(|| self.0.get(&Digest::of(key)).cloned()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "0123456789abcdef";

    fn fault(text: &str) -> ParseKeysError {
        text.parse::<ApiKeys>().map(|_| ()).unwrap_err()
    }

    #[test]
    fn a_list_names_keys_and_what_they_are_worth() {
        let keys: ApiKeys = format!(
            "# for tests\n\nann {KEY}\n  \tbob\t{KEY}# 25   # a factor, and a # in the key\r\nzoë {KEY}{KEY} 4294967295"
        )
        .parse()
        .unwrap();
        for (key, name, factor) in [
            (KEY.to_owned(), "ann", 1),
            (format!("{KEY}#"), "bob", 25),
            (format!("{KEY}{KEY}"), "zoë", u32::MAX),
        ] {
            let found = keys.find(key.as_bytes()).unwrap();
            assert_eq!((found.name.as_str(), found.factor.get()), (name, factor));
        }
        for wrong in ["", "ann", &KEY[1..], &KEY.to_uppercase(), &"x".repeat(100_000)] {
            assert_eq!(keys.find(wrong.as_bytes()), None, "{wrong:.20}");
        }
        assert_eq!(" \n#\n".parse::<ApiKeys>().unwrap().find(KEY.as_bytes()), None);
    }

    #[test]
    fn a_wrong_line_is_told_by_its_number_and_its_key_by_nothing() {
        let long_name = "x".repeat(LONGEST_NAME + 1);
        let long_key = "x".repeat(LENGTHS.end() + 1);
        for (line, fault_of_it) in [
            ("ann".to_owned(), KeyFault::Fields),
            (format!("ann #{KEY}"), KeyFault::Fields),
            (format!("ann {KEY} 1 1"), KeyFault::Fields),
            (format!("{long_name} {KEY}"), KeyFault::Name),
            (format!("ann {}", &KEY[1..]), KeyFault::Key),
            (format!("ann {long_key}"), KeyFault::Key),
            (format!("ann {KEY}ä"), KeyFault::Key),
            (format!("ann {KEY} 0"), KeyFault::Factor),
            (format!("ann {KEY} -1"), KeyFault::Factor),
            (format!("ann {KEY} 1.5"), KeyFault::Factor),
            (format!("ann {KEY} many"), KeyFault::Factor),
            (format!("eve {KEY}"), KeyFault::NameTwice),
            ("ann fedcba9876543210".to_owned(), KeyFault::KeyTwice),
        ] {
            let found = fault(&format!("# the first line\neve fedcba9876543210\n\n{line}\n"));
            assert_eq!(found, ParseKeysError { line: 4, fault: fault_of_it }, "{line}");
            let told = found.to_string();
            assert!(
                told.starts_with("line 4: ") && !told.contains("0123") && !told.contains("xxx"),
                "{told}"
            );
        }
        assert_eq!(
            fault("ann short").to_string(),
            "line 1: the key is not of 16 to 256 visible ASCII characters"
        );
    }
}
