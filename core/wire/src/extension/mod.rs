//! The extension surface: spec 001 and 002.

pub mod capture;
