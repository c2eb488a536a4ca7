//! `acp`: an editor's agent, by the Agent Client Protocol (version 1) over standard input and output.
//!
//! The protocol is a page of JSON-RPC, written out here (`lines`, `serve`) and not by its Rust crate: that one has `serde_json`
//! keep the order of keys for whoever is compiled with it, and fingerprints here rest on their being sorted.

mod commands;
mod edit;
mod lines;
mod person;
mod prompt;
mod serve;
mod told;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use serde_json::Value;
use tokio::sync::oneshot;

use crate::Ending;
use crate::mcp::DeskArgs;
use crate::work::unless_stopped;
use lines::{NO_REQUEST, Refused};

/// Be the agent of an editor that speaks the Agent Client Protocol, over standard input and output.
///
/// `/do` and `/ask` work in a browser of ours; the tasks of `ide` make files of the workspace. Plans, steps, questions for your
/// yes, and diffs appear in the editor. What is of consequence is asked of you there, whatever the prompt says.
///
///   screen-agent acp --site shop.example
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    desk: DeskArgs,
}

/// What a session keeps.
#[derive(Debug)]
struct Session {
    /// Where the editor stands.
    folder: PathBuf,
    /// A task that ended with a question: what is said next answers it.
    asked: Mutex<Option<String>>,
    /// The prompt that is under way, and what breaks it off.
    under_way: Mutex<Option<(Value, oneshot::Sender<()>)>>,
}

impl Session {
    fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            asked: Mutex::default(),
            under_way: Mutex::default(),
        }
    }

    fn asked(&self) -> MutexGuard<'_, Option<String>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn under_way(&self) -> MutexGuard<'_, Option<(Value, oneshot::Sender<()>)>> {
        let under_way = self.under_way.lock();
        under_way.unwrap_or_else(PoisonError::into_inner)
    }

    /// One prompt at a time.
    fn begin(&self, id: &Value, cancel: oneshot::Sender<()>) -> Result<(), Refused> {
        let mut under_way = self.under_way();
        if under_way.is_some() {
            let why = "another prompt of this session is under way";
            return Err(Refused::new(NO_REQUEST, why));
        }
        *under_way = Some((id.clone(), cancel));
        Ok(())
    }

    fn ended(&self) {
        self.under_way().take();
    }

    /// Breaks off what is under way, or only the request of this id.
    fn cancel(&self, only: Option<&Value>) {
        let mut under_way = self.under_way();
        if under_way
            .as_ref()
            .is_some_and(|(id, _)| only.is_none_or(|only| only == id))
        {
            // Dropped, it tells.
            under_way.take();
        }
    }
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    let desk = args.desk.open().await?;
    let served = unless_stopped(async {
        serve::serve(desk.clone(), tokio::io::stdin(), tokio::io::stdout()).await?;
        Ok(())
    })
    .await;
    desk.close().await;
    served?;
    Ok(Ending::Done)
}
