//! Before anything is said of all that is listed, the rest of it is looked at.

use screen_agent_action::Action;
use screen_agent_page::locate::{Scrollable, scrollables};
use screen_agent_page::{LineKind, Node, NodeId, Rect, Role};

use super::click::next_page;
use super::turn::{Turn, click_on};
use super::{Move, explore, nth, several};
use crate::answer;
use crate::ground::pick::{described, of_reference, pick};
use crate::ground::recall::Recalled;
use crate::ground::rows::{Listing, listing_for};
use crate::ground::scene::is_ready;
use crate::ground::superlative::{at_comparative, superlative};
use crate::ground::{Reference, table};
use crate::read::Clause;
use crate::words::likeness::synonym;
use crate::words::normal::{stand_in, words};
use crate::words::token::tokenise;
use crate::words::{Phrase, Token};

/// Most times that the view is moved on, and back.
pub(super) const MOST: usize = 12;

/// What has to be looked at before a clause that speaks of all that is listed, or of a cell whose row is not in view.
pub(crate) fn first(turn: &mut Turn<'_>, clause: &Clause) -> Option<Move> {
    if let Some(step) = to_row(turn, clause) {
        return Some(step);
    }
    if let Some(step) = most_of_rows(turn, clause) {
        return Some(step);
    }
    let (words, touches) = match clause {
        Clause::Tell { question } => (question, false),
        // "highest first" is an order, and picks nothing out.
        Clause::Effect { verb, .. } if verb == "sort" => return None,
        Clause::Touch { what, .. } | Clause::Effect { what, .. } | Clause::Find { what } => {
            (what, true)
        }
        Clause::Choose {
            items, from: None, ..
        } => (items, true),
        _ => return None,
    };
    // What is meant was touched or chosen already, and may have led to another page.
    if turn.memory.own.target.is_some() || !turn.memory.own.picked.is_empty() {
        return None;
    }
    if touches && let Some(step) = nth::look(turn, &turn.reference(words)) {
        return Some(step);
    }
    if !over_all(&words.0) || several::without_page(&words.0).1 {
        return None;
    }
    // A month is counted where its name stands over it: looking on would lead away from that.
    if !touches && answer::is_of_shown_period(&turn.scene, words) {
        return None;
    }
    if !touches {
        let said = answer::total_is_stated(&turn.scene, words);
        return survey(turn, &words.0, !said && !turn.ask.backed);
    }
    let spoken = listed_in(turn, &turn.reference(words))?;
    if let Some(listing) = listing_for(&turn.scene, &spoken)
        && begins_earlier(turn, &listing)
    {
        let why = "the list begins on an earlier page than this one";
        return Some(Move::Stuck(why.to_owned()));
    }
    survey(turn, &spoken, !turn.ask.backed).or_else(|| back(turn, &spoken))
}

/// "The city of the person who earns the most": which row that is, only all of them tell.
fn most_of_rows(turn: &mut Turn<'_>, clause: &Clause) -> Option<Move> {
    let phrase = match clause {
        Clause::Enter { field, label, .. } => field.as_ref().or(label.as_ref())?,
        Clause::Shift { field, .. } => field,
        _ => return None,
    };
    let (_, row) = table::names(&turn.reference(phrase), None)?;
    let spoken = tokenise(&row);
    if !over_all(&spoken) || turn.deeds().next().is_some() {
        return None;
    }
    survey(turn, &spoken, !turn.ask.backed).or_else(|| back(turn, &spoken))
}

/// "Ann's salary", where a table has salaries, and Ann is further down or on another page.
fn to_row(turn: &mut Turn<'_>, clause: &Clause) -> Option<Move> {
    let phrase = match clause {
        Clause::Enter { field, label, .. } => field.as_ref().or(label.as_ref())?,
        Clause::Shift { field, .. } => field,
        Clause::Choose {
            items, from: None, ..
        } => items,
        _ => return None,
    };
    let (column, row) = table::names(&turn.reference(phrase), None)?;
    let touched = turn.deeds().next().is_some();
    let named = row.chars().any(char::is_uppercase);
    let here = table::cell(&turn.scene, &column, &row).is_some();
    if here
        || touched
        || !named
        || is_said(turn, &row)
        || table::column(&turn.scene, &column).is_none()
    {
        return None;
    }
    match explore::look_through(turn, &Phrase::of(&row)) {
        Move::Stuck(_) => None,
        step => Some(step),
    }
}

fn is_said(turn: &Turn<'_>, name: &str) -> bool {
    stand_in(&words(name), &words(&turn.scene.all_text()))
}

