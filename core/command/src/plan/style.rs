//! Giving a phrase of an editor another look, as a person does: it is marked, then the editor's button is pressed.

use screen_agent_action::{Action, Modifier};
use screen_agent_page::{Node, State};

use super::Move;
use super::amend::{holder, mark};
use super::turn::{Turn, click_on, said};
use crate::ground::only;
use crate::ground::scene::is_ready;
use crate::read::{Style, style_at};
use crate::words::Phrase;
use crate::words::token::tokenise;

/// Marks the phrase, then presses what the editor has for the style.
pub(super) fn style(
    turn: &mut Turn<'_>,
    style: Style,
    text: &Phrase,
    field: Option<&Phrase>,
) -> Move {
    let Some(node) = holder(turn, text, field) else {
        return Move::Stuck(format!("no text in view holds \"{}\" once", text.text()));
    };
    if let Some(step) = mark(turn, node, &text.text()) {
        return step;
    }
    if let Some(button) = button(turn, style) {
        return turn.once(click_on(button), format!("I press {}.", said(button)));
    }
    let key = match style {
        Style::Bold => "b",
        Style::Italic => "i",
        Style::Underline => "u",
        Style::Strike | Style::Code => {
            return Move::Stuck("the editor shows no button for it".to_owned());
        }
    };
    let press = Action::Press {
        key: key.to_owned(),
        modifiers: vec![Modifier::Control],
    };
    turn.once(press, "I press the key for it.".to_owned())
}

/// The editor's button for a style: it is called by it first, whatever key stands behind.
fn button<'a>(turn: &Turn<'a>, style: Style) -> Option<&'a Node> {
    let named = |node: &&Node| {
        let found = style_at(&tokenise(&node.name));
        is_ready(node) && !node.role.takes_text() && found.is_some_and(|(named, _)| named == style)
    };
    only(turn.nodes().filter(named))
}

/// True where the editor's button says that what is marked has the style.
pub(super) fn shows(turn: &Turn<'_>, style: Style) -> bool {
    button(turn, style).is_some_and(|button| button.is(State::Pressed))
}
