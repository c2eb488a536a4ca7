//! Clients behind the runners' ports: any model that speaks the OpenAI chat-completions protocol,
//! and any web search that speaks Tavily's; pages of the public web; designs of Figma; webhooks; mail; a folder to
//! keep files in. And one behind the server's: any realtime server that speaks Pusher's.

mod address;
mod chat;
pub mod fetch;
pub mod figma;
pub mod folder;
pub mod hook;
mod http;
pub mod knowledge;
pub mod mail;
mod marks;
mod model_config;
pub mod models;
pub mod price;
pub mod probe;
pub mod pusher;
pub mod secret;
pub mod sse;
pub mod tavily;

pub use address::{AddressError, address};
pub use fetch::{FetchConfig, PrivateHost, WebFetch};
pub use figma::{Figma, FigmaConfig};
pub use folder::{Folder, private_folder};
pub use hook::{HookConfig, Hooks};
pub use http::client;
pub use knowledge::{Embeddings, ExtractionService, OutsideConfig};
pub use mail::{MailConfig, MailConfigError, Smtp};
pub use model_config::{ModelConfig, ModelsConfig, SetupError, SpendingLimits};
pub use models::Models;
pub use price::Price;
pub use pusher::{PusherConfig, PusherError, PusherEvent, PusherServer};
pub use secret::SecretKey;
pub use tavily::{Tavily, TavilyConfig};

/// Installs the one TLS provider of this process; again is harmless.
pub fn install_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
