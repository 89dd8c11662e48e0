use std::collections::HashMap;
use std::mem;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::{Quota, Spending};
use crate::service::client::Client;

/// How many clients a generation has at most. Two of them take 12 megabytes, whatever floods them. Who has more
/// addresses than that is stopped by no limit of each.
const MOST_CLIENTS: usize = 50_000;

/// What the clients of this process owe, of those that have asked lately.
///
/// One lock, since it is held for a third of a microsecond, and for a whole one where the client is new. The cache of
/// states and answers would take twelve times as long and three times the memory.
#[derive(Debug)]
pub(super) struct Memory {
    start: Instant,
    most: usize,
    /// How long it takes to pay off whatever a client may owe.
    time: Duration,
    clients: Mutex<Clients>,
}

/// When each client has paid off, in microseconds from the start. Who asks is in the young generation. Once that is
/// full, or as old as debts become, it is the old one, and the old one is forgotten.
#[derive(Debug)]
struct Clients {
    young: HashMap<Client, u64>,
    old: HashMap<Client, u64>,
    /// When the young generation began.
    since: Instant,
}

impl Memory {
    /// For clients that have paid off, whatever they owe, after so many seconds.
    pub(super) fn new(seconds: u32) -> Self {
        Self::with(MOST_CLIENTS, Duration::from_secs(seconds.into()))
    }

    fn with(most: usize, time: Duration) -> Self {
        let start = Instant::now();
        let clients = Clients { young: HashMap::new(), old: HashMap::new(), since: start };
        Self { start, most, time, clients: Mutex::new(clients) }
    }

    /// Lets a client spend a request, if it may.
    pub(super) fn spend(&self, client: &Client, quota: Quota) -> Spending {
        let mut clients = self.clients.lock().expect("nothing panics while it is held");
        let now = Instant::now();
        if clients.young.len() >= self.most || now > clients.since + self.time {
            clients.age(now);
        }
        let now = now.duration_since(self.start).as_micros() as u64;
        let Clients { young, old, .. } = &mut *clients;
        let spend = |free: &u64| Spending::of(quota, free.saturating_sub(now));
        if let Some(free) = young.get_mut(client) {
            let spending = spend(free);
            *free = now + spending.debt;
            return spending;
        }
        let spending = spend(old.get(client).unwrap_or(&0));
        young.insert(client.clone(), now + spending.debt);
        spending
    }
}

impl Clients {
    fn age(&mut self, now: Instant) {
        self.old = mem::take(&mut self.young);
        self.since = now;
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::thread;

    use super::*;

    fn client(number: u32) -> Client {
        Client::at(Ipv4Addr::from_bits(number).into())
    }

    #[test]
    fn each_client_may_spend_its_quota_and_no_more() {
        let (memory, quota) = (Memory::new(3_600), "5/h".parse().unwrap());
        for number in 0..100 {
            for remaining in (0..5).rev() {
                let Spending { debt, is_over } = memory.spend(&client(number), quota);
                assert_eq!((quota.remaining(debt), is_over), (remaining, false));
            }
            assert!(memory.spend(&client(number), quota).is_over);
            assert!(memory.spend(&client(number), quota).is_over);
        }
    }

    #[test]
    fn a_request_comes_back_after_its_share_of_the_period() {
        let (memory, quota) = (Memory::new(1), "10/s".parse().unwrap());
        let start = Instant::now();
        let mut spent = 0;
        while spent < 13 {
            spent += u32::from(!memory.spend(&client(1), quota).is_over);
        }
        // Times are whole microseconds, and this asks at the very moment.
        assert!(start.elapsed() > Duration::from_millis(299), "{:?}", start.elapsed());
    }

    #[test]
    fn clients_at_the_same_time_spend_what_is_there_once() {
        let (memory, quota) = (Memory::new(3_600), "1000/h".parse().unwrap());
        let spend_some = || (0..500).filter(|_| !memory.spend(&client(1), quota).is_over).count();
        let spent: usize = thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(spend_some)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!((1_000..1_010).contains(&spent), "{spent}");
    }

    fn kept(memory: &Memory) -> usize {
        let clients = memory.clients.lock().unwrap();
        clients.young.len() + clients.old.len()
    }

    /// Lets each of so many clients spend once, beside one that spends again and again.
    fn flood(memory: &Memory, clients: u32, quota: Quota) {
        for number in 1..=clients {
            assert!(!memory.spend(&client(number), quota).is_over);
            if number % 100 == 0 {
                memory.spend(&client(0), quota);
            }
        }
    }

    #[test]
    fn a_flood_of_clients_is_forgotten_and_a_greedy_one_is_not() {
        const MOST: usize = 1_000;
        let (memory, quota) = (Memory::with(MOST, Duration::from_hours(1)), "10/h".parse().unwrap());
        flood(&memory, 30_000, quota);
        assert!(kept(&memory) <= 2 * MOST, "{}", kept(&memory));
        assert!(memory.spend(&client(0), quota).is_over);
    }

    #[test]
    #[ignore = "the same at full size, which takes half a minute"]
    fn a_million_clients_are_not_all_kept() {
        let (memory, quota) = (Memory::new(86_400), "10/24h".parse().unwrap());
        flood(&memory, 1_000_000, quota);
        assert!(kept(&memory) <= 2 * MOST_CLIENTS, "{}", kept(&memory));
        assert!(memory.spend(&client(0), quota).is_over);
    }

    #[test]
    fn who_has_paid_off_is_forgotten() {
        let (memory, quota) = (Memory::with(10_000, Duration::from_millis(50)), "100/s".parse().unwrap());
        for number in 0..1_000 {
            memory.spend(&client(number), quota);
        }
        for number in 1_000..1_002 {
            thread::sleep(Duration::from_millis(60));
            memory.spend(&client(number), quota);
        }
        assert_eq!(kept(&memory), 2);
    }
}
