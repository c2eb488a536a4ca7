//! Plain English commands, grounded in what is on the screen.
mod ground;
mod read;
mod words;
