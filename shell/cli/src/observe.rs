//! `observe`: exactly what a model would read of a page, and what it costs.

use std::time::Instant;

use anyhow::Result;
use screen_agent_browser::Hands;
use screen_agent_page::render::render;
use screen_agent_page::{Observation, Screen};
use screen_agent_wire::extension::capture::PageCapture;
use serde::Serialize;

use crate::args::{BrowserArgs, address};
use crate::terminal::{Style, say, say_json};
use crate::{Ending, browsers};

/// Show what a model would read of a page, with tokens, milliseconds and the nodes behind it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The page.
    #[arg(long, value_parser = address)]
    url: String,
    /// Look so many times, and report the median and the slowest.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000), value_name = "N")]
    repeat: u32,
    /// Print one JSON object instead.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    browser: BrowserArgs,
}

/// What was seen, and what seeing it cost.
#[derive(Serialize)]
struct Report {
    url: String,
    title: String,
    /// What a model reads.
    text: String,
    /// In tokens of the o200k vocabulary.
    tokens: usize,
    /// Milliseconds of one look, from asking to having it; median, and slowest.
    ms: f64,
    ms_max: f64,
    /// How many times it was looked at.
    repeat: u32,
    controls: usize,
    lines: usize,
    /// What the page bundle handed out.
    capture: PageCapture,
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    let mut hands = Hands::on(browsers::open(&args.browser).await?).await?;
    let report = look(&mut hands, &args).await;
    hands.close().await;
    let report = report?;
    match args.json {
        true => say_json(&report, false)?,
        false => print(&report),
    }
    Ok(Ending::Done)
}

async fn look(hands: &mut Hands, args: &Args) -> Result<Report> {
    browsers::go(hands, &args.url).await?;
    let mut capture = PageCapture::default();
    let mut times = Vec::new();
    for _ in 0..args.repeat {
        let began = Instant::now();
        capture = hands.observe().await?;
        times.push(began.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    let observation = Observation::from(capture.clone());
    let text = render(&Screen::new(&observation), usize::MAX).text;
    Ok(Report {
        url: capture.url.clone(),
        title: capture.page_title.clone(),
        tokens: tiktoken_rs::o200k_base_singleton()
            .encode_ordinary(&text)
            .len(),
        text,
        ms: times[times.len() / 2],
        ms_max: times[times.len() - 1],
        repeat: args.repeat,
        controls: capture.interactive_tree.len(),
        lines: capture.page_text.len(),
        capture,
    })
}

fn print(report: &Report) {
    let style = Style::for_stdout();
    say(&report.text);
    say(&style.soft(&format!(
        "\n{} tokens (o200k) · {} controls · {} lines · {:.1} ms (slowest {:.1} of {})",
        report.tokens, report.controls, report.lines, report.ms, report.ms_max, report.repeat
    )));
    say(&style.soft("\nnodes"));
    for node in &report.capture.interactive_tree {
        let mut parts = vec![format!("{:>8} {:<8} {}", node.i, node.r, node.n)];
        parts.extend(node.v.as_ref().map(|value| format!("= {value}")));
        parts.extend(
            node.s
                .clone()
                .filter(|states| !states.is_empty())
                .map(|states| format!("({states})")),
        );
        parts.extend(node.xy.map(|[x, y]| format!("at {x:.0},{y:.0}")));
        parts.extend(node.occ.unwrap_or(false).then(|| "covered".to_owned()));
        say(&style.soft(&parts.join(" ")));
    }
}
