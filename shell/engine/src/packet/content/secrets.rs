//! Takes out of artifacts what looks like a secret: what redaction hides, secrets in addresses, and what stands
//! after a word such as "password:".

use screen_agent_page::reading;
use screen_agent_page::secret::is_secret_name;
use screen_agent_store::StoreError;
use screen_agent_tools::redact;
use screen_agent_wire::packet::Doc;
use screen_agent_words::HIDDEN;
use serde_json::Value;

/// The text without them.
pub(super) fn out_of(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut named = false;
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        let blank = &piece[word.len()..];
        if !word.is_empty() {
            let secret = std::mem::replace(&mut named, names_secret(word));
            match secret {
                true => out.push_str(HIDDEN),
                false => out.push_str(&address(word)),
            }
            named &= !secret;
        }
        named &= !blank.contains('\n');
        out.push_str(blank);
    }
    redact::hidden(&out)
}

/// The same of every text in a tree.
pub(super) fn out_of_doc(doc: Doc) -> Result<Doc, StoreError> {
    let tree = serde_json::to_value(doc).map(out_of_value);
    tree.and_then(serde_json::from_value)
        .map_err(|cause| StoreError::Refused(cause.into()))
}

fn out_of_value(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(out_of(&text)),
        Value::Array(items) => items.into_iter().map(out_of_value).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            Value::Object(fields.map(|(name, it)| (name, out_of_value(it))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

/// The next word is a secret: "password:", "api_key =", "Bearer".
fn names_secret(word: &str) -> bool {
    let Some(name) = word.strip_suffix([':', '=']) else {
        return word == "Bearer";
    };
    let name = name.to_ascii_lowercase();
    is_secret_name(&name) || matches!(name.as_str(), "api_key" | "apikey" | "token" | "secret")
}

fn address(word: &str) -> String {
    match word.starts_with("http://") || word.starts_with("https://") {
        true => reading::clean_url(word).0,
        false => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use screen_agent_wire::packet::Block;

    use super::*;

    #[test]
    fn secrets_are_taken_out_and_words_stay() {
        for (text, expected) in [
            ("nothing here,\n  at all", "nothing here,\n  at all"),
            ("my key is sk-abcdefghijklmnopqrst.", "my key is •••."),
            ("password: hunter2 and more", "password: ••• and more"),
            ("password:\nnext line", "password:\nnext line"),
            ("Authorization: Bearer abc", "Authorization: Bearer •••"),
            ("card 4111 1111 1111 1111 ok", "card ••• ok"),
            (
                "order 4111 1111 1111 1112 ok",
                "order 4111 1111 1111 1112 ok",
            ),
            ("call 030 1234567", "call 030 1234567"),
            ("eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl", "•••"),
            ("sketch", "sketch"),
        ] {
            assert_eq!(out_of(text), expected, "{text:?}");
        }
        let clean = out_of("see https://a.example/x?token=abcdef&p=2 now");
        assert!(!clean.contains("abcdef"), "{clean}");
        assert!(clean.contains("p=2") && clean.ends_with(" now"), "{clean}");
    }

    #[test]
    fn a_tree_keeps_its_shape() {
        let doc = Doc::new(vec![
            Block::heading(2, "token: abc"),
            Block::paragraph("fine"),
        ]);
        let expected = Doc::new(vec![
            Block::heading(2, "token: •••"),
            Block::paragraph("fine"),
        ]);
        assert_eq!(out_of_doc(doc).ok(), Some(expected));
    }
}
