//! What is done once and then again: MiniWoB++'s tasks, and tasks on the local sites.

use std::path::{Path, PathBuf};

use crate::say;

/// MiniWoB++'s tasks that the command engine does by itself; their own words are all that it goes by.
const MINIWOB: [&str; 24] = [
    "choose-list",
    "click-button",
    "click-checkboxes",
    "click-checkboxes-transfer",
    "click-collapsible",
    "click-dialog",
    "click-dialog-2",
    "click-link",
    "click-option",
    "click-tab",
    "click-tab-2-easy",
    "click-test",
    "click-test-2",
    "click-widget",
    "enter-date",
    "enter-password",
    "enter-text",
    "enter-text-dynamic",
    "focus-text",
    "focus-text-2",
    "login-user",
    "navigate-tree",
    "search-engine",
    "use-autocomplete",
];

const SITES: [(&str, &str); 21] = [
    (
        "encyclopedia",
        "Search for \"perihelion aerospace\" and open \"Perihelion Aerospace - Opentome, the free encyclopedia\"",
    ),
    (
        "form",
        "Enter \"Ines\" into First name, \"Calder\" into Last name and \"ines@perihelion.example\" into E-mail address, choose \
         Switzerland in Country, then click Register",
    ),
    (
        "form",
        "Enter \"Perihelion\" into Company, choose Online and tick Send me news",
    ),
    ("shop", "Choose Smoked in Colour"),
    ("bookshop", "Open Sea Room"),
    (
        "bookshop",
        "Enter \"sea\" into Search books and press Search",
    ),
    ("login", "Enter \"ines\" into User name and press Sign in"),
    ("crm", "Search for \"calder\" and open Ines Calder"),
    ("crm", "Enter \"ines\" into Search contacts"),
    ("crm", "Open Contacts"),
    ("encyclopedia", "Open About"),
    ("encyclopedia", "Enter \"tides\" into Search"),
    (
        "form",
        "Enter \"Ines\" into First name and choose \"One day\"",
    ),
    ("shop", "Open Lighting"),
    ("shop", "Open \"Bag (0)\""),
    (
        "bookshop",
        "Open \"Sea Glass Winter\", set the quantity to 2 and press \"Add to basket\"",
    ),
    ("login", "Press \"Forgot password?\""),
    ("login", "Enter \"ines@brightwater.example\" into E-mail"),
    ("news", "Press \"Reject all\""),
    (
        "news",
        "Press \"Reject all\" and open \"City bees outlive their country cousins\"",
    ),
    ("news", "Press \"Reject all\" and open Science"),
];

/// A task.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// Of which kind, for the table.
    pub(super) group: &'static str,
    pub(super) folder: PathBuf,
    pub(super) path: String,
    /// The words, where the page itself has none.
    pub(super) words: Option<&'static str>,
}

impl Task {
    /// Whether it is another one for another seed.
    pub(super) fn has_seeds(&self) -> bool {
        self.words.is_none()
    }

    /// What begins it, once the page is loaded.
    pub(super) fn begin(&self, seed: u64) -> String {
        match self.has_seeds() {
            true => format!(
                "core.EPISODE_MAX_TIME = 1e9; Math.seedrandom('{seed}'); core.startEpisodeReal();"
            ),
            false => String::new(),
        }
    }
}

/// All that can be had.
pub(super) fn all() -> Vec<Task> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let pages = root.join(".cache/miniwob/miniwob/html");
    let mut tasks = Vec::new();
    if pages.is_dir() {
        tasks.extend(MINIWOB.map(|name| Task {
            group: "MiniWoB++",
            folder: pages.clone(),
            path: format!("miniwob/{name}.html"),
            words: None,
        }));
    } else {
        say("left out, MiniWoB++: cargo xtask miniwob fetches it");
    }
    tasks.extend(SITES.map(|(site, words)| Task {
        group: "local sites",
        folder: root.join("e2e/sites"),
        path: format!("{site}/index.html"),
        words: Some(words),
    }));
    tasks
}
