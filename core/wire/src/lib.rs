//! The contracts as types, and their conversions.
