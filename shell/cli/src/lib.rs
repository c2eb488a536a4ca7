//! The screen-agent command.
