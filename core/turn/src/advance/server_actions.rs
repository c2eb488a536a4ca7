//! Actions that are done inside the server, in the middle of a turn. At most a few of them.

use crate::next::Note;
use crate::phase::{About, Lookup, Progress};
use crate::secrets;
use crate::server_actions::{self, Served};
use crate::task::Task;
use screen_agent_action::Action;
use screen_agent_action::step::{Proof, Report, Step, Verdict};
use screen_agent_gate::tool::query;
use screen_agent_think::Judgement;
use screen_agent_think::reason::{ReasonInput, fit_for_the_web};
use screen_agent_think::search::{Found, SearchFailure, SearchQuery, Searched};

use super::ending::{Ending, Turn};
use super::send::{new_step, sure};
use super::{proceed_after_tool, question, reasoning};

/// Most actions inside the server in one turn.
const SERVED: u8 = 5;
/// Most searches of a model's own in one task.
const LOOKED_UP: usize = 5;
/// Longest search, in characters.
const QUERY: usize = 400;

/// Does an action inside the server and asks for the next.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the catalogue grows; every other action is alike here"
)]
pub(super) fn inside(
    turn: &mut Turn,
    mut progress: Progress,
    action: Action,
    thought: String,
) -> Ending {
    if progress.served >= SERVED {
        let why = format!("more than {SERVED} actions inside the server in one turn");
        return turn.refuse(progress, action, why);
    }
    progress.served += 1;
    match &action {
        Action::GoogleSearch { query } => {
            let words = query.clone();
            look_up(turn, progress, action, thought, &words)
        }
        Action::VerifySuccess { description } => {
            if progress.seen.models.is_none() {
                let why = "no model is configured to judge success".to_owned();
                return turn.refuse(progress, action, why);
            }
            let about = About::Claim {
                description: description.clone(),
                action,
                thought,
            };
            question::ask(turn, progress, about)
        }
        _ => remember(turn, progress, action, thought),
    }
}

fn look_up(
    turn: &mut Turn,
    progress: Progress,
    action: Action,
    thought: String,
    words: &str,
) -> Ending {
    match searchable(&turn.task, &progress, words) {
        Err(why) => turn.refuse(progress, action, why),
        Ok(words) => {
            // The page's own site first; whoever searches goes on to the rest of the web where it has too little.
            let domain = screen_agent_think::reason::site_of(&progress.seen.screen.url);
            let query = SearchQuery { words, domain };
            let lookup = Lookup::ForModel {
                action,
                thought,
                query,
            };
            Ending::Search(Box::new(progress), lookup)
        }
    }
}

/// The words as they may be searched for, or why they are not.
fn searchable(task: &Task, progress: &Progress, words: &str) -> Result<String, String> {
    let searches = &task.thinking.looked_up;
    let known = searches.iter().any(|search| search.query.words == words);
    if !progress.seen.can_search {
        return Err("no web search is configured".to_owned());
    }
    if known || searches.len() >= LOOKED_UP {
        return Err("that was searched for already, or too much was".to_owned());
    }
    if secrets::of(task, &progress.seen).holds(words) {
        return Err("a secret is nothing to search the web for".to_owned());
    }
    if let Some(why) = tells_strangers(task, progress, words) {
        return Err(why);
    }
    let private = task.thinking.reasoning.private();
    fit_for_the_web(words, &task.query, &private)
        .filter(|words| words.chars().count() <= QUERY)
        .ok_or_else(|| "that is nothing to search the web for".to_owned())
}

/// Why these words are not searched for, if so. A model has read the page, and nobody can be asked in the
/// middle of a turn: so they must be the person's own, as they must be on the packet surface.
fn tells_strangers(task: &Task, progress: &Progress, words: &str) -> Option<String> {
    if let Some(what) = query::gives_away(words) {
        return Some(format!("a search must not hold {what}"));
    }
    let answers = task.answers.iter().map(|answer| answer.answer.as_str());
    let said: Vec<&str> = std::iter::once(task.query.as_str())
        .chain(answers)
        .collect();
    let screen = &progress.seen.screen;
    let unsaid = query::unsaid(
        words,
        &said,
        Some(screen),
        reasoning::reads_private(task, progress),
    );
    let which = unsaid.join(", ");
    (!unsaid.is_empty()).then(|| {
        format!("the web is searched with words of the person only, and they did not say: {which}")
    })
}

/// A search came back, with something or without. It never holds a task up.
pub(super) fn searched(
    turn: &mut Turn,
    progress: Progress,
    lookup: Lookup,
    result: Result<Found, SearchFailure>,
) -> Ending {
    match lookup {
        Lookup::Reasoning { .. } => reasoning::reason(turn, progress, ReasonInput::Found(result)),
        Lookup::ForModel {
            action,
            thought,
            query,
        } => {
            let told = match &result {
                Ok(found) => format!("{} pages found", found.findings.len()),
                Err(_) => "the search did not work".to_owned(),
            };
            let worked = result.is_ok();
            turn.task
                .thinking
                .looked_up
                .push(Searched { query, result });
            let verdict = Verdict {
                met: worked,
                proof: if worked {
                    Proof::Expected
                } else {
                    Proof::Nothing
                },
                ..sure("searched by the server")
            };
            record(turn, &progress, (&action, thought), told, verdict);
            proceed_after_tool(turn, progress)
        }
    }
}

/// A model has judged a claim.
pub(super) fn claimed(
    turn: &mut Turn,
    progress: Progress,
    (action, thought): (Action, String),
    judgement: &Judgement,
    met: bool,
) -> Ending {
    let verdict = Verdict {
        met,
        confidence: judgement.confidence,
        reason: screen_agent_words::quote::cut(&judgement.reason, 300),
        tier: 3,
        evidence: Vec::new(),
        proof: if met {
            Proof::Expected
        } else {
            Proof::Otherwise
        },
    };
    let told = if met {
        "so it is"
    } else {
        "it is not to be seen"
    };
    record(
        turn,
        &progress,
        (&action, thought),
        told.to_owned(),
        verdict,
    );
    proceed_after_tool(turn, progress)
}

fn remember(turn: &mut Turn, progress: Progress, action: Action, thought: String) -> Ending {
    let session = progress.recalled.as_ref().map(|recalled| &recalled.session);
    match server_actions::perform(&action, &mut turn.task.memory, session) {
        Err(why) => turn.refuse(progress, action, why),
        Ok(Served { told, export }) => {
            if let Some((key, value)) = export {
                turn.notes.push(Note::Export { key, value });
            }
            record(
                turn,
                &progress,
                (&action, thought),
                told,
                sure("done inside the server"),
            );
            proceed_after_tool(turn, progress)
        }
    }
}

fn record(
    turn: &mut Turn,
    progress: &Progress,
    (action, thought): (&Action, String),
    told: String,
    verdict: Verdict,
) {
    let report = Report {
        success: Some(verdict.met),
        state: Some(told),
        ..Report::default()
    };
    let step = Step {
        report,
        verdict: Some(verdict),
        by: screen_agent_action::step::Maker::Model,
        ..new_step(turn, progress, action, None, thought)
    };
    turn.record(step);
}
