//! Changing a text that a field holds: what stood there is kept, but for what the words replace.

use screen_agent_action::{Action, Modifier};
use screen_agent_page::{LineKind, Node};
use screen_agent_words::WordList;

use super::turn::{Tried, Turn, said};
use super::passage::{Edit, edits, place, places};
use super::{Move, cell, choose, copy, date, editor, effect, enter, explore};
use crate::ground::find::candidates;
use crate::ground::scene::is_ready;
use crate::ground::{Grounded, Wish, only};
use crate::read::{Amend, By, Clause, Passage, Unit, and_field, bare};
use crate::words::{Phrase, Token};
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::words;
use crate::words::number::amount;
use crate::words::token::{spaced, tokenise};

static DELETES: WordList = WordList::named("verbs that delete");

/// Adds a text to what a field holds, or puts it in the place of a phrase.
pub(super) fn amend(
    turn: &mut Turn<'_>,
    how: &Amend,
    text: &Phrase,
    field: Option<&Phrase>,
) -> Move {
    if let Some(step) = entry_of_list(turn, how, text, field) {
        return step;
    }
    let kept = turn.memory.own.fields.first().cloned();
    let node = match kept {
        Some(id) => turn.scene.screen.node(&id),
        None => meant(turn, how, field),
    };
    let Some(node) = node else {
        return open_editor(turn, field);
    };
    turn.memory.own.fields = vec![node.id.clone()];
    let text = text.text();
    if is_rich(node) {
        return match how {
            Amend::End | Amend::Start => by_keys(turn, node, how, &text),
            Amend::Whole => rewrite(turn, node, text),
            _ => in_editor(turn, node, how, &text),
        };
    }
    let wanted = match turn.memory.own.value.clone() {
        Some(wanted) => wanted,
        None => match told_whole(turn, node, is_area(node)) {
            Err(step) => return step,
            Ok(held) => match amended(turn, node, &held, how, &text) {
                Ok(wanted) => wanted,
                Err(why) => return Move::Stuck(why),
            },
        },
    };
    rewrite(turn, node, wanted)
}

/// Writes the whole text anew.
fn rewrite(turn: &mut Turn<'_>, node: &Node, wanted: String) -> Move {
    turn.memory.own.value = Some(wanted.clone());
    // It is changed on purpose.
    turn.memory.filled.push(node.id.as_str().to_owned());
    enter::fill(turn, node, &wanted)
}

/// "Delete the second line" may speak of a list that is no text: then it is what the page offers for it.
pub(super) fn as_meant(turn: &mut Turn<'_>, clause: &Clause) -> Option<Clause> {
    let Clause::Amend {
        how: Amend::Cut(part),
        text,
        field,
    } = clause
    else {
        return as_entry(turn, clause);
    };
    (!cuts(turn, part, field.as_ref())).then(|| Clause::Effect {
        verb: "delete".to_owned(),
        what: text.clone(),
    })
}

/// True where it is a text that a part is cut out of.
fn cuts(turn: &Turn<'_>, part: &Passage, field: Option<&Phrase>) -> bool {
    let own = &turn.memory.own;
    if own.gone.is_some() || !own.fields.is_empty() || own.went {
        return own.target.is_none();
    }
    if own.target.is_some() {
        return false;
    }
    let Some(node) = meant(turn, &Amend::Cut(part.clone()), field) else {
        return match &part.by {
            By::Number(_) => false,
            By::Text(said) | By::Theme(said) => {
                editor_opener(turn).is_some() && page_says(turn, part, said)
            }
        };
    };
    if field.is_some() || part.unit == Unit::Sentence {
        return true;
    }
    let value = node.value.as_deref().unwrap_or_default();
    let holds = |said: &Phrase| {
        let (said, value) = (words(&said.text()), words(value));
        said.iter().all(|word| value.contains(word))
    };
    match &part.by {
        By::Text(said) | By::Theme(said) => value.ends_with('…') || holds(said),
        // The lines of a table, or what has its own button for it, are counted as well.
        By::Number(_) => {
            let row = |kind| matches!(kind, LineKind::Row | LineKind::Item);
            let deletes = |node: &Node| {
                let name = words(&node.name);
                name.first().is_some_and(|word| DELETES.contains(word))
            };
            !turn.scene.lines().any(|(_, line)| row(line.kind)) && !turn.nodes().any(deletes)
        }
    }
}

