//! Model clients behind the runner's ports.
