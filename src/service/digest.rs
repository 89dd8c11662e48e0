use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use serde::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use super::hex;

/// The bytes of a digest: nobody can find two texts that share so many of SHA-256.
const BYTES: usize = 24;

/// What stands for a text: the first 192 bits of its SHA-256, written as 48 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Digest([u8; BYTES]);

/// The text is no digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ParseDigestError;

impl Digest {
    /// The digest of a text.
    pub(super) fn of(text: &[u8]) -> Self {
        Self::of_parts([text])
    }

    /// The digest of a text in parts.
    pub(super) fn of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let whole = parts.into_iter().fold(Sha256::new(), Sha256::chain_update).finalize();
        Self(std::array::from_fn(|i| whole[i]))
    }

    /// Its digits, which are ASCII.
    pub(super) fn digits(&self) -> [u8; BYTES * 2] {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digit = |i: usize| if i.is_multiple_of(2) { self.0[i / 2] >> 4 } else { self.0[i / 2] & 0xf };
        std::array::from_fn(|i| DIGITS[usize::from(digit(i))])
    }
}

impl Display for Digest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Digest {
    type Err = ParseDigestError;

    /// Reads the digits in lower case only, so that each digest has one text.
    fn from_str(text: &str) -> Result<Self, ParseDigestError> {
        let digits: &[u8; BYTES * 2] = text.as_bytes().try_into().map_err(|_| ParseDigestError)?;
        let mut bytes = [0; BYTES];
        for (i, &digit) in digits.iter().enumerate() {
            let value = hex::digit(digit).ok_or(ParseDigestError)?;
            bytes[i / 2] = bytes[i / 2] << 4 | value;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_goes_round_by_its_text() {
        // The SHA-256 of "abc" in FIPS 180-2, B.1.
        let digest = Digest::of(b"abc");
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9c";
        assert_eq!((digest.to_string(), &digest.digits()[..]), (text.to_owned(), text.as_bytes()));
        assert_eq!(text.parse(), Ok(digest));
        let upper = text.to_uppercase();
        for wrong in ["", &text[1..], &upper, &text.replace('b', "g"), &format!("{text}0")] {
            assert_eq!(wrong.parse::<Digest>(), Err(ParseDigestError), "{wrong}");
        }
    }
}
