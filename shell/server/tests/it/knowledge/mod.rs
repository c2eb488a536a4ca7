//! Files, reports, and what is known about a site.

mod attached;
pub mod files;
mod kept;
mod report;
mod resolve;
