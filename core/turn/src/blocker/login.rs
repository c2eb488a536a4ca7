//! A name or password that was refused, and a session that has ended.

use screen_agent_page::{Node, Role};
use screen_agent_words::WordList;

use screen_agent_words::quote::{cut, plain};

use super::messages::{Message, Sight, says, words};
use super::{FieldPlace, RequiredField, Sign};

/// What a page says of credentials that it refuses.
static REFUSED: WordList = WordList::named("login refused");
/// Words that refuse, and what they refuse; a few words may stand between, in either order.
static BAD: WordList = WordList::named("login bad");
static THINGS: WordList = WordList::named("login things");
const APART: usize = 5;
/// Longest name of a field that is told, in characters.
const LABEL: usize = 60;
/// What a page says of a session that has ended.
static ENDED: WordList = WordList::named("login ended");
/// The same, unless leaving was what the person wanted.
static LEFT: WordList = WordList::named("login left");
static ENTER: WordList = WordList::named("login enter");
static ONWARD: WordList = WordList::named("login onward");
static JOIN: WordList = WordList::named("login join");
static LEAVE: WordList = WordList::named("login leave");

/// What the field for a name is called.
const IDENTITY: [&str; 7] = [
    "email",
    "e mail",
    "username",
    "user name",
    "user id",
    "phone",
    "login",
];

/// Looks for an error beside a login form.
pub(super) fn refused(sight: &Sight<'_>) -> Option<Sign> {
    if !shows_login(sight) || sight.is_filling_in() {
        return None;
    }
    let message = sight.messages().find(|said| refuses(said));
    let line = || sight.plain().find(|said| refuses(said));
    let mut sign = match message {
        Some(said) => Sign::new(0.95, &said.text),
        None => Sign::new(0.85, &line()?.text),
    };
    sign.fields = credentials(sight);
    Some(sign)
}

/// Looks for a message that the session has ended.
pub(super) fn expired(sight: &Sight<'_>) -> Option<Sign> {
    let wanted = words(sight.query);
    let tells = |said: &&Message| {
        let left = said.says(&LEFT) && !says(&wanted, &LEAVE);
        (said.says(&ENDED) || left) && !said.prose
    };
    if let Some(said) = sight.messages().find(tells) {
        return Some(Sign::new(0.95, &said.text));
    }
    let login = shows_login(sight) || sight.nodes.iter().any(|node| enters(node));
    let said = sight.headings().chain(sight.plain()).find(tells)?;
    (login && sight.sparse).then(|| Sign::new(0.85, &said.text))
}

fn refuses(said: &Message) -> bool {
    let near = |at: usize| {
        let from = at.saturating_sub(APART);
        let to = (at + APART + 1).min(said.words.len());
        let around = said.words.get(from..to).unwrap_or_default();
        around.iter().any(|word| THINGS.contains(word.as_str()))
    };
    let mut places = said.words.iter().enumerate();
    said.says(&REFUSED) || places.any(|(at, word)| BAD.contains(word.as_str()) && near(at))
}

/// One password field, or a name beside a way in; and not a form for somebody new.
fn shows_login(sight: &Sight<'_>) -> bool {
    let passwords = sight.nodes.iter().filter(|node| is_password(node)).count();
    let way_in = sight.nodes.iter().any(|node| enters(node));
    let joins = |node: &&Node| says(&words(&node.name), &JOIN);
    if !way_in && sight.nodes.iter().any(joins) {
        return false;
    }
    passwords == 1 || (passwords == 0 && identity(sight).is_some() && way_in)
}

fn is_password(node: &Node) -> bool {
    let secret = node.facts.input_type.as_deref() == Some("password");
    let named = says(&words(&node.name), &["password", "passcode", "pin"]);
    node.role.takes_text() && (secret || named)
}

pub(super) fn identity<'a>(sight: &Sight<'a>) -> Option<&'a Node> {
    let names = |node: &Node| {
        let name = words(&node.name);
        says(&name, &IDENTITY) && !says(&name, &["search", "newsletter"])
    };
    let mut fields = sight.nodes.iter().copied();
    fields.find(|node| node.role.takes_text() && !is_password(node) && names(node))
}

/// The field for the password, where there is exactly one.
pub(super) fn password<'a>(sight: &Sight<'a>) -> Option<&'a Node> {
    let mut fields = sight.nodes.iter().copied().filter(|node| is_password(node));
    let only = fields.next()?;
    fields.next().is_none().then_some(only)
}

/// True for a button that sends what was filled in, whatever it was.
pub(super) fn goes_on(node: &Node) -> bool {
    let name = words(&node.name);
    node.role == Role::Button && name.len() <= 2 && says(&name, &ONWARD)
}

pub(super) fn enters(node: &Node) -> bool {
    let presses = matches!(node.role, Role::Button | Role::Link | Role::Generic);
    let name = words(&node.name);
    presses && name.len() <= 4 && says(&name, &ENTER)
}

/// What is asked for, by the names that the page has for it where they are in view.
fn credentials(sight: &Sight<'_>) -> Vec<RequiredField> {
    let mail = |node: &Node| says(&words(&node.name), &["email", "e mail"]);
    let kind = if identity(sight).is_some_and(mail) {
        "email"
    } else {
        "text"
    };
    let password = sight.nodes.iter().copied().find(|node| is_password(node));
    let field = |name: &str, node: Option<&Node>, other: &str, kind: &str| RequiredField {
        name: name.to_owned(),
        label: label(node, other),
        kind: kind.to_owned(),
        at: node.map(FieldPlace::of),
    };
    vec![
        field("username", identity(sight), "User name", kind),
        field("password", password, "Password", "password"),
    ]
}

/// The control's own name, or another where it has none.
fn label(node: Option<&Node>, other: &str) -> String {
    let name = node.map(|node| cut(&plain(&node.name), LABEL));
    name.filter(|name| !name.is_empty())
        .unwrap_or_else(|| other.to_owned())
}