/// True where one line of the page's own text is the part that is meant.
fn page_says(turn: &Turn<'_>, part: &Passage, said: &Phrase) -> bool {
    let text = turn.scene.all_text();
    !said.is_empty() && place(&text, part).is_some()
}

/// "Replace Olives by Onions in the toppings": the one is taken out of the list, the other chosen.
fn entry_of_list(
    turn: &mut Turn<'_>,
    how: &Amend,
    text: &Phrase,
    field: Option<&Phrase>,
) -> Option<Move> {
    let (Amend::Instead(old), Some(list)) = (how, field) else {
        return None;
    };
    let name = turn.reference(list).whole;
    if choose::holds_entry(turn, &name, old) && turn.mine().is_empty() {
        let out = [old.0.clone(), tokenise("from"), list.0.clone()].concat();
        return Some(match effect::effect(turn, "remove", &Phrase(spaced(out))) {
            Move::Act(action, why) => Move::Prepare(action, why),
            step => step,
        });
    }
    let began = !turn.mine().is_empty() && choose::list_called(turn, &name).is_some();
    began.then(|| choose::choose(turn, text, Some(list), true))
}

/// The text as it is to be.
fn amended(
    turn: &mut Turn<'_>,
    node: &Node,
    held: &str,
    how: &Amend,
    text: &str,
) -> Result<String, String> {
    let lines = node.facts.multiline || is_area(node);
    let joint = match (held.is_empty(), lines) {
        (true, _) => "",
        (false, true) => "\n",
        (false, false) => " ",
    };
    match how {
        Amend::End => Ok(format!("{}{joint}{text}", held.trim_end_matches('\n'))),
        Amend::Start => Ok(format!("{text}{joint}{held}")),
        Amend::Whole => Ok(text.to_owned()),
        _ => {
            let edits = edits(held, how, text).ok_or_else(|| not_once(node))?;
            turn.memory.own.gone = gone(held, how, &edits);
            Ok(edits.iter().fold(held.to_owned(), |held, edit| edit.applied(&held)))
        }
    }
}

fn not_once(node: &Node) -> String {
    format!("{} does not hold that once", said(node))
}

/// What is cut out, to be seen to be gone.
fn gone(held: &str, how: &Amend, edits: &[Edit]) -> Option<String> {
    let cut = edits.first().filter(|_| matches!(how, Amend::Cut(_)))?;
    Some(held[cut.at.clone()].trim().to_owned())
}

/// Marks and writes in an editor, so that all the rest stays as it is.
fn in_editor(turn: &mut Turn<'_>, node: &Node, how: &Amend, text: &str) -> Move {
    let lines = !matches!(how, Amend::Instead(_) | Amend::Before(_));
    // As it was before anything was changed.
    let held = match turn.memory.own.value.clone() {
        Some(held) => held,
        None => match told_whole(turn, node, lines) {
            Ok(held) => held,
            Err(step) => return step,
        },
    };
    let Some(edits) = edits(&held, how, text) else {
        return Move::Stuck(not_once(node));
    };
    turn.memory.own.value = Some(held.clone());
    turn.memory.own.gone = gone(&held, how, &edits);
    let mut steps = Vec::new();
    let mut held = held;
    for edit in &edits {
        let Some(more) = editor::steps(node, &held, edit) else {
            return Move::Stuck(not_once(node));
        };
        steps.extend(more);
        held = edit.applied(&held);
    }
    editor::in_turn(turn, steps)
}

