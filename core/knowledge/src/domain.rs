//! Which sites an organisation's knowledge is about: patterns of hosts.

use url::Url;

/// Longest pattern, in bytes.
const LONGEST: usize = 255;

/// Host of an address on the web; a bare host is taken for https.
pub fn host(address: &str) -> Option<String> {
    let address = address.trim();
    let whole = match address.contains("://") {
        true => address.to_owned(),
        false => format!("https://{address}"),
    };
    let url = Url::parse(&whole).ok()?;
    let web = matches!(url.scheme(), "http" | "https");
    url.host_str().filter(|_| web).map(str::to_owned)
}

/// A pattern in its stored form: a host in small letters without `www.`, or `*.` and one. Nothing
/// when it is neither.
pub fn domain_pattern(text: &str) -> Option<String> {
    let text = text.trim();
    let (star, name) = match text.strip_prefix("*.") {
        Some(name) => ("*.", name),
        None => ("", text),
    };
    // An address is more than a host.
    let is_more = |sign: char| sign.is_whitespace() || "*/\\:?#@%".contains(sign);
    if name.is_empty() || name.contains(is_more) {
        return None;
    }
    let host = host(name)?;
    let host = without_www(&host);
    (host.len() <= LONGEST - 2).then(|| format!("{star}{host}"))
}

/// `*.x.com` means everything below x.com, and x.com itself.
pub fn is_within(pattern: &str, host: &str) -> bool {
    let host = without_www(host);
    match pattern.strip_prefix("*.") {
        Some(parent) => {
            let below = host.strip_suffix(parent);
            host == parent || below.is_some_and(|rest| rest.ends_with('.'))
        }
        None => host == pattern,
    }
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_means_a_host_or_all_below_it() {
        for (pattern, host, expected) in [
            ("acme.com", "acme.com", true),
            ("acme.com", "www.acme.com", true),
            ("acme.com", "app.acme.com", false),
            ("*.acme.com", "app.acme.com", true),
            ("*.acme.com", "a.b.acme.com", true),
            ("*.acme.com", "acme.com", true),
            ("*.acme.com", "www.acme.com", true),
            ("*.acme.com", "evilacme.com", false),
            ("*.acme.com", "acme.com.evil.test", false),
        ] {
            assert_eq!(is_within(pattern, host), expected, "{pattern} {host}");
        }
    }

    #[test]
    fn a_pattern_is_kept_in_one_form() {
        for (text, expected) in [
            ("Acme.com", Some("acme.com")),
            ("www.acme.com", Some("acme.com")),
            (" *.Acme.com ", Some("*.acme.com")),
            ("bücher.example", Some("xn--bcher-kva.example")),
            ("*", None),
            ("*.", None),
            ("a*.com", None),
            ("https://acme.com/x", None),
            ("acme.com/x", None),
            ("acme.com:8443", None),
            ("ann@acme.com", None),
            ("bücher.example/x", None),
            ("bü*cher.example", None),
            ("", None),
        ] {
            assert_eq!(domain_pattern(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn a_bare_host_is_an_address_and_other_schemes_are_none() {
        for (address, expected) in [
            ("https://app.acme.com/x?y", Some("app.acme.com")),
            ("APP.acme.com", Some("app.acme.com")),
            ("acme.com:8443/x", Some("acme.com")),
            ("chrome://settings", None),
            ("file:///etc/passwd", None),
            ("", None),
            ("not a host", None),
        ] {
            assert_eq!(host(address).as_deref(), expected, "{address:?}");
        }
    }
}
