//! Sources of collections: added once, captured, and made into documents.

mod add;
mod capture;
mod cut;
pub(crate) mod documents;
mod links;
mod shape;

pub use add::Added;
pub(crate) use add::address;
