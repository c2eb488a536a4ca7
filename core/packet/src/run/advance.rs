//! What follows an event.

use super::effect::Effect;
use super::event::{Event, Moment};
use super::state::{Means, Run};

/// Decides what follows an event. Pure: the same run, event and moment give the same effects.
pub fn advance(run: Run, event: Event, moment: &Moment, means: &Means) -> (Run, Vec<Effect>) {
    let _ = (event, moment, means);
    (run, Vec::new())
}
