//! Small helpers on text from pages.

/// At most `most` characters, with an ellipsis where something was cut.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}\u{2026}", &text[..at]),
    }
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
            } else {
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
