//! Sums: written in the question, or on the page.

use crate::ground::Scene;
use crate::words::number::plain;
use crate::words::token::Token;
use screen_agent_words::WordList;

static RESULTS: WordList = WordList::named("words for a result");

/// A sum that the words themselves hold: "3 + 4", "the sum of 3 and 4".
pub(crate) fn in_words(text: &str) -> Option<String> {
    let spoken = spoken(text);
    let expression = longest(&spoken)?;
    evaluate(&expression).map(plain)
}

/// A sum that stands on the page, when the words ask for a result.
pub(crate) fn on_page(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let asks = tokens.iter().any(|token| token.is_in(&RESULTS));
    if !asks {
        return None;
    }
    scene
        .lines()
        .filter_map(|(_, content)| {
            // The names of buttons are no part of a sum.
            let line = spoken(&content.words());
            unknown(&line).or_else(|| longest(&line).and_then(|expression| evaluate(&expression)))
        })
        .map(plain)
        .next()
}

/// Signs instead of words.
fn spoken(text: &str) -> String {
    let mut text = format!(" {} ", text.to_lowercase());
    for (word, sign) in [
        (" multiplied by ", " * "),
        (" divided by ", " / "),
        (" plus ", " + "),
        (" minus ", " - "),
        (" times ", " * "),
        (" over ", " / "),
        ("×", "*"),
        ("·", "*"),
        ("÷", "/"),
        ("−", "-"),
        ("–", "-"),
        (" x ", " * "),
    ] {
        // A lone "x" multiplies only between numbers.
        if word == " x " {
            text = between_numbers(&text, sign);
        } else {
            text = text.replace(word, sign);
        }
    }
    for (lead, sign) in [
        ("sum of ", " + "),
        ("product of ", " * "),
        ("difference between ", " - "),
        ("difference of ", " - "),
    ] {
        if let Some((before, after)) = text.split_once(lead) {
            text = format!("{before}{}", after.replacen(" and ", sign, 4));
        }
    }
    text
}

fn between_numbers(text: &str, sign: &str) -> String {
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let number = |at: usize| {
        words
            .get(at)
            .is_some_and(|word| word.parse::<f64>().is_ok())
    };
    let joined: Vec<&str> = words
        .iter()
        .enumerate()
        .map(|(at, word)| {
            if *word == "x" && at > 0 && number(at - 1) && number(at + 1) {
                sign.trim()
            } else {
                word
            }
        })
        .collect();
    format!(" {} ", joined.join(" "))
}

/// The longest piece that reads as a sum with at least one operation.
fn longest(text: &str) -> Option<String> {
    let mut best = String::new();
    let mut piece = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_digit()
            || matches!(c, '+' | '-' | '*' | '/' | '(' | ')' | '.' | ' ' | '^' | '%')
        {
            piece.push(c);
            continue;
        }
        let trimmed = piece.trim().trim_end_matches('.').trim();
        if is_sum(trimmed) && trimmed.len() > best.len() {
            trimmed.clone_into(&mut best);
        }
        piece.clear();
    }
    (!best.is_empty()).then_some(best)
}

/// Two numbers with a sign between; dates and phone numbers are none.
fn is_sum(text: &str) -> bool {
    let numbers = text
        .split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .filter(|part| part.chars().any(|c| c.is_ascii_digit()))
        .count();
    let signs = text
        .chars()
        .filter(|c| matches!(c, '+' | '*' | '/' | '-' | '^'))
        .count();
    let spaced = text.contains(' ')
        || text.contains('+')
        || text.contains('*')
        || (numbers == 2 && signs == 1);
    let ends = text.ends_with(|c: char| c.is_ascii_digit() || c == ')');
    // "555-1234-99" is no sum.
    let told = signs < 2 || text.contains([' ', '+', '*', '(']);
    numbers >= 2 && signs >= 1 && spaced && ends && told
}

/// The value of a sum.
pub(crate) fn evaluate(text: &str) -> Option<f64> {
    let mut reader = Reader {
        chars: text.chars().filter(|c| !c.is_whitespace()).collect(),
        at: 0,
    };
    let value = reader.sum()?;
    (reader.at == reader.chars.len() && value.is_finite()).then_some(value)
}

