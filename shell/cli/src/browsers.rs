//! Browsers that this command starts, or joins.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use screen_agent_browser::{Browser, Hands, LaunchOptions, Network, System, find_browser};

use crate::args::BrowserArgs;

/// Starts a browser, or joins one that runs.
pub(crate) async fn open(args: &BrowserArgs) -> Result<Browser> {
    if let Some(endpoint) = &args.cdp {
        return Browser::connect(endpoint)
            .await
            .with_context(|| format!("cannot join the browser at {endpoint}"));
    }
    open_on(args, Arc::new(System)).await
}

/// Starts a browser on this network.
pub(crate) async fn open_on(args: &BrowserArgs, network: Arc<dyn Network>) -> Result<Browser> {
    let mut options = launch_options(args)?;
    options.firewall = Some(network);
    Ok(Browser::launch(options).await?)
}

/// Goes to an address.
pub async fn go(hands: &mut Hands, url: &str) -> Result<()> {
    let opened = hands.open(url).await;
    opened.map_err(|error| anyhow!("cannot open {url}: {}", error.message))
}

fn launch_options(args: &BrowserArgs) -> Result<LaunchOptions> {
    let path = std::env::var_os("PATH");
    let folders: Vec<PathBuf> = path
        .map(|path| std::env::split_paths(&path).collect())
        .unwrap_or_default();
    let mut options = LaunchOptions::new(find_browser(args.browser.as_deref(), &folders)?);
    options.headed = args.headed;
    options.no_sandbox = args.no_browser_sandbox || is_sandbox_off();
    options.window = args.window;
    options.downloads = args.downloads.clone();
    Ok(options)
}

/// A pair of hands on a browser of our own, with a window of this size.
pub async fn hands(window: (u32, u32)) -> Result<Hands> {
    let args = BrowserArgs {
        window,
        ..BrowserArgs::default()
    };
    Ok(Hands::on(open(&args).await?).await?)
}

/// The same, on a network of the caller's: for sites that a test plays.
pub async fn hands_on(window: (u32, u32), network: Arc<dyn Network>) -> Result<Hands> {
    let args = BrowserArgs {
        window,
        ..BrowserArgs::default()
    };
    Ok(Hands::on(open_on(&args, network).await?).await?)
}

/// Whether the environment says that Chromium shall go without its sandbox.
fn is_sandbox_off() -> bool {
    std::env::var_os("SCREEN_AGENT_BROWSER_SANDBOX").is_some_and(|word| word == "off")
}
