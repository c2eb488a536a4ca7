//! The turn: route, propose, validate, gate, verify.
