//! What is listed on the screen: the rows of tables, the items of lists, cards of one shape.

use std::collections::HashSet;

use screen_agent_page::screen::Cell;
use screen_agent_page::{Line, LineKind, Node, Role, Run, State};
use serde::{Deserialize, Serialize};

use super::records::records;
use super::scene::Scene;
use crate::words::Token;
use crate::words::normal::{singular, words};

/// One of several things of a kind.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    /// Its first line.
    pub from: usize,
    /// Its last line.
    pub to: usize,
    /// What it is called: its heading, its link, or what it says first.
    pub title: String,
    /// What it says, piece by piece.
    pub parts: Vec<Part>,
    /// Its controls, in reading order.
    pub nodes: Vec<&'a Node>,
}

/// A piece of what an entry says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    /// What it is called: the head of its column, or what stands before a colon.
    pub label: String,
    /// What it says.
    pub text: String,
}

/// Several things of a kind.
#[derive(Clone, Debug)]
pub(crate) struct Listing<'a> {
    /// Words that may say of what kind they are, in the singular.
    pub kinds: HashSet<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The things.
    pub entries: Vec<Entry<'a>>,
}

impl Entry<'_> {
    /// All that it says.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.parts.iter().map(|part| part.text.as_str()).collect();
        texts.join(" | ")
    }

    /// True when the line is one of its own.
    pub fn holds(&self, line: usize) -> bool {
        (self.from..=self.to).contains(&line)
    }
}

/// The first piece with letters.
fn first_words(parts: &[Part]) -> String {
    let lettered = |part: &&Part| part.text.chars().filter(|c| c.is_alphabetic()).count() > 1;
    parts
        .iter()
        .find(lettered)
        .or_else(|| parts.first())
        .map_or_else(String::new, |part| part.text.clone())
}

/// The heading of a card; else its longest link; else the first thing that is said outside controls.
fn title_of(scene: &Scene<'_>, from: usize, to: usize, nodes: &[&Node], parts: &[Part]) -> String {
    let lines = scene.screen.lines();
    let heading = (from..=to)
        .find(|line| matches!(lines[*line].kind, LineKind::Heading(_)))
        .map(|line| scene.spoken(line));
    let link = nodes
        .iter()
        .filter(|node| node.role == Role::Link)
        .map(|node| node.name.trim())
        .max_by_key(|name| name.chars().count());
    let said = (from..=to)
        .map(|line| lines[line].words())
        .find(|words| words.chars().any(char::is_alphabetic));
    heading
        .filter(|text| !text.is_empty())
        .or_else(|| link.filter(|name| !name.is_empty()).map(str::to_owned))
        .or(said)
        .unwrap_or_else(|| first_words(parts))
}

/// Everything that is listed, that with most to say first.
pub(crate) fn listings<'a>(scene: &Scene<'a>) -> Vec<Listing<'a>> {
    let mut taken: HashSet<usize> = HashSet::new();
    let mut found = tables(scene, &mut taken);
    found.extend(items(scene, &mut taken));
    found.extend(cards(scene, &mut taken));
    found.extend(records(scene));
    found.retain(|listing| !listing.entries.is_empty());
    let page = page_kinds(scene);
    for listing in found
        .iter_mut()
        .filter(|listing| listing.entries.iter().all(|entry| entry.parts.len() > 1))
    {
        listing.kinds.extend(page.iter().cloned());
    }
    found.sort_by_key(|listing| std::cmp::Reverse(weight(listing)));
    if let Some(recalled) = &scene.recalled {
        recalled.join(&mut found);
    }
    found
}

/// The listing that some words speak of: one that the page names so, else the one with most to say.
pub(crate) fn listing_for<'a>(scene: &Scene<'a>, tokens: &[Token]) -> Option<Listing<'a>> {
    let mut all = listings(scene);
    let named = |listing: &Listing<'_>| {
        tokens
            .iter()
            .any(|token| token.word() && listing.kinds.contains(&singular(&token.low)))
    };
    let at = all.iter().position(named).or_else(|| {
        all.iter()
            .position(|listing| listing.entries.iter().all(|entry| entry.parts.len() > 1))
    })?;
    Some(all.swap_remove(at))
}

