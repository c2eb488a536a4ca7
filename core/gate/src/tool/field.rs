//! What kind of thing a field takes: what a person types themselves.

use screen_agent_page::{Node, Role, is_secret};

use screen_agent_words::lexicon::list;
use screen_agent_words::split::split;

/// What a field takes that no tool ever writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldKind {
    /// What lets somebody in.
    Credential,
    /// What pays.
    Payment,
    /// What tells who somebody is.
    PersonalId,
}

impl FieldKind {
    /// What stands in a sentence.
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Credential => "a password, a code or a key",
            Self::Payment => "payment details",
            Self::PersonalId => "personal details",
        }
    }
}

/// What a field takes, by its autocomplete tokens, its type, and whole words of its name; nothing
/// where it takes any text.
pub(super) fn kind(node: &Node) -> Option<FieldKind> {
    let tokens = node.facts.autocomplete.as_deref().unwrap_or_default();
    let kind = node.facts.input_type.as_deref().unwrap_or_default();
    by_tokens(tokens)
        .or_else(|| by_type(kind))
        .or_else(|| by_name(node))
        .or_else(|| by_hint(node))
        // Whatever the rest of the program takes for secret is not written here either.
        .or_else(|| is_secret(node).then_some(FieldKind::Credential))
}

fn by_tokens(tokens: &str) -> Option<FieldKind> {
    tokens.split_ascii_whitespace().find_map(|token| {
        let token = token.to_ascii_lowercase();
        match token.as_str() {
            "current-password" | "new-password" | "one-time-code" | "webauthn" => {
                Some(FieldKind::Credential)
            }
            "email" | "tel" | "bday" => Some(FieldKind::PersonalId),
            token if token.starts_with("cc-") || token.starts_with("transaction-") => {
                Some(FieldKind::Payment)
            }
            token if token.starts_with("tel-") || token.starts_with("bday-") => {
                Some(FieldKind::PersonalId)
            }
            _ => None,
        }
    })
}

fn by_type(kind: &str) -> Option<FieldKind> {
    match kind.to_ascii_lowercase().as_str() {
        "password" => Some(FieldKind::Credential),
        "email" | "tel" => Some(FieldKind::PersonalId),
        _ => None,
    }
}

/// By its name. What is searched for is no detail of anybody's: "Search e-mail".
fn by_name(node: &Node) -> Option<FieldKind> {
    let words = split(&node.name);
    let searches = node.facts.input_type.as_deref() == Some("search")
        || words.first().is_some_and(|word| list("finds").has(word));
    if list("credential").holds(&words) {
        return Some(FieldKind::Credential);
    }
    if pays(&words) || in_payment_group(node) {
        return Some(FieldKind::Payment);
    }
    let personal = names_detail(&words) || is_called(&words, "personal-alone");
    (personal && !searches).then_some(FieldKind::PersonalId)
}

/// By what stands in it while it is empty: most often an example.
fn by_hint(node: &Node) -> Option<FieldKind> {
    let hint = node.facts.hint.as_deref()?;
    let words = split(hint);
    if list("credential").holds(&words) {
        Some(FieldKind::Credential)
    } else if pays(&words) {
        Some(FieldKind::Payment)
    } else if is_called(&words, "personal-example") {
        Some(FieldKind::PersonalId)
    } else {
        looks_like_address(hint).then_some(FieldKind::PersonalId)
    }
}

/// `name@host.example`, and nothing else.
fn looks_like_address(hint: &str) -> bool {
    let hint = hint.trim();
    let Some((name, host)) = hint.split_once('@') else {
        return false;
    };
    !name.is_empty() && host.contains('.') && !hint.contains(char::is_whitespace)
}

fn names_detail(words: &[String]) -> bool {
    let Some((at, length)) = list("personal").find(words) else {
        return false;
    };
    let next = words.get(at + length);
    !next.is_some_and(|word| list("no-detail-after").has(word))
}

fn pays(words: &[String]) -> bool {
    list("payment").holds(words) || is_called(words, "payment-alone")
}

/// True when the words are one of the phrases of this list and nothing more.
fn is_called(words: &[String], name: &str) -> bool {
    list(name).has(&words.join(" "))
}

/// A field of a group that is all about a card or an account, where it takes a number or a name.
fn in_payment_group(node: &Node) -> bool {
    let Some(group) = node.facts.group.as_deref() else {
        return false;
    };
    let typed = node.role.takes_text() || node.role == Role::Select;
    typed && list("payment-group").holds(&split(group))
}

