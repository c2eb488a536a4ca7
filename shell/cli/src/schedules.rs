//! `schedules`: runs of a server's workers that are begun by the clock.

use anyhow::Result;
use axum::http::Method;
use clap::Subcommand;
use screen_agent_wire::extension::schedule::{
    NewSchedule, ScheduleChange, ScheduleData, ScheduleListData,
};
use uuid::Uuid;

use crate::Ending;
use crate::remote::{How, RemoteArgs};
use crate::submit::{OrderArgs, begins};
use crate::terminal::{Style, say, say_json};

/// Have runs begun by the clock.
///
///   screen-agent schedules add 'Download the report' --url https://shop.example --cron '0 9 * * MON-FRI' --zone Europe/Berlin
///   screen-agent schedules pause 0190…
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// List your schedules, the newest first.
    List {
        #[command(flatten)]
        how: How,
    },
    /// Add one.
    Add {
        /// When: minute, hour, day of month, month, day of week.
        #[arg(long, value_name = "PATTERN")]
        cron: String,
        /// Where that is the time.
        #[arg(long, default_value = "UTC", value_name = "ZONE")]
        zone: String,
        /// Begin a run though the one before is not over.
        #[arg(long)]
        overlap: bool,
        #[command(flatten)]
        order: Box<OrderArgs>,
        #[command(flatten)]
        how: How,
    },
    /// Have one begin nothing for a while.
    Pause {
        /// Its id.
        id: Uuid,
        #[command(flatten)]
        how: How,
    },
    /// Let one go on. What it would have begun meanwhile is not.
    Resume {
        /// Its id.
        id: Uuid,
        #[command(flatten)]
        how: How,
    },
    /// Remove one. Runs that it began stay.
    Remove {
        /// Its id.
        id: Uuid,
        #[command(flatten)]
        remote: RemoteArgs,
    },
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    match args.what {
        What::List { how } => {
            let remote = how.remote.open().await?;
            let list: ScheduleListData = remote.get("/api/schedules").await?;
            how.list(&list, &list.schedules, "no schedules", tell)?;
        }
        What::Add {
            cron,
            zone,
            overlap,
            order,
            how,
        } => {
            let remote = how.remote.open().await?;
            let run = order.order(&remote).await?;
            begins(&run)?;
            let new = NewSchedule {
                cron,
                zone,
                overlap,
                run,
            };
            told(&remote.post("/api/schedules", &new).await?, how.json)?;
        }
        What::Pause { id, how } => paused(id, true, &how).await?,
        What::Resume { id, how } => paused(id, false, &how).await?,
        What::Remove { id, remote } => {
            let remote = remote.open().await?;
            remote.delete(&format!("/api/schedules/{id}")).await?;
        }
    }
    Ok(Ending::Done)
}

async fn paused(id: Uuid, paused: bool, how: &How) -> Result<()> {
    let change = ScheduleChange {
        paused: Some(paused),
        ..ScheduleChange::default()
    };
    let remote = how.remote.open().await?;
    let path = format!("/api/schedules/{id}");
    told(&remote.send(Method::PATCH, &path, &change).await?, how.json)
}

fn told(schedule: &ScheduleData, json: bool) -> Result<()> {
    match json {
        true => say_json(schedule, false)?,
        false => tell(schedule),
    }
    Ok(())
}

fn tell(schedule: &ScheduleData) {
    let style = Style::for_stdout();
    let next = match schedule.next.first() {
        Some(next) => format!("next {next}"),
        None if schedule.paused => "paused".to_owned(),
        None => "never again".to_owned(),
    };
    say(&format!(
        "{}  {}\n  {} · {} {} · {next}",
        schedule.id,
        style.strong(&schedule.instruction),
        schedule.url,
        schedule.cron,
        schedule.zone
    ));
    if let Some(trouble) = &schedule.trouble {
        say(&style.bad(&format!("  the last time none was begun: {trouble}")));
    }
}