/// The text that an editor holds: as it was told, or as a query reads it where lines matter or it was cut.
pub(super) fn told_whole(turn: &Turn<'_>, node: &Node, lines: bool) -> Result<String, Move> {
    let told = node.value.clone().unwrap_or_default();
    // What is told in one line may be several.
    if !told.contains(' ') || !lines && !told.ends_with('…') {
        return Ok(told);
    }
    copy::in_lines(turn, node, told).map_err(|step| match step {
        Move::Act(action, why) => Move::Prepare(action, why),
        step => step,
    })
}

/// An editor that keeps more than plain text.
pub(super) fn is_rich(node: &Node) -> bool {
    is_area(node) && !matches!(node.facts.tag.as_deref(), Some("input" | "textarea"))
}

pub(super) fn is_area(node: &Node) -> bool {
    node.role == screen_agent_page::Role::TextArea
}

/// The field that is named, else the one that holds the phrase, else the only one for a text of some length.
pub(super) fn meant<'a>(turn: &Turn<'a>, how: &Amend, field: Option<&Phrase>) -> Option<&'a Node> {
    static TEXTS: WordList = WordList::named("texts that stand in a field");
    let fields = turn.text_fields();
    if let Some(field) = field {
        let reference = turn.reference(field);
        let named = candidates(&turn.scene, &reference, Wish::Fill);
        let named = only(named.into_iter().filter(|node| node.role.takes_text()));
        if named.is_some() {
            return named;
        }
        let text = |word: &String| TEXTS.contains(word.as_str());
        if !words(&reference.name).iter().all(text) {
            return None;
        }
    }
    if let Amend::Instead(old) | Amend::Before(old) | Amend::Throughout(old) = how {
        let holds = |node: &&&Node| {
            let held = node.value.as_deref().unwrap_or_default();
            !places(held, &old.text()).is_empty()
        };
        if let Some(node) = only(fields.iter().filter(holds)) {
            return Some(node);
        }
    }
    only(fields.into_iter().filter(|node| is_area(node)))
}

/// Writes at an end of an editor by keys, so that all that stands there stays as it is.
fn by_keys(turn: &mut Turn<'_>, node: &Node, how: &Amend, text: &str) -> Move {
    let value = node.value.clone().unwrap_or_default();
    let mut mine = turn.mine().iter();
    if let Some(step) = mine.find(|step| matches!(step.action, Action::Type { .. })) {
        return turn.once(step.action.clone(), "I write it once more.".to_owned());
    }
    let held = match (how, value.trim().is_empty()) {
        // Whether the last line is empty only a query tells.
        (Amend::End, false) => match copy::in_lines(turn, node, value) {
            Err(Move::Act(action, why)) => return Move::Prepare(action, why),
            Err(step) => return step,
            Ok(held) => held,
        },
        _ => value,
    };
    let (key, text) = match how {
        _ if held.trim().is_empty() => ("End", text.to_owned()),
        Amend::Start => ("Home", format!("{text}\n")),
        Amend::End if held.ends_with('\n') => ("End", text.to_owned()),
        _ => ("End", format!("\n{text}")),
    };
    let steps = [
        (
            Action::Focus {
                id: node.id.clone(),
            },
            format!("I put the cursor into {}.", said(node)),
        ),
        (
            Action::Press {
                key: key.into(),
                modifiers: vec![Modifier::Control],
            },
            "I go to where the text is to stand.".to_owned(),
        ),
    ];
    for (action, why) in steps {
        match turn.tried(&action) {
            Tried::Never => return Move::Prepare(action, why),
            Tried::Failed => return Move::Stuck(turn.last_failure()),
            Tried::Met | Tried::Unseen | Tried::Otherwise => {}
        }
    }
    let why = format!("I write \"{}\".", text.trim());
    turn.once(
        Action::Type {
            text,
            delay_ms: None,
        },
        why,
    )
}

