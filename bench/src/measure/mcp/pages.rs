//! Pages that nobody here wrote: MiniWoB++'s, those of applications from packages, saved ones, and what `--saved` names.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::apps::app::App;
use crate::apps::server::{Server, set_up};
use crate::measure::observe::sample;
use crate::measure::reading;
use crate::say;
use crate::served::Served;

/// So many of MiniWoB++'s tasks, and of the saved pages, evenly from all.
const EACH: usize = 10;
/// Applications that need no sign-in, with the first page and one more where they have some.
const APPLICATIONS: [(&str, &[&str]); 7] = [
    ("api", &["/"]),
    ("calendar", &["/"]),
    ("components", &["/antd.html", "/mui.html"]),
    ("grid", &["/tabulator.html", "/aggrid.html"]),
    ("pickers", &["/dates.html", "/choose.html"]),
    ("shop", &["/catalogue/", "/catalogue/assam_5/"]),
    ("todo", &["/react/"]),
];
/// Starts an episode as soon as the page is there; its clock is stopped.
const START: &str = "addEventListener('load', () => { core.EPISODE_MAX_TIME = 1e9; Math.seedrandom('1'); core.startEpisodeReal(); });";

/// Some pages of one kind.
pub(super) struct Group<'a> {
    /// Of what they are.
    pub(super) name: &'static str,
    pub(super) paths: Vec<String>,
    /// What serves them, until this goes.
    behind: Behind<'a>,
}

enum Behind<'a> {
    Folder(String),
    App(Server<'a>),
}

impl Group<'_> {
    /// Serves them from now on.
    pub(super) async fn serve(&mut self, served: &Served) -> Result<()> {
        served.put_in(if self.name == MINIWOB { START } else { "" });
        match &mut self.behind {
            Behind::Folder(base) => served.before(base),
            Behind::App(server) => {
                server.reset().await?;
                served.before(&server.url(""));
            }
        }
        Ok(())
    }
}

const MINIWOB: &str = "MiniWoB++";

/// All of them. What cannot be had is said and left out.
pub(super) fn groups<'a>(apps: &'a [App], saved: Option<&Path>) -> Result<Vec<Group<'a>>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = |name, folder: PathBuf, paths| -> Result<Group<'a>> {
        let address = screen_agent_site::serve(folder.canonicalize()?)?;
        Ok(Group {
            name,
            paths,
            behind: Behind::Folder(format!("http://{address}")),
        })
    };
    let mut groups = Vec::new();
    let miniwob = root.join(".cache/miniwob/miniwob/html");
    if miniwob.is_dir() {
        let tasks = spread(&crate::miniwob_tasks(&miniwob)?, EACH);
        let paths = tasks.iter().map(|task| format!("miniwob/{task}.html"));
        groups.push(folder(MINIWOB, miniwob, paths.collect())?);
    } else {
        say("left out, MiniWoB++: cargo xtask miniwob fetches it");
    }
    for (name, paths) in APPLICATIONS {
        let app = apps.iter().find(|app| app.name == name);
        let app = app.with_context(|| format!("there is no application {name}"))?;
        let installed = root.join(".cache/apps").join(name);
        if let Err(error) = set_up(app, &installed) {
            say(&format!("left out, {name}: {error:#}"));
            continue;
        }
        groups.push(Group {
            name: "applications",
            paths: paths.iter().map(|&path| path.to_owned()).collect(),
            behind: Behind::App(Server::new(app, installed.canonicalize()?)?),
        });
    }
    let pages = reading::corpus()?.join("unseen");
    let paths = spread(&crate::measure::observe::pages(&pages, 5_000), EACH);
    groups.push(folder("saved pages", pages, paths)?);
    if let Some(saved) = saved {
        let paths = spread(&sample(saved), EACH);
        groups.push(folder("documentation", saved.to_owned(), paths)?);
    }
    Ok(groups)
}

/// So many of them, evenly from all.
fn spread(all: &[String], most: usize) -> Vec<String> {
    let stride = (all.len() / most).max(1);
    all.iter().step_by(stride).take(most).cloned().collect()
}
