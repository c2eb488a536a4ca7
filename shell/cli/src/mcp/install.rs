//! `mcp install`: this command in the settings of a client that is on this machine.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::Ending;
use crate::exit::usage;
use crate::replace_file::replace;
use crate::terminal::say;
use screen_agent_action::named::Site;

/// What clients call this server.
const NAME: &str = "screen-agent";

/// Write this command into a client's settings, and say what was changed. What is there besides stays.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Which client.
    #[arg(long, value_enum)]
    client: Client,
    /// A site that it may open without asking you; again for each one.
    #[arg(long = "site", value_name = "SITE")]
    sites: Vec<String>,
    /// It may open any public site without asking you.
    #[arg(long)]
    any_site: bool,
    /// Only print what would be written, and where.
    #[arg(long)]
    print: bool,
}

/// A client whose settings are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Client {
    /// Claude Code, for you: ~/.claude.json
    Claude,
    /// Cursor, for you: ~/.cursor/mcp.json
    Cursor,
    /// VS Code, for the folder that you are in: .vscode/mcp.json
    Vscode,
    /// Codex, for you: ~/.codex/config.toml
    Codex,
    /// Zed, for you: ~/.config/zed/settings.json
    Zed,
}

/// What is started.
struct Started {
    command: String,
    args: Vec<String>,
}

impl Client {
    fn place(self, home: &Path, here: &Path) -> PathBuf {
        match self {
            Self::Claude => home.join(".claude.json"),
            Self::Cursor => home.join(".cursor/mcp.json"),
            Self::Vscode => here.join(".vscode/mcp.json"),
            Self::Codex => home.join(".codex/config.toml"),
            Self::Zed => home.join(".config/zed/settings.json"),
        }
    }

    /// Under which key a client has its servers.
    const fn key(self) -> &'static str {
        match self {
            Self::Claude | Self::Cursor => "mcpServers",
            Self::Vscode => "servers",
            Self::Codex => "mcp_servers",
            Self::Zed => "context_servers",
        }
    }

    fn entry(self, started: &Started) -> Value {
        let mut entry = json!({ "command": started.command, "args": started.args });
        match self {
            Self::Claude | Self::Vscode => entry["type"] = json!("stdio"),
            Self::Zed => entry["source"] = json!("custom"),
            Self::Cursor | Self::Codex => {}
        }
        entry
    }

    /// The settings with our entry in them; nothing where it stands there already.
    fn with_entry(self, before: &str, started: &Started) -> Result<Option<String>> {
        match self {
            Self::Codex => with_table(before, self, started),
            Self::Claude | Self::Cursor | Self::Vscode | Self::Zed => {
                with_member(before, self, started)
            }
        }
    }
}

pub(super) fn run(args: &Args) -> Result<Ending> {
    for site in &args.sites {
        site.parse::<Site>()
            .map_err(|why| usage(format!("--site {site}: {why}")))?;
    }
    let own = std::env::current_exe().context("where this command is cannot be told")?;
    let mut started = Started {
        command: own.display().to_string(),
        args: vec!["mcp".to_owned()],
    };
    for site in &args.sites {
        started.args.extend(["--site".to_owned(), site.clone()]);
    }
    started
        .args
        .extend(args.any_site.then(|| "--any-site".to_owned()));
    let home = std::env::var_os("HOME").context("HOME is not set")?;
    let place = args
        .client
        .place(Path::new(&home), &std::env::current_dir()?);
    install(args.client, &place, &started, args.print)
}

fn install(client: Client, place: &Path, started: &Started, print: bool) -> Result<Ending> {
    let before = match std::fs::read_to_string(place) {
        Ok(before) => before,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => bail!("cannot read {}: {error}", place.display()),
    };
    let shown = place.display();
    let (key, entry) = (client.key(), client.entry(started));
    let after = client.with_entry(&before, started).with_context(|| {
        format!("{shown} was left as it is; what belongs there is {key}.{NAME} = {entry}")
    })?;
    let Some(after) = after else {
        say(&format!("{shown}: {key}.{NAME} is there already"));
        return Ok(Ending::Done);
    };
    if print {
        say(&format!("{shown}: would get {key}.{NAME} = {entry}"));
        return Ok(Ending::Done);
    }
    let written = place.parent().map_or(Ok(()), std::fs::create_dir_all);
    let written = written.and_then(|()| replace(place, &after));
    written.with_context(|| format!("cannot write {shown}"))?;
    say(&format!("{shown}: {key}.{NAME} = {entry}"));
    Ok(Ending::Done)
}

