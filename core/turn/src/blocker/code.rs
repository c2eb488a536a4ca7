//! A one-time code that only the person has.

use screen_agent_page::Node;
use screen_agent_words::WordList;

use super::messages::{Message, Sight, Tone, is_empty_field, says, words};
use super::{FieldPlace, RequiredField, Sign};

/// What a field for a one-time code calls itself.
static NAMES: WordList = WordList::named("code names");
/// What a page says that asks for one; its field may then be called anything with a code in it.
static ASKS: WordList = WordList::named("code asks");
/// Words on a field that takes another kind of code, or sets up this one.
static OTHERS: WordList = WordList::named("code others");

/// Looks for an empty field that takes one.
pub(super) fn look(sight: &Sight<'_>) -> Option<Sign> {
    let sign = |confidence, seen: &str, node: &Node| {
        let mut sign = Sign::new(confidence, seen);
        sign.fields = vec![RequiredField {
            name: "code".to_owned(),
            label: "Verification code".to_owned(),
            kind: "code".to_owned(),
            at: Some(FieldPlace::of(node)),
        }];
        sign
    };
    let fields = || sight.nodes.iter().filter(|node| is_empty_field(node));
    let sure = fields().find(|node| takes_one_time_code(node, sight));
    if let Some(node) = sure {
        return Some(sign(0.95, &node.name, node));
    }
    let asks = |said: &&Message| said.says(&ASKS);
    let asked = sight
        .messages()
        .chain(sight.plain())
        .find(asks)
        .or_else(|| {
            let mut headings = sight.headings().filter(|said| said.tone == Tone::Heading);
            headings.find(asks)
        })?;
    let field = fields().find(|node| may_take_code(node));
    field.map(|node| sign(0.85, &asked.text, node))
}

/// The empty field that a one-time code goes into, where there is exactly one.
pub(super) fn field<'a>(sight: &Sight<'a>) -> Option<&'a Node> {
    let takes = |node: &&Node| takes_one_time_code(node, sight) || may_take_code(node);
    let mut fields = sight
        .nodes
        .iter()
        .copied()
        .filter(|node| is_empty_field(node));
    let only = fields.by_ref().find(takes)?;
    fields.find(takes).is_none().then_some(only)
}

fn takes_one_time_code(node: &Node, sight: &Sight<'_>) -> bool {
    let tokens = node.facts.autocomplete.as_deref().unwrap_or_default();
    if tokens
        .split_whitespace()
        .any(|token| token.eq_ignore_ascii_case("one-time-code"))
    {
        return true;
    }
    let name = words(&node.name);
    says(&name, &NAMES) && !is_other(&name) && !(says(&name, &["security code"]) && is_card(sight))
}

fn may_take_code(node: &Node) -> bool {
    let name = words(&node.name);
    says(&name, &["code", "digit"]) && !is_other(&name)
}

fn is_other(name: &[String]) -> bool {
    name.iter().any(|word| OTHERS.contains(word.as_str()))
}

/// The security code of a card is no one-time code.
fn is_card(sight: &Sight<'_>) -> bool {
    sight.nodes.iter().any(|node| {
        let tokens = node.facts.autocomplete.as_deref().unwrap_or_default();
        tokens.contains("cc-") || says(&words(&node.name), &["card number", "name on card"])
    })
}
