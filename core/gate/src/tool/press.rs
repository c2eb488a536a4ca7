//! What pressing a control would bring about that no tool ever does: it is the person's to press.

use screen_agent_page::{Node, Role, State};

use super::code::Code;
use super::field::{FieldKind, kind};
use screen_agent_words::lexicon::{Class, list};
use screen_agent_words::split::split;

use crate::consent::Label;

/// How far behind its verb the thing may stand.
const REACH: usize = 4;

/// Why a control is not pressed, whatever anybody says.
pub(super) fn blocked(node: &Node, nodes: &[Node]) -> Option<Code> {
    by_label(node).or_else(|| by_form(node, nodes))
}

fn by_label(node: &Node) -> Option<Code> {
    let words = split(&node.name);
    let articles = list("articles");
    let plain: Vec<String> = words
        .iter()
        .filter(|word| !articles.has(word))
        .cloned()
        .collect();
    let label = Label::read(&node.name);
    if label.tells_in_english() {
        return None;
    }
    let says = |phrases: &str| {
        [&words, &plain]
            .iter()
            .any(|words| list(phrases).holds(words))
    };
    if says("transfers") {
        return Some(Code::TransferBlocked);
    }
    if says("commits") {
        return Some(Code::CommitClickBlocked);
    }
    if !acts_at_once(node) {
        return None;
    }
    if label.comes_to(Class::Moves) {
        return Some(Code::TransferBlocked);
    }
    if label.comes_to(Class::Identity) {
        return Some(Code::IdentityChangeBlocked);
    }
    // "Proceed to checkout" orders nothing yet.
    let leads_on = list("leads-on").holds(&words) && label.grave.iter().eq(["order"].iter());
    if label.comes_to(Class::Costs) && !leads_on {
        return Some(Code::CommitClickBlocked);
    }
    let account = list("alters-account").holds(&words);
    (account || changes_identity(&words)).then_some(Code::IdentityChangeBlocked)
}

/// A control that does what it says by being pressed. A link that leads to another page only leads
/// there, and a choice is only made.
fn acts_at_once(node: &Node) -> bool {
    let href = node.facts.href.as_deref().unwrap_or_default();
    let leads =
        (href.starts_with("http://") || href.starts_with("https://")) && !href.contains('#');
    let chooses = matches!(
        node.role,
        Role::Radio | Role::Option | Role::Tab | Role::Checkbox | Role::Summary | Role::Select
    );
    let folds = node.is(State::Expanded) || node.is(State::Collapsed);
    let opens = node
        .facts
        .popup
        .as_deref()
        .is_some_and(|popup| popup != "false");
    node.facts.submits || !leads && !chooses && !folds && !opens && !takes_text(node)
}

fn takes_text(node: &Node) -> bool {
    node.role.takes_text() && !node.facts.submits
}

/// A verb, and close behind it what it changes.
fn changes_identity(words: &[String]) -> bool {
    let small = list("label-small");
    let told: Vec<String> = words
        .iter()
        .filter(|word| !small.has(word))
        .take(REACH + 1)
        .cloned()
        .collect();
    let Some((verb, near)) = told.split_first() else {
        return false;
    };
    let begins = |name: &str| list(name).find(near).is_some_and(|(at, _)| at == 0);
    // "Edit email template", "Add phone case".
    let other = near
        .get(1)
        .is_some_and(|word| list("no-identity").has(word));
    let thing = begins("identity") && !other;
    list("changes-identity").has(verb) && thing
        || begins("account") && list("ends-account").has(verb)
}

/// What a form holds tells what sending it does, whatever its button says.
fn by_form(node: &Node, nodes: &[Node]) -> Option<Code> {
    let form = node.facts.form.filter(|_| node.facts.submits)?;
    let fields = || {
        nodes
            .iter()
            .filter(|field| field.facts.form == Some(form) && field.frame == node.frame)
            .filter(|field| field.role.takes_text() || field.role == Role::Select)
    };
    if fields().any(|field| kind(field) == Some(FieldKind::Payment)) {
        return Some(Code::PaymentBlocked);
    }
    let is_new = |field: &Node| {
        let tokens = field.facts.autocomplete.as_deref().unwrap_or_default();
        tokens
            .split_ascii_whitespace()
            .any(|token| token.eq_ignore_ascii_case("new-password"))
    };
    fields().any(is_new).then_some(Code::IdentityChangeBlocked)
}

