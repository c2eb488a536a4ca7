//! Texts that are pointed at: "the text shown below", "the word in the box", and states.

use screen_agent_page::{LineKind, State};
use screen_agent_words::WordList;

use super::headline::AROUND;
use crate::ground::{Grounded, Reference, Scene, Wish, ground};
use crate::words::Phrase;
use crate::words::token::Token;

static POINTS: WordList = WordList::named("words that point at what is shown");

/// The text that the words point at.
pub(crate) fn shown(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    if let Some(text) = at_end(scene, tokens) {
        return Some(text);
    }
    let points = tokens.iter().any(|token| token.is_in(&POINTS));
    // "The title of item 3" is not that of the page.
    let mut of = tokens.iter().skip_while(|token| !token.is("of"));
    if !points || of.any(|token| !token.is_in(&AROUND)) {
        return None;
    }
    let has = |words: &[&str]| tokens.iter().any(|token| token.is_any(words));
    if has(&["title", "heading", "headline"]) {
        // "Item 3: title?" asks for none of the page.
        let numbered = |token: &Token| token.text.starts_with(|c: char| c.is_ascii_digit());
        if tokens.iter().any(numbered) {
            return None;
        }
        return first(scene, |kind| {
            matches!(kind, LineKind::Heading(_) | LineKind::Dialog)
        });
    }
    if has(&["message", "error", "alert", "warning"]) {
        return first(scene, |kind| {
            matches!(kind, LineKind::Alert | LineKind::Status)
        });
    }
    longest(scene)
}

/// "What does it say at the top": the first heading, or the first line that says something.
fn at_end(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let has = |words: &[&str]| tokens.iter().any(|token| token.is_any(words));
    if !has(&["say", "says", "text", "written", "read", "reads"]) || !has(&["top", "bottom"]) {
        return None;
    }
    let texts = || {
        scene
            .lines()
            .filter(|(_, line)| line.words().chars().any(char::is_alphabetic))
            .map(|(at, _)| scene.spoken(at))
    };
    if has(&["bottom"]) {
        return texts().last();
    }
    first(scene, |kind| matches!(kind, LineKind::Heading(_))).or_else(|| texts().next())
}

fn first(scene: &Scene<'_>, fits: impl Fn(LineKind) -> bool) -> Option<String> {
    scene
        .lines()
        .find(|(_, line)| fits(line.kind))
        .map(|(at, _)| scene.spoken(at))
        .filter(|text| !text.is_empty())
}

/// The text that stands out: the only one, or the one with most to say.
fn longest(scene: &Scene<'_>) -> Option<String> {
    scene
        .said()
        .iter()
        .map(|said| said.text)
        .filter(|text| text.chars().any(char::is_alphanumeric))
        .max_by_key(|text| text.chars().count())
        .map(str::to_owned)
}

/// "Is the box checked?"
pub(crate) fn yes_or_no(scene: &Scene<'_>, question: &Phrase) -> Option<String> {
    let tokens = &question.0;
    if !tokens.first()?.is_any(&["is", "are"]) {
        return None;
    }
    let (at, state) = tokens.iter().enumerate().find_map(|(at, token)| {
        let state = match token.low.as_str() {
            "checked" | "ticked" | "on" => State::Checked,
            "selected" | "active" => State::Selected,
            "disabled" => State::Disabled,
            "expanded" | "open" => State::Expanded,
            _ => return None,
        };
        Some((at, state))
    })?;
    match ground(scene, &Reference::read(&tokens[1..at]), Wish::Any) {
        Grounded::One(node) => Some(if node.is(state) { "yes" } else { "no" }.into()),
        Grounded::Several(_) | Grounded::Nothing => None,
    }
}
