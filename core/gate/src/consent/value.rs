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

/// True where the text names this file: by its whole path, or as a file by its bare name.
pub(super) fn names_file(text: &str, path: &str) -> bool {
    let breaks = |c: char| c.is_whitespace() || "\"'()<>,“”‘’`;".contains(c);
    let tokens: Vec<&str> = text
        .split(breaks)
        .map(|token| token.trim_end_matches(['.', '!', '?', ':']))
        .filter(|token| !token.is_empty())
        .collect();
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_path = path != name;
    if is_path && (tokens.contains(&path) || path.contains(' ') && text.contains(path)) {
        return true;
    }
    let with_ending = name
        .rsplit_once('.')
        .is_some_and(|(stem, ending)| !stem.is_empty() && !ending.is_empty());
    let spaced = name.contains(' ') && with_ending && holds_text(text, name);
    let mut before = std::iter::once("").chain(tokens.iter().copied());
    let named = tokens.iter().any(|token| {
        let last = before.next().unwrap_or_default().to_lowercase();
        let as_file = matches!(last.as_str(), "file" | "upload" | "attach" | "document");
        *token == name && (with_ending || as_file)
    });
    !name.is_empty() && (named || spaced)
}
