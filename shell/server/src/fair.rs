//! What few can have at a time (a printer, a reader of files), shared so that nobody has it for himself:
//! each person has one at a time and a few waiting, and there is an end to how many wait in all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use screen_agent_store::Owner;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Most that one person has under way or waiting.
const EACH: usize = 4;
/// Most of everybody.
const ALL: usize = 32;

/// Lines in which people wait, one a person.
#[derive(Clone, Default)]
pub(crate) struct Fair(Arc<Mutex<HashMap<Owner, Line>>>);

struct Line {
    first: Arc<Semaphore>,
    length: usize,
}

/// Why there is no place in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowded {
    /// The person has as many as anybody may have.
    Own,
    /// Everybody together has.
    All,
}

/// A place in a line.
pub(crate) struct Place {
    fair: Fair,
    owner: Owner,
}

/// The one turn that a person has at a time.
pub(crate) struct Turn {
    _first: Option<OwnedSemaphorePermit>,
    _place: Place,
}

impl Fair {
    /// Waits until nothing else of this person is under way.
    pub(crate) async fn turn(&self, owner: Owner) -> Result<Turn, Crowded> {
        let (place, first) = self.place(owner)?;
        Ok(Turn {
            // The semaphore is never closed.
            _first: first.acquire_owned().await.ok(),
            _place: place,
        })
    }

    fn place(&self, owner: Owner) -> Result<(Place, Arc<Semaphore>), Crowded> {
        let mut lines = self.lock();
        if lines.values().map(|line| line.length).sum::<usize>() >= ALL {
            return Err(Crowded::All);
        }
        let line = lines.entry(owner).or_insert_with(|| Line {
            first: Arc::new(Semaphore::new(1)),
            length: 0,
        });
        if line.length >= EACH {
            return Err(Crowded::Own);
        }
        line.length += 1;
        let fair = self.clone();
        Ok((Place { fair, owner }, Arc::clone(&line.first)))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Owner, Line>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut lines = self.fair.lock();
        if let Some(line) = lines.get_mut(&self.owner) {
            line.length -= 1;
            if line.length == 0 {
                lines.remove(&self.owner);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use futures_util::FutureExt as _;
    use screen_agent_action::id::{TenantId, UserId};
    use uuid::Uuid;

    use super::*;

    fn owner(number: u128) -> Owner {
        Owner {
            tenant: TenantId::new(Uuid::from_u128(1)),
            user: UserId::new(Uuid::from_u128(number)),
        }
    }

    #[test]
    fn a_person_has_one_turn_and_a_few_waiting_and_holds_up_nobody_else() {
        let fair = Fair::default();
        let first = fair.turn(owner(1)).now_or_never().unwrap().unwrap();
        let mut waiting: Vec<_> = (1..EACH).map(|_| Box::pin(fair.turn(owner(1)))).collect();
        for one in &mut waiting {
            assert!(one.as_mut().now_or_never().is_none());
        }
        let more = fair.turn(owner(1)).now_or_never().unwrap();
        assert_eq!(more.err(), Some(Crowded::Own));
        assert!(fair.turn(owner(2)).now_or_never().unwrap().is_ok());
        drop(first);
        assert!(waiting[0].as_mut().now_or_never().unwrap().is_ok());
        drop(waiting);
        assert!(fair.lock().is_empty());
    }

    #[test]
    fn there_is_an_end_to_how_many_wait() {
        let fair = Fair::default();
        let turns: Vec<_> = (0..ALL as u128)
            .map(|number| fair.turn(owner(number)).now_or_never().unwrap().unwrap())
            .collect();
        let more = fair.turn(owner(99)).now_or_never().unwrap();
        assert_eq!(more.err(), Some(Crowded::All));
        drop(turns);
        assert!(fair.turn(owner(99)).now_or_never().unwrap().is_ok());
    }
}
