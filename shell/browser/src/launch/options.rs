//! How a browser is started.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::Network;

/// How to start Chromium.
#[derive(Clone, Debug)]
pub struct LaunchOptions {
    /// The executable; see [`crate::find_browser`].
    pub executable: PathBuf,
    /// With a window that a person can watch.
    pub headed: bool,
    /// Without Chromium's own sandbox: a page that breaks out of its renderer is then this process's
    /// own user. Only where the operator says so by name.
    pub no_sandbox: bool,
    /// The network that everything is reached through, but for addresses inside this machine or its
    /// network that nobody named. Without one, the browser reaches what it likes.
    pub firewall: Option<Arc<dyn Network>>,
    /// The folder that files which pages give are kept in; without one they are refused.
    pub downloads: Option<PathBuf>,
    /// Size of the window in CSS pixels.
    pub window: (u32, u32),
    /// How long it may take to be ready.
    pub ready_within: Duration,
    /// Further switches, as given by the operator.
    pub extra: Vec<OsString>,
}

impl LaunchOptions {
    /// Headless, 1280 x 800, and with the sandbox, whoever we run as.
    pub fn new(executable: PathBuf) -> Self {
        Self {
            executable,
            headed: false,
            no_sandbox: false,
            firewall: None,
            downloads: None,
            window: (1280, 800),
            ready_within: Duration::from_secs(30),
            extra: Vec::new(),
        }
    }

    /// The switches, with the profile in a folder of its own.
    pub(crate) fn switches(&self, profile: &Path) -> Vec<OsString> {
        let mut data_dir = OsString::from("--user-data-dir=");
        data_dir.push(profile);
        let (width, height) = self.window;
        let mut switches: Vec<OsString> = STEADY.iter().map(OsString::from).collect();
        switches.push(data_dir);
        switches.push(format!("--window-size={width},{height}").into());
        if !self.headed {
            switches.extend(["--headless=new", "--disable-gpu"].map(OsString::from));
        }
        if self.no_sandbox {
            // The second keeps a bar that warns of the first from taking room from the page.
            switches.extend(["--no-sandbox", "--test-type"].map(OsString::from));
        }
        switches.extend(self.extra.iter().cloned());
        switches.push("about:blank".into());
        switches
    }
}

/// What every start has: no calls home, no first-run pages, no throttling of what is not in front.
const STEADY: [&str; 18] = [
    "--remote-debugging-pipe",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-features=Translate,Prerender2,OptimizationHints,MediaRouter,AutofillServerCommunication",
    "--metrics-recording-only",
    "--password-store=basic",
    "--use-mock-keychain",
    "--mute-audio",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_headed_browser_keeps_its_window_and_its_sandbox() {
        let mut options = LaunchOptions::new("chromium".into());
        let has = |options: &LaunchOptions, switch: &str| {
            options
                .switches(Path::new("/profile"))
                .iter()
                .any(|given| given == switch)
        };
        assert!(has(&options, "--headless=new"));
        assert!(!has(&options, "--no-sandbox"));
        options.headed = true;
        options.no_sandbox = true;
        assert!(!has(&options, "--headless=new"));
        assert!(has(&options, "--no-sandbox"));
        assert!(has(&options, "--user-data-dir=/profile"));
    }
}
