//! Prints answers as PDF, in a browser that is started for it and ends with it.

use std::time::Duration;

use anyhow::Result;
use async_trait::async_trait;
use screen_agent_ports::Printer;
use tokio::sync::Semaphore;

use crate::args::BrowserArgs;
use crate::browsers;

/// How long one print may take.
const WAIT: Duration = Duration::from_secs(30);

/// Prints in Chromium.
pub(crate) struct Chromium {
    /// A browser takes much memory, so they come one after another.
    turn: Semaphore,
    sandbox: bool,
}

impl Chromium {
    /// With the browser's sandbox, or by the operator's word without.
    pub(crate) fn new(sandbox: bool) -> Self {
        Self {
            turn: Semaphore::new(1),
            sandbox,
        }
    }
}

#[async_trait]
impl Printer for Chromium {
    async fn print(&self, html: &str) -> Option<Vec<u8>> {
        let _turn = self.turn.acquire().await.ok()?;
        match tokio::time::timeout(WAIT, self.printed(html)).await {
            Ok(Ok(pdf)) => Some(pdf),
            Ok(Err(error)) => {
                tracing::warn!(%error, "nothing was printed");
                None
            }
            Err(_) => {
                tracing::warn!("printing took too long");
                None
            }
        }
    }
}

impl Chromium {
    async fn printed(&self, html: &str) -> Result<Vec<u8>> {
        let browser = browsers::open(&BrowserArgs {
            window: (1280, 800),
            no_browser_sandbox: !self.sandbox,
            ..BrowserArgs::default()
        })
        .await?;
        let hands = screen_agent_browser::Hands::on(browser).await?;
        let page = hands.page();
        let pdf = match page.show(html).await {
            Ok(()) => page.pdf().await,
            Err(error) => Err(error),
        };
        hands.close().await;
        Ok(pdf?.bytes)
    }
}
