//! Addresses that stand inside an address: a redirector goes where its query says.

use screen_agent_action::origin::{
    Target, TargetFault, check_target, host_of, is_host_name, site_of_host,
};

/// How often a part is decoded: an address may be encoded once for each hand that it goes through.
const LAYERS: usize = 3;

/// The addresses that an address carries in its path, query or fragment. Those of its own site are
/// its own business. A private one is a fault, as if somebody went there.
pub(super) fn addresses_inside(target: &Target) -> Result<Vec<Target>, TargetFault> {
    let url = &target.url;
    let parts = [Some(url.path()), url.query(), url.fragment()];
    let mut found: Vec<Target> = Vec::new();
    for part in parts.into_iter().flatten() {
        for text in layers(part) {
            for inner in addresses(&text) {
                let checked = match check_target(&inner, url.as_str()) {
                    Err(fault @ (TargetFault::Private | TargetFault::HiddenHost)) => {
                        return Err(fault);
                    }
                    Err(_) => continue,
                    Ok(checked) => checked,
                };
                let own = site_of_host(checked.host()) == site_of_host(target.host());
                if !own && found.iter().all(|other| other.origin != checked.origin) {
                    found.push(checked);
                }
            }
        }
    }
    Ok(found)
}

/// The text as it stands, and decoded.
fn layers(part: &str) -> Vec<String> {
    let mut all = vec![part.to_owned()];
    for _ in 0..LAYERS {
        let last = all.last().map(String::as_str).unwrap_or_default();
        let next: String = percent_decoded(last);
        if next == last {
            break;
        }
        all.push(next);
    }
    all
}

/// `%64` is a letter.
pub(super) fn percent_decoded(text: &str) -> String {
    let pairs = format!("={}", text.replace('&', "%26").replace('+', "%2B"));
    let pair = url::form_urlencoded::parse(pairs.as_bytes()).next();
    pair.map_or_else(String::new, |(_, value)| value.into_owned())
}

/// Whole addresses in a text, and those that leave out their scheme at the beginning of a value.
fn addresses(text: &str) -> Vec<String> {
    let ends = |c: char| c.is_whitespace() || "\"'<>&,;|()[]{}`".contains(c);
    let lower = text.to_ascii_lowercase();
    let mut found = Vec::new();
    for scheme in ["http:", "https:"] {
        for (at, _) in lower.match_indices(scheme) {
            let rest = text.get(at + scheme.len()..).unwrap_or_default();
            let host = rest.trim_start_matches(['/', '\\']);
            // A browser reads any number of slashes, turned either way.
            if host.len() < rest.len() {
                found.push(format!("{scheme}//{}", without_login(until(host, ends))));
            }
        }
    }
    for value in text.split(['=', '&', '#', '?']) {
        let bare = value.trim_start_matches(['/', '\\']);
        if value.len() >= bare.len() + 2 {
            found.push(format!("https://{}", without_login(until(bare, ends))));
        }
    }
    let steps: Vec<&str> = text.split(['/', '\\']).collect();
    // The last step of a path is more often the name of a file.
    let inner = steps.split_last().map_or(&[][..], |(_, inner)| inner);
    let named = inner.iter().filter(|step| names_a_host(step));
    found.extend(named.map(|step| format!("https://{step}/")));
    found.retain(|address| host_of(address).is_some_and(|host| is_host(&host)));
    found
}

fn until(text: &str, ends: impl Fn(char) -> bool) -> &str {
    text.split(ends).next().unwrap_or_default()
}

/// Whoever signs in goes to the host behind the sign.
fn without_login(text: &str) -> &str {
    let authority = text.split(['/', '?', '#']).next().unwrap_or_default();
    authority
        .rfind('@')
        .map_or(text, |at| text.get(at + 1..).unwrap_or_default())
}

/// A name of several parts, or a number: "https://x" in a path is more often a slip than a host.
fn is_host(host: &str) -> bool {
    host.contains('.') || host.starts_with('[') || host == "localhost"
}

/// True for a step of a path that is written like a host, under a suffix that hosts have.
fn names_a_host(step: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    step.chars().all(plain) && is_host_name(step)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn hosts(address: &str) -> Vec<String> {
        let target = check_target(address, "https://a.example/").unwrap();
        let found = addresses_inside(&target).unwrap();
        found.iter().map(|inner| inner.host().to_owned()).collect()
    }

    #[test]
    fn an_address_leads_to_those_inside_it() {
        for (address, expected) in [
            ("https://a.example/go?to=https://evil.test/x", "evil.test"),
            (
                "https://a.example/go?to=https%3A%2F%2Fevil.test",
                "evil.test",
            ),
            (
                "https://a.example/go?to=https%253A%252F%252Fevil.test",
                "evil.test",
            ),
            ("https://a.example/go/https://evil.test/x", "evil.test"),
            ("https://a.example/go/https:/evil.test/x", "evil.test"),
            ("https://a.example/go#next=//evil.test/x", "evil.test"),
            ("https://a.example/go?u=/%5Cevil.test", "evil.test"),
            ("https://a.example/go?u=%68ttps://evil.test", "evil.test"),
            (
                "https://a.example/go?u=https://me:x@evil.test/",
                "evil.test",
            ),
            (
                "https://a.example/?x=1&y=HTTPS://EVIL.test:8443/",
                "evil.test",
            ),
        ] {
            assert_eq!(hosts(address), [expected], "{address}");
        }
        for own in [
            "https://a.example/go?to=/next",
            "https://a.example/go?to=https://a.example/next",
            "https://a.example/go?to=https://www.a.example/next",
            "https://a.example/what?q=https+explained",
            "https://a.example/a//b",
            "https://a.example/q?note=see//this",
        ] {
            assert_eq!(hosts(own), Vec::<String>::new(), "{own}");
        }
    }

    #[test]
    fn a_private_address_inside_is_a_fault() {
        for address in [
            "https://a.example/go?to=http://127.0.0.1/admin",
            "https://a.example/go?to=http%3A%2F%2F169.254.169.254%2F",
            "https://a.example/go?to=http://localhost:8080/",
        ] {
            let target = check_target(address, "https://a.example/").unwrap();
            assert_eq!(
                addresses_inside(&target).err(),
                Some(TargetFault::Private),
                "{address}"
            );
        }
    }
}
