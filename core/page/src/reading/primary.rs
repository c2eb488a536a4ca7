//! Which part of a page is its content.
//!
//! What is scored is the container that the content has in common: of a thread of four stories or a
//! grid of products, no single one is the content. So the search goes from the whole page inwards,
//! and stops where going on would leave content behind.

use screen_agent_words::WordList;

use super::around::Zone;
use super::hint::Hints;
use super::lines::Written;
use super::survey::Survey;
use super::types::ReadKind;
use crate::html::NodeRef;

/// Less than this is no content.
const LEAST: f32 = 60.0;

/// The element that is the content of a page.
pub(super) fn container(survey: &Survey) -> Option<NodeRef> {
    let mut at = survey.body;
    if survey.fact(at).mass < LEAST {
        return None;
    }
    while let Some(inner) = inner(survey, at) {
        at = inner;
    }
    Some(at)
}

/// The part of an element to go into, if little is lost by it.
fn inner(survey: &Survey, at: NodeRef) -> Option<NodeRef> {
    let whole = survey.fact(at).mass;
    let zone = survey.fact(at).zone;
    let inside = || {
        survey
            .children(at)
            .filter(|&child| survey.fact(child).zone == zone)
    };
    let best = inside().max_by(|&a, &b| survey.fact(a).mass.total_cmp(&survey.fact(b).mass))?;
    let tag = survey.dom.tag(best).unwrap_or_default();
    if !can_be_all(tag) {
        return None;
    }
    let share = survey.fact(best).mass / whole.max(1.0);
    // What is left behind and reads like content.
    let lost: f32 = inside()
        .filter(|&child| child != best && reads_well(survey, child))
        .map(|child| survey.fact(child).mass)
        .sum();
    let lost = lost / whole.max(1.0);
    let goes = if has_peers(survey, at, best) {
        share >= 0.92
    } else if is_list(tag) {
        share >= 0.98 && lost < 0.01
    } else if is_content(survey, best) {
        share >= 0.5 && lost < 0.35
    } else if survey.fact(best).hints.any(Hints::CONTENT) {
        share >= 0.5 && lost < 0.15
    } else {
        share >= 0.8 || share >= 0.65 && lost < 0.1
    };
    goes.then_some(best)
}

static PARTS: WordList = WordList::named("elements that are parts of a text");

/// Parts of text are never the whole content.
fn can_be_all(tag: &str) -> bool {
    !PARTS.contains(tag)
}

fn is_list(tag: &str) -> bool {
    matches!(tag, "ul" | "ol" | "dl")
}

fn reads_well(survey: &Survey, at: NodeRef) -> bool {
    let fact = survey.fact(at);
    fact.mass >= 60.0 && fact.density() < 0.25
}

/// The stretches of a page that are its content, in the order of the page: the container, and what
/// stands right before and after it and reads like a part of it.
pub(super) fn stretches(survey: &Survey, container: NodeRef) -> Vec<(u32, u32)> {
    let range = |at: NodeRef| (survey.fact(at).at, survey.fact(at).end);
    let mut stretches = vec![range(container)];
    let mass = survey.fact(container).mass;
    let mut within = container;
    for around in survey.dom.ancestors(container).take(6) {
        if survey.dom.tag(around).is_none_or(|tag| tag == "body") {
            break;
        }
        let before = survey.fact(within).at;
        for part in survey.children(around) {
            let fact = survey.fact(part);
            if part == within || fact.zone != Zone::Content {
                continue;
            }
            let opens = fact.at < before && opens(survey, part);
            if opens || goes_on(survey, part, mass) {
                stretches.push(range(part));
            }
        }
        within = around;
    }
    stretches.sort_unstable();
    stretches
}

/// Marks the lines of the content.
pub(super) fn mark(survey: &Survey, container: NodeRef, lines: &mut [Written]) {
    let stretches = stretches(survey, container);
    for line in &mut *lines {
        let last = stretches.partition_point(|&(from, _)| from <= line.at);
        // None holds another, so the last to begin is the only one it can be in.
        let inside = stretches[..last]
            .last()
            .is_some_and(|&(_, end)| line.at < end);
        line.line.main = inside && line.zone == Zone::Content;
    }
    if survey.fact(container).density() < 0.35 {
        drop_links(lines);
    }
}

