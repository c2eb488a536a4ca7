//! Addresses that a tool would fetch or open.

use screen_agent_page::Node;
use url::Url;

use super::code::Code;
use super::words::{hold, split};
use super::{Mode, Ruling, ToolCase, text};
use crate::consent::Consent;
use crate::gate::DenyReason;
use crate::origin::{Target, TargetFault, check_target, is_among, origin_of};

/// Endings of addresses that a browser keeps instead of showing.
const FILES: &str = "zip, gz, tgz, bz2, xz, 7z, rar, tar, exe, msi, dmg, pkg, deb, rpm, apk, iso, \
    jar, bat, cmd, ps1, sh, scr, docx, xlsx, pptx, doc, xls, ppt, csv, epub, mobi, torrent, bin, \
    appimage";

/// Rules on keeping the text of a page. It is fetched without the person's cookies, so only the
/// address itself could give something away: one that a model made up is asked about.
pub(super) fn capture(case: &ToolCase<'_>, url: &str) -> Ruling {
    if case.mode == Mode::Observe {
        return Ruling::deny(Code::ObserveReadsOnly);
    }
    let tab = case.seen.map_or("", |seen| seen.url.as_str());
    let target = match check_target(url, tab) {
        Ok(target) => target,
        Err(fault) => return denied(fault),
    };
    if is_known(case, &target, tab) {
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

/// The tab's own site, one that the person names, or exactly where a link of the page leads.
fn is_known(case: &ToolCase<'_>, target: &Target, tab: &str) -> bool {
    let here = origin_of(tab).into_iter().collect();
    let named = || Consent::of(case.words.iter().copied()).name_host(target.host());
    let linked = || {
        let mut nodes = case.seen.into_iter().flat_map(|seen| &seen.nodes);
        nodes.any(|node| {
            let href = node.facts.href.as_deref();
            href.and_then(|href| Url::parse(href).ok()).as_ref() == Some(&target.url)
        })
    };
    is_among(&target.origin, &here) || named() || linked()
}

fn denied(fault: TargetFault) -> Ruling {
    let reason = match fault {
        TargetFault::Private | TargetFault::HiddenHost => DenyReason::PrivateAddress,
        TargetFault::NotAbsolute
        | TargetFault::Scheme
        | TargetFault::Credentials
        | TargetFault::Port
        | TargetFault::Characters => DenyReason::BadAddress,
    };
    Ruling::Deny {
        code: reason.word(),
        text: format!("It is not fetched: {fault}."),
    }
}

/// True for a link that brings a file.
pub(super) fn downloads(node: &Node) -> bool {
    let named = hold(&split(&node.name), "download, downloads, export, save as");
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
    ending.is_some_and(|(_, ending)| super::words::lists(FILES, &ending.to_ascii_lowercase()))
}
