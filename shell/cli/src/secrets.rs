//! `secrets`: what runs of a server's workers enter, and nobody reads.

use anyhow::{Result, bail};
use axum::http::Method;
use clap::Subcommand;
use screen_agent_wire::extension::vault::{NewSecret, SecretData, SecretListData, checked_name};
use screen_agent_words::vault::reference;

use crate::Ending;
use crate::drive::{Echo, ask_line};
use crate::exit::usage;
use crate::remote::{How, RemoteArgs};
use crate::terminal::{Style, say};

/// Keep secrets that runs enter and nobody reads, you included.
///
/// A worker gets one in the moment in which it enters it, for a run that you submitted with its name, into a field for
/// secrets on one of its sites. No model, log or record holds it.
///
///   screen-agent secrets set shop.password --site https://shop.example
///   screen-agent submit 'Log in as ann with password {{secret:shop.password}}' --url https://shop.example
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Keep one, or another under the same name. It is read from a line of standard input, and not shown at a terminal.
    Set {
        /// What orders call it: small letters, digits, dots and dashes.
        name: String,
        /// Where it may be entered; once for each site.
        #[arg(long = "site", required = true, value_name = "ORIGIN")]
        sites: Vec<String>,
        #[command(flatten)]
        remote: RemoteArgs,
    },
    /// List names, sites, and when each was last entered.
    List {
        #[command(flatten)]
        how: How,
    },
    /// Remove one. Runs that name it fail.
    Remove {
        /// Its name.
        name: String,
        #[command(flatten)]
        remote: RemoteArgs,
    },
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    match args.what {
        What::Set {
            name,
            sites,
            remote,
        } => {
            let path = path_of(&name)?;
            let remote = remote.open().await?;
            let Some(value) = ask_line(&format!("{name}: "), Echo::Hidden).await else {
                bail!("there is nothing to keep: it is read from standard input");
            };
            let body = NewSecret { value, sites };
            let kept: SecretData = remote.send(Method::PUT, &path, &body).await?;
            tell(&kept);
            say(&format!("  in orders: {}", reference(&kept.name)));
        }
        What::List { how } => {
            let remote = how.remote.open().await?;
            let list: SecretListData = remote.get("/api/secrets").await?;
            how.list(&list, &list.secrets, "no secrets", tell)?;
        }
        What::Remove { name, remote } => {
            let path = path_of(&name)?;
            remote.open().await?.delete(&path).await?;
        }
    }
    Ok(Ending::Done)
}

fn path_of(name: &str) -> Result<String> {
    checked_name(name).map_err(|wrong| usage(wrong.told()))?;
    Ok(format!("/api/secrets/{name}"))
}

fn tell(secret: &SecretData) {
    let used = secret.used_at.as_deref();
    say(&format!(
        "{}\n  {} · {}",
        Style::for_stdout().strong(&secret.name),
        secret.sites.join(" "),
        used.map_or_else(
            || "never entered".to_owned(),
            |at| format!("last entered {at}")
        )
    ));
}
