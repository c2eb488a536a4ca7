//! What the person reads: of DOM facts and of the call's own arguments, quoted and cut. A handle is
//! never among it.

use screen_agent_page::Node;
use sha2::{Digest, Sha256};

use crate::approval::AskReason;
use crate::consequence::Consequence;
pub(super) use crate::wording::named;
use screen_agent_action::origin::origin_of;
use screen_agent_action::{Action, Choice};
use screen_agent_words::quote::{cut, plain, quote};

/// Longest piece that is shown whole, in characters.
const WHOLE: usize = 4_000;
/// How much is shown of a longer one.
const HEAD: usize = 2_000;

/// What an action does, and where.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "what is left only moves about"
)]
pub(super) fn sentence(action: &Action, target: Option<&Node>, url: &str) -> String {
    let site = here(url);
    let control = || target.map_or_else(|| "something".to_owned(), named);
    match action {
        Action::Navigate {
            url: address,
            new_tab,
        } => going(address, *new_tab),
        Action::CreateTab { url: address, .. } => match address {
            Some(address) => going(address, true),
            None => "Open an empty tab?".to_owned(),
        },
        Action::GoBack => format!("Go back from {site}?"),
        Action::GoForward => format!("Go forward from {site}?"),
        Action::SwitchTab { .. } => "Show another tab?".to_owned(),
        Action::CloseTab { .. } => "Close a tab of the browser?".to_owned(),
        Action::SetValue { text, .. } if text.is_empty() => {
            format!("Empty {} on {site}?", control())
        }
        Action::SetValue { text, .. } => {
            format!("Write {} into {} on {site}?", in_full(text), control())
        }
        Action::AppendText { text, .. } => {
            format!("Add {} to {} on {site}?", in_full(text), control())
        }
        Action::Type { text, .. } => format!("Type {} on {site}?", in_full(text)),
        Action::SelectDropdown { choice, .. } => {
            format!("Choose {} in {} on {site}?", chosen(choice), control())
        }
        Action::UploadFile { files, .. } => {
            let names: Vec<String> = files.iter().map(|file| quote(base(file))).collect();
            format!("Hand {} to {site}?", names.join(", "))
        }
        Action::Press { key, .. } => format!("Press the key {} on {site}?", quote(key)),
        Action::AcceptDialog { .. } | Action::DismissDialog | Action::WaitForDialog { .. } => {
            format!("Answer the dialog that {site} shows?")
        }
        Action::Click { .. }
        | Action::DoubleClick { .. }
        | Action::RightClick { .. }
        | Action::Check { .. }
        | Action::Uncheck { .. } => format!("Press {} on {site}?", control()),
        Action::DragAndDrop { .. } => format!("Drop something on {} on {site}?", control()),
        _ => format!("Move about on {site}?"),
    }
}

/// A further thing that it brings about, where the sentence does not say it.
pub(super) fn note(found: &Consequence, url: &str) -> Option<String> {
    let elsewhere = Some(&found.origin) != origin_of(url).as_ref();
    match found.reason {
        AskReason::LeavesSite => Some(format!("It leads to {}.", found.origin)),
        AskReason::PostsElsewhere if elsewhere => Some(format!("It is sent to {}.", found.origin)),
        AskReason::PostsElsewhere => Some("It stands in a frame of an unknown site.".to_owned()),
        AskReason::SubmitsByEnter => Some("It may send a form.".to_owned()),
        AskReason::ChangesState => Some("It may change something there.".to_owned()),
        AskReason::SecretField
        | AskReason::Privileged
        | AskReason::HandsOverFiles
        | AskReason::EachIsAsked => None,
    }
}

/// An address, with what is asked of it; its site stands before it in full.
pub(super) fn whole(address: &str) -> String {
    format!("The whole address is {}.", in_full(address))
}

/// What would leave, in quotes and whole: who says yes has to have seen it. Of what nobody would
/// read to its end there is the beginning, how long it is, and what it is known by.
pub(super) fn in_full(text: &str) -> String {
    let shown = plain(text);
    let length = shown.chars().count();
    if length <= WHOLE {
        return format!("\"{shown}\"");
    }
    let print = hex::encode(Sha256::digest(text.as_bytes()));
    format!(
        "\"{}\" ({length} characters in all, SHA-256 {print})",
        cut(&shown, HEAD)
    )
}

fn going(address: &str, new_tab: bool) -> String {
    let origin = origin_of(address).unwrap_or_default();
    let tab = if new_tab { " in a new tab" } else { "" };
    format!("Go to {origin}{tab}? {}", whole(address))
}

/// The page's site in full.
fn here(url: &str) -> String {
    origin_of(url).unwrap_or_else(|| "this page".to_owned())
}

fn chosen(choice: &Choice) -> String {
    let one = choice.text.as_ref().or(choice.value.as_ref());
    let wanted = choice.several.iter().chain(one);
    wanted
        .map(|wanted| in_full(wanted))
        .collect::<Vec<_>>()
        .join(", ")
}

fn base(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or_default()
}
