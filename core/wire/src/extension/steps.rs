//! From the kernel's steps to what a timeline says of them.

use screen_agent_action::step::{Correction, Maker};

use super::task::{StepCorrection, StepMaker};

impl From<Maker> for StepMaker {
    fn from(maker: Maker) -> Self {
        match maker {
            Maker::Engine => Self::Engine,
            Maker::Model => Self::Model,
            Maker::Rule => Self::Rule,
        }
    }
}

impl From<&Correction> for StepCorrection {
    fn from(correction: &Correction) -> Self {
        Self {
            failed_step: correction.failed_step.into(),
            strategy: correction.strategy.word().to_owned(),
            reason: correction.reason.clone(),
        }
    }
}