/// How much a listing has to say: many things, and of each of them more than a name.
fn weight(listing: &Listing<'_>) -> usize {
    let said: usize = listing
        .entries
        .iter()
        .map(|entry| entry.text().chars().count().min(200))
        .sum();
    let several = listing.entries.iter().all(|entry| entry.parts.len() > 1);
    said * if several { 3 } else { 1 } * if listing.columns.is_empty() { 1 } else { 2 }
}

fn tables<'a>(scene: &Scene<'a>, taken: &mut HashSet<usize>) -> Vec<Listing<'a>> {
    let mut found = Vec::new();
    for (at, table) in scene.screen.tables().iter().enumerate() {
        taken.extend(table.header);
        taken.extend(&table.rows);
        let entries = scene
            .screen
            .rows(at)
            .into_iter()
            .map(|row| {
                let part = |(column, cell): (usize, Cell<'_>)| Part {
                    label: table.columns.get(column).cloned().unwrap_or_default(),
                    text: cell.text,
                };
                let parts: Vec<Part> = row.cells().into_iter().enumerate().map(part).collect();
                Entry {
                    from: row.line,
                    to: row.line,
                    title: first_words(&parts),
                    parts,
                    nodes: scene.screen.in_line(row.line),
                }
            })
            .collect();
        let first = table.header.or(table.rows.first().copied()).unwrap_or(0);
        let mut kinds = kinds(scene, first);
        kinds.extend(
            table
                .columns
                .first()
                .into_iter()
                .flat_map(|name| nouns(name)),
        );
        found.push(Listing {
            kinds,
            columns: table.columns.clone(),
            entries,
        });
    }
    found
}

/// Lists: every item with the lines that follow it.
fn items<'a>(scene: &Scene<'a>, taken: &mut HashSet<usize>) -> Vec<Listing<'a>> {
    let lines = scene.screen.lines();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if !is_item(&lines[at], None) || taken.contains(&at) {
            at += 1;
            continue;
        }
        let depth = lines[at].depth;
        let starts = item_starts(lines, at, depth);
        let end = starts
            .last()
            .map_or(at, |last| item_end(lines, *last, &starts));
        let entries: Vec<Entry<'a>> = starts
            .iter()
            .enumerate()
            .map(|(n, from)| entry(scene, *from, starts.get(n + 1).map_or(end, |next| next - 1)))
            .collect();
        if entries.len() > 1 {
            taken.extend(at..=end);
            found.push(Listing {
                kinds: kinds(scene, at),
                columns: Vec::new(),
                entries,
            });
        }
        at = end + 1;
    }
    found
}

fn is_item(line: &Line, depth: Option<u8>) -> bool {
    line.kind == LineKind::Item && depth.is_none_or(|depth| line.depth == depth)
}

/// Where the items of one list begin; headings inside an item do not end the list.
fn item_starts(lines: &[Line], first: usize, depth: u8) -> Vec<usize> {
    const LONGEST: usize = 12;
    let mut starts = vec![first];
    let mut at = first + 1;
    while at < lines.len() && at - starts[starts.len() - 1] <= LONGEST {
        let line = &lines[at];
        if is_item(line, Some(depth)) {
            starts.push(at);
        } else if matches!(
            line.kind,
            LineKind::Dialog | LineKind::HeaderRow | LineKind::Row | LineKind::Heading(1)
        ) || (is_item(line, None) && line.depth < depth)
        {
            break;
        }
        at += 1;
    }
    starts
}

/// The last item is as long as the longest of the others at most.
fn item_end(lines: &[Line], last: usize, starts: &[usize]) -> usize {
    let longest = starts
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .max()
        .unwrap_or(1);
    let own = |at: usize| {
        lines.get(at).is_some_and(|line| {
            matches!(
                line.kind,
                LineKind::Plain | LineKind::Item | LineKind::Heading(2..)
            )
        })
    };
    (last + 1..last + longest)
        .take_while(|at| own(*at))
        .last()
        .unwrap_or(last)
}