/// True where a text of the page holds what was to be written.
pub(super) fn stands(turn: &Turn<'_>, text: &str) -> bool {
    let holds = |node: &&Node| {
        node.value
            .as_deref()
            .is_some_and(|value| value.contains(text))
    };
    turn.text_fields().iter().any(holds)
        || turn
            .scene
            .lines()
            .any(|(at, _)| turn.scene.spoken(at).contains(text))
}

/// The text may have to be opened to be changed.
pub(super) fn open_editor(turn: &mut Turn<'_>, field: Option<&Phrase>) -> Move {
    match editor_opener(turn).filter(|_| !turn.memory.own.went) {
        Some(node) => {
            turn.memory.own.went = true;
            let id = node.id.clone();
            Move::Prepare(
                Action::Click { id },
                format!("I open the text with {}.", said(node)),
            )
        }
        None => explore::explore(turn, field.unwrap_or(&Phrase::of("text field"))),
    }
}

/// True where the page's text can be opened to be changed, and was not yet.
pub(super) fn can_open(turn: &Turn<'_>) -> bool {
    !turn.memory.own.went && editor_opener(turn).is_some()
}

/// The only control that opens the page's text to be changed.
fn editor_opener<'a>(turn: &Turn<'a>) -> Option<&'a Node> {
    let opens = |node: &&Node| {
        is_ready(node) && words(&node.name).first().is_some_and(|word| word == "edit")
    };
    let page = |node: &&Node| words(&node.name).iter().any(|word| word == "page");
    let all = || turn.nodes().filter(opens);
    only(all()).or_else(|| only(all().filter(page)))
}

/// True where the text of the page holds a phrase, and once.
pub(super) fn says_once(turn: &Turn<'_>, phrase: &str) -> bool {
    let lines = turn.scene.lines();
    let counts = lines.map(|(at, _)| places(&turn.scene.spoken(at), phrase).len());
    counts.sum::<usize>() == 1
}

/// "Change coffee to tea in the note", where no field is called coffee: a phrase of the only text that holds it; "change the
/// flour to 300 g": the number of the only line that is about it.
pub(super) fn phrase_of_text(turn: &mut Turn<'_>, old: &Phrase, value: &Phrase) -> Option<Move> {
    let (new, field) = and_field(&value.0);
    let field = (!field.is_empty()).then(|| Phrase::slice(bare(field)));
    let reference = turn.reference(old);
    let new = Phrase::slice(new);
    let how = match is_amount(&new) && amount(&reference.whole).is_none() {
        true => Amend::InLine {
            theme: old.clone(),
            old: None,
        },
        false => Amend::Instead(Phrase::of(&format!("\"{}\"", reference.whole))),
    };
    if !turn.memory.own.amends {
        let begun = turn.memory.own.value.is_some() || !turn.memory.own.fields.is_empty();
        if begun || reference.same || enter::find(turn, &reference) != Grounded::Nothing {
            return None;
        }
        if let Some(step) = begin(turn, &how, &new, field.as_ref()) {
            return Some(step);
        }
    }
    let amends = turn.memory.own.amends && !new.is_empty();
    amends.then(|| amend(turn, &how, &new, field.as_ref()))
}

/// Sees whether a text is what is changed; what has to be done to see it.
fn begin(turn: &mut Turn<'_>, how: &Amend, new: &Phrase, field: Option<&Phrase>) -> Option<Move> {
    let Some(node) = meant(turn, how, field) else {
        let text = turn.scene.all_text();
        let once = match how {
            Amend::Instead(old) => says_once(turn, &old.text()),
            _ => edits(&text, how, &new.text()).is_some(),
        };
        return (once && can_open(turn)).then(|| open_editor(turn, field));
    };
    node.value.as_deref().filter(|value| !value.is_empty())?;
    match told_whole(turn, node, matches!(how, Amend::InLine { .. })) {
        Err(step) => Some(step),
        Ok(held) => {
            turn.memory.own.amends = match how {
                Amend::Instead(old) => !places(&held, &old.text()).is_empty(),
                _ => edits(&held, how, &new.text()).is_some(),
            };
            None
        }
    }
}

