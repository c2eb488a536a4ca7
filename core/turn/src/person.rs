//! What the person said since the last turn.

use screen_agent_words::{WordList, Words};
use sha2::{Digest, Sha256};

use crate::event::Seen;
use crate::open_question::{Held, OpenQuestion};
use crate::phase::Phase;
use crate::task::Task;
use screen_agent_action::ask::Answer;
use screen_agent_gate::approval::{ApprovalRequest, Grant};

static YES: WordList = WordList::named("hear yes");
static NO: WordList = WordList::named("hear no");

/// What it means for the turn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Heard {
    /// Go on; new words, if any, are among the answers now.
    GoOn,
    /// The task waits for the person, and they have not answered.
    StillWaiting,
    /// Yes to exactly this.
    Yes(Box<Held>, ApprovalRequest),
    /// No to this.
    No(Box<Held>, ApprovalRequest),
}

/// What a look brings to a question for a yes, for the audit log: exactly what [`hear`] makes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonsAnswer {
    /// What was asked; nothing when nothing was.
    pub request: Option<ApprovalRequest>,
    pub said: ApprovalReply,
}

/// What was said to a question for a yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApprovalReply {
    /// Yes, in time.
    Yes,
    /// No.
    No,
    /// Too late, or to something else: it counts for nothing.
    Void,
}

/// The answer that a look brings, if it brings one.
pub fn answered(task: &Task, seen: &Seen) -> Option<PersonsAnswer> {
    let void = || seen.approval.is_some().then_some(ApprovalReply::Void);
    let Some(request) = task.phase.question().and_then(OpenQuestion::request) else {
        let request = None;
        return void().map(|said| PersonsAnswer { request, said });
    };
    let fresh = fresh_words(task, seen);
    let in_time = seen.now_ms <= request.expires_at_ms;
    let said = match yes_or_no(seen, request, fresh.as_deref()) {
        Some(true) if in_time => ApprovalReply::Yes,
        Some(true) => ApprovalReply::Void,
        Some(false) => ApprovalReply::No,
        None => void()?,
    };
    Some(PersonsAnswer {
        request: Some(request.clone()),
        said,
    })
}

/// Takes the person's words and answers into the task.
pub(crate) fn take_words(task: &mut Task, seen: &Seen) -> Heard {
    let fresh = fresh_words(task, seen);
    match task.phase.question().cloned() {
        None => {
            if let Some(words) = fresh {
                answer(task, String::new(), words);
            }
            Heard::GoOn
        }
        Some(OpenQuestion::Question { question, .. }) => match seen.words.clone() {
            Some(words) => {
                answer(task, question, words);
                Heard::GoOn
            }
            None => Heard::StillWaiting,
        },
        Some(OpenQuestion::Approval { request, held }) => {
            approval(task, seen, (request, held), fresh)
        }
    }
}

/// Words that were not heard before. Published clients send the same words each turn.
fn fresh_words(task: &Task, seen: &Seen) -> Option<String> {
    let words = seen.words.as_ref()?;
    are_fresh(task, words).then(|| words.clone())
}

/// True of words that the task has not heard yet.
pub fn are_fresh(task: &Task, words: &str) -> bool {
    let heard = task.heard.as_ref();
    let known = task.query == *words
        || words == screen_agent_words::HIDDEN
        || heard.is_some_and(|heard| heard == words || *heard == print_of(words));
    !known && !words.trim().is_empty()
}

/// What is kept of words that are a secret: enough to know them again, and no more.
pub(crate) fn print_of(words: &str) -> String {
    let digest = Sha256::digest(words.trim().as_bytes());
    format!("sha256:{}", hex::encode(digest))
}

/// The person spoke, so what failed before may be tried again.
fn answer(task: &mut Task, question: String, words: String) {
    task.heard = Some(words.clone());
    task.answers.push(Answer {
        question,
        answer: Words::said(words),
    });
    task.phase = Phase::Idle;
    task.denied.clear();
    task.tries = 0;
    task.failures = 0;
}

