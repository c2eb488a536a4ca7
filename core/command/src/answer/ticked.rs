//! "Which of them are not done yet?", "how many tasks are left?": what is ticked in a list of boxes, and what is not.

use screen_agent_page::{LineKind, Node, Role, State};
use screen_agent_words::WordList;

use super::count::is_whole;
use crate::ground::scene::is_ready;
use crate::ground::thing::{Said, telling};
use crate::ground::{Scene, only};
use crate::words::Token;

static DONE: WordList = WordList::named("words for what is done");
static OPEN: WordList = WordList::named("words for what is not done");
static AROUND: WordList = WordList::named("words around what is done");

/// The names of those, or how many they are; each word of the question has to ask for that, and for nothing else.
pub(super) fn ticked(scene: &Scene<'_>, question: &[Token]) -> Option<String> {
    if let Some(text) = is_ticked(scene, question) {
        return Some(text);
    }
    let says = |list: &'static WordList| question.iter().any(|token| token.is_in(list));
    let known = |token: &Token| {
        !token.word() || token.is_in(&DONE) || token.is_in(&OPEN) || token.is_in(&AROUND)
    };
    let (which, many) = match question {
        [which, ..] if which.is_any(&["which", "what"]) => (true, false),
        [how, many, ..] => (false, how.is("how") && many.is("many")),
        _ => (false, false),
    };
    let asks = (says(&DONE) || says(&OPEN)) && question.iter().all(known) && (which || many);
    if !asks || !is_whole(scene) {
        return None;
    }
    let listed = |node: &&Node| {
        let line = scene.line_of(&node.id);
        let line = line.and_then(|line| scene.screen.lines().get(line));
        let item = line.is_some_and(|line| line.kind == LineKind::Item);
        node.role == Role::Checkbox && item && is_ready(node) && !node.name.is_empty()
    };
    let boxes: Vec<&Node> = scene.nodes().iter().filter(listed).collect();
    let on = !says(&OPEN);
    let meant = boxes.iter().filter(|node| node.is(State::Checked) == on);
    let names: Vec<&str> = meant.map(|node| node.name.as_str()).collect();
    (boxes.len() > 1).then(|| match many {
        true => names.len().to_string(),
        false if names.is_empty() => "none".to_owned(),
        false => names.join(", "),
    })
}

/// "Is "Buy milk" done?": the box of that very name, and nothing else is asked.
fn is_ticked(scene: &Scene<'_>, question: &[Token]) -> Option<String> {
    let asks = question
        .first()?
        .is_any(&["is", "are", "was", "has", "have"]);
    let said = Said::of(question);
    let named = scene
        .nodes()
        .iter()
        .filter(|node| node.role == Role::Checkbox && is_ready(node) && !node.name.is_empty());
    let named = named.filter_map(|node| Some((node, said.run(&telling(&node.name))?)));
    let (node, run) = only(named).filter(|_| asks)?;
    let left = said.without(question, &[run]);
    let states: Vec<bool> = (left.iter())
        .filter_map(|token| match (token.is_in(&DONE), token.is_in(&OPEN)) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        })
        .collect();
    let known = |token: &Token| {
        !token.word() || token.is_in(&DONE) || token.is_in(&OPEN) || token.is_in(&AROUND)
    };
    let [done] = states[..] else { return None };
    let so = node.is(State::Checked) == done;
    left.iter()
        .all(known)
        .then(|| if so { "yes" } else { "no" }.to_owned())
}
