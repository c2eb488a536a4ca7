//! `runs`: what a server's workers do for us, did and are to do.

mod files;
mod found;
mod report;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Subcommand, value_parser};
use screen_agent_wire::extension::response::WireStanding;
use screen_agent_wire::extension::run::{
    CallbackSecret, CallbackStanding, RunAnswer, RunData, RunListData, RunStatus,
};
use serde::Deserialize as _;
use serde::de::value::StrDeserializer;
use serde_json::json;
use url::form_urlencoded::Serializer;
use uuid::Uuid;

use crate::Ending;
use crate::remote::{How, RemoteArgs};
use crate::terminal::{self, Style, say, say_json};

/// List, show, cancel, answer and repeat runs of a server's workers.
///
///   screen-agent runs list --status waiting
///   screen-agent runs answer 0190… 'the blue one'
///   screen-agent runs show 0190… --files reports
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// List your runs, the newest first.
    List {
        /// Only those that stand so: queued, running, waiting, done, done_unverified, failed or cancelled.
        #[arg(long, value_parser = status)]
        status: Option<RunStatus>,
        /// Only those with these words in what is to be done, or in where.
        #[arg(long, value_name = "WORDS")]
        search: Option<String>,
        /// Only those of this batch, in the order of its rows.
        #[arg(long, value_name = "NAME")]
        batch: Option<String>,
        /// How many.
        #[arg(long, default_value_t = 20, value_parser = value_parser!(u32).range(1..=100), value_name = "N")]
        limit: u32,
        /// How many to leave out.
        #[arg(long, default_value_t = 0, value_name = "N")]
        offset: u32,
        #[command(flatten)]
        how: How,
    },
    /// Print how each row of a batch stands, as CSV.
    Report {
        /// What the batch is called.
        batch: String,
        #[command(flatten)]
        remote: RemoteArgs,
    },
    /// Print what callbacks of your runs are signed with.
    Secret {
        #[command(flatten)]
        remote: RemoteArgs,
    },
    /// Show one, with what it came to.
    Show {
        /// Its id.
        id: Uuid,
        /// Save the files that pages gave during it in this folder. Nothing that is there is written over.
        #[arg(long, value_name = "DIR")]
        files: Option<PathBuf>,
        #[command(flatten)]
        how: How,
    },
    /// Cancel one, also while a worker does it.
    Cancel {
        /// Its id.
        id: Uuid,
        #[command(flatten)]
        how: How,
    },
    /// Do one that is over once more, from the beginning. What it did before is not undone.
    Retry {
        /// Its id.
        id: Uuid,
        #[command(flatten)]
        how: How,
    },
    /// Answer what one asks; to an approval, yes.
    Answer {
        /// Its id.
        id: Uuid,
        /// What you say.
        words: String,
        #[command(flatten)]
        how: How,
    },
}

