//! `audit export`.

use std::io::{BufWriter, Write as _};

use anyhow::Result;
use screen_agent_audit::{Entry, Kind, LogRow, ocsf};
use screen_agent_store::audit::AuditFilter;
use screen_agent_store::{Latest, Store};

use crate::args::HomeArgs;
use crate::{Ending, data};

/// Rows that are read at once.
const BATCH: u32 = 1_000;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Written at or after this: a day (2026-01-31, from midnight UTC) or a moment (2026-01-31T12:00:00Z)
    #[arg(long, value_name = "WHEN", value_parser = moment)]
    since: Option<i64>,
    /// Written before this.
    #[arg(long, value_name = "WHEN", value_parser = moment)]
    until: Option<i64>,
    /// How a row is written.
    #[arg(long, value_enum, default_value_t = Format::Jsonl)]
    format: Format,
    #[command(flatten)]
    home: HomeArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// As it is hashed, so that it can be checked.
    Jsonl,
    /// An event of the Open Cybersecurity Schema Framework.
    Ocsf,
}

impl Format {
    fn write(self, row: &LogRow) -> String {
        match self {
            Self::Jsonl => row.to_line(),
            Self::Ocsf => ocsf(row).to_string(),
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Jsonl => "jsonl",
            Self::Ocsf => "ocsf",
        }
    }
}

pub(super) async fn run(args: Args) -> Result<Ending> {
    let store = data::store_of(&args.home)?;
    let upkeep = store.upkeep();
    let last = upkeep.find::<LogRow>(Latest).await?;
    let end = last.map_or(0, |row| row.seq);
    let entry = Entry::new(Kind::Exported)
        .with("what", "audit")
        .with("by", "operator");
    upkeep.log(entry.with("format", args.format.word())).await?;
    let wanted = |row: &&LogRow| {
        row.seq <= end
            && args.since.is_none_or(|since| row.at_ms >= since)
            && args.until.is_none_or(|until| row.at_ms < until)
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut after = 0;
    while after < end {
        let (seq, limit) = (after, BATCH);
        let next = AuditFilter::After { seq, limit };
        let rows = upkeep.list::<LogRow>(next).await?;
        let Some(last) = rows.last() else { break };
        after = last.seq;
        for row in rows.iter().filter(wanted) {
            writeln!(out, "{}", args.format.write(row))?;
        }
    }
    out.flush()?;
    Ok(Ending::Done)
}

fn moment(text: &str) -> Result<i64, String> {
    let day = || text.parse::<jiff::civil::Date>().ok();
    let moment = text.parse::<jiff::Timestamp>().ok().or_else(|| {
        let midnight = day()?.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
        Some(midnight.timestamp())
    });
    let moment = moment
        .ok_or("neither a day such as 2026-01-31 nor a moment such as 2026-01-31T12:00:00Z")?;
    Ok(moment.as_millisecond())
}
