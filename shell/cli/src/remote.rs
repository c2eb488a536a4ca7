//! A server that runs already, for commands that work with nothing else.

use anyhow::{Result, bail};
use axum::http::Method;
use screen_agent_wire::extension::files::UploadData;
use screen_agent_wire::packet::problem::ProblemBody;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use uuid::Uuid;

use crate::drive::{Answered, Door, Problem};
use crate::exit::usage;
use crate::terminal::{say, say_json};

/// Which server, and who we are there.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct RemoteArgs {
    /// The server.
    #[arg(
        long,
        env = "SCREEN_AGENT_SERVER",
        default_value = "http://127.0.0.1:8787",
        value_name = "URL"
    )]
    server: String,
    /// Who signs in; the password comes from SCREEN_AGENT_PASSWORD.
    #[arg(long, env = "SCREEN_AGENT_EMAIL")]
    email: Option<String>,
}

/// Which server, and how what it says is shown.
#[derive(clap::Args)]
pub(crate) struct How {
    /// Print JSON instead of words.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) remote: RemoteArgs,
}

impl How {
    /// Shows a list, or says that there is nothing in it.
    pub(crate) fn list<T>(
        &self,
        whole: &impl Serialize,
        all: &[T],
        none: &str,
        tell: impl Fn(&T),
    ) -> Result<()> {
        match all {
            _ if self.json => say_json(whole, false)?,
            [] => say(none),
            all => all.iter().for_each(tell),
        }
        Ok(())
    }
}

/// Where files are uploaded.
const UPLOAD: &str = "/api/knowledge/upload-to-s3";

/// The way to a server, signed in.
pub(crate) struct Remote(Door);

#[derive(Deserialize)]
pub(crate) struct Wrapped<T> {
    pub(crate) data: T,
}

impl RemoteArgs {
    pub(crate) async fn open(&self) -> Result<Remote> {
        let password = std::env::var("SCREEN_AGENT_PASSWORD").ok();
        let (Some(email), Some(password)) = (&self.email, password) else {
            return Err(usage(
                "say who you are with --email, or in SCREEN_AGENT_EMAIL, and set SCREEN_AGENT_PASSWORD to the password",
            ));
        };
        Ok(Remote(Door::there(&self.server, email, &password).await?))
    }
}

impl Remote {
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T> {
        match self.0.get::<Wrapped<T>, Problem>(path).await? {
            Ok(read) => Ok(read.data),
            Err(problem) => bail!("{problem} ({})", problem.code),
        }
    }

    /// The same of the packet surface, whose answers stand by themselves.
    pub(crate) async fn get_bare<T: DeserializeOwned>(&self, path: &str) -> Result<T> {
        match self.0.get::<T, ProblemBody>(path).await? {
            Ok(read) => Ok(read),
            Err(ProblemBody { error }) => bail!("{} ({})", error.message, error.code),
        }
    }

    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T> {
        told(self.0.post(path, body).await?)
    }

    /// Uploads a file, and tells what it is named by.
    pub(crate) async fn upload(&self, name: &str, bytes: Vec<u8>) -> Result<String> {
        let form = form(name, &bytes);
        let form = (&*form.0, form.1.into());
        let sent: UploadData = told(self.0.post_bytes(UPLOAD, form).await?)?;
        Ok(sent.s3_key)
    }

    /// What is under a link that the server gave, as it came.
    pub(crate) async fn linked(&self, link: &str) -> Result<Vec<u8>> {
        well(self.0.get_bytes(link).await?)
    }

    /// Sends something by another method.
    pub(crate) async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T> {
        told(self.0.send(method, path, body).await?)
    }

    /// Removes something.
    pub(crate) async fn delete(&self, path: &str) -> Result<()> {
        let deleted = self.0.send::<_, IgnoredAny>(Method::DELETE, path, &());
        well(deleted.await?).map(drop)
    }
}

/// A form with one file in it, and its type.
fn form(name: &str, bytes: &[u8]) -> (String, Vec<u8>) {
    let cut = Uuid::new_v4().simple().to_string();
    // The name stands in a part of its own, where nothing need be quoted.
    let mut form = format!(
        "--{cut}\r\nContent-Disposition: form-data; name=\"filename\"\r\n\r\n{name}\r\n\
         --{cut}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\n\
         Content-Type: application/octet-stream\r\n\r\n"
    )
    .into_bytes();
    form.extend_from_slice(bytes);
    form.extend_from_slice(format!("\r\n--{cut}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={cut}"), form)
}

fn told<T>(answered: Answered<Wrapped<T>>) -> Result<T> {
    well(answered).map(|read| read.data)
}

fn well<T>(answered: Answered<T>) -> Result<T> {
    match answered {
        Answered::Well(read) => Ok(read),
        Answered::Badly(_, problem) => bail!("{problem} ({})", problem.code),
    }
}
