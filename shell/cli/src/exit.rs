//! How the command ends. The exit codes are part of the contract with scripts, and [`ENDINGS`] is the one place that
//! says what each means: `--help` shows it, and docs/operations.md is held against it.

use std::process::ExitCode;

use clap::Command;

use crate::terminal::complain;

/// How a subcommand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Done, and verified where there was something to verify.
    Done,
    /// Done, and not all of it was seen to be.
    Unverified,
    /// Not done.
    Failed,
    /// Waits for the person.
    NeedsUser,
    /// The audit log is not whole.
    Broken,
    /// Not begun, or not done, for a reason that has a code of its own.
    Refused(RefusalKind),
    /// The command line or the settings were not understood; as `sysexits.h` has it.
    Usage,
}

/// Why something was refused that has a code of its own for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// A workspace, its settings or who is signed in is not as it is to be.
    Unset,
    /// A plan, a reply or what came in cannot be taken.
    Invalid,
    /// Files were not changed.
    NotApplied,
    /// The server could not be reached, or could not do it.
    Unreachable,
}

impl Ending {
    /// Of what is either good or not.
    pub(crate) const fn of(good: bool) -> Self {
        if good { Self::Done } else { Self::Failed }
    }

    const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::NeedsUser | Self::Refused(RefusalKind::Unset) => 2,
            Self::Broken | Self::Refused(RefusalKind::Invalid) => 3,
            Self::Unverified | Self::Refused(RefusalKind::NotApplied) => 4,
            Self::Refused(RefusalKind::Unreachable) => 5,
            Self::Usage => 64,
        }
    }
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        Self::from(ending.code())
    }
}

/// What the codes of each subcommand mean.
const ENDINGS: [(&str, &str); 28] = [
    (
        "run",
        "0 done, and verified · 1 not done, stopped, or not begun · 2 something was asked that nobody answered · 4 done, but not all of it was seen to be",
    ),
    (
        "ask",
        "0 answered · 1 no answer, or stopped · 2 answered as far as it goes without a yes that nobody gave · 4 the answer breaks off before its end",
    ),
    (
        "submit",
        "0 submitted; with --wait: done, and verified · 1 not submitted; with --wait: not done, or cancelled · 2 with --wait: something was asked that nobody answered · 4 with --wait: done, but not all of it was seen to be, or not all was brought that was asked for",
    ),
    (
        "runs",
        "0 done · 1 not done: no such run, or it does not stand so",
    ),
    (
        "schedules",
        "0 done · 1 not done: no such schedule, or no such time",
    ),
    ("profiles", "0 done · 1 not done: no such profile"),
    (
        "secrets",
        "0 done · 1 not done: no such secret, or it cannot be kept",
    ),
    ("logs", "0 shown · 1 no such run"),
    (
        "worker",
        "0 stopped when told to, or nothing is left to do (--drain) · 1 the server lets no worker in with this key, or stopped at once",
    ),
    (
        "mcp",
        "0 the client went, or the settings are written · 1 it could not be served, or they could not be written",
    ),
    ("acp", "0 the editor went · 1 it could not be served"),
    ("observe", "0 shown · 1 the page could not be looked at"),
    ("serve", "0 stopped when told to · 1 could not serve"),
    (
        "gate",
        "0 every case is decided as it expects · 1 one is not, or is no case",
    ),
    (
        "replay",
        "0 all is as it was recorded · 1 something differs, or could not be read",
    ),
    (
        "workflow",
        "0 done, and verified · 1 not done, stopped at a step, not kept, or (`verify`) not as it was signed · 2 something was asked that nobody answered · 4 done, but not all of it was seen to be",
    ),
    ("doctor", "0 nothing is missing · 1 something is"),
    (
        "user",
        "0 done · 1 not done: nobody of this e-mail, or they are there already",
    ),
    (
        "data copy",
        "0 everything was copied and is the same on both sides · 1 it was not",
    ),
    (
        "retention",
        "0 done, or told · 1 the database could not be read or written",
    ),
    (
        "audit verify",
        "0 the log is whole · 1 it could not be checked · 3 it is not whole, and the row is named",
    ),
    ("audit export", "0 every row is written · 1 not every row"),
    ("audit rotate", "0 the new key signs · 1 the old one does"),
    (
        "domains",
        "0 done, or it was so already · 1 not done: no such tenant",
    ),
    (
        "knowledge",
        "0 done · 1 not done: it could not be read, or there is no such source or tenant",
    ),
    (
        "ide",
        "0 done · 2 no workspace, no server, or nobody is signed in · 3 the plan, the reply or the input cannot be taken · 4 nothing was applied: files that conflict, or nobody said yes · 5 the server could not be reached",
    ),
    (
        "intents",
        "0 done · 1 the database could not be read or written",
    ),
    ("keys", "0 done · 1 not done: no such person or key"),
];

