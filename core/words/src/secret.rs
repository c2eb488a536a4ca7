//! Secrets in what people say: which words name one, and how it is kept out of a text.

use serde_json::Value;

use crate::split::split;

/// Stands for what is not told.
pub const HIDDEN: &str = "•••";
/// From this length on a secret is hidden even inside a longer word.
const LONG: usize = 6;
/// Words of a name, one after the other, that make a field secret.
const NAMES: [&[&str]; 30] = [
    &["password"],
    &["passwd"],
    &["passphrase"],
    &["passcode"],
    &["pwd"],
    &["pin"],
    &["cvv"],
    &["cvv2"],
    &["cvc"],
    &["cvc2"],
    &["csc"],
    &["otp"],
    &["mfa"],
    &["2fa"],
    &["card", "number"],
    &["card", "num"],
    &["card", "no"],
    &["card", "code"],
    &["cardnumber"],
    &["cc", "number"],
    &["cc", "num"],
    &["cc", "exp"],
    &["cc", "csc"],
    &["ccnumber"],
    &["ccnum"],
    &["security", "code"],
    &["verification", "code"],
    &["authentication", "code"],
    &["one", "time"],
    &["onetime"],
];

/// Answers that tell that something was done, and no secret.
const DONE: [&str; 12] = [
    "done", "yes", "no", "ok", "okay", "continue", "resume", "ready", "finished", "go on", "skip",
    "cancel",
];
/// Shortest word of an answer that may be the secret in it, in characters. Shorter ones are hidden in the person's own
/// words, but not looked for in a whole page: they are ids, years and amounts, too.
pub const SHORTEST: usize = 4;
/// Words between a value and the field that it goes into.
const INTO: [&str; 5] = ["into", "in", "as", "for", "to"];
/// Words that end a clause.
const ENDS: [&str; 3] = ["and", "then", "with"];
/// Furthest name of a field behind its value, in words.
const REACH: usize = 5;
/// Words between the name of a secret and the secret itself.
const LINKS: [&str; 8] = ["is", "of", "as", "to", "with", "being", "the", "="];

/// True when the words of a name or identifier say that the value is secret. Words are whole:
/// "spinner" holds no pin.
pub fn is_secret_name(name: &str) -> bool {
    let words = split(name);
    NAMES.iter().any(|wanted| {
        words
            .windows(wanted.len())
            .any(|part| part.iter().zip(*wanted).all(|(a, b)| a == b))
    })
}

/// What may be the secret in an answer to a question for one: all of it, each of its words that is
/// no plain word, and the last.
pub fn answered(answer: &str) -> Vec<String> {
    let whole = answer.trim();
    if DONE.contains(&whole.trim_end_matches(['.', '!']).to_lowercase().as_str()) {
        return Vec::new();
    }
    let words: Vec<&str> = whole
        .split_whitespace()
        .map(|word| word.trim_end_matches([',', '.', ';', ')', '!']))
        .filter(|word| word.chars().count() >= SHORTEST)
        .collect();
    let odd = |word: &&str| word.chars().skip(1).any(|c| !c.is_ascii_lowercase());
    let telling = words.iter().copied().filter(odd);
    let last = words.last().copied();
    std::iter::once(whole)
        .chain(telling)
        .chain(last)
        .map(str::to_owned)
        .collect()
}

/// Secrets that words name: "with password x", "the PIN is 1234", "password: \"a b\"", and "enter x
/// into the password field".
pub fn named(words: &str) -> Vec<String> {
    let mut secrets = put_into(words);
    let mut rest = words;
    while let Some(at) = rest.find(|c: char| c.is_alphanumeric()) {
        let from = &rest[at..];
        let end = from
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        if let Some(after) = after_name(word, after) {
            secrets.extend(value_after(after));
        }
        rest = after;
    }
    secrets
}

