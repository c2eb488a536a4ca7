//! Pages as the next release of a site may have them: changed in the document by a seed, whatever the page is. And what was
//! done on a page, noted by the page itself, so that a wrong action is known without asking whoever acted.
//!
//! Controls are known by what they were before anything was changed; what was added is known as added.

use serde_json::json;

const SCRIPT: &str = include_str!("mutator.js");

/// What is done to a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PageChange {
    /// Some control that is not needed is called otherwise.
    Rename,
    /// One of those that are needed is called otherwise.
    RenameTarget,
    /// What stands around one of those that are needed is put elsewhere.
    Move,
    /// Every control is wrapped, and everything looks otherwise.
    Restyle,
    /// Twins of controls are added, called the same or nearly so, that do nothing.
    Insert,
    /// One of those that are needed is gone.
    Remove,
    /// What stands beside each other comes in another order.
    Reorder,
}

impl PageChange {
    /// Each of them.
    pub const ALL: [Self; 7] = [
        Self::Rename,
        Self::RenameTarget,
        Self::Move,
        Self::Restyle,
        Self::Insert,
        Self::Remove,
        Self::Reorder,
    ];

    /// As tables and the script have it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rename => "rename",
            Self::RenameTarget => "rename target",
            Self::Move => "move",
            Self::Restyle => "restyle",
            Self::Insert => "insert",
            Self::Remove => "remove",
            Self::Reorder => "reorder",
        }
    }
}

/// Reads what was done, and forgets it: `{ clicks: [control], values: { control: value } }`, as JSON.
pub const DONE: &str = "__noted.take()";

/// To be put before a page's own scripts. Once the page is loaded `begin` is run, what there is is noted, and the change is
/// made. `targets` are the controls that are needed, as [`DONE`] told them when nothing was changed.
#[must_use]
pub fn page_script(change: Option<(PageChange, u64)>, targets: &[String], begin: &str) -> String {
    let (word, seed) = change.map_or(("", 0), |(change, seed)| (change.word(), seed));
    let with = json!({ "change": word, "seed": seed, "targets": targets });
    // A script ends where it says that it ends.
    let with = with.to_string().replace('<', "\\u003c");
    format!("{SCRIPT}({with}, () => {{ {begin} }});")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_it_ends_the_script() {
        let change = Some((PageChange::RenameTarget, 3));
        let script = page_script(change, &["a</script>".into()], "start()");
        assert!(!script.contains("</script"));
        assert!(script.ends_with(
            "({\"change\":\"rename target\",\"seed\":3,\"targets\":[\"a\\u003c/script>\"]}, () => { start() });"
        ));
    }
}
