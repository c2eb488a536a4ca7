//! Answering a dialog of the browser: it holds the page, so nothing else can be done or seen.
//!
//! What the person said decides, or what they answer when asked. A yes that was not said is never
//! given.

mod reply;

use screen_agent_action::Action;
use screen_agent_action::ask::OfferedAnswer;
use screen_agent_page::LineKind;

use super::Move;
use super::cover;
use super::memory::AnsweredDialog;
use super::turn::Turn;
use crate::ground::Reference;
use crate::read::Clause;
use crate::words::Token;
use crate::words::likeness::synonym;
use crate::words::normal::{singular, words};
use crate::words::token::{text_of, tokenise};
use reply::{Reply, names_dialog, reply_of, yes_or_no};

/// Most characters of a dialog that are quoted.
const QUOTED: usize = 200;

/// An open dialog.
struct Dialog {
    kind: Kind,
    /// What it says.
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Yes or no.
    Question,
    /// A text, or nothing.
    Prompt,
    /// Whether to leave the page.
    Leave,
}

/// What follows while a dialog is open; nothing when none is.
pub(crate) fn open(turn: &mut Turn<'_>) -> Option<Move> {
    let dialog = seen(turn)?;
    let Some(reply) = answered(turn, &dialog).or_else(|| ordered(turn, &dialog)) else {
        return Some(ask(turn, &dialog));
    };
    let (action, what) = match reply {
        Reply::Yes => (Action::AcceptDialog { text: None }, "I accept it"),
        Reply::No => (Action::DismissDialog, "I dismiss it"),
        Reply::Text(text) => {
            let text = Some(text);
            (Action::AcceptDialog { text }, "I enter what was asked for")
        }
    };
    let thought = format!("The page asks \"{}\"; {what}.", dialog.text);
    Some(Move::Act(action, thought))
}

/// True for a clause that has answered a dialog already: it is no order to the page.
pub(crate) fn has_answered(turn: &Turn<'_>) -> bool {
    used(turn).any(|(clause, steps)| clause == turn.memory.at && steps < turn.ask.steps.len())
}

/// The dialog that holds the page: then there are no controls.
fn seen(turn: &Turn<'_>) -> Option<Dialog> {
    let screen = &turn.ask.seen;
    let line = screen
        .lines
        .iter()
        .rev()
        .find(|line| line.kind == LineKind::Dialog)?;
    if !screen.nodes.is_empty() {
        return None;
    }
    let words = line.words();
    let kinds = [
        ("prompt: ", Kind::Prompt),
        ("leave page: ", Kind::Leave),
        ("confirm: ", Kind::Question),
    ];
    let (kind, text) = kinds
        .iter()
        .find_map(|(name, kind)| Some((*kind, words.strip_prefix(name)?)))
        .unwrap_or((Kind::Question, &words));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(Dialog {
        kind,
        text: text.chars().take(QUOTED).collect(),
    })
}

/// Asks the person, and remembers when: the answer is for this dialog and no later one.
fn ask(turn: &mut Turn<'_>, dialog: &Dialog) -> Move {
    turn.memory.dialog_asked = Some((turn.ask.steps.len(), turn.ask.answers.len()));
    let text = &dialog.text;
    let (question, offered): (String, &[&str]) = match dialog.kind {
        Kind::Question => (
            format!("The page asks: \"{text}\" Shall I accept it, or cancel?"),
            &["Accept", "Cancel"],
        ),
        Kind::Prompt => (
            format!("The page wants a text: \"{text}\" What shall I enter?"),
            &[],
        ),
        Kind::Leave => (
            format!("The page asks whether to leave it: \"{text}\" Shall I leave?"),
            &["Leave", "Stay"],
        ),
    };
    let offer = |words: &&str| OfferedAnswer {
        words: (*words).to_owned(),
        element: None,
    };
    Move::Consult(question, offered.iter().map(offer).collect())
}

/// What the person answered when asked about this dialog.
fn answered(turn: &Turn<'_>, dialog: &Dialog) -> Option<Reply> {
    let (steps, before) = turn.memory.dialog_asked?;
    let said = turn.ask.answers.get(before..)?.last()?;
    if steps != turn.ask.steps.len() {
        return None;
    }
    let words = tokenise(&said.answer);
    match yes_or_no(&words, &[]) {
        Some(Reply::No) => Some(Reply::No),
        _ if dialog.kind == Kind::Prompt => Some(Reply::Text(quoted_or_all(&words, &said.answer))),
        reply => reply,
    }
}

fn quoted_or_all(words: &[Token], all: &str) -> String {
    match words {
        [word] if word.quoted() => word.text.clone(),
        _ => all.trim().to_owned(),
    }
}