fn status(text: &str) -> Result<RunStatus, String> {
    let word = StrDeserializer::<serde::de::value::Error>::new(text);
    RunStatus::deserialize(word).map_err(|_| {
        "expected queued, running, waiting, done, done_unverified, failed or cancelled".to_owned()
    })
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    let style = Style::for_stdout();
    let (run, json): (RunData, bool) = match args.what {
        What::List {
            status,
            search,
            batch,
            limit,
            offset,
            how,
        } => {
            let mut query = Serializer::new(String::new());
            query.append_pair("limit", &limit.to_string());
            query.append_pair("offset", &offset.to_string());
            if let Some(status) = status {
                query.append_pair("status", &terminal::word(&status));
            }
            if let Some(search) = &search {
                query.append_pair("search", search);
            }
            if let Some(batch) = &batch {
                query.append_pair("batch", batch);
            }
            let remote = how.remote.open().await?;
            let path = format!("/api/runs?{}", query.finish());
            let list: RunListData = remote.get(&path).await?;
            match how.json {
                true => say_json(&list, false)?,
                false => say(&listed(&list, style)),
            }
            return Ok(Ending::Done);
        }
        What::Report { batch, remote } => {
            report::print(&remote.open().await?, &batch).await?;
            return Ok(Ending::Done);
        }
        What::Secret { remote } => {
            let remote = remote.open().await?;
            let told: CallbackSecret = remote.get("/api/callbacks/secret").await?;
            say(&told.secret);
            return Ok(Ending::Done);
        }
        What::Show { id, files, how } => {
            let remote = how.remote.open().await?;
            let run = remote.get(&format!("/api/runs/{id}")).await?;
            if let Some(folder) = &files {
                files::save(&remote, &run, folder).await?;
            }
            (run, how.json)
        }
        What::Cancel { id, how } => changed(id, "cancel", &json!({}), &how).await?,
        What::Retry { id, how } => changed(id, "retry", &json!({}), &how).await?,
        What::Answer { id, words, how } => {
            let answer = RunAnswer {
                answer: words,
                question: None,
            };
            changed(id, "answer", &answer, &how).await?
        }
    };
    match json {
        true => say_json(&run, false)?,
        false => say(&shown(&run, style)),
    }
    Ok(Ending::Done)
}

async fn changed(
    id: Uuid,
    verb: &str,
    body: &impl serde::Serialize,
    how: &How,
) -> Result<(RunData, bool)> {
    let remote = how.remote.open().await?;
    let run = remote.post(&format!("/api/runs/{id}/{verb}"), body).await?;
    Ok((run, how.json))
}

/// How a run stands, in words.
pub(crate) fn word(status: RunStatus) -> String {
    terminal::word(&status).replace('_', " ")
}

fn listed(list: &RunListData, style: Style) -> String {
    let line = |run: &RunData| {
        let (id, status) = (run.id, word(run.status));
        format!("{id}  {status:15}  {}", style.strong(&run.instruction))
    };
    let mut lines: Vec<String> = list.runs.iter().map(line).collect();
    lines.push(match list.total {
        0 => "no runs".to_owned(),
        total => style.soft(&format!("{} of {total}", list.runs.len())),
    });
    lines.join("\n")
}

/// A run, as a person reads it.
pub(crate) fn shown(run: &RunData, style: Style) -> String {
    let status = word(run.status);
    let status = match run.status {
        RunStatus::Done => style.good(&status),
        RunStatus::Failed | RunStatus::Cancelled => style.bad(&status),
        RunStatus::Queued | RunStatus::Running | RunStatus::Waiting | RunStatus::DoneUnverified => {
            status
        }
    };
    let mut lines = vec![
        style.strong(&run.instruction),
        format!("{status} · {} · {}", run.url, run.id),
    ];
    lines.extend(run.question.iter().map(|asked| format!("it asks: {asked}")));
    if let Some(callback) = &run.callback {
        let told = match callback.standing {
            None => "to be told",
            Some(CallbackStanding::Pending) => "not told yet",
            Some(CallbackStanding::Told) => "told",
            Some(CallbackStanding::GivenUp) => "given up, not told",
        };
        let trouble = callback.trouble.iter().map(|why| format!(": {why}"));
        let trouble: String = trouble.collect();
        lines.push(style.soft(&format!("{} · {told}{trouble}", callback.site)));
    }
    if let Some(outcome) = &run.outcome {
        lines.push(outcome.result.clone());
        for clause in &outcome.ledger {
            let mark = style.mark(clause.standing == WireStanding::Verified);
            lines.push(format!("{mark} {}: {}", clause.words, clause.evidence));
        }
        lines.extend(
            outcome
                .found
                .iter()
                .flat_map(|found| found::shown(found, style)),
        );
        lines.push(style.soft(&format!("{} steps", outcome.steps)));
    }
    lines.extend(run.files.iter().map(|file| files::shown(file, style)));
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}
