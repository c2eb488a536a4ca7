//! Verbs that a sentence may command with.

use super::token::Token;

/// What a verb asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Longest first, so that `click on` wins over `click`.
const VERBS: &[(&[&str], Verb)] = &[
    (&["drag", "and", "drop"], Verb::Drag),
    (&["left", "click", "on"], Verb::Click),
    (&["double", "click", "on"], Verb::DoubleClick),
    (&["right", "click", "on"], Verb::RightClick),
    (&["mouse", "over"], Verb::Hover),
    (&["hover", "over"], Verb::Hover),
    (&["double", "click"], Verb::DoubleClick),
    (&["right", "click"], Verb::RightClick),
    (&["left", "click"], Verb::Click),
    (&["double-click", "on"], Verb::DoubleClick),
    (&["double-click"], Verb::DoubleClick),
    (&["right-click", "on"], Verb::RightClick),
    (&["right-click"], Verb::RightClick),
    (&["click", "on"], Verb::Click),
    (&["tap", "on"], Verb::Click),
    (&["press", "on"], Verb::Click),
    (&["click"], Verb::Click),
    (&["tap"], Verb::Click),
    (&["press"], Verb::Click),
    (&["push"], Verb::Click),
    (&["hit"], Verb::Click),
    (&["activate"], Verb::Click),
    (&["hover"], Verb::Hover),
    (&["focus", "on"], Verb::Focus),
    (&["focus", "into"], Verb::Focus),
    (&["focus", "in"], Verb::Focus),
    (&["focus"], Verb::Focus),
    (&["fill", "in"], Verb::Fill),
    (&["fill", "out"], Verb::Fill),
    (&["fill", "up"], Verb::Fill),
    (&["fill"], Verb::Fill),
    (&["complete"], Verb::Fill),
    (&["type", "in"], Verb::Enter),
    (&["enter"], Verb::Enter),
    (&["type"], Verb::Enter),
    // What is written down is told, not entered.
    (&["write", "down"], Verb::Tell),
    (&["write", "out"], Verb::Tell),
    (&["write", "up"], Verb::Tell),
    (&["write", "me"], Verb::Tell),
    (&["write", "us"], Verb::Tell),
    (&["note", "down"], Verb::Tell),
    (&["write"], Verb::Enter),
    (&["compose"], Verb::Enter),
    (&["draft"], Verb::Enter),
    (&["input"], Verb::Enter),
    (&["put"], Verb::Enter),
    (&["insert"], Verb::Enter),
    (&["provide"], Verb::Enter),
    (&["set"], Verb::Set),
    (&["change"], Verb::Set),
    (&["adjust"], Verb::Set),
    (&["update"], Verb::Set),
    (&["turn", "on"], Verb::Check),
    (&["switch", "on"], Verb::Check),
    (&["turn", "off"], Verb::Uncheck),
    (&["switch", "off"], Verb::Uncheck),
    (&["clear"], Verb::Clear),
    (&["empty"], Verb::Clear),
    (&["select"], Verb::Choose),
    (&["choose"], Verb::Choose),
    (&["pick", "out"], Verb::Choose),
    (&["pick"], Verb::Choose),
    (&["check", "out"], Verb::Effect),
    (&["sign", "up"], Verb::Effect),
    (&["sign", "out"], Verb::Effect),
    (&["log", "out"], Verb::Effect),
    (&["check", "off"], Verb::Check),
    (&["check"], Verb::Check),
    (&["tick"], Verb::Check),
    (&["enable"], Verb::Check),
    (&["uncheck"], Verb::Uncheck),
    (&["untick"], Verb::Uncheck),
    (&["unselect"], Verb::Uncheck),
    (&["deselect"], Verb::Uncheck),
    (&["disable"], Verb::Uncheck),
    (&["open", "up"], Verb::Open),
    (&["open"], Verb::Open),
    (&["switch", "to"], Verb::Open),
    (&["switch", "between"], Verb::Explore),
    (&["expand"], Verb::Expand),
    (&["unfold"], Verb::Expand),
    (&["show"], Verb::Tell),
    (&["collapse"], Verb::Collapse),
    (&["fold"], Verb::Collapse),
    (&["close"], Verb::Close),
    (&["dismiss"], Verb::Close),
    (&["drag"], Verb::Drag),
    (&["drop"], Verb::Drag),
    (&["move"], Verb::Drag),
    (&["submit"], Verb::Submit),
    (&["scroll"], Verb::Scroll),
    (&["go", "back"], Verb::Back),
    (&["navigate", "back"], Verb::Back),
    (&["return"], Verb::Back),
    (&["go", "forward"], Verb::Forward),
    (&["reload"], Verb::Reload),
    (&["refresh"], Verb::Reload),
    (&["go", "through"], Verb::Explore),
    (&["go", "to"], Verb::Go),
    (&["go", "into"], Verb::Go),
    (&["navigate", "through"], Verb::Explore),
    (&["navigate", "to"], Verb::Go),
    (&["navigate"], Verb::Go),
    (&["visit"], Verb::Go),
    (&["browse", "to"], Verb::Go),
    (&["browse"], Verb::Explore),
    (&["explore"], Verb::Explore),
    (&["look", "through"], Verb::Explore),
    (&["search", "through"], Verb::Explore),
    (&["look", "up"], Verb::Search),
    (&["search", "for"], Verb::Search),
    (&["search"], Verb::Search),
    (&["look", "for"], Verb::Find),
    (&["locate"], Verb::Find),
    (&["find", "out"], Verb::Tell),
    (&["find"], Verb::Find),
    (&["tell", "me"], Verb::Tell),
    (&["list", "all"], Verb::Tell),
    (&["list", "the"], Verb::Tell),
    (&["tell"], Verb::Tell),
    (&["read"], Verb::Tell),
    (&["report"], Verb::Tell),
    (&["answer"], Verb::Tell),
    (&["calculate"], Verb::Tell),
    (&["compute"], Verb::Tell),
    (&["count"], Verb::Tell),
    (&["solve"], Verb::Tell),
    (&["log", "in"], Verb::Login),
    (&["login"], Verb::Login),
    (&["sign", "in"], Verb::Login),
    (&["copy"], Verb::Copy),
    (&["paste"], Verb::Paste),
    (&["wait"], Verb::Wait),
    (&["use"], Verb::Use),
    (&["using"], Verb::Use),
];

