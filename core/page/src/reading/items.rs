//! The items of a list page: stories, products, results, threads.
//!
//! A title is a link or a heading that could stand for something; an item is the largest element
//! around just one title; a list is several items built alike. On a page of prose there are none,
//! whatever it links to beside its text.

use std::collections::HashMap;

use super::around::Zone;
use super::link::Links;
use super::said::{said_in, said_without};
use super::survey::{Survey, share};
use super::types::Item;
use super::{count, handle};
use crate::html::NodeRef;

/// Most items that are read.
const MOST: usize = 1_000;
/// Fewer alike are no list.
const LEAST: usize = 3;
/// Longest title and longest snippet, in characters.
const TITLE: usize = 300;
const SNIPPET: usize = 500;

/// A link or heading that could be the title of something.
struct Title {
    /// The link, or the heading where it is none.
    at: NodeRef,
    /// What stands for it: the heading inside a card that is one link.
    words: String,
    url: String,
    ordinal: u32,
    /// It is a heading, or in one.
    headed: bool,
}

/// A title and the element that it is the title of.
struct Found {
    title: usize,
    element: NodeRef,
}

/// How an element and the one around it are built.
type Form<'a> = [&'a str; 4];

/// What of a page are items.
pub(super) struct List {
    titles: Vec<Title>,
    found: Vec<Found>,
    /// The page is made of them.
    pub(super) is_page: bool,
}

/// Finds items that are built alike.
pub(super) fn find(survey: &Survey, links: &Links, container: Option<NodeRef>) -> List {
    let titles = titles(survey, links);
    let mut groups: HashMap<Form, Vec<Found>> = HashMap::new();
    for one in elements(survey, &titles) {
        let form = form(survey, one.element);
        groups.entry(form).or_default().push(one);
    }
    groups.retain(|_, group| group.len() >= LEAST);
    let weigh = |group: &[Found]| -> u32 {
        let letters = group.iter().map(|found| survey.fact(found.element).letters);
        letters.sum()
    };
    let most = groups.values().map(|group| weigh(group)).max().unwrap_or(0);
    groups.retain(|_, group| weigh(group) * 20 >= most);
    let mut found: Vec<Found> = groups.into_values().flatten().collect();
    found.sort_by_key(|found| survey.fact(found.element).at);
    let is_page = is_list_page(survey, &found, container);
    List {
        titles,
        found,
        is_page,
    }
}

impl List {
    /// The element that all its items have in common, and some content with them.
    pub(super) fn common(&self, survey: &Survey, content: Option<NodeRef>) -> Option<NodeRef> {
        let first = content.or_else(|| self.found.first().map(|found| found.element))?;
        // They are in order: what holds the first and the last holds all.
        let ends = [self.found.first()?.element, self.found.last()?.element];
        let all = |at: NodeRef| ends.iter().all(|&end| survey.holds(at, end));
        std::iter::once(first)
            .chain(survey.dom.ancestors(first))
            .find(|&at| all(at))
    }

    /// The stretches of a page of prose that are cards which lead elsewhere, in order.
    pub(super) fn cards(&self, survey: &Survey) -> Vec<(u32, u32)> {
        // An entry of a list or a row of a table may be text that happens to begin with a link.
        let card = |found: &&Found| {
            let fact = survey.fact(found.element);
            let row = matches!(survey.dom.tag(found.element), Some("tr" | "td" | "th"));
            let shown = self.titles[found.title].headed || fact.media > 0;
            shown && !row && fact.density() >= 0.2 && fact.mass < 400.0
        };
        self.found
            .iter()
            .filter(card)
            .map(|found| survey.fact(found.element))
            .map(|fact| (fact.at, fact.end))
            .collect()
    }

    /// Reads its items.
    pub(super) fn read(&self, survey: &Survey) -> Vec<Item> {
        let place = |found: &Found| survey.fact(found.element).at;
        let next = self.found.iter().skip(1).map(place).chain([u32::MAX]);
        self.found
            .iter()
            .zip(next)
            .take(MOST)
            .map(|(found, next)| item(survey, &self.titles[found.title], found.element, next))
            .collect()
    }
}

