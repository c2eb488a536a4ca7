//! Small helpers on text from pages.

/// At most `most` characters, with an ellipsis where something was cut.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}\u{2026}", &text[..at]),
    }
}

/// True for what is never drawn by itself: signs without a width, direction marks, fillers, the choice of
/// a variant, and tags, in which whole sentences can be written that nobody sees.
pub const fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Collects text with its whitespace folded, up to a number of characters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fold {
    out: String,
    gap: bool,
    started: bool,
    chars: usize,
    most: usize,
}

impl Fold {
    /// Collects at most this many characters.
    pub(crate) fn up_to(most: usize) -> Self {
        Self {
            most,
            ..Self::default()
        }
    }

    /// Adds text as it stands in the page.
    pub(crate) fn text(&mut self, text: &str) {
        for c in text.chars() {
            if self.is_full() {
                return;
            }
            if c.is_whitespace() {
                self.gap = true;
            } else if !is_unseen(c) {
                self.push(c);
            }
        }
    }

    fn push(&mut self, c: char) {
        if self.gap && self.started {
            if self.chars + 1 >= self.most {
                self.chars = self.most;
                return;
            }
            self.out.push(' ');
            self.chars += 1;
        }
        self.gap = false;
        self.started = true;
        self.out.push(c);
        self.chars += 1;
    }

    /// Keeps what comes next apart from what was before.
    pub(crate) fn gap(&mut self) {
        self.gap = true;
    }

    /// Ends a cell of a row: ` | ` stands before what comes next.
    pub(crate) fn cell(&mut self) {
        if self.started {
            self.gap();
            self.text("|");
            self.gap();
        }
    }

    /// What was collected from there on.
    pub(crate) fn since(&self, from: usize) -> &str {
        self.out.get(from..).unwrap_or_default()
    }

    /// How many bytes there are.
    pub(crate) fn len(&self) -> usize {
        self.out.len()
    }

    /// True when nothing was collected.
    pub(crate) fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// True when nothing more is taken.
    pub(crate) fn is_full(&self) -> bool {
        self.chars >= self.most
    }

    /// What was collected since the last time; the count and a pending gap go on.
    pub(crate) fn drain(&mut self) -> String {
        std::mem::take(&mut self.out)
    }

    /// What was collected, and a fresh start.
    pub(crate) fn take(&mut self) -> String {
        let most = self.most;
        std::mem::replace(self, Self::up_to(most)).out
    }
}

/// Whitespace folded, at most so many characters.
pub(crate) fn fold(text: &str, most: usize) -> String {
    let mut fold = Fold::up_to(most);
    fold.text(text);
    fold.take()
}
