//! Who looks, and how each is asked: the same Chromium, without its window, at the same size.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::{Value, json};

use super::client::Client;
use super::said::Tongue;
use crate::others;

/// The size of the view.
pub(super) const VIEW: (u32, u32) = (1280, 800);

/// A server that looks at pages.
pub(super) struct Contestant {
    /// What it is called, with its version.
    pub(super) name: String,
    /// How it writes controls down.
    pub(super) tongue: Tongue,
    /// The ways in which it can be asked.
    pub(super) ways: Vec<Way>,
    program: PathBuf,
    args: Vec<String>,
    environment: Vec<(String, String)>,
    /// Calls before the first page.
    first: Vec<(&'static str, Value)>,
    open: (&'static str, Value),
    last: Option<&'static str>,
}

/// One way to ask for a look.
pub(super) struct Way {
    /// What it is called in the table.
    pub(super) name: &'static str,
    /// The tool and its arguments.
    pub(super) tool: &'static str,
    pub(super) args: Value,
}

impl Contestant {
    /// Starts it, with a mark that its processes bear.
    pub(super) async fn start(&self, mark: &str) -> Result<Client> {
        let mut environment = self.environment.clone();
        environment.push((super::MARK.to_owned(), mark.to_owned()));
        let mut client = Client::start(&self.program, &self.args, &environment).await?;
        for (tool, args) in &self.first {
            client.call(tool, args.clone()).await?;
        }
        Ok(client)
    }

    /// Has it go to a page.
    pub(super) async fn open(&self, client: &mut Client, url: &str) -> Result<()> {
        let (tool, mut args) = self.open.clone();
        args["url"] = json!(url);
        client.call(tool, args).await?;
        Ok(())
    }

    /// Ends it, with whatever it left running.
    pub(super) async fn end(&self, mut client: Client) {
        if let Some(tool) = self.last {
            // It has to be told; where it is gone already there is nothing to tell.
            let _ = client.call(tool, json!({})).await;
        }
        client.end().await;
    }
}

/// Ours and the three others.
pub(super) fn all(
    own: &Path,
    modules: &Path,
    browser: &Path,
    base: &str,
) -> Result<Vec<Contestant>> {
    Ok(vec![
        ours(own, browser, base),
        playwright(modules, browser)?,
        devtools(modules, browser)?,
        agent_browser(modules, browser)?,
    ])
}

fn words(all: &[&str]) -> Vec<String> {
    all.iter().map(|&word| word.to_owned()).collect()
}

fn ours(own: &Path, browser: &Path, base: &str) -> Contestant {
    let browser = browser.to_string_lossy();
    let mut args = words(&["mcp", "--any-site", "--no-browser-sandbox", "--site", base]);
    args.extend(words(&["--browser", &browser, "--data", "data"]));
    args.extend(["--window".to_owned(), format!("{}x{}", VIEW.0, VIEW.1)]);
    Contestant {
        name: format!("screen-agent {}", env!("CARGO_PKG_VERSION")),
        tongue: Tongue::Ours,
        ways: vec![Way {
            name: "look",
            tool: "look",
            args: json!({}),
        }],
        program: own.to_owned(),
        args,
        environment: Vec::new(),
        first: Vec::new(),
        open: ("look", json!({})),
        last: None,
    }
}

fn playwright(modules: &Path, browser: &Path) -> Result<Contestant> {
    let browser = browser.to_string_lossy();
    let mut args = words(&["--headless", "--isolated", "--no-sandbox"]);
    args.extend(words(&["--executable-path", &browser]));
    args.extend([
        "--viewport-size".to_owned(),
        format!("{}x{}", VIEW.0, VIEW.1),
    ]);
    Ok(Contestant {
        name: named("playwright-mcp", modules, "@playwright/mcp")?,
        tongue: Tongue::Tree,
        ways: vec![Way {
            name: "snapshot",
            tool: "browser_snapshot",
            args: json!({}),
        }],
        program: modules.join(".bin/playwright-mcp"),
        args,
        environment: Vec::new(),
        first: Vec::new(),
        open: ("browser_navigate", json!({})),
        last: Some("browser_close"),
    })
}

fn devtools(modules: &Path, browser: &Path) -> Result<Contestant> {
    let browser = browser.to_string_lossy();
    let mut args = words(&["--headless", "--isolated", "--chromeArg=--no-sandbox"]);
    args.extend(words(&["--no-usage-statistics", "--no-performance-crux"]));
    args.extend(words(&["--executablePath", &browser]));
    args.extend(["--viewport".to_owned(), format!("{}x{}", VIEW.0, VIEW.1)]);
    Ok(Contestant {
        name: named("chrome-devtools-mcp", modules, "chrome-devtools-mcp")?,
        tongue: Tongue::Uids,
        ways: vec![Way {
            name: "snapshot",
            tool: "take_snapshot",
            args: json!({ "pageId": 1 }),
        }],
        program: modules.join(".bin/chrome-devtools-mcp"),
        args,
        environment: Vec::new(),
        first: Vec::new(),
        open: ("navigate_page", json!({ "pageId": 1, "type": "url" })),
        last: None,
    })
}

fn agent_browser(modules: &Path, browser: &Path) -> Result<Contestant> {
    let set = |name: &str, value: &str| (format!("AGENT_BROWSER_{name}"), value.to_owned());
    let session = format!("bench-{}", std::process::id());
    let way = |name, args| Way {
        name,
        tool: "agent_browser_snapshot",
        args,
    };
    Ok(Contestant {
        name: named("agent-browser", modules, "agent-browser")?,
        tongue: Tongue::Tree,
        ways: vec![
            way("interactive", json!({})),
            way("compact", json!({ "interactive": false, "compact": true })),
        ],
        program: modules.join(".bin/agent-browser"),
        args: words(&["mcp", "--tools", "core,mobile"]),
        environment: vec![
            set("EXECUTABLE_PATH", &browser.to_string_lossy()),
            set("ARGS", "--no-sandbox"),
            set("SESSION", &session),
        ],
        first: vec![
            ("agent_browser_open", json!({ "url": "about:blank" })),
            (
                "agent_browser_set_viewport",
                json!({ "width": VIEW.0, "height": VIEW.1 }),
            ),
        ],
        open: ("agent_browser_open", json!({})),
        last: Some("agent_browser_close"),
    })
}

fn named(name: &str, modules: &Path, package: &str) -> Result<String> {
    Ok(format!("{name} {}", others::version(modules, package)?))
}
