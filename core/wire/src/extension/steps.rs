//! From the kernel's steps to what a timeline says of them.

use screen_agent_action::step::{Correction, Maker};

use super::task::{StepCorrection, StepMaker};
use crate::alike::alike;

alike!(Maker => StepMaker: Engine, Model, Rule);

impl From<&Correction> for StepCorrection {
    fn from(correction: &Correction) -> Self {
        Self {
            failed_step: correction.failed_step.into(),
            strategy: correction.strategy.word().to_owned(),
            reason: correction.reason.clone(),
        }
    }
}