/// Cards: lines of one shape that come again and again, with what stands around each of them alike.
fn cards<'a>(scene: &Scene<'a>, taken: &mut HashSet<usize>) -> Vec<Listing<'a>> {
    let lines = scene.screen.lines();
    let shapes: Vec<Option<String>> = (0..lines.len())
        .map(|at| shape(scene, &lines[at]).filter(|_| !taken.contains(&at)))
        .collect();
    let named: Vec<String> = (0..lines.len()).map(|at| scene.spoken(at)).collect();
    let mut found = Vec::new();
    let mut free: Vec<bool> = shapes.iter().map(Option::is_some).collect();
    while let Some(spans) = best_run(&shapes, &named, &free) {
        let first = spans[0].0;
        for (from, to) in &spans {
            free[*from..=*to].fill(false);
            taken.extend(*from..=*to);
        }
        found.push(Listing {
            kinds: kinds(scene, first),
            columns: Vec::new(),
            entries: spans
                .into_iter()
                .map(|(from, to)| entry(scene, from, to))
                .collect(),
        });
    }
    found
}

/// What a line looks like, apart from what it says.
fn shape(scene: &Scene<'_>, line: &Line) -> Option<String> {
    let mut shape = format!("{:?} ", line.kind);
    for run in &line.runs {
        match run {
            Run::Text(_) if shape.ends_with('t') => {}
            Run::Text(_) => shape.push('t'),
            Run::Cell => shape.push('|'),
            Run::Node(id) => shape.push_str(&format!("[{}]", scene.screen.node(id)?.role.code())),
        }
    }
    (!line.runs.is_empty() && line.kind != LineKind::Dialog).then_some(shape)
}

/// True for a shape that can tell one card from the next.
fn marks(shape: &str) -> bool {
    let field = ["[inp]", "[sel]", "[textarea]", "[slider]", "[scroll]"]
        .iter()
        .any(|role| shape.contains(role));
    (shape.contains('[')
        || shape.starts_with("Heading(2")
        || shape.starts_with("Heading(3")
        || shape.starts_with("Heading(4"))
        && !field
}

/// The run of like cards that takes most lines: of each card its first and last line.
///
/// Lines that say the same, "Add to cart" and "Add to cart", tell cards apart as well as lines that
/// only look the same; of two ways to cut the same lines the one with the longer cards is right.
fn best_run(
    shapes: &[Option<String>],
    named: &[String],
    free: &[bool],
) -> Option<Vec<(usize, usize)>> {
    let shape = |at: usize| {
        shapes
            .get(at)
            .filter(|_| free[at])
            .and_then(Option::as_deref)
    };
    let mut tried: HashSet<(&str, Option<&str>)> = HashSet::new();
    let mut best: Option<Vec<(usize, usize)>> = None;
    for at in 0..shapes.len() {
        let Some(mark) = shape(at).filter(|mark| marks(mark)) else {
            continue;
        };
        for name in [None, Some(named[at].as_str())] {
            if !tried.insert((mark, name)) {
                continue;
            }
            let fits =
                |at: usize| shape(at) == Some(mark) && name.is_none_or(|name| named[at] == name);
            let places: Vec<usize> = (at..shapes.len()).filter(|at| fits(*at)).collect();
            let Some(spans) = spans(&places, &shape) else {
                continue;
            };
            let lines = |spans: &[(usize, usize)]| {
                spans.iter().map(|(from, to)| to - from + 1).sum::<usize>()
            };
            let rank = |spans: &[(usize, usize)]| (lines(spans), usize::MAX - spans.len());
            if best.as_ref().is_none_or(|held| rank(&spans) > rank(held)) {
                best = Some(spans);
            }
        }
    }
    best
}

