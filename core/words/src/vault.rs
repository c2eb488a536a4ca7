//! Secrets that are kept and called by their names: `{{secret:shop.password}}` stands for one in an order.

/// What a name may be long, in characters.
pub const LONGEST_SECRET_NAME: usize = 64;
/// How what stands for a secret begins.
const OPENS: &str = "{{secret:";
const CLOSES: &str = "}}";

/// True for what a secret may be called: small letters, digits, `.`, `-` and `_`, and a letter or digit first.
pub fn is_secret_label(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    name.len() <= LONGEST_SECRET_NAME
        && name.starts_with(plain)
        && name
            .chars()
            .all(|c| plain(c) || matches!(c, '.' | '-' | '_'))
}

/// What stands for the secret of this name.
pub fn reference(name: &str) -> String {
    format!("{OPENS}{name}{CLOSES}")
}

/// The names of secrets that a text stands for, in their order.
pub fn referred(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(OPENS)
        .filter_map(|(at, _)| reference_at(&text[at..]))
        .map(|(name, _)| name)
}

/// The name that stands at the very beginning of a text, and what follows it.
pub fn reference_at(text: &str) -> Option<(&str, &str)> {
    let (name, after) = text.strip_prefix(OPENS)?.split_once(CLOSES)?;
    is_secret_label(name).then_some((name, after))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_where_they_stand_for_a_secret() {
        let names = |text| referred(text).collect::<Vec<_>>();
        assert_eq!(
            names("log in as ann with password {{secret:shop.password}}, PIN \"{{secret:p-1}}\""),
            ["shop.password", "p-1"]
        );
        for none in [
            "{{secret1}}",
            "{{secret:}}",
            "{{secret:No}}",
            "{{secret:a b}}",
            "{{secret:a",
            "{secret:a}",
            "{{secret:.a}}",
        ] {
            assert_eq!(names(none), [] as [&str; 0], "{none}");
        }
        assert_eq!(names(&reference("a")), ["a"]);
        assert!(!is_secret_label(&"a".repeat(LONGEST_SECRET_NAME + 1)));
    }
}
