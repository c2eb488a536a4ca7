//! What would show a clause to be done, and whether it did: the engine's side of the ledger.
//!
//! That the page changed shows that a button was pressed, and nothing else.

use screen_agent_action::expect::{Appearance, Expectation};
use screen_agent_action::ledger::{self, SAYS_SO, SO_ALREADY, Standing};
use screen_agent_action::origin::same_address;
use screen_agent_action::step::{Proof, Step, Verdict};
use screen_agent_action::{Action, EffectClass};
use screen_agent_page::screen::Table;
use screen_agent_page::{Line, LineKind, Node, NodeId, Role, State, is_secret};
use screen_agent_words::WordList;
use screen_agent_words::lexicon;

use super::restate::filter;
use super::turn::{Turn, said};
use super::{choose, date, doubt, effect, enter, explore, keep, style};
use crate::ground::find::is_deed;
use crate::ground::items::split;
use crate::ground::scene::is_field;
use crate::ground::{Grounded, Reference, Wish, table};
use crate::read::{Amend, Clause, Touch};
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{stand_in, words};
use crate::words::number::amount;
use crate::words::time::Time;
use crate::words::token::text_of;
use crate::words::{Phrase, Token};

static BRINGS: WordList = WordList::named("verbs that bring something about");

/// What should come into view or leave it, where the words of the clause say what.
pub(super) fn sought(turn: &Turn<'_>, clause: &Clause) -> Option<Expectation> {
    match clause {
        Clause::Search { words, .. } => Some(appears(words.text())),
        Clause::Effect { verb, what } => {
            let name = named(what)?;
            let first = verb.split(' ').next().unwrap_or_default();
            if deletes(first) {
                // What is not in view cannot be seen to go.
                return is_in_view(turn, &name).then(|| Expectation {
                    vanish: vec![name],
                    ..Expectation::default()
                });
            }
            brings(first).then(|| appears(name))
        }
        _ => None,
    }
}

/// True for verbs that take something away for good.
pub(super) fn deletes(verb: &str) -> bool {
    lexicon::effect("delete").is_some_and(|delete| is_verb_of(delete, verb))
}

fn is_verb_of(effect: &lexicon::EffectWords, verb: &str) -> bool {
    let mut verbs = effect.verbs.iter();
    verbs.any(|own| matches!(own.as_slice(), [word] if word == verb))
}

/// True for verbs that make something new.
pub(super) fn brings(verb: &str) -> bool {
    BRINGS.contains(verb)
}

fn is_in_view(turn: &Turn<'_>, name: &str) -> bool {
    let name = name.to_lowercase();
    let holds = |text: &str| text.to_lowercase().contains(&name);
    holds(&turn.scene.all_text()) || turn.nodes().any(|node| holds(&node.name))
}

/// A text comes into view.
pub(super) fn appears(text: String) -> Expectation {
    let wanted = Appearance {
        text: Some(text),
        ..Appearance::default()
    };
    Expectation {
        appear: vec![wanted],
        ..Expectation::default()
    }
}

/// What the words call it, where they do.
fn named(what: &Phrase) -> Option<String> {
    let reference = Reference::of(what);
    Some(reference.name).filter(|name| !name.is_empty() && !reference.same)
}

/// How the present clause is left, and what shows it. What the engine worked out for itself is not shown by the page.
pub(super) fn settled(turn: &Turn<'_>, clause: &Clause) -> (Standing, String) {
    let (standing, evidence) = seen(turn, clause);
    let doubt = turn.memory.own.doubt.clone();
    let doubt = doubt.or_else(|| doubt::of_end(turn));
    match doubt.or_else(|| doubt::of_denied(turn)) {
        Some(doubt) if standing == Standing::Verified => (
            Standing::Unverified,
            format!("{doubt}; seen was: {evidence}"),
        ),
        _ => (standing, evidence),
    }
}