/// What the instruction says of it. A clause that names a dialog is meant wherever it stands; one
/// that only says yes or no where its turn has come. One that was begun on the page has not: to
/// "cancel the order" is not to cancel what asks about that.
fn ordered(turn: &mut Turn<'_>, dialog: &Dialog) -> Option<Reply> {
    let known = tokenise(&dialog.text);
    let prompt = dialog.kind == Kind::Prompt;
    let (at, begun) = (turn.memory.at, !turn.mine().is_empty());
    let reading = turn.reading;
    let found = reading
        .clauses
        .iter()
        .enumerate()
        .skip(at)
        .filter(|(index, _)| is_unused(turn, *index))
        .find_map(|(index, clause)| {
            let next = if begun { at + 1 } else { at };
            let near = index == next || follows_used(turn, index);
            let reply = reply_of(clause, prompt, &known)?;
            (near || names_dialog(clause)).then_some((index, reply))
        });
    if let Some((index, reply)) = found {
        use_up(turn, index);
        // "Type X and press OK" is one answer.
        let sends = matches!(reply, Reply::Text(_))
            && reading
                .clauses
                .get(index + 1)
                .is_some_and(|next| reply_of(next, prompt, &known) == Some(Reply::Yes));
        if sends {
            use_up(turn, index + 1);
        }
        return Some(reply);
    }
    if dialog.kind == Kind::Question && begun && asks_the_same(turn, dialog) {
        // Of several, each is asked about.
        if !is_of_several(turn) {
            use_up(turn, at);
        }
        return Some(Reply::Yes);
    }
    let forbids = reading
        .forbidden
        .iter()
        .any(|words| yes_or_no(&words.0, &known) == Some(Reply::Yes));
    forbids.then_some(Reply::No)
}

/// "Delete the note Milk" brought up "Delete the note Milk?": the question is the order over again, and says no more.
fn asks_the_same(turn: &Turn<'_>, dialog: &Dialog) -> bool {
    let Some(Clause::Effect { verb, what }) = turn.reading.clauses.get(turn.memory.at) else {
        return false;
    };
    let name = Reference::of(what).name;
    let singulars =
        |text: &str| -> Vec<String> { words(text).iter().map(|word| singular(word)).collect() };
    let asked = singulars(&dialog.text);
    let repeats = |text: &str| singulars(text).iter().all(|word| asked.contains(word));
    // "Remove the note" may be asked about as "Delete the note?".
    let same = |word: &&String| synonym(verb, word);
    let verb = asked
        .iter()
        .find(same)
        .filter(|_| !repeats(verb))
        .unwrap_or(verb);
    !name.is_empty()
        && repeats(verb)
        && repeats(&name)
        && cover::adds_nothing(
            &without_kinds(&dialog.text),
            &format!("{verb} {}", what.text()),
        )
}

/// "Delete the event "Rehearsal"?" without the noun for what bears the name.
fn without_kinds(text: &str) -> String {
    let tokens = tokenise(text);
    let is_kind = |at: usize| {
        let named = tokens.get(at + 1).is_some_and(Token::quoted);
        let led = at > 0 && tokens[at - 1].is_any(&["the", "this", "your"]);
        named && led && tokens[at].word() && tokens[at].text == tokens[at].low
    };
    let kept = (0..tokens.len()).filter(|at| !is_kind(*at));
    text_of(&kept.map(|at| tokens[at].clone()).collect::<Vec<_>>())
}

fn is_of_several(turn: &Turn<'_>) -> bool {
    let clause = turn.reading.clauses.get(turn.memory.at);
    matches!(clause, Some(Clause::Effect { what, .. }) if Reference::of(what).number.is_several())
}

// A clause that has answered a dialog is kept with the number of steps there were then: while the
// step is outstanding, the same clause answers the same dialog again.

fn used<'a>(turn: &'a Turn<'_>) -> impl Iterator<Item = (usize, usize)> + 'a {
    let dialogs = turn.memory.dialogs.iter();
    dialogs.map(|answered| (answered.clause, answered.steps))
}

fn is_unused(turn: &Turn<'_>, index: usize) -> bool {
    used(turn).all(|(clause, steps)| clause != index || steps == turn.ask.steps.len())
}

/// Several dialogs in a row are answered by several clauses in a row.
fn follows_used(turn: &Turn<'_>, index: usize) -> bool {
    index > 0 && !is_unused(turn, index - 1)
}

fn use_up(turn: &mut Turn<'_>, index: usize) {
    let answered = AnsweredDialog {
        clause: index,
        steps: turn.ask.steps.len(),
    };
    if !turn.memory.dialogs.contains(&answered) {
        turn.memory.dialogs.push(answered);
    }
}
