//! The field for whoever signs in, whatever a page calls it.

use screen_agent_page::Node;
use screen_agent_words::WordList;

use super::turn::Turn;
use crate::ground::Reference;
use crate::words::likeness::{Likeness, likeness};

/// What people call it: one of these is as good as another where one signs in.
static NAMES: WordList = WordList::named("account names");

/// The text field right before the page's only password, when a field for a name is meant.
pub(super) fn field<'a>(turn: &Turn<'a>, reference: &Reference) -> Option<&'a Node> {
    let meant = NAMES
        .iter()
        .any(|name| likeness(&reference.whole, name) >= Some(Likeness::Synonym));
    let secret = |node: &Node| node.facts.input_type.as_deref() == Some("password");
    let fields = turn.text_fields();
    let at = fields.iter().position(|node| secret(node))?;
    let only = fields.iter().filter(|node| secret(node)).count() == 1;
    let before = fields.get(at.checked_sub(1)?).copied()?;
    (meant && only).then_some(before)
}
