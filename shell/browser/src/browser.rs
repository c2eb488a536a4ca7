//! A running browser: started by us or by a person.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::BrowserError;
use crate::cdp::{Connection, Wires, over_pipe, over_socket};
use crate::firewall::{Firewall, Proxy};
use crate::launch::{LaunchOptions, Process};
use crate::page::BrowserPage;
use crate::world::{Adoption, FileLimits, TabId, World, attach_to, every_tab, listener};

/// A browser under our control.
///
/// One that we started ends with this value, and also when our process is killed: see
/// [`crate::launch`]. One that a person started is left running; only tabs that we opened are used.
pub struct Browser {
    connection: Connection,
    world: Arc<World>,
    process: Option<Process>,
    adoption: Adoption,
    /// What of a person's browser is ours: cookies and storage of its own, which end with us.
    apart: Option<String>,
    /// Where files that pages give are kept, if they are.
    keeping: Option<Keeping>,
    /// Its one way into the world, if it has a firewall.
    _proxy: Option<Proxy>,
}

/// Files are written by the browser where it may, and kept where the person wants them once they are whole.
#[derive(Clone, Debug)]
pub(crate) struct Keeping {
    pub written: PathBuf,
    pub kept: PathBuf,
}

/// How long the browser may take to open a tab.
const TAB: Duration = Duration::from_secs(10);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ContextCreated {
    browser_context_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TargetCreated {
    target_id: String,
}

impl Browser {
    /// Starts Chromium; once more where it crashes at the first try, as it does now and then on a busy machine.
    ///
    /// # Errors
    /// When it cannot be started, ends at once, or is not ready in time.
    pub async fn launch(options: LaunchOptions) -> Result<Self, BrowserError> {
        match Self::start(options.clone()).await {
            Err(BrowserError::CrashedAtStart { .. }) => Self::start(options).await,
            started => started,
        }
    }

    async fn start(mut options: LaunchOptions) -> Result<Self, BrowserError> {
        let with_firewall = with_firewall(&mut options).await?;
        let (mut process, pipe) = Process::start(&options).await?;
        let mut browser = Self::over(over_pipe(pipe), None, Adoption::Every);
        if let Some((firewall, proxy)) = with_firewall {
            browser
                .world
                .change(|state| state.firewall = Some(firewall));
            browser._proxy = Some(proxy);
        }
        if let Some(kept) = options.downloads.clone() {
            let written = process.writable();
            let written = written.map_err(|error| BrowserError::CannotStart(error.to_string()))?;
            browser.keeping = Some(Keeping { written, kept });
        }
        let outcome = tokio::select! {
            biased;
            ready = tokio::time::timeout(options.ready_within, browser.first_tab()) => ready.ok(),
            () = process.ended() => Some(Err(BrowserError::Closed)),
        };
        let failed = match outcome {
            Some(Ok(())) => {
                browser.process = Some(process);
                return Ok(browser);
            }
            Some(Err(BrowserError::Closed)) => {
                process.ended_soon().await;
                let stderr = process.output();
                match !options.no_sandbox && stderr.contains("sandbox") {
                    true => BrowserError::NoSandbox { stderr },
                    false => BrowserError::CrashedAtStart { stderr },
                }
            }
            Some(Err(error)) => error,
            None => BrowserError::StartTimedOut {
                after: options.ready_within,
                stderr: process.output(),
            },
        };
        process.end().await;
        Err(failed)
    }

    /// Joins a browser that runs already: `http://127.0.0.1:9222` or `ws://…`.
    ///
    /// # Errors
    /// When nothing answers there, or something else than a browser does.
    pub async fn connect(endpoint: &str) -> Result<Self, BrowserError> {
        let browser = Self::over(over_socket(endpoint).await?, None, Adoption::OpenedByOurs);
        let discover = json!({ "discover": true, "filter": [{ "type": "page" }] });
        browser
            .connection
            .send(None, "Target.setDiscoverTargets", discover)
            .done()
            .await?;
        Ok(browser)
    }

    /// Joins one that runs already, and works apart from whatever else is done in it: without its cookies, and leaving
    /// none.
    ///
    /// # Errors
    /// As [`Browser::connect`].
    pub async fn connect_apart(endpoint: &str) -> Result<Self, BrowserError> {
        let mut browser = Self::connect(endpoint).await?;
        let ends_with_us = json!({ "disposeOnDetach": true });
        let made: ContextCreated = browser
            .connection
            .call(None, "Target.createBrowserContext", ends_with_us)
            .await?;
        browser.apart = Some(made.browser_context_id);
        Ok(browser)
    }

    fn over(wires: Wires, process: Option<Process>, adoption: Adoption) -> Self {
        let world = World::new();
        let connection = Connection::open(wires, listener(world.clone()));
        Self {
            connection,
            world,
            process,
            adoption,
            apart: None,
            keeping: None,
            _proxy: None,
        }
    }

    /// Waits for the tab that every start has.
    async fn first_tab(&self) -> Result<(), BrowserError> {
        self.connection
            .send(None, "Target.setAutoAttach", every_tab())
            .done()
            .await?;
        self.connection
            .send(None, "Browser.setDownloadBehavior", self.downloads())
            .done()
            .await?;
        let first = self
            .world
            .wait_for("the first tab", TAB, |state| {
                if state.closed {
                    return Some(Err(BrowserError::Closed));
                }
                state.tabs.first().map(|tab| Ok(tab.id.clone()))
            })
            .await??;
        self.page(first).ready().await
    }

    /// What becomes of files that pages give, as the browser is told.
    fn downloads(&self) -> Value {
        match (&self.keeping, &self.apart) {
            (Some(Keeping { written, .. }), _) => json!({
                "behavior": "allowAndName", "downloadPath": written, "eventsEnabled": true,
            }),
            (None, Some(context)) => json!({
                "behavior": "deny", "eventsEnabled": true, "browserContextId": context,
            }),
            (None, None) => json!({ "behavior": "deny", "eventsEnabled": true }),
        }
    }

    /// Keeps files that pages give, up to these limits, in a folder that ends with the browser. What somebody else
    /// started keeps none, and tells of them.
    ///
    /// # Errors
    /// When there is no room for a folder, or the browser is gone.
    pub async fn keep_files(&mut self, limits: FileLimits) -> Result<(), BrowserError> {
        if let Some(process) = &self.process {
            let written = process.writable();
            let kept = process.folder("kept-");
            let (written, kept) = written
                .and_then(|written| Ok((written, kept?)))
                .map_err(|error| BrowserError::CannotStart(error.to_string()))?;
            self.keeping = Some(Keeping { written, kept });
        }
        self.world.change(|state| state.limits = Some(limits));
        self.connection
            .send(None, "Browser.setDownloadBehavior", self.downloads())
            .done()
            .await
    }

    /// A new folder that ends with a browser that we started.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn own_folder(&self) -> std::io::Result<Option<PathBuf>> {
        let process = self.process.as_ref();
        process.map(|process| process.folder("own-")).transpose()
    }

    /// Opens a tab on an empty page.
    ///
    /// # Errors
    /// When the browser is gone or opens none.
    pub async fn open_tab(&self) -> Result<BrowserPage, BrowserError> {
        let blank = match &self.apart {
            Some(context) => json!({ "url": "about:blank", "browserContextId": context }),
            None => json!({ "url": "about:blank" }),
        };
        let created: TargetCreated = self
            .connection
            .call(None, "Target.createTarget", blank)
            .await?;
        if self.adoption == Adoption::OpenedByOurs {
            self.connection
                .send(None, "Target.attachToTarget", attach_to(&created.target_id))
                .done()
                .await?;
        }
        let id = TabId::from(created.target_id);
        self.world
            .wait_for("a new tab", TAB, |state| match state.closed {
                true => Some(Err(BrowserError::Closed)),
                false => state.tab(&id).is_ok().then_some(Ok(())),
            })
            .await??;
        let page = self.page(id);
        page.ready().await?;
        Ok(page)
    }

    /// Every tab, oldest first.
    pub fn pages(&self) -> Vec<BrowserPage> {
        let ids = self.world.read(|state| {
            state
                .tabs
                .iter()
                .map(|tab| tab.id.clone())
                .collect::<Vec<_>>()
        });
        ids.into_iter().map(|id| self.page(id)).collect()
    }

    pub(crate) fn page(&self, id: TabId) -> BrowserPage {
        BrowserPage::new(self.connection.clone(), self.world.clone(), id)
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The part of a person's browser that is ours alone, if it is one.
    pub(crate) fn apart(&self) -> Option<&str> {
        self.apart.as_deref()
    }

    pub(crate) fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// What the browser calls itself, for a person.
    ///
    /// # Errors
    /// When the browser is gone.
    pub async fn version(&self) -> Result<String, BrowserError> {
        let version: Value = self
            .connection
            .call(None, "Browser.getVersion", json!({}))
            .await?;
        Ok(version["product"].as_str().unwrap_or_default().to_owned())
    }

    /// What keeps its pages from the rest of the machine, for a person.
    pub fn sandbox(&self) -> &'static str {
        match &self.process {
            Some(process) => process.sandbox(),
            None => "its own sandbox settings: it was started by somebody else",
        }
    }

    /// Where files that pages give are kept.
    pub(crate) fn keeping(&self) -> Option<&Keeping> {
        self.keeping.as_ref()
    }

    /// Where the browser can read a file: there, or a copy that is its own.
    pub(crate) fn readable(&self, file: &Path) -> std::io::Result<PathBuf> {
        match &self.process {
            Some(process) => process.readable(file),
            None => Ok(file.to_owned()),
        }
    }

    /// The folder that a browser that we started keeps everything in; it ends with the browser.
    pub fn profile(&self) -> Option<&Path> {
        self.process.as_ref().map(Process::profile)
    }

    /// True when the browser is gone.
    pub fn is_closed(&self) -> bool {
        self.connection.is_closed()
    }

    /// Ends a browser that we started, closes our tabs in one that we did not, and returns once
    /// that is done.
    pub async fn close(mut self) {
        match self.process.take() {
            Some(process) => process.end().await,
            None => {
                for page in self.pages() {
                    let _ = page.close().await;
                }
            }
        }
    }
}

/// Builds the firewall that a browser is to have, and leaves it no way around it.
async fn with_firewall(
    options: &mut LaunchOptions,
) -> Result<Option<(Arc<Firewall>, Proxy)>, BrowserError> {
    let Some(network) = options.firewall.clone() else {
        return Ok(None);
    };
    let firewall = Arc::<Firewall>::default();
    let proxy = Proxy::open(firewall.clone(), network).await;
    let proxy = proxy.map_err(|error| BrowserError::CannotStart(error.to_string()))?;
    options.extra.extend(proxy.switches());
    Ok(Some((firewall, proxy)))
}

impl std::fmt::Debug for Browser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Browser")
            .field("ours", &self.process.is_some())
            .finish_non_exhaustive()
    }
}