/// The words for a listed thing: the whole reference, or what it is said to stand beside.
fn listed_in(turn: &Turn<'_>, reference: &Reference) -> Option<Vec<Token>> {
    std::iter::once(reference)
        .chain(reference.places.iter().map(|(_, place)| place))
        .find(|reference| of_reference(&turn.scene, reference).is_some())
        .map(|reference| tokenise(&reference.whole))
}

/// The next step of looking at all of it; `None` when what is in view and in the notes is all.
fn survey(turn: &mut Turn<'_>, tokens: &[Token], pages: bool) -> Option<Move> {
    if turn.memory.own.surveyed {
        return None;
    }
    let listing = listing_for(&turn.scene, tokens)?;
    let count = turn.memory.own.surveys;
    let region = further(turn, &listing);
    let next = match region {
        None if pages => onward(turn, &listing),
        _ => None,
    };
    if region.is_none() && next.is_none() {
        turn.memory.own.surveyed = true;
        turn.scene.paged = turn.memory.own.pages > 0;
        return None;
    }
    if count >= MOST || !keep(turn, &listing) {
        let seen = listing.entries.len();
        return Some(Move::Stuck(format!(
            "the list goes on further than I look; I saw {seen} of it, and cannot speak of all"
        )));
    }
    turn.memory.own.surveys += 1;
    if let Some(next) = next {
        turn.memory.own.pages += 1;
        let why = "The list goes on on the next page; I look at the rest of it first.";
        return Some(Move::Prepare(click_on(next), why.to_owned()));
    }
    let region = region.flatten();
    Some(scroll(
        region,
        true,
        "The list goes on below; I look at the rest of it first.",
    ))
}

/// What leads to the next page of a list that is looked at from its first page on; it stands below the list.
fn onward<'a>(turn: &Turn<'a>, listing: &Listing<'_>) -> Option<&'a Node> {
    if begins_earlier(turn, listing) {
        return None;
    }
    let below = below(turn, listing)?;
    let next = turn.memory.own.pages + 2;
    next_page(turn)
        .filter(|node| below.contains(&node.id))
        .or_else(|| numbered(turn, &below, next))
}

/// True where what is in view is not the first page of the list.
fn begins_earlier(turn: &Turn<'_>, listing: &Listing<'_>) -> bool {
    let first = || {
        let below = below(turn, listing)?;
        numbered(turn, &below, 1).or_else(|| previous_page(turn, &below))
    };
    turn.memory.own.pages == 0 && first().is_some()
}

/// The controls below a list.
fn below(turn: &Turn<'_>, listing: &Listing<'_>) -> Option<Vec<NodeId>> {
    let entries = listing.entries.iter().map(|entry| entry.to);
    let last = entries.filter(|to| *to != usize::MAX).max()?;
    let below = |node: &&Node| turn.scene.line_of(&node.id).is_some_and(|line| line > last);
    Some(
        turn.nodes()
            .filter(below)
            .map(|node| node.id.clone())
            .collect(),
    )
}

fn numbered<'a>(turn: &Turn<'a>, below: &[NodeId], page: usize) -> Option<&'a Node> {
    let page = page.to_string();
    let mut nodes = turn.nodes().filter(|node| below.contains(&node.id));
    nodes.find(|node| node.role == Role::Link && node.name.trim() == page)
}

fn previous_page<'a>(turn: &Turn<'a>, below: &[NodeId]) -> Option<&'a Node> {
    let leads = |node: &&Node| {
        let name = words(&node.name);
        let first = name.first().map_or("", String::as_str);
        let back = first == "previous" || synonym("previous", first);
        is_ready(node) && name.len() <= 2 && back
    };
    let mut nodes = turn.nodes().filter(|node| below.contains(&node.id));
    nodes.find(leads)
}

/// Keeps what is listed for when it has left the view; false when it is too much.
pub(super) fn keep(turn: &mut Turn<'_>, listing: &Listing<'_>) -> bool {
    let Some(rows) = Recalled::of(listing) else {
        return false;
    };
    turn.memory.own.rows = Some(rows);
    true
}

/// What is meant was seen before the view was moved on: back to it.
pub(super) fn back(turn: &mut Turn<'_>, tokens: &[Token]) -> Option<Move> {
    turn.memory.own.rows.as_ref()?;
    let picked = described(&turn.scene, tokens).or_else(|| pick(&turn.scene, tokens))?;
    let [entry] = picked.entries.as_slice() else {
        return None;
    };
    let count = turn.memory.own.returns;
    if !entry.nodes.is_empty() || count >= MOST {
        return None;
    }
    turn.memory.own.returns += 1;
    // It stood on an earlier page.
    let below = below(turn, &picked.listing).filter(|_| turn.memory.own.pages > 0);
    if let Some(previous) = below.and_then(|below| previous_page(turn, &below)) {
        let why = format!("It is \"{}\"; I go back to its page.", entry.title);
        return Some(Move::Prepare(click_on(previous), why));
    }
    let region = picked
        .listing
        .entries
        .iter()
        .rev()
        .find_map(|entry| turn.scene.rect_of_line(entry.to))
        .map(|rect| region_around(turn, rect));
    Some(scroll(
        region.flatten(),
        false,
        &format!("It is \"{}\"; I go back to where it stands.", entry.title),
    ))
}

