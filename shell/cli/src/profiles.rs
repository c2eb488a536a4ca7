//! `profiles`: what runs of a server's workers stay signed in with.

use anyhow::Result;
use clap::Subcommand;
use screen_agent_wire::extension::profile::{ProfileListData, checked_profile};

use crate::Ending;
use crate::exit::usage;
use crate::remote::{How, RemoteArgs};
use crate::terminal::{Style, say};

/// List and remove what runs stay signed in with, by the names that they were submitted with.
///
/// A profile begins with the first run that names it. It holds cookies and what sites keep in the browser, sealed, and only
/// a worker that holds one of its runs gets it.
///
///   screen-agent submit 'Log in as ann with password {{secret:shop.password}}' --url https://shop.example --profile shop
///   screen-agent submit 'Open my orders' --url https://shop.example --profile shop
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// List names, and when each was last saved.
    List {
        #[command(flatten)]
        how: How,
    },
    /// Remove one, and with it what it is signed in with.
    Remove {
        /// Its name.
        name: String,
        #[command(flatten)]
        remote: RemoteArgs,
    },
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    match args.what {
        What::List { how } => {
            let remote = how.remote.open().await?;
            let list: ProfileListData = remote.get("/api/profiles").await?;
            how.list(&list, &list.profiles, "no profiles", |profile| {
                let saved = profile.saved_at.as_deref();
                let saved = saved.map_or_else(|| "empty".to_owned(), |at| format!("saved {at}"));
                let name = Style::for_stdout().strong(&profile.name);
                say(&format!("{name} · {saved}"));
            })?;
        }
        What::Remove { name, remote } => {
            checked_profile(&name).map_err(|wrong| usage(wrong.told()))?;
            let remote = remote.open().await?;
            remote.delete(&format!("/api/profiles/{name}")).await?;
        }
    }
    Ok(Ending::Done)
}