fn seen(turn: &Turn<'_>, clause: &Clause) -> (Standing, String) {
    if let Clause::Month { what } = clause
        && date::is_turned_to(turn, what)
    {
        return (
            Standing::Verified,
            format!("the page shows {}", what.text()),
        );
    }
    if let Clause::If { .. } | Clause::Skip { .. } = clause {
        let seen = turn.memory.own.answer.clone();
        return (
            Standing::Verified,
            seen.unwrap_or_else(|| "it was the other way".to_owned()),
        );
    }
    let shown = match clause {
        Clause::Tell { .. } => Some(SAYS_SO),
        Clause::Find { .. } | Clause::Copy { .. } => Some("it is in view"),
        // Words that ask for nothing go along with an order; by themselves they show nothing to be done.
        Clause::Unread { .. } if turn.reading.clauses.len() < 2 => None,
        Clause::Scroll { .. } | Clause::Wait { .. } | Clause::Unread { .. } => {
            Some("nothing more was to be done")
        }
        Clause::Touch {
            how: Touch::Hover | Touch::Focus,
            ..
        } => Some("the pointer or the keyboard is there"),
        _ => None,
    };
    if let Some(left) = still_there(turn, clause) {
        return (Standing::Wrong, format!("\"{left}\" stands there still"));
    }
    if let Some(written) = only_written(turn) {
        let why = format!("\"{written}\" is written there, and not among what is chosen");
        return (Standing::Unverified, why);
    }
    let last = last_of_each(turn.mine());
    if let Some(shown) = shown.filter(|_| last.is_empty()) {
        return (Standing::Verified, shown.to_owned());
    }
    if let (Clause::Effect { .. }, false, None) = (clause, last.is_empty(), turn.deeds().next()) {
        let why = "all that was done for it only made way".to_owned();
        return (Standing::Unverified, why);
    }
    if let Clause::Effect { verb, .. } = clause
        && changes_something(verb)
        && let Some(step) = last.first().filter(|step| only_leads_on(step))
    {
        let name = step.target.as_ref().map_or("", |target| &target.name);
        let why = format!("\"{name}\" led to another page, and nothing shows what came of it");
        return (Standing::Unverified, why);
    }
    if let Clause::Touch { what, .. } = clause
        && let Some(step) = last.iter().find(|step| is_only_chosen(turn, step, what))
    {
        let name = step.target.as_ref().map_or("", |target| &target.name);
        let why = format!("\"{name}\" was pressed, and nothing shows that it opened");
        return (Standing::Unverified, why);
    }
    if let Some(read) = in_cell(turn, clause) {
        return read;
    }
    if let Some(why) = not_filtered(turn).filter(|_| !last.is_empty()) {
        return (Standing::Unverified, why);
    }
    if let Some(held) = held(turn, clause).filter(|_| !last.is_empty()) {
        return (Standing::Verified, held);
    }
    let worst = last
        .into_iter()
        .map(|step| by_step(step, is_enough(turn, clause, step)))
        .max_by_key(|(standing, _)| *standing);
    let nothing = match clause {
        Clause::Unread { .. } => (Standing::Unverified, "it asks for nothing that was done"),
        _ => (Standing::Verified, SO_ALREADY),
    };
    worst.unwrap_or((nothing.0, nothing.1.to_owned()))
}

/// What was written into a field that entries stand before, and became none of them.
fn only_written(turn: &Turn<'_>) -> Option<String> {
    let field = turn.it().filter(|node| enter::takes_entries(turn, node))?;
    let mut filled = turn.mine().iter().filter_map(|step| step.action.target());
    let own = filled.any(|id| *id == field.id);
    let written = field.value.clone().filter(|text| !text.is_empty() && own);
    written.filter(|_| field.facts.options.is_empty() && !doubt::opens(field))
}

/// What was to be gone by now and is not: an entry of a list that holds several, or what was to be deleted.
fn still_there(turn: &Turn<'_>, clause: &Clause) -> Option<String> {
    if let Clause::Clear { what } = clause {
        let Grounded::One(field) = turn.meant(&turn.reference(what), Wish::Fill) else {
            return None;
        };
        let left = choose::entries_before(turn, field);
        return left.first().map(|entry| entry.name.clone());
    }
    let (entry, list) = match clause {
        Clause::Choose {
            items,
            from: Some(list),
            on: false,
        } => (items.clone(), list.clone()),
        Clause::Amend {
            how: Amend::Instead(old),
            field: Some(list),
            ..
        } => (old.clone(), list.clone()),
        Clause::Effect { verb, what } => match effect::taken_out(verb, what) {
            Some(taken) => taken,
            None => return deleted_in_view(turn, verb, what),
        },
        _ => return None,
    };
    let list = Reference::of(&list).whole;
    choose::holds_entry(turn, &list, &entry).then(|| entry.text())
}

