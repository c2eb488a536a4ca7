//! `audit verify`.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use screen_agent_audit::{Fault, LogRow, LogSummary, Mark, PublicKey, Verifier, trusted};
use screen_agent_store::Store;
use screen_agent_store::audit::AuditFilter;
use serde::Deserialize;

use super::seal;
use crate::args::HomeArgs;
use crate::config::Settings;
use crate::terminal::{complain, say};
use crate::{Ending, data};

/// Rows that are read at once.
const BATCH: u32 = 1_000;
/// Where a server publishes its keys.
const WELL_KNOWN: &str = "/.well-known/screen-agent-audit.json";

#[derive(clap::Args)]
pub(super) struct Args {
    /// Marks in the second place [default: where the settings have it]
    #[arg(long, value_name = "FILE")]
    checkpoints: Option<PathBuf>,
    /// The keys that count: a file, or a server's address, as it publishes them. Without, the first key
    /// of the database is believed, and whom it endorses
    #[arg(long, value_name = "FILE|URL")]
    key: Option<String>,
    /// Check rows that were exported as JSON Lines, in place of the database
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    home: HomeArgs,
}

/// As `/.well-known/screen-agent-audit.json` has it.
#[derive(Deserialize)]
struct Published {
    keys: Vec<PublicKey>,
}

pub(super) async fn run(args: Args) -> Result<Ending> {
    let pinned = match &args.key {
        Some(place) => published(place).await?,
        None => Vec::new(),
    };
    let settings = Settings::at_home(&args.home)?;
    let named = args.checkpoints.is_some() || args.file.is_none();
    let usual = settings.file.audit.checkpoints(&settings.data);
    let second = args.checkpoints.as_ref().unwrap_or(&usual);
    if args.checkpoints.is_some() {
        std::fs::metadata(second).with_context(|| format!("cannot read {}", second.display()))?;
    }
    let mut marks = if named {
        seal::marks_in(second)?
    } else {
        Vec::new()
    };
    let checked = match &args.file {
        Some(file) => in_file(file, marks, &pinned)?,
        None => {
            let store = data::open(&settings)?;
            marks.extend(store.upkeep().list::<Mark>(()).await?);
            in_store(&store, marks, &pinned).await?
        }
    };
    tell(checked)
}

fn tell(checked: Result<LogSummary, Fault>) -> Result<Ending> {
    match checked {
        Ok(report) => {
            say(&whole(&report));
            Ok(Ending::Done)
        }
        Err(fault) => {
            complain(&format!("the audit log is not whole: {fault}"));
            Ok(Ending::Broken)
        }
    }
}

fn whole(report: &LogSummary) -> String {
    let LogSummary {
        rows,
        signed,
        marks,
        signed_at_ms,
    } = *report;
    let Some(at_ms) = signed_at_ms else {
        return format!(
            "{rows} rows hang on each other; no mark says that they are all, or that they were not written anew"
        );
    };
    let at = jiff::Timestamp::from_millisecond(at_ms).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    let open = rows.saturating_sub(signed);
    let rest = match open {
        0 => String::new(),
        1 => "; 1 row since then is not signed yet".to_owned(),
        open => format!("; {open} rows since then are not signed yet"),
    };
    format!(
        "the audit log is whole: {rows} rows, signed up to row {signed} at {at} ({marks} marks checked){rest}"
    )
}

async fn in_store(
    store: &impl Store,
    marks: Vec<Mark>,
    pinned: &[PublicKey],
) -> Result<Result<LogSummary, Fault>> {
    let upkeep = store.upkeep();
    let keys = trusted(&upkeep.list::<PublicKey>(()).await?, pinned);
    let mut verifier = Verifier::new(marks, &keys);
    let mut after = 0;
    loop {
        let (seq, limit) = (after, BATCH);
        let next = AuditFilter::After { seq, limit };
        let rows = upkeep.list::<LogRow>(next).await?;
        let Some(last) = rows.last() else { break };
        after = last.seq;
        rows.iter().for_each(|row| verifier.take(row));
    }
    Ok(verifier.finish())
}

fn in_file(
    file: &Path,
    marks: Vec<Mark>,
    pinned: &[PublicKey],
) -> Result<Result<LogSummary, Fault>> {
    let open = || format!("cannot read {}", file.display());
    let lines = BufReader::new(std::fs::File::open(file).with_context(open)?).lines();
    let mut verifier = Verifier::new(marks, &trusted(&[], pinned));
    for (number, line) in lines.enumerate() {
        let line = line.with_context(open)?;
        if !line.trim().is_empty() {
            let row = LogRow::from_line(&line).with_context(|| format!("line {}", number + 1))?;
            verifier.take(&row);
        }
    }
    Ok(verifier.finish())
}

/// Keys as a server publishes them.
async fn published(place: &str) -> Result<Vec<PublicKey>> {
    let text = if place.starts_with("http://") || place.starts_with("https://") {
        let url = match place.ends_with(".json") {
            true => place.to_owned(),
            false => format!("{}{WELL_KNOWN}", place.trim_end_matches('/')),
        };
        fetched(&url)
            .await
            .with_context(|| format!("cannot fetch {url}"))?
    } else {
        std::fs::read_to_string(place).with_context(|| format!("cannot read {place}"))?
    };
    let published: Published = serde_json::from_str(&text)
        .with_context(|| format!("{place} has no keys of an audit log"))?;
    anyhow::ensure!(!published.keys.is_empty(), "{place} names no key");
    Ok(published.keys)
}

async fn fetched(url: &str) -> Result<String> {
    screen_agent_adapters::install_tls();
    let answer = reqwest::get(url).await?.error_for_status()?;
    Ok(answer.text().await?)
}
