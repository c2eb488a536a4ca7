//! Pages to read: how much of the text is kept and how much that is none, beside extractors that are
//! well kept, over the same pages in the same run; how fast, and how many tokens it takes.

mod others;
mod score;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use screen_agent_page::reading::{self, Reading};

use super::{throughput, tokens};
use crate::figure::{Figure, median, ms_since};
use others::Other;
use score::{Grams, Share};

/// Smallest page that counts where nobody has said what its text is, in bytes.
const SMALLEST: u64 = 2_000;
/// Most pages of a folder.
const PAGES: usize = 300;
/// Fewer runs of words on which others agree say nothing.
const AGREED: usize = 40;

/// A saved page.
struct Page {
    name: String,
    html: String,
    /// The text that people took out of it.
    text: Option<String>,
    /// All of it, not only its beginning.
    whole: bool,
}

/// Measures what a folder holds, each of its subfolders for itself; without one, pages that are
/// fetched for the purpose.
pub fn measure(saved: Option<&Path>) -> Result<Vec<Figure>> {
    let work = work()?;
    let folder = match saved {
        Some(folder) => folder.to_owned(),
        None => others::fetch_pages(&work)?,
    };
    let others = others::all(&work)?;
    let mut figures = Vec::new();
    for group in groups(&folder)? {
        figures.extend(one(&group, &others, &work)?);
    }
    figures.extend(throughput("reading", |html| {
        reading::read(html, "https://site.test/")
    }));
    Ok(figures)
}

fn work() -> Result<PathBuf> {
    let work = std::env::temp_dir().join("screen-agent-bench-reading");
    std::fs::create_dir_all(&work).context("no folder to work in")?;
    Ok(work)
}

/// Saved real pages, in two halves; fetched unless they are there.
pub(super) fn corpus() -> Result<PathBuf> {
    others::fetch_pages(&work()?)
}

/// The folders with pages: the subfolders, else the folder itself.
fn groups(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut inner: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir() && !pages(path).is_empty())
        .collect();
    inner.sort();
    if !pages(folder).is_empty() {
        inner.insert(0, folder.to_owned());
    }
    ensure!(!inner.is_empty(), "no pages in {}", folder.display());
    Ok(inner)
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut pages: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "html"))
        .filter(|path| {
            path.with_extension("txt").exists()
                || path.metadata().is_ok_and(|meta| meta.len() >= SMALLEST)
        })
        .collect();
    pages.sort();
    pages.truncate(PAGES);
    pages
}

fn load(path: &Path) -> Result<Page> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let whole = std::fs::read_to_string(path.with_extension("txt")).ok();
    let part = std::fs::read_to_string(path.with_extension("part.txt")).ok();
    let name = path.file_stem().unwrap_or_default();
    Ok(Page {
        name: name.to_string_lossy().into_owned(),
        html: String::from_utf8_lossy(&bytes).into_owned(),
        whole: whole.is_some(),
        text: whole.or(part),
    })
}

/// One folder: what each reader made of it.
fn one(folder: &Path, others: &[Other], work: &Path) -> Result<Vec<Figure>> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let pages: Vec<Page> = pages(folder)
        .iter()
        .map(|path| load(path))
        .collect::<Result<_>>()?;
    let began = Instant::now();
    let readings: Vec<Reading> = pages
        .iter()
        .map(|page| reading::read(&page.html, "https://site.test/"))
        .collect();
    let ms = ms_since(began);
    let ours: Vec<Grams> = readings
        .iter()
        .map(|reading| Grams::of(&main(reading)))
        .collect();
    let mut figures = vec![Figure::plain(
        format!("{name}: pages"),
        pages.len() as f64,
        "",
    )];
    let mut theirs = Vec::new();
    for other in others {
        let read = other.read(folder, &work.join("out"))?;
        let of = |page: &Page| {
            read.texts
                .get(&page.name)
                .map(String::as_str)
                .unwrap_or_default()
        };
        let grams: Vec<Grams> = pages.iter().map(|page| Grams::of(of(page))).collect();
        figures.extend(expected(&name, other.name, &pages, &ours, &grams));
        let bytes: usize = pages.iter().map(|page| page.html.len()).sum();
        let rate = |ms: f64| bytes as f64 / 1000.0 / ms.max(0.001);
        let title = format!("{name}: read, beside {}", other.name);
        figures.push(Figure::plain(title, rate(ms), "MB/s").beside(rate(read.ms)));
        theirs.push((other.name, grams));
    }
    figures.extend(agreed(&name, &ours, &theirs));
    figures.extend(found(&name, &pages, &readings));
    Ok(figures)
}