pub(super) fn scroll(region: Option<NodeId>, down: bool, why: &str) -> Move {
    let action = Action::Scroll {
        down,
        pages: 0.8,
        id: region,
    };
    Move::Prepare(action, why.to_owned())
}

/// Words that speak of all that is listed.
fn over_all(tokens: &[Token]) -> bool {
    let counts =
        |at: usize| tokens[at].is("how") && tokens.get(at + 1).is_some_and(|next| next.is("many"));
    let sums = tokens
        .iter()
        .any(|token| token.is_any(&["total", "average", "sum", "together", "altogether", "count"]))
        && tokens.len() > 2;
    let last = tokens.len() > 1 && tokens.iter().any(|token| token.is("last"));
    // "Earns the most", "the better paid one of the two".
    let bare = tokens
        .windows(2)
        .any(|pair| pair[0].is("the") && pair[1].is_any(&["most", "least"]));
    let of_two = |at: usize| {
        tokens[at].is("the") && at_comparative(&tokens[at + 1..]).is_some_and(|(at, ..)| at == 0)
    };
    let extreme = superlative(tokens).is_some() || bare || (0..tokens.len()).any(of_two);
    extreme || (0..tokens.len()).any(counts) || sums || last
}

/// Where the view can be moved on, when a listing goes on to the end of what is in view.
fn further(turn: &Turn<'_>, listing: &Listing<'_>) -> Option<Option<NodeId>> {
    let lines = turn.scene.screen.lines();
    let last = listing
        .entries
        .iter()
        .map(|entry| entry.to)
        .filter(|to| *to < lines.len())
        .max()?;
    if listing.entries.len() < 2 {
        return None;
    }
    // In a region of its own a list may end with half an entry; what stands outside does not count.
    let region = lines[last].rect.and_then(|rect| region_around(turn, rect));
    let within = |rect: Option<Rect>| {
        region.is_none() || rect.and_then(|rect| region_around(turn, rect)) == region
    };
    // What stands beside the list, such as its filters, does not end it.
    let end = lines[last].rect.map(|rect| rect.y + rect.h);
    let beside =
        |rect: Option<Rect>| matches!((rect, end), (Some(rect), Some(end)) if rect.y < end);
    let follows = lines[last + 1..]
        .iter()
        .take_while(|line| line.kind != LineKind::Dialog)
        .filter(|line| within(line.rect) && !beside(line.rect))
        .count();
    if follows > usize::from(region.is_some()) {
        return None;
    }
    region_of(turn, lines[last].rect)
}

/// The region around a place that has more below; the page where no region is around it.
pub(super) fn region_of(turn: &Turn<'_>, rect: Option<Rect>) -> Option<Option<NodeId>> {
    if let Some(id) = rect.and_then(|rect| region_around(turn, rect)) {
        let more = Scrollable::Region(id.clone());
        if scrollables(&turn.scene.screen).contains(&more) {
            return Some(Some(id));
        }
        // What the window cuts goes on with the page.
        let end = turn.scene.screen.node(&id).and_then(|node| node.rect);
        let height = turn.ask.seen.viewport.map_or(f64::MAX, |view| view.height);
        if end.is_none_or(|rect| rect.y + rect.h < height - 1.0) {
            return None;
        }
    }
    let page = scrollables(&turn.scene.screen).contains(&Scrollable::Page)
        && turn.ask.seen.scroll_position.is_some();
    page.then_some(None)
}

/// The smallest region that scrolls around a place.
fn region_around(turn: &Turn<'_>, rect: Rect) -> Option<NodeId> {
    let here = rect.center();
    let holds = |region: Rect| {
        here.x >= region.x
            && here.x <= region.x + region.w
            && here.y >= region.y
            && here.y <= region.y + region.h
    };
    let regions = turn.nodes().filter(|node| node.scroll.is_some());
    regions
        .filter_map(|node| {
            node.rect
                .filter(|rect| holds(*rect))
                .map(|rect| (rect.w * rect.h, node))
        })
        .min_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, node)| node.id.clone())
}
