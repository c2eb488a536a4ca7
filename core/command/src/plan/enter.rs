//! Putting values into fields.

use screen_agent_action::Action;
use screen_agent_page::{Node, Role, State};
use screen_agent_words::{PhraseTable, WordList};
use serde::de::IgnoredAny;
use std::sync::LazyLock;

use super::apply::{Target, apply, enter_option};
use super::turn::{Tried, Turn, click_on, said};
use super::value::{Value, for_field, is_told_by_page, resolve};
use super::{
    Move, account, cell, choose, click, copy, date, doubt, effect, explore, finish, rename,
    respective, slide, suggest, swap,
};
use crate::answer;
use crate::ground::find::candidates;
use crate::ground::kind::Kind;
use crate::ground::reference::Number;
use crate::ground::scene::{is_field, is_ready};
use crate::ground::{Grounded, Reference, Wish, ground, only, placed};
use crate::read::{Touch, bare};
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::words;
use crate::words::number::{amount, plain};
use crate::words::token::{begun_by, tokenise};
use crate::words::{Phrase, Token};

static YES_OR_NO: WordList = WordList::named("words for yes or no");

/// Enters a value.
pub(crate) fn enter(
    turn: &mut Turn<'_>,
    value: &Phrase,
    label: Option<&Phrase>,
    field: Option<&Phrase>,
) -> Move {
    if let (None, None, Some(other)) = (label, field, begins_with_label(turn, value)) {
        let value = value.text();
        return Move::Stuck(format!(
            "I am not sure what of \"{value}\" goes into {other}"
        ));
    }
    if let (None, None) = (label, field)
        && let Some(fields) = names_fields(turn, value)
    {
        return Move::Stuck(format!("I do not see what is to be entered into {fields}"));
    }
    if let (None, None) = (label, field)
        && says_where(turn, value)
    {
        let value = value.text();
        return Move::Stuck(format!("I am not sure where \"{value}\" goes"));
    }
    if respective::asks(value) {
        return respective::fill_all(turn);
    }
    if let Some(step) = from_field(turn, value) {
        match step {
            Ok(text) => turn.memory.own.value = Some(text),
            // What is read first is not entered yet.
            Err(Move::Act(action, why)) => return Move::Prepare(action, why),
            Err(step) => return step,
        };
    }
    if let (Some(row), None) = (label, field)
        && let Some(step) = cell::fill_in_row(turn, row, value)
    {
        return step;
    }
    if let (Some(old), None) = (field, label)
        && let Some(step) =
            swap::phrase_of_text(turn, old, value).or_else(|| rename::to_like(turn, old, value))
    {
        return step;
    }
    if let Some(name) = field.or(label).map(|name| turn.reference(name)) {
        let step = match find(turn, &name) {
            Grounded::Nothing => choose::shown_under(turn, &name.whole)
                .map(|chosen| choose::choose_in(turn, value, chosen)),
            Grounded::One(node) if node.role == Role::Slider => slide::to_end(turn, node, value),
            Grounded::One(_) | Grounded::Several(_) => None,
        };
        if let Some(step) = step {
            return step;
        }
    }
    let told = is_told_by_page(value);
    if told && turn.memory.own.value.is_none() && answer::is_worked_out(&turn.scene, value) {
        let why = "what is entered was worked out from what is in view";
        turn.memory.own.doubt = Some(why.to_owned());
    }
    let value = match &turn.memory.own.value {
        Some(text) => Value::Text(text.clone()),
        None => resolve(turn, value),
    };
    // What the page told may change once it is entered; the person's own words stay where they are,
    // for they may be secret.
    if let (Value::Text(text), true) = (&value, told) {
        turn.memory.own.value = Some(text.clone());
    }
    let fields = match fields(turn, &value, label, field) {
        Ok(fields) => fields,
        Err(other) => return other,
    };
    for node in fields {
        let step = match &value {
            Value::Text(text) => fill(turn, node, text),
            Value::Pattern(pattern) => suggest::by_pattern(turn, node, pattern),
            Value::Unknown => {
                return Move::Stuck("I do not see on the page what is to be entered".into());
            }
        };
        match step {
            Move::Done => {}
            other => return other,
        }
    }
    Move::Done
}