/// One of those that were to be deleted, if there is still a control of its name.
fn deleted_in_view(turn: &Turn<'_>, verb: &str, what: &Phrase) -> Option<String> {
    if !deletes(verb) || turn.mine().is_empty() {
        return None;
    }
    let items: Vec<Vec<String>> = split(what, &|_| false)
        .iter()
        .map(|item| words(&item.text()))
        .collect();
    // "The orders A-17 and A-18": the noun is in the words, and not in the name.
    let is_one = |name: &[String]| match items.len() {
        1 => name == words(&text_of(own_name(&what.0))),
        _ => items.iter().any(|item| {
            let ends = item.last().is_some_and(|last| name.contains(last));
            ends && stand_in(name, item)
        }),
    };
    let mut names = turn.nodes().map(|node| &node.name);
    names
        .find(|name| !words(name).is_empty() && is_one(&words(name)))
        .cloned()
}

/// "The note Room 12" → "Room 12".
fn own_name(what: &[Token]) -> &[Token] {
    let begins = |token: &Token| {
        token.quoted()
            || token
                .text
                .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
    };
    let from = what.iter().position(begins).unwrap_or(what.len());
    &what[from..]
}

/// A cell that was opened and written into is read again: that its new text stands somewhere in a table shows nothing, since
/// other rows may say the same.
fn in_cell(turn: &Turn<'_>, clause: &Clause) -> Option<(Standing, String)> {
    let (field, value) = match clause {
        Clause::Enter {
            value,
            label,
            field,
        } => (field.as_ref().or(label.as_ref())?, value.text()),
        Clause::Shift { field, .. } => (field, turn.memory.own.value.clone()?),
        _ => return None,
    };
    let opened = |step: &Step| matches!(step.action, Action::DoubleClick { .. });
    if !turn.mine().iter().any(opened) {
        return None;
    }
    let reference = turn.reference(field);
    let (column, row) = table::names(&reference, turn.memory.context.as_deref())?;
    let Some(cell) = table::cell(&turn.scene, &column, &row) else {
        // What is called otherwise by now is found by its new name.
        let renamed = format!("{column} {value}");
        let named = table::cell_that_says(&turn.scene, &renamed).is_some();
        return (!named).then(|| {
            let why = format!("the {column} of {row} is not in view any more");
            (Standing::Unverified, why)
        });
    };
    let same = likeness(&value, &cell.text) >= Some(Likeness::Folded)
        || amount(&value).is_some() && amount(&value) == amount(&cell.text);
    let shown = format!("the {column} of {row} is \"{}\"", cell.text);
    let notes = turn
        .mine()
        .iter()
        .filter_map(|step| step.verdict.as_ref())
        .flat_map(|verdict| &verdict.evidence);
    let mut ticked = notes.filter(|note| note.contains(" chk ") && note.contains("to (checked"));
    if ticked.next().is_some() {
        let why = format!("{shown}; a box was ticked by that, too");
        return Some((Standing::Unverified, why));
    }
    Some(match same {
        true => (Standing::Verified, shown),
        false => (Standing::Unverified, shown),
    })
}

/// A field at the head of a column filters its rows: while others are shown, it has not.
fn not_filtered(turn: &Turn<'_>) -> Option<String> {
    let scene = &turn.scene;
    let filled = turn
        .mine()
        .iter()
        .rev()
        .find(|step| step.action.fills_in())?;
    let field = scene.screen.node(filled.action.target()?)?;
    let line = scene.line_of(&field.id)?;
    let filters = |table: &&Table| {
        table.header == Some(line) || table.rows.contains(&line) && table::is_filter(scene, line)
    };
    let table = scene.screen.tables().iter().find(filters)?;
    let called = |column: &&String| filter::is_of(scene, field, column);
    let column = table.columns.iter().find(called)?;
    let asked = field.value.as_deref()?.to_lowercase();
    let shown = table::values(scene, table::column(scene, column)?);
    let other = shown
        .iter()
        .find(|text| !text.to_lowercase().contains(&asked))?;
    Some(format!(
        "a row with the {column} \"{other}\" is still shown"
    ))
}

