//! Whether every word of a clause is accounted for by what it was taken to mean.
//!
//! A control that bears half of the words is somebody else's guess: what was said of it and is not there, on it or around it,
//! means that something else was meant.

use std::cell::LazyCell;
use std::collections::HashSet;

use screen_agent_action::Action;
use screen_agent_page::{LineKind, Node, NodeId, Role};
use screen_agent_words::WordList;

use super::turn::Turn;
use super::{account, close};
use crate::ground::kind::kind_at;
use crate::ground::pick::{Picked, described, pick};
use crate::ground::reference::{Number, Place};
use crate::ground::rows::listings;
use crate::ground::scene::Scene;
use crate::ground::{Reference, table};
use crate::read::Clause;
use crate::words::likeness::{Likeness, likeness, synonym};
use crate::words::normal::{is_filler, singular, words};
use crate::words::token::tokenise;
use crate::words::{Phrase, number};

/// Words of an order that say nothing of which thing is meant.
static IDLE: WordList = WordList::named("words that pick nothing out");
/// How far above a control its headings and labels are looked for, in lines.
const REACH: usize = 40;

/// A word that nothing accounts for, where the action goes to a control that the clause describes.
pub(super) fn unaccounted(turn: &Turn<'_>, clause: &Clause, action: &Action) -> Option<String> {
    // What stands in a text, and keeping it, was looked at as a whole.
    if turn.memory.own.amends {
        return None;
    }
    let phrases: Vec<&Phrase> = match clause {
        Clause::Touch { what, .. } | Clause::Toggle { what, .. } => vec![what],
        Clause::Enter { label, field, .. } => label.iter().chain(field).collect(),
        Clause::Shift { field: what, .. } | Clause::Clear { what } => vec![what],
        Clause::Close { what } if !close::names_notice(what) => vec![what],
        Clause::Effect { .. } => return sent_at_once(turn, action.target()?),
        _ => return None,
    };
    in_node(turn, clause, phrases, action.target()?)
}

/// "Send it to the Rome office": "Send the request" asks nobody to whom, and sends something else.
fn sent_at_once(turn: &Turn<'_>, id: &NodeId) -> Option<String> {
    let next = turn.reading.clauses.get(turn.memory.at + 1)?;
    let Clause::Enter {
        label: Some(to),
        field: None,
        ..
    } = next
    else {
        return None;
    };
    let (said, name) = (
        words(turn.ask.order.text()),
        words(&turn.scene.screen.node(id)?.name),
    );
    let mut unsaid = name
        .into_iter()
        .filter(|word| !said.contains(word) && !is_filler(word));
    matches!(&to.0[..], [to] if to.is("to"))
        .then(|| unsaid.next())
        .flatten()
}

/// The same where nothing had to be done: what was found to be so already has to be what was meant.
pub(super) fn unaccounted_as_it_is(turn: &Turn<'_>, clause: &Clause) -> Option<String> {
    let phrases: Vec<&Phrase> = match clause {
        Clause::Enter { label, field, .. } => label.iter().chain(field).collect(),
        Clause::Clear { what } => vec![what],
        _ => return None,
    };
    let found = turn.it().filter(|_| turn.mine().is_empty())?;
    in_node(turn, clause, phrases, &found.id)
}