/// Words that join or lead to a place, where there are several fields that they could be about: "6 nights and a window seat".
fn says_where(turn: &Turn<'_>, value: &Phrase) -> bool {
    static JOINS: WordList = WordList::named("words that no plain value holds");
    let plain = value.0.iter().all(|token| !token.quoted());
    let joined = value.0.iter().skip(1).any(|token| token.is_in(&JOINS));
    plain && joined && !is_told_by_page(value) && turn.text_fields().len() > 1
}

/// "Fill in Guests and Arrival": what the fields are called is no value for any of them.
fn names_fields(turn: &Turn<'_>, value: &Phrase) -> Option<String> {
    let joins = |token: &Token| token.is("and") || token.is_mark(",");
    let parts = value.0.split(joins).filter(|part| !part.is_empty());
    let named: Option<Vec<String>> = parts
        .map(|part| {
            let fields = turn.fields_called(&Phrase::slice(bare(part)).text());
            fields.first().map(|node| said(node))
        })
        .collect();
    named.map(|named| named.join(" and "))
}

/// "City Vienna, 4 nights, ...": a value that begins with what a field is called, and goes on behind a comma, is several.
fn begins_with_label(turn: &Turn<'_>, value: &Phrase) -> Option<String> {
    let several = value.0.iter().any(|token| token.is_mark(","));
    let plain = !value.0.iter().any(Token::quoted);
    let lead = value.0.first().filter(|_| several && plain)?;
    let named = turn.fields_called(&lead.text);
    named.first().map(|node| said(node))
}

/// "the text of the upper box": what another field holds.
fn from_field(turn: &Turn<'_>, value: &Phrase) -> Option<Result<String, Move>> {
    if turn.memory.own.value.is_some() || !is_told_by_page(value) {
        return None;
    }
    let kinds = crate::ground::Reference::of(value);
    let names_field = kinds.places.iter().any(|(_, place)| is_text_kind(place));
    let node = names_field.then(|| copy::source(turn, value)).flatten()?;
    let read = copy::whole(turn, node);
    Some(read.map(|text| answer::part::of_text(&text, &value.0).unwrap_or(text)))
}

/// Empties a field.
pub(crate) fn clear(turn: &mut Turn<'_>, what: &Phrase) -> Move {
    let reference = turn.reference(what);
    match turn.meant(&reference, Wish::Fill) {
        Grounded::One(node) if node.role.is_checkable() => {
            if node.is(State::Checked) {
                turn.once(
                    Action::Uncheck {
                        id: node.id.clone(),
                    },
                    format!("I clear {}.", said(node)),
                )
            } else {
                Move::Done
            }
        }
        // What was chosen for a list stands beside its field, and is taken out one by one.
        Grounded::One(node) if has_entries(turn, node) => {
            let all = Phrase::of(&format!("all {}", turn.scene.label(node)));
            effect::effect(turn, "remove", &all)
        }
        Grounded::One(node) => {
            turn.remember(node);
            match (
                choose::entries_before(turn, node).first(),
                empties(turn, node),
            ) {
                (Some(_), Some(button)) if turn.tried(&click_on(button)) == Tried::Never => {
                    Move::Prepare(click_on(button), format!("I click {}.", said(button)))
                }
                (Some(entry), _) => {
                    let entry = Phrase::of(&format!("\"{}\"", entry.name));
                    choose::choose(turn, &entry, Some(what), false)
                }
                (None, _) => fill(turn, node, ""),
            }
        }
        Grounded::Several(nodes) => super::question::which(turn, what, &nodes),
        Grounded::Nothing if reference.same => {
            Move::Stuck("I do not know what is to be cleared".into())
        }
        Grounded::Nothing => match clears(turn, what) {
            Some(node) => click::aim(turn, Touch::Click, node),
            None => explore::explore(turn, what),
        },
    }
}

