//! The end of an instruction, and what is said when it cannot be reached.

use screen_agent_action::Action;
use screen_agent_action::ask::{Decision, Proposal, SAID_NO};
use screen_agent_action::ledger::{Standing, plainly};
use screen_agent_page::{Node, NodeId, Role, State, is_secret};
use screen_agent_words::WordList;

use super::turn::{Tried, Turn, click_on, said};
use super::{Move, act, claim, explore, question};
use crate::ground::scene::{is_field, is_ready};
use crate::ground::{Reference, only};
use crate::read::Clause;
use crate::words::Phrase;
use crate::words::likeness::{Likeness, likeness, slip};
use crate::words::normal::{is_filler, singular, words};

/// Why it has to be said more plainly, wherever the engine cannot go on.
const HELP: &str = "There is no language model here, so I read plain instructions only.";

/// What follows when every clause is done.
pub(crate) fn after_all(turn: &mut Turn<'_>) -> Move {
    // How things are is no order; that it is so already is no deed.
    let told = |clause: &Clause| clause.is_remark() || matches!(clause, Clause::Unread { .. });
    let remarks = turn.reading.clauses.iter().any(Clause::is_remark);
    if remarks && turn.reading.clauses.iter().all(told) && turn.ask.steps.is_empty() {
        return Move::Stuck("I found nothing in it that I could do on a page".into());
    }
    if let Some(button) = unsaid_submit(turn) {
        let action = click_on(button);
        if turn.tried(&action) == Tried::Never {
            return Move::Act(
                action,
                format!("The form is filled; I press {}.", said(button)),
            );
        }
    }
    if let Some(step) = keep_record(turn) {
        return step;
    }
    if let Some(id) = to_leave(turn) {
        let why = "I leave the field, so that the page takes what it holds.".to_owned();
        return Move::Prepare(Action::Blur { id }, why);
    }
    if let Some(step) = question::of_dialog(turn) {
        return step;
    }
    if let Some(why) = made_another_number(turn) {
        return Move::Stuck(why);
    }
    question::resettle(turn);
    if let (Some(why), Some(last)) = (taken_otherwise(turn), turn.memory.settled.last_mut()) {
        *last = (Standing::Unverified, why);
    }
    let text = if turn.memory.answers.is_empty() {
        done_words(turn)
    } else {
        turn.memory.answers.join("\n")
    };
    Move::Act(
        Action::Finish {
            text: Some(text),
            success: true,
        },
        "Everything that was asked is done.".into(),
    )
}

/// The field that was filled last and has the keyboard still: pages take over what it holds, or something else, once it is
/// left.
fn to_leave(turn: &Turn<'_>) -> Option<NodeId> {
    let last = turn.ask.steps.last()?;
    let typed = matches!(last.action, Action::SetValue { .. }).then(|| last.action.target())?;
    let node = turn.scene.screen.node(typed?)?;
    node.is(State::Focused).then(|| node.id.clone())
}

