//! What the person types: one line an answer, from a terminal or a pipe.

use std::io::{IsTerminal, stdin};

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

use crate::terminal::complain;

/// How a line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Echo {
    /// As it is typed.
    Shown,
    /// Nobody who looks on may read it.
    Hidden,
}

/// Asks, and reads a line; `None` when there is nobody, or nothing more to read.
pub(crate) async fn ask(prompt: &str, echo: Echo) -> Option<String> {
    // Lives as long as this future: also when it is dropped in the middle, the terminal is as it was.
    let _quiet = (echo == Echo::Hidden && stdin().is_terminal()).then(Quiet::begin);
    complain(prompt);
    let read = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        let count = stdin().read_line(&mut line);
        count.map(|count| (count > 0).then_some(line))
    });
    let line = read.await.ok()?.ok()??;
    let line = match echo {
        Echo::Shown => line.trim(),
        // A password may begin or end with a space.
        Echo::Hidden => line.trim_end_matches(['\r', '\n']),
    };
    Some(line.to_owned())
}

/// A terminal that does not show what is typed, until this is dropped.
struct Quiet {
    before: Option<Termios>,
}

impl Quiet {
    fn begin() -> Self {
        let before = tcgetattr(stdin()).ok();
        if let Some(before) = &before {
            let mut quiet = before.clone();
            quiet.local_modes.remove(LocalModes::ECHO);
            quiet.local_modes.insert(LocalModes::ECHONL);
            set(&quiet);
        }
        Self { before }
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            set(before);
        }
    }
}

/// At once, so that what was typed already is still read. A terminal that is gone shows nothing.
fn set(modes: &Termios) {
    let _ = tcsetattr(stdin(), OptionalActions::Now, modes);
}
