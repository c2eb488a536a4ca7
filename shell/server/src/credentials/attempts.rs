//! Sign-in attempts that failed: 10 for an account from an address and 30 from an address in 15
//! minutes, each slower than the one before. Beyond that a wrong password is told to wait; a right
//! one is never refused, so that nobody locks anybody out.
//!
//! An attempt is counted before its password is looked at, so that many at once are no way around
//! the count, and is given back when the password was right.

use std::net::{IpAddr, Ipv6Addr};
use std::time::Duration;

use screen_agent_realtime::{Tallied, Tally, network};
use screen_agent_store::Store;
use screen_agent_store::upkeep::{Admission, RateWindow};
use sha2::{Digest, Sha256};

use crate::error::ApiError;
use crate::limit::Wait;

const LENGTH_MS: i64 = 15 * 60 * 1_000;
const PER_ACCOUNT: RateWindow = RateWindow {
    limit: 10,
    length_ms: LENGTH_MS,
};
const PER_ADDRESS: RateWindow = RateWindow {
    limit: 30,
    length_ms: LENGTH_MS,
};
/// Failures for an account from an address after which answers are held back.
const FREE: u32 = 3;
/// The same for an address, whatever the account: several people may share it.
const FREE_ADDRESS: u32 = 10;
/// Longest time that an answer is held back, in steps.
const MOST_STEPS: u32 = 20;
/// Attempts under way from one address; they are held back one beside the other, so this bounds
/// how many guesses a second come from there.
const AT_ONCE: usize = 8;

/// How many attempts are under way from where: whoever has one address of an IPv6 network has as many of them
/// as they like.
#[derive(Default)]
pub(crate) struct UnderWay(Tally<Option<IpAddr>>);

/// One of them, until it is answered.
pub(crate) type Entered = Tallied<Option<IpAddr>>;

impl UnderWay {
    /// Lets an attempt begin, unless too many from there have.
    pub(crate) fn enter(&self, from: Option<IpAddr>) -> Result<Entered, ApiError> {
        self.0
            .hold(from.map(network), AT_ONCE)
            .ok_or(ApiError::BUSY)
    }
}

/// Where an attempt comes from, as storage has it.
pub(crate) fn origin(from: Option<IpAddr>) -> String {
    match from.map(network) {
        None => "unknown".to_owned(),
        Some(address @ IpAddr::V4(_)) => address.to_string(),
        Some(IpAddr::V6(address)) => {
            let bits = u128::from(address) & (u128::MAX << 64);
            format!("{}/64", Ipv6Addr::from(bits))
        }
    }
}

/// An attempt, counted as one that failed until it is known better.
pub(crate) struct Attempt {
    account: Counted,
    address: Counted,
}

/// What a window says of the attempt.
struct Counted {
    key: String,
    window: RateWindow,
    admission: Admission,
}

/// Counts an attempt before its password is looked at.
pub(crate) async fn attempt(
    store: &dyn Store,
    email: &str,
    from: Option<IpAddr>,
    now_ms: i64,
) -> Result<Attempt, ApiError> {
    let from = origin(from);
    // Keys hold no e-mail: they are kept where operators look.
    let pair = hex::encode(Sha256::digest(format!("{email}\n{from}")));
    let account = (format!("login:account:{pair}"), PER_ACCOUNT);
    let address = (format!("login:address:{from}"), PER_ADDRESS);
    Ok(Attempt {
        address: Counted::count(store, address, now_ms).await?,
        account: Counted::count(store, account, now_ms).await?,
    })
}

impl Attempt {
    /// How long the answer is held back, whatever it is, when each waits `step` longer.
    pub(crate) fn delay(&self, step: Duration) -> Duration {
        let over = |counted: &Counted, free| counted.failures().saturating_sub(free);
        let steps = over(&self.account, FREE).max(over(&self.address, FREE_ADDRESS));
        step * steps.min(MOST_STEPS)
    }

    /// A sign-in that worked clears the account, and did not fail for the address.
    pub(crate) async fn worked(self, store: &dyn Store) -> Result<(), ApiError> {
        let upkeep = store.upkeep();
        upkeep.forget_window(self.account.key).await?;
        if self.address.admission.admitted {
            upkeep.give_back(self.address.key).await?;
        }
        Ok(())
    }

    /// An attempt that was neither: it is as if it had not been made.
    pub(crate) async fn not_failed(self, store: &dyn Store) -> Result<(), ApiError> {
        for counted in [self.account, self.address] {
            if counted.admission.admitted {
                store.upkeep().give_back(counted.key).await?;
            }
        }
        Ok(())
    }

    /// What is answered to a wrong password.
    pub(crate) fn failed(self, now_ms: i64) -> ApiError {
        let refused = [self.account.admission, self.address.admission]
            .into_iter()
            .filter(|admission| !admission.admitted)
            .map(|admission| admission.reset_ms)
            .max();
        match refused {
            Some(reset_ms) => ApiError::rate_limited(Wait::until(reset_ms, now_ms)),
            None => ApiError::INVALID_CREDENTIALS,
        }
    }
}

impl Counted {
    async fn count(
        store: &dyn Store,
        (key, window): (String, RateWindow),
        now_ms: i64,
    ) -> Result<Self, ApiError> {
        let admission = store.upkeep().admit(key.clone(), window, now_ms).await?;
        Ok(Self {
            key,
            window,
            admission,
        })
    }

    /// Failures before this attempt.
    fn failures(&self) -> u32 {
        let counted = self.window.limit - self.admission.remaining;
        counted.saturating_sub(u32::from(self.admission.admitted))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_an_address_or_an_ipv6_network() {
        for (address, expected) in [
            ("203.0.113.9", "203.0.113.9"),
            ("::ffff:203.0.113.9", "203.0.113.9"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ] {
            assert_eq!(origin(address.parse().ok()), expected, "{address}");
        }
    }

    /// As the store counts.
    fn counted(window: RateWindow, attempts: u32) -> Counted {
        Counted {
            key: String::new(),
            window,
            admission: Admission {
                admitted: attempts <= window.limit,
                remaining: window.limit.saturating_sub(attempts),
                reset_ms: 0,
            },
        }
    }

    #[test]
    fn each_attempt_after_failures_is_held_back_longer_up_to_a_bound() {
        for (for_account, from_address, steps) in [
            (1, 1, 0),
            (4, 4, 0),
            (5, 5, 1),
            (6, 6, 2),
            (10, 10, 6),
            (11, 11, 7),
            (1, 11, 0),
            (1, 12, 1),
            (1, 30, 19),
            (1, 31, 20),
            (1, 900, 20),
            (900, 900, 20),
        ] {
            let attempt = Attempt {
                account: counted(PER_ACCOUNT, for_account),
                address: counted(PER_ADDRESS, from_address),
            };
            let waited = attempt.delay(Duration::from_secs(1));
            let case = (for_account, from_address);
            assert_eq!(waited, Duration::from_secs(steps), "{case:?}");
        }
    }

    #[test]
    fn so_many_are_under_way_from_an_address_and_others_are_not_held_up() {
        let under_way = UnderWay::default();
        let from = |text: &str| text.parse().ok();
        let mut held: Vec<Entered> = (0..AT_ONCE)
            .map(|_| under_way.enter(from("203.0.113.9")).unwrap())
            .collect();
        assert!(under_way.enter(from("203.0.113.9")).is_err());
        assert!(under_way.enter(from("203.0.113.10")).is_ok());
        held.pop();
        assert!(under_way.enter(from("203.0.113.9")).is_ok());
        drop(held);
        assert_eq!(under_way.0.count(from("203.0.113.9")), 0);
    }
}
