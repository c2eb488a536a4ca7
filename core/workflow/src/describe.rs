//! A control as it can be told from all others: by what it is, what it is called, and what stands around it.

use screen_agent_page::{LineKind, Node, Screen};
use screen_agent_words::fold::words;
use screen_agent_words::quote::{cut, plain};
use url::Url;

use crate::file::ControlDescription;

/// Longest text of a description, in characters.
const LONGEST: usize = 120;

/// How many controls are kept as its neighbours on each side.
const NEIGHBOURS: usize = 4;

/// Describes a control in every way that there is.
pub fn describe(screen: &Screen<'_>, node: &Node) -> ControlDescription {
    let name = words(&node.name);
    let alike = screen
        .nodes()
        .iter()
        .filter(|other| other.role == node.role && words(&other.name) == name);
    ControlDescription {
        alike: match alike.count() {
            0 | 1 => 0,
            several => u16::try_from(several).unwrap_or(u16::MAX),
        },
        previous: neighbours(screen, node, Side::Before),
        next: neighbours(screen, node, Side::After),
        ..alone(screen, node)
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Side {
    Before,
    After,
}

/// What the controls on one side of it are called, the nearest first; not what is called as it is itself.
pub(crate) fn neighbours(screen: &Screen<'_>, node: &Node, side: Side) -> Vec<String> {
    let own = words(&node.name);
    let name = |other: &Node| cut(&plain(&other.name), LONGEST);
    let is_other = |name: &String| !words(name).is_empty() && words(name) != own;
    let all = screen.nodes();
    let Some(at) = all.iter().position(|other| other.id == node.id) else {
        return Vec::new();
    };
    let (before, after) = all.split_at(at);
    let away: Box<dyn Iterator<Item = &Node>> = match side {
        Side::Before => Box::new(before.iter().rev()),
        Side::After => Box::new(after.iter()),
    };
    away.map(name).filter(is_other).take(NEIGHBOURS).collect()
}

/// The same without a look at all the others, for who goes through them.
pub(crate) fn alone(screen: &Screen<'_>, node: &Node) -> ControlDescription {
    let text = |text: Option<String>| cut(&plain(&text.unwrap_or_default()), LONGEST);
    let fact = |fact: &Option<String>| text(fact.clone());
    let facts = &node.facts;
    ControlDescription {
        role: node.role.code().to_owned(),
        name: text(Some(node.name.clone())),
        before: text(screen.text_before(&node.id)),
        after: text(screen.text_after(&node.id)),
        heading: text(screen.heading_of(&node.id)),
        row: text(row(screen, node)),
        column: text(column(screen, node)),
        group: fact(&facts.group),
        hint: fact(&facts.hint),
        tag: fact(&facts.tag),
        kind: fact(&facts.input_type),
        autocomplete: fact(&facts.autocomplete),
        leads_to: facts.href.as_deref().map(destination).unwrap_or_default(),
        selector: fact(&facts.selector),
        alike: 0,
        previous: Vec::new(),
        next: Vec::new(),
    }
}

/// A description as it is told: what it is, and what stood around it, a line each.
pub(crate) fn in_lines(control: &ControlDescription, shown: impl Fn(&str) -> String) -> String {
    let said = [
        ("role", &control.role),
        ("name", &control.name),
        ("right before it", &control.before),
        ("right after it", &control.after),
        ("under the heading", &control.heading),
        ("in the row of", &control.row),
        ("in the column", &control.column),
        ("in the group", &control.group),
        ("placeholder", &control.hint),
        ("tag", &control.tag),
        ("type", &control.kind),
        ("autocomplete", &control.autocomplete),
        ("it leads to", &control.leads_to),
    ];
    let said = said.into_iter().filter(|(_, text)| !text.is_empty());
    let lines = said.map(|(what, text)| format!("{what}: {}\n", plain(&shown(text))));
    lines.collect()
}

/// Path and query of an address; empty where it has none.
pub(crate) fn path(url: &str) -> String {
    let Ok(url) = Url::parse(url) else {
        return String::new();
    };
    let query = url
        .query()
        .map_or_else(String::new, |query| format!("?{query}"));
    cut(&format!("{}{query}", url.path()), LONGEST)
}

/// The same with the fragment, by which links of one page are told from each other.
fn destination(url: &str) -> String {
    let fragment = url.split_once('#').map_or("", |(_, fragment)| fragment);
    match fragment {
        "" => path(url),
        _ => cut(&format!("{}#{fragment}", path(url)), LONGEST),
    }
}

/// What tells its row from the others: the first cell that says something; of an entry of a list, all that it says.
pub(crate) fn row(screen: &Screen<'_>, node: &Node) -> Option<String> {
    let place = screen.place(&node.id)?;
    if let Some(row) = screen.row_at(place.line) {
        let cells = row.cells();
        let own = |cell: &&screen_agent_page::screen::Cell<'_>| {
            !cell.text.trim().is_empty() && !cell.nodes.iter().any(|other| other.id == node.id)
        };
        let first = cells.iter().find(own).map(|cell| cell.text.clone());
        // What its own control holds is another thing next time.
        let said = || Some(screen.lines().get(place.line)?.words());
        return first.or_else(said).filter(|said| !said.is_empty());
    }
    let line = screen.lines().get(place.line)?;
    let said = line.words();
    (line.kind == LineKind::Item && !said.is_empty()).then_some(said)
}

fn column(screen: &Screen<'_>, node: &Node) -> Option<String> {
    let place = screen.place(&node.id)?;
    let row = screen.row_at(place.line)?;
    let at = row
        .cells()
        .iter()
        .position(|cell| cell.nodes.iter().any(|other| other.id == node.id))?;
    screen.tables().get(row.table)?.columns.get(at).cloned()
}
