//! The built web bundles, embedded.
