//! `worker`: takes runs from a server and does them, each in a browser of its own.

pub(crate) mod brought;
mod files;
mod held;
mod live;
mod network;
mod profile;
mod robots;
mod stage;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::value_parser;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use screen_agent_adapters::WebFetch;
use screen_agent_wire::extension::run::{HeldRun, WorkClaim, WorkData};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::Ending;
use crate::args::{BrowserArgs, HomeArgs};
use crate::compose::fetcher;
use crate::config::Settings;
use crate::drive::{Answered, Door};
use crate::exit::usage;
use crate::signals::Stops;
use crate::terminal::{complain, say, say_json};
use network::Outside;

/// How long a server may say nothing to what it answers soon. What stands between may take a request and lose the
/// answer, and nothing says so.
const SILENCE: Duration = Duration::from_secs(60);
/// Longest pause after a server that could not be reached, in seconds.
const LONGEST_PAUSE: u64 = 30;

/// Take runs from a server and do them, each in a browser of its own.
///
/// The server and the worker share a key: SCREEN_AGENT_WORKER_KEY in the environment of both, or `key_file` of [work] in
/// the settings of each. Any number of workers may serve one server, on any machine that reaches it.
///
/// A run's browser reaches the public web, and nothing inside this machine or its network but what `private_hosts` of
/// [fetch] in the settings names. Told to stop (Ctrl-C, SIGTERM), a worker gives its runs back for another to take up.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Whose runs are done.
    #[arg(
        long,
        env = "SCREEN_AGENT_SERVER",
        default_value = "http://127.0.0.1:8787",
        value_name = "URL"
    )]
    server: String,
    /// How many runs at once; each takes a browser's memory.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=64), value_name = "N")]
    slots: u16,
    /// What the worker is called [default: worker-PROCESS]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// For how many seconds a run is held without a word: so long after a worker is lost, another takes it up.
    #[arg(long, default_value_t = 60, value_parser = value_parser!(u32).range(2..=600), value_name = "SECONDS")]
    lease: u32,
    /// How many seconds to wait while there is nothing to do.
    #[arg(long, default_value_t = 2, value_parser = value_parser!(u32).range(1..=3600), value_name = "SECONDS")]
    poll: u32,
    /// Most runs on one site at once, whoever does them.
    #[arg(long, value_parser = value_parser!(u32).range(1..), value_name = "N")]
    per_site: Option<u32>,
    /// How many seconds lie between the beginnings of two runs on one site.
    #[arg(long, value_parser = value_parser!(u32).range(0..=86_400), value_name = "SECONDS")]
    site_delay: Option<u32>,
    /// Begin no run on a page that the site's robots.txt keeps programs from, by the name screen-agent, and end one that
    /// comes to such a page of another site.
    #[arg(long)]
    robots: bool,
    /// End once there is nothing left to do.
    #[arg(long)]
    drain: bool,
    /// Print one JSON object a line for each run that is taken and left.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    browser: BrowserArgs,
    #[command(flatten)]
    home: HomeArgs,
}

/// What all slots share.
struct Shift {
    server: String,
    /// To the server, with the worker's key.
    door: Door,
    claim: WorkClaim,
    poll: Duration,
    drain: bool,
    json: bool,
    browser: BrowserArgs,
    network: Arc<Outside>,
    /// What reads the robots.txt of sites, where it is kept to.
    robots: Option<Arc<WebFetch>>,
}

