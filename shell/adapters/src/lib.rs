//! Clients behind the runner's ports.

pub mod chat;
pub mod secret;

pub use chat::{ChatConfig, ChatModel};
pub use secret::Secret;

/// Installs the one TLS provider of this process; again is harmless.
pub fn install_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
