//! Giving a phrase of an editor another look, as a person does: it is marked, then the editor's button is pressed.

use screen_agent_action::{Action, Modifier};
use screen_agent_page::{Node, State};

use super::Move;
use super::amend::{can_open, is_area, is_rich, meant, open_editor, says_once, told_whole};
use super::editor;
use super::passage::place;
use super::turn::{Tried, Turn, click_on, said};
use crate::ground::only;
use crate::ground::scene::is_ready;
use crate::read::{Amend, By, Passage, Style, Unit, style_at};
use crate::words::normal::words;
use crate::words::token::tokenise;
use crate::words::{Phrase, Token};
use screen_agent_words::WordList;

/// Marks the part, then presses what the editor has for the style.
pub(super) fn style(
    turn: &mut Turn<'_>,
    style: Style,
    text: &Passage,
    on: bool,
    field: Option<&Phrase>,
) -> Move {
    let Some(node) = holder(turn, text, field, style) else {
        let said = match &text.by {
            By::Text(said) if text.unit == Unit::Words => Some(said.text()),
            _ => None,
        };
        if said.is_some_and(|said| says_once(turn, &said)) && can_open(turn) {
            return open_editor(turn, field);
        }
        return Move::Stuck("no text in view holds that once".to_owned());
    };
    if let Some(step) = mark(turn, node, text) {
        return step;
    }
    if let Some(button) = button(turn, style) {
        return turn.once(click_on(button), format!("I press {}.", said(button)));
    }
    if let Some(step) = of_list(turn, style).filter(|_| on) {
        return step;
    }
    let key = match style {
        Style::Bold => "b",
        Style::Italic => "i",
        Style::Underline => "u",
        _ => return Move::Stuck("the editor shows no button for it".to_owned()),
    };
    let press = Action::Press {
        key: key.to_owned(),
        modifiers: vec![Modifier::Control],
    };
    turn.once(press, "I press the key for it.".to_owned())
}

/// The editor that holds the part, and can give it another look.
fn holder<'a>(
    turn: &Turn<'a>,
    text: &Passage,
    field: Option<&Phrase>,
    style: Style,
) -> Option<&'a Node> {
    let how = match &text.by {
        By::Text(said) if text.unit == Unit::Words => Amend::Instead(said.clone()),
        _ => Amend::Cut(text.clone()),
    };
    let node = meant(turn, &how, field)?;
    let marks = is_area(node) && (is_rich(node) || button(turn, style).is_some());
    marks.then_some(node)
}

/// Marks a part of an editor; nothing where that is done.
fn mark(turn: &Turn<'_>, node: &Node, text: &Passage) -> Option<Move> {
    let steps = match text.unit {
        Unit::Whole => editor::mark_all(node),
        unit => {
            let held = match told_whole(turn, node, unit != Unit::Words) {
                Ok(held) => held,
                Err(step) => return Some(step),
            };
            let at = place(&held, text);
            let step = at.and_then(|at| editor::mark(node, &held, &at));
            match step {
                Some(step) => vec![step],
                None => {
                    let why = format!("{} does not hold that once", said(node));
                    return Some(Move::Stuck(why));
                }
            }
        }
    };
    match editor::in_turn(turn, steps) {
        Move::Done => None,
        Move::Act(action, why) => Some(Move::Prepare(action, why)),
        step => Some(step),
    }
}

/// The style is chosen from a list that has to be opened first.
fn of_list(turn: &Turn<'_>, style: Style) -> Option<Move> {
    static LISTS: WordList = WordList::named("names of a list of text styles");
    let opens = |node: &&Node| {
        let folded = node.is(State::Collapsed) || node.facts.popup.is_some();
        is_ready(node) && folded && LISTS.contains(&words(&node.name).join(" "))
    };
    let list = only(turn.nodes().filter(opens)).filter(|_| style.is_of_lines())?;
    let open = click_on(list);
    let why = format!("I open {}.", said(list));
    (turn.tried(&open) == Tried::Never).then_some(Move::Prepare(open, why))
}

/// The editor's button for a style: it is called by it first, whatever key stands behind.
fn button<'a>(turn: &Turn<'a>, style: Style) -> Option<&'a Node> {
    let named = |node: &&Node| {
        let mut name = tokenise(&node.name);
        name.retain(Token::word);
        let found = style_at(&name);
        is_ready(node) && !node.role.takes_text() && found.is_some_and(|(named, _)| named == style)
    };
    only(turn.nodes().filter(named))
}

/// True where the editor's button says that what is marked has the style.
pub(super) fn shows(turn: &Turn<'_>, style: Style) -> bool {
    button(turn, style).is_some_and(|button| button.is(State::Pressed))
}
