//! From clauses to the next action: where we are, and what comes next.

mod account;
mod amend;
mod apply;
mod called;
mod cell;
mod choose;
mod claim;
mod click;
mod close;
mod condition;
mod context;
mod copy;
mod cover;
mod create;
mod date;
mod dialog;
mod doubt;
mod drag;
mod editor;
mod effect;
mod enquiry;
mod enter;
mod entry;
mod every;
mod except;
mod explore;
mod finish;
mod keep;
mod memory;
mod nth;
mod operation;
mod owner;
mod particulars;
mod passage;
mod question;
mod range;
mod rename;
mod respective;
mod restate;
mod scroll;
mod search;
mod several;
mod shift;
mod slide;
mod sort;
mod style;
mod submit;
mod suggest;
mod survey;
mod swap;
mod tell;
mod terse;
mod toggle;
mod told;
mod turn;
mod undo;
mod upload;
mod value;

use screen_agent_action::Action;
use screen_agent_action::ask::{Ask, Decision, OfferedAnswer, Proposal};
use screen_agent_action::ledger::Standing;

use crate::read::{Clause, Touch, read};
use memory::Memory;
use turn::Turn;

/// What a clause comes to in this turn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Move {
    /// It is done; the next one may begin.
    Done,
    /// One action, and why.
    Act(Action, String),
    /// One action that only shows more, or makes way for what was said; and why.
    Prepare(Action, String),
    /// The person has to say, and what they can be offered.
    Ask(String, Vec<OfferedAnswer>),
    /// The page asks something that only the person can answer.
    Consult(String, Vec<OfferedAnswer>),
    /// It cannot be done, and why.
    Stuck(String),
}

/// More clauses than this are no instruction.
const MOST_CLAUSES: usize = 60;

/// The next action for an instruction, decided by rules alone.
pub fn propose(ask: &Ask) -> Proposal {
    let mut reading = read(ask.order.text());
    let before = Memory::read_notes(&ask.notes).restated;
    before
        .iter()
        .for_each(|(part, order)| reading.restate(*part, order));
    let mut turn = Turn::new(ask, &reading);
    let decided = decide(&mut turn);
    for (part, order) in restate::restate(&turn, &decided) {
        let mut plainer = reading.clone();
        plainer.restate(part, &order);
        let mut turn = Turn::new(ask, &plainer);
        turn.memory.restated.push((part, order));
        let plain = decide(&mut turn);
        if restate::is_better(&plain, &decided) {
            return finish::proposal(turn, plain);
        }
    }
    finish::proposal(turn, decided)
}

fn decide(turn: &mut Turn<'_>) -> Move {
    if turn.reading.clauses.is_empty() || turn.reading.clauses.len() > MOST_CLAUSES {
        return Move::Stuck("I found nothing in it that I could do on a page".into());
    }
    if let Some(step) = dialog::open(turn) {
        return step;
    }
    while let Some(clause) = turn.reading.clauses.get(turn.memory.at) {
        let clause: &Clause = clause;
        let meant = amend::as_meant(turn, clause);
        let clause = meant.as_ref().unwrap_or(clause);
        // What a field did not take would be sent otherwise than it was said.
        if let Some(why) = turn.memory.untaken.as_ref().filter(|_| sends(clause)) {
            return Move::Stuck(format!("{why}, so it is not sent"));
        }
        match attempt(turn, clause) {
            Move::Done => {
                let (standing, evidence) = claim::settled(turn, clause);
                if standing == Standing::Wrong {
                    return Move::Stuck(evidence);
                }
                if let (Clause::Enter { .. } | Clause::Choose { .. }, Some(doubt)) =
                    (clause, doubt::of_form(turn))
                {
                    turn.memory.untaken = Some(doubt);
                }
                let passed = turn.memory.own.skips;
                turn.memory.settled.push((standing, evidence.clone()));
                turn.advance();
                for _ in 0..passed {
                    let left = format!("left out: {evidence}");
                    turn.memory.settled.push((Standing::Verified, left));
                    turn.advance();
                }
            }
            other => return other,
        }
    }
    finish::after_all(turn)
}

fn sends(clause: &Clause) -> bool {
    match clause {
        Clause::Submit { .. } => true,
        Clause::Effect { verb, .. } => {
            matches!(verb.as_str(), "send" | "submit" | "order" | "book" | "post")
        }
        _ => false,
    }
}

