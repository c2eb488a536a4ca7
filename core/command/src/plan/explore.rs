//! Looking for what is not in view: unfolding, other tabs, scrolling, further pages.

use screen_agent_words::WordList;
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};

use screen_agent_action::Action;
use screen_agent_page::locate::{Scrollable, dismissals, scrollables};
use screen_agent_page::{Line, Node, NodeId, Role, State};

use super::click::next_page;
use super::turn::{Tried, Turn, click_on, said};
use super::{Move, finish};
use crate::ground::find::is_grave;
use crate::read::Clause;
use crate::words::Phrase;
use crate::words::normal::{singular, stand_in, words};

/// Most steps that looking for one thing may take.
const MOST: usize = 30;
/// Most things that are opened on the way: who looks for a word does not go through every menu of an application.
const OPENED: usize = 10;
/// Most times that a page is given when it says that it is loading.
const WAITS: usize = 2;
/// Most times that a page is given while it shows nothing at all.
const EMPTY_WAITS: usize = 5;
/// Most times that one region is scrolled.
const SCROLLS: usize = 12;
/// Most times that anything is scrolled before a model is asked.
const SCROLLS_BACKED: usize = 2;

/// A way to see more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Way {
    Wait,
    Named,
    Clear,
    Unfold,
    Tabs,
    Scroll,
    Pages,
    Popups,
}

impl Way {
    /// It opens something.
    fn opens(self) -> bool {
        matches!(self, Self::Named | Self::Unfold | Self::Tabs | Self::Popups)
    }
}

/// What was done to see more: which way, and what it was done to or looked like then.
type Looked = (Way, String);

fn times(tried: &[Looked], way: Way) -> usize {
    tried.iter().filter(|(other, _)| *other == way).count()
}

fn was_tried(tried: &[Looked], way: Way, key: &str) -> bool {
    tried
        .iter()
        .any(|(other, tried)| *other == way && tried == key)
}

/// The next step of looking for something, or the end of it.
pub(crate) fn explore(turn: &mut Turn<'_>, what: &Phrase) -> Move {
    let tried = turn.memory.own.tried.clone();
    let opened = opened(&tried);
    let shows = |way: &Way| opened < OPENED || !way.opens();
    if tried.len() < MOST {
        for way in ways(turn, what).into_iter().filter(shows) {
            if let Some((key, action, why)) = step(turn, way, &tried) {
                let action = match action {
                    Action::Click { id } if is_menu_entry(turn, &id) => Action::Hover { id },
                    other => other,
                };
                turn.memory.own.tried.push((way, key));
                let why = format!("I do not see \"{}\" yet. {why}", what.text());
                return Move::Prepare(action, why);
            }
        }
    }
    Move::Stuck(finish::not_found(turn, what))
}

/// For a question: only what shows more of the page, and opens nothing.
pub(crate) fn look_further(turn: &mut Turn<'_>, what: &Phrase) -> Move {
    let tried = turn.memory.own.tried.clone();
    let wait = still_empty(turn, &tried).map(|step| (Way::Wait, step));
    let scroll = || scroll(turn, &tried).map(|step| (Way::Scroll, step));
    match wait.or_else(scroll).filter(|_| tried.len() < MOST) {
        Some((way, (key, action, why))) => {
            turn.memory.own.tried.push((way, key));
            Move::Prepare(action, format!("I do not see what is meant yet. {why}"))
        }
        None => Move::Stuck(finish::not_found(turn, what)),
    }
}

/// For what is listed and not in view: further down, and on the pages that follow.
pub(crate) fn look_through(turn: &mut Turn<'_>, what: &Phrase) -> Move {
    let tried = turn.memory.own.tried.clone();
    let ways = [Way::Wait, Way::Scroll, Way::Pages];
    let mut steps = ways
        .into_iter()
        .filter_map(|way| Some((way, step(turn, way, &tried)?)));
    match steps.next().filter(|_| tried.len() < MOST) {
        Some((way, (key, action, why))) => {
            drop(steps);
            turn.memory.own.tried.push((way, key));
            Move::Prepare(
                action,
                format!("I do not see \"{}\" yet. {why}", what.text()),
            )
        }
        None => Move::Stuck(finish::not_found(turn, what)),
    }
}