/// The button beside a field that takes out all that was chosen for it.
fn empties<'a>(turn: &Turn<'a>, field: &Node) -> Option<&'a Node> {
    let clears = |node: &&Node| {
        likeness("clear", &node.name) >= Some(Likeness::SameWords)
            && choose::is_level(node, field)
            && is_ready(node)
    };
    only(turn.nodes().filter(clears))
}

/// True where nothing is being written, and entries stand before the field.
fn has_entries(turn: &Turn<'_>, field: &Node) -> bool {
    let empty = field.value.as_deref().unwrap_or_default().is_empty();
    empty && takes_entries(turn, field)
}

/// True where something beside the field takes an entry out of it.
pub(super) fn takes_entries(turn: &Turn<'_>, field: &Node) -> bool {
    let takes_out = |node: &Node| {
        let named = words(&node.name);
        named.first().is_some_and(|verb| verb == "remove") && choose::is_level(node, field)
    };
    field.role.takes_text() && turn.nodes().any(takes_out)
}

/// "Clear all completed tasks": the only button that says so, in fewer words.
pub(super) fn clears<'a>(turn: &Turn<'a>, what: &Phrase) -> Option<&'a Node> {
    let said = words(&what.text());
    let says = |node: &&Node| {
        let name = words(&node.name);
        let told = name.split_first().is_some_and(|(verb, rest)| {
            verb == "clear" && !rest.is_empty() && rest.iter().all(|word| said.contains(word))
        });
        told && is_ready(node) && !is_field(node)
    };
    only(turn.nodes().filter(says))
}

/// Which fields the value goes into.
fn fields<'a>(
    turn: &mut Turn<'a>,
    value: &Value,
    label: Option<&Phrase>,
    field: Option<&Phrase>,
) -> Result<Vec<&'a Node>, Move> {
    let chosen = chosen(turn);
    if !chosen.is_empty() {
        return Ok(chosen);
    }
    let found = meant(turn, value, label, field)?;
    turn.memory.own.fields = found.iter().map(|node| node.id.clone()).collect();
    Ok(found)
}

fn meant<'a>(
    turn: &mut Turn<'a>,
    value: &Value,
    label: Option<&Phrase>,
    field: Option<&Phrase>,
) -> Result<Vec<&'a Node>, Move> {
    let said = field.map(|field| turn.reference(field));
    let by_label = label.map(Reference::of);
    if let (Value::Text(text), Some(reference)) = (value, said.as_ref().or(by_label.as_ref()))
        && let Some(step) = cell::fill(turn, reference, text)
    {
        return Err(step);
    }
    // A field elsewhere is not in that row.
    let placed = |reference: &Reference| {
        let mut places = reference.places.iter();
        places.any(|(_, row)| placed::is_place(&row.whole))
    };
    if said.as_ref().is_some_and(placed) && !turn.memory.own.went {
        return Err(nowhere(turn, field));
    }
    if let Some(reference) = said
        .as_ref()
        .filter(|reference| reference.number == Number::All)
    {
        let nodes = candidates(&turn.scene, reference, Wish::Fill);
        if !nodes.is_empty() {
            return Ok(nodes);
        }
    }
    let particular = said
        .as_ref()
        .filter(|reference| reference.is_particular() || reference.same);
    let order = [particular, by_label.as_ref(), said.as_ref()];
    for reference in order.into_iter().flatten() {
        match find(turn, reference) {
            Grounded::One(node) if node.role.is_checkable() && !says_yes_or_no(value) => {}
            Grounded::One(node) => return Ok(vec![node]),
            Grounded::Several(nodes) => {
                return Err(super::question::which(
                    turn,
                    field.or(label).unwrap_or(&Phrase::default()),
                    &nodes,
                ));
            }
            Grounded::Nothing => {}
        }
    }
    if let (Value::Text(text), Some(reference)) = (value, said.as_ref().or(by_label.as_ref()))
        && let Some(node) = of_group(turn, reference, text)
    {
        return Err(apply(turn, vec![Target::Control(node)], true));
    }
    let who = by_label.as_ref().or(said.as_ref());
    if let Some(node) = who.and_then(|who| account::field(turn, who)) {
        return Ok(vec![node]);
    }
    if let (Some(reference), Value::Text(text)) = (
        said.as_ref()
            .filter(|reference| reference.is_kind(Kind::Slider)),
        value,
    ) {
        return Err(slide::by_keys(turn, reference, text));
    }
    let of_kind = said.as_ref().is_some_and(|reference| {
        let plain = |kind: &Kind| matches!(kind, Kind::Field | Kind::Area | Kind::Thing);
        !reference.kinds.is_empty() && !reference.kinds.iter().any(plain)
    });
    by_itself(
        turn,
        value,
        particular.is_some() || by_label.is_some() || of_kind,
    )
    .map(|node| vec![node])
    .ok_or_else(|| nowhere(turn, field.or(label)))
}

