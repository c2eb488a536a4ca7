//! Effects that an address names.

use std::collections::BTreeSet;

use url::Url;

use super::Label;

/// An effect that a part of an address names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedEffect {
    /// The part, as it is shown: decoded, small letters.
    pub(crate) part: String,
    /// The effects that it names. None are known for a part that no words could order.
    pub(crate) effects: BTreeSet<&'static str>,
}

/// What opening this address may do, by the words in its path, its query and its fragment: keys
/// and values, decoded, split where they are joined.
pub(crate) fn effects_of(url: &Url) -> Option<NamedEffect> {
    let parts = url
        .path_segments()
        .into_iter()
        .flatten()
        .flat_map(|part| part.split(['-', '_', '.']))
        .map(str::to_ascii_lowercase);
    let queried = url
        .query_pairs()
        .map(|(_, value)| value.to_ascii_lowercase());
    let mut named = parts.chain(queried).collect::<Vec<_>>().into_iter();
    named.find_map(|part| {
        let effects = Label::read(&part).grave;
        (!effects.is_empty()).then_some(NamedEffect { part, effects })
    })
}