/// What was typed into the field that was left last, and what the field holds by now.
fn typed_and_held<'a>(turn: &Turn<'a>) -> Option<(&'a Node, &'a str, &'a str)> {
    let [.., filled, last] = turn.ask.steps.as_slice() else {
        return None;
    };
    let Action::Blur { id } = &last.action else {
        return None;
    };
    let wanted = filled
        .action
        .typed()
        .filter(|_| filled.action.target() == Some(id))?;
    let node = turn.scene.screen.node(id).filter(|node| !is_secret(node))?;
    Some((node, wanted, node.value.as_deref().unwrap_or_default()))
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

/// "45" where the field takes no more than 30: it is seen to hold another number.
fn made_another_number(turn: &Turn<'_>) -> Option<String> {
    let (node, wanted, held) = typed_and_held(turn)?;
    // A point may part thousands.
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let other = number(held)? != number(wanted)? && digits(held) != digits(wanted);
    other.then(|| format!("{} made {held} of {wanted} once it was left", said(node)))
}

/// What the page made of it, where that is something else.
fn taken_otherwise(turn: &Turn<'_>) -> Option<String> {
    let (node, wanted, held) = typed_and_held(turn)?;
    if held.is_empty() && (wanted.is_empty() || node.is(State::Filled)) {
        return None;
    }
    if node.is(State::Invalid) {
        return Some(format!(
            "the page calls what {} holds not valid",
            said(node)
        ));
    }
    let same = likeness(wanted, held) >= Some(Likeness::SameWords)
        || number(held).is_some() && number(held) == number(wanted);
    (!same).then(|| format!("{} made \"{held}\" of it once it was left", said(node)))
}

/// What came of it, as the page shows it, or that nothing does.
fn done_words(turn: &Turn<'_>) -> String {
    /// Most parts that are told one by one.
    const TOLD: usize = 3;
    let ledger = claim::ledger(turn);
    let seen = ledger
        .iter()
        .filter(|clause| clause.standing == Standing::Verified);
    let unseen = ledger.len() - seen.clone().count();
    if unseen == 0 {
        let told: Vec<String> = seen.map(|clause| plainly(&clause.evidence)).collect();
        return match told.as_slice() {
            [] => "Done.".to_owned(),
            told if told.len() <= TOLD && told.iter().all(|told| !told.is_empty()) => {
                format!("Done: {}.", told.join("; "))
            }
            all => format!("Done, all {} parts of it.", all.len()),
        };
    }
    match ledger.len() {
        1 => "Done, but nothing shows what came of it.".to_owned(),
        all => format!("Done, but of {unseen} of {all} parts nothing shows what came of it."),
    }
}

/// The one plain button that sends what was filled in, when nothing was said of sending it.
fn unsaid_submit<'a>(turn: &Turn<'a>) -> Option<&'a Node> {
    let fills = matches!(
        turn.reading.clauses.last()?,
        Clause::Enter { .. } | Clause::Choose { .. } | Clause::Drag { .. }
    );
    let sends = |node: &&Node| {
        node.role == Role::Button
            && matches!(
                node.name.trim().to_lowercase().as_str(),
                "submit" | "done" | "ok" | "apply" | "go"
            )
    };
    let mut buttons = turn.nodes().filter(sends);
    let (first, second) = (buttons.next()?, buttons.next());
    let wanted = second.is_none()
        && is_ready(first)
        && turn.goes_with_filled(first)
        && !turn.forbidden(&first.name)
        && !turn.forbidden("submit");
    (fills && wanted && nothing_left(turn)).then_some(first)
}

/// Saves the record that was opened on the way: who says what is to stand in it speaks of the record, not of a form.
fn keep_record(turn: &mut Turn<'_>) -> Option<Move> {
    static KEEPS: WordList = WordList::named("buttons that keep a record");
    let changes = |clause: &Clause| {
        matches!(
            clause,
            Clause::Enter { .. }
                | Clause::Choose { .. }
                | Clause::Exchange { .. }
                | Clause::Shift { .. }
                | Clause::If { .. }
                | Clause::Skip { .. }
                | Clause::Remark { .. }
        )
    };
    let here = turn.ask.seen.url.as_str();
    let steps = turn.ask.steps.iter();
    let came = turn.ask.steps.first()?.url != here;
    let filled = steps.filter(|step| step.action.fills_in() && step.url == here);
    let changed = filled.count() > 0 && turn.reading.clauses.iter().all(changes);
    if !came || !changed || turn.forbidden("save") {
        return None;
    }
    let keeps = |node: &&Node| {
        node.role == Role::Button
            && is_ready(node)
            && turn.goes_with_filled(node)
            && KEEPS.contains(node.name.trim().to_lowercase().as_str())
    };
    if let Some(button) = only(turn.nodes().filter(keeps)) {
        let action = click_on(button);
        let why = format!("The record is changed; I press {}.", said(button));
        return (turn.tried(&action) == Tried::Never).then_some(Move::Act(action, why));
    }
    match explore::look_further(turn, &Phrase::of("save")) {
        Move::Stuck(_) => {
            let why = "it stands in the form, and nothing says that it is kept".to_owned();
            if let Some(last) = turn.memory.settled.last_mut() {
                *last = (Standing::Unverified, why);
            }
            None
        }
        step => Some(step),
    }
}

/// Every field of the page was dealt with in this task, so that the form has nothing to wait for.
fn nothing_left(turn: &Turn<'_>) -> bool {
    let touched = |node: &Node| {
        turn.ask
            .steps
            .iter()
            .any(|step| step.action.target() == Some(&node.id))
    };
    let mut fields = turn
        .nodes()
        .filter(|node| is_field(node) && !node.is(State::Disabled))
        .peekable();
    fields.peek().is_some() && fields.all(|node| node.role.is_checkable() || touched(node))
}

