//! Servers that follow a script, over real HTTP on loopback. For tests only.
//!
//! A script's own mistakes are kept apart from what is tested: an answer that does not fit the
//! schema it was asked by, or a request that nothing was scripted for, is listed by `mistakes`.

pub mod adversary;
pub mod blobs;
pub mod cluster;
mod door;
pub mod figma;
mod fit;
mod log;
pub mod model;
pub mod mutator;
#[cfg(feature = "s3")]
mod s3;
mod schema;
pub mod search;
pub mod wire;

pub use cluster::Cluster;
pub use figma::{FigmaAsked, FigmaTurn, ScriptedFigma};
pub use fit::fit;
pub use model::{Answers, Asked, Knows, ScriptedModel, Turn};
pub use model::{Player, Say, Told, analysis, judged, planned};
#[cfg(feature = "s3")]
pub use s3::{S3Fault, S3Server};
pub use search::{Hit, ScriptedTavily, SearchTurn, Searched};
pub use wire::Wire;
