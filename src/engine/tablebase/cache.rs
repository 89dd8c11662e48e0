use std::sync::{Mutex, PoisonError};

use crate::rules::split_mix;

/// Blocks that were wanted lately, unpacked: each has one place, which the next that has the same takes from it.
#[derive(Debug)]
pub(super) struct Cache {
    places: Box<[Mutex<Place>]>,
}

#[derive(Clone, Debug, Default)]
struct Place {
    /// Which block it is.
    key: u64,
    values: Box<[u8]>,
}

/// How many blocks have room, as a power of two: 64 MB of values.
const BITS: u32 = 13;

impl Cache {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        Self { places: (0..1 << BITS).map(|_| Mutex::default()).collect() }
    }

    /// A value of a block, which is unpacked if it is not here; nothing if that fails.
    pub(super) fn value(
        &self,
        key: u64,
        index: usize,
        unpack: impl FnOnce() -> Option<Box<[u8]>>,
    ) -> Option<u8> {
        let place = &self.places[(split_mix(key) >> (u64::BITS - BITS)) as usize];
        // A place is only ever changed whole.
        let lock = || place.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let place = lock();
            if place.key == key && !place.values.is_empty() {
                return place.values.get(index).copied();
            }
        }
        let values = unpack()?;
        let value = values.get(index).copied();
        *lock() = Place { key, values };
        value
    }
}
