//! The short document of a page, but for its text.

use std::collections::HashSet;

use screen_agent_page::reading::{Control, Item, Reading};
use screen_agent_wire::packet::document::{
    Discussion, OutlineEntry, PageComment, PageElement, PageFact, PageItem, Primary,
    SummaryDocument,
};
use screen_agent_words::quote::cut;

use super::budget::Richness;
use super::focus::{Focus, Wanted, is_list};
use super::rank;
use super::row::Row;

/// Longest title, snippet, comment and label, in characters; longest address.
const TITLE: usize = 140;
const SNIPPET: usize = 200;
const COMMENT: usize = 400;
const LABEL: usize = 120;
const OPTION: usize = 60;
const ADDRESS: usize = 300;
/// Most discussions that are named. Facts §1.
const DISCUSSIONS: usize = 5;

/// What is said of a page besides its text.
pub(super) fn summary(
    page: &crate::inquiry::CapturedPage,
    wanted: &Wanted<'_>,
    caps: &Caps,
    words: &[String],
) -> SummaryDocument {
    let reading = &page.reading;
    let handle = |handle: &Option<String>| handle.clone().filter(|_| page.in_front);
    let comments_only = wanted.focus == Focus::Comments && !reading.comments.is_empty();
    let mut summary = SummaryDocument {
        url: cut_address(&reading.url),
        title: cut(&reading.title, TITLE),
        primary: reading.primary.as_ref().map(|primary| Primary {
            // Its text stands in the lines already.
            text: String::new(),
            tag: primary.tag.clone(),
            role: primary.role.clone(),
            handle_id: handle(&primary.handle),
        }),
        ..SummaryDocument::default()
    };
    if !comments_only {
        let items = &reading.items[wanted.items(reading)];
        let items = items.iter().take(caps.items);
        summary.items = items.map(|one| item(one, handle(&one.handle))).collect();
        let signals = reading.signals.iter();
        summary.signals = signals.map(|signal| signal.word().to_owned()).collect();
    }
    if wanted.comments {
        let comments = reading.comments.iter().take(caps.comments);
        summary.comments = comments
            .map(|one| PageComment {
                text: cut(&one.text, COMMENT),
                author: one.author.as_deref().map(|who| cut(who, 60)),
                age: one.age.clone(),
                score: one.score.clone(),
                depth: one.depth,
                handle_id: handle(&one.handle),
            })
            .collect();
    }
    if wanted.focus == Focus::Page {
        let outline = reading.outline.iter().take(caps.outline);
        summary.outline = outline
            .map(|one| OutlineEntry {
                level: one.level,
                tag: one.tag.clone(),
                role: one.role.clone(),
                text: cut(&one.text, TITLE),
            })
            .collect();
        if is_list(reading) {
            summary.top_discussions = discussions(&reading.items);
        }
    }
    if wanted.facts {
        let facts = reading.facts.iter().cloned();
        summary.facts = facts
            .map(|(name, value)| PageFact { name, value })
            .collect();
    }
    if wanted.controls && page.in_front {
        summary.elements = elements(&reading.controls, caps.elements, words);
    }
    summary
}

/// How much of each list is sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    items: usize,
    comments: usize,
    outline: usize,
    elements: usize,
}

impl Caps {
    pub(super) fn of(richness: Richness, room: usize) -> Self {
        let [items, comments, outline, elements] = match richness {
            Richness::Full => [60, 60, 40, 120],
            Richness::Lean => [30, 30, 0, 80],
            // In a small window lists must not crowd out the text.
            Richness::Short => [20, 20, 12, 60].map(|most| most * room.min(6_000) / 6_000),
        };
        Self {
            items,
            comments,
            outline,
            elements,
        }
    }
}

/// Is the text of the page sent at all? Where one item or the comments are meant, it is not.
pub(super) fn sends_text(reading: &Reading, wanted: &Wanted<'_>) -> bool {
    match wanted.focus {
        Focus::Page => true,
        Focus::Item => !wanted.is_one_item(reading),
        Focus::Comments => reading.comments.is_empty(),
    }
}

/// On a list page the items tell what their lines would tell again.
pub(super) fn without_items(rows: Vec<Row>, reading: &Reading, wanted: &Wanted<'_>) -> Vec<Row> {
    if wanted.focus != Focus::Page || !is_list(reading) {
        return rows;
    }
    let caps = Caps::of(Richness::Lean, usize::MAX);
    let told: HashSet<&str> = reading
        .items
        .iter()
        .take(caps.items)
        .flat_map(|item| [item.title.trim(), item.snippet.trim()])
        .collect();
    let says = |row: &Row| told.contains(row.text.trim_start().trim_start_matches("- ").trim());
    rows.into_iter()
        .filter(|row| row.heading || !says(row))
        .collect()
}

/// Most bytes of notes that are sent whatever is asked.
const NOTES: usize = 600;

/// What stands around the content in sentences: all of it where it is short, else what bears on the question, and how much
/// more there is.
pub(super) fn notes(reading: &Reading, words: &[String]) -> Vec<Row> {
    let all: usize = reading.notes.iter().map(|note| note.text.len()).sum();
    let bears = |text: &str| all <= NOTES || rank::score(text, words) > 0;
    let kept = reading.notes.iter().filter(|note| bears(&note.text));
    let mut rows: Vec<Row> = kept
        .map(|note| Row::new(note.text.clone(), None, false))
        .collect();
    let left_out = reading.notes.len() - rows.len();
    if left_out > 0 {
        let told = format!("[around the content: {left_out} more notes, not sent]");
        rows.push(Row::new(told, None, false));
    }
    rows
}

fn item(item: &Item, handle_id: Option<String>) -> PageItem {
    PageItem {
        title: cut(&item.title, TITLE),
        url: cut_address(&item.url),
        snippet: cut(&item.snippet, SNIPPET),
        handle_id,
        comment_count: item.comment_count,
    }
}

fn discussions(items: &[Item]) -> Vec<Discussion> {
    let mut counted: Vec<(&Item, u64)> = items
        .iter()
        .filter_map(|item| Some((item, item.comment_count?)))
        .collect();
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counted.truncate(DISCUSSIONS);
    let told = counted.into_iter().map(|(item, comment_count)| Discussion {
        title: cut(&item.title, TITLE),
        url: cut_address(&item.url),
        comment_count,
    });
    told.collect()
}

/// Controls in the order of the page; where there are too many, those that the question names, and
/// fields, come before others.
fn elements(controls: &[Control], most: usize, words: &[String]) -> Vec<PageElement> {
    let mut chosen: Vec<usize> = (0..controls.len()).collect();
    if controls.len() > most {
        let weight = |at: &usize| {
            let control = &controls[*at];
            let field = control.input_type.is_some() || control.role != "link";
            std::cmp::Reverse(2 * rank::score(&control.text, words) + usize::from(field))
        };
        chosen.sort_by_key(weight);
        chosen.truncate(most);
        chosen.sort_unstable();
    }
    let element = |control: &Control| PageElement {
        handle_id: control.handle.clone(),
        role: control.role.clone(),
        text: cut(&control.text, LABEL),
        href: control.href.as_deref().map(cut_address),
        input_type: control.input_type.clone(),
        options: control.options.iter().map(|one| cut(one, OPTION)).collect(),
        value: control.value.as_deref().map(|value| cut(value, LABEL)),
    };
    chosen
        .into_iter()
        .map(|at| element(&controls[at]))
        .collect()
}

/// An address that is cut leads elsewhere: a long one is left out.
fn cut_address(url: &str) -> String {
    if url.len() <= ADDRESS {
        url.to_owned()
    } else {
        String::new()
    }
}
