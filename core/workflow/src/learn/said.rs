//! The person's words, clause by clause. What is quoted is one word, whatever it says.

use screen_agent_words::fold::words;

/// A word, or what stands in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) text: String,
    pub(super) quoted: bool,
}

impl Said {
    /// One of these words, and no quoted one.
    pub(super) fn is(&self, any: &[&str]) -> bool {
        !self.quoted && any.contains(&self.text.as_str())
    }
}

/// Words up to a mark, and that mark; the last may have none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clause {
    pub(super) words: Vec<Said>,
    pub(super) mark: Option<char>,
}

/// The clauses of what somebody said.
pub(super) fn clauses(said: &str) -> Vec<Clause> {
    let quoted = ['"', '“', '”', '„', '«', '»'];
    let mut all = vec![Clause::default()];
    for (at, piece) in said.split(quoted).enumerate() {
        if at % 2 == 1 {
            let text = words(piece).join(" ");
            let word = Said { text, quoted: true };
            if let Some(clause) = all.last_mut() {
                clause.words.push(word);
            }
            continue;
        }
        let ends = |c| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '\n' | '(' | ')');
        for part in piece.split_inclusive(ends) {
            let plain = words(part).into_iter();
            let plain = plain.map(|text| Said {
                text,
                quoted: false,
            });
            let Some(clause) = all.last_mut() else {
                continue;
            };
            clause.words.extend(plain);
            clause.mark = part.chars().next_back().filter(|c| ends(*c));
            if clause.mark.is_some() {
                all.push(Clause::default());
            }
        }
    }
    all.retain(|clause| !clause.words.is_empty());
    all
}