fn titles(survey: &Survey, links: &Links) -> Vec<Title> {
    let mut titles: Vec<Title> = Vec::new();
    for &at in &survey.order {
        let fact = survey.fact(at);
        if matches!(fact.zone, Zone::Around | Zone::Comments) || fact.letters < 3 {
            continue;
        }
        let tag = survey.dom.tag(at).unwrap_or_default();
        let title = match tag {
            "a" => linked_title(survey, links, at),
            "h2" | "h3" | "h4" => plain_title(survey, at),
            _ => None,
        };
        let Some(title) = title else { continue };
        // A picture and a title that lead to one place are one; so are a title and "read more".
        let again = titles.last().is_some_and(|last| {
            !last.url.is_empty() && last.url == title.url || survey.holds(last.at, title.at)
        });
        if !again {
            titles.push(title);
        }
    }
    titles
}

fn linked_title(survey: &Survey, links: &Links, at: NodeRef) -> Option<Title> {
    let dom = survey.dom;
    let href = dom.attr(at, "href")?;
    if href.starts_with('#') {
        return None;
    }
    let inner = survey
        .inside(at)
        .iter()
        .copied()
        .take(40)
        .find(|&inner| is_heading(survey, inner));
    let headed = inner.is_some() || dom.ancestors(at).take(3).any(|at| is_heading(survey, at));
    let words = said_in(survey, inner.unwrap_or(at), TITLE);
    let stands = if headed {
        words.chars().count() >= 3
    } else {
        is_telling(&words) && stands_alone(survey, at)
    };
    if !stands {
        return None;
    }
    Some(Title {
        at,
        words,
        url: links.absolute(href)?,
        ordinal: survey.fact(at).at,
        headed,
    })
}

/// The heading of a card that leads nowhere itself.
fn plain_title(survey: &Survey, at: NodeRef) -> Option<Title> {
    if survey.fact(at).linked > 0 {
        return None;
    }
    let dom = survey.dom;
    let in_card = dom.ancestors(at).take(6).any(|around| {
        matches!(dom.tag(around), Some("article" | "li"))
            || dom.attr(around, "role") == Some("article")
            || dom
                .attr(around, "itemtype")
                .is_some_and(|kind| kind.ends_with("Product") || kind.ends_with("Article"))
    });
    in_card.then(|| Title {
        at,
        words: said_in(survey, at, TITLE),
        url: String::new(),
        ordinal: survey.fact(at).at,
        headed: true,
    })
}

fn is_heading(survey: &Survey, at: NodeRef) -> bool {
    matches!(
        survey.dom.tag(at),
        Some("h1" | "h2" | "h3" | "h4" | "h5" | "h6")
    ) || survey.dom.attr(at, "role") == Some("heading")
}

/// Words that could be a title, not a label, a figure, a time or a host.
fn is_telling(words: &str) -> bool {
    let letters = words.chars().filter(|c| c.is_alphabetic()).count();
    let wide = words.chars().filter(|c| *c as u32 > 0x2e80).count();
    let parts = words.split_whitespace().count();
    let long = parts >= 2 && letters >= 9 || wide >= 5 || letters >= 24 && parts >= 2;
    long && count::comments(words).is_none() && !count::is_age(words)
}

/// A title has its line for itself; a link in a sentence has not.
fn stands_alone(survey: &Survey, at: NodeRef) -> bool {
    let dom = survey.dom;
    if survey.fact(at).own > 0 || survey.fact(at).structures > 0 {
        return true;
    }
    let block = dom
        .ancestors(at)
        .take(8)
        .find(|&at| dom.tag(at).is_some_and(crate::html::is_block));
    block.is_none_or(|block| {
        let fact = survey.fact(block);
        fact.own < 30 || share(fact.own_linked, fact.own) >= 0.5
    })
}

/// For each title, the largest element that has no other.
fn elements(survey: &Survey, titles: &[Title]) -> Vec<Found> {
    let ordinals: Vec<u32> = titles.iter().map(|title| title.ordinal).collect();
    let many = |at: NodeRef| {
        let fact = survey.fact(at);
        let from = ordinals.partition_point(|&ordinal| ordinal < fact.at);
        let to = ordinals.partition_point(|&ordinal| ordinal < fact.end);
        to - from
    };
    titles
        .iter()
        .enumerate()
        .filter_map(|(title, one)| {
            let mut element = one.at;
            for around in survey.dom.ancestors(one.at) {
                if around == survey.body || survey.dom.tag(around).is_none() || many(around) > 1 {
                    break;
                }
                element = around;
            }
            // A plain heading is the title of an entry, not of a chapter.
            let is_entry = !one.url.is_empty()
                || survey.fact(element).links > 0
                || survey.dom.tag(element) == Some("article");
            is_entry.then_some(Found { title, element })
        })
        .collect()
}