/// True where something was opened on the way that nobody spoke of.
pub(crate) fn has_opened(turn: &Turn<'_>) -> bool {
    opened(&turn.memory.own.tried) > 0
}

/// True where pages of a list were gone through for the clause.
pub(crate) fn has_paged(turn: &Turn<'_>) -> bool {
    times(&turn.memory.own.tried, Way::Pages) > 0
}

fn opened(tried: &[Looked]) -> usize {
    tried.iter().filter(|(way, _)| way.opens()).count()
}

/// For a question that nothing in view answers: what the page keeps folded or behind its tabs, a few of them.
pub(crate) fn look_inside(turn: &mut Turn<'_>, what: &Phrase) -> Option<Move> {
    /// Most that are opened.
    const FEW: usize = 4;
    let tried = turn.memory.own.tried.clone();
    let opened = opened(&tried);
    let ways = [Way::Unfold, Way::Tabs];
    let mut ways = ways
        .into_iter()
        .filter(|_| opened < FEW && !turn.ask.backed);
    let (way, (key, action, why)) = ways.find_map(|way| Some((way, step(turn, way, &tried)?)))?;
    turn.memory.own.tried.push((way, key));
    let why = format!("Nothing in view answers \"{}\". {why}", what.text());
    Some(Move::Prepare(action, why))
}

/// Every way to see more, those first that the person's words point to. What a model would look for with more sense is
/// not opened before it is asked.
fn ways(turn: &Turn<'_>, what: &Phrase) -> Vec<Way> {
    if turn.ask.backed {
        return vec![Way::Wait, Way::Scroll];
    }
    let mut ways = vec![
        Way::Wait,
        Way::Named,
        Way::Clear,
        Way::Scroll,
        Way::Unfold,
        Way::Tabs,
        Way::Pages,
        Way::Popups,
    ];
    let said = turn
        .reading
        .hints
        .iter()
        .chain([what])
        .flat_map(|words| &words.0);
    for token in said.filter(|token| token.word()) {
        let way = match singular(&token.low).as_str() {
            "tab" => Way::Tabs,
            "tree" | "folder" | "section" | "accordion" | "panel" => Way::Unfold,
            "scroll" | "scrolling" => Way::Scroll,
            "page" | "pagination" => Way::Pages,
            "menu" => Way::Popups,
            _ => continue,
        };
        ways.retain(|other| *other != way);
        ways.insert(1, way);
    }
    ways
}

fn step(turn: &Turn<'_>, way: Way, tried: &[Looked]) -> Option<(String, Action, String)> {
    match way {
        Way::Wait => wait(turn, tried),
        Way::Named => named(turn, tried),
        Way::Clear => clear(turn, tried),
        Way::Unfold => click_untried(turn, tried, "I unfold", |node| {
            node.is(State::Collapsed) && !is_popup(node)
        }),
        Way::Tabs => click_untried(turn, tried, "I look in", |node| {
            node.role == Role::Tab && !node.is(State::Selected)
        }),
        Way::Popups => click_untried(turn, tried, "I open", |node| {
            (is_popup(node)
                && !node.is(State::Expanded)
                && !node.role.takes_text()
                && node.role != Role::Select)
                || (node.role == Role::MenuItem && node.is(State::Collapsed))
        }),
        Way::Scroll => scroll(turn, tried),
        Way::Pages => {
            let next = next_page(turn)?;
            let here = look(turn);
            let fresh = !was_tried(tried, way, &here);
            // A page that was seen before is the last one.
            (times(tried, way) < SCROLLS && fresh).then(|| {
                let action = click_on(next);
                (here, action, "I go to the next page.".into())
            })
        }
    }
}

/// True where this opens a menu that was not opened for the clause yet: what was said may be found in it.
pub(super) fn is_menu(turn: &Turn<'_>, action: &Action) -> bool {
    let node = action.target().and_then(|id| turn.scene.screen.node(id));
    let holds = node.is_some_and(|node| {
        node.role == Role::MenuItem && (is_popup(node) || node.is(State::Collapsed))
    });
    holds && !turn.ask.backed && turn.tried(action) == Tried::Never
}