fn in_node(turn: &Turn<'_>, clause: &Clause, phrases: Vec<&Phrase>, id: &NodeId) -> Option<String> {
    let node = turn.scene.screen.node(id)?;
    // The field itself was accounted for when it was opened.
    if node.role == Role::Option && matches!(clause, Clause::Enter { .. }) {
        return None;
    }
    // Gathered only where the control's own name leaves a word open.
    let around = LazyCell::new(|| {
        let mut known = around(&turn.scene, node);
        // What the page is called is on every control of it, and closes none.
        if !matches!(clause, Clause::Close { .. }) {
            add(&mut known, &turn.ask.seen.title);
            add(&mut known, &turn.ask.seen.url);
        }
        known
    });
    let mut left = phrases.into_iter().filter_map(|what| {
        let reference = turn.reference(what);
        let listed = !matches!(reference.number, Number::The);
        if reference.same || listed || names_several(turn, what) {
            return None;
        }
        // What ranks or compares what is listed has been read as a whole, and so has what one signs in with.
        let of = |picked: Option<Picked<'_>>| picked.is_some_and(|picked| holds(&picked, node));
        let row = || {
            let (_, row) = table::names(&reference, None)?;
            described(&turn.scene, &tokenise(&row))
        };
        let picked =
            of(pick(&turn.scene, &what.0)) || of(described(&turn.scene, &what.0)) || of(row());
        let fills = matches!(
            clause,
            Clause::Enter { .. } | Clause::Shift { .. } | Clause::Clear { .. }
        );
        let signs_in = || account::field(turn, &reference).is_some_and(|field| field.id == node.id);
        // Whose it is was accounted for when its own page was opened.
        let opened = fills && turn.memory.own.went && table::names(&reference, None).is_some();
        if picked || opened || fills && signs_in() {
            return None;
        }
        // What is pressed is no field, unless it is called one or by its very name.
        if !fills && node.role.takes_text() && reference.kinds.is_empty() {
            let named = likeness(&reference.whole, &turn.scene.label(node));
            return (named < Some(Likeness::SameWords)).then(|| reference.whole.clone());
        }
        let word = missing(&turn.scene, &reference, node, &around)?;
        let called = matches!(clause, Clause::Touch { .. }) && is_called(turn, what, &word, node);
        (!called).then_some(word)
    });
    left.next()
}

/// "the event "Dentist"": what kind of thing bears that very name, where nothing else bears it.
fn is_called(turn: &Turn<'_>, what: &Phrase, kind: &str, node: &Node) -> bool {
    let [before @ .., quote] = what.0.as_slice() else {
        return false;
    };
    let names = |node: &Node| likeness(&quote.text, &turn.scene.label(node)).is_some();
    quote.quoted()
        && before.last().is_some_and(|last| last.is(kind))
        && names(node)
        && turn.nodes().filter(|other| names(other)).count() == 1
}

/// "A, B and C": each is looked at when its turn comes.
fn names_several(turn: &Turn<'_>, what: &Phrase) -> bool {
    let known = |text: &str| {
        turn.nodes()
            .any(|node| likeness(text, &turn.scene.label(node)).is_some())
    };
    crate::ground::items::split(what, &known).len() > 1 || what.0.iter().any(|token| token.is("or"))
}

fn holds(picked: &Picked<'_>, node: &Node) -> bool {
    let mut nodes = picked.entries.iter().flat_map(|entry| &entry.nodes);
    nodes.any(|listed| listed.id == node.id)
}

fn missing<F: FnOnce() -> HashSet<String>>(
    scene: &Scene<'_>,
    reference: &Reference,
    node: &Node,
    around: &LazyCell<HashSet<String>, F>,
) -> Option<String> {
    let label = scene.label(node);
    if likeness(&reference.whole, &label).is_some() {
        return None;
    }
    let named = likeness(&reference.name, &label).is_some();
    let of_itself = [(!named).then_some(&reference.name), Some(&reference.beside)];
    let own = of_itself
        .into_iter()
        .flatten()
        .find_map(|text| first_unknown(text, around));
    own.or_else(|| {
        let mut places = reference.places.iter();
        places.find_map(|(place, landmark)| {
            let text = format!("{} {}", landmark.name, landmark.beside);
            match place {
                Place::Row | Place::Of | Place::Within => first_unknown(&text, around),
                Place::Near | Place::Above | Place::Below | Place::LeftOf | Place::RightOf => {
                    first_unknown(&text, &on_page(scene))
                }
            }
        })
    })
}

/// True where the words are those of a name, and others that pick nothing out: "page 3" for "3".
pub(super) fn says_wholly(what: &Phrase, name: &str) -> bool {
    let mut known = HashSet::new();
    add(&mut known, name);
    let said = what.text();
    let mut own = HashSet::new();
    add(&mut own, &said);
    !known.is_empty() && known.is_subset(&own) && first_unknown(&said, &known).is_none()
}

/// True where the words hold all of a name.
pub(super) fn says_all(what: &Phrase, name: &str) -> bool {
    let (mut known, mut own) = (HashSet::new(), HashSet::new());
    add(&mut known, name);
    add(&mut own, &what.text());
    likeness(&what.text(), name) >= Some(Likeness::Synonym) || known.is_subset(&own)
}

