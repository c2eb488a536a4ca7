//! Text as tokens.

use super::SyntaxFault;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A symbol with its `#`, or a word.
    Name(String),
    Text(String),
    Number(f64),
    /// An operator or a bracket.
    Sign(&'static str),
}

/// Longest text that is read, in characters.
const LONGEST: usize = 4_000;
/// Longer signs first.
const SIGNS: [&str; 29] = [
    "===", "!==", "??", "?.", "&&", "||", "==", "!=", "<=", ">=", "=>", "?", ":", "!", "=", "<",
    ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",", ".", ";",
];

/// Every token, with the character that it begins at.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, SyntaxFault> {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() > LONGEST {
        return Err(SyntaxFault {
            at: LONGEST + 1,
            reason: "too long",
        });
    }
    let (mut at, mut found) = (0, Vec::new());
    while at < chars.len() {
        let begun = at + 1;
        let token = match chars[at] {
            c if c.is_whitespace() => {
                at += 1;
                continue;
            }
            quote @ ('"' | '\'') => text_token(&chars, &mut at, quote)?,
            c if c.is_ascii_digit() => number(&chars, &mut at)?,
            c if c == '#' || c == '_' || c.is_alphabetic() => name(&chars, &mut at)?,
            _ => sign(&chars, &mut at)?,
        };
        found.push((begun, token));
    }
    Ok(found)
}

fn text_token(chars: &[char], at: &mut usize, quote: char) -> Result<Token, SyntaxFault> {
    let begun = *at + 1;
    let mut text = String::new();
    *at += 1;
    while let Some(c) = chars.get(*at) {
        *at += 1;
        match c {
            c if *c == quote => return Ok(Token::Text(text)),
            '\\' => {
                let escaped = chars.get(*at).copied().unwrap_or('\\');
                *at += 1;
                text.push(if escaped == 'n' { '\n' } else { escaped });
            }
            c => text.push(*c),
        }
    }
    Err(SyntaxFault {
        at: begun,
        reason: "a text that does not end",
    })
}

fn number(chars: &[char], at: &mut usize) -> Result<Token, SyntaxFault> {
    let begun = *at;
    while let Some(c) = chars.get(*at) {
        let point = *c == '.' && chars.get(*at + 1).is_some_and(char::is_ascii_digit);
        if !c.is_ascii_digit() && !point {
            break;
        }
        *at += 1;
    }
    let text: String = chars[begun..*at].iter().collect();
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    let fault = SyntaxFault {
        at: begun + 1,
        reason: "no number",
    };
    Ok(Token::Number(number.ok_or(fault)?))
}

fn name(chars: &[char], at: &mut usize) -> Result<Token, SyntaxFault> {
    let begun = *at;
    *at += 1;
    while chars
        .get(*at)
        .is_some_and(|c| c.is_alphanumeric() || *c == '_')
    {
        *at += 1;
    }
    let name: String = chars[begun..*at].iter().collect();
    match name == "#" {
        true => Err(SyntaxFault {
            at: begun + 1,
            reason: "a symbol without a name",
        }),
        false => Ok(Token::Name(name)),
    }
}

fn sign(chars: &[char], at: &mut usize) -> Result<Token, SyntaxFault> {
    let begins = |sign: &&&str| {
        let mut here = chars[*at..].iter();
        sign.chars().all(|c| here.next() == Some(&c))
    };
    let sign = SIGNS.iter().find(begins).copied();
    let sign = sign.ok_or(SyntaxFault {
        at: *at + 1,
        reason: "an unknown sign",
    })?;
    *at += sign.len();
    Ok(Token::Sign(match sign {
        "===" => "==",
        "!==" => "!=",
        // What is absent has no fields here, so that both are the same.
        "?." => ".",
        sign => sign,
    }))
}