/// Entries of menus open under the pointer; a click might choose them.
fn is_menu_entry(turn: &Turn<'_>, id: &NodeId) -> bool {
    turn.scene
        .screen
        .node(id)
        .is_some_and(|node| node.role == Role::MenuItem)
}

fn is_popup(node: &Node) -> bool {
    node.facts.popup.is_some()
}

/// What the last step brings may take a moment to come.
fn wait(turn: &Turn<'_>, tried: &[Looked]) -> Option<(String, Action, String)> {
    if let Some(step) = still_empty(turn, tried) {
        return Some(step);
    }
    if is_loading(turn) && times(tried, Way::Wait) < WAITS {
        return Some(moment());
    }
    let last = turn.ask.steps.last()?;
    let brings = matches!(
        last.action,
        Action::Click { .. }
            | Action::Hover { .. }
            | Action::Press { .. }
            | Action::Navigate { .. }
            | Action::SetValue { .. }
            | Action::SelectDropdown { .. }
    );
    // Menus under the pointer open with a delay of their own.
    let hovered = matches!(last.action, Action::Hover { .. });
    (hovered || (brings && tried.is_empty())).then(moment)
}

/// A page that shows nothing to use and says nothing is built by its own code, and has not come yet.
fn still_empty(turn: &Turn<'_>, tried: &[Looked]) -> Option<(String, Action, String)> {
    let says = |(_, line): (usize, &Line)| !line.words().trim().is_empty();
    let open = !turn.ask.seen.url.is_empty();
    let empty = open && turn.nodes().next().is_none() && !turn.scene.lines().any(says);
    (empty && times(tried, Way::Wait) < EMPTY_WAITS).then(|| {
        let wait = Action::Wait { seconds: 2.0 };
        let why = "The page shows nothing yet; I wait for it.".to_owned();
        (String::new(), wait, why)
    })
}

fn moment() -> (String, Action, String) {
    let wait = Action::Wait { seconds: 1.0 };
    (String::new(), wait, "I wait a moment.".to_owned())
}

/// The page says so itself, in a line of its own.
fn is_loading(turn: &Turn<'_>) -> bool {
    turn.scene.lines().any(|(_, line)| {
        let said = words(&line.words());
        said.len() <= 4
            && (said.first().is_some_and(|word| word == "loading")
                || said.starts_with(&["please".to_owned(), "wait".to_owned()]))
    })
}

/// The person said where, "in the settings", "on the Orders page", or of what they speak: "Ann Lee has moved. Set ...".
fn named(turn: &Turn<'_>, tried: &[Looked]) -> Option<(String, Action, String)> {
    let asked = words(turn.ask.order.text());
    let spoken_of = |name: &str| {
        let remarks = turn.reading.clauses.iter();
        let mut remarks = remarks.filter_map(|clause| match clause {
            Clause::Remark { words } => Some(words),
            _ => None,
        });
        remarks.any(|remark| names(remark, name))
    };
    let node = turn.nodes().find(|node| {
        matches!(
            node.role,
            Role::Link | Role::Tab | Role::MenuItem | Role::Button | Role::Generic | Role::Summary
        ) && !node.covered
            && !node.is(State::Selected)
            && !node.is(State::Disabled)
            && !is_grave(&node.name)
            && !tried.iter().any(|(_, tried)| *tried == key(node))
            && (is_said_as_place(&asked, &words(&node.name))
                || spoken_of(&node.name)
                || is_said_as_kind(turn, &asked, node))
    })?;
    let action = click_on(node);
    Some((key(node), action, format!("I go to {}.", said(node))))
}

/// "the author Ann Lee": what lists all of its kind is a link called "Authors". What was filled in is not left for it.
fn is_said_as_kind(turn: &Turn<'_>, asked: &[String], node: &Node) -> bool {
    let name = words(&node.name);
    let [kind] = name.as_slice() else {
        return false;
    };
    let one = singular(kind);
    let elsewhere = node
        .facts
        .href
        .as_deref()
        .is_some_and(|href| href != turn.ask.seen.url);
    node.role == Role::Link
        && one != *kind
        && elsewhere
        && turn.memory.filled.is_empty()
        && asked.iter().any(|word| *word == one || word == kind)
}