/// Values that words put into a field for a secret: in quotation marks, or a telling word.
fn put_into(words: &str) -> Vec<String> {
    let mut secrets = Vec::new();
    let mut rest = words;
    while let Some(at) = rest.find(opens) {
        let in_word = rest[..at].ends_with(char::is_alphanumeric);
        let found = quoted(&rest[at..]).filter(|_| !in_word);
        let Some((inner, after)) = found else {
            rest = rest[at..].trim_start_matches(opens);
            continue;
        };
        if goes_into_secret(after) {
            secrets.extend(readings(inner));
        }
        rest = after;
    }
    let mut rest = words;
    while let Some(at) = rest.find(|c: char| !c.is_whitespace()) {
        let from = &rest[at..];
        let word = first_word(from);
        let after = &from[word.len()..];
        let telling = word.chars().any(|c| !c.is_ascii_lowercase()) && word.len() >= SHORTEST;
        if telling && !word.starts_with(opens) && goes_into_secret(after) {
            secrets.push(word.trim_end_matches(['"', '”', '\'', '’']).to_owned());
        }
        rest = after;
    }
    secrets
}

/// True when what follows a value puts it into a field for a secret, in the same clause.
fn goes_into_secret(after: &str) -> bool {
    let mut words = after.split_whitespace();
    if !words.next().is_some_and(|word| INTO.contains(&word)) {
        return false;
    }
    let mut before = String::new();
    for word in words.take(REACH) {
        let name = word.trim_matches(|c: char| !c.is_alphanumeric());
        let ends = ENDS.contains(&name);
        if ends {
            return false;
        }
        if is_secret_name(name) || is_secret_name(&format!("{before} {name}")) {
            return true;
        }
        if word.ends_with([',', '.', ';']) {
            return false;
        }
        before = name.to_owned();
    }
    false
}

/// What follows the name of a secret of one or two words, if one begins here.
fn after_name<'a>(word: &str, after: &'a str) -> Option<&'a str> {
    if is_secret_name(word) {
        return Some(after);
    }
    let next = first_word(after);
    let pair = !is_secret_name(next) && is_secret_name(&format!("{word} {next}"));
    pair.then(|| skip_word(after))
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

fn skip_word(text: &str) -> &str {
    let word = first_word(text);
    text.trim_start().strip_prefix(word).unwrap_or(text)
}

/// Marks that quotations open with, and what closes them, the likeliest first.
const QUOTES: [(char, &[char]); 8] = [
    ('"', &['"', '”']),
    ('\'', &['\'', '’']),
    ('“', &['”', '“', '"']),
    ('‘', &['’', '\'']),
    ('„', &['“', '”', '"']),
    ('‚', &['‘', '’', '\'']),
    ('«', &['»']),
    ('‹', &['›']),
];

fn opens(mark: char) -> bool {
    QUOTES.iter().any(|(open, _)| *open == mark)
}

/// What stands in the quotation that begins here, and what follows it. Another kind of mark in it is
/// part of it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let open = text.chars().next()?;
    let (_, closing) = QUOTES.iter().find(|(mark, _)| *mark == open)?;
    let inner = &text[open.len_utf8()..];
    let mut ends = closing.iter();
    let (at, close) = ends.find_map(|close| Some((end_of(inner, *close)?, *close)))?;
    Some((&inner[..at], &inner[at + close.len_utf8()..]))
}

/// Where a quotation ends: at a mark that is neither escaped nor an apostrophe, if there is one.
fn end_of(inner: &str, close: char) -> Option<usize> {
    let escaped = |at: usize| {
        let before = inner[..at].bytes().rev();
        before.take_while(|byte| *byte == b'\\').count() % 2 == 1
    };
    let in_word = |at: usize| inner[at + close.len_utf8()..].starts_with(char::is_alphanumeric);
    let mut marks = inner.match_indices(close).map(|(at, _)| at);
    let first = marks.clone().next();
    let unescaped = marks.clone().find(|at| !escaped(*at));
    let ending = marks.find(|at| !escaped(*at) && !in_word(*at));
    ending.or(unescaped).or(first)
}

/// A quoted value as it is written, and as it is meant where marks in it are escaped.
fn readings(inner: &str) -> Vec<String> {
    let mut readings = vec![inner.to_owned()];
    if inner.contains('\\') {
        let mut meant = String::new();
        let mut letters = inner.chars();
        while let Some(letter) = letters.next() {
            let next = (letter == '\\').then(|| letters.next()).flatten();
            meant.push(next.unwrap_or(letter));
        }
        readings.push(meant);
    }
    readings
}