fn form<'a>(survey: &Survey<'a>, at: NodeRef) -> Form<'a> {
    let dom = survey.dom;
    let class = |at: NodeRef| {
        let class = dom.attr(at, "class").unwrap_or_default();
        let first = class.split_ascii_whitespace().next().unwrap_or_default();
        // What is numbered differs in its number alone.
        first
            .split(|c: char| c.is_ascii_digit())
            .next()
            .unwrap_or_default()
    };
    let around = dom.parent(at);
    [
        dom.tag(at).unwrap_or_default(),
        class(at),
        around.and_then(|at| dom.tag(at)).unwrap_or_default(),
        around.map(class).unwrap_or_default(),
    ]
}

/// True when the items are what the page is made of.
fn is_list_page(survey: &Survey, items: &[Found], container: Option<NodeRef>) -> bool {
    let whole = container.unwrap_or(survey.body);
    let inside: Vec<&Found> = items
        .iter()
        .filter(|found| survey.holds(whole, found.element))
        .collect();
    let (letters, mass) = inside.iter().fold((0, 0.0), |(letters, mass), found| {
        let fact = survey.fact(found.element);
        (letters + fact.letters, mass + fact.mass)
    });
    let beside = survey.fact(whole).mass - mass;
    let part = share(letters, survey.fact(whole).letters);
    items.len() >= LEAST && (part >= 0.5 || part >= 0.25 && beside < 800.0 && items.len() >= 5)
}

fn item(survey: &Survey, title: &Title, element: NodeRef, next: u32) -> Item {
    let mut snippet = said_without(survey, element, Some(title.at), SNIPPET);
    let mut comment_count = counted(survey, element);
    for more in rest(survey, element, next) {
        let said = said_in(survey, more, SNIPPET);
        comment_count = comment_count.or_else(|| counted(survey, more));
        if !said.is_empty() && snippet.len() < SNIPPET {
            if !snippet.is_empty() {
                snippet.push(' ');
            }
            snippet.push_str(&said);
        }
    }
    // A card that is one link says the rest inside the link.
    if snippet.is_empty() && survey.fact(title.at).letters as usize > title.words.len() {
        let said = said_in(survey, title.at, SNIPPET);
        snippet = said.replacen(&title.words, "", 1).trim().to_owned();
    }
    Item {
        title: title.words.clone(),
        url: title.url.clone(),
        comment_count: comment_count.or_else(|| count::comments(&snippet)),
        snippet,
        handle: handle(survey.dom, title.at),
    }
}

/// Rows that go on with an item: in a table, what belongs to a title often stands in the next row.
fn rest(survey: &Survey, element: NodeRef, next: u32) -> Vec<NodeRef> {
    let dom = survey.dom;
    if !matches!(dom.tag(element), Some("tr" | "dt" | "h2" | "h3")) {
        return Vec::new();
    }
    dom.siblings_after(element)
        .take(12)
        .filter(|&at| dom.tag(at).is_some() && survey.fact(at).read)
        .take_while(|&at| survey.fact(at).at < next)
        .take(2)
        .collect()
}

/// How many comments a link of the item says there are, or the label of one.
fn counted(survey: &Survey, element: NodeRef) -> Option<u64> {
    let dom = survey.dom;
    survey
        .inside(element)
        .iter()
        .take(200)
        .filter(|&&at| matches!(dom.tag(at), Some("a" | "span" | "button")))
        .find_map(|&at| {
            let labels = ["aria-label", "title"].map(|name| dom.attr(at, name));
            let label = labels
                .into_iter()
                .flatten()
                .filter(|label| label.len() < 60)
                .find_map(count::comments);
            label.or_else(|| {
                let short = survey.fact(at).letters < 40;
                short
                    .then(|| count::comments(&said_in(survey, at, 60)))
                    .flatten()
            })
        })
}