/// "Set the seat to Window": the only one of the choices under that name that bears the value.
pub(super) fn of_group<'a>(turn: &Turn<'a>, reference: &Reference, text: &str) -> Option<&'a Node> {
    let lines = turn.scene.screen.lines();
    let heads = |at: &usize| {
        lines[*at].nodes().next().is_none()
            && likeness(&reference.whole, &turn.scene.spoken(*at)) >= Some(Likeness::SameWords)
    };
    let head = (0..lines.len()).find(heads)?;
    let below = (head + 1..lines.len()).take_while(|at| lines[*at].nodes().next().is_some());
    let nodes = below.flat_map(|at| turn.scene.screen.in_line(at));
    let bears = |node: &&Node| {
        let like = likeness(text, &turn.scene.label(node));
        match node.role {
            Role::Radio | Role::Option => like >= Some(Likeness::Within),
            // "Off" is not the box "Turn off all mail".
            Role::Checkbox => like >= Some(Likeness::SameWords),
            _ => false,
        }
    };
    only(nodes.filter(bears))
}

fn says_yes_or_no(value: &Value) -> bool {
    matches!(value, Value::Text(text) if YES_OR_NO.contains(&text.trim().to_lowercase()))
}

/// The fields that an earlier step of this clause took, so that later ones stay with them.
fn chosen<'a>(turn: &Turn<'a>) -> Vec<&'a Node> {
    let ids = turn.memory.own.fields.iter();
    ids.filter_map(|id| turn.scene.screen.node(id)).collect()
}

/// The field that is meant; "the day of Arrival", "the filter below Name" where no field is called so itself.
pub(super) fn find<'a>(turn: &Turn<'a>, reference: &Reference) -> Grounded<'a> {
    static PARTS: LazyLock<PhraseTable<IgnoredAny>> =
        LazyLock::new(|| PhraseTable::named("parts of a field"));
    match find_itself(turn, reference) {
        Grounded::Nothing => {
            let said = tokenise(&reference.whole);
            let part = said
                .first()
                .and_then(|first| begun_by(&PARTS, &first.low, &said));
            match part.map(|(_, used)| bare(&said[used..])) {
                Some(of @ [_, ..]) => find_itself(turn, &turn.reference(&Phrase::slice(of))),
                _ => Grounded::Nothing,
            }
        }
        found => found,
    }
}

fn find_itself<'a>(turn: &Turn<'a>, reference: &Reference) -> Grounded<'a> {
    if reference.same {
        return turn.it().map_or(Grounded::Nothing, Grounded::One);
    }
    let found = candidates(&turn.scene, reference, Wish::Fill);
    // A field that has its value already is not meant again, unless it was named.
    let free: Vec<&Node> = found
        .iter()
        .filter(|node| !is_filled(turn, node))
        .copied()
        .collect();
    if free.len() == 1 && reference.ordinal.is_none() {
        return Grounded::One(free[0]);
    }
    match ground(&turn.scene, reference, Wish::Fill) {
        Grounded::One(node)
            if is_filled(turn, node) && !free.is_empty() && !reference.is_particular() =>
        {
            Grounded::One(free[0])
        }
        other => other,
    }
}

fn is_filled(turn: &Turn<'_>, node: &Node) -> bool {
    turn.memory.filled.iter().any(|id| id == node.id.as_str())
}