/// True where a remark speaks of what bears this name: in its own letters, with a capital, or quoted.
fn names(remark: &Phrase, name: &str) -> bool {
    let name = name.trim();
    let capital = name.starts_with(char::is_uppercase) && name.chars().count() > 1;
    let quoted = remark
        .quotes()
        .iter()
        .any(|quote| quote.eq_ignore_ascii_case(name));
    let said = remark.text().replace("'s", "").replace("’s", "");
    let (said, name) = (words(&said), words(name));
    quoted || capital && stand_in(&name, &said)
}

/// True when these words stand behind "in", "on" and the like.
pub(super) fn is_said_as_place(asked: &[String], name: &[String]) -> bool {
    static LEADS: WordList = WordList::named("explore leads");
    let small = |word: &String| matches!(word.as_str(), "the" | "my" | "your");
    !name.is_empty()
        && (1..asked.len()).any(|at| {
            let lead = if small(&asked[at - 1]) {
                at.checked_sub(2)
            } else {
                at.checked_sub(1)
            };
            asked[at..].starts_with(name)
                && lead.is_some_and(|lead| LEADS.contains(asked[lead].as_str()))
        })
}

/// Something lies over the page: a notice that can be closed.
fn clear(turn: &Turn<'_>, tried: &[Looked]) -> Option<(String, Action, String)> {
    let nodes = turn.scene.nodes();
    if turn.scene.dialog().is_none() && !nodes.iter().any(|node| node.covered) {
        return None;
    }
    let (_, node) = dismissals(&turn.scene.screen).into_iter().next()?;
    let fresh =
        times(tried, Way::Clear) == 0 && !is_grave(&node.name) && !turn.forbidden(&node.name);
    fresh.then(|| {
        let action = click_on(node);
        (
            key(node),
            action,
            format!("I close what lies over the page with {}.", said(node)),
        )
    })
}

/// What the screen looks like, in short.
fn look(turn: &Turn<'_>) -> String {
    let mut hasher = DefaultHasher::new();
    turn.scene.all_text().hash(&mut hasher);
    for node in turn.scene.nodes() {
        node.name.hash(&mut hasher);
    }
    format!("{:x}", hasher.finish())
}

fn click_untried(
    turn: &Turn<'_>,
    tried: &[Looked],
    verb: &str,
    fits: impl Fn(&Node) -> bool,
) -> Option<(String, Action, String)> {
    let node = turn.nodes().find(|node| {
        fits(node)
            && !node.covered
            && !node.is(State::Disabled)
            && !is_grave(&node.name)
            && !turn.forbidden(&node.name)
            && !tried.iter().any(|(_, tried)| *tried == key(node))
    })?;
    let action = click_on(node);
    (!turn.refused(&action)).then(|| (key(node), action, format!("{verb} {}.", said(node))))
}

fn key(node: &Node) -> String {
    format!("{} {}", node.id, node.name)
}

fn scroll(turn: &Turn<'_>, tried: &[Looked]) -> Option<(String, Action, String)> {
    if turn.ask.backed && times(tried, Way::Scroll) >= SCROLLS_BACKED {
        return None;
    }
    scrollables(&turn.scene.screen)
        .into_iter()
        .find_map(|region| {
            let id = match &region {
                Scrollable::Region(id) => Some(id.clone()),
                // Without a word from the client we do not know that there is more below.
                Scrollable::Page if turn.ask.seen.scroll_position.is_none() => return None,
                Scrollable::Page => None,
            };
            let name = id.as_ref().map_or("page", |id| id.as_str());
            let lead = format!("{name} ");
            let mine = |(way, key): &&Looked| *way == Way::Scroll && key.starts_with(&lead);
            let count = tried.iter().filter(mine).count();
            let key = format!("{lead}{}", look(turn));
            (count < SCROLLS && !was_tried(tried, Way::Scroll, &key)).then(|| {
                let action = Action::Scroll {
                    down: true,
                    pages: 0.8,
                    id: id.clone(),
                };
                (key, action, "I scroll down.".to_owned())
            })
        })
}