/// The only field of the clause holds what was asked by now, whatever its steps came to one by one: a date that was
/// typed in vain was taken from the calendar.
fn held(turn: &Turn<'_>, clause: &Clause) -> Option<String> {
    // All that stood before the field is gone from there, and nothing is written into it.
    if let Clause::Clear { .. } = clause {
        let field = turn.it().filter(|field| choose::is_list(field))?;
        let steps = turn.mine().iter().filter_map(|step| step.verdict.as_ref());
        let mut notes = steps.flat_map(|verdict| &verdict.evidence);
        let empty = choose::entries_before(turn, field).is_empty() && enter::holds(field, "");
        let went = notes.any(|note| note.starts_with("gone: "));
        return (empty && went).then(|| format!("nothing is left in {}", said(field)));
    }
    if let Clause::Shift { .. } = clause {
        let node = turn.it()?;
        let held = node.value.as_deref()?;
        let is_it = turn.memory.own.value.as_deref() == Some(held);
        return is_it.then(|| format!("{} holds \"{held}\"", said(node)));
    }
    let (Clause::Enter { value, .. }
    | Clause::Choose {
        items: value,
        from: Some(_),
        on: true,
    }) = clause
    else {
        return None;
    };
    let node = turn
        .it()
        .filter(|node| is_field(node) && !is_secret(node))?;
    let held = node.value.as_deref()?;
    let asked = value.text();
    let (day, time) = (date::read(turn, held), Time::read(held));
    let is_it = time.is_some() && time == Time::said(&asked)
        || likeness(&asked, held) >= Some(Likeness::Folded)
        || day.is_some() && day == date::read(turn, &asked);
    (is_it && turn.memory.own.fields.len() <= 1).then(|| format!("{} holds \"{held}\"", said(node)))
}

/// True where some change is all that can be asked for: what is to be pressed was pressed, what is to go is gone, and what
/// is to be chosen led on.
fn is_enough(turn: &Turn<'_>, clause: &Clause, step: &Step) -> bool {
    match clause {
        Clause::Touch { .. } | Clause::Press { .. } | Clause::Unread { .. } => is_answered(step),
        // Done is said of it only where it stands there.
        Clause::Drag { side, .. } => side.is_some(),
        Clause::Amend { how, text, .. } => keep::came_out(turn, how, &text.text()),
        Clause::Style { style, on, .. } => *on && style::shows(turn, *style),
        Clause::Close { .. } => {
            let screen = &turn.scene.screen;
            let left = step.action.target().and_then(|id| screen.node(id));
            let same = |node: &Node| {
                let target = step.target.as_ref();
                target.is_some_and(|target| target.name == node.name)
            };
            !left.is_some_and(same)
        }
        // To go on to the next page in search of it chooses nothing.
        Clause::Choose { .. } => {
            let here = &turn.scene.screen.observation().url;
            !same_address(&step.url, here) && !explore::has_paged(turn)
        }
        _ => false,
    }
}

/// True for verbs of what changes something, and does not only lead there.
fn changes_something(verb: &str) -> bool {
    let first = verb.split(' ').next().unwrap_or_default();
    let leads = |name: &str| matches!(name, "search" | "edit" | "login" | "logout");
    let mut effects = lexicon::effects().iter();
    effects.any(|effect| !leads(effect.name) && is_verb_of(effect, first))
}

/// A link opened, as links do: that shows nothing to be done behind it, unless the page says so.
fn only_leads_on(step: &Step) -> bool {
    let link = (step.target.as_ref()).is_some_and(|target| Role::parse(&target.role) == Role::Link);
    let expected = &step.expected;
    let awaits = !expected.vanish.is_empty() || !expected.appear.is_empty();
    let notes = step.verdict.iter().flat_map(|verdict| &verdict.evidence);
    let mut notes = notes.filter(|note| note.starts_with("message: "));
    link && !awaits && notes.next().is_none()
}

/// A button that is named after a deed is answered by more than words or values that change somewhere on the page.
fn is_answered(step: &Step) -> bool {
    let is_deed = is_deed(step.target.as_ref().map_or("", |target| &target.name));
    let id = step.action.target().map_or("", |id| id.as_str());
    let own = format!("changed: {id} ");
    let told = [
        "new: ",
        "gone: ",
        "message: ",
        "address: other",
        "another page",
        own.as_str(),
    ];
    let notes = step.verdict.iter().flat_map(|verdict| &verdict.evidence);
    let mut notes = notes.map(String::as_str);
    !is_deed || notes.any(|note| told.iter().any(|told| note.starts_with(told)))
}

/// True where the words say to open what is pressed.
pub(super) fn is_to_open(turn: &Turn<'_>) -> bool {
    static OPENS: WordList = WordList::named("verbs that open");
    static PRESSES: WordList = WordList::named("verbs that press");
    let said = turn.part();
    let says = |words: &WordList| said.iter().any(|word| words.contains(word.as_str()));
    says(&OPENS) && !says(&PRESSES)
}

