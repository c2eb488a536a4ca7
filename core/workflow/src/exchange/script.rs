//! Lines of a script as chains of calls: `await page.getByRole('button', { name: 'Save' }).click();`

/// One call of a chain, with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Call {
    pub(super) name: String,
    pub(super) args: Vec<Arg>,
}

/// An argument, as far as one is understood.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Arg {
    Text(String),
    Number(f64),
    Object(Vec<(String, Arg)>),
    Other,
}

impl Arg {
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Number(_) | Self::Object(_) | Self::Other => None,
        }
    }

    /// A field of an object.
    pub(super) fn field(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(fields) => fields
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, arg)| arg),
            Self::Text(_) | Self::Number(_) | Self::Other => None,
        }
    }
}

/// The calls after a word, such as `page`; nothing where the line does not begin with it.
pub(super) fn chain(line: &str, root: &str) -> Option<Vec<Call>> {
    let line = line.trim();
    let line = line.strip_prefix("await ").unwrap_or(line).trim_start();
    let mut reader = Reader {
        rest: line.strip_prefix(root)?,
        depth: 0,
    };
    reader.calls().filter(|calls| !calls.is_empty())
}

/// What stands in the brackets of `word(...)`, and what follows them.
pub(super) fn wrapped<'a>(line: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let line = line.trim();
    let line = line.strip_prefix("await ").unwrap_or(line).trim_start();
    let rest = line.strip_prefix(word)?.strip_prefix('(')?;
    let mut depth = 1;
    let mut quoted = None;
    for (at, c) in rest.char_indices() {
        match (quoted, c) {
            (Some(mark), c) if c == mark => quoted = None,
            (Some(_), _) => {}
            (None, '\'' | '"' | '`') => quoted = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, _) => {}
        }
        if depth == 0 {
            return Some((&rest[..at], &rest[at + 1..]));
        }
    }
    None
}

/// Deeper than any script goes, and far from what a stack holds.
const DEEPEST: u8 = 16;

struct Reader<'a> {
    rest: &'a str,
    depth: u8,
}

impl Reader<'_> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, wanted: char) -> bool {
        self.space();
        let taken = self.rest.strip_prefix(wanted);
        if let Some(rest) = taken {
            self.rest = rest;
        }
        taken.is_some()
    }

    fn word(&mut self) -> String {
        self.space();
        let good = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let end = self.rest.find(|c| !good(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.to_owned()
    }

    fn calls(&mut self) -> Option<Vec<Call>> {
        let mut calls = Vec::new();
        while self.take('.') {
            let name = self.word();
            if !self.take('(') {
                // `.first` and the like without a call are nothing that is recorded.
                return None;
            }
            let args = self.args(')')?;
            calls.push(Call { name, args });
        }
        Some(calls)
    }

    fn args(&mut self, close: char) -> Option<Vec<Arg>> {
        let mut args = Vec::new();
        while !self.take(close) {
            args.push(self.arg()?);
            self.take(',');
        }
        Some(args)
    }

    fn arg(&mut self) -> Option<Arg> {
        if self.depth == DEEPEST {
            return None;
        }
        self.depth += 1;
        let arg = self.arg_within();
        self.depth -= 1;
        arg
    }

    fn arg_within(&mut self) -> Option<Arg> {
        self.space();
        let first = self.rest.chars().next()?;
        if matches!(first, '\'' | '"' | '`') {
            return self.string(first).map(Arg::Text);
        }
        if self.take('{') {
            let mut fields = Vec::new();
            while !self.take('}') {
                let key = self.word();
                if key.is_empty() || !self.take(':') {
                    return None;
                }
                fields.push((key, self.arg()?));
                self.take(',');
            }
            return Some(Arg::Object(fields));
        }
        if self.take('[') {
            self.args(']')?;
            return Some(Arg::Other);
        }
        if let Some(rest) = self.rest.strip_prefix("page.") {
            self.rest = &self.rest[self.rest.len() - rest.len() - 1..];
            self.calls()?;
            return Some(Arg::Other);
        }
        if first == '/' {
            let end = self.rest[1..].find('/')? + 2;
            self.rest = &self.rest[end..];
            self.word();
            return Some(Arg::Other);
        }
        let end = self
            .rest
            .find([',', ')', '}', ']'])
            .unwrap_or(self.rest.len());
        let (plain, rest) = self.rest.split_at(end);
        if plain.trim().is_empty() {
            return None;
        }
        self.rest = rest;
        Some(plain.trim().parse().map_or(Arg::Other, Arg::Number))
    }

    fn string(&mut self, mark: char) -> Option<String> {
        let mut text = String::new();
        let mut chars = self.rest[1..].char_indices();
        while let Some((at, c)) = chars.next() {
            if c == mark {
                self.rest = &self.rest[at + 2..];
                return Some(text);
            }
            if c != '\\' {
                text.push(c);
                continue;
            }
            text.push(match chars.next()?.1 {
                'n' => '\n',
                't' => '\t',
                other => other,
            });
        }
        None
    }
}
