//! The storage port, its records and its conformance suite.
