//! Verbs that a sentence may command with.

use super::token::{Token, begun_by};
use std::sync::LazyLock;

use screen_agent_words::{PhraseTable, WordList};
use serde::Deserialize;

/// What a verb asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verb {
    /// Click, press, tap.
    Click,
    /// Click twice.
    DoubleClick,
    /// Click with the other button.
    RightClick,
    /// Bring the pointer over it.
    Hover,
    /// Give it the keyboard.
    Focus,
    /// Put a value into a field.
    Enter,
    /// Fill a field with a value.
    Fill,
    /// Change a field to a value.
    Set,
    /// Put something else in the place of a text.
    Replace,
    /// Empty a field.
    Clear,
    /// Choose entries of a list, or tick boxes.
    Choose,
    /// Tick.
    Check,
    /// Clear a tick.
    Uncheck,
    /// Open, go into.
    Open,
    /// Show what is folded away.
    Expand,
    /// Fold away.
    Collapse,
    /// Close, dismiss.
    Close,
    /// Take somewhere else.
    Drag,
    /// Send a form.
    Submit,
    /// Move the view.
    Scroll,
    /// Go to an address or a place.
    Go,
    /// To the page before.
    Back,
    /// To the page after.
    Forward,
    /// Load again.
    Reload,
    /// Look for.
    Find,
    /// Answer.
    Tell,
    /// Search with the page's own search.
    Search,
    /// Sign in.
    Login,
    /// Take a text over from somewhere.
    Copy,
    /// Put the text that was copied.
    Paste,
    /// Wait.
    Wait,
    /// With the help of something.
    Use,
    /// Walk through, look around: says where to look.
    Explore,
    /// Anything that a control may be named after: delete, reply, star.
    Effect,
}

static VERBS: LazyLock<PhraseTable<Verb>> = LazyLock::new(|| PhraseTable::named("verbs"));

/// Verbs that a control may be named after.
static EFFECTS: WordList = WordList::named("verb effects");

/// The verb that these tokens begin with, and how many tokens it takes.
pub(crate) fn verb_at(tokens: &[Token]) -> Option<(Verb, usize)> {
    let first = tokens.first().filter(|token| token.word())?;
    let base = base_form(&first.low);
    if let Some(found) = begun_by(&VERBS, &base, tokens) {
        return Some(found);
    }
    EFFECTS.contains(base.as_str()).then_some((Verb::Effect, 1))
}

/// `clicking` → `click`, where that is a verb that we know.
pub(crate) fn base_form(word: &str) -> String {
    let known = |stem: &str| VERBS.has_first(stem) || EFFECTS.contains(stem);
    if known(word) {
        return word.to_owned();
    }
    let Some(stem) = word.strip_suffix("ing") else {
        return word.to_owned();
    };
    let mut shorter = stem.to_owned();
    shorter.pop();
    [stem.to_owned(), format!("{stem}e"), shorter]
        .into_iter()
        .find(|candidate| known(candidate))
        .unwrap_or_else(|| word.to_owned())
}

/// `deleted` → `delete`, where that is a verb that we know.
pub(crate) fn participle(word: &str) -> Option<String> {
    static OTHERS: WordList = WordList::named("participles of their own");
    let known = |stem: &str| VERBS.has_first(stem) || EFFECTS.contains(stem);
    if let Some(base) = OTHERS.meaning(word) {
        return Some(base.to_owned());
    }
    let stem = word.strip_suffix("ed")?;
    let once = &stem[..stem.len() - stem.chars().last()?.len_utf8()];
    let cries = stem.strip_suffix('i').map(|stem| format!("{stem}y"));
    [
        Some(stem.to_owned()),
        Some(format!("{stem}e")),
        Some(once.to_owned()),
        cries,
    ]
    .into_iter()
    .flatten()
    .find(|candidate| known(candidate))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::token::tokenise;

    #[test]
    fn verbs_with_their_particles_and_as_gerunds() {
        for (text, expected) in [
            ("click on it", Some((Verb::Click, 2))),
            ("clicking it", Some((Verb::Click, 1))),
            ("choosing it", Some((Verb::Choose, 1))),
            ("submitting", Some((Verb::Submit, 1))),
            ("go back", Some((Verb::Back, 2))),
            ("Double-click the row", Some((Verb::DoubleClick, 1))),
            ("star the first", Some((Verb::Effect, 1))),
            ("blue car", None),
        ] {
            assert_eq!(verb_at(&tokenise(text)), expected, "{text}");
        }
    }
}
