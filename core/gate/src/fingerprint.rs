//! What exactly an approval is bound to.

use std::collections::BTreeMap;

use screen_agent_page::{Line, Node, PartOf, Rect, State};
use screen_agent_words::WordList;
use sha2::{Digest, Sha256};

use super::GateCase;
use screen_agent_action::origin::origin_of;
use screen_agent_action::print;

/// Prints task, step, action, element, origin and snapshot. A yes to one print is never a yes to
/// another, so the page cannot change under an approval.
///
/// The snapshot is the document, and what the action is about: its control and those of its form, dialog and
/// surroundings with what they are, say, hold, lead to and send, the lines beside them, every amount in view,
/// or the dialog that holds the page. What changes elsewhere does not count, nor do place, colour and keyboard:
/// a scrolled page is the same page.
pub fn fingerprint(case: &GateCase<'_>) -> String {
    let mut hash = Sha256::new();
    put(&mut hash, &case.task);
    put(&mut hash, &case.step.to_string());
    put(&mut hash, &print(case.action));
    put(&mut hash, &origin_of(case.url).unwrap_or_default());
    put(&mut hash, case.url);
    put(&mut hash, case.document);
    let about = &about(case);
    for node in case.nodes.iter().filter(|node| concerns(about, node)) {
        put_node(&mut hash, node);
    }
    for line in case.lines.iter().filter(|line| bears_on(about, line)) {
        put(&mut hash, &timeless(&line.words()));
    }
    if let Some(said) = case.dialog() {
        put(&mut hash, &said);
    }
    hex::encode(hash.finalize())
}

/// What a yes is bound to, part by part, each as a short print: to tell what changed before it came.
pub fn parts(case: &GateCase<'_>) -> BTreeMap<String, String> {
    let about = &about(case);
    let mut said: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut add = |part: &'static str, what: String| said.entry(part).or_default().push(what);
    add(ADDRESS, format!("{} {}", case.url, case.document));
    for node in about {
        let facts = &node.facts;
        add(LABEL, format!("{} {}", node.role.code(), node.name));
        let sends = (&facts.form_action, facts.form_method, &facts.enter);
        add(
            TARGET,
            format!("{:?} {sends:?} {:?}", facts.href, node.frame_origin),
        );
    }
    for node in case.nodes.iter().filter(|node| concerns(about, node)) {
        add(CONTROLS, format!("{} {}", node.role.code(), node.name));
        add(
            VALUES,
            format!(
                "{:?} {:?}",
                node.value,
                node.states
                    .iter()
                    .filter(|state| **state != State::Focused)
                    .collect::<Vec<_>>()
            ),
        );
    }
    for line in case.lines.iter().filter(|line| bears_on(about, line)) {
        let words = timeless(&line.words());
        add(if is_amount(&words) { AMOUNTS } else { LINES }, words);
    }
    case.dialog()
        .into_iter()
        .for_each(|words| add(DIALOG, words));
    let print = |texts: Vec<String>| {
        let mut hash = Sha256::new();
        texts.iter().for_each(|text| put(&mut hash, text));
        hex::encode(hash.finalize()).chars().take(16).collect()
    };
    said.into_iter()
        .map(|(part, texts)| (part.to_owned(), print(texts)))
        .collect()
}

/// What is different between two looks, in words; nothing where nothing can be named.
pub fn changed(
    before: &BTreeMap<String, String>,
    now: &BTreeMap<String, String>,
) -> Option<String> {
    let differs = |part: &&&str| before.get(**part) != now.get(**part);
    let parts: Vec<&str> = PARTS.iter().filter(differs).copied().collect();
    let (last, first) = parts.split_last()?;
    Some(match first {
        [] => (*last).to_owned(),
        _ => format!("{} and {last}", first.join(", ")),
    })
}

const LABEL: &str = "its label";
const TARGET: &str = "where it leads or sends";
const AMOUNTS: &str = "an amount";
const VALUES: &str = "what its form holds";
const CONTROLS: &str = "the controls beside it";
const LINES: &str = "what is written beside it";
const DIALOG: &str = "the dialog";
const ADDRESS: &str = "the address of the page";

/// As they are told, what matters most first.
const PARTS: [&str; 8] = [
    LABEL, TARGET, AMOUNTS, VALUES, CONTROLS, LINES, DIALOG, ADDRESS,
];

/// How far from a control what stands beside it may be, in pixels.
const BESIDE: f64 = 160.0;
/// What an amount is told by, besides a figure.
static MONEY: WordList = WordList::named("signs of money");

/// The controls that the action is about: both ends of a drag; where it names none, what has the keyboard.
fn about<'a>(case: &GateCase<'a>) -> Vec<&'a Node> {
    let mut ends: Vec<&Node> = case.action.ends().filter_map(|id| case.node(id)).collect();
    if ends.is_empty() {
        ends.extend(case.at_keyboard());
    }
    ends
}

