//! Fixes that have worked, kept by site and used again. Facts §3, "Skills".
//!
//! What is kept holds no id, which means nothing tomorrow, and nothing that was typed, which is
//! nobody else's business.

use std::cmp::Ordering;

use screen_agent_page::{NodeId, Observation};
use serde::{Deserialize, Serialize};

use screen_agent_action::expect::OutcomeKind;
use screen_agent_action::step::{Maker, Step, TargetPrint};
use screen_agent_action::{Action, EffectClass, mask, print};
use screen_agent_words::WordList;
use screen_agent_words::quote::{cut, plain};
use screen_agent_words::secret::named;

/// Most fixes that a turn is told of.
const MOST: usize = 5;
/// Share of tries that have to have worked.
const WORKS: f32 = 0.5;
/// Longest wish and longest name of a control, in characters.
const GOAL: usize = 120;
const NAME: usize = 60;
/// Words that say nothing of what is wanted.
static SMALL: WordList = WordList::named("wish small words");

/// A fix that has been tried on a site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Skill {
    /// What was wanted, in normal form.
    pub goal: String,
    /// What did not work, without ids: verb, role and name of the control.
    pub failed: String,
    /// What did, in the same form.
    pub fix: String,
    /// How often it was tried.
    pub tries: u32,
    /// How often it worked.
    pub wins: u32,
}

/// What a turn learned about a fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    /// Registrable domain of the page.
    pub domain: String,
    /// As in [`Skill`].
    pub goal: String,
    /// As in [`Skill`].
    pub failed: String,
    /// As in [`Skill`].
    pub fix: String,
    /// It worked.
    pub worked: bool,
}

/// A wish in normal form: its telling words, lower case, without anything that is quoted, a figure,
/// an address or a secret.
pub fn goal(query: &str) -> String {
    let mut text = query.to_owned();
    for secret in named(query) {
        text = screen_agent_words::secret::hide(&text, &secret);
    }
    let words = without_quoted(&text).to_lowercase();
    let telling: Vec<&str> = words
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty() && !SMALL.contains(word) && !is_particular(word))
        .collect();
    telling.join(" ").chars().take(GOAL).collect()
}

/// Figures, addresses and file names belong to one occasion.
fn is_particular(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit() || matches!(c, '@' | '/' | '.' | '_'))
}

fn without_quoted(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '“']) {
        let Some(end) = rest[at..]
            .char_indices()
            .skip(1)
            .find_map(|(end, c)| matches!(c, '"' | '”').then_some(at + end + c.len_utf8()))
        else {
            break;
        };
        kept.push_str(&rest[..at]);
        rest = &rest[end..];
    }
    kept + rest
}

/// An action without ids and without what it types: its verb, and the control's role and name.
pub fn shape(action: &Action, target: Option<&TargetPrint>) -> String {
    let printed = print(action);
    let verb = printed.split('(').next().unwrap_or_default();
    match (action, target) {
        (Action::Press { key, .. }, None) => format!("{verb} {key}"),
        (_, Some(target)) => {
            let name = cut(&plain(&target.name), NAME);
            format!("{verb} {} \"{name}\"", target.role)
        }
        (_, None) => verb.to_owned(),
    }
}

/// What the last step teaches, if it put something right or failed to.
///
/// Waiting and looking about prove nothing, and neither does a control without a name. What the command engine finds it
/// finds again by itself.
pub fn lesson(query: &str, steps: &[Step], domain: &str) -> Option<Lesson> {
    let step = steps.last()?;
    let (verdict, correction) = (step.verdict.as_ref()?, step.correction.as_ref()?);
    let failed = steps
        .iter()
        .find(|step| step.index == correction.failed_step)?;
    let quiet = step.expected.kind == OutcomeKind::Query || step.action.is_terminal();
    let named = |target: Option<&TargetPrint>| target.is_none_or(|t| !t.name.trim().is_empty());
    let found_again = step.by == Maker::Engine;
    if quiet
        || found_again
        || domain.is_empty()
        || !named(step.target.as_ref())
        || !named(failed.target.as_ref())
    {
        return None;
    }
    let lesson = Lesson {
        domain: domain.to_owned(),
        goal: goal(query),
        failed: shape(&failed.action, failed.target.as_ref()),
        fix: shape(&step.action, step.target.as_ref()),
        worked: verdict.met,
    };
    (lesson.failed != lesson.fix).then_some(lesson)
}

/// The fixes worth telling: those that worked at least half of the time, best first.
pub fn useful(skills: &[Skill]) -> Vec<&Skill> {
    let mut useful: Vec<&Skill> = skills.iter().filter(|skill| rate(skill) >= WORKS).collect();
    let better = |a: &&Skill, b: &&Skill| {
        let by_rate = rate(b).partial_cmp(&rate(a)).unwrap_or(Ordering::Equal);
        by_rate.then(b.tries.cmp(&a.tries))
    };
    useful.sort_by(better);
    useful.truncate(MOST);
    useful
}

#[allow(clippy::cast_precision_loss, reason = "counts are small")]
fn rate(skill: &Skill) -> f32 {
    if skill.tries == 0 {
        return 0.0;
    }
    skill.wins as f32 / skill.tries as f32
}

/// The fix as an action on this screen, where exactly one control answers to it.
pub fn grounded(skill: &Skill, failed: &Action, screen: &Observation) -> Option<Action> {
    let free = [
        Action::GoBack,
        Action::Press {
            key: "Escape".to_owned(),
            modifiers: Vec::new(),
        },
        Action::Press {
            key: "Enter".to_owned(),
            modifiers: Vec::new(),
        },
    ];
    if let Some(action) = free
        .into_iter()
        .find(|action| shape(action, None) == skill.fix)
    {
        return Some(action);
    }
    let usable = screen.nodes.iter().filter(|node| !node.covered);
    let mut fits = usable.flat_map(|node| {
        let target = TargetPrint {
            role: node.role.code().to_owned(),
            name: node.name.clone(),
            selector: None,
            ..TargetPrint::default()
        };
        on(failed, &node.id)
            .into_iter()
            .filter(move |action| shape(action, Some(&target)) == skill.fix)
    });
    let only = fits.next()?;
    fits.next().is_none().then_some(only)
}

/// What could be done to a control without typing anything but what was to be typed anyway.
fn on(failed: &Action, id: &NodeId) -> Vec<Action> {
    let plain = [
        Action::Click { id: id.clone() },
        Action::DoubleClick { id: id.clone() },
        Action::Hover { id: id.clone() },
        Action::Check { id: id.clone() },
        Action::Uncheck { id: id.clone() },
    ];
    let same = on_another(failed, id).filter(|action| !mask::is_masked(action));
    let same = same.filter(|action| !plain.contains(action));
    plain.iter().cloned().chain(same).collect()
}

/// The same action on another control, for what is done to a single one. Files are not handed to another.
pub fn on_another(action: &Action, id: &NodeId) -> Option<Action> {
    let effect = action.effect();
    let fits = matches!(
        effect,
        EffectClass::Works | EffectClass::Moves | EffectClass::Reads
    ) && action.dropped_on().is_none()
        && !action.scrolls()
        && !matches!(action, Action::UploadFile { .. });
    action.with_target(id).filter(|_| fits)
}

#[cfg(test)]
mod tests;