/// A number, and its unit.
fn is_amount(value: &Phrase) -> bool {
    /// Most letters of a unit.
    const LONGEST: usize = 3;
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == '.');
    match value.0.as_slice() {
        [number] => digits(&number.text),
        [number, unit] => digits(&number.text) && unit.word() && unit.text.len() <= LONGEST,
        _ => false,
    }
}

/// "Change X from A to B", where X is no field or cell that holds A: a line of a text, or what is wrong.
pub(super) fn exchange(turn: &mut Turn<'_>, field: &Phrase, old: &Phrase, new: &Phrase) -> Move {
    static PLACES: WordList = WordList::named("texts that stand in a field");
    let (value, place) = and_field(&new.0);
    let value = Phrase::slice(value);
    let how = Amend::InLine {
        theme: field.clone(),
        old: Some(old.clone()),
    };
    let known = |token: &Token| token.is_in(&PLACES) || token.is_any(&["table", "list"]);
    if !turn.memory.own.amends {
        let held = held_as(turn, field);
        if let Some(held) = held.filter(|held| !is_same(turn, held, &old.text())) {
            let (name, old) = (field.text(), old.text());
            return Move::Stuck(format!("\"{name}\" is \"{held}\", not \"{old}\""));
        }
        let text = bare(place).iter().all(known);
        if text && let Some(step) = begin(turn, &how, &value, None) {
            return step;
        }
    }
    if turn.memory.own.amends {
        return amend(turn, &how, &value, None);
    }
    // A text that tells something else of it is not changed.
    if held_as(turn, field).is_none()
        && let Some(step) = phrase_of_text(turn, field, &value)
    {
        return match turn.memory.own.amends {
            true => Move::Stuck(format!("\"{}\" is not \"{}\"", field.text(), old.text())),
            false => step,
        };
    }
    enter::enter(turn, &value, None, Some(&placed(field, place)))
}

fn placed(field: &Phrase, place: &[Token]) -> Phrase {
    let lead = if place.is_empty() { "" } else { "in" };
    Phrase(spaced([&field.0[..], &tokenise(lead), place].concat()))
}

/// What a field or a cell of this name holds.
fn held_as(turn: &Turn<'_>, field: &Phrase) -> Option<String> {
    let reference = turn.reference(field);
    match enter::find(turn, &reference) {
        Grounded::One(node) => Some(node.value.clone().unwrap_or_default()),
        Grounded::Several(_) => None,
        Grounded::Nothing => cell::meant(turn, &reference).map(|(cell, _)| cell.text.clone()),
    }
}

/// "Change X from A to B", where a field or a cell holds A: a value for it.
fn as_entry(turn: &mut Turn<'_>, clause: &Clause) -> Option<Clause> {
    let Clause::Exchange { field, old, new } = clause else {
        return None;
    };
    if turn.memory.own.amends || turn.memory.own.went {
        return None;
    }
    if !turn.memory.own.checked {
        let held = held_as(turn, field)?;
        let in_field = matches!(enter::find(turn, &turn.reference(field)), Grounded::One(_));
        // The table of a page that is opened to be changed is changed there.
        if !is_same(turn, &held, &old.text()) || !in_field && editor_opener(turn).is_some() {
            return None;
        }
        turn.memory.own.checked = true;
    }
    let (value, place) = and_field(&new.0);
    Some(Clause::Enter {
        value: Phrase::slice(value),
        label: None,
        field: Some(placed(field, place)),
    })
}

fn is_same(turn: &Turn<'_>, held: &str, old: &str) -> bool {
    let day = date::read(turn, held);
    likeness(old, held) >= Some(Likeness::Folded)
        || amount(held).is_some() && amount(held) == amount(old) && day.is_none()
        || day.is_some() && day == date::read(turn, old)
}