fn value_after(text: &str) -> Vec<String> {
    // The name itself may be in quotation marks; "the password's field" opens none.
    let unnamed = text.trim_start_matches(['"', '\'', '”', '’', '“', '»']);
    if text.len() != unnamed.len() && unnamed.starts_with(char::is_alphanumeric) {
        return Vec::new();
    }
    let mut text = unnamed.trim_start_matches([' ', ':', '=']);
    while LINKS.contains(&first_word(text).to_lowercase().as_str()) {
        text = skip_word(text).trim_start_matches([' ', ':', '=']);
    }
    if let Some((inner, _)) = quoted(text) {
        return readings(inner);
    }
    let opened = text.starts_with(opens);
    let word = first_word(text.trim_start_matches(opens));
    let word = word.trim_end_matches([',', '.', ';', ':', ')']);
    // A lower-case word alone ("password field", "password and") is far more often prose.
    let telling = opened || word.chars().any(|c| !c.is_ascii_lowercase());
    match telling && !word.is_empty() {
        true => vec![word.to_owned()],
        false => Vec::new(),
    }
}

/// A person's words without the secrets that they tell: "the password is •••".
pub fn hide_named(words: &str) -> String {
    let mut told = named(words);
    // The longest first, so that one that holds another is hidden whole.
    told.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    told.iter()
        .fold(words.to_owned(), |words, secret| hide(&words, secret))
}

/// The text without the secret. A short one is hidden only where it stands as a word of its own.
pub fn hide(text: &str, secret: &str) -> String {
    if secret.trim().is_empty() {
        return text.to_owned();
    }
    if secret.chars().count() >= LONG {
        return text.replace(secret, HIDDEN);
    }
    let mut hidden = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(secret) {
        let (before, found) = rest.split_at(at);
        let after = &found[secret.len()..];
        let whole = !ends_in_word(before) && !after.starts_with(char::is_alphanumeric);
        hidden.push_str(before);
        hidden.push_str(if whole { HIDDEN } else { secret });
        rest = after;
    }
    hidden + rest
}

fn ends_in_word(text: &str) -> bool {
    text.ends_with(char::is_alphanumeric)
}

/// True when the secret stands in the text, however it is spelled.
pub fn is_in(text: &str, secret: &str) -> bool {
    spellings(secret)
        .iter()
        .any(|spelling| text.contains(spelling) && hide(text, spelling) != text)
}

/// A secret as it is, and as it stands in JSON, in an address and in base64.
pub fn spellings(secret: &str) -> Vec<String> {
    let inside = in_json(secret);
    let twice = in_json(&inside);
    let mut all = vec![secret.to_owned()];
    if secret.chars().count() >= SHORTEST {
        let form: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
        all.extend([inside, twice]);
        all.extend([form.replace('+', "%20"), form.to_lowercase(), form]);
        all.extend([base64(secret, b"+/"), base64(secret, b"-_")]);
    }
    all.sort_by_key(|spelling| std::cmp::Reverse(spelling.len()));
    all.dedup();
    all
}

/// Without the quotation marks around it.
fn in_json(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    let inside = quoted.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    inside.unwrap_or(&quoted).to_owned()
}

