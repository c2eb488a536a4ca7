//! CSS selectors that are likely to find the same control after a page has changed.

/// Attributes that exist to be found by, best first.
use screen_agent_words::WordList;

const TEST_IDS: [&str; 5] = [
    "data-testid",
    "data-test-id",
    "data-test",
    "data-cy",
    "data-qa",
];
/// Attributes that people wrote for people, best first.
const WRITTEN: [&str; 3] = ["name", "aria-label", "placeholder"];
/// Longest attribute that is matched on, in characters.
const LONGEST: usize = 80;

/// The selector of an element by its tag and attributes: the first of test id, id that a person
/// wrote, name, `aria-label`, placeholder, input type.
pub fn of_element<'a>(tag: &str, attr: &dyn Fn(&str) -> Option<&'a str>) -> Option<String> {
    let fitting = |name: &str| attr(name).filter(|value| fits(value));
    if let Some((name, value)) = first(&TEST_IDS, &fitting) {
        return Some(format!("[{name}={}]", quote(value)));
    }
    if let Some(id) = fitting("id").filter(|id| is_written_by_hand(id)) {
        return Some(format!("#{}", identifier(id)));
    }
    if let Some((name, value)) = first(&WRITTEN, &fitting) {
        let choice = if name == "name" {
            choice(&fitting)
        } else {
            String::new()
        };
        return Some(format!(
            "{}[{name}={}]{choice}",
            identifier(tag),
            quote(value)
        ));
    }
    let kind = fitting("type").filter(|_| tag == "input")?;
    Some(format!("input[type={}]", quote(kind)))
}

fn first<'a, 'n>(
    names: &[&'n str],
    attr: &dyn Fn(&str) -> Option<&'a str>,
) -> Option<(&'n str, &'a str)> {
    names
        .iter()
        .find_map(|name| attr(name).map(|value| (*name, value)))
}

// Radio buttons and tick boxes of one group share a name and differ in value.
fn choice<'a>(attr: &dyn Fn(&str) -> Option<&'a str>) -> String {
    let is_choice = attr("type").is_some_and(|kind| {
        kind.eq_ignore_ascii_case("radio") || kind.eq_ignore_ascii_case("checkbox")
    });
    match attr("value").filter(|_| is_choice) {
        Some(value) => format!("[value={}]", quote(value)),
        None => String::new(),
    }
}

fn fits(value: &str) -> bool {
    !value.is_empty() && value.chars().count() <= LONGEST && !value.chars().any(char::is_control)
}

static FRAMEWORKS: WordList = WordList::named("ids of frameworks");

/// Whether an id looks like a word rather than like a counter, a hash or a framework's mark.
fn is_written_by_hand(id: &str) -> bool {
    let digits = longest_run(id, |c| c.is_ascii_digit());
    let hex = longest_run(id, |c| c.is_ascii_hexdigit());
    let starts_like_a_word = id.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let marked = FRAMEWORKS.iter().any(|mark| id.starts_with(mark)) && digits > 0;
    starts_like_a_word && digits < 3 && hex < 8 && !id.contains(':') && !marked
}

fn longest_run(text: &str, holds: impl Fn(char) -> bool) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if holds(c) { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// A CSS string.
pub fn quote(value: &str) -> String {
    let mut out = String::with_capacity(value.len() + 2);
    out.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\0' => out.push('\u{fffd}'),
            c if c.is_control() => hex_escape(c, &mut out),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A CSS identifier, escaped as CSSOM says.
pub fn identifier(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let dash_first = name.starts_with('-');
    for (at, c) in name.chars().enumerate() {
        let digit_in_front = c.is_ascii_digit() && (at == 0 || (at == 1 && dash_first));
        match c {
            '\0' => out.push('\u{fffd}'),
            c if c.is_control() || digit_in_front => hex_escape(c, &mut out),
            '-' if name.len() == 1 => out.push_str("\\-"),
            c if c.is_ascii_alphanumeric() || c == '-' || c == '_' || !c.is_ascii() => out.push(c),
            c => {
                out.push('\\');
                out.push(c);
            }
        }
    }
    out
}

fn hex_escape(c: char, out: &mut String) {
    out.push_str(&format!("\\{:x} ", u32::from(c)));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use proptest::prelude::*;

    use super::*;

    fn selector(tag: &str, attrs: &[(&str, &'static str)]) -> Option<String> {
        of_element(tag, &|name| {
            attrs
                .iter()
                .find_map(|(key, value)| (*key == name).then_some(*value))
        })
    }

    #[test]
    fn the_best_attribute_wins() {
        let all = [
            ("type", "text"),
            ("placeholder", "you@"),
            ("aria-label", "Mail"),
            ("name", "mail"),
            ("id", "mail-field"),
            ("data-testid", "mail-test"),
        ];
        let expected = [
            "input[type=\"text\"]",
            "input[placeholder=\"you@\"]",
            "input[aria-label=\"Mail\"]",
            "input[name=\"mail\"]",
            "#mail-field",
            "[data-testid=\"mail-test\"]",
        ];
        for (count, expected) in expected.iter().enumerate() {
            assert_eq!(
                selector("input", &all[..=count]).as_deref(),
                Some(*expected)
            );
        }
        assert_eq!(selector("div", &[("type", "x"), ("class", "y")]), None);
    }

    #[test]
    fn a_choice_is_told_by_its_value() {
        let radio = [("type", "radio"), ("name", "size"), ("value", "L\"x")];
        let expected = "input[name=\"size\"][value=\"L\\\"x\"]";
        assert_eq!(selector("input", &radio).as_deref(), Some(expected));
    }

    #[test]
    fn made_up_ids_are_passed_over() {
        for (id, expected) in [
            ("save", true),
            ("step2", true),
            ("13", false),
            (":r1:", false),
            ("field_8271", false),
            ("a1b2c3d4e5", false),
            ("radix-7", false),
            ("reactive", true),
        ] {
            assert_eq!(is_written_by_hand(id), expected, "{id}");
        }
    }

    #[test]
    fn identifiers_are_escaped() {
        for (name, expected) in [
            ("a b", "a\\ b"),
            ("1a", "\\31 a"),
            ("-1", "-\\31 "),
            ("-", "\\-"),
            ("a.b:c", "a\\.b\\:c"),
            ("\u{e9}", "\u{e9}"),
            ("a\nb", "a\\a b"),
        ] {
            assert_eq!(identifier(name), expected, "{name:?}");
        }
    }

    proptest! {
        #[test]
        fn a_quoted_value_cannot_end_early(value in any::<String>()) {
            let quoted = quote(&value);
            let inner = &quoted[1..quoted.len() - 1];
            let mut escaped = false;
            for c in inner.chars() {
                prop_assert!(escaped || c != '"');
                prop_assert!(!c.is_control());
                escaped = c == '\\' && !escaped;
            }
            prop_assert!(!escaped);
        }
    }
}
