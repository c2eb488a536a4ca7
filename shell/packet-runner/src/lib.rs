//! Performs what the packet surface's turn decides: it asks models, performs the server's tools,
//! captures sources, and keeps the history.

pub mod ports;
