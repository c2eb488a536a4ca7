//! `doctor`: what is missing on this machine.

use anyhow::{Context, Result};

use crate::Outcome;
use crate::args::{BrowserArgs, HomeArgs, ModelArgs};
use crate::compose;
use crate::config::Settings;
use crate::terminal::{Style, say};

/// Say what is missing on this machine.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    browser: BrowserArgs,
    #[command(flatten)]
    home: HomeArgs,
    #[command(flatten)]
    model: ModelArgs,
}

/// One thing that was looked at.
struct Finding {
    what: &'static str,
    found: Result<String>,
    mend: &'static str,
}

pub(crate) async fn run(args: &Args) -> Result<Outcome> {
    let settings = Settings::load(&args.home, &args.model)?;
    let findings = [
        Finding {
            what: "browser",
            found: browser(&args.browser).await,
            mend: "install it (sudo apt-get install chromium), or name one with --browser FILE",
        },
        Finding {
            what: "data folder",
            found: data(&settings),
            mend: "choose a folder that you may write to with --data DIR",
        },
        Finding {
            what: "model",
            found: Ok(model(&settings)),
            mend: "",
        },
    ];
    let style = Style::for_stdout();
    let mut outcome = Outcome::Done;
    for finding in &findings {
        match &finding.found {
            Ok(found) => say(&format!("{} {:<12} {found}", style.good("✓"), finding.what)),
            Err(error) => {
                outcome = Outcome::Failed;
                say(&format!(
                    "{} {:<12} {error:#}",
                    style.bad("✗"),
                    finding.what
                ));
                say(&format!("  {:<12} {}", "", finding.mend));
            }
        }
    }
    Ok(outcome)
}

async fn browser(args: &BrowserArgs) -> Result<String> {
    let browser = compose::browser(args).await?;
    let version = browser.version().await?;
    browser.close().await;
    Ok(version)
}

/// Looks without leaving anything behind: what is not there yet is made by the first `serve`.
fn data(settings: &Settings) -> Result<String> {
    if settings.data.exists() {
        compose::open_store(&settings.data)?;
        return Ok(settings.data.display().to_string());
    }
    let parent = settings
        .data
        .ancestors()
        .find(|folder| folder.exists())
        .context("no such place")?;
    tempfile::tempfile_in(parent)
        .with_context(|| format!("cannot write to {}", parent.display()))?;
    Ok(format!("{} (will be made)", settings.data.display()))
}

fn model(settings: &Settings) -> String {
    match &settings.model {
        Some(models) => {
            let each = models.each();
            let each = each
                .iter()
                .map(|model| format!("{} at {}", model.model, model.base_url));
            each.collect::<Vec<_>>().join(", ")
        }
        None => {
            "none: plain English commands only. Name one with --model NAME [--model-url URL]".into()
        }
    }
}
