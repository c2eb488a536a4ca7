//! Benchmarks: observation, interact, run, MiniWoB++.
