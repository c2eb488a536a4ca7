//! `retention`: what has grown old, told or deleted by hand.

use anyhow::Result;
use screen_agent_store::Store as _;
use screen_agent_store::upkeep::Swept;

use crate::args::HomeArgs;
use crate::config::Settings;
use crate::data::{self, now_ms};
use crate::terminal::say;
use crate::{Ending, compose};

/// Delete what is older than its term, as `serve` does every ten minutes.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Delete all that is due, and say how much of each kind.
    Run(Run),
}

#[derive(clap::Args)]
struct Run {
    /// Only say what would be deleted; what goes with something else is not counted.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    home: HomeArgs,
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    let Command::Run(args) = args.command;
    let settings = Settings::at_home(&args.home)?;
    let store = data::open_with(&settings.data, &settings.store, compose::keeping(&settings))?;
    let now_ms = now_ms();
    if args.dry_run {
        tell(&store.upkeep().due(now_ms).await?, "would go");
        return Ok(Ending::Done);
    }
    let mut gone = Swept::default();
    loop {
        let swept = store.upkeep().sweep(now_ms).await?;
        if swept.total() == 0 {
            break;
        }
        gone += swept;
    }
    let files = compose::files(&settings.data, &settings.files)?;
    compose::sweep_files(&store, &*files).await?;
    tell(&gone, "deleted");
    Ok(Ending::Done)
}

fn tell(swept: &Swept, what: &str) {
    for (kind, count) in swept.counts() {
        say(&format!("{:<16} {count:>8} {what}", kind.replace('_', " ")));
    }
}