/// "Open X", where X was a row or the like: that it is marked now opens nothing. What is open has another address, or says
/// its name above all else.
fn is_only_chosen(turn: &Turn<'_>, step: &Step, what: &Phrase) -> bool {
    let role = step.target.as_ref().map(|target| Role::parse(&target.role));
    let leads_on = matches!(
        role,
        None | Some(
            Role::Link | Role::Tab | Role::Button | Role::MenuItem | Role::Summary | Role::Radio
        )
    );
    if leads_on || !is_to_open(turn) {
        return false;
    }
    let seen = turn.scene.screen.observation();
    let name = Reference::of(what).name;
    let heads = |line: &Line| {
        matches!(line.kind, LineKind::Heading(_) | LineKind::Dialog)
            && likeness(&name, &line.words()).is_some()
    };
    let in_front = |node: &Node| {
        node.role == Role::Tab && node.is(State::Selected) && likeness(&name, &node.name).is_some()
    };
    let other_page = !same_address(&step.url, &seen.url);
    let unfolded = step.action.target().and_then(|id| seen.node(id));
    !(other_page
        || unfolded.is_some_and(|node| node.is(State::Expanded))
        || seen.lines.iter().any(heads)
        || seen.nodes.iter().any(in_front))
}

/// The steps that were to change something: what was tried again counts as it came out last.
fn last_of_each(steps: &[Step]) -> Vec<&Step> {
    let mut seen: Vec<&NodeId> = Vec::new();
    let mut kept = Vec::new();
    let changes = |step: &&Step| {
        matches!(
            step.action.effect(),
            EffectClass::Works | EffectClass::Types | EffectClass::Goes
        )
    };
    for step in steps.iter().rev().filter(changes) {
        match step.action.target() {
            Some(id) if seen.contains(&id) => continue,
            Some(id) => seen.push(id),
            None if !kept.is_empty() => continue,
            None => {}
        }
        // What came before the last step has led to it, unless it filled something in.
        if kept.is_empty() || step.action.fills_in() {
            kept.push(step);
        }
    }
    kept
}

fn by_step(step: &Step, any_change: bool) -> (Standing, String) {
    let Some(verdict) = &step.verdict else {
        return (Standing::Open, String::new());
    };
    let change = || {
        verdict
            .evidence
            .iter()
            .find(|note| *note != "address: the same")
    };
    match verdict.proof {
        Proof::Expected => (Standing::Verified, told(step, verdict)),
        Proof::Change if any_change => {
            let change = change().map_or("the page changed", String::as_str);
            (Standing::Verified, change.to_owned())
        }
        Proof::Otherwise => (Standing::Wrong, verdict.reason.clone()),
        _ if step.missed() && step.report.success == Some(false) => {
            (Standing::Wrong, verdict.reason.clone())
        }
        Proof::Change => {
            let change = change().map_or("the page changed", String::as_str);
            (
                Standing::Unverified,
                format!("nothing says that it was done; seen was {change}"),
            )
        }
        Proof::Client | Proof::Nothing => {
            let mut notes = verdict.evidence.iter();
            let said = notes.find(|note| note.starts_with("says: "));
            let nothing = || "nothing was seen to come of it".to_owned();
            (Standing::Unverified, said.cloned().unwrap_or_else(nothing))
        }
    }
}

/// What was expected of a field, what the page said in answer, or the reason.
fn told(step: &Step, verdict: &Verdict) -> String {
    let wanted = step.expected.description.trim_end_matches('.');
    let hands_over = matches!(step.action, Action::UploadFile { .. });
    if (step.action.fills_in() || hands_over) && !wanted.is_empty() {
        return wanted.to_owned();
    }
    let mut notes = verdict.evidence.iter();
    let said = notes.find(|note| note.starts_with("message: "));
    said.unwrap_or(&verdict.reason).clone()
}

/// All that was asked for, a row for each part of the instruction: it stands as the worst of its clauses.
pub(super) fn ledger(turn: &Turn<'_>) -> Vec<ledger::Clause> {
    let open = (Standing::Open, String::new());
    let rows = turn.reading.parts.iter().enumerate();
    rows.map(|(part, said)| {
        let clauses = turn.reading.part_of.iter().enumerate();
        let own = clauses.filter(|(_, of)| **of == part);
        let settled = own.map(|(at, _)| turn.memory.settled.get(at).unwrap_or(&open));
        let (standing, evidence) = settled
            .max_by_key(|(standing, _)| *standing)
            .cloned()
            .unwrap_or_default();
        ledger::Clause {
            words: said.text(),
            standing,
            evidence,
        }
    })
    .collect()
}