/// Cards around the lines of a mark: as far up and down as all of them look alike.
fn spans<'s>(
    places: &[usize],
    shape: &dyn Fn(usize) -> Option<&'s str>,
) -> Option<Vec<(usize, usize)>> {
    const LONGEST: usize = 12;
    let gap = places.windows(2).map(|pair| pair[1] - pair[0]).min()?;
    let widest = places.windows(2).map(|pair| pair[1] - pair[0]).max()?;
    if places.len() < 2 || widest > LONGEST {
        return None;
    }
    let alike = |far: &dyn Fn(usize) -> Option<usize>| {
        let first = far(places[0]).and_then(shape);
        first.is_some()
            && places
                .iter()
                .all(|place| far(*place).and_then(shape) == first)
    };
    let up = (1..gap)
        .take_while(|up| alike(&|at: usize| at.checked_sub(*up)))
        .last()
        .unwrap_or(0);
    let down = (1..gap - up)
        .take_while(|down| alike(&|at: usize| Some(at + down)))
        .last()
        .unwrap_or(0);
    let last = places.len() - 1;
    let spans = places.iter().enumerate().map(|(n, place)| {
        let to = if n == last {
            place + down
        } else {
            places[n + 1] - up - 1
        };
        (place - up, to)
    });
    Some(spans.collect())
}

fn entry<'a>(scene: &Scene<'a>, from: usize, to: usize) -> Entry<'a> {
    let mut parts = Vec::new();
    let mut nodes = Vec::new();
    for line in from..=to {
        nodes.extend(scene.screen.in_line(line));
        line_parts(scene, line, &mut parts);
    }
    let title = title_of(scene, from, to, &nodes, &parts);
    Entry {
        from,
        to,
        title,
        parts,
        nodes,
    }
}

/// Every text of a line and the name of every control in it; its cells where it has any.
fn line_parts(scene: &Scene<'_>, line: usize, parts: &mut Vec<Part>) {
    let Some(content) = scene.screen.lines().get(line) else {
        return;
    };
    let mut push = |text: &str| {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let (label, text) = match text.split_once(':') {
            Some((label, value)) if label.chars().count() <= 30 && value.starts_with(' ') => {
                (label.trim(), value.trim())
            }
            _ => ("", text),
        };
        parts.push(Part {
            label: label.to_owned(),
            text: text.to_owned(),
        });
    };
    for run in &content.runs {
        match run {
            Run::Text(text) => push(text),
            Run::Node(id) => {
                let node = scene.screen.node(id);
                let shown = node.map(|node| {
                    if node.role.takes_text() || node.role == Role::Select {
                        node.value.clone().unwrap_or_default()
                    } else {
                        node.name.clone()
                    }
                });
                push(&shown.unwrap_or_default());
            }
            Run::Cell => {}
        }
    }
}

/// Words above a listing that may say what is listed.
fn kinds(scene: &Scene<'_>, line: usize) -> HashSet<String> {
    let lines = scene.screen.lines();
    let mut kinds = HashSet::new();
    let mut heading = false;
    for at in (0..line).rev() {
        let kind = lines[at].kind;
        let near = line - at <= 2
            && matches!(kind, LineKind::Caption | LineKind::Status | LineKind::Label);
        let heads = !heading && matches!(kind, LineKind::Heading(_) | LineKind::Dialog);
        if near || heads {
            kinds.extend(nouns(&scene.spoken(at)));
        }
        heading |= heads;
    }
    kinds
}

/// Words for what the whole page shows: its title, and the place in its menus that is chosen.
fn page_kinds(scene: &Scene<'_>) -> HashSet<String> {
    let mut kinds: HashSet<String> = nouns(&scene.screen.observation().title)
        .into_iter()
        .collect();
    let chosen =
        |node: &&Node| node.is(State::Selected) && matches!(node.role, Role::Link | Role::Tab);
    kinds.extend(
        scene
            .nodes()
            .iter()
            .filter(chosen)
            .flat_map(|node| nouns(&node.name)),
    );
    kinds
}

fn nouns(text: &str) -> Vec<String> {
    words(text)
        .iter()
        .map(|word| singular(word))
        .filter(|word| word.chars().any(char::is_alphabetic))
        .collect()
}
