//! `doctor`: what is missing on this machine.

mod kept;
mod model;

use anyhow::{Result, bail};
use screen_agent_adapters::{ModelsConfig, Smtp};
use screen_agent_engine::day;

use crate::args::{BrowserArgs, HomeArgs, ModelArgs};
use crate::config::Settings;
use crate::data::now_ms;
use crate::local::local_model;
use crate::terminal::{Style, say};
use crate::{Ending, browsers, live};

/// Say what is missing on this machine.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    browser: BrowserArgs,
    /// Look for no browser: a server needs one to print answers as PDF, and for nothing else
    #[arg(long)]
    without_browser: bool,
    #[command(flatten)]
    home: HomeArgs,
    /// Ask each model of the settings, or this one, for a trifle, and say what its server supports
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "")]
    model: Option<String>,
    /// Where it answers: any server with OpenAI's chat-completions API [env: SCREEN_AGENT_MODEL_URL]
    #[arg(long, value_name = "URL")]
    model_url: Option<String>,
}

impl Args {
    /// The model that was typed, if its name was.
    fn typed(&self) -> ModelArgs {
        ModelArgs {
            model: self.model.clone().filter(|name| !name.is_empty()),
            model_url: self.model_url.clone(),
        }
    }
}

/// One thing that was looked at.
struct Finding {
    what: &'static str,
    found: Result<String>,
    mend: &'static str,
}

pub(crate) async fn run(args: &Args) -> Result<Ending> {
    let settings = Settings::load(&args.home, &args.typed())?;
    if args.model.is_some() {
        return models(&settings, args.typed().model.is_some()).await;
    }
    let findings = [
        Finding {
            what: "browser",
            found: match args.without_browser {
                true => Ok("not looked for".into()),
                false => browser(&settings.browser(&args.browser)).await,
            },
            mend: "install it (sudo apt-get install chromium), name one with --browser FILE, or leave it out with --without-browser",
        },
        Finding {
            what: "data folder",
            found: kept::folder(&settings),
            mend: "choose a folder that you may write to with --data DIR",
        },
        Finding {
            what: "disk",
            found: kept::disk(&settings),
            mend: "make room, or choose a folder on another disk with --data DIR",
        },
        Finding {
            what: "database",
            found: kept::database(&settings).await,
            mend: "see `store` in the settings; a database elsewhere must be reached from here, be ours alone, and have its key beside us",
        },
        Finding {
            what: "files",
            found: kept::files(&settings).await,
            mend: "see [files] in the settings; the key must be allowed to list, read, write and delete there",
        },
        Finding {
            what: "model",
            found: Ok(model(&settings)),
            mend: "",
        },
        Finding {
            what: "web search",
            found: Ok(search(&settings)),
            mend: "",
        },
        Finding {
            what: "workers",
            found: Ok(workers(&settings)),
            mend: "",
        },
        Finding {
            what: "mail",
            found: mail(&settings).await,
            mend: "see [mail] in the settings: the server must be reached from here and let us in",
        },
        Finding {
            what: "taxes",
            found: taxes(&settings),
            mend: "look the rates up again, and say in the table when you did",
        },
        Finding {
            what: "live stream",
            found: live::looked_at(&settings.realtime, &settings.data).await,
            mend: "see [realtime] in the settings; mode = \"off\" does without",
        },
    ];
    for finding in &findings {
        match &finding.found {
            Ok(found) => good(finding.what, found),
            Err(error) => bad(finding.what, &format!("{error:#}"), finding.mend),
        }
    }
    Ok(Ending::of(findings.iter().all(|one| one.found.is_ok())))
}

/// What the server of each model supports: of the one that was typed, or of all in the settings.
async fn models(settings: &Settings, one: bool) -> Result<Ending> {
    let all = named(settings);
    if all.is_empty() {
        bad(
            "model",
            "none is named",
            "name one: doctor --model NAME [--model-url URL]",
        );
        return Ok(Ending::Failed);
    }
    let mut usable = true;
    for (whose, models) in all.iter().take(if one { 1 } else { all.len() }) {
        usable &= supported(whose, models).await?;
    }
    Ok(Ending::of(usable))
}

