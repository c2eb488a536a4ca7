//! Symbols in texts: `#userName`, `#_appData.login.userName`, `#restAPI:Login`.

use std::ops::Range;

use screen_agent_words::quote::capitalised;

/// A symbol as it stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol<'a> {
    /// Somebody's own: `#userName`.
    Own(&'a str),
    /// A path below a root of the system: `#_appData.login.userName`.
    System(&'a str),
    /// A reference to an API, by its name: `Login` of `#restAPI:Login`.
    Api(&'a str),
    /// What happens: `#onLoginClicked`.
    Event(&'a str),
}

/// Every symbol of a text, in order. What is no name behind its `#`, such as `#1`, is none.
pub fn symbols(text: &str) -> Vec<Symbol<'_>> {
    places(text).into_iter().map(|(_, symbol)| symbol).collect()
}

/// A text with some of its symbols written otherwise.
pub fn replaced(text: &str, other: impl Fn(&str) -> Option<String>) -> String {
    let mut written = text.to_owned();
    for (place, _) in places(text).into_iter().rev() {
        if let Some(other) = other(&text[place.clone()]) {
            written.replace_range(place, &other);
        }
    }
    written
}

/// Where symbols stand.
fn places(text: &str) -> Vec<(Range<usize>, Symbol<'_>)> {
    let (mut found, mut from) = (Vec::new(), 0);
    while let Some(at) = text[from..].find('#').map(|at| from + at) {
        let before = text[..at].chars().next_back();
        let inside = before.is_some_and(|c| c.is_alphanumeric() || c == '&');
        let end = at + length(&text[at..]);
        if let Some(symbol) = (!inside).then(|| named(&text[at..end])).flatten() {
            found.push((at..end, symbol));
        }
        from = end;
    }
    found
}

/// The one symbol that a text is.
pub fn symbol(text: &str) -> Option<Symbol<'_>> {
    let text = text.trim();
    (text.starts_with('#') && length(text) == text.len())
        .then(|| named(text))
        .flatten()
}

/// Bytes of the symbol that a text begins with; 1 where there is only the `#`.
fn length(text: &str) -> usize {
    const API: &str = "#restAPI:";
    let start = if text.starts_with(API) { API.len() } else { 1 };
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut end = start;
    let mut rest = text[start..].char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let dot = c == '.' && rest.peek().is_some_and(|(_, next)| word(*next));
        if !word(c) && !dot {
            break;
        }
        end = start + at + c.len_utf8();
    }
    end
}

fn named(text: &str) -> Option<Symbol<'_>> {
    if let Some(api) = text.strip_prefix("#restAPI:") {
        return (!api.is_empty()).then_some(Symbol::Api(api));
    }
    let name = &text[1..];
    let first = name.chars().next()?;
    if first == '_' {
        return (name.len() > 1).then_some(Symbol::System(text));
    }
    let event = name.strip_prefix("on").and_then(|rest| rest.chars().next());
    match first.is_alphabetic() {
        true if event.is_some_and(char::is_uppercase) => Some(Symbol::Event(text)),
        true => Some(Symbol::Own(text)),
        false => None,
    }
}

/// A name as code has it: letters, digits and `_`, and no digit first.
pub fn is_name(text: &str) -> bool {
    let first = text
        .chars()
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_');
    first && text.chars().count() <= 60 && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A name in camel case, made of whatever words a text has: `Email Input` is `emailInput`.
pub fn camel(text: &str) -> String {
    let mut name = String::new();
    for word in words(text) {
        let mut chars = word.chars();
        let Some(first) = chars.next() else { continue };
        match name.is_empty() {
            true => name.extend(first.to_lowercase()),
            false => name.extend(first.to_uppercase()),
        }
        name.extend(chars);
    }
    name
}

/// The same with a capital first.
pub fn pascal(text: &str) -> String {
    capitalised(&camel(text))
}

/// Whether a word is among some with spaces between them.
pub fn is_among(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// The words of a name or a text, in lower case: `loginBtn_0` is `login`, `btn`, `0`; `onAClicked` is `on`, `a`,
/// `clicked`.
pub fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut begins = true;
    let mut before: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let small = |c: char| c.is_lowercase() || c.is_numeric();
        let last_of_capitals = before.is_some_and(char::is_uppercase)
            && chars.peek().is_some_and(|next| next.is_lowercase());
        let hump = c.is_uppercase() && (before.is_some_and(small) || last_of_capitals);
        before = Some(c);
        if !c.is_alphanumeric() {
            begins = true;
            continue;
        }
        if begins || hump {
            words.push(String::new());
            begins = false;
        }
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words
}

/// A word as the name of a file.
pub fn file_name(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.');
    let name: String = word
        .chars()
        .take(100)
        .map(|letter| if plain(letter) { letter } else { '_' })
        .collect();
    // Neither hidden nor a way out.
    match name.starts_with('.') || name.is_empty() {
        true => format!("_{name}"),
        false => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_told_from_what_looks_like_them() {
        use Symbol::{Api, Event, Own, System};
        for (text, expected) in [
            (
                "Hi #userName, #_appData.login.x.",
                vec![Own("#userName"), System("#_appData.login.x")],
            ),
            (
                "call #restAPI:Login and #onLoginClicked",
                vec![Api("Login"), Event("#onLoginClicked")],
            ),
            ("issue #12, a#b, &#x27; # alone", vec![]),
            ("#이름 #_ #restAPI:", vec![Own("#이름")]),
            ("##twice", vec![Own("#twice")]),
        ] {
            assert_eq!(symbols(text), expected, "{text}");
        }
    }

    #[test]
    fn names_are_made_of_words() {
        for (text, camel_case, pascal_case) in [
            ("Email Input", "emailInput", "EmailInput"),
            ("loginBtn_0", "loginBtn0", "LoginBtn0"),
            ("  ", "", ""),
            ("URL", "url", "Url"),
        ] {
            assert_eq!(
                (camel(text).as_str(), pascal(text).as_str()),
                (camel_case, pascal_case)
            );
        }
    }
}
