//! Clients behind the runner's ports: any model that speaks the OpenAI chat-completions protocol,
//! and any web search that speaks Tavily's; a folder to keep files in. And one behind the server's:
//! any realtime server that speaks Pusher's.

mod address;
mod chat;
pub mod folder;
mod http;
mod marks;
pub mod models;
pub mod price;
pub mod probe;
pub mod pusher;
pub mod secret;
pub mod tavily;

pub use address::{AddressError, address};
pub use folder::Folder;
pub use models::{Budget, ModelConfig, Models, ModelsConfig, SetupError};
pub use price::Price;
pub use pusher::{PusherConfig, PusherError, PusherEvent, PusherServer};
pub use secret::Secret;
pub use tavily::{Tavily, TavilyConfig};

/// Installs the one TLS provider of this process; again is harmless.
pub fn install_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