/// What every subcommand may end with, too.
const USAGE: &str = "64 the command line or the settings are wrong";

/// The command line with what each subcommand ends with in its help.
pub(crate) fn documented(command: Command) -> Command {
    ENDINGS.iter().fold(command, |command, (path, codes)| {
        let (group, name) = path.split_once(' ').unwrap_or((path, ""));
        command.mut_subcommand(group, |group| match name {
            "" => with_codes(group, codes),
            name => group.mut_subcommand(name, |command| with_codes(command, codes)),
        })
    })
}

fn with_codes(command: Command, codes: &str) -> Command {
    let examples = command.get_after_help();
    let examples = examples.map_or_else(String::new, |examples| format!("{examples}\n\n"));
    command.after_help(format!("{examples}Exit codes: {codes} · {USAGE}"))
}

/// Help and version are no failure; anything else that clap refuses is a usage error.
pub(crate) fn refused(error: &clap::Error) -> ExitCode {
    // Nothing can be done about a closed terminal.
    let _ = error.print();
    match error.use_stderr() {
        true => Ending::Usage.into(),
        false => Ending::Done.into(),
    }
}

/// Says what went wrong, with its causes.
pub(crate) fn failed(error: &anyhow::Error) -> ExitCode {
    complain(&format!("error: {error:#}"));
    match error.downcast_ref::<UsageError>() {
        Some(_) => Ending::Usage.into(),
        None => Ending::Failed.into(),
    }
}

/// The command line was well-formed but asks for something that cannot be meant.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UsageError(pub(crate) String);

/// The same, as a subcommand hands it on.
pub(crate) fn usage(why: impl Into<String>) -> anyhow::Error {
    UsageError(why.into()).into()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::subcommands::Args;

    #[test]
    fn every_subcommand_says_what_it_ends_with_and_the_manual_says_the_same() {
        let manual = include_str!("../../../docs/operations.md");
        let command = documented(Args::command());
        for (path, codes) in ENDINGS {
            let mut found = &command;
            for name in path.split(' ') {
                found = found.find_subcommand(name).unwrap();
            }
            let help = found.clone().term_width(1_000).render_help().to_string();
            let last = format!("Exit codes: {codes} · {USAGE}");
            assert!(help.trim_end().ends_with(&last), "{path}: {help}");
            let row = format!("| `{path}` | {codes} |");
            assert!(manual.contains(&row), "docs/operations.md lacks: {row}");
        }
        let known = |path: &str| ENDINGS.iter().any(|(known, _)| *known == path);
        for group in command.get_subcommands().filter(|one| !one.is_hide_set()) {
            let name = group.get_name();
            let mut below = group.get_subcommands().peekable();
            let each = below.peek().is_some()
                && below.all(|one| known(&format!("{name} {}", one.get_name())));
            assert!(known(name) || each, "{name} does not say what it ends with");
        }
    }

    #[test]
    fn codes_that_are_told_are_codes_that_there_are() {
        use Ending::{Broken, Done, Failed, NeedsUser, Refused, Unverified};
        let codes = [
            Done,
            Failed,
            NeedsUser,
            Broken,
            Unverified,
            Refused(RefusalKind::Unreachable),
        ]
        .map(|ending| ending.code().to_string());
        for (path, told) in ENDINGS {
            for code in told.split(" · ").filter_map(|one| one.split(' ').next()) {
                assert!(codes.iter().any(|known| known == code), "{path}: {code}");
            }
        }
        assert!(USAGE.starts_with(&Ending::Usage.code().to_string()));
    }
}
