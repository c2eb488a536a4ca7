//! Fields whose value is nobody's business but the person's.

pub use screen_agent_words::secret::is_secret_name;

use std::sync::Arc;

use crate::Observation;
use crate::node::{Node, State};
use crate::role::Role;

/// True when the field takes a password, card data or a one-time code: by its type, its
/// autocomplete tokens, or the words of its name.
///
/// Names count only where text can be typed; a button named "Forgot password" holds no secret.
pub fn is_secret(node: &Node) -> bool {
    if node.is(State::Filled) {
        return true;
    }
    let kind = node.facts.input_type.as_deref().unwrap_or_default();
    let tokens = node.facts.autocomplete.as_deref().unwrap_or_default();
    if is_secret_field(kind, tokens) {
        return true;
    }
    let typed = node.role.takes_text() || node.role == Role::Select;
    typed && is_secret_name(&node.name)
}

/// True when the input type or an autocomplete token says that the value is secret.
pub fn is_secret_field(input_type: &str, autocomplete: &str) -> bool {
    input_type.eq_ignore_ascii_case("password")
        || autocomplete
            .split_ascii_whitespace()
            .any(|token| is_secret_token(&token.to_ascii_lowercase()))
}

fn is_secret_token(token: &str) -> bool {
    token.starts_with("cc-")
        || matches!(token, "one-time-code" | "current-password" | "new-password")
}

/// Takes the values of secret fields out of a look, so that no later stage can repeat them.
///
/// Our page code sends none; a published client may.
pub fn without_secrets(screen: Arc<Observation>) -> Arc<Observation> {
    let tells = |node: &Node| node.value.is_some() && is_secret(node);
    if !screen.nodes.iter().any(tells) {
        return screen;
    }
    let mut screen = Arc::unwrap_or_clone(screen);
    for node in screen.nodes.iter_mut().filter(|node| tells(node)) {
        let told = node.value.take().unwrap_or_default();
        if !told.is_empty() && !node.is(State::Filled) {
            node.states.push(State::Filled);
            node.states.sort_unstable();
        }
    }
    Arc::new(screen)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    #[test]
    fn tokens_and_types_decide_before_names() {
        for (kind, tokens, expected) in [
            ("password", "", true),
            ("PASSWORD", "", true),
            ("text", "section-a cc-number", true),
            ("text", "one-time-code", true),
            ("text", "username", false),
            ("email", "", false),
        ] {
            assert_eq!(is_secret_field(kind, tokens), expected, "{kind} {tokens}");
        }
    }
}