/// An answer as it is on the wire.
#[derive(Deserialize)]
struct Wrapped<T> {
    data: T,
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    let stops = Stops::counted()?;
    let settings = Settings::at_home(&args.home)?;
    let Some(key) = &settings.worker_key else {
        return Err(usage(
            "set SCREEN_AGENT_WORKER_KEY to the key that the server has, or name its file as key_file of [work] in the settings",
        ));
    };
    let own = || format!("worker-{}", std::process::id());
    let shift = Arc::new(Shift {
        door: Door::with_token(&args.server, key.reveal().to_owned()).within(SILENCE)?,
        claim: WorkClaim {
            worker: args.name.clone().unwrap_or_else(own),
            lease_seconds: args.lease,
            per_site: args.per_site,
            site_delay: args.site_delay,
        },
        poll: Duration::from_secs(args.poll.into()),
        drain: args.drain,
        json: args.json,
        browser: settings.browser(&args.browser),
        network: Arc::new(Outside::new(settings.fetch.private_hosts.clone())),
        robots: args.robots.then(|| fetcher(&settings)).transpose()?,
        server: args.server,
    });
    shift.tell(
        &json!({ "event": "ready", "worker": shift.claim.worker, "slots": args.slots }),
        || {
            format!(
                "{} is ready for runs of {}",
                shift.claim.worker, shift.server
            )
        },
    );
    let (stop, told) = watch::channel(false);
    let slots = (0..args.slots).map(|_| slot(Arc::clone(&shift), told.clone()));
    let mut slots: FuturesUnordered<_> = slots.collect();
    let mut asked = 0;
    loop {
        tokio::select! {
            ended = slots.next() => match ended {
                Some(ended) => ended?,
                None => return Ok(Ending::Done),
            },
            () = stops.times(asked + 1) => {
                // Who asks twice does not want to wait: the runs are taken up when their leases end.
                if asked > 0 {
                    return Ok(Ending::Failed);
                }
                asked += 1;
                stop.send_replace(true);
            }
        }
    }
}

/// Takes one run after the other, until told to stop.
async fn slot(shift: Arc<Shift>, mut stop: watch::Receiver<bool>) -> Result<()> {
    let mut pause = shift.poll;
    while !*stop.borrow() {
        match shift.next().await {
            Ok(Some(run)) => {
                pause = shift.poll;
                held::work(&shift, run, stop.clone()).await;
                continue;
            }
            Ok(None) if shift.drain => return Ok(()),
            Ok(None) => pause = shift.poll,
            Err(Unserved::Refused(why)) => bail!("{why}"),
            Err(Unserved::Away(why)) => {
                complain(&format!("{why}; trying again in {} s", pause.as_secs()));
                pause = (pause * 2).min(Duration::from_secs(LONGEST_PAUSE));
            }
        }
        tokio::select! {
            () = sleep(pause) => {}
            _ = stop.wait_for(|stop| *stop) => {}
        }
    }
    Ok(())
}

/// Why there was no answer to a claim.
enum Unserved {
    /// Asking again would come to the same.
    Refused(String),
    /// It may be there later.
    Away(String),
}

impl Shift {
    async fn next(&self) -> Result<Option<HeldRun>, Unserved> {
        let asked = self.door.post("/api/work/claim", &self.claim).await;
        match asked.map_err(|error| Unserved::Away(format!("{error:#}")))? {
            Answered::Well(Wrapped::<WorkData> { data }) => Ok(data.run),
            Answered::Badly(status, problem) if status == 401 || problem.code == "WORK_OFF" => {
                Err(Unserved::Refused(format!(
                    "the server lets no worker in with this key: {problem}"
                )))
            }
            Answered::Badly(status, problem) => Err(Unserved::Away(format!(
                "the server answered {status}: {problem}"
            ))),
        }
    }

    /// Says something of a run in the worker's name.
    async fn post<T: DeserializeOwned>(
        &self,
        run: &HeldRun,
        verb: &str,
        body: &impl serde::Serialize,
    ) -> Result<Answered<T>> {
        let path = format!("/api/work/{}/{verb}", run.id);
        self.door.post(&path, body).await
    }

    fn tell(&self, event: &serde_json::Value, words: impl FnOnce() -> String) {
        match self.json {
            true => drop(say_json(event, false)),
            false => say(&words()),
        }
    }
}
