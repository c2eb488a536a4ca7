//! The server that a command works with: one inside this process, or one that runs already.

use std::sync::Arc;

use anyhow::{Result, bail};
use screen_agent_packet::run::Lasting;
use screen_agent_ports::Proposer;
use screen_agent_store::Owner;
use screen_agent_wire::packet::conversation::ConversationData;
use screen_agent_wire::packet::problem::ProblemBody;

use crate::args::HomeArgs;
use crate::compose::Inside;
use crate::config::Settings;
use crate::data;
use crate::drive::Door;
use crate::exit::usage;

/// Which server.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct ServerArgs {
    /// Use a server that runs already instead of one inside this command, e.g. http://127.0.0.1:8787
    #[arg(long, value_name = "URL", requires = "email")]
    pub(crate) server: Option<String>,
    /// Who signs in there; the password comes from SCREEN_AGENT_PASSWORD.
    #[arg(long)]
    pub(crate) email: Option<String>,
}

/// A server and the way to it, signed in.
pub(crate) struct Settled {
    pub(crate) door: Door,
    /// What is inside of this process, and who we are there.
    pub(crate) inside: Option<(Inside, Owner)>,
    // Dropped last, so that the database is closed before its folder goes.
    _temporary: Option<tempfile::TempDir>,
}

impl ServerArgs {
    /// Opens the way. A server inside leaves nothing behind unless a folder was named.
    pub(crate) async fn open(&self, home: &HomeArgs, settings: &Settings) -> Result<Settled> {
        self.open_by(home, settings, None).await
    }

    /// The same, with the proposer that is asked in the place of engine and models, which only a server inside can have.
    pub(crate) async fn open_by(
        &self,
        home: &HomeArgs,
        settings: &Settings,
        by: Option<Arc<dyn Proposer>>,
    ) -> Result<Settled> {
        if by.is_some() && self.server.is_some() {
            return Err(usage(
                "kept steps are gone through by the server inside this command: leave out --server",
            ));
        }
        if let (Some(base), Some(email)) = (&self.server, &self.email) {
            let password = std::env::var("SCREEN_AGENT_PASSWORD")
                .map_err(|_| usage("set SCREEN_AGENT_PASSWORD to the password of --email"))?;
            return Ok(Settled {
                door: Door::there(base, email, &password).await?,
                inside: None,
                _temporary: None,
            });
        }
        let temporary = match home.data {
            None => Some(data::temporary_data()?),
            Some(_) => None,
        };
        let data = temporary
            .as_ref()
            .map_or(settings.data.as_path(), tempfile::TempDir::path);
        let lasting = match temporary {
            Some(_) => Lasting::Gone,
            None => Lasting::Kept,
        };
        let inside = Inside::at_by(data, settings, lasting, by)?;
        let (door, owner) = inside.door().await?;
        Ok(Settled {
            door,
            inside: Some((inside, owner)),
            _temporary: temporary,
        })
    }
}

impl Settled {
    /// A conversation as the server keeps it; nothing when it keeps none of this id.
    pub(crate) async fn conversation(&self, id: &str) -> Result<Option<ConversationData>> {
        let id: String = url::form_urlencoded::byte_serialize(id.as_bytes()).collect();
        let path = format!("/api/conversations/{}", id.replace('+', "%20"));
        match self.door.get(&path).await? {
            Ok(kept) => Ok(Some(kept)),
            Err(ProblemBody { error }) if error.code == "NOT_FOUND" => Ok(None),
            Err(ProblemBody { error }) => bail!("{} ({})", error.message, error.code),
        }
    }
}
