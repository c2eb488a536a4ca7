//! Values and hosts that a person's words hold.

/// True where the text holds exactly this value. Letters count as they are; in numbers, spaces and
/// hyphens do not.
pub(super) fn holds(text: &str, value: &str) -> bool {
    holds_text(text, value) || holds_number(text, value)
}

/// True where the value stands in the text with no letter or digit touching it.
fn holds_text(text: &str, value: &str) -> bool {
    text.match_indices(value).any(|(at, found)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let rest = text.get(at + found.len()..);
        let after = rest.and_then(|text| text.chars().next());
        let touches = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !touches(before) && !touches(after)
    })
}

/// True where the groups of a number stand one after the other, however they are spaced.
fn holds_number(text: &str, value: &str) -> bool {
    let spaced = |c: char| matches!(c, ' ' | '-');
    let wanted: String = value.chars().filter(|c| !spaced(*c)).collect();
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if wanted.len() < 4 || !all_digits(&wanted) {
        return false;
    }
    let groups: Vec<&str> = text.split(spaced).collect();
    (0..groups.len()).any(|from| {
        let mut joined = String::new();
        let digits = groups
            .iter()
            .skip(from)
            .take_while(|group| all_digits(group));
        digits.into_iter().any(|group| {
            joined.push_str(group);
            joined == wanted
        })
    })
}

/// True where the text names this host, or the site that it belongs to.
pub(super) fn names_host(text: &str, host: &str) -> bool {
    let host = bare(host);
    let site = psl::domain_str(host).unwrap_or(host);
    hosts(text).any(|named| {
        let named = bare(&named);
        named == host || named == site && host.ends_with(&format!(".{site}"))
    })
}

/// Hosts that a text names, as addresses or bare.
fn hosts(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|c: char| c.is_whitespace() || "\"'()<>,“”".contains(c));
    parts
        .map(|part| part.trim_matches(['.', '!', '?', ';', ':']))
        .filter(|part| part.contains('.') || part.contains("://"))
        .filter_map(|part| {
            let scheme = if part.contains("://") { "" } else { "https://" };
            crate::origin::host_of(&format!("{scheme}{part}"))
        })
}

fn bare(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}