/// The field that the value itself points to: the only one, or the next of its type.
fn by_itself<'a>(turn: &Turn<'a>, value: &Value, named: bool) -> Option<&'a Node> {
    let fields: Vec<&Node> = turn
        .nodes()
        .filter(|node| {
            (node.role.takes_text() || node.role == Role::Slider)
                && !node.is(State::Disabled)
                && !node.is(State::Readonly)
        })
        .collect();
    let free: Vec<&Node> = fields
        .iter()
        .filter(|node| !is_filled(turn, node))
        .copied()
        .collect();
    if let ([only], true) = (fields.as_slice(), named) {
        // A name that the only field does not bear: it can be meant only if it has no name of its own.
        return turn.scene.label(only).trim().is_empty().then_some(*only);
    }
    if named {
        return None;
    }
    if let Value::Text(text) = value
        && let Some(node) = free.iter().find(|node| suits(turn, text, node))
    {
        return Some(node);
    }
    free.iter()
        .find(|node| node.is(State::Focused))
        .or_else(|| free.first())
        .or_else(|| fields.first())
        .copied()
}

/// A date goes into a date field, an address into a mail field.
fn suits(turn: &Turn<'_>, text: &str, node: &Node) -> bool {
    match node.facts.input_type.as_deref() {
        Some("date") => date::is_date(turn, text),
        Some("email") => text.contains('@'),
        Some("number") => text.trim().parse::<f64>().is_ok(),
        _ => false,
    }
}

fn nowhere(turn: &mut Turn<'_>, field: Option<&Phrase>) -> Move {
    match field {
        Some(field) => match explore::explore(turn, field) {
            Move::Stuck(_) => Move::Stuck(finish::not_found(turn, field)),
            other => other,
        },
        None => Move::Stuck("I see no field that a value could go into".into()),
    }
}

/// Why a field does not take this, where the page says what it takes at least and at most.
fn beyond(node: &Node, text: &str) -> Option<String> {
    let [low, high, _] = node.facts.range.as_ref()?;
    let wanted: f64 = text.trim().parse().ok()?;
    let past = |end: &str, passes: fn(f64, f64) -> bool| {
        end.parse().ok().filter(|end| passes(wanted, *end))
    };
    let (least, most) = (past(low, |a, b| a < b), past(high, |a, b| a > b));
    let (word, end) = match (least, most) {
        (Some(least), _) => ("less", least),
        (None, most) => ("more", most?),
    };
    let what = said(node);
    Some(format!(
        "{what} takes no {word} than {}, and not {text}",
        plain(end)
    ))
}

/// Brings a field to a value, whatever kind of field it is.
pub(crate) fn fill(turn: &mut Turn<'_>, node: &Node, text: &str) -> Move {
    turn.remember(node);
    if let Some(why) = beyond(node, text) {
        return Move::Stuck(why);
    }
    let step = match node.role {
        Role::Select
            if node.facts.tag.as_deref() == Some("select") || !node.facts.options.is_empty() =>
        {
            pick(turn, node, text)
        }
        Role::Slider => slide::slide(turn, node, text),
        // Its entries come into view once it is opened.
        _ if is_closed_list(node) && !date::is_date(turn, text) => {
            choose::choose_in(turn, &Phrase::of(&format!("\"{text}\"")), node)
        }
        Role::Checkbox | Role::Radio | Role::Switch => tick(turn, node, text),
        _ if node.is(State::Readonly) || turn.memory.own.picker => {
            date::by_picker(turn, node, text)
        }
        _ => write(turn, node, text),
    };
    if step == Move::Done {
        turn.memory.filled.push(node.id.as_str().to_owned());
    }
    step
}

/// Chooses in a native list.
fn pick(turn: &mut Turn<'_>, node: &Node, text: &str) -> Move {
    let best = node
        .facts
        .options
        .iter()
        .filter_map(|option| Some((likeness(text, option)?, option)))
        .max_by_key(|(like, _)| *like);
    let Some((_, option)) = best else {
        return Move::Stuck(format!("{} does not offer \"{text}\"", said(node)));
    };
    enter_option(turn, node, option)
}

