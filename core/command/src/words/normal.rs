//! Bringing words into one form, for comparing.
use screen_agent_words::WordList;

static FILLERS: WordList = WordList::named("words without meaning in names");

/// Lower case, plain quotation marks and dashes, single spaces.
pub(crate) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut space = false;
    for c in text.trim().chars() {
        if c.is_whitespace() {
            space = true;
            continue;
        }
        if space {
            out.push(' ');
            space = false;
        }
        match c {
            '‘' | '’' => out.push('\''),
            '“' | '”' => out.push('"'),
            '‐' | '‑' | '–' | '—' | '−' => out.push('-'),
            _ => out.extend(c.to_lowercase()),
        }
    }
    out
}

/// The words of a text without punctuation: what is said, not how it is set.
pub(crate) fn words(text: &str) -> Vec<String> {
    fold(text)
        .split(|c: char| {
            !(c.is_alphanumeric() || matches!(c, '\'' | '@' | '$' | '€' | '£' | '%' | '+'))
        })
        .map(|word| word.trim_matches('\'').to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

/// True where words stand in others, one behind the other.
pub(crate) fn stand_in(part: &[String], whole: &[String]) -> bool {
    !part.is_empty() && whole.windows(part.len()).any(|some| some == part)
}

/// Words that carry no meaning when names are compared.
pub(crate) fn is_filler(word: &str) -> bool {
    FILLERS.contains(word)
}

/// A noun without its plural ending.
pub(crate) fn singular(word: &str) -> String {
    let word = match word {
        "people" => return "person".into(),
        "men" => return "man".into(),
        "women" => return "woman".into(),
        "children" => return "child".into(),
        "movies" => return "movie".into(),
        other => other,
    };
    if let Some(stem) = word.strip_suffix("ies")
        && stem.len() > 1
    {
        return format!("{stem}y");
    }
    for ending in ["xes", "ches", "shes", "sses"] {
        if word.ends_with(ending) {
            return word[..word.len() - 2].to_owned();
        }
    }
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_lose_their_ending() {
        for (word, expected) in [
            ("boxes", "box"),
            ("entries", "entry"),
            ("links", "link"),
            ("address", "address"),
            ("status", "status"),
            ("switches", "switch"),
            ("images", "image"),
        ] {
            assert_eq!(singular(word), expected);
        }
    }

    #[test]
    fn names_are_compared_by_their_words() {
        assert_eq!(words("Section #12:  “Go”"), ["section", "12", "go"]);
    }
}
