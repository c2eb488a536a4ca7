//! What a person is told where nothing was found, in five languages.

use screen_agent_wire::ide::cli_action::IdeHints;

const TOASTS: &str = include_str!("../lexicon/toasts.txt");

/// A language that toasts are in, by its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToastLanguage(&'static str);

impl ToastLanguage {
    /// The language that was asked for; where that is `auto`, unknown or absent, the one that a text is written in.
    pub fn of(asked: Option<&str>, text: &str) -> Self {
        let asked = asked.unwrap_or_default().to_lowercase();
        let asked = asked.split(['-', '_']).next().unwrap_or_default();
        let mut known = ["en", "ko", "ru", "th", "ja"].into_iter();
        let found = known.find(|code| *code == asked);
        Self(found.unwrap_or_else(|| text.chars().find_map(by_script).unwrap_or("en")))
    }

    /// Its code.
    pub fn code(self) -> &'static str {
        self.0
    }
}

/// The language of a letter that no other one has.
fn by_script(letter: char) -> Option<&'static str> {
    match letter {
        '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}' => Some("ko"),
        '\u{0400}'..='\u{04ff}' => Some("ru"),
        '\u{0e00}'..='\u{0e7f}' => Some("th"),
        '\u{3040}'..='\u{30ff}' => Some("ja"),
        _ => None,
    }
}

/// What was not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NothingFound {
    /// Nothing that is dynamic, and nothing that may happen.
    Symbols,
    /// No variable.
    Variables,
    /// No event to describe.
    Events,
    /// No word that a screen could be made of.
    Components,
}

impl NothingFound {
    /// What the toasts are listed under, and what to do next.
    fn listed(self) -> (&'static str, &'static str) {
        match self {
            Self::Symbols => ("symbols", "add_placeholders"),
            Self::Variables => ("variables", "add_placeholders"),
            Self::Events => ("events", "name_event"),
            Self::Components => ("components", "describe_components"),
        }
    }

    /// The toasts.
    pub fn hints(self, language: ToastLanguage) -> IdeHints {
        let (name, next_action) = self.listed();
        let toast = |code: &str| {
            let begin = format!("{name} {code} ");
            let mut lines = TOASTS.lines();
            lines.find_map(|line| Some(line.strip_prefix(&begin)?.to_owned()))
        };
        IdeHints {
            toast: toast(language.code()),
            toast_en: toast("en"),
            toast_ko: toast("ko"),
            toast_ru: toast("ru"),
            toast_th: toast("th"),
            toast_ja: toast("ja"),
            next_action: Some(next_action.to_owned()),
            ..IdeHints::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_toast_is_there_in_every_language() {
        use NothingFound as N;
        for missing in [N::Symbols, N::Variables, N::Events, N::Components] {
            for code in ["en", "ko", "ru", "th", "ja"] {
                let hints = missing.hints(ToastLanguage::of(Some(code), ""));
                let told = serde_json::to_value(&hints).unwrap_or_default();
                let toasts = told.as_object().into_iter().flatten();
                let toasts =
                    toasts.filter(|(name, text)| name.starts_with("toast") && text.is_string());
                assert_eq!(toasts.count(), 6, "{missing:?}: {told}");
                assert_eq!(told["toast"], told[format!("toast_{code}")]);
            }
        }
    }
}
