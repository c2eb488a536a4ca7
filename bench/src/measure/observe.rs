//! Looking at a page, beside a bare walk over the same controls in the same page.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use axum::Router;
use axum::extract::Path as Route;
use axum::response::Html;
use axum::routing::get;
use screen_agent_browser::Hands;
use screen_agent_cli::compose;
use screen_agent_page::render::render;
use screen_agent_page::{Observation, Screen};
use screen_agent_wire::extension::capture::PageCapture;

use super::{page_of, serve_here, tokens};
use crate::figure::{Figure, median, ms_since};

/// Longest wait for a piece of code in the page.
const PATIENCE: Duration = Duration::from_secs(10);

/// Saved pages that are looked at, and the smallest that count, in bytes.
const PAGES: usize = 20;
const SMALLEST: u64 = 20_000;

/// Looks per page.
const LOOKS: usize = 15;

/// The least that any observer must do: find the controls, measure each, keep those in view.
const WALK: &str = "[...document.querySelectorAll('a[href],button,input,select,textarea')].filter((element) => { \
    const box = element.getBoundingClientRect(); \
    return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth; }).length";

/// Measures pages of 1,000, 5,000 and 20,000 controls, and saved ones if a folder of them is named.
pub async fn measure(saved: Option<&Path>) -> Result<Vec<Figure>> {
    let router = Router::new().route(
        "/{controls}",
        get(|Route(controls): Route<usize>| async move { Html(page_of(controls)) }),
    );
    let base = serve_here(router).await?;
    let mut hands = compose::hands((1280, 800)).await?;
    let mut figures = Vec::new();
    for controls in [1_000, 5_000, 20_000] {
        figures.extend(page(&mut hands, &base, controls).await?);
    }
    if let Some(folder) = saved {
        figures.extend(saved_pages(&mut hands, folder).await?);
    }
    hands.close().await;
    Ok(figures)
}

/// Real pages from a folder: every word of them was written by somebody else.
async fn saved_pages(hands: &mut Hands, folder: &Path) -> Result<Vec<Figure>> {
    let base = format!("http://{}", screen_agent_site::serve(folder.to_owned())?);
    let (mut times, mut tokens) = (Vec::new(), Vec::new());
    for page in sample(folder) {
        compose::go(hands, &format!("{base}/{page}")).await?;
        let mut looks = Vec::new();
        for _ in 0..5 {
            let began = Instant::now();
            let capture = hands.observe().await?;
            looks.push(ms_since(began));
            if looks.len() == 1 {
                tokens.push(tokens_of(capture) as f64);
            }
        }
        times.push(median(&mut looks));
    }
    let name = |what: &str| format!("observe, {} saved pages, median: {what}", tokens.len());
    let (round, text) = (name("round trip"), name("text for a model"));
    Ok(vec![
        Figure::plain(round, median(&mut times), "ms").at_most(30.0),
        Figure::plain(text, median(&mut tokens), "tokens").at_most(1200.0),
    ])
}

/// Pages of some size, evenly from all that there are.
pub(super) fn sample(folder: &Path) -> Vec<String> {
    let pages = pages(folder, SMALLEST);
    let stride = (pages.len() / PAGES).max(1);
    pages.into_iter().step_by(stride).take(PAGES).collect()
}

/// Every page in a folder that is larger than this, by its path.
pub(super) fn pages(folder: &Path, smallest: u64) -> Vec<String> {
    let (mut folders, mut pages) = (vec![folder.to_owned()], Vec::new());
    while let Some(next) = folders.pop() {
        for path in std::fs::read_dir(next)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
        {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "html")
                && path.metadata().is_ok_and(|meta| meta.len() > smallest)
                && let Ok(relative) = path.strip_prefix(folder)
            {
                pages.push(relative.to_string_lossy().into_owned());
            }
        }
    }
    pages.sort();
    pages
}

fn tokens_of(capture: PageCapture) -> usize {
    let observation = Observation::from(capture);
    tokens(&render(&Screen::new(&observation), usize::MAX).text)
}

async fn page(hands: &mut Hands, base: &str, controls: usize) -> Result<Vec<Figure>> {
    compose::go(hands, &format!("{base}/{controls}")).await?;
    let mut looks = Vec::new();
    let mut walks = Vec::new();
    let mut tokens = 0;
    // Layout is spoilt before each sample: a page that an agent acts on has just changed.
    for _ in 0..LOOKS {
        spoil(hands).await?;
        let began = Instant::now();
        let capture = hands.observe().await?;
        looks.push(ms_since(began));
        tokens = tokens_of(capture);
        spoil(hands).await?;
        let began = Instant::now();
        evaluate(hands, WALK).await?;
        walks.push(ms_since(began));
    }
    let name = |what: &str| format!("observe, {controls} controls: {what}");
    Ok(vec![
        Figure::plain(
            name("round trip (baseline: bare walk)"),
            median(&mut looks),
            "ms",
        )
        .beside(median(&mut walks))
        .at_most(3.0),
        Figure::plain(name("text for a model"), tokens as f64, "tokens"),
    ])
}

async fn spoil(hands: &mut Hands) -> Result<()> {
    evaluate(hands, "document.body.style.paddingTop = (parseFloat(document.body.style.paddingTop || '0') + 1) % 7 + 'px'").await
}

async fn evaluate(hands: &mut Hands, code: &str) -> Result<()> {
    hands.page().run_in_page(code, PATIENCE).await?;
    Ok(())
}
