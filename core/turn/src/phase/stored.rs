//! How a phase is stored between turns: only what the person is asked lasts.

use std::collections::BTreeMap;

use screen_agent_action::ask::Proposal;
use screen_agent_action::step::TargetPrint;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Phase;
use crate::open_question::{Held, OpenQuestion};

#[derive(Serialize)]
struct Open<'a> {
    waiting: Option<&'a OpenQuestion>,
}

/// What was held stood beside the question once.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Read {
    waiting: Option<OpenQuestion>,
    held: Option<Proposal>,
    held_on: Option<TargetPrint>,
    held_parts: BTreeMap<String, String>,
}

pub(crate) fn serialize<S: Serializer>(phase: &Phase, to: S) -> Result<S::Ok, S::Error> {
    let waiting = phase.question();
    Open { waiting }.serialize(to)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Phase, D::Error> {
    let mut read = Read::deserialize(from)?;
    if let (Some(OpenQuestion::Approval { held, .. }), Some(proposal)) =
        (&mut read.waiting, read.held)
    {
        *held = Some(Box::new(Held {
            proposal,
            on: read.held_on,
            parts: read.held_parts,
        }));
    }
    Ok(read.waiting.map_or(Phase::Idle, |question| {
        Phase::AskingPerson(Box::new(question))
    }))
}
