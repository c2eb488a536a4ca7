//! Understanding one screen.
//!
//! A client looks at a page and sends an [`Observation`]: the controls in view, and what is said
//! around them, in reading order. Everything here is values in, values out; nothing fails because
//! a page is strange.

pub mod change;
pub mod digest;
pub mod from_html;
pub mod html;
pub mod locate;
pub mod node;
pub mod observation;
pub mod print;
pub mod reading;
pub mod render;
pub mod role;
pub mod screen;
pub mod secret;
pub mod selector;
pub mod similarity;
pub mod skeleton;
pub mod text;

pub use change::{Changes, Snapshot, changes, print_controls, print_lines, snapshot};
pub use digest::digest;
pub use node::{
    Facts, FormMethod, Node, NodeId, PartOf, Point, Rect, ScrollPosition, State, Submitter,
};
pub use observation::{
    CutByClient, DomMode, Heavy, Keyboard, Observation, ScrollContainer, ViewportSize,
};
pub use print::Print;
pub use render::{LEGEND, Rendered, render};
pub use role::Role;
pub use screen::Screen;
pub use secret::is_secret;
pub use skeleton::{Skeleton, skeleton};
pub use text::{Line, LineKind, Run};
pub use words::is_unseen;
mod words;

#[cfg(test)]
mod testing;