/// The content as a model is given it.
fn main(reading: &Reading) -> String {
    let main = reading.lines.iter().filter(|line| line.main);
    main.map(|line| line.text.as_str())
        .collect::<Vec<_>>()
        .join("\n")
}

/// By the text that people took out of the pages.
fn expected(
    group: &str,
    other: &str,
    pages: &[Page],
    ours: &[Grams],
    theirs: &[Grams],
) -> Vec<Figure> {
    let (mut kept, mut noise) = (
        (Share::default(), Share::default()),
        (Share::default(), Share::default()),
    );
    for (page, (ours, theirs)) in pages.iter().zip(ours.iter().zip(theirs)) {
        let Some(text) = &page.text else { continue };
        let text = Grams::of(text);
        kept.0.add(text.share_in(ours));
        kept.1.add(text.share_in(theirs));
        if page.whole {
            noise.0.add(1.0 - ours.share_in(&text));
            noise.1.add(1.0 - theirs.share_in(&text));
        }
    }
    let figure = |what: &str, (ours, theirs): &(Share, Share)| {
        let title = format!("{group}: {what} ({} pages), beside {other}", ours.count());
        Figure::plain(title, ours.percent(), "%").beside(theirs.percent())
    };
    let mut figures = Vec::new();
    if kept.0.count() > 0 {
        figures.push(figure("text kept", &kept));
    }
    if noise.0.count() > 0 {
        figures.push(figure("boilerplate", &noise));
    }
    figures
}

/// By what the two others agree on, each of three in turn: nobody is judge of himself.
fn agreed(group: &str, ours: &[Grams], theirs: &[(&str, Vec<Grams>)]) -> Vec<Figure> {
    let [(first, a), (second, b)] = theirs else {
        return Vec::new();
    };
    let mut figures = Vec::new();
    let readers = [
        ("ours", ours),
        (*first, a.as_slice()),
        (*second, b.as_slice()),
    ];
    for turn in 0..3 {
        let [(name, judged), (_, x), (_, y)] = [0, 1, 2].map(|step| readers[(turn + step) % 3]);
        let (mut kept, mut noise) = (Share::default(), Share::default());
        for ((judged, x), y) in judged.iter().zip(x).zip(y) {
            let (both, any) = (x.both(y), x.any(y));
            if both.len() >= AGREED {
                kept.add(both.share_in(judged));
                noise.add(1.0 - judged.share_in(&any));
            }
        }
        let pages = kept.count();
        let title = format!("{group}: kept of what the two others keep ({pages}), {name}");
        figures.push(Figure::plain(title, kept.percent(), "%"));
        let title = format!("{group}: what neither other keeps, {name}");
        figures.push(Figure::plain(title, noise.percent(), "%"));
    }
    figures
}

/// What else was found, and how short it is.
fn found(group: &str, pages: &[Page], readings: &[Reading]) -> Vec<Figure> {
    let tokens = |text: &str| tokens(text) as f64;
    // A sample: counting tokens of whole pages takes longer than everything else.
    let sample = || {
        pages
            .iter()
            .zip(readings)
            .step_by(pages.len().div_ceil(20).max(1))
    };
    let mut raw: Vec<f64> = sample().map(|(page, _)| tokens(&page.html)).collect();
    let written = |reading: &Reading| {
        let lines = reading.lines.iter().map(reading::ReadLine::written);
        lines.collect::<Vec<_>>().join("\n")
    };
    let mut whole: Vec<f64> = sample()
        .map(|(_, reading)| tokens(&written(reading)))
        .collect();
    let mut content: Vec<f64> = sample()
        .map(|(_, reading)| tokens(&main(reading)))
        .collect();
    let count = |of: &dyn Fn(&Reading) -> usize| readings.iter().map(of).sum::<usize>() as f64;
    let some = |of: &dyn Fn(&Reading) -> usize| {
        readings.iter().filter(|reading| of(reading) > 0).count() as f64
    };
    let plain =
        |what: &str, value: f64, unit| Figure::plain(format!("{group}: {what}"), value, unit);
    let full = median(&mut raw);
    vec![
        plain(
            "tokens of all lines, beside the HTML",
            median(&mut whole),
            "tokens",
        )
        .beside(full),
        plain(
            "tokens of the content, beside the HTML",
            median(&mut content),
            "tokens",
        )
        .beside(full),
        plain("pages with items", some(&|reading| reading.items.len()), ""),
        plain("items", count(&|reading| reading.items.len()), ""),
        plain(
            "pages with comments",
            some(&|reading| reading.comments.len()),
            "",
        ),
        plain("comments", count(&|reading| reading.comments.len()), ""),
        plain(
            "pages with a date",
            some(&|reading| usize::from(reading.published.is_some())),
            "",
        ),
    ]
}
