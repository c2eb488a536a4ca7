//! The live stream: who is let in, what is heard, and what becomes of it when things break.

mod auth;
mod heard;
mod relay;
mod socket;
