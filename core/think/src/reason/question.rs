//! Questions to the person that name what is missing, in plain words.

use screen_agent_words::quote::{cut, plain};

/// Longest question of a model that is kept, in characters.
const QUESTION: usize = 300;
/// Longest name of a missing fact, in characters.
const NAME: usize = 60;

/// A field's name as a person would say it: "dateOfBirth" and "date_of_birth" are a date of birth.
pub fn plain_name(field: &str) -> String {
    let field = cut(&plain(field), NAME);
    if field.contains(' ') {
        return field;
    }
    let mut name = String::new();
    let mut before = ' ';
    for c in field.chars() {
        if matches!(c, '_' | '-' | '.') {
            name.push(' ');
        } else if c.is_uppercase() && before.is_lowercase() {
            name.push(' ');
            name.extend(c.to_lowercase());
        } else {
            name.push(c);
        }
        before = c;
    }
    plain(&name)
}

/// The model's question, with whatever it forgot to name; one of ours where it has none.
pub(super) fn naming(said: Option<&str>, missing: &[String]) -> String {
    let said = cut(&plain(said.unwrap_or_default()), QUESTION);
    let heard = said.to_lowercase();
    let named = |field: &String| {
        let field = field.to_lowercase();
        field.split(' ').all(|word| heard.contains(word))
    };
    let unnamed: Vec<&str> = missing
        .iter()
        .filter(|field| !named(field))
        .map(String::as_str)
        .collect();
    let list = unnamed.join(", ");
    match (said.is_empty(), list.is_empty()) {
        (true, true) => {
            "I do not know enough yet to go on. What else should I know for this?".to_owned()
        }
        (true, false) => format!("Before I go on, please tell me: {list}."),
        (false, true) => said,
        (false, false) => format!("{said} (I need: {list}.)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_named_as_a_person_would() {
        for (field, name) in [
            ("dateOfBirth", "date of birth"),
            ("date_of_birth", "date of birth"),
            ("Date of birth", "Date of birth"),
            ("SSN", "SSN"),
            ("invoice-number", "invoice number"),
            ("  two\nlines ", "two lines"),
            ("", ""),
        ] {
            assert_eq!(plain_name(field), name, "{field:?}");
        }
        assert_eq!(plain_name(&"x".repeat(500)).chars().count(), NAME + 1);
    }

    #[test]
    fn a_question_names_everything_that_is_missing() {
        let missing = |fields: &[&str]| -> Vec<String> {
            fields.iter().map(|field| (*field).to_owned()).collect()
        };
        for (said, fields, question) in [
            (
                Some("What is the date of birth?"),
                missing(&["date of birth"]),
                "What is the date of birth?",
            ),
            (
                Some("What is the date of birth?"),
                missing(&["date of birth", "phone number"]),
                "What is the date of birth? (I need: phone number.)",
            ),
            (
                None,
                missing(&["date of birth", "phone number"]),
                "Before I go on, please tell me: date of birth, phone number.",
            ),
            (
                Some(" "),
                missing(&["invoice"]),
                "Before I go on, please tell me: invoice.",
            ),
            (
                None,
                Vec::new(),
                "I do not know enough yet to go on. What else should I know for this?",
            ),
        ] {
            assert_eq!(naming(said, &fields), question);
        }
    }
}
