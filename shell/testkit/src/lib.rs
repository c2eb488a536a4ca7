//! Scripted model, fixed clock, an app on a temporary store.
