//! "in upper case", "in lower case": how a value is to be written.

use crate::words::Token;
use crate::words::normal::fold;
use crate::words::token::text_of;
use screen_agent_words::WordList;

/// Longest first.
static FORMS: WordList = WordList::named("letters");

/// The tokens with the quoted value written as the words ask for, and those words left out.
pub(crate) fn recased(tokens: &[Token]) -> Vec<Token> {
    let found = FORMS.meanings().find_map(|(words, letters)| {
        let length = words.split(' ').count();
        let at = tokens
            .windows(length)
            .position(|part| part.iter().all(Token::word) && fold(&text_of(part)) == words)?;
        Some((at, length, letters))
    });
    let Some((at, length, letters)) = found else {
        return tokens.to_vec();
    };
    let mut kept: Vec<Token> = tokens[..at]
        .iter()
        .chain(&tokens[at + length..])
        .cloned()
        .collect();
    for token in kept.iter_mut().filter(|token| token.quoted()) {
        token.text = if letters == "upper" {
            token.text.to_uppercase()
        } else {
            token.text.to_lowercase()
        };
    }
    kept
}
