//! One MiniWoB++ episode: the page is started, its own instruction is all that we go by, and the
//! page's own reward says how it went. The time limit is lifted; nothing else of a page is touched.

use std::time::{Duration, Instant};

use anyhow::Result;
use screen_agent_action as action;
use screen_agent_browser::Hands;
use screen_agent_cli::drive::{Answerer, Door, RunEvent, drive};
use screen_agent_cli::{Ending, compose};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::agent::{Used, assignment};

/// What an episode came to: one row of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Name of the page.
    pub task: String,
    /// What the page's random numbers began with.
    pub seed: u64,
    /// The page's own reward, without its discount for time.
    pub reward: f64,
    /// Steps that were taken.
    pub steps: usize,
    /// Milliseconds from the first look to the end.
    pub ms: u64,
    /// Presses that did not land on the element that was decided.
    pub stray_clicks: usize,
    /// What the agent said of it.
    pub status: String,
    /// Why, where the reward is not full.
    pub reason: String,
    /// What was asked.
    pub query: String,
    /// What models took.
    #[serde(flatten)]
    pub used: Used,
}

/// What the page says of an episode.
#[derive(Deserialize)]
struct Ended {
    reward: Option<f64>,
    reason: Option<String>,
    presses: Vec<Vec<String>>,
}

/// Notes the first reward, and where real presses land; changes nothing else.
const WATCH: &str = r#"
(() => {
  const noted = (window.__noted = { reward: null, reason: null, presses: [] });
  const end = core.endEpisode;
  core.endEpisode = function (reward, proportional, reason) {
    if (core.EP_TIMER !== null && noted.reward === null) { noted.reward = reward; noted.reason = String(reason ?? ""); }
    return end.apply(this, arguments);
  };
  addEventListener("mousedown", (event) => {
    if (!event.isTrusted) return;
    const ids = [];
    for (const element of event.composedPath()) {
      if (element.getAttribute?.("data-llm-id")) ids.push(element.getAttribute("data-llm-id"));
      const control = element.localName === "label" ? element.control?.getAttribute("data-llm-id") : null;
      if (control) ids.push(control);
    }
    noted.presses.push(ids);
  }, true);
})()
"#;

/// Where and how episodes are run.
pub struct Stage<'a> {
    /// The browser.
    pub hands: &'a mut Hands,
    /// Where the pages are served.
    pub base: &'a str,
    /// Longest that an episode may take, in steps.
    pub max_steps: usize,
    /// Print every event.
    pub verbose: bool,
}

/// Runs one episode, as a conversation of its own.
pub async fn run(
    stage: &mut Stage<'_>,
    door: &Door,
    session: Uuid,
    task: &str,
    seed: u64,
) -> Result<Row> {
    let url = format!("{}/miniwob/{task}.html", stage.base);
    compose::go(stage.hands, &url).await?;
    evaluate(stage.hands, WATCH).await?;
    let start = format!(
        "core.EPISODE_MAX_TIME = 1e9; Math.seedrandom('{seed}'); core.startEpisodeReal(); core.getUtterance()"
    );
    let query = evaluate(stage.hands, &start).await?;
    let plan = assignment(&query, stage.max_steps, Answerer::YesToAll);
    let began = Instant::now();
    let mut pressed = Vec::new();
    let verbose = stage.verbose;
    let mut tell = |event: &RunEvent, _: Option<&screen_agent_browser::ActionFile>| {
        note_press(event, &mut pressed);
        if verbose && let Ok(line) = serde_json::to_string(event) {
            crate::say(&format!("    {line}"));
        }
    };
    let ran = drive(stage.hands, door, session, &plan, &mut tell).await;
    let ms = began.elapsed().as_millis() as u64;
    let ended: Ended =
        serde_json::from_str(&evaluate(stage.hands, "JSON.stringify(window.__noted)").await?)?;
    let (steps, status, result) = match ran {
        Ok(ran) => (ran.steps, word(ran.ending), ran.result),
        Err(error) => (0, "error", format!("{error:#}")),
    };
    let reward = ended.reward.unwrap_or(0.0);
    let reason = if reward >= 1.0 {
        String::new()
    } else {
        [ended.reason.unwrap_or_default(), result]
            .join(" ")
            .trim()
            .to_owned()
    };
    Ok(Row {
        task: task.to_owned(),
        seed,
        reward,
        steps,
        ms,
        stray_clicks: stray(&pressed, &ended.presses),
        status: status.to_owned(),
        reason,
        query,
        used: Used::default(),
    })
}

/// An ending as tables have it.
pub(crate) fn word(ending: Ending) -> &'static str {
    match ending {
        Ending::Done => "done",
        Ending::Unverified => "done, not verified",
        Ending::Failed => "failed",
        Ending::NeedsUser => "needs user",
        Ending::Broken => "broken",
        Ending::Usage => "usage",
        Ending::Refused(_) => "refused",
    }
}

async fn evaluate(hands: &Hands, code: &str) -> Result<String> {
    let value = hands
        .page()
        .run_in_page(code, Duration::from_secs(10))
        .await?;
    Ok(value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned))
}

/// Remembers which element a decided press was aimed at.
fn note_press(event: &RunEvent, pressed: &mut Vec<String>) {
    let RunEvent::Decided { action, .. } = event else {
        return;
    };
    let Ok(action) = action::parse(action) else {
        return;
    };
    if let Some(id) = action.target() {
        pressed.push(id.as_str().to_owned());
    }
}

/// Presses that landed on no element that was decided.
fn stray(decided: &[String], presses: &[Vec<String>]) -> usize {
    presses
        .iter()
        .filter(|path| !path.iter().any(|id| decided.contains(id)))
        .count()
}
