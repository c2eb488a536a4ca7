//! Tasks on applications that nobody here wrote: how they are set up, run and judged. The applications and
//! their tasks stand in e2e/apps, a folder each.

pub mod app;
pub mod attempt;
pub mod judge;
pub mod report;
pub mod server;
pub mod state;
pub mod strong;