#[cfg(test)]
mod tests {
    use super::FieldKind::{Credential, Payment, PersonalId};
    use super::*;

    fn named(name: &str) -> Option<FieldKind> {
        kind(&Node::new("1", Role::Input, name))
    }

    #[test]
    fn a_name_is_read_by_whole_words() {
        for (name, expected) in [
            ("Password", Some(Credential)),
            ("newPassword", Some(Credential)),
            ("PIN", Some(Credential)),
            ("Verification code", Some(Credential)),
            ("One-time code", Some(Credential)),
            ("API key", Some(Credential)),
            ("Card number", Some(Payment)),
            ("card", Some(Payment)),
            ("CVV", Some(Payment)),
            ("Expiration date", Some(Payment)),
            ("Billing address", Some(Payment)),
            ("IBAN", Some(Payment)),
            ("Email", Some(PersonalId)),
            ("E-mail address", Some(PersonalId)),
            ("Mobile number", Some(PersonalId)),
            ("Social Security Number", Some(PersonalId)),
            ("Passport no.", Some(PersonalId)),
            ("Driver's license", Some(PersonalId)),
            ("Date of birth", Some(PersonalId)),
            ("EIN", Some(PersonalId)),
            ("Passwort", Some(Credential)),
            ("Mot de passe", Some(Credential)),
            ("Hasło", Some(Credential)),
            ("パスワードを入力", Some(Credential)),
            ("验证码", Some(Credential)),
            ("カード番号", Some(Payment)),
            ("Karta kredytowa", Some(Payment)),
            ("Data di nascita", Some(PersonalId)),
            ("电话号码", Some(PersonalId)),
            ("Contraseña", Some(Credential)),
            ("Kreditkarte", Some(Payment)),
            ("Geburtsdatum", Some(PersonalId)),
            ("Courriel", Some(PersonalId)),
            ("Shipping address", None),
            ("Your opinion", None),
            ("Postcard text", None),
            ("Post code", None),
            ("Protein (g)", None),
            ("Headphones", None),
            ("Phone case", None),
            ("Spinning class", None),
            ("Discard reason", None),
            ("Search", None),
            ("Search mail", None),
            ("Search by email", None),
            ("Business card title", None),
            ("Email subject", None),
            ("Licensed songs", None),
            ("Being", None),
            ("Compass", None),
            ("Telescope", None),
            ("Company name", None),
            ("", None),
        ] {
            assert_eq!(named(name), expected, "{name}");
        }
    }

    #[test]
    fn tokens_and_types_come_before_names() {
        let field = |tokens: &str, input_type: &str, name: &str| {
            let mut node = Node::new("1", Role::Input, name);
            node.facts.tag = Some("input".to_owned());
            node.facts.autocomplete = Some(tokens.to_owned());
            node.facts.input_type = Some(input_type.to_owned());
            kind(&node)
        };
        for (tokens, input_type, name, expected) in [
            ("section-a cc-exp", "text", "Month", Some(Payment)),
            ("transaction-amount", "text", "How much", Some(Payment)),
            ("ONE-TIME-CODE", "text", "", Some(Credential)),
            ("new-password", "text", "Name it", Some(Credential)),
            ("work tel-national", "text", "", Some(PersonalId)),
            ("bday-year", "number", "Year", Some(PersonalId)),
            ("", "password", "", Some(Credential)),
            ("", "EMAIL", "Contact", Some(PersonalId)),
            ("", "tel", "Contact", Some(PersonalId)),
            ("street-address", "text", "Shipping address", None),
            ("off", "search", "Email", None),
            ("", "text", "City", None),
        ] {
            let found = field(tokens, input_type, name);
            assert_eq!(found, expected, "{tokens} {input_type} {name}");
        }
    }

    #[test]
    fn an_example_and_a_group_tell_too() {
        let mut node = Node::new("1", Role::Input, "Contact");
        node.facts.hint = Some("you@company.example".to_owned());
        assert_eq!(kind(&node), Some(PersonalId));
        node.facts.hint = Some("Say hello to @everyone.".to_owned());
        assert_eq!(kind(&node), None);
        node.facts.hint = Some("MM / YY".to_owned());
        assert_eq!(kind(&node), Some(Payment));
        node.facts.hint = None;
        node.facts.group = Some("Credit card".to_owned());
        assert_eq!(kind(&node), Some(Payment));
    }
}
