//! Handing over the files that the person gave along: to the field that asks for them, and no others.

use screen_agent_action::Action;
use screen_agent_action::ask::OfferedAnswer;
use screen_agent_page::{Node, Role};
use screen_agent_words::WordList;

use super::question::which;
use super::turn::{Turn, said};
use super::{Move, explore};
use crate::ground::scene::is_ready;
use crate::read::Clause;
use crate::words::likeness::likeness;
use crate::words::{Phrase, Token};

/// Verbs that give a file away.
static UPLOADS: WordList = WordList::named("verbs that hand files over");
/// What files are called that are not called by name, one and several.
static FILE: WordList = WordList::named("words for a file");
static FILES: WordList = WordList::named("words for files");

/// "Upload the file", "attach cv.pdf to Résumé", "choose photo.png for Picture". Nothing for what is about no file that was
/// given.
pub(super) fn hand_over(turn: &mut Turn<'_>, clause: &Clause) -> Option<Move> {
    let (words, field) = said_of(clause)?;
    let files = match meant(turn, clause, words) {
        Meant::None => return None,
        Meant::Several => {
            let names = turn.ask.files.join("\", \"");
            let offered = turn.ask.files.iter().map(|name| OfferedAnswer {
                words: name.clone(),
                element: None,
            });
            let question = format!("Which file is meant: \"{names}\"?");
            return Some(Move::Ask(question, offered.collect()));
        }
        Meant::Files(files) => files,
    };
    // What is asked for is seen on the field.
    turn.sought = None;
    let field = field.cloned().unwrap_or_else(|| behind(words));
    Some(to_field(turn, &field, files))
}

/// What a clause says of what is handed over, and of where to.
fn said_of(clause: &Clause) -> Option<(&Phrase, Option<&Phrase>)> {
    match clause {
        Clause::Effect { what, .. } => Some((what, None)),
        Clause::Choose {
            items,
            from,
            on: true,
        } => Some((items, from.as_ref())),
        Clause::Enter { value, field, .. } => Some((value, field.as_ref())),
        _ => None,
    }
}

/// Which of the files that were given.
enum Meant {
    None,
    Files(Vec<String>),
    Several,
}

fn meant(turn: &Turn<'_>, clause: &Clause, words: &Phrase) -> Meant {
    let given = &turn.ask.files;
    let text = words.text().to_lowercase();
    let named: Vec<String> = given
        .iter()
        .filter(|name| names(&text, &name.to_lowercase()))
        .cloned()
        .collect();
    if !named.is_empty() {
        return Meant::Files(named);
    }
    if !matches!(clause, Clause::Effect { verb, .. } if UPLOADS.contains(verb.as_str())) {
        return Meant::None;
    }
    let is_any = |list: &WordList| words.0.iter().any(|token| token.is_in(list));
    match given.as_slice() {
        [one] if is_any(&FILE) || is_any(&FILES) => Meant::Files(vec![one.clone()]),
        [_, _, ..] if is_any(&FILES) => Meant::Files(given.clone()),
        [_, _, ..] if is_any(&FILE) => Meant::Several,
        _ => Meant::None,
    }
}

/// The name as it stands, not as a part of another.
fn names(text: &str, name: &str) -> bool {
    let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !inside(before) && !inside(after)
    })
}

/// Where it goes: what stands behind the last word that leads there.
fn behind(words: &Phrase) -> Phrase {
    let leads =
        |token: &Token| token.is_any(&["to", "into", "in", "as", "for", "under", "on", "at"]);
    let at = words.0.iter().rposition(leads);
    Phrase::slice(at.map_or(&[][..], |at| &words.0[at + 1..]))
}

fn to_field(turn: &mut Turn<'_>, field: &Phrase, files: Vec<String>) -> Move {
    let scene = &turn.scene;
    let asks = |node: &&Node| {
        is_ready(node)
            && (node.role == Role::File || node.facts.input_type.as_deref() == Some("file"))
    };
    let fields: Vec<&Node> = scene.nodes().iter().filter(asks).collect();
    // "Photo" is what a field is called, whatever it is a kind of.
    let reference = turn.reference(field);
    let name = if reference.name.is_empty() {
        reference.whole
    } else {
        reference.name
    };
    let like = |node: &Node| likeness(&name, &scene.label(node));
    let best = fields.iter().filter_map(|node| like(node)).max();
    let called: Vec<&Node> = match best {
        Some(best) if !name.is_empty() => fields
            .iter()
            .copied()
            .filter(|node| like(node) == Some(best))
            .collect(),
        // "To the form", "on the page": there is one place for it.
        _ if fields.len() == 1 || name.is_empty() => fields,
        _ => Vec::new(),
    };
    match called.as_slice() {
        [] => {
            let what = if name.is_empty() {
                Phrase::of("a field for files")
            } else {
                field.clone()
            };
            explore::look_further(turn, &what)
        }
        [node] if holds(node, &files) => Move::Done,
        [node] => {
            let why = format!("I hand {} to {}.", files.join(", "), said(node));
            let id = node.id.clone();
            turn.remember(node);
            turn.once(Action::UploadFile { id, files }, why)
        }
        several => which(turn, field, several),
    }
}

fn holds(node: &Node, files: &[String]) -> bool {
    let held = node.value.as_deref().unwrap_or_default();
    files
        .iter()
        .all(|file| held.split(", ").any(|held| held == file))
}
