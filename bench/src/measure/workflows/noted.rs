//! What was done on a page by the page's own account, and whether that is what was to be done.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// Which controls were clicked, and what was left in which. Controls are named by what they were before anything was changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Noted {
    clicks: BTreeSet<String>,
    values: BTreeMap<String, String>,
}

impl Noted {
    /// Everything that was acted on.
    pub(super) fn controls(&self) -> Vec<String> {
        let all: BTreeSet<&String> = self.clicks.iter().chain(self.values.keys()).collect();
        all.into_iter().cloned().collect()
    }

    /// What was entered as a password.
    pub(super) fn password(&self) -> Option<&str> {
        let mut values = self.values.iter();
        let (_, entered) = values.find(|(key, _)| key.contains("|password|"))?;
        Some(entered)
    }

    /// True where all of the other's was done. A click on what was filled in was only the way to it.
    pub(super) fn holds(&self, other: &Self) -> bool {
        let mut clicks = other.clicks.iter();
        let mut values = other.values.iter();
        clicks.all(|key| self.clicks.contains(key) || other.values.contains_key(key))
            && values.all(|(key, value)| self.values.get(key) == Some(value))
    }

    /// What was done that the other, which was right, has not.
    pub(super) fn besides(&self, right: &Self) -> Vec<String> {
        let clicks = self.clicks.difference(&right.clicks);
        let values = self.values.iter();
        let values = values.filter(|(key, value)| right.values.get(*key) != Some(*value));
        clicks
            .map(|key| format!("click on {key}"))
            .chain(values.map(|(key, value)| format!("{value:?} in {key}")))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(clicks: &[&str], values: &[(&str, &str)]) -> Noted {
        let owned = |(key, value): &(&str, &str)| (key.to_string(), value.to_string());
        Noted {
            clicks: clicks.iter().map(|&key| key.to_owned()).collect(),
            values: values.iter().map(owned).collect(),
        }
    }

    #[test]
    fn what_is_done_besides_is_wrong_and_what_is_missing_is_not_done() {
        let right = noted(&["save", "town"], &[("town", "Bern")]);
        assert!(noted(&["save"], &[("town", "Bern")]).holds(&right));
        let half = noted(&[], &[("town", "Bern")]);
        let wrong = noted(&["save", "delete"], &[("town", "Basel")]);
        assert_eq!(half.besides(&right), Vec::<String>::new());
        assert!(!half.holds(&right) && right.holds(&half));
        assert_eq!(
            wrong.besides(&right),
            ["click on delete", "\"Basel\" in town"]
        );
        assert_eq!(right.controls(), ["save", "town"]);
    }
}