fn attempt(turn: &mut Turn<'_>, clause: &Clause) -> Move {
    if dialog::has_answered(turn) {
        return Move::Done;
    }
    if let Some(step) = operation::operate(turn) {
        return step;
    }
    // Which all of them are cannot be told: nothing is looked for, and none is touched for the others.
    let mut named = doubt::phrases(clause).into_iter();
    if let Some(what) = named.find(|what| turn.reference(what).is_at_each()) {
        return Move::Stuck(finish::not_found(turn, what));
    }
    if except::is_unheeded(clause) {
        return Move::Stuck("I am not sure what is to be left alone".into());
    }
    if let Some(step) = particulars::fill_in(turn) {
        return step;
    }
    match enquiry::enquire(turn, clause) {
        Err(step) => step,
        Ok(Some(rest)) => carry_out(turn, &rest),
        Ok(None) => {
            turn.sought = claim::sought(turn, clause);
            let step = carry_out(turn, clause);
            match &step {
                Move::Act(action, why) => match cover::unaccounted(turn, clause, action) {
                    Some(_) if explore::is_menu(turn, action) => {
                        let (action, why) = (action.clone(), why.clone());
                        turn.memory.own.target = None;
                        Move::Prepare(action, why)
                    }
                    Some(word) => Move::Stuck(format!("I am not sure what \"{word}\" means here")),
                    None => {
                        let doubt = doubt::of_action(turn, clause, action);
                        turn.memory.own.doubt = turn.memory.own.doubt.take().or(doubt);
                        step
                    }
                },
                Move::Done => match cover::unaccounted_as_it_is(turn, clause) {
                    Some(word) => Move::Stuck(format!("I am not sure what \"{word}\" means here")),
                    None => step,
                },
                _ => step,
            }
        }
    }
}

fn carry_out(turn: &mut Turn<'_>, clause: &Clause) -> Move {
    if let Some(step) = keep::is_kept(turn, clause) {
        return step;
    }
    let step = bring_about(turn, clause);
    keep::keep(turn, clause, step)
}

fn bring_about(turn: &mut Turn<'_>, clause: &Clause) -> Move {
    if let Some(step) = upload::hand_over(turn, clause) {
        return step;
    }
    if let Some(step) = survey::first(turn, clause) {
        return step;
    }
    match clause {
        Clause::Touch {
            how: Touch::Click,
            what,
        } => click::click(turn, what),
        Clause::Touch { how, what } => click::touch(turn, *how, what),
        Clause::Enter {
            value,
            label,
            field,
        } => enter::enter(turn, value, label.as_ref(), field.as_ref()),
        Clause::Shift { field, change } => shift::shift(turn, field, *change),
        Clause::Range { field, low, high } => range::fill(turn, field, low, high),
        Clause::Amend { how, text, field } => amend::amend(turn, how, text, field.as_ref()),
        Clause::Style {
            style: wanted,
            text,
            on,
            field,
        } => style::style(turn, *wanted, text, *on, field.as_ref()),
        Clause::Exchange { field, old, new } => swap::exchange(turn, field, old, new),
        Clause::Copy { what } => copy::copy(turn, what),
        Clause::Clear { what } => enter::clear(turn, what),
        Clause::Choose { items, from, on } => choose::choose(turn, items, from.as_ref(), *on),
        Clause::Toggle { what, open } => toggle::toggle(turn, what, *open),
        Clause::Close { what } => close::close(turn, what),
        Clause::Drag { what, to, side } => drag::drag(turn, what, to, *side),
        Clause::Submit { what } => submit::submit(turn, what),
        Clause::Press { key, modifiers, at } => scroll::press(turn, key, modifiers, at.as_ref()),
        Clause::Scroll { heading, end, what } => scroll::scroll(turn, *heading, *end, what),
        Clause::Visit { url } => turn.once(
            Action::Navigate {
                url: url.clone(),
                new_tab: false,
            },
            format!("I go to {url}."),
        ),
        Clause::Month { what } => date::turn_to(turn, what),
        Clause::Back => turn.only_once(Action::GoBack, "I go back.".into()),
        Clause::Forward => turn.only_once(Action::GoForward, "I go forward.".into()),
        Clause::Reload => scroll::reload(turn),
        Clause::Find { what } => tell::find(turn, what),
        Clause::Tell { question } => tell::tell(turn, question),
        Clause::Search { words, field } => search::search(turn, words, field.as_ref()),
        Clause::Wait { seconds } => turn.once(
            Action::Wait {
                seconds: f64::from(*seconds),
            },
            format!("I wait {seconds} seconds."),
        ),
        Clause::Effect { verb, what } => effect::effect(turn, verb, what),
        Clause::If { asked, holds, skip } => condition::condition(turn, asked, *holds, *skip),
        Clause::Skip { count } => {
            turn.memory.own.skips = *count;
            Move::Done
        }
        Clause::Remark { .. } => {
            turn.memory.own.doubt = Some("it was said besides, and not acted on".into());
            Move::Done
        }
        Clause::Unread { words } => context::unread(turn, words),
    }
}

/// A decision that is an action.
fn act(action: Action) -> Decision {
    Decision::Act { action }
}
