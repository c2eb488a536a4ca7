//! Tokens of each prompt, beside the same prompt with the page's whole HTML in it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use screen_agent_browser::Hands;
use screen_agent_cli::compose;
use screen_agent_page::Observation;
use screen_agent_think::{Topic, prompt};

use super::super::{observe, tokens};
use crate::figure::{Figure, median};
use crate::screens::{brief, topics};

/// Longest wait for a piece of code in the page.
const PATIENCE: Duration = Duration::from_secs(10);
/// A fence's mark.
const MARK: &str = "0123456789abcdef01234567";
/// Most tokens of what a model is told it is, whatever the page.
const SYSTEM: f64 = 1_500.0;
/// Most that a prompt may take of the same with the whole HTML, on a page of the usual size.
const SHARE: f64 = 0.5;

/// A page, as it is told and as it is written.
struct Page {
    seen: Arc<Observation>,
    html: usize,
}

/// Measures what a topic is told in mid-task: on each page of the local sites, and on saved ones.
pub(super) async fn measure(saved: Option<&Path>) -> Result<Vec<Figure>> {
    let mut figures: Vec<Figure> = topics().iter().map(system).collect();
    let sites = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../e2e/sites"));
    let mut hands = compose::hands((1280, 800)).await?;
    let local = looked(&mut hands, &sites, observe::pages(&sites, 0)).await?;
    figures.extend(told("local pages", &local));
    if let Some(folder) = saved {
        let large = looked(&mut hands, folder, observe::sample(folder)).await?;
        let held = told("saved pages", &large).into_iter();
        figures.extend(held.map(|figure| figure.at_most(SHARE)));
    }
    hands.close().await;
    Ok(figures)
}

/// What is sent with every page: told once a prompt, before anything of the task.
fn system(topic: &Topic) -> Figure {
    let prompt = prompt(&brief(topic.clone(), Arc::default()), MARK);
    let name = format!("prompt, {}: system part", topic.word());
    Figure::plain(name, tokens(&prompt.system) as f64, "tokens").at_most(SYSTEM)
}

/// A line for each topic that is shown the page.
fn told(what: &str, pages: &[Page]) -> Vec<Figure> {
    let count = pages.len();
    let one = |topic: &Topic| {
        let (mut ours, mut full): (Vec<f64>, Vec<f64>) =
            pages.iter().map(|page| sizes(topic, page)).unzip();
        let name = format!("prompt, {}, {count} {what} (whole HTML)", topic.word());
        Figure::plain(name, median(&mut ours), "tokens").beside(median(&mut full))
    };
    let shown = |topic: &&Topic| !matches!(topic, Topic::Chat | Topic::Evaluate);
    topics().iter().filter(shown).map(one).collect()
}

/// Tokens of the prompt, and of the same with the whole HTML between the marks.
fn sizes(topic: &Topic, page: &Page) -> (f64, f64) {
    let prompt = prompt(&brief(topic.clone(), Arc::clone(&page.seen)), MARK);
    let system = tokens(&prompt.system);
    let whole = system + tokens(&prompt.user);
    let begins = format!("<<page {MARK}>>\n");
    let around = prompt
        .user
        .find(&begins)
        .map_or(0, |at| tokens(&prompt.user[..at]));
    (whole as f64, (system + around + page.html) as f64)
}

async fn looked(hands: &mut Hands, folder: &Path, pages: Vec<String>) -> Result<Vec<Page>> {
    let base = format!("http://{}", screen_agent_site::serve(folder.to_owned())?);
    let mut looked = Vec::new();
    for page in pages {
        compose::go(hands, &format!("{base}/{page}")).await?;
        let seen = Arc::new(Observation::from(hands.observe().await?));
        let html = hands
            .page()
            .run_in_page("document.documentElement.outerHTML", PATIENCE)
            .await?;
        looked.push(Page {
            seen,
            html: tokens(html.as_str().unwrap_or_default()),
        });
    }
    Ok(looked)
}