/// A list that takes no typing and tells none of its entries.
fn is_closed_list(node: &Node) -> bool {
    let list = node.role == Role::Select || node.role == Role::Input && node.is(State::Readonly);
    list && doubt::opens(node) && node.facts.options.is_empty()
}

fn tick(turn: &mut Turn<'_>, node: &Node, text: &str) -> Move {
    // "One star" is not any star that is lit.
    let label = turn.scene.label(node);
    if node.role == Role::Radio && amount(text).is_some() && likeness(text, &label).is_none() {
        return Move::Stuck(format!("{} is not \"{text}\"", said(node)));
    }
    let off = matches!(
        text.trim().to_lowercase().as_str(),
        "no" | "off" | "false" | "unchecked" | "disabled"
    );
    apply(turn, vec![Target::Control(node)], !off)
}

/// Types into a field.
fn write(turn: &mut Turn<'_>, node: &Node, text: &str) -> Move {
    let text = for_field(turn, text, node);
    let action = Action::SetValue {
        id: node.id.clone(),
        text: text.clone(),
    };
    let tried = turn.tried(&action);
    if tried == Tried::Never && would_lose(turn, node) {
        return Move::Stuck(format!(
            "{} holds a text already, and you did not say to replace it",
            said(node)
        ));
    }
    if holds(node, &text) && (tried != Tried::Never || !offers(node)) {
        return suggest::confirm(turn, node, &text);
    }
    match tried {
        Tried::Never => Move::Act(
            action,
            format!("I enter \"{}\" into {}.", shown(node, &text), said(node)),
        ),
        Tried::Met | Tried::Unseen => suggest::confirm(turn, node, &text),
        Tried::Failed | Tried::Otherwise if date::is_date(turn, &text) => {
            turn.memory.own.picker = true;
            date::by_picker(turn, node, &text)
        }
        Tried::Failed | Tried::Otherwise if turn.tries(&action) < 2 => {
            Move::Act(action, format!("I try again to fill {}.", said(node)))
        }
        Tried::Failed | Tried::Otherwise => Move::Stuck(turn.last_failure()),
    }
}

/// A text that was written at length is not written over, unless the words say so.
fn would_lose(turn: &Turn<'_>, node: &Node) -> bool {
    static REPLACES: WordList = WordList::named("verbs that replace a text");
    let plain = matches!(node.facts.tag.as_deref(), Some("input" | "select"));
    let written = node
        .value
        .as_deref()
        .is_some_and(|value| value.contains(' '));
    let mine = turn.memory.filled.iter().any(|id| id == node.id.as_str());
    let said = turn.part();
    let replaces = said.iter().any(|word| REPLACES.contains(word));
    node.role == Role::TextArea && !plain && written && !mine && !replaces
}

fn offers(node: &Node) -> bool {
    node.facts.popup.is_some() || !node.facts.options.is_empty()
}

/// What may be told of a value.
fn shown(node: &Node, text: &str) -> String {
    match node.facts.input_type.as_deref() {
        Some("password") => "•".repeat(text.chars().count().min(8)),
        _ => text.to_owned(),
    }
}

/// True when a field holds the text already, as far as it is told.
pub(super) fn holds(node: &Node, text: &str) -> bool {
    match node.value.as_deref() {
        Some(value) if !text.is_empty() => {
            value == text || (value.chars().count() >= 45 && text.starts_with(value))
        }
        Some(value) => value.is_empty(),
        None => text.is_empty() && !node.is(State::Filled),
    }
}

/// The kinds that a value can go into by typing.
pub(crate) fn is_text_kind(reference: &Reference) -> bool {
    reference.kinds.iter().any(|kind| {
        matches!(
            kind,
            Kind::Field | Kind::Area | Kind::Password | Kind::Date | Kind::Time | Kind::Spinner
        )
    })
}

/// True when a name is surely the one asked for.
pub(crate) fn surely(like: Option<Likeness>) -> bool {
    like >= Some(Likeness::SameWords)
}
