//! Kept workflows: what was done and verified once, done again without a model.
//!
//! A workflow is a file that people read and change. [`learn`] makes one of the record of a verified task;
//! [`propose`] carries it out as a proposer like any other, so that each step passes validate, gate and verify as if it
//! were new. A control is described in several ways and [`ground`] finds the one that it means, or says that it does not:
//! it never guesses. A kept workflow is nobody's consent.

mod check;
mod describe;
pub mod exchange;
mod fault;
mod file;
mod ground;
mod learn;
mod propose;
mod signature;
#[cfg(feature = "testing")]
pub mod testing;
mod trial;
mod values;
mod version;

pub use describe::describe;
pub use fault::WorkflowFault;
pub use file::{
    ControlDescription, Healer, KeptChange, Parameter, ParameterType, RowLoop, Signature,
    StepCondition, StepExpectation, Workflow, WorkflowStep,
};
pub use ground::{Grounded, contradicts, ground};
pub use learn::recorded::{Recorded, recorded};
pub use learn::{Author, LearnFault, learn};
pub use propose::{Healed, Running, healed, propose};
pub use signature::Signed;
pub use trial::{Tried, tried};
pub use values::{Values, examples, filled, label, values};
pub use version::{differences, pointed};
