//! A router behind a port of its own, for as long as it is held.

use std::net::SocketAddr;

use axum::Router;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A server that ends when it is dropped.
pub(crate) struct Door {
    pub(crate) address: SocketAddr,
    serving: JoinHandle<()>,
}

impl Door {
    /// Serves on a free port of this machine alone.
    pub(crate) async fn open(router: Router) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let serving = tokio::spawn(async move {
            // It ends by being dropped.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { address, serving })
    }

    /// `http://127.0.0.1:PORT`.
    pub(crate) fn base(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
