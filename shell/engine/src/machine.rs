//! The driver: one loop for the machine of every surface.

use async_trait::async_trait;

use crate::progress::{ProgressSender, ProgressUpdate};
use crate::work::Broken;

/// Most events of one request. A machine replies long before; this is against a fault of ours.
const MOST_EVENTS: usize = 500;

/// A machine of core's, and the hands that a surface gives it.
#[async_trait]
pub(crate) trait Machine {
    /// What is known so far.
    type State: Send + Sync;
    type Event: Send;
    /// Something to keep or to tell; nothing comes back for it.
    type Note: Send;
    /// Something that takes time; an event comes back for it.
    type Call: Send;
    type Reply: Send;
    type Error: From<Broken> + Send;

    /// Decides what follows an event.
    async fn advance(
        &mut self,
        state: Self::State,
        event: Self::Event,
    ) -> Result<Step<Self>, Self::Error>;

    /// What a note tells those who wait for the answer, if anything. It is told before the note is kept.
    fn progress(&self, state: &Self::State, note: &Self::Note) -> Option<ProgressUpdate>;

    /// Keeps a note, or holds it for the commit that ends the request.
    async fn keep(&mut self, state: &Self::State, note: Self::Note) -> Result<(), Self::Error>;

    /// Performs a call.
    async fn perform(
        &mut self,
        state: &Self::State,
        call: Self::Call,
    ) -> Result<Self::Event, Self::Error>;
}

/// What a machine decided: what is known now, what to keep, and what is waited for.
pub(crate) struct Step<M: Machine + ?Sized> {
    pub(crate) state: M::State,
    pub(crate) notes: Vec<M::Note>,
    pub(crate) next: Next<M::Call, M::Reply>,
}

/// What is waited for, or that nothing is.
pub(crate) enum Next<C, R> {
    Call(C),
    Reply(R),
}

/// Drives a machine from its first event to its reply, and tells how far it is.
pub(crate) async fn drive<M: Machine + ?Sized>(
    machine: &mut M,
    mut state: M::State,
    mut event: M::Event,
    told: &ProgressSender,
) -> Result<(M::State, M::Reply), M::Error> {
    for _ in 0..MOST_EVENTS {
        let step = machine.advance(state, event).await?;
        state = step.state;
        for note in step.notes {
            if let Some(update) = machine.progress(&state, &note) {
                told.tell(update);
            }
            machine.keep(&state, note).await?;
        }
        event = match step.next {
            Next::Call(call) => machine.perform(&state, call).await?,
            Next::Reply(reply) => return Ok((state, reply)),
        };
    }
    Err(Broken::because("a request without an end").into())
}
