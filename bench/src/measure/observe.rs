//! Looking at a page, beside a bare walk over the same controls in the same page.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use axum::Router;
use axum::extract::Path;
use axum::response::Html;
use axum::routing::get;
use screen_agent_browser::Hands;
use screen_agent_cli::compose;
use screen_agent_page::render::{Budget, render};
use screen_agent_page::{Observation, Screen};

use super::page_of;
use crate::figure::{Figure, median};

/// Longest wait for a piece of code in the page.
const PATIENCE: Duration = Duration::from_secs(10);

/// Looks per page.
const LOOKS: usize = 15;

/// The least that any observer must do: find the controls, measure each, keep those in view.
const WALK: &str = "[...document.querySelectorAll('a[href],button,input,select,textarea')].filter((element) => { \
    const box = element.getBoundingClientRect(); \
    return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth; }).length";

/// Measures pages of 1,000, 5,000 and 20,000 controls.
pub async fn measure() -> Result<Vec<Figure>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let base = format!("http://{}", listener.local_addr()?);
    let router = Router::new().route(
        "/{controls}",
        get(|Path(controls): Path<usize>| async move { Html(page_of(controls)) }),
    );
    tokio::spawn(async move { axum::serve(listener, router).await });
    let mut hands = compose::hands((1280, 800)).await?;
    let mut figures = Vec::new();
    for controls in [1_000, 5_000, 20_000] {
        figures.extend(page(&mut hands, &base, controls).await?);
    }
    hands.close().await;
    Ok(figures)
}

async fn page(hands: &mut Hands, base: &str, controls: usize) -> Result<Vec<Figure>> {
    hands
        .open(&format!("{base}/{controls}"))
        .await
        .map_err(|error| anyhow!(error.message))?;
    let mut looks = Vec::new();
    let mut walks = Vec::new();
    let mut tokens = 0;
    // Layout is spoilt before each sample: a page that an agent acts on has just changed.
    for _ in 0..LOOKS {
        spoil(hands).await?;
        let began = Instant::now();
        let capture = hands.observe().await?;
        looks.push(began.elapsed().as_secs_f64() * 1000.0);
        let observation = Observation::from(capture);
        let text = render(&Screen::new(&observation), &Budget::unlimited()).text;
        tokens = tiktoken_rs::o200k_base_singleton()
            .encode_ordinary(&text)
            .len();
        spoil(hands).await?;
        let began = Instant::now();
        evaluate(hands, WALK).await?;
        walks.push(began.elapsed().as_secs_f64() * 1000.0);
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
