//! The thinking turn: its stages without a model, its prompts, and how often a model is called.

mod calls;
mod player;
mod prompts;
mod stages;

use std::path::Path;

use anyhow::Result;

use crate::figure::Figure;

/// Measures all three. Prompts are built for the local sites, and for saved pages if a folder of
/// them is named.
pub async fn measure(saved: Option<&Path>) -> Result<Vec<Figure>> {
    let mut figures = stages::measure();
    figures.extend(prompts::measure(saved).await?);
    figures.extend(calls::measure().await?);
    Ok(figures)
}
