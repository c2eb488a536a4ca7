//! "in upper case", "in lower case": how a value is to be written.

use crate::words::Token;
use crate::words::normal::fold;
use crate::words::token::text_of;

/// How letters are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letters {
    Upper,
    Lower,
}

const FORMS: &[(&str, Letters)] = &[
    ("in all upper case letters", Letters::Upper),
    ("in all uppercase letters", Letters::Upper),
    ("in all capital letters", Letters::Upper),
    ("in upper case letters", Letters::Upper),
    ("in uppercase letters", Letters::Upper),
    ("in capital letters", Letters::Upper),
    ("in all upper case", Letters::Upper),
    ("in all uppercase", Letters::Upper),
    ("in all capitals", Letters::Upper),
    ("in upper case", Letters::Upper),
    ("in all caps", Letters::Upper),
    ("in uppercase", Letters::Upper),
    ("in capitals", Letters::Upper),
    ("in all lower case letters", Letters::Lower),
    ("in all lowercase letters", Letters::Lower),
    ("in lower case letters", Letters::Lower),
    ("in lowercase letters", Letters::Lower),
    ("in all small letters", Letters::Lower),
    ("in small letters", Letters::Lower),
    ("in all lower case", Letters::Lower),
    ("in all lowercase", Letters::Lower),
    ("in lower case", Letters::Lower),
    ("in lowercase", Letters::Lower),
];

/// The tokens with the quoted value written as the words ask for, and those words left out.
pub(crate) fn recased(tokens: &[Token]) -> Vec<Token> {
    let found = FORMS.iter().find_map(|(words, letters)| {
        let length = words.split(' ').count();
        let at = tokens
            .windows(length)
            .position(|part| part.iter().all(Token::word) && fold(&text_of(part)) == *words)?;
        Some((at, length, *letters))
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
        token.text = match letters {
            Letters::Upper => token.text.to_uppercase(),
            Letters::Lower => token.text.to_lowercase(),
        };
    }
    kept
}