/// JSON settings. Those with comments in them are nothing that we could write again.
fn with_member(before: &str, client: Client, started: &Started) -> Result<Option<String>> {
    let mut settings: Members = match before.trim() {
        "" => Members::default(),
        before => serde_json::from_str(before).context("it is not plain JSON")?,
    };
    let servers = settings.get(client.key()).map_or("{}", RawValue::get);
    let mut servers: Members =
        serde_json::from_str(servers).with_context(|| format!("{} is no object", client.key()))?;
    let entry = client.entry(started);
    let known = servers
        .get(NAME)
        .map(|known| serde_json::from_str::<Value>(known.get()));
    if known.is_some_and(|known| known.is_ok_and(|known| known == entry)) {
        return Ok(None);
    }
    servers.set(NAME, &entry)?;
    settings.set(client.key(), &servers)?;
    Ok(Some(format!(
        "{}\n",
        serde_json::to_string_pretty(&settings)?
    )))
}

/// An object whose members stay in their order and as they were written.
#[derive(Default)]
struct Members(Vec<(String, Box<RawValue>)>);

impl Members {
    fn get(&self, name: &str) -> Option<&RawValue> {
        let found = self.0.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| &**value)
    }

    fn set(&mut self, name: &str, value: &impl Serialize) -> Result<()> {
        let value = RawValue::from_string(serde_json::to_string_pretty(value)?)?;
        match self.0.iter_mut().find(|(own, _)| own == name) {
            Some((_, known)) => *known = value,
            None => self.0.push((name.to_owned(), value)),
        }
        Ok(())
    }
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Members;

    fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Members, A::Error> {
        let mut members = Members::default();
        while let Some(member) = from.next_entry()? {
            members.0.push(member);
        }
        Ok(members)
    }
}

/// TOML settings: ours come at the end, so that what is there stays to the letter.
fn with_table(before: &str, client: Client, started: &Started) -> Result<Option<String>> {
    let settings: toml::Table = before.parse().context("it is not TOML")?;
    let known = settings
        .get(client.key())
        .and_then(|servers| servers.get(NAME));
    let table = toml::Table::try_from(client.entry(started))?;
    if let Some(known) = known {
        if known.as_table() == Some(&table) {
            return Ok(None);
        }
        bail!(
            "{}.{NAME} is there already and says something else",
            client.key()
        );
    }
    let space = match before.is_empty() || before.ends_with("\n\n") {
        true => "",
        false if before.ends_with('\n') => "\n",
        false => "\n\n",
    };
    Ok(Some(format!(
        "{before}{space}[{}.{NAME}]\n{table}",
        client.key()
    )))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn started() -> Started {
        Started {
            command: "/opt/screen-agent".to_owned(),
            args: ["mcp", "--site", "shop.example"]
                .map(str::to_owned)
                .to_vec(),
        }
    }

    #[test]
    fn every_client_gets_its_entry_once_and_keeps_the_rest() {
        for (client, before, kept) in [
            (
                Client::Claude,
                r#"{"theme":"dark","mcpServers":{"other":{"command":"x"}}}"#,
                "other",
            ),
            (Client::Cursor, "", "mcpServers"),
            (Client::Vscode, r#"{"servers":{}}"#, "stdio"),
            (
                Client::Zed,
                r#"{"vim_mode":{"b":1, "a":2}, "a": 1}"#,
                r#"{"b":1, "a":2},"#,
            ),
            (
                Client::Codex,
                "# mine\nmodel = \"x\"",
                "# mine\nmodel = \"x\"\n\n[mcp_servers.screen-agent]",
            ),
        ] {
            let after = client.with_entry(before, &started()).unwrap().unwrap();
            assert!(after.contains(kept), "{client:?}: {after}");
            assert!(after.contains("shop.example"), "{client:?}: {after}");
            assert_eq!(
                client.with_entry(&after, &started()).unwrap(),
                None,
                "{client:?}"
            );
        }
    }

    #[test]
    fn settings_that_cannot_be_read_are_left() {
        for (client, before) in [
            (Client::Zed, "// mine\n{}"),
            (Client::Claude, "[]"),
            (Client::Cursor, r#"{"mcpServers":[]}"#),
            (Client::Codex, "model ="),
            (
                Client::Codex,
                "[mcp_servers.screen-agent]\ncommand = \"mine\"",
            ),
        ] {
            assert!(client.with_entry(before, &started()).is_err(), "{before}");
        }
    }

    #[test]
    fn it_is_written_whole_and_nothing_else_changes() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("deep/mcp.json");
        install(Client::Cursor, &place, &started(), true).unwrap();
        assert!(!place.exists());
        install(Client::Cursor, &place, &started(), false).unwrap();
        let text = std::fs::read_to_string(&place).unwrap();
        let settings: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(settings["mcpServers"][NAME]["command"], "/opt/screen-agent");
        let names = std::fs::read_dir(place.parent().unwrap()).unwrap();
        assert_eq!(names.count(), 1);
    }
}
