//! `xtask/tidy.toml`: what is not yet as it should be. It may shrink and never grow.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::shell::root;

const HEAD: &str = "\
# What is not yet as it should be, read by `cargo xtask tidy`. An entry that is no longer needed fails as well:
# `cargo xtask tidy --shrink` lowers what may be lowered. It never raises anything; that takes a hand and a reason.
# budget: lines of code by tree. circles: modules of a crate that import each other in a circle. names: public
# types that so many crates of core/ and shell/ define: Call, Event and Note are what each machine (turn, packet) calls its own,
# as the trait that drives them does.

";

/// A budget goes down by whole hundreds, so that not every change has to touch it.
const STEP: usize = 100;

/// How many of each kind.
pub type Counts = BTreeMap<String, usize>;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowed {
    pub budget: Counts,
    pub circles: Counts,
    pub names: Counts,
}

impl Allowed {
    pub fn read() -> Result<Self> {
        let text = std::fs::read_to_string(file())?;
        toml::from_str(&text).context("xtask/tidy.toml")
    }

    /// Lowers every entry to what was found, and takes away those that nothing is left of.
    pub fn shrink(self, found: &Self) -> Result<()> {
        let shrunk = Self {
            budget: lowered(self.budget, &found.budget, STEP),
            circles: lowered(self.circles, &found.circles, 1),
            names: lowered(self.names, &found.names, 1),
        };
        std::fs::write(file(), format!("{HEAD}{}", toml::to_string(&shrunk)?))?;
        Ok(())
    }
}

fn file() -> PathBuf {
    root().join("xtask/tidy.toml")
}

fn lowered(allowed: Counts, found: &Counts, step: usize) -> Counts {
    let lower = |(name, most): (String, usize)| {
        let found = found.get(&name).copied()?;
        Some((name, most.min(found.next_multiple_of(step))))
    };
    allowed.into_iter().filter_map(lower).collect()
}

/// Says what is more than is allowed, and what is allowed but no longer needed.
pub fn compare(what: &str, allowed: &Counts, found: &Counts, faults: &mut Vec<String>) {
    for (name, &count) in found {
        let most = allowed.get(name).copied().unwrap_or_default();
        if count > most {
            faults.push(format!("{what} {name}: {count}, allowed are {most}"));
        }
    }
    for (name, most) in allowed {
        let count = found.get(name).copied().unwrap_or_default();
        if count < *most {
            faults.push(format!(
                "{what} {name}: {most} in xtask/tidy.toml is no longer needed, {count} is enough (cargo xtask tidy --shrink)"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(pairs: &[(&str, usize)]) -> Counts {
        pairs
            .iter()
            .map(|&(name, count)| (name.to_owned(), count))
            .collect()
    }

    #[test]
    fn more_and_less_than_allowed_are_both_said() {
        let mut faults = Vec::new();
        let allowed = counts(&[("a", 3), ("b", 2), ("gone", 4)]);
        compare(
            "circles",
            &allowed,
            &counts(&[("a", 3), ("b", 1), ("new", 2)]),
            &mut faults,
        );
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(faults[0].starts_with("circles new: 2, allowed are 0"));
        assert!(
            faults[1].starts_with("circles b: 2 in") && faults[2].starts_with("circles gone: 4 in")
        );
    }

    #[test]
    fn entries_are_only_lowered() {
        let allowed = counts(&[("a", 1000), ("b", 200), ("gone", 4)]);
        let found = counts(&[("a", 801), ("b", 250), ("new", 2)]);
        assert_eq!(
            lowered(allowed, &found, 100),
            counts(&[("a", 900), ("b", 200)])
        );
    }
}