/// Why something could not be found.
pub(crate) fn not_found(turn: &Turn<'_>, what: &Phrase) -> String {
    let near = nearest(turn, what);
    if !near.is_empty() {
        let named = near.join(" or ");
        let what = what.text();
        return format!("I cannot find \"{what}\" on this page; did you mean {named}?");
    }
    let names: Vec<&str> = turn
        .nodes()
        .map(|node| node.name.trim())
        .filter(|name| !name.is_empty())
        .take(8)
        .collect();
    let seen = if names.is_empty() {
        "no named control".into()
    } else {
        names.join(", ")
    };
    format!(
        "I cannot find \"{}\" on this page; in view are: {seen}",
        what.text()
    )
}

/// The controls in view that share most words with what was said, or are spelt much like it.
fn nearest(turn: &Turn<'_>, what: &Phrase) -> Vec<String> {
    /// Most that are told.
    const MOST: usize = 3;
    let asked: Vec<String> = words(&Reference::of(what).whole)
        .iter()
        .filter(|word| !is_filler(word))
        .map(|word| singular(word))
        .collect();
    let shared = |node: &Node| {
        let own: Vec<String> = words(&node.name)
            .iter()
            .map(|word| singular(word))
            .collect();
        let common = asked
            .iter()
            .filter(|word| own.iter().any(|own| slip(word, own)));
        common.count()
    };
    let nodes = turn.nodes().filter(|node| is_ready(node));
    let mut scored: Vec<(usize, &Node)> = nodes.map(|node| (shared(node), node)).collect();
    scored.retain(|(score, _)| *score > 0);
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let mut names: Vec<String> = scored.into_iter().map(|(_, node)| said(node)).collect();
    names.dedup();
    names.truncate(MOST);
    names
}

/// The proposal for what was decided.
pub(crate) fn proposal(mut turn: Turn<'_>, decided: Move) -> Proposal {
    let prepares = matches!(decided, Move::Prepare(..));
    if prepares {
        turn.memory.own.prepared.push(turn.ask.steps.len());
    }
    let carries_out = matches!(&decided, Move::Act(action, _) if !action.is_terminal());
    let mut offers = Vec::new();
    let (thought, decision) = match decided {
        Move::Act(action, why) | Move::Prepare(action, why) if turn.refused(&action) => {
            refused(&turn, &action, why)
        }
        Move::Act(action, why) | Move::Prepare(action, why) => (why, act(action)),
        Move::Ask(question, offered) => {
            offers = offered;
            (
                "More than one thing fits what was said.".to_owned(),
                Decision::Question {
                    missing: vec!["which one is meant".into()],
                    question,
                },
            )
        }
        Move::Consult(question, offered) => {
            offers = offered;
            (
                "The page asks something, and I was not told what to answer.".to_owned(),
                Decision::Question {
                    missing: vec!["what to answer the page".into()],
                    question,
                },
            )
        }
        Move::Stuck(reason) => given_up(&reason),
        Move::Done => given_up("I do not know what to do next"),
    };
    Proposal {
        expected: turn.sought.clone().filter(|_| carries_out),
        ledger: claim::ledger(&turn),
        notes: turn.memory.notes(),
        offers,
        prepares: prepares && matches!(decision, Decision::Act { .. }),
        ..Proposal::new(thought, decision)
    }
}

fn refused(turn: &Turn<'_>, action: &Action, why: String) -> (String, Decision) {
    let reason = turn
        .ask
        .refused
        .iter()
        .find(|refused| refused.action == *action)
        .map(|refused| refused.why.clone())
        .unwrap_or_default();
    if matches!(action, Action::Finish { success: true, .. }) {
        let text = Some(format!(
            "I did what was asked, but could not see that it worked: {reason}."
        ));
        return (
            why,
            act(Action::Finish {
                text,
                success: false,
            }),
        );
    }
    if reason == SAID_NO {
        let reason = "Not done: you said no.".to_owned();
        return (reason.clone(), Decision::GiveUp { reason });
    }
    given_up(&format!("{why} That was refused: {reason}"))
}

fn given_up(reason: &str) -> (String, Decision) {
    let reason = reason.trim_end_matches('.');
    let end = if reason.ends_with('?') { "" } else { "." };
    (
        "I cannot go on by myself.".to_owned(),
        Decision::GiveUp {
            reason: format!("{reason}{end} {HELP}"),
        },
    )
}
