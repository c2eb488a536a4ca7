//! Files, reports, and what is known about a site.

mod attached;
mod files;
mod report;
mod resolve;
