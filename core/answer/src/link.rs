//! Where a link may lead, and what its words may claim.
//!
//! http, https and mailto alone, and only in a spelling that hides nothing: what comes out is
//! ASCII, in its normal form, and reads back as itself.

mod claim;

use screen_agent_action::origin::check_target;

use super::limits::ADDRESS;

pub use claim::other_host;

/// An address that may be followed, in its normal form. Nothing for every other: another scheme, a
/// relative one, a name or password in it, control characters, spaces, backslashes, signs that are
/// not seen, and hosts that are written so as to look like something else.
pub fn clean(raw: &str) -> Option<String> {
    let raw = raw.trim_matches(' ');
    let cleaned = match raw.split_at_checked("mailto:".len()) {
        Some((scheme, mailbox)) if scheme.eq_ignore_ascii_case("mailto:") => mail(mailbox)?,
        _ => web(raw)?,
    };
    (cleaned.len() <= ADDRESS).then_some(cleaned)
}

/// The host that a cleaned address leads to, as it is shown: in ASCII.
pub fn host(cleaned: &str) -> Option<&str> {
    if let Some(mailbox) = cleaned.strip_prefix("mailto:") {
        return mailbox.rsplit_once('@').map(|(_, host)| host);
    }
    let (_, rest) = cleaned.split_once("://")?;
    rest.split(['/', '?', '#']).next()
}

fn web(raw: &str) -> Option<String> {
    if raw.len() > ADDRESS {
        return None;
    }
    // Where the tab is does not matter here: a person may follow a link into their own network.
    let target = check_target(raw, raw).ok()?;
    let (_, rest) = raw.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let honest = begins_plainly(raw)
        && target.host().bytes().all(stands_in_host)
        && !authority.contains('%')
        && same_host(host_part(authority), target.host());
    honest.then(|| target.url.to_string())
}

/// Browsers take more than that, such as a backtick.
fn stands_in_host(c: u8) -> bool {
    c.is_ascii_alphanumeric() || b"-._[]:".contains(&c)
}

/// True when the scheme is followed by two slashes and a host, which browsers do not insist on.
fn begins_plainly(raw: &str) -> bool {
    let begins = |scheme: &str| {
        raw.split_at_checked(scheme.len())
            .is_some_and(|(start, rest)| {
                start.eq_ignore_ascii_case(scheme) && !rest.starts_with(['/', '?', '#'])
            })
    };
    begins("https://") || begins("http://")
}

fn host_part(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|c| c.is_ascii_digit()) => host,
        _ => authority,
    }
}

/// True when a host is written as it is meant: letters of other scripts become a name in Punycode,
/// and never letters, digits or dots of ours.
fn same_host(written: &str, meant: &str) -> bool {
    written.starts_with('[')
        || written.split('.').count() == meant.split('.').count()
            && written
                .split('.')
                .zip(meant.split('.'))
                .all(|(written, meant)| {
                    written.eq_ignore_ascii_case(meant)
                        || !written.is_ascii() && meant.starts_with("xn--")
                })
}

/// One plain mailbox. Subjects, copies and whatever else an address of this kind may carry are left
/// out: they are a letter that somebody else wrote.
fn mail(mailbox: &str) -> Option<String> {
    let mailbox = mailbox.split('?').next().unwrap_or_default();
    let (name, host) = mailbox.split_once('@')?;
    let fits = |c: u8| c.is_ascii_alphanumeric() || b"._+-".contains(&c);
    let named = (1..=64).contains(&name.len()) && name.bytes().all(fits);
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|c| c.is_ascii_alphanumeric() || c == b'-')
    };
    let hosted = host.contains('.') && host.len() <= 253 && host.split('.').all(label);
    (named && hosted).then(|| format!("mailto:{name}@{}", host.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_what_the_address_leads_to() {
        for (cleaned, expected) in [
            ("https://a.example/x?y#z", Some("a.example")),
            ("http://a.example:8080/", Some("a.example:8080")),
            ("mailto:a@b.example", Some("b.example")),
            ("x", None),
        ] {
            assert_eq!(host(cleaned), expected, "{cleaned}");
        }
    }

    #[test]
    fn an_address_that_grows_too_long_is_refused() {
        let long = format!("https://a.example/{}", "é".repeat(1_000));
        assert_eq!(clean(&long), None);
        let fits = format!("https://a.example/{}", "x".repeat(1_000));
        assert_eq!(clean(&fits).as_deref(), Some(fits.as_str()));
    }
}