/// True where a text says nothing besides what was said, as "this page" never does.
pub(super) fn adds_nothing(text: &str, said: &str) -> bool {
    let mut known = HashSet::new();
    add(&mut known, said);
    first_unknown(text, &known).is_none()
}

/// A word that says where to scroll, and stands for nothing that scrolls.
pub(super) fn unknown_place(what: &Phrase) -> Option<String> {
    first_unknown(&Reference::of(what).name, &HashSet::new())
}

/// The first telling word of a text that is not among the known ones.
fn first_unknown(text: &str, known: &HashSet<String>) -> Option<String> {
    let tells = |word: &&String| {
        let one = tokenise(word);
        !is_filler(word)
            && !IDLE.contains(word.as_str())
            && kind_at(&one).is_none()
            && number::ordinal(word).is_none()
    };
    let is_known = |word: &String| {
        let one = singular(word);
        known.contains(&one)
            || known
                .iter()
                .any(|other| other.starts_with(&one) && one.len() > 3 || synonym(word, other))
    };
    words(text)
        .into_iter()
        .find(|word| tells(&word) && !is_known(word))
}

fn add(known: &mut HashSet<String>, text: &str) {
    known.extend(words(text).iter().map(|word| singular(word)));
}

/// A word of where something is said to stand that does not stand around it.
pub(super) fn not_around<'t>(
    turn: &Turn<'_>,
    node: &Node,
    places: impl IntoIterator<Item = &'t str>,
) -> Option<String> {
    let mut places = places.into_iter().peekable();
    places.peek()?;
    let mut known = around(&turn.scene, node);
    add(&mut known, node.facts.group.as_deref().unwrap_or_default());
    add(&mut known, &turn.ask.seen.title);
    add(&mut known, &turn.ask.seen.url);
    places.find_map(|place| first_unknown(place, &known))
}

/// The words on a control and around it: its own, of its row, card or item, of what stands over it.
fn around(scene: &Scene<'_>, node: &Node) -> HashSet<String> {
    let mut known = HashSet::new();
    let facts = &node.facts;
    let own = [
        Some(&node.name),
        node.value.as_ref(),
        node.color.as_ref(),
        facts.autocomplete.as_ref(),
        facts.href.as_ref(),
    ];
    own.into_iter()
        .flatten()
        .for_each(|text| add(&mut known, text));
    add(&mut known, &scene.label(node));
    facts
        .options
        .iter()
        .for_each(|option| add(&mut known, option));
    add(&mut known, facts.input_type.as_deref().unwrap_or_default());
    add(&mut known, &scene.head_of(node).unwrap_or_default());
    let Some(line) = scene.line_of(&node.id) else {
        return known;
    };
    add(&mut known, &scene.spoken(line));
    let listed = listings(scene);
    let entries = listed
        .iter()
        .flat_map(|listing| listing.entries.iter().map(move |entry| (listing, entry)));
    for (listing, entry) in entries.filter(|(_, entry)| entry.holds(line)) {
        entry
            .parts
            .iter()
            .for_each(|part| add(&mut known, &format!("{} {}", part.label, part.text)));
        add(&mut known, &entry.title);
        listing
            .columns
            .iter()
            .for_each(|column| add(&mut known, column));
        known.extend(listing.kinds.iter().cloned());
    }
    let above = (line.saturating_sub(REACH)..line).rev();
    let mut level = u8::MAX;
    for at in above {
        let over = &scene.screen.lines()[at];
        let heads = match over.kind {
            LineKind::Heading(depth) if depth < level => {
                level = depth;
                true
            }
            LineKind::Dialog
            | LineKind::Caption
            | LineKind::Label
            | LineKind::HeaderRow
            | LineKind::Term => true,
            _ => at + 1 == line,
        };
        if heads {
            add(&mut known, &scene.spoken(at));
        }
    }
    known
}

fn on_page(scene: &Scene<'_>) -> HashSet<String> {
    let mut known = HashSet::new();
    add(&mut known, &scene.all_text());
    scene
        .nodes()
        .iter()
        .for_each(|node| add(&mut known, &node.name));
    known
}