/// Takes out of the content of a page of prose what leads elsewhere, and what is no text at its ends.
pub(super) fn prune(cards: &[(u32, u32)], lines: &mut [Written]) {
    for line in &mut *lines {
        let last = cards.partition_point(|&(from, _)| from <= line.at);
        let in_card = cards[..last].last().is_some_and(|&(_, end)| line.at < end);
        let figure = line.line.kind == ReadKind::Plain
            && line.line.text.len() <= 3
            && line.line.text.bytes().all(|byte| byte.is_ascii_digit());
        line.line.main &= !in_card && !figure;
    }
    // Where no prose is left, nothing tells where it ends.
    if lines.iter().any(|line| line.line.main && is_text(line)) {
        lines
            .iter_mut()
            .rev()
            .filter(|line| line.line.main)
            .take_while(|line| !is_text(line))
            .for_each(|line| line.line.main = false);
    }
    let title = lines
        .iter()
        .position(|line| line.line.main && line.line.kind == ReadKind::Heading(1));
    if let Some(title) = title
        && !lines[..title]
            .iter()
            .any(|line| line.line.main && is_text(line))
    {
        for line in &mut lines[..title] {
            line.line.main = false;
        }
    }
}

/// A sentence, or something else that is said and not just named.
fn is_text(line: &Written) -> bool {
    let text = &line.line.text;
    match line.line.kind {
        ReadKind::Plain => {
            let fact = text.contains(": ") || text.bytes().any(|byte| byte.is_ascii_digit());
            fact && line.linked * 2 < text.len()
                || text.chars().count() >= 50
                || text.ends_with(['.', '!', '?', '"', '\u{201d}', '\u{3002}'])
        }
        ReadKind::Heading(level) => level == 1,
        _ => line.linked * 2 < text.len(),
    }
}

/// A run of this many lines that are links is a menu, where the content is text.
const RUN: usize = 3;

fn drop_links(lines: &mut [Written]) {
    let (mut run, mut from) = (0, 0);
    for end in 0..=lines.len() {
        match lines.get(end).map(kind_in_run) {
            Some(InRun::Link) => run += 1,
            // Headings stand over menus and over text; what follows decides.
            Some(InRun::Heading) => {}
            Some(InRun::Text) | None => {
                if run >= RUN {
                    for line in &mut lines[from..end] {
                        line.line.main = false;
                    }
                }
                (run, from) = (0, end + 1);
            }
        }
    }
}

enum InRun {
    Link,
    Heading,
    Text,
}

fn kind_in_run(line: &Written) -> InRun {
    let linked = line.linked * 10 > line.line.text.len() * 7;
    match line.line.kind {
        ReadKind::Heading(level) if level > 1 && !linked => InRun::Heading,
        ReadKind::Heading(_) | ReadKind::Code => InRun::Text,
        _ if linked => InRun::Link,
        _ => InRun::Text,
    }
}

// A title, or an introduction under it.
fn opens(survey: &Survey, at: NodeRef) -> bool {
    let fact = survey.fact(at);
    let title = fact.titles > 0 && fact.letters < 600;
    let heading = matches!(survey.dom.tag(at), Some("h1" | "h2")) && fact.linked == 0;
    fact.density() < 0.3 && (title || heading || fact.mass >= 60.0 && fact.density() < 0.1)
}

// As much to read as a good part of the container itself, or a whole paragraph.
fn goes_on(survey: &Survey, at: NodeRef, mass: f32) -> bool {
    let fact = survey.fact(at);
    let paragraph = survey.dom.tag(at) == Some("p") && fact.mass >= 80.0;
    fact.density() < 0.25 && (paragraph || fact.mass >= 0.2 * mass)
}

/// True when others beside it are built alike and say something, too.
fn has_peers(survey: &Survey, at: NodeRef, best: NodeRef) -> bool {
    let form = form(survey, best);
    let mass = survey.fact(best).mass;
    survey.children(at).any(|other| {
        other != best
            && survey.fact(other).zone != Zone::Around
            && survey.fact(other).mass > mass * 0.1
            && self::form(survey, other) == form
    })
}

/// How an element is built, as far as its tag and first class tell.
fn form<'a>(survey: &Survey<'a>, at: NodeRef) -> (&'a str, &'a str) {
    let dom = survey.dom;
    let class = dom.attr(at, "class").unwrap_or_default();
    let first = class.split_ascii_whitespace().next().unwrap_or_default();
    (dom.tag(at).unwrap_or_default(), first)
}

fn is_content(survey: &Survey, at: NodeRef) -> bool {
    let dom = survey.dom;
    matches!(dom.tag(at), Some("main" | "article"))
        || dom.attr(at, "role") == Some("main")
        || dom
            .attr(at, "itemprop")
            .is_some_and(|prop| prop.eq_ignore_ascii_case("articleBody"))
}
