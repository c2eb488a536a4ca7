//! Pages and what is read from them, side by side in `fixtures/html`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use screen_agent_page::from_html::complete;
use screen_agent_page::observation::Heavy;
use screen_agent_page::{DomMode, Observation, Screen, render, skeleton};

/// The pages that stand for small test pages; the others stand for real ones.
const SMALL: [&str; 4] = ["guests", "order", "sign-in", "tabs"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/html")
}

fn pages() -> Vec<(String, String)> {
    let mut pages: Vec<(String, String)> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "html"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    pages.sort();
    assert!(pages.len() > SMALL.len());
    pages
}

fn read(html: &str) -> Observation {
    let mut observation = Observation {
        url: "https://site.test/page".to_owned(),
        mode: DomMode::Full,
        heavy: Heavy {
            dom: Some(html.into()),
            ..Heavy::default()
        },
        ..Observation::default()
    };
    complete(&mut observation);
    observation
}

fn selectors(html: &str) -> String {
    let mut all = BTreeMap::new();
    for node in read(html).nodes {
        let path = node.facts.selector.filter(|path| !path.is_empty());
        all.extend(path.map(|path| (node.id, path)));
    }
    let lines = all.iter().map(|(id, path)| format!("{id}: {path}"));
    lines.collect::<Vec<_>>().join("\n")
}

fn beside_the_page(name: &str, check: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_input_file(folder().join(format!("{name}.html")));
    settings.bind(check);
}

#[test]
fn every_page_reads_as_expected() {
    for (name, html) in pages() {
        let observation = read(&html);
        let text = render(&Screen::new(&observation), usize::MAX).text;
        beside_the_page(&name, || {
            insta::assert_snapshot!(format!("{name}.text"), text);
            insta::assert_snapshot!(format!("{name}.skeleton"), skeleton(&html).html);
            insta::assert_snapshot!(format!("{name}.mapping"), selectors(&html));
        });
    }
}

fn tokens(names: &[&str], of_small: bool) -> Vec<usize> {
    let model = tiktoken_rs::o200k_base().unwrap();
    let mut counts: Vec<usize> = pages()
        .into_iter()
        .filter(|(name, _)| names.contains(&name.as_str()) == of_small)
        .map(|(_, html)| {
            let text = render(&Screen::new(&read(&html)), usize::MAX).text;
            model.encode_ordinary(&text).len()
        })
        .collect();
    counts.sort_unstable();
    counts
}

#[test]
fn screens_cost_few_tokens() {
    let small = tokens(&SMALL, true);
    assert!(small[small.len() / 2] <= 190, "small pages: {small:?}");
    let real = tokens(&SMALL, false);
    // Read from HTML alone these hold the whole page, not just what is in view.
    assert!(real[real.len() / 2] <= 1_200, "real pages: {real:?}");
}

#[test]
fn tokens_are_estimated_well_enough_to_budget_with() {
    let model = tiktoken_rs::o200k_base().unwrap();
    for (name, html) in pages() {
        let observation = read(&html);
        let rendered = render(&Screen::new(&observation), usize::MAX);
        let real = model.encode_ordinary(&rendered.text).len();
        let (low, high) = (real * 9 / 10, real * 5 / 4);
        let estimated = rendered.tokens;
        assert!(
            (low..=high).contains(&estimated),
            "{name}: {estimated} for {real}"
        );
    }
}

#[test]
fn the_legend_is_short() {
    let model = tiktoken_rs::o200k_base().unwrap();
    assert!(model.encode_ordinary(screen_agent_page::LEGEND).len() <= 110);
}
