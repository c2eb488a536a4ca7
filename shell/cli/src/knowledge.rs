//! `knowledge`: what an organisation knows. A source is read here and now, whether or not a server runs beside.

use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use screen_agent_engine::Engine;
use screen_agent_engine::knowledge::{GivenFrom, GivenKnowledge};
use screen_agent_packet::run::Lasting;
use screen_agent_server::domain_pattern;
use screen_agent_store::account::Account;
use screen_agent_store::knowledge::{KnowledgeSource, KnowledgeState};
use screen_agent_store::{Owner, Store};
use uuid::Uuid;
use zip::write::SimpleFileOptions;

use crate::Ending;
use crate::args::HomeArgs;
use crate::compose::Inside;
use crate::config::Settings;
use crate::exit::usage;
use crate::terminal::{complain, say};

/// Most bytes of a file, and of the files of a folder together.
const LARGEST: u64 = 64 * 1024 * 1024;
/// How often it is told how far a reading is.
const TOLD: Duration = Duration::from_secs(3);

/// Manage what an organisation knows about its sites.
///
/// It is used on the domains that the organisation has listed (`screen-agent domains`), and nowhere else.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Read a file, a folder, a page, or the pages of a sitemap. What is known already is read anew.
    Add(Add),
    /// List every source, and how it stands.
    List(Whose),
    /// Remove a source with everything of it.
    Remove(One),
    /// Read a source again. What did not change stays as it is.
    Reindex(One),
}

#[derive(clap::Args)]
struct Add {
    /// A file, a folder, or an address.
    #[arg(value_name = "PATH|URL")]
    what: String,
    /// The address is a sitemap's; so is one that ends in sitemap.xml.
    #[arg(long)]
    sitemap: bool,
    /// The host that it is for, or *. and one for all below it and itself. Without, a page is for its own host, and a file
    /// for all that the organisation has listed.
    #[arg(long = "for", value_name = "DOMAIN")]
    domain: Option<String>,
    /// What it is called.
    #[arg(long)]
    title: Option<String>,
    /// Read again every so many hours, by the server.
    #[arg(long, value_name = "HOURS")]
    every: Option<u32>,
    #[command(flatten)]
    whose: Whose,
}

#[derive(clap::Args)]
struct One {
    /// Its id, as the list shows it.
    id: Uuid,
    #[command(flatten)]
    whose: Whose,
}

#[derive(clap::Args)]
struct Whose {
    /// Whose it is; may be left out where there is but one.
    #[arg(long, value_name = "NAME")]
    tenant: Option<String>,
    #[command(flatten)]
    home: HomeArgs,
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Add(add) => {
            let given = add.given()?;
            let desk = Desk::of(&add.whose).await?;
            let source = desk.engine().keep_knowledge(desk.owner, given).await?;
            desk.read(source.id).await
        }
        Command::List(whose) => Desk::of(&whose).await?.list().await,
        Command::Remove(one) => {
            let desk = Desk::of(&one.whose).await?;
            if !desk.engine().remove_knowledge(desk.owner, one.id).await? {
                bail!("there is no source {}", one.id);
            }
            say("removed");
            Ok(Ending::Done)
        }
        Command::Reindex(one) => {
            let desk = Desk::of(&one.whose).await?;
            let rows = desk.inside.store().scoped(desk.owner);
            if rows
                .renew_knowledge(one.id, crate::data::now_ms())
                .await?
                .is_none()
            {
                bail!("there is no source {}", one.id);
            }
            desk.read(one.id).await
        }
    }
}

impl Add {
    fn given(&self) -> Result<GivenKnowledge> {
        let domain =
            match &self.domain {
                Some(text) => Some(domain_pattern(text).ok_or_else(|| {
                    usage(format!("{text:?} is neither a host nor *. and a host"))
                })?),
                None => None,
            };
        let hours = self.every.filter(|hours| *hours > 0);
        Ok(GivenKnowledge {
            from: self.from()?,
            title: self.title.clone(),
            domain,
            refresh: hours.map(|hours| Duration::from_secs(u64::from(hours) * 3_600)),
        })
    }

