//! A design of Figma, as pages of components. What is told is how many there are; what was read is kept, and told a chunk
//! at a time to whoever asks for it.

use screen_agent_wire::Invalid;
use serde_json::{Value, json};

use super::{Asked, TaskOutcome, counted, written};
use crate::figma::{Brought, CHUNK, FigmaScan, PageRole, chunks, scan};
use crate::ui::prune::{fitting, preview};
use crate::ui::read;

pub fn compute(asked: &Asked<'_>) -> Result<FigmaScan, Invalid> {
    match asked.fetched {
        Some(Brought::Design(answer)) => {
            scan(answer, |done, total| asked.done("analyze", done, total))
        }
        Some(Brought::Page { .. }) | None => {
            Err(Invalid::new("figma_url", "leads to nothing that was read"))
        }
    }
}

pub fn told(scan: &FigmaScan, asked: &Asked<'_>) -> Result<TaskOutcome, Invalid> {
    let chunks = chunks(scan, CHUNK);
    let total: usize = scan.pages.iter().map(|page| page.components.len()).sum();
    asked.done("assemble", total, total);
    let named = |role: PageRole| scan.pages.iter().filter(move |page| page.role == role);
    let parts = [
        (PageRole::Header, "header"),
        (PageRole::Footer, "footer"),
        (PageRole::Drawer, "drawer"),
        (PageRole::Block, "block"),
    ];
    let parts = parts.map(|(role, word)| (named(role).count(), word));
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(many, _)| *many > 0)
        .map(|(many, word)| counted(many, word, &format!("{word}s")))
        .collect();
    let includes = match parts.is_empty() {
        true => String::new(),
        false => format!(", with {}", parts.join(", ")),
    };
    let response = format!(
        "Read {} of {}{includes}, in {}.",
        counted(named(PageRole::Page).count(), "page", "pages"),
        counted(total, "component", "components"),
        counted(chunks, "chunk", "chunks"),
    );
    let first = scan.pages.first();
    let name = first.map_or("Page", |page| page.name.as_str());
    let pages = scan.pages.iter().map(|page| {
        json!({ "page_id": page.page_id, "name": page.name, "role": page.role,
            "layout": page.layout, "includes": page.includes.len(), "components": page.components.len() })
    });
    let mut outcome = TaskOutcome::new(format!("Figma Context Scan - {name}"), response)
        .with("pages", &fitting(&pages.collect::<Value>()))
        .with("total_components", &total)
        .with("skipped", &scan.skipped);
    if let Some(page) = first {
        let mut shown = read(&written(&page.components))?;
        let about = json!({ "id": page.page_id, "name": page.name });
        shown.head.insert("page".to_owned(), about);
        let shown = preview(&shown);
        outcome
            .artifacts
            .insert("figma_subtree_preview".to_owned(), shown);
    }
    outcome.meta.insert("chunks".to_owned(), json!(chunks));
    outcome.kept = Some(written(scan));
    Ok(outcome)
}
