//! Plain English commands, grounded in what is on the screen.
mod read;
mod words;
