//! What is on a page, by something that belongs to none of those who look: a walk over the document, with names by the
//! library that testing tools take them from (`dom-accessibility-api`), in a browser of its own.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use screen_agent_browser::Hands;
use serde::Deserialize;

use super::said::{Control, Kind};

const WALK: &str = include_str!("truth.js");
/// Names longer than this may be told by their beginning.
const LONG: usize = 20;

/// A page as it is.
#[derive(Debug, Deserialize)]
pub(super) struct Truth {
    controls: Vec<Actual>,
    /// All that is shown, and what of it is in view.
    text: String,
    near: String,
}

/// A control that is there.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Actual {
    role: String,
    name: String,
    in_view: bool,
}

/// How much of something was told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) told: usize,
    pub(super) of: usize,
}

impl Part {
    /// Both together.
    pub(super) fn add(&mut self, other: Self) {
        self.told += other.told;
        self.of += other.of;
    }

    /// As a share; all of nothing is all.
    pub(super) fn share(self) -> f64 {
        match self.of {
            0 => 1.0,
            of => self.told as f64 / of as f64,
        }
    }
}

/// The walk, with the library that names controls before it.
pub(super) fn walk(modules: &Path) -> Result<String> {
    let folder = modules.join("dom-accessibility-api/dist");
    let mut parts = String::from("globalThis.named = (() => { const parts = {}, made = {};\n");
    for within in ["", "polyfills"] {
        let entries = std::fs::read_dir(folder.join(within)).context("no library for names")?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.extension().is_some_and(|ending| ending == "js") {
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                let code = std::fs::read_to_string(&path)?;
                writeln!(
                    parts,
                    "parts['{name}'] = (module, exports, require) => {{ {code}\n}};"
                )?;
            }
        }
    }
    parts.push_str(
        "const require = (path) => { const name = path.split('/').pop(); if (!made[name]) { made[name] = { exports: {} }; \
         parts[name](made[name], made[name].exports, require); } return made[name].exports; };\n\
         return require('./index').computeAccessibleName; })();\n",
    );
    parts.push_str(WALK);
    Ok(parts)
}

impl Truth {
    /// Of the page that is open.
    pub(super) async fn of(hands: &Hands, walk: &str) -> Result<Self> {
        let told = hands.page().run_in_page(walk, Duration::from_secs(30));
        let told = told.await?;
        serde_json::from_str(told.as_str().unwrap_or_default()).context("the walk told nothing")
    }

    /// Which part of the controls was told: of those in view, and of all.
    pub(super) fn controls(&self, told: &[Control]) -> (Part, Part) {
        let found = self.found(told);
        let (mut view, mut all) = (Part::default(), Part::default());
        for (actual, found) in self.controls.iter().zip(found) {
            let one = Part {
                told: usize::from(found),
                of: 1,
            };
            all.add(one);
            if actual.in_view {
                view.add(one);
            }
        }
        (view, all)
    }

    /// Each that is told counts for one control: for one of its name, else for one of its kind that has no name. What is in
    /// view comes first, since names come again.
    fn found(&self, told: &[Control]) -> Vec<bool> {
        let mut left: Vec<Option<(&Control, Vec<String>)>> = told
            .iter()
            .map(|told| {
                let names = told.names.iter().map(|name| plain(name));
                Some((told, names.collect()))
            })
            .collect();
        let mut found = vec![false; self.controls.len()];
        let mut order: Vec<usize> = (0..self.controls.len()).collect();
        order.sort_by_key(|&at| !self.controls[at].in_view);
        type Fits = fn(&Actual, &str, &(&Control, Vec<String>)) -> bool;
        let named: Fits = |_, name, (_, names)| !name.is_empty() && names.iter().any(|n| n == name);
        let begun: Fits = |_, name, (_, names)| {
            let alike = |one: &str, other: &str| {
                let one = one.trim_end_matches('…');
                one.chars().count() >= LONG && other.starts_with(one)
            };
            let mut names = names.iter();
            names.any(|told| alike(told, name) || alike(name, told))
        };
        let nameless: Fits =
            |actual, name, (told, _)| name.is_empty() && Kind::of(&actual.role) == Some(told.kind);
        for fits in [named, begun, nameless] {
            for &at in &order {
                let (actual, name) = (&self.controls[at], plain(&self.controls[at].name));
                if found[at] {
                    continue;
                }
                let taken = left
                    .iter_mut()
                    .find(|told| told.as_ref().is_some_and(|told| fits(actual, &name, told)));
                if let Some(taken) = taken {
                    *taken = None;
                    found[at] = true;
                }
            }
        }
        found
    }

    /// Names of controls in view that were not told.
    pub(super) fn missed(&self, told: &[Control]) -> Vec<String> {
        let controls = self.controls.iter().zip(self.found(told));
        controls
            .filter(|(actual, found)| actual.in_view && !found)
            .map(|(actual, _)| format!("{} {:?}", actual.role, actual.name))
            .collect()
    }

    /// Which part of the words was told: of those in view, and of all.
    pub(super) fn words(&self, told: &str) -> (Part, Part) {
        (kept(&self.near, told), kept(&self.text, told))
    }
}

/// Each word counts as often as it is there.
fn kept(text: &str, told: &str) -> Part {
    let mut left: HashMap<String, usize> = HashMap::new();
    for word in words(told) {
        *left.entry(word).or_default() += 1;
    }
    let mut part = Part::default();
    for word in words(text) {
        part.of += 1;
        if let Some(count) = left.get_mut(&word).filter(|count| **count > 0) {
            *count -= 1;
            part.told += 1;
        }
    }
    part
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// Names are the same where their words are: what stands between them is drawn by some and not by others.
fn plain(name: &str) -> String {
    words(name).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::mcp::said::{Tongue, controls};

    #[test]
    fn what_is_told_counts_once_and_by_its_name() {
        let actual = |role: &str, name: &str, in_view| Actual {
            role: role.into(),
            name: name.into(),
            in_view,
        };
        let truth = Truth {
            controls: vec![
                actual("link", "More", false),
                actual("link", "More", true),
                actual("textbox", "", true),
                actual("button", "A rather long name that goes on", true),
                actual("button", "Save", true),
            ],
            text: "Tea and tea, green".into(),
            near: "Tea".into(),
        };
        let told = controls(
            Tongue::Tree,
            "- link \"More\" [ref=e1]\n- textbox [ref=e2]\n- button \"A rather long name that…\" [ref=e3]\n- link \"Saves\" [ref=e4]",
        );
        let part = |told, of| Part { told, of };
        assert_eq!(truth.controls(&told), (part(3, 4), part(3, 5)));
        assert_eq!(truth.missed(&told), ["button \"Save\""]);
        assert_eq!(truth.words("TEA (green)"), (part(1, 1), part(2, 4)));
    }
}
