//! Drives the turn: event in, effects performed, next event.
