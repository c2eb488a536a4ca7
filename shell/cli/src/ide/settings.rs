//! The workspace's settings, and who is signed in.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::server::IdeServer;
use super::workspace::Workspace;
use super::{Done, IdeFault, PlaceArgs};
use crate::drive::Door;
use crate::terminal::{say, say_json};

/// Make a folder a workspace. Nothing that stands in it is touched.
#[derive(clap::Args)]
pub(super) struct InitArgs {
    /// The project that is worked on.
    #[arg(long)]
    project: Option<String>,
    /// Sign in as this person; the password comes from SCREEN_AGENT_PASSWORD. What comes of it is kept in
    /// `.cogo/token`, for you alone. SCREEN_AGENT_TOKEN does instead.
    #[arg(long)]
    email: Option<String>,
}

/// Show the settings, or set one: `screen-agent ide config project demo`.
#[derive(clap::Args)]
pub(super) struct ConfigArgs {
    /// Which.
    #[arg(value_enum, requires = "value")]
    key: Option<Setting>,
    /// What it is to be.
    value: Option<String>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Setting {
    Server,
    Project,
}

/// `.cogo/config.json`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct IdeSettings {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) server: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) project: Option<String>,
}

const FILE: &str = "config.json";
const TOKEN: &str = "token";

impl IdeSettings {
    pub(super) fn read(workspace: &Workspace) -> Done<Self> {
        Ok(workspace.read_own(FILE)?.unwrap_or_default())
    }
}

pub(super) async fn init(place: &PlaceArgs, args: InitArgs) -> Done<()> {
    let workspace = Workspace::begin(place.workspace.as_deref())?;
    let mut settings = IdeSettings::read(&workspace)?;
    settings.server = place.server.clone().or(settings.server);
    settings.project = args.project.or(settings.project);
    workspace.keep(FILE, &settings)?;
    if let Some(email) = args.email {
        let server = settings.server.as_deref();
        let server = server.ok_or_else(|| IdeFault::Config("--email needs --server".into()))?;
        let password = std::env::var("SCREEN_AGENT_PASSWORD");
        let password = password.map_err(|_| {
            IdeFault::Config("set SCREEN_AGENT_PASSWORD to the password of --email".into())
        })?;
        let door = Door::there(server, &email, &password).await;
        let door = door.map_err(|error| match error.is::<reqwest::Error>() {
            true => IdeFault::Network(format!("{error:#}")),
            false => IdeFault::Config(format!("{error:#}")),
        })?;
        workspace.write_own(TOKEN, door.token().as_bytes(), 0o600)?;
    }
    let root = workspace.root().display().to_string();
    told(
        place,
        &json!({ "workspace": root, "settings": settings }),
        &format!("{root} is a workspace"),
    )
}

pub(super) fn config(place: &PlaceArgs, args: ConfigArgs) -> Done<()> {
    let workspace = Workspace::find(place.workspace.as_deref())?;
    let mut settings = IdeSettings::read(&workspace)?;
    if let (Some(key), Some(value)) = (args.key, args.value) {
        match key {
            Setting::Server => {
                settings.server = Some(crate::args::address(&value).map_err(IdeFault::Config)?)
            }
            Setting::Project => settings.project = Some(value),
        }
        workspace.keep(FILE, &settings)?;
    }
    let IdeSettings { server, project } = &settings;
    let unset = || "-".to_owned();
    let words = format!(
        "workspace  {}\nserver     {}\nproject    {}",
        workspace.root().display(),
        server.clone().unwrap_or_else(unset),
        project.clone().unwrap_or_else(unset)
    );
    told(
        place,
        &json!({ "workspace": workspace.root().display().to_string(), "settings": settings }),
        &words,
    )
}

pub(super) async fn whoami(place: &PlaceArgs) -> Done<()> {
    let workspace = Workspace::find(place.workspace.as_deref())?;
    let server = IdeServer::of(&workspace, place)?;
    let who: Value = server.get("/api/v1/auth/session").await?;
    let user = &who["data"]["user"];
    let email = user["email"].as_str().unwrap_or("?");
    let words = format!("{email} at {}", server.base());
    told(
        place,
        &json!({ "server": server.base(), "who": who["data"] }),
        &words,
    )
}

/// The token: the environment's, or the one that is kept.
pub(super) fn token(workspace: &Workspace) -> Done<String> {
    let kept = || std::fs::read_to_string(workspace.own(TOKEN)).ok();
    let token = std::env::var("SCREEN_AGENT_TOKEN").ok().or_else(kept);
    let missing = "nobody is signed in: set SCREEN_AGENT_TOKEN, or run `screen-agent ide init --server URL --email YOU`";
    token
        .map(|token| token.trim().to_owned())
        .ok_or_else(|| IdeFault::Config(missing.into()))
}

/// Says something in words, or as JSON.
pub(super) fn told(place: &PlaceArgs, value: &impl Serialize, words: &str) -> Done<()> {
    match place.json {
        true => say_json(value, true).map_err(|error| IdeFault::Invalid(error.to_string())),
        false => {
            say(words);
            Ok(())
        }
    }
}
