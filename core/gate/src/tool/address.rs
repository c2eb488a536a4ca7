//! Addresses that a tool would fetch or open.

use screen_agent_page::Node;
use url::Url;

use super::code::Code;
use super::{Mode, ModelRead, Ruling, ToolCase, text};
use crate::DenyReason;
use screen_agent_action::origin::{Target, TargetFault, check_target, origin_of};
use screen_agent_words::lexicon::list;
use screen_agent_words::split::split;

/// Endings of addresses that a browser keeps instead of showing.
const FILES: &[&str] = &[
    "zip", "gz", "tgz", "bz2", "xz", "7z", "rar", "tar", "exe", "msi", "dmg", "pkg", "deb", "rpm",
    "apk", "iso", "jar", "bat", "cmd", "ps1", "sh", "scr", "docx", "xlsx", "pptx", "doc", "xls",
    "ppt", "csv", "epub", "mobi", "torrent", "bin", "appimage",
];

/// Rules on keeping the text of a page. It is fetched without the person's cookies, so only the
/// address itself could give something away: one that a model chose is asked about.
pub(super) fn capture(case: &ToolCase<'_>, url: &str) -> Ruling {
    if case.mode == Mode::Observe {
        return Ruling::deny(Code::ObserveReadsOnly);
    }
    let tab = case.seen.map_or("", |seen| seen.url.as_str());
    let target = match check_target(url, tab) {
        Ok(target) => target,
        Err(fault) => return denied(fault),
    };
    if is_given(case, &target) {
        return Ruling::allow(Code::CollectionAllowed);
    }
    Ruling::Ask {
        code: Code::CaptureRequiresApproval.word(),
        text: format!(
            "Fetch a page of {} and keep its text? {}",
            target.origin,
            text::whole(url)
        ),
        origin: target.origin,
    }
}

/// True for an address by which a model tells nobody anything: the person said the whole of it, it
/// is the tab's own, or a link of the page leads there and whoever is behind the link knows all
/// that the model has read. Subdomains, other paths and other queries are other addresses.
pub(super) fn is_given(case: &ToolCase<'_>, target: &Target) -> bool {
    let tab = case.seen.map_or("", |seen| seen.url.as_str());
    let is = |address: &str| Url::parse(address).ok().as_ref() == Some(&target.url);
    let linked = || {
        let mut nodes = case.seen.into_iter().flat_map(|seen| &seen.nodes);
        nodes.any(|node| node.facts.href.as_deref().is_some_and(is))
    };
    let chosen_freely = || match case.read {
        ModelRead::Nothing | ModelRead::Page => true,
        ModelRead::Site => origin_of(tab).as_deref() == Some(target.origin.as_str()),
        ModelRead::Private => false,
    };
    is(tab) || said(&case.words, &target.url) || chosen_freely() && linked()
}

/// The same for an address as it was written; one that cannot be read is denied elsewhere.
pub(super) fn is_given_as(case: &ToolCase<'_>, url: &str) -> bool {
    let tab = case.seen.map_or("", |seen| seen.url.as_str());
    check_target(url, tab).is_ok_and(|target| is_given(case, &target))
}

/// True where the person's words hold this address, whole, in a sentence that does not say no.
fn said(words: &[&str], wanted: &Url) -> bool {
    words.iter().any(|words| {
        let mut refused = false;
        words.split_whitespace().any(|word| {
            let spoken = word.trim_start_matches(|c| "\"'()<>[]{}“”„«»‹›‘’".contains(c));
            let spoken = spoken.trim_end_matches(|c| "\"'()<>[]{}“”„«»‹›‘’,.;:!?".contains(c));
            refused |= is_no(spoken);
            let found = !refused && is_spoken(spoken, wanted);
            // The next sentence is another.
            refused &= !word.ends_with(['.', ';', '!', '?']);
            found
        })
    })
}

/// A word by which a sentence says that something shall not be.
fn is_no(word: &str) -> bool {
    list("not").has(word)
}

/// A word that is the address: as it is, or without its scheme, as people say it. A mail address is
/// no site, nor is a name of a file.
fn is_spoken(word: &str, wanted: &Url) -> bool {
    let same = |address: &str| Url::parse(address).is_ok_and(|spoken| spoken == *wanted);
    if word.contains("://") {
        return same(word);
    }
    let host = word.split(['/', '?', '#']).next().unwrap_or_default();
    let bare = host.contains('.') && !host.contains('@') && (host != word || !names_file(host));
    bare && (same(&format!("https://{word}")) || same(&format!("http://{word}")))
}

/// Endings of names of files that are domains, too.
const LIKE_FILES: &[&str] = &["md", "py", "rs", "pl", "ps", "mov", "cab"];

fn names_file(name: &str) -> bool {
    let ending = name.rsplit('.').next().unwrap_or_default();
    let ending = ending.to_ascii_lowercase();
    FILES.contains(&ending.as_str()) || LIKE_FILES.contains(&ending.as_str())
}

fn denied(fault: TargetFault) -> Ruling {
    Ruling::Deny {
        code: DenyReason::from(fault).word(),
        text: format!("It is not fetched: {fault}."),
    }
}

/// True for a link that brings a file.
pub(super) fn downloads(node: &Node) -> bool {
    let named = list("downloads").holds(&split(&node.name));
    node.facts.href.as_deref().is_some_and(is_file) || named
}

/// True for an address of a file that a browser keeps instead of showing.
pub(super) fn is_file(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else {
        return false;
    };
    let ending = url
        .path()
        .rsplit('/')
        .next()
        .and_then(|name| name.rsplit_once('.'));
    ending.is_some_and(|(_, ending)| FILES.contains(&ending.to_ascii_lowercase().as_str()))
}
