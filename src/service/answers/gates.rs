use std::collections::HashMap;
use std::sync::{Arc, Mutex as SyncMutex, Weak};

use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::service::cache::Key;

/// Lets one caller at a time through for each key, in the order they came.
#[derive(Debug, Default)]
pub(super) struct Gates(SyncMutex<HashMap<Key, Weak<Mutex<()>>>>);

impl Gates {
    /// Waits for whoever is inside; the next one may enter when the guard is dropped.
    pub(super) async fn enter(&self, key: &Key) -> OwnedMutexGuard<()> {
        self.gate(key).lock_owned().await
    }

    fn gate(&self, key: &Key) -> Arc<Mutex<()>> {
        let mut gates = self.0.lock().expect("nothing panics while it is held");
        gates.retain(|_, gate| gate.strong_count() > 0);
        if let Some(gate) = gates.get(key).and_then(Weak::upgrade) {
            return gate;
        }
        let gate = Arc::default();
        gates.insert(*key, Arc::downgrade(&gate));
        gate
    }
}