/// True for what belongs to the controls that are acted on. Where nobody knows those, everything does.
fn concerns(about: &[&Node], node: &Node) -> bool {
    let dialog = |node: &Node| node.facts.part_of == Some(PartOf::Dialog);
    let belongs = |about: &&Node| {
        let form = about.facts.form.is_some() && about.facts.form == node.facts.form;
        about.frame == node.frame && (form || dialog(about) && dialog(node))
            || is_beside(about.rect, node.rect)
    };
    about.is_empty() || about.iter().any(belongs)
}

/// True for a line beside one of these controls, and for every amount.
fn bears_on(about: &[&Node], line: &Line) -> bool {
    let beside = |node: &&Node| {
        node.rect.is_some() && line.rect.is_some() && is_beside(node.rect, line.rect)
    };
    about.iter().any(beside) || is_amount(&line.words())
}

fn is_beside(one: Option<Rect>, other: Option<Rect>) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return true;
    };
    let gap = |from: f64, size: f64, other: f64, other_size: f64| {
        (other - (from + size)).max(from - (other + other_size))
    };
    gap(one.x, one.w, other.x, other.w) <= BESIDE && gap(one.y, one.h, other.y, other.h) <= BESIDE
}

fn is_amount(words: &str) -> bool {
    let lower = words.to_lowercase();
    lower.contains(|c: char| c.is_ascii_digit()) && MONEY.iter().any(|money| lower.contains(money))
}

/// A line without the time that runs in it.
fn timeless(words: &str) -> String {
    let runs =
        |word: &&str| word.contains(':') && word.chars().all(|c| c.is_ascii_digit() || c == ':');
    let kept: Vec<&str> = words
        .split_whitespace()
        .filter(|word| !runs(word))
        .collect();
    kept.join(" ")
}

/// What a yes to staying on a page outside of the task's sites is bound to.
pub fn arrival_print(task: &str, steps: usize, origin: &str) -> String {
    let mut hash = Sha256::new();
    put(&mut hash, "arrival");
    put(&mut hash, task);
    put(&mut hash, &steps.to_string());
    put(&mut hash, origin);
    hex::encode(hash.finalize())
}

/// The length first, so that two fields cannot be read as one.
pub(super) fn put(hash: &mut Sha256, text: &str) {
    hash.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
    hash.update(text.as_bytes());
}

pub(super) fn put_node(hash: &mut Sha256, node: &Node) {
    put(hash, node.id.as_str());
    put(hash, node.role.code());
    put(hash, &node.name);
    put(hash, node.value.as_deref().unwrap_or_default());
    for state in node.states.iter().filter(|state| **state != State::Focused) {
        put(hash, state.word());
    }
    let facts = &node.facts;
    for fact in [
        &facts.tag,
        &facts.input_type,
        &facts.href,
        &facts.form_action,
        &facts.popup,
    ] {
        put(hash, fact.as_deref().unwrap_or_default());
    }
    put(
        hash,
        &format!("{:?} {:?} {}", facts.form_method, facts.form, facts.submits),
    );
    put(hash, &node.frame.to_string());
    put(hash, node.frame_origin.as_deref().unwrap_or_default());
    let facts = (&facts.enter, facts.form_written, facts.acts_on_change);
    put(hash, &format!("{facts:?}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use screen_agent_action::Action;
    use screen_agent_action::testing::node;

    use crate::tests::passing::{case, seen, task};

    #[test]
    fn whoever_is_asked_again_reads_what_has_changed() {
        let task = task();
        let mut pay = node("1", "btn", "Pay 10 EUR");
        pay.facts.form = Some(1);
        pay.facts.form_action = Some("https://shop.test/pay".to_owned());
        let mut field = node("2", "inp", "To");
        field.facts.form = Some(1);
        field.value = Some("Bob".to_owned());
        let action = Action::Click { id: pay.id.clone() };
        let of = |nodes: Vec<Node>| {
            let look = seen(nodes);
            parts(&case(&action, &task, &look, None))
        };
        let before = of(vec![pay.clone(), field.clone()]);
        assert_eq!(changed(&before, &before), None);
        let told = |nodes: Vec<Node>| changed(&before, &of(nodes));
        let mut other = pay.clone();
        other.name = "Pay 99 EUR".to_owned();
        let labels = told(vec![other, field.clone()]);
        assert_eq!(
            labels.as_deref(),
            Some("its label and the controls beside it")
        );
        let mut elsewhere = pay.clone();
        elsewhere.facts.form_action = Some("https://evil.test/pay".to_owned());
        let target = told(vec![elsewhere, field.clone()]);
        assert_eq!(target.as_deref(), Some("where it leads or sends"));
        field.value = Some("Mallory".to_owned());
        assert_eq!(
            told(vec![pay, field]).as_deref(),
            Some("what its form holds")
        );
    }
}
