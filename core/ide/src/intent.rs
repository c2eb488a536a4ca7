//! Keywords: which there are, which a text names, what a request must say for each, and the actions that follow.

pub mod order;
pub mod registry;
pub mod requires;
pub mod resolve;
pub mod template;
