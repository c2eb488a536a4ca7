//! The one tokenizer: values, arguments and names out of text.

use super::error::{ParseError, ParseErrorKind};

/// Deepest nesting of lists and objects.
pub const MAX_DEPTH: usize = 64;

/// A value as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    /// In quotes of any kind; escapes are resolved.
    Text(String),
    /// As written, since an id of digits keeps its zeros.
    Number(String),
    /// `true` or `false`.
    Bool(bool),
    /// `null` or `undefined`.
    Null,
    /// Bare, such as `f1_5`.
    Word(String),
    /// `[...]`
    List(Vec<Self>),
    /// `{...}`, in the order of writing. No name stands twice.
    Object(Vec<(String, Self)>),
}

/// One argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arg {
    /// `name=` or `name:` before it.
    pub(crate) name: Option<String>,
    /// Its value.
    pub(crate) term: Term,
    /// Where it begins, in bytes.
    pub(crate) at: usize,
}

type Read<T> = Result<T, ParseError>;

/// Reads a text from the front.
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Where it stands, in bytes.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// An error at a place given in bytes.
    pub(crate) fn error(&self, kind: ParseErrorKind, byte: usize) -> ParseError {
        let at = self
            .text
            .char_indices()
            .take_while(|(index, _)| *index < byte)
            .count();
        ParseError { kind, at }
    }

    fn here<T>(&self, kind: ParseErrorKind) -> Read<T> {
        Err(self.error(kind, self.at))
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Takes the character if it is the next one.
    pub(crate) fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn take_while(&mut self, accepts: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(&accepts) {
            self.bump();
        }
        self.text.get(start..self.at).unwrap_or_default()
    }

    pub(crate) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// A bare word; empty when there is none.
    pub(crate) fn word(&mut self) -> &'a str {
        match self.peek() {
            Some(first) if first.is_ascii_alphabetic() || first == '_' => {
                self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
            }
            _ => "",
        }
    }

    /// Nothing but space may follow.
    pub(crate) fn end(&mut self) -> Read<()> {
        self.skip_space();
        match self.peek() {
            None => Ok(()),
            Some(_) => self.here(ParseErrorKind::Trailing),
        }
    }

    /// The arguments of a call, after its opening bracket up to and with the closing one.
    pub(crate) fn arguments(&mut self) -> Read<Vec<Arg>> {
        let mut args: Vec<Arg> = Vec::new();
        self.skip_space();
        if self.take(')') {
            return Ok(args);
        }
        loop {
            let arg = self.argument()?;
            if arg.name.is_some() && args.iter().any(|earlier| earlier.name == arg.name) {
                return Err(self.error(ParseErrorKind::Duplicate, arg.at));
            }
            args.push(arg);
            if !self.comma_or(')')? {
                return Ok(args);
            }
        }
    }

    fn argument(&mut self) -> Read<Arg> {
        self.skip_space();
        let at = self.at;
        let word = self.word();
        if !word.is_empty() {
            self.skip_space();
            if self.take('=') || self.take(':') {
                let name = Some(word.to_owned());
                let term = self.value(0)?;
                return Ok(Arg { name, term, at });
            }
            self.at = at;
        }
        let term = self.value(0)?;
        Ok(Arg {
            name: None,
            term,
            at,
        })
    }

    /// True after a comma, false after the closing character.
    fn comma_or(&mut self, close: char) -> Read<bool> {
        self.skip_space();
        if self.take(close) {
            Ok(false)
        } else if self.take(',') {
            Ok(true)
        } else if self.peek().is_none() {
            self.here(ParseErrorKind::Unclosed)
        } else {
            self.here(ParseErrorKind::Unexpected)
        }
    }

    /// One value of any kind.
    pub(crate) fn value(&mut self, depth: usize) -> Read<Term> {
        self.skip_space();
        match self.peek() {
            Some(quote @ ('"' | '\'' | '`')) => {
                self.bump();
                self.quoted(quote).map(Term::Text)
            }
            Some('[' | '{') if depth >= MAX_DEPTH => self.here(ParseErrorKind::TooDeep),
            Some('[') => self.list(depth),
            Some('{') => self.object(depth),
            Some(c) if c.is_ascii_digit() || c == '-' => self.number(),
            Some(_) => self.bare(),
            None => self.here(ParseErrorKind::Unclosed),
        }
    }

    fn bare(&mut self) -> Read<Term> {
        let at = self.at;
        match self.word() {
            "" => Err(self.error(ParseErrorKind::NotAValue, at)),
            "true" => Ok(Term::Bool(true)),
            "false" => Ok(Term::Bool(false)),
            "null" | "undefined" => Ok(Term::Null),
            word => Ok(Term::Word(word.to_owned())),
        }
    }

    fn number(&mut self) -> Read<Term> {
        let start = self.at;
        self.take('-');
        let whole = self.take_while(|c| c.is_ascii_digit());
        let mut sound = !whole.is_empty();
        if self.take('.') {
            sound &= !self.take_while(|c| c.is_ascii_digit()).is_empty();
        }
        if self.take('e') || self.take('E') {
            let _ = self.take('+') || self.take('-');
            sound &= !self.take_while(|c| c.is_ascii_digit()).is_empty();
        }
        sound &= !self.peek().is_some_and(|c| c.is_alphanumeric() || c == '_');
        if !sound {
            return Err(self.error(ParseErrorKind::NotAValue, start));
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        Ok(Term::Number(text.to_owned()))
    }

    fn list(&mut self, depth: usize) -> Read<Term> {
        self.bump();
        let mut items = Vec::new();
        self.skip_space();
        if self.take(']') {
            return Ok(Term::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if !self.comma_or(']')? {
                return Ok(Term::List(items));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Read<Term> {
        self.bump();
        let mut pairs = Vec::new();
        let mut names = std::collections::BTreeSet::new();
        self.skip_space();
        if self.take('}') {
            return Ok(Term::Object(pairs));
        }
        loop {
            self.skip_space();
            let at = self.at;
            let name = self.object_name()?;
            if !names.insert(name.clone()) {
                return Err(self.error(ParseErrorKind::Duplicate, at));
            }
            self.skip_space();
            if !self.take(':') {
                return self.here(ParseErrorKind::Unexpected);
            }
            pairs.push((name, self.value(depth + 1)?));
            if !self.comma_or('}')? {
                return Ok(Term::Object(pairs));
            }
        }
    }

    fn object_name(&mut self) -> Read<String> {
        if let Some(quote @ ('"' | '\'')) = self.peek() {
            self.bump();
            return self.quoted(quote);
        }
        match self.word() {
            "" => self.here(ParseErrorKind::NotAValue),
            word => Ok(word.to_owned()),
        }
    }

    /// The rest of a quoted text, after its opening quote.
    pub(crate) fn quoted(&mut self, quote: char) -> Read<String> {
        let start = self.at;
        let mut text = String::new();
        loop {
            match self.bump() {
                None => return Err(self.error(ParseErrorKind::UnclosedText, start)),
                Some(c) if c == quote => return Ok(text),
                Some('\\') => self.escape(&mut text),
                Some(c) => text.push(c),
            }
        }
    }

    /// What follows a backslash. One that begins no known escape stands for itself: the published
    /// clients know no escapes at all, so `C:\dir` must stay what it is.
    fn escape(&mut self, text: &mut String) {
        let before = self.at;
        let resolved = match self.bump() {
            Some('n') => Some('\n'),
            Some('t') => Some('\t'),
            Some('r') => Some('\r'),
            Some('b') => Some('\u{8}'),
            Some('f') => Some('\u{c}'),
            Some(c @ ('"' | '\'' | '`' | '\\' | '/')) => Some(c),
            Some('u') => self.unicode(),
            _ => None,
        };
        if let Some(c) = resolved {
            text.push(c);
        } else {
            text.push('\\');
            self.at = before;
        }
    }

    fn unicode(&mut self) -> Option<char> {
        let high = self.four_digits()?;
        if !(0xD800..0xDC00).contains(&high) {
            return char::from_u32(high);
        }
        if !(self.take('\\') && self.take('u')) {
            return None;
        }
        let low = self.four_digits()?;
        if !(0xDC00..0xE000).contains(&low) {
            return None;
        }
        char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    }

    fn four_digits(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}
