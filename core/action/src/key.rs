//! Names of keys.

/// Keys that have a name, as the browser spells them, with other spellings.
const NAMED: &[(&str, &[&str])] = &[
    ("Enter", &["return"]),
    ("Tab", &[]),
    ("Escape", &["esc"]),
    ("Backspace", &[]),
    ("Delete", &["del"]),
    ("Insert", &["ins"]),
    ("Home", &[]),
    ("End", &[]),
    ("PageUp", &["pgup"]),
    ("PageDown", &["pgdn", "pgdown"]),
    ("ArrowUp", &["up"]),
    ("ArrowDown", &["down"]),
    ("ArrowLeft", &["left"]),
    ("ArrowRight", &["right"]),
    ("Space", &["spacebar", " "]),
    ("Shift", &[]),
    ("Control", &["ctrl"]),
    ("Alt", &["option"]),
    ("Meta", &["cmd", "command", "win"]),
    ("CapsLock", &[]),
    ("ContextMenu", &[]),
    ("F1", &[]),
    ("F2", &[]),
    ("F3", &[]),
    ("F4", &[]),
    ("F5", &[]),
    ("F6", &[]),
    ("F7", &[]),
    ("F8", &[]),
    ("F9", &[]),
    ("F10", &[]),
    ("F11", &[]),
    ("F12", &[]),
];

/// The browser's spelling of a key: one character stands for itself, the space bar is `Space`.
/// A name that nobody knows gives nothing.
pub fn canonical(key: &str) -> Option<String> {
    let folded = if key == " " {
        key.to_owned()
    } else {
        key.trim().to_ascii_lowercase().replace(['_', '-'], "")
    };
    let named = NAMED.iter().find(|(name, others)| {
        name.to_ascii_lowercase() == folded || others.contains(&folded.as_str())
    });
    if let Some((name, _)) = named {
        return Some((*name).to_owned());
    }
    let mut characters = key.trim().chars();
    match (characters.next(), characters.next()) {
        (Some(one), None) if !one.is_control() => Some(one.to_string()),
        _ => None,
    }
}
