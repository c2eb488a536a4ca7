//! What pressing a control would bring about that no tool ever does: it is the person's to press.

use screen_agent_page::{Node, Role, State};

use super::code::Code;
use super::field::{FieldKind, kind};
use super::words::{hold, lists, phrases, split};
use crate::consent::{Class, Label};

/// Labels that order something for good.
const COMMIT: &str = "place order, place an order, submit order, send order, confirm order, \
    complete order, finalize order, finalise order, finish order, place and pay, order now, \
    buy now, buy it now, order and pay, buy and pay, confirm purchase, complete purchase, \
    submit purchase, finish purchase, complete checkout, confirm booking, complete booking, \
    confirm reservation, complete reservation, confirm subscription, start subscription, \
    subscribe and pay, confirm and buy, confirm and order, pay now, confirm and pay, \
    agree and pay, review and pay, book and pay, continue and pay, accept and pay, \
    pay securely, pay with, confirm payment, submit payment, make payment, make a payment, \
    authorize payment, authorise payment, approve payment, complete payment, send payment, \
    schedule payment, donate now, confirm donation, \
    zahlungspflichtig bestellen, kostenpflichtig bestellen, jetzt kaufen, jetzt bestellen, \
    jetzt bezahlen, kaufen, bezahlen, passer commande, passer la commande, \
    commande avec obligation de paiement, payer, acheter maintenant, comprar ahora, pagar, \
    pagar ahora, realizar pedido, finalizar compra, acquista ora, paga ora, ordina ora, \
    nu kopen, nu betalen, bestelling plaatsen";

/// Labels that move money or goods from one to another.
const TRANSFER: &str = "transfer money, transfer funds, transfer now, send money, wire money, \
    make transfer, make a transfer, confirm transfer, submit transfer, complete transfer, \
    approve transfer, send transfer, withdraw funds, withdraw money, confirm withdrawal, \
    place bid, confirm bid, place trade, confirm trade, submit trade, sell shares, buy shares, \
    send crypto, send bitcoin, confirm swap, überweisen, \
    geld senden, effectuer le virement, hacer transferencia, enviar dinero";

/// Verbs that change who somebody is to a site.
const CHANGES: &str = "change, update, reset, edit, set, save, confirm, verify, remove, add, \
    delete, disable, enable, deactivate, close, revoke, link, unlink, create, generate, replace, \
    turn, recover, transfer";

/// What they change.
const IDENTITY: &str = "password, passwords, passcode, passphrase, passkey, passkeys, pin, email, \
    e mail, email address, phone, phone number, mobile number, username, user name, identity, \
    two factor, 2fa, two step, 2 step, two step verification, mfa, multi factor, authenticator, \
    security key, security question, security questions, recovery, recovery email, \
    recovery codes, backup codes, api key, api token, access token, ssh key, legal name, \
    date of birth";

/// Verbs that end an account as a whole.
const ENDS: &str =
    "delete, close, deactivate, remove, cancel, disable, terminate, create, register";

/// Words that people put into a label, or leave out.
const SMALL: &str = "the, my, your, a, an, this, our, new, all, it, of, for, on, off, to, and, \
    please, yes, current, old, primary, here";

/// How far behind its verb the thing may stand.
const REACH: usize = 4;

/// Why a control is not pressed, whatever anybody says.
pub(super) fn blocked(node: &Node, nodes: &[Node]) -> Option<Code> {
    by_label(node).or_else(|| by_form(node, nodes))
}

/// Labels in other languages that change how somebody is known to a site. Where a label is not
/// understood, the person is asked: a button that nobody knows is never harmless.
const IDENTITY_ELSEWHERE: &str = "passwort ändern, kennwort ändern, konto löschen, konto erstellen, \
    changer le mot de passe, modifier le mot de passe, supprimer le compte, créer un compte, \
    cambiar contraseña, eliminar cuenta, crear cuenta";

fn by_label(node: &Node) -> Option<Code> {
    let words = split(&node.name);
    let plain: Vec<String> = words
        .iter()
        .filter(|word| !lists(ARTICLES, word))
        .cloned()
        .collect();
    let label = Label::read(&node.name);
    if tells(&words) {
        return None;
    }
    if hold(&words, TRANSFER) || hold(&plain, TRANSFER) {
        return Some(Code::TransferBlocked);
    }
    if hold(&words, COMMIT) || hold(&plain, COMMIT) {
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
    let leads_on = hold(&words, "checkout, check out");
    if label.comes_to(Class::Costs) && !leads_on || names_sum(&words) {
        return Some(Code::CommitClickBlocked);
    }
    let elsewhere = hold(&words, IDENTITY_ELSEWHERE);
    (elsewhere || changes_identity(&words)).then_some(Code::IdentityChangeBlocked)
}

/// "Pay $12.00": a sum makes no noun of the verb.
fn names_sum(words: &[String]) -> bool {
    let verb = words
        .first()
        .is_some_and(|word| lists("pay, repay, donate, tip", word));
    let is_number = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
    verb && words.iter().skip(1).take(2).any(is_number)
}

/// Words that a phrase may be read without.
const ARTICLES: &str = "the, my, your, a, an, this, our, it";

/// "How to place an order", "Why was my card charged".
fn tells(words: &[String]) -> bool {
    let first = words.first();
    first.is_some_and(|word| lists("how, what, why, when, where, who, about, learn", word))
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
    let leading = words.iter().position(|word| !lists(SMALL, word));
    let Some((verb, rest)) = leading.and_then(|at| words.get(at..)?.split_first()) else {
        return false;
    };
    let near: Vec<String> = rest
        .iter()
        .filter(|word| !lists(SMALL, word))
        .take(REACH)
        .cloned()
        .collect();
    let begins = |list: &'static str| {
        phrases(list).any(|phrase| {
            let mut near = near.iter();
            phrase
                .split(' ')
                .all(|part| near.next().is_some_and(|word| word == part))
        })
    };
    let thing = begins(IDENTITY) && !names_other(&near);
    let account = begins("account, user account, profile") && lists(ENDS, verb);
    lists(CHANGES, verb) && thing || account
}

/// "Edit email template", "Add phone case".
fn names_other(near: &[String]) -> bool {
    const OTHER: &str = "template, templates, case, cover, signature, filter, subject, alert, \
        alerts, notification, notifications, preferences, policy, rules, generator, manager";
    near.get(1).is_some_and(|word| lists(OTHER, word))
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
