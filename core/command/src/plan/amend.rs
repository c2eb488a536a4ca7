//! Changing a text that a field holds: what stood there is kept, but for what the words replace.

use screen_agent_action::{Action, Modifier};
use screen_agent_page::{LineKind, Node, Role};
use screen_agent_words::WordList;

use super::passage::{Edit, edits, place, places};
use super::turn::{Tried, Turn, said};
use super::{Move, choose, copy, editor, effect, enter, explore, swap};
use crate::ground::find::candidates;
use crate::ground::scene::is_ready;
use crate::ground::{Wish, only};
use crate::read::{Amend, By, Clause, Passage, Unit};
use crate::words::Phrase;
use crate::words::normal::words;
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
        None => written_last(turn, field).or_else(|| meant(turn, how, field)),
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

/// "Type Ada into Name and append Byron": where nothing is said of a field, it is the one that the order before has filled.
fn written_last<'a>(turn: &Turn<'a>, field: Option<&Phrase>) -> Option<&'a Node> {
    let mut filled = turn.memory.filled.iter();
    turn.it()
        .filter(|node| field.is_none() && node.role.takes_text())
        .filter(|node| filled.any(|id| id == node.id.as_str()))
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
        return swap::as_entry(turn, clause);
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
    if choose::holds_entry(turn, &name, old) && !turn.memory.own.picked.contains(&old.text()) {
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
            Ok(edits
                .iter()
                .fold(held.to_owned(), |held, edit| edit.applied(&held)))
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
    node.role == Role::TextArea
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

/// True where the name begins with this word.
pub(super) fn begins_with(name: &str, word: &str) -> bool {
    words(name).first().is_some_and(|first| first == word)
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
pub(super) fn editor_opener<'a>(turn: &Turn<'a>) -> Option<&'a Node> {
    let opens = |node: &&Node| is_ready(node) && begins_with(&node.name, "edit");
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