#[cfg(test)]
mod tests {
    use super::Code::{
        CommitClickBlocked as Commit, IdentityChangeBlocked as Identity,
        TransferBlocked as Transfer,
    };
    use super::*;

    fn button(name: &str) -> Node {
        let mut node = Node::new("1", Role::Button, name);
        node.facts.tag = Some("button".to_owned());
        node
    }

    #[test]
    fn a_label_tells_what_pressing_it_does() {
        for (name, expected) in [
            ("Place order", Some(Commit)),
            ("Place your order", Some(Commit)),
            ("PLACE ORDER NOW", Some(Commit)),
            ("Pay", Some(Commit)),
            ("Pay $12.00", Some(Commit)),
            ("Pay\u{200b} now", Some(Commit)),
            ("Submit order", Some(Commit)),
            ("Buy", Some(Commit)),
            ("Confirm and pay", Some(Commit)),
            ("Donate", Some(Commit)),
            ("Complete booking", Some(Commit)),
            ("Zahlungspflichtig bestellen", Some(Commit)),
            ("Payer 12 €", Some(Commit)),
            ("Finalizar compra", Some(Commit)),
            ("Transfer", Some(Transfer)),
            ("Send money", Some(Transfer)),
            ("Withdraw", Some(Transfer)),
            ("Place bid", Some(Transfer)),
            ("Change password", Some(Identity)),
            ("Save new password", Some(Identity)),
            ("Update e-mail address", Some(Identity)),
            ("Turn off two-factor authentication", Some(Identity)),
            ("Delete my account", Some(Identity)),
            ("Passwort ändern", Some(Identity)),
            ("Create account", Some(Identity)),
            ("Konto löschen", Some(Identity)),
            ("Zmień hasło", Some(Identity)),
            ("Usuń konto", Some(Identity)),
            ("アカウントを削除", Some(Identity)),
            ("注销账号", Some(Identity)),
            ("Kupuję i płacę", Some(Commit)),
            ("注文を確定する", Some(Commit)),
            ("提交订单", Some(Commit)),
            ("Überweisen", Some(Transfer)),
            ("Ueberweisen", Some(Transfer)),
            ("Pay $12 at checkout", Some(Commit)),
            ("Buy and check out", Some(Commit)),
            ("How to place an order", None),
            ("Order history", None),
            ("Payment methods", None),
            ("Checkout", None),
            ("Proceed to checkout", None),
            ("Payload", None),
            ("Save", None),
            ("Send", None),
            ("Edit email template", None),
            ("Add phone case to cart", None),
            ("Display options", None),
            ("Forgot password?", None),
            ("Log in", None),
            ("Submit", None),
            ("", None),
        ] {
            assert_eq!(blocked(&button(name), &[]), expected, "{name}");
        }
    }

    #[test]
    fn a_link_only_leads_there_and_a_choice_is_only_made() {
        let mut link = Node::new("1", Role::Link, "Change password");
        link.facts.tag = Some("a".to_owned());
        link.facts.href = Some("https://a.example/account/password".to_owned());
        assert_eq!(blocked(&link, &[]), None);
        link.facts.href = Some("https://a.example/account#".to_owned());
        assert_eq!(blocked(&link, &[]), Some(Identity));
        link.name = "Place order".to_owned();
        link.facts.href = Some("https://a.example/order".to_owned());
        assert_eq!(blocked(&link, &[]), Some(Commit));
        let choice = Node::new("1", Role::Radio, "Pay by invoice");
        assert_eq!(blocked(&choice, &[]), None);
    }

    #[test]
    fn a_form_tells_what_sending_it_does() {
        let mut send = button("Continue");
        send.facts.submits = true;
        send.facts.form = Some(1);
        let mut field = Node::new("2", Role::Input, "Number");
        field.facts.form = Some(1);
        assert_eq!(blocked(&send, std::slice::from_ref(&field)), None);
        field.facts.autocomplete = Some("cc-number".to_owned());
        assert_eq!(
            blocked(&send, std::slice::from_ref(&field)),
            Some(Code::PaymentBlocked)
        );
        field.facts.form = Some(2);
        assert_eq!(blocked(&send, std::slice::from_ref(&field)), None);
        field.facts.form = Some(1);
        field.facts.autocomplete = Some("new-password".to_owned());
        assert_eq!(blocked(&send, &[field]), Some(Identity));
    }
}
