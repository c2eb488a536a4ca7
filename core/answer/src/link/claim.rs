//! What the words of a link claim about where it leads.

use screen_agent_action::origin::domain;

/// Endings of files that are also top-level domains: `README.md`, `main.rs`.
const FILES: [&str; 10] = ["md", "rs", "sh", "py", "pl", "ps", "cc", "so", "zip", "mov"];

/// The host that a link leads to, where its words show another. The same site counts as the same
/// host; a name that mixes scripts counts as another one whatever it becomes.
pub fn other_host(words: &str, cleaned: &str) -> Option<String> {
    // The whole address says where it leads, whatever else stands in it.
    if super::clean(words.trim()).as_deref() == Some(cleaned) {
        return None;
    }
    let host = super::host(cleaned)?;
    let site = domain(&format!("https://{host}"))?;
    let name = without_port(host).trim_matches(['.', '-']);
    let is_same = |shown: &String| {
        let same_site = || domain(&format!("https://{shown}")).as_ref() == Some(&site);
        is_one_script(shown) && (shown == name || same_site())
    };
    let file = cleaned
        .rsplit(['/', '?', '#', '='])
        .next()
        .unwrap_or_default();
    let honest = shown_hosts(words)
        .iter()
        .all(|shown| is_same(shown) || is_file(shown) && shown.eq_ignore_ascii_case(file));
    (!honest).then(|| host.to_owned())
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Every host that words show: after `://` whatever stands there, elsewhere what ends like a domain.
fn shown_hosts(words: &str) -> Vec<String> {
    let dotted: String = crate::words::clean(words)
        .chars()
        .map(|c| match c {
            '\u{3002}' | '\u{ff0e}' | '\u{ff61}' | '\u{2024}' | '\u{fe52}' => '.',
            _ => c,
        })
        .collect();
    let part_of_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '_');
    let after_scheme = dotted.match_indices("://").map(|(at, found)| {
        let rest = &dotted[at + found.len()..];
        rest.split(|c| !part_of_name(c)).next().unwrap_or_default()
    });
    let named = dotted
        .split(|c| !part_of_name(c))
        .filter(|name| is_domain(name));
    after_scheme
        .chain(named)
        .map(|name| name.trim_matches(['.', '-']))
        .filter(|name| !name.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// True for a name below a domain that people can register names in.
fn is_domain(name: &str) -> bool {
    let name = name.trim_matches(['.', '-']).to_lowercase();
    name.contains('.')
        && name.split('.').all(|label| !label.is_empty())
        && psl::suffix(name.as_bytes())
            .is_some_and(|suffix| suffix.is_known() && suffix.as_bytes().len() < name.len())
}

fn is_file(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| FILES.contains(&ending))
}

/// True when all letters are Latin ones, or none of them is one of ours.
fn is_one_script(name: &str) -> bool {
    let latin = |c: char| c.is_ascii() || ('\u{c0}'..='\u{24f}').contains(&c);
    name.chars().all(latin) || !name.chars().any(|c| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_show_another_host_are_found_out() {
        let bank = "https://bank.example.com/login";
        for (words, cleaned, expected) in [
            ("the bank", bank, None),
            ("bank.example.com", bank, None),
            ("Example.com, of course", bank, None),
            ("https://www.example.com/x", bank, None),
            ("paypal.com", bank, Some("bank.example.com")),
            (
                "https://paypal.com@example.com",
                bank,
                Some("bank.example.com"),
            ),
            ("go to http://intranet/", bank, Some("bank.example.com")),
            ("paypal\u{2024}com", bank, Some("bank.example.com")),
            ("pay\u{200b}pal.com", bank, Some("bank.example.com")),
            (
                "example.com and also evil.org",
                bank,
                Some("bank.example.com"),
            ),
            ("mail bob@evil.org", bank, Some("bank.example.com")),
            ("e.g. Node.js 1.2.3", bank, None),
            ("end.Start of it", bank, None),
            ("co.uk", bank, None),
            ("README.md", "https://code.example/x/README.md", None),
            (
                "evil.sh",
                "https://code.example/x/README.md",
                Some("code.example"),
            ),
            (
                "evil.com",
                "https://code.example/evil.com",
                Some("code.example"),
            ),
            ("bob@a.example.org", "mailto:bob@a.example.org", None),
            (
                "bob@a.example.org",
                "mailto:bob@example.net",
                Some("example.net"),
            ),
            ("bücher.de", "https://xn--bcher-kva.de/", None),
            ("пример.рф", "https://xn--e1afmkfd.xn--p1ai/", None),
            (
                "аpple.com",
                "https://xn--pple-43d.com/",
                Some("xn--pple-43d.com"),
            ),
            (
                "alice.github.io",
                "https://bob.github.io/",
                Some("bob.github.io"),
            ),
            (
                "https://a_b.example/?u=https://b.example",
                "https://a_b.example/?u=https://b.example",
                None,
            ),
            ("a_b.example.org", "https://a_b.example.org/x", None),
            ("http://127.0.0.1:80/", "http://127.0.0.1:8080/", None),
        ] {
            assert_eq!(
                other_host(words, cleaned).as_deref(),
                expected,
                "{words} {cleaned}"
            );
        }
    }
}
