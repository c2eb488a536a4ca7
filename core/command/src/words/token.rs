//! Cutting a sentence into words, quotations and marks.

use screen_agent_words::{PhraseTable, WordList};

use super::normal::fold;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word or a number.
    Word,
    /// Something between quotation marks.
    Quoted,
    /// A punctuation mark that stands alone.
    Mark,
    /// The end of a line.
    Break,
}

/// One word, quotation or mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub kind: Kind,
    /// As it was written, without quotation marks.
    pub text: String,
    /// For comparing: lower case, plain characters.
    pub low: String,
    /// White space stood before it.
    pub spaced: bool,
}

impl Token {
    fn new(kind: Kind, text: String, spaced: bool) -> Self {
        let low = fold(&text);
        Self {
            kind,
            text,
            low,
            spaced,
        }
    }

    /// True for an unquoted word that reads so.
    pub fn is(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.low == word
    }

    /// True for an unquoted word that is one of these.
    pub fn is_any(&self, words: &[&str]) -> bool {
        self.kind == Kind::Word && words.contains(&self.low.as_str())
    }

    /// True for an unquoted word of this list.
    pub fn is_in(&self, words: &WordList) -> bool {
        self.kind == Kind::Word && words.contains(&self.low)
    }

    /// True for this mark.
    pub fn is_mark(&self, mark: &str) -> bool {
        self.kind == Kind::Mark && self.text == mark
    }

    /// True for a comma or a colon.
    pub fn joins(&self) -> bool {
        self.is_mark(",") || self.is_mark(":")
    }

    /// True for a quotation.
    pub fn quoted(&self) -> bool {
        self.kind == Kind::Quoted
    }

    /// True for an unquoted word.
    pub fn word(&self) -> bool {
        self.kind == Kind::Word
    }
}

/// Some tokens in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Phrase(pub Vec<Token>);

impl Phrase {
    /// Reads a text.
    pub fn of(text: &str) -> Self {
        Self(tokenise(text))
    }

    /// Some of its tokens.
    pub fn slice(tokens: &[Token]) -> Self {
        Self(tokens.to_vec())
    }

    /// True without tokens.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As it was written, quotation marks left out.
    pub fn text(&self) -> String {
        text_of(&self.0)
    }

    /// The quotations in it.
    pub fn quotes(&self) -> Vec<&str> {
        self.0
            .iter()
            .filter(|token| token.quoted())
            .map(|token| token.text.as_str())
            .collect()
    }
}

/// The longest phrase that these tokens begin with, the first word taken as `first`: what it means, and how many
/// tokens it has.
pub(crate) fn begun_by<T: Clone>(
    table: &PhraseTable<T>,
    first: &str,
    tokens: &[Token],
) -> Option<(T, usize)> {
    tokens.first().filter(|token| token.word())?;
    let follows = |words: &[&str]| {
        let mut rest = words.iter().enumerate().skip(1);
        rest.all(|(at, word)| tokens.get(at).is_some_and(|token| token.is(word)))
    };
    let mut phrases = table.beginning(first).iter();
    let (words, meaning) = phrases.find(|(words, _)| follows(words))?;
    Some((meaning.clone(), words.len()))
}

/// The tokens without commas and colons behind them.
pub(crate) fn without_marks_behind(mut tokens: &[Token]) -> &[Token] {
    while let [rest @ .., last] = tokens
        && last.joins()
    {
        tokens = rest;
    }
    tokens
}

/// Tokens as text, spaced as they were.
pub(crate) fn text_of(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        if token.spaced && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&token.text);
    }
    text.trim().to_owned()
}

/// Cuts a text into tokens.
pub(crate) fn tokenise(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut spaced = false;
    while let Some(&here) = chars.get(at) {
        if here == '\n' {
            tokens.push(Token::new(Kind::Break, "\n".into(), true));
            (at, spaced) = (at + 1, true);
        } else if here.is_whitespace() {
            (at, spaced) = (at + 1, true);
        } else if let Some(end) = quotation(&chars, at) {
            let inner: String = chars[at + 1..end].iter().collect();
            tokens.push(Token::new(Kind::Quoted, inner.trim().to_owned(), spaced));
            (at, spaced) = (end + 1, false);
        } else {
            at = word(&chars, at, spaced, &mut tokens);
            spaced = false;
        }
    }
    tokens
}