struct Reader {
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        while let Some(sign @ ('+' | '-')) = self.peek() {
            self.at += 1;
            let next = self.product()?;
            value = if sign == '+' {
                value + next
            } else {
                value - next
            };
        }
        Some(value)
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.power()?;
        while let Some(sign @ ('*' | '/' | '%')) = self.peek() {
            self.at += 1;
            let next = self.power()?;
            value = match sign {
                '*' => value * next,
                '/' => value / next,
                _ => value % next,
            };
        }
        Some(value)
    }

    fn power(&mut self) -> Option<f64> {
        let base = self.unit(0)?;
        if self.peek() == Some('^') {
            self.at += 1;
            return Some(base.powf(self.unit(0)?));
        }
        Some(base)
    }

    fn unit(&mut self, depth: u8) -> Option<f64> {
        match self.peek()? {
            '-' if depth < 4 => {
                self.at += 1;
                Some(-self.unit(depth + 1)?)
            }
            '(' => {
                self.at += 1;
                let value = self.sum()?;
                (self.peek() == Some(')')).then(|| self.at += 1)?;
                Some(value)
            }
            _ => self.number(),
        }
    }

    fn number(&mut self) -> Option<f64> {
        let from = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit() || c == '.') {
            self.at += 1;
        }
        let text: String = self.chars[from..self.at].iter().collect();
        text.parse().ok()
    }
}

/// What a single letter (or a blank) stands for in an equation.
fn unknown(line: &str) -> Option<f64> {
    let (left, right) = line.split_once('=')?;
    let left: String = equation_side(left.chars().rev()).chars().rev().collect();
    let right = equation_side(right.chars());
    let letters: Vec<char> = left
        .chars()
        .chain(right.chars())
        .filter(|c| c.is_alphabetic() || matches!(c, '?' | '_'))
        .collect();
    let letter = *letters.first()?;
    if letters.iter().any(|other| *other != letter) {
        return None;
    }
    let gap =
        |x: f64| Some(evaluate(&with(&left, letter, x))? - evaluate(&with(&right, letter, x))?);
    // A line through two points, checked at a third.
    let (at0, at1) = (gap(0.0)?, gap(1.0)?);
    let slope = at1 - at0;
    if slope.abs() < 1e-12 {
        return None;
    }
    let root = -at0 / slope;
    (gap(root)?.abs() < 1e-6).then_some(root)
}

/// What belongs to an equation, going away from its sign: numbers, signs and single letters.
fn equation_side(chars: impl Iterator<Item = char>) -> String {
    let mut side = String::new();
    let mut word = 0;
    for c in chars {
        let belongs = c.is_ascii_digit()
            || matches!(
                c,
                '+' | '-' | '*' | '/' | '(' | ')' | '.' | ' ' | '?' | '_' | '^'
            );
        word = if c.is_alphabetic() { word + 1 } else { 0 };
        if word > 1 {
            // The letter before was the end of a word.
            side.pop();
            break;
        }
        if !belongs && word == 0 {
            break;
        }
        side.push(c);
    }
    side.chars()
        .filter(|c| !c.is_whitespace())
        .collect::<String>()
        .trim_matches('.')
        .to_owned()
}

/// An equation's side with a number in the letter's place.
fn with(side: &str, letter: char, x: f64) -> String {
    let mut out = String::new();
    for c in side.chars() {
        if c == letter {
            if out.ends_with(|c: char| c.is_ascii_digit() || c == ')') {
                out.push('*');
            }
            out.push_str(&format!("({x})"));
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_in_words_and_signs() {
        for (text, expected) in [
            ("how much is 3+4", Some("7")),
            ("what is 12 times (2 - 5)?", Some("-36")),
            ("the sum of 3 and 4", Some("7")),
            ("7 x 6 =", Some("42")),
            ("call 555-1234-99", None),
            ("on 2015-04-12", None),
            ("no numbers", None),
        ] {
            assert_eq!(in_words(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn equations_with_one_unknown() {
        for (line, expected) in [
            ("x + 3 = 10", Some(7.0)),
            ("2y - 4 = 10", Some(7.0)),
            ("5 - x = 9", Some(-4.0)),
            ("a + b = 3", None),
            ("Solve: 3x + 4 = 19", Some(5.0)),
            ("total = 7", None),
        ] {
            assert_eq!(unknown(line), expected, "{line}");
        }
    }
}