/// Without padding, so that it is found with it, too.
fn base64(text: &str, last: &[u8; 2]) -> String {
    let letter = |six: u32| -> char {
        match six {
            0..=25 => char::from(b'A' + six as u8),
            26..=51 => char::from(b'a' + (six - 26) as u8),
            52..=61 => char::from(b'0' + (six - 52) as u8),
            62 => char::from(last[0]),
            _ => char::from(last[1]),
        }
    };
    let mut out = String::new();
    for three in text.as_bytes().chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, at| {
            bits << 8 | u32::from(three.get(at).copied().unwrap_or_default())
        });
        let letters = (0..=three.len()).map(|at| letter(bits >> (18 - 6 * at) & 63));
        out.extend(letters);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_taken_whole_whatever_marks_are_in_it() {
        for (words, expected) in [
            (r#"password hunter2 and go"#, "hunter2"),
            (r#"password: Zebra9, then"#, "Zebra9"),
            (r#"password "one two" then"#, "one two"),
            (r#"password 'se"cret' and name "ann""#, r#"se"cret"#),
            (r#"password "it's 5 o'clock" and"#, "it's 5 o'clock"),
            (r#"password 'it's mine' and"#, "it's mine"),
            (r#"password "a\"b" and"#, r#"a\"b"#),
            (r#"password "a\"b" and"#, r#"a"b"#),
            (r#"password 'a\'b' and"#, "a'b"),
            (r#"password "ends\\" and "more""#, r#"ends\\"#),
            (r#"password “se"c'ret” and"#, r#"se"c'ret"#),
            (r#"password ‘se"cret’ and"#, r#"se"cret"#),
            (r#"password ‘it’s mine’ and"#, "it’s mine"),
            (r#"password „ge'heim“ and"#, "ge'heim"),
            (r#"password «mot d'ordre» and"#, "mot d'ordre"),
            (r#"password "mixed” and"#, "mixed"),
            (r#"password "never closed"#, "never"),
            (r#""password": "x'y z""#, "x'y z"),
            (r#"the password is 'a"b' and"#, r#"a"b"#),
        ] {
            let found = named(words);
            assert!(
                found.iter().any(|one| one == expected),
                "{words}: {found:?}"
            );
        }
        for (words, expected) in [
            (r#"put 'se"cret' into the password field"#, r#"se"cret"#),
            (r#"don't wait, type “a'b” into the password field"#, "a'b"),
            (r#"type "a\"b" into the password field"#, r#"a"b"#),
        ] {
            let found = put_into(words);
            assert!(
                found.iter().any(|one| one == expected),
                "{words}: {found:?}"
            );
        }
        let prose = named("open the password's field and press 'Save'");
        assert_eq!(prose, [] as [String; 0]);
    }

    #[test]
    fn words_name_secrets() {
        for (words, expected) in [
            ("log in with name ann and password hunter2", vec!["hunter2"]),
            ("the PIN is 1234.", vec!["1234"]),
            ("use the password \"a b\" there", vec!["a b"]),
            ("password: Sesame", vec!["Sesame"]),
            ("card number 4111111111111111", vec!["4111111111111111"]),
            ("focus the password field", vec![]),
            ("change password page: old password", vec![]),
            (
                "enter \"violet-7\" into Password, then go on",
                vec!["violet-7"],
            ),
            ("type Sesame7 in the password field", vec!["Sesame7"]),
            (
                "enter \"Ann\" into Name and \"x y\" into the PIN field",
                vec!["x y"],
            ),
            ("enter \"Ann\" as name and choose a password", vec![]),
            ("open the spinner 5", vec![]),
        ] {
            assert_eq!(named(words), expected, "{words:?}");
        }
    }

    #[test]
    fn an_answer_to_a_question_for_a_secret_is_one() {
        for (answer, expected) in [
            ("123456", vec!["123456", "123456", "123456"]),
            ("sesame", vec!["sesame", "sesame"]),
            ("it is 123456.", vec!["it is 123456.", "123456", "123456"]),
            ("Done.", vec![]),
            ("go on", vec![]),
        ] {
            assert_eq!(answered(answer), expected, "{answer:?}");
        }
    }

    #[test]
    fn names_are_read_by_whole_words() {
        for (name, expected) in [
            ("Password", true),
            ("newPassword", true),
            ("user_pwd", true),
            ("card-number", true),
            ("Security code", true),
            ("Enter the one-time code", true),
            ("PIN", true),
            ("Spinner", false),
            ("Opinion", false),
            ("Business card", false),
            ("Account number", false),
            ("", false),
        ] {
            assert_eq!(is_secret_name(name), expected, "{name:?}");
        }
    }

    #[test]
    fn short_secrets_are_hidden_as_words_only() {
        for (text, secret, expected) in [
            ("type hunter2 now", "hunter2", "type ••• now"),
            ("myhunter2x", "hunter2", "my•••x"),
            ("a cat", "a", "••• cat"),
            ("pin 1234, not 91234", "1234", "pin •••, not 91234"),
            ("nothing", "", "nothing"),
        ] {
            assert_eq!(hide(text, secret), expected, "{text:?} {secret:?}");
        }
    }
}
