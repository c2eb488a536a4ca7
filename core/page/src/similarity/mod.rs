//! How much one page or control is like another.

mod ghost;
mod structure;

pub use ghost::{Expected, GOOD, ghosts, likeness};
pub use structure::{Landmarks, Structure, StructureChange};

#[cfg(test)]
mod tests;
