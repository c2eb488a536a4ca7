//! Commands that change files of a workspace: a verb of the list, flags of the list, files inside of it. Tried, it may
//! be done; done, the person is asked.

use super::code::Code;
use super::text::in_full;
use super::{Mode, Ruling};

/// Verbs that a reply may name.
pub const VERBS: [&str; 6] = [
    "variables upsert",
    "symbols identify",
    "actionflow upsert",
    "actionflow generate",
    "figma scan",
    "echo",
];
/// Verbs that only a person's own plan has.
pub const OWN_VERBS: [&str; 2] = ["apply-edits", "restore"];
/// Flags that a verb may have, and whether something stands behind them.
pub const FLAGS: [(&str, bool); 4] = [
    ("--project", true),
    ("--page-id", true),
    ("--component-id", true),
    ("--from-stdin", false),
];

/// Folders of a workspace that are no part of what is worked on: what was done is kept there.
const KEPT: [&str; 2] = [".cogo", ".git"];
/// Most files that the question names.
const NAMED: usize = 10;

/// A command as it is to be carried out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FileCommand<'a> {
    /// Its verb.
    pub verb: &'a str,
    /// Its arguments.
    pub args: &'a [String],
    /// Only what is true is a trial; absent, it is none.
    pub dry_run: Option<bool>,
    /// The files that it changes, from the workspace's root.
    pub files: &'a [String],
}

/// Rules on a command.
pub(super) fn rule(mode: Mode, command: &FileCommand<'_>) -> Ruling {
    let verbs = || VERBS.iter().chain(&OWN_VERBS);
    if !verbs().any(|verb| *verb == command.verb) {
        return Ruling::deny(Code::CommandUnknown);
    }
    if !are_flags(command.args) {
        return Ruling::deny(Code::CommandFlags);
    }
    if !command.files.iter().all(|file| is_inside(file)) {
        return Ruling::deny(Code::OutsideWorkspace);
    }
    if command.dry_run == Some(true) || command.files.is_empty() {
        return Ruling::allow(Code::DryRunAllowed);
    }
    if mode == Mode::Observe {
        return Ruling::deny(Code::ObserveReadsOnly);
    }
    let mut named: Vec<String> = command
        .files
        .iter()
        .take(NAMED)
        .map(|file| in_full(file))
        .collect();
    let more = command.files.len().saturating_sub(NAMED);
    if more > 0 {
        named.push(format!("{more} more"));
    }
    let call = [command.verb]
        .into_iter()
        .chain(command.args.iter().map(String::as_str));
    let call = in_full(&call.collect::<Vec<_>>().join(" "));
    let text = format!("Change {} by {call}?", named.join(", "));
    Ruling::ask(Code::FilesRequireApproval, text)
}

/// Each argument is a flag of the list, or stands behind one that takes something.
fn are_flags(args: &[String]) -> bool {
    let mut args = args.iter();
    while let Some(flag) = args.next() {
        let Some((_, takes)) = FLAGS.iter().find(|(known, _)| known == flag) else {
            return false;
        };
        if *takes && args.next().is_none_or(|value| value.starts_with('-')) {
            return false;
        }
    }
    true
}

/// Whether a path leads nowhere but into the workspace, by how it is written.
fn is_inside(file: &str) -> bool {
    let is_plain = |part: &str| !matches!(part, "" | "." | "..");
    let first = file.split('/').next().unwrap_or_default();
    file.split('/').all(is_plain)
        && !file
            .chars()
            .any(|letter| letter.is_control() || matches!(letter, '\\' | ':'))
        && !KEPT.iter().any(|kept| first.eq_ignore_ascii_case(kept))
}
