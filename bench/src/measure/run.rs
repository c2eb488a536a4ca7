//! A step of `run`: look, ask, record, perform, settle, look again.

use anyhow::Result;
use axum::Router;
use axum::response::Html;
use axum::routing::get;
use screen_agent_cli::compose;
use screen_agent_cli::drive::{Answerer, RunEvent, drive};
use uuid::Uuid;

use super::serve_here;
use crate::agent::{Agent, assignment};
use crate::cpu::{own_ms, tree_ms};
use crate::figure::{Figure, ms_since};

/// Boxes on the page, and so steps of the task.
const BOXES: usize = 30;

/// A page that answers at once: what is measured is ours.
fn page() -> String {
    let boxes: String = (0..BOXES)
        .map(|n| format!("<p><label><input type=checkbox> Item {n}</label></p>"))
        .collect();
    format!("<!doctype html><title>Boxes</title><h1>Boxes</h1>{boxes}")
}

/// Ticks every box of a page, one step each, with durable records.
pub async fn measure() -> Result<Vec<Figure>> {
    let url = serve_here(Router::new().route("/", get(|| async { Html(page()) }))).await?;
    let agent = Agent::new(None).await?;
    let mut hands = compose::hands((1280, 2400)).await?;
    compose::go(&mut hands, &url).await?;
    let names: Vec<String> = (0..BOXES).map(|n| format!("\"Item {n}\"")).collect();
    let words = format!("check {}", names.join(", "));
    let plan = assignment(words, BOXES + 5, Answerer::YesToAll);
    let mut performing = 0;
    let mut tell = |event: &RunEvent, _: Option<&screen_agent_browser::ActionFile>| {
        if let RunEvent::Performed { ms, .. } = event {
            performing += ms;
        }
    };
    let (own, tree) = (own_ms(), tree_ms(std::process::id()));
    let began = std::time::Instant::now();
    let ran = drive(&mut hands, agent.door(), Uuid::new_v4(), &plan, &mut tell).await?;
    let wall = ms_since(began);
    let (own, tree) = (own_ms() - own, tree_ms(std::process::id()) - tree);
    hands.close().await;
    anyhow::ensure!(
        ran.steps >= BOXES,
        "only {} of {BOXES} steps: {}",
        ran.steps,
        ran.result
    );
    let steps = ran.steps as f64;
    Ok(vec![
        Figure::plain("run: wall time a step", wall / steps, "ms").at_most(60.0),
        Figure::plain(
            "run: of that, performing and settling",
            performing as f64 / steps,
            "ms",
        ),
        Figure::plain("run: CPU a step, ours", own / steps, "ms").at_most(30.0),
        Figure::plain("run: CPU a step, with the browser's", tree / steps, "ms"),
    ])
}