/// Everybody's models, then those of organisations that have their own, each with whose they are.
fn named(settings: &Settings) -> Vec<(String, &ModelsConfig)> {
    let everybody = settings.model.iter().map(|models| (String::new(), models));
    let own = settings.tenant_models.iter();
    let own = own.map(|(tenant, models)| (format!("of {tenant}: "), models));
    everybody.chain(own).collect()
}

/// Says what each of them supports. True when all can be used.
async fn supported(whose: &str, models: &ModelsConfig) -> Result<bool> {
    if let Some(local) = local_model(models)? {
        let (name, window) = (&models.smart.model, local.limits().window);
        good(
            "model",
            &format!("{whose}{name} in this process, window {window}"),
        );
        return Ok(true);
    }
    let mut usable = true;
    for config in models.each() {
        let probed = model::probed(config).await?;
        let name = format!("{whose}{}", probed.name);
        match probed.found {
            Ok(lines) => {
                good("model", &name);
                lines
                    .iter()
                    .for_each(|line| say(&format!("  {:<12} {line}", "")));
            }
            Err(unusable) => {
                usable = false;
                bad(
                    "model",
                    &format!("{name}: {}", unusable.what),
                    &unusable.mend,
                );
            }
        }
    }
    Ok(usable)
}

fn good(what: &str, found: &str) {
    let mark = Style::for_stdout().mark(true);
    say(&format!("{mark} {what:<12} {found}"));
}

fn bad(what: &str, wrong: &str, mend: &str) {
    let mark = Style::for_stdout().mark(false);
    say(&format!("{mark} {what:<12} {wrong}"));
    say(&format!("  {:<12} {mend}", ""));
}

async fn browser(args: &BrowserArgs) -> Result<String> {
    let browser = browsers::open(args).await?;
    let version = browser.version().await?;
    let sandbox = browser.sandbox();
    browser.close().await;
    Ok(format!("{version}, {sandbox}"))
}

fn model(settings: &Settings) -> String {
    let all = named(settings);
    if all.is_empty() {
        return "none: plain English commands only. Name one with --model NAME [--model-url URL]"
            .into();
    }
    let each = all.iter().flat_map(|(whose, models)| {
        let each = models.each().into_iter();
        each.map(move |config| format!("{whose}{}", model::named(config)))
    });
    let each = each.collect::<Vec<_>>().join(", ");
    format!("{each}; doctor --model says what is supported there")
}

fn search(settings: &Settings) -> String {
    match &settings.search {
        Some(search) => format!("at {}", search.base_url),
        None => "none: set TAVILY_API_KEY, or [search] in the settings".into(),
    }
}

/// Whether the mail server lets us in.
async fn mail(settings: &Settings) -> Result<String> {
    let Some(config) = &settings.mail else {
        return Ok("none: runs tell people by webhook alone; see [mail] in the settings".into());
    };
    match Smtp::new(config)?.is_there().await? {
        true => Ok(format!("from {}", config.from)),
        false => bail!("the mail server does not answer"),
    }
}

fn workers(settings: &Settings) -> String {
    match settings.worker_key {
        Some(_) => "let in with the key that they share with the server".into(),
        None => {
            "none are let in: set SCREEN_AGENT_WORKER_KEY, or key_file of [work] in the settings"
                .into()
        }
    }
}

/// What a table of taxes says of itself; an error where it is too old to be used.
fn taxes(settings: &Settings) -> Result<String> {
    let Some(table) = &settings.taxes else {
        return Ok(
            "none: they are not estimated without [commerce] tax_table in the settings".into(),
        );
    };
    let (edition, source, retrieved) = (&table.edition, &table.source, &table.retrieved);
    if table.is_old(&day(now_ms())) {
        bail!("{edition} was looked up on {retrieved}: too long ago, so that no tax is known");
    }
    let (rates, from) = (table.rates.len(), &table.as_of);
    Ok(format!(
        "{rates} rates of {from} by {source}, {edition}, looked up on {retrieved}"
    ))
}
