//! A server that runs already, for commands that work with nothing else.

use anyhow::{Result, bail};
use axum::http::Method;
use serde::Deserialize;
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::drive::{Answered, Door, Problem};
use crate::exit::usage;

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

    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T> {
        told(self.0.post(path, body).await?)
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

    /// Puts something in the place of what is there.
    pub(crate) async fn put<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T> {
        told(self.0.send(Method::PUT, path, body).await?)
    }

    /// Removes something.
    pub(crate) async fn delete(&self, path: &str) -> Result<()> {
        match self
            .0
            .send::<_, IgnoredAny>(Method::DELETE, path, &())
            .await?
        {
            Answered::Well(_) => Ok(()),
            Answered::Badly(_, problem) => bail!("{problem} ({})", problem.code),
        }
    }
}

fn told<T>(answered: Answered<Wrapped<T>>) -> Result<T> {
    match answered {
        Answered::Well(read) => Ok(read.data),
        Answered::Badly(_, problem) => bail!("{problem} ({})", problem.code),
    }
}
