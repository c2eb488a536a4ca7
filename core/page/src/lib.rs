//! Understanding one screen.
//!
//! A client looks at a page and sends an [`Observation`]: the controls in view, and what is said
//! around them, in reading order. Everything here is values in, values out; nothing fails because
//! a page is strange.

pub mod node;
pub mod observation;
pub mod role;
pub mod text;

pub use node::{Facts, FormMethod, Node, NodeId, NodeScroll, Point, Rect, State};
pub use observation::{DomMode, Heavy, Observation, ScrollContainer, Viewport};
pub use role::Role;
pub use text::{Line, LineKind, Run};