fn approval(
    task: &mut Task,
    seen: &Seen,
    (request, held): (ApprovalRequest, Option<Box<Held>>),
    fresh: Option<String>,
) -> Heard {
    let said = yes_or_no(seen, &request, fresh.as_deref());
    let fresh_said = fresh.clone().filter(|_| said.is_some());
    let other = fresh.filter(|_| said.is_none() && !seen.client.approvals);
    if said.is_none() && other.is_none() && seen.now_ms <= request.expires_at_ms {
        return Heard::StillWaiting;
    }
    task.phase = Phase::Idle;
    if let Some(words) = other {
        answer(task, request.text, words);
        return Heard::GoOn;
    }
    task.heard = fresh_said.or(task.heard.take());
    keep_grant(task, seen, &request);
    match (said, held) {
        (Some(true), Some(held)) if seen.now_ms <= request.expires_at_ms => {
            Heard::Yes(held, request)
        }
        (Some(false), Some(held)) => Heard::No(held, request),
        // Expired: the proposer is asked again, and the person with it.
        _ => Heard::GoOn,
    }
}

/// A yes for the whole site lets its like pass until it expires.
fn keep_grant(task: &mut Task, seen: &Seen, request: &ApprovalRequest) {
    let answer = seen.approval.as_ref();
    let grant = answer.and_then(|answer| Grant::from_answer(request, answer, seen.now_ms));
    task.grants
        .retain(|grant| seen.now_ms <= grant.expires_at_ms);
    task.grants.extend(grant);
}

/// What it means for a page outside of the task's sites.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stay {
    /// The task may be there.
    Yes,
    /// It may not.
    No,
    /// No answer yet.
    Waiting,
    /// The time for an answer is over, or the person said something else.
    Void,
}

/// Takes the answer to the question whether to stay on a page. Nothing else of the look is heard.
pub(crate) fn stay(task: &mut Task, seen: &Seen, request: &ApprovalRequest) -> Stay {
    let fresh = fresh_words(task, seen);
    let in_time = seen.now_ms <= request.expires_at_ms;
    match yes_or_no(seen, request, fresh.as_deref()) {
        None if fresh.is_none() || seen.client.approvals => match in_time {
            true => Stay::Waiting,
            false => Stay::Void,
        },
        None => {
            answer(task, request.text.clone(), fresh.unwrap_or_default());
            Stay::Void
        }
        Some(allow) => {
            task.phase = Phase::Idle;
            task.heard = fresh.or(task.heard.take());
            keep_grant(task, seen, request);
            match (allow, in_time) {
                (true, true) => Stay::Yes,
                (true, false) => Stay::Void,
                (false, _) => Stay::No,
            }
        }
    }
}

/// Yes or no to exactly this request: in our own interface, or, where a client has none, in words
/// that are nothing but a yes or a no and were not heard before the request was made. A body that
/// is sent again is no answer, and a yes to one request is none to the next.
fn yes_or_no(seen: &Seen, request: &ApprovalRequest, fresh: Option<&str>) -> Option<bool> {
    if let Some(answer) = &seen.approval {
        return (answer.fingerprint == request.fingerprint).then_some(answer.allow);
    }
    if seen.client.approvals {
        return None;
    }
    let words = fresh?.to_lowercase();
    let lists = [(&YES, true), (&NO, false)];
    lists
        .into_iter()
        .find_map(|(list, allow)| says_only(&words, list).then_some(allow))
}

/// True when the words are one of these, or several of them, however they are punctuated.
fn says_only(words: &str, list: &WordList) -> bool {
    let parts = || {
        let parts = words.split([',', ';', '.', '!']).map(str::trim);
        parts.filter(|part| !part.is_empty())
    };
    let whole = parts().collect::<Vec<_>>().join(" ");
    list.contains(&whole) || !whole.is_empty() && parts().all(|part| list.contains(part))
}
