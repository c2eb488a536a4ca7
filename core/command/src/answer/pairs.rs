//! Labels and the values that stand with them.

use super::Answer;
use screen_agent_page::{LineKind, Run};

use crate::ground::Scene;
use crate::words::likeness::{Likeness, likeness};
use crate::words::token::{Token, text_of};

/// A label with its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pair {
    /// What it is called.
    pub label: String,
    /// What it is.
    pub value: String,
    /// Where it stands.
    pub line: usize,
}

/// Every label that is said with its value.
pub(crate) fn pairs(scene: &Scene<'_>) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (line, content) in scene.lines() {
        if matches!(content.kind, LineKind::Term) || content.words().trim_end().ends_with(':') {
            let value = scene.spoken(line + 1);
            let label = content.words();
            push(&mut pairs, &label, &value, line);
        }
        for said in spoken_parts(scene, line) {
            if let Some((label, value)) = said.split_once(':') {
                push(&mut pairs, label, value, line);
            }
        }
        let cells = cells(scene, line);
        if let [label, value] = cells.as_slice() {
            push(&mut pairs, label, value, line);
        }
    }
    fields(scene, &mut pairs);
    pairs
}

fn push(pairs: &mut Vec<Pair>, label: &str, value: &str, line: usize) {
    let (label, value) = (label.trim().trim_end_matches(':'), value.trim());
    let short = label.chars().count() <= 40;
    if !label.is_empty() && !value.is_empty() && short {
        pairs.push(Pair {
            label: label.to_owned(),
            value: value.to_owned(),
            line,
        });
    }
}

/// A line as a whole, and each of its texts.
fn spoken_parts(scene: &Scene<'_>, line: usize) -> Vec<String> {
    let mut parts = vec![scene.spoken(line)];
    if let Some(content) = scene.screen.lines().get(line) {
        let texts: Vec<String> = content
            .runs
            .iter()
            .filter_map(|run| match run {
                Run::Text(text) => Some(text.trim().to_owned()),
                Run::Node(_) | Run::Cell => None,
            })
            .collect();
        if content.runs.len() > 1 {
            parts.extend(texts);
        }
    }
    parts
}

/// What the cells of a row say, or the two texts of a line.
pub(crate) fn cells(scene: &Scene<'_>, line: usize) -> Vec<String> {
    if let Some(row) = scene.screen.row_at(line) {
        return row.cells().into_iter().map(|cell| cell.text).collect();
    }
    let Some(content) = scene.screen.lines().get(line) else {
        return Vec::new();
    };
    content
        .runs
        .iter()
        .filter_map(|run| match run {
            Run::Text(text) => Some(text.trim().to_owned()),
            Run::Node(id) => scene
                .screen
                .node(id)
                .map(|node| node.value.clone().unwrap_or_else(|| node.name.clone())),
            Run::Cell => None,
        })
        .filter(|text| !text.is_empty())
        .collect()
}

/// Fields say what they hold.
fn fields(scene: &Scene<'_>, pairs: &mut Vec<Pair>) {
    for node in scene.nodes() {
        if let Some(value) = &node.value {
            push(
                pairs,
                &scene.label(node),
                value,
                scene.line_of(&node.id).unwrap_or(0),
            );
        }
    }
}

/// The value of a label that the words name; it stands there where they are the label's own words.
pub(super) fn named(scene: &Scene<'_>, tokens: &[Token]) -> Option<Answer> {
    let asked = text_of(tokens);
    let known = pairs(scene);
    let pair = best(&known, &asked)?;
    let text = pair.value.clone();
    Some(match likeness(&asked, &pair.label) {
        Some(like) if like >= Likeness::SameWords => Answer::standing(text),
        _ => Answer::guessed(text),
    })
}

/// What stands beside a label for a sum, where the words ask for just that.
pub(crate) fn total(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let sums = tokens
        .iter()
        .any(|token| token.is_any(&["total", "sum", "subtotal", "average", "balance"]));
    let known = pairs(scene);
    let asked = text_of(tokens);
    let same = |pair: &&Pair| likeness(&asked, &pair.label) >= Some(Likeness::SameWords);
    sums.then(|| known.iter().rev().find(same).map(|pair| pair.value.clone()))
        .flatten()
}

/// The pair whose label is most like what is asked.
pub(crate) fn best<'p>(pairs: &'p [Pair], asked: &str) -> Option<&'p Pair> {
    pairs
        .iter()
        .rev()
        .filter_map(|pair| Some((likeness(asked, &pair.label)?, pair)))
        .filter(|(like, _)| *like >= Likeness::Start)
        .max_by_key(|(like, _)| *like)
        .map(|(_, pair)| pair)
}