    fn from(&self) -> Result<GivenFrom> {
        if self.what.starts_with("http://") || self.what.starts_with("https://") {
            return Ok(GivenFrom::Web {
                sitemap: self.sitemap || self.what.ends_with("sitemap.xml"),
                url: self.what.clone(),
            });
        }
        let path = Path::new(&self.what);
        let shown = path.display();
        let found = std::fs::metadata(path).with_context(|| format!("cannot read {shown}"))?;
        let whole = path
            .canonicalize()
            .with_context(|| format!("cannot read {shown}"))?;
        let name = whole
            .file_name()
            .unwrap_or(whole.as_os_str())
            .to_string_lossy()
            .into_owned();
        let bytes = match found.is_dir() {
            true => packed(&whole)?,
            false if found.len() > LARGEST => bail!("{shown} is larger than {LARGEST} bytes"),
            false => std::fs::read(&whole).with_context(|| format!("cannot read {shown}"))?,
        };
        Ok(GivenFrom::File { name, bytes })
    }
}

/// The files of a folder as one archive. What is hidden, and what a link leads to, is left out.
fn packed(folder: &Path) -> Result<Vec<u8>> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut waiting: Vec<PathBuf> = vec![folder.to_owned()];
    let mut together = 0;
    while let Some(next) = waiting.pop() {
        let entries =
            std::fs::read_dir(&next).with_context(|| format!("cannot read {}", next.display()))?;
        let mut entries = entries.collect::<std::io::Result<Vec<_>>>()?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let (path, kind) = (entry.path(), entry.file_type()?);
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            if kind.is_dir() {
                waiting.push(path);
            } else if kind.is_file() {
                together += entry.metadata()?.len();
                if together > LARGEST {
                    bail!(
                        "the files of {} are larger than {LARGEST} bytes together",
                        folder.display()
                    );
                }
                let name = path.strip_prefix(folder)?.to_string_lossy().into_owned();
                archive.start_file(name, SimpleFileOptions::default())?;
                archive.write_all(&std::fs::read(&path)?)?;
            }
        }
    }
    Ok(archive.finish()?.into_inner())
}

/// An organisation's knowledge, and what works on it.
struct Desk {
    inside: Inside,
    owner: Owner,
}

impl Desk {
    async fn of(whose: &Whose) -> Result<Self> {
        let settings = Settings::at_home(&whose.home)?;
        let inside = Inside::at(&settings.data, &settings, Lasting::Kept)?;
        let accounts = inside.store().upkeep().list::<Account>(()).await?;
        let users = accounts.into_iter().map(|account| account.user);
        let mut users = users.filter(|user| match &whose.tenant {
            Some(name) => user.tenant.name == *name,
            None => true,
        });
        let first = users
            .next()
            .context("there is no such tenant; see: screen-agent user list")?;
        if users.any(|user| user.tenant.id != first.tenant.id) {
            return Err(usage("name whose it is: --tenant NAME"));
        }
        let owner = first.owner();
        Ok(Self { inside, owner })
    }

    fn engine(&self) -> &Engine {
        self.inside.engine()
    }

    /// Reads a source that waits, and tells how far it is meanwhile.
    async fn read(&self, id: Uuid) -> Result<Ending> {
        let reading = self.engine().read_now(self.owner, id);
        tokio::pin!(reading);
        let read = loop {
            tokio::select! {
                read = &mut reading => break read?,
                () = tokio::time::sleep(TOLD) => self.tell(id).await?,
            }
        };
        let source = read.context("somebody removed it meanwhile")?;
        say(&line(&source));
        Ok(Ending::of(source.state == KnowledgeState::Ready))
    }

    async fn tell(&self, id: Uuid) -> Result<()> {
        let rows = self.inside.store().scoped(self.owner);
        if let Some(source) = rows.find::<KnowledgeSource>(id).await? {
            complain(&format!("{} of {} documents", source.done, source.total));
        }
        Ok(())
    }

    async fn list(&self) -> Result<Ending> {
        let rows = self.inside.store().scoped(self.owner);
        for source in rows.list::<KnowledgeSource>(()).await? {
            say(&line(&source));
        }
        Ok(Ending::Done)
    }
}

/// A source on one line.
fn line(source: &KnowledgeSource) -> String {
    let stands = match source.state {
        KnowledgeState::Pending => "waits".to_owned(),
        KnowledgeState::Running => format!("is read: {} of {}", source.done, source.total),
        KnowledgeState::Ready => {
            format!("{} documents, {} passages", source.documents, source.chunks)
        }
        KnowledgeState::Failed | KnowledgeState::Removing => {
            format!("failed: {}", source.error.as_deref().unwrap_or_default())
        }
    };
    let domain = source.domain.as_deref().unwrap_or("all listed domains");
    format!("{}  {}  [{domain}]  {stands}", source.id, source.location)
}
