//! Words and links out of a line of Markdown.

use screen_agent_wire::packet::tree::{self, Inline, TextNode};

/// Longest words and longest address of a link, in bytes: whatever is longer is no link.
const WORDS: usize = 1_000;
const ADDRESS: usize = crate::limits::ADDRESS;

/// Words and links out of a line. Marks around words are taken off, escapes are undone.
pub(super) fn read(text: &str) -> Vec<Inline> {
    let mut line = Line::default();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        at += line.piece(next, rest, text[..at].chars().next_back());
    }
    line.done()
}

/// Marks of emphasis; each is looked for by itself.
const MARKS: [&str; 4] = ["**", "__", "*", "_"];

#[derive(Default)]
struct Line {
    pieces: Vec<Piece>,
    /// Where each of the marks was opened last.
    open: [Option<usize>; MARKS.len()],
}

enum Piece {
    Words(String),
    Link(Inline),
}

impl Line {
    /// Takes what begins here; how many bytes it took.
    fn piece(&mut self, next: char, rest: &str, before: Option<char>) -> usize {
        let taken = match next {
            '\\' => self.escape(rest),
            '`' => self.code(rest),
            '!' if rest.starts_with("![") => link(&rest[1..]).map(|(words, _, length)| {
                self.words(&words);
                length + 1
            }),
            '[' => link(rest).map(|(words, href, length)| self.link(words, href, length)),
            '<' => self.angle(rest),
            '*' | '_' => self.mark(rest, before),
            _ => None,
        };
        taken.unwrap_or_else(|| {
            self.words(&rest[..next.len_utf8()]);
            next.len_utf8()
        })
    }

    fn words(&mut self, words: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Words(last)) => last.push_str(words),
            _ => self.pieces.push(Piece::Words(words.to_owned())),
        }
    }

    fn link(&mut self, words: String, href: String, length: usize) -> usize {
        self.pieces.push(Piece::Link(Inline::Link {
            href,
            children: vec![TextNode::Text { text: words }],
        }));
        length
    }

    fn escape(&mut self, rest: &str) -> Option<usize> {
        let letter = rest[1..]
            .chars()
            .next()
            .filter(char::is_ascii_punctuation)?;
        self.words(&rest[1..1 + letter.len_utf8()]);
        Some(2)
    }

    /// Code in a line is words.
    fn code(&mut self, rest: &str) -> Option<usize> {
        let ticks = rest.bytes().take_while(|byte| *byte == b'`').count();
        let inside = rest[ticks..]
            .find(&rest[..ticks])
            .filter(|end| *end <= WORDS)?;
        self.words(rest[ticks..ticks + inside].trim());
        Some(inside + 2 * ticks)
    }

    /// An address between angles, or a break.
    fn angle(&mut self, rest: &str) -> Option<usize> {
        let end = rest[..rest.floor_char_boundary(ADDRESS)].find('>')?;
        let inside = &rest[1..end];
        if matches!(inside.trim_end_matches(['/', ' ']), "br" | "BR") {
            self.words("\n");
            return Some(end + 1);
        }
        let is_address = ["http://", "https://", "mailto:"]
            .iter()
            .any(|scheme| inside.starts_with(scheme));
        (is_address && !inside.contains(char::is_whitespace))
            .then(|| self.link(inside.to_owned(), inside.to_owned(), end + 1))
    }

    /// A mark of emphasis: opened before words, closed behind them, and never within one.
    fn mark(&mut self, rest: &str, before: Option<char>) -> Option<usize> {
        let which = MARKS.iter().position(|mark| rest.starts_with(mark))?;
        let mark = MARKS[which];
        let after = rest[mark.len()..].chars().next();
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let closes = !is_blank(before) && !is_word(after);
        let opens = !is_blank(after) && !is_word(before);
        if closes && let Some(opened) = self.open[which].take() {
            self.pieces[opened] = Piece::Words(String::new());
        } else {
            if opens {
                self.open[which] = Some(self.pieces.len());
            }
            self.pieces.push(Piece::Words(mark.to_owned()));
        }
        // What follows begins a piece of its own, so that a mark can be taken out again.
        self.pieces.push(Piece::Words(String::new()));
        Some(mark.len())
    }

    fn done(self) -> Vec<Inline> {
        let mut inlines: Vec<Inline> = Vec::new();
        for piece in self.pieces {
            match (piece, inlines.last_mut()) {
                (Piece::Link(link), _) => inlines.push(link),
                (Piece::Words(words), _) if words.is_empty() => {}
                (Piece::Words(words), Some(Inline::Text { text })) => text.push_str(&words),
                (Piece::Words(words), _) => inlines.push(Inline::text(words)),
            }
        }
        inlines
    }
}

/// Words, address and length of a link that begins here.
fn link(rest: &str) -> Option<(String, String, usize)> {
    let (inside, behind) = enclosed(rest, '[', ']', WORDS)?;
    let (target, length) = enclosed(&rest[behind..], '(', ')', ADDRESS)?;
    let target = target.trim();
    let href = match target.strip_prefix('<') {
        Some(angled) => angled.split_once('>')?.0,
        None => target.split_whitespace().next()?,
    };
    // Links within links are none, and neither is a link without words.
    let words = tree::words(&read_flat(inside));
    let is_link = !words.trim().is_empty() && !href.is_empty();
    is_link.then(|| (words, unescaped(href), behind + length))
}

/// Words of a link: marks are taken off, links in it are words.
fn read_flat(inside: &str) -> Vec<Inline> {
    let mut line = Line::default();
    let mut at = 0;
    while let Some(next) = inside[at..].chars().next() {
        let rest = &inside[at..];
        let before = inside[..at].chars().next_back();
        at += match next {
            '[' | '!' | '<' => {
                line.words(&rest[..next.len_utf8()]);
                next.len_utf8()
            }
            _ => line.piece(next, rest, before),
        };
    }
    line.done()
}

/// What stands between a bracket and its fellow, and where it ends. Escaped brackets do not count.
fn enclosed(text: &str, open: char, close: char, most: usize) -> Option<(&str, usize)> {
    let (mut depth, mut escaped) = (0_usize, false);
    for (at, letter) in text.char_indices() {
        if at > most || (at == 0 && letter != open) {
            return None;
        }
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == open => depth += 1,
            _ if letter == close && depth == 1 => return Some((&text[1..at], at + 1)),
            _ if letter == close => depth -= 1,
            _ => {}
        }
    }
    None
}

fn unescaped(href: &str) -> String {
    let mut out = String::with_capacity(href.len());
    let mut letters = href.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = (letter == '\\').then(|| letters.next_if(char::is_ascii_punctuation));
        out.push(escaped.flatten().unwrap_or(letter));
    }
    out
}