/// Verbs that a control may be named after.
const EFFECTS: &[&str] = &[
    "delete",
    "remove",
    "trash",
    "archive",
    "reply",
    "respond",
    "forward",
    "send",
    "star",
    "like",
    "unlike",
    "share",
    "follow",
    "unfollow",
    "mute",
    "block",
    "retweet",
    "favorite",
    "favourite",
    "bookmark",
    "save",
    "download",
    "upload",
    "buy",
    "order",
    "book",
    "add",
    "play",
    "pause",
    "stop",
    "start",
    "mark",
    "edit",
    "rename",
    "print",
    "undo",
    "redo",
    "cancel",
    "confirm",
    "accept",
    "decline",
    "reject",
    "approve",
    "upvote",
    "downvote",
    "vote",
    "subscribe",
    "unsubscribe",
    "sort",
    "filter",
    "create",
    "log",
    "sign",
    "logout",
    "toggle",
    "flag",
    "pin",
    "report",
    "comment",
    "post",
    "publish",
    "apply",
    "increase",
    "decrease",
    "resize",
    "highlight",
    "draw",
    "cut",
    "continue",
    "proceed",
    "skip",
    "finish",
    "join",
    "leave",
    "invite",
    "register",
    "reset",
    "show",
    "hide",
    "view",
    "make",
];

/// The verb that these tokens begin with, and how many tokens it takes.
pub(crate) fn verb_at(tokens: &[Token]) -> Option<(Verb, usize)> {
    let first = tokens.first().filter(|token| token.word())?;
    let base = base_form(&first.low);
    for (words, verb) in VERBS {
        let fits = words.iter().enumerate().all(|(at, word)| match at {
            0 => base == *word,
            _ => tokens.get(at).is_some_and(|token| token.is(word)),
        });
        if fits {
            return Some((*verb, words.len()));
        }
    }
    EFFECTS
        .contains(&base.as_str())
        .then_some((Verb::Effect, 1))
}

/// `clicking` → `click`, where that is a verb that we know.
pub(crate) fn base_form(word: &str) -> String {
    let known =
        |stem: &str| VERBS.iter().any(|(words, _)| words[0] == stem) || EFFECTS.contains(&stem);
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
