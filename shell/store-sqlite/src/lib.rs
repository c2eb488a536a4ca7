//! The storage port on embedded SQLite.