/// Where the quotation that opens here closes.
fn quotation(chars: &[char], at: usize) -> Option<usize> {
    let close: &[char] = match chars[at] {
        '"' => &['"'],
        '“' | '”' | '„' => &['”', '“', '"'],
        '«' => &['»'],
        '`' => &['`'],
        '\'' | '‘' => &['\'', '’'],
        _ => return None,
    };
    let single = matches!(chars[at], '\'' | '‘');
    if single && at > 0 && chars[at - 1].is_alphanumeric() {
        return None;
    }
    let end = (at + 1..chars.len()).find(|&end| {
        close.contains(&chars[end])
            && !(single
                && chars
                    .get(end + 1)
                    .is_some_and(|next| next.is_alphanumeric()))
    })?;
    (end > at + 1 || !single).then_some(end)
}

const CLOSING: &[char] = &['.', ',', ';', ':', '!', '?', ')', ']', '"', '”', '\''];
const OPENING: &[char] = &['(', '[', '"', '“', '\''];

/// Reads the characters up to the next space: opening marks, a word, closing marks.
fn word(chars: &[char], start: usize, spaced: bool, tokens: &mut Vec<Token>) -> usize {
    let mut end = start;
    while end < chars.len() && !chars[end].is_whitespace() {
        if end > start && matches!(chars[end], '"' | '“' | '”') && quotation(chars, end).is_some()
        {
            break;
        }
        end += 1;
    }
    let (mut from, mut to) = (start, end);
    while from + 1 < to && OPENING.contains(&chars[from]) {
        from += 1;
    }
    while to > from + 1 && CLOSING.contains(&chars[to - 1]) {
        to -= 1;
    }
    let mut gap = spaced;
    for &mark in &chars[start..from] {
        tokens.push(Token::new(Kind::Mark, mark.to_string(), gap));
        gap = false;
    }
    let body: String = chars[from..to].iter().collect();
    let kind = if body.chars().count() == 1
        && (CLOSING.contains(&chars[from]) || OPENING.contains(&chars[from]))
    {
        Kind::Mark
    } else {
        Kind::Word
    };
    tokens.push(Token::new(kind, body, gap));
    for &mark in &chars[to..end] {
        tokens.push(Token::new(Kind::Mark, mark.to_string(), false));
    }
    end
}

/// Tokens from several places, as words of one sentence.
pub(crate) fn spaced(mut tokens: Vec<Token>) -> Vec<Token> {
    for token in tokens.iter_mut().filter(|token| token.kind != Kind::Mark) {
        token.spaced = true;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        tokenise(text)
            .iter()
            .map(|token| match token.kind {
                Kind::Quoted => format!("<{}>", token.text),
                Kind::Mark => format!("[{}]", token.text),
                Kind::Word => token.text.clone(),
                Kind::Break => "|".into(),
            })
            .collect()
    }

    #[test]
    fn sentences_become_words_quotations_and_marks() {
        for (text, expected) in [
            (
                "Type “a b” here, then stop.",
                vec!["Type", "<a b>", "here", "[,]", "then", "stop", "[.]"],
            ),
            ("the 'x' key", vec!["the", "<x>", "key"]),
            ("don't use Bob's", vec!["don't", "use", "Bob's"]),
            ("mail a@b.com.", vec!["mail", "a@b.com", "[.]"]),
            (
                "on 04/12/2015 at $3.50",
                vec!["on", "04/12/2015", "at", "$3.50"],
            ),
            ("press \"OK\".", vec!["press", "<OK>", "[.]"]),
            ("an odd \" mark", vec!["an", "odd", "[\"]", "mark"]),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}
