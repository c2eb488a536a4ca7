//! What a clause can ask for.

use screen_agent_action::Modifier;

use super::drag::Side;
use super::passage::Passage;
use super::style::Style;
use crate::words::token::{spaced, tokenise};
use crate::words::{Phrase, Token};

/// How an amount is changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Change {
    /// By so much; less than 0 makes it less.
    By(f64),
    /// To so many times what it is.
    Times(f64),
}

/// How something is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    /// Once.
    Click,
    /// Twice.
    Double,
    /// With the other button.
    Right,
    /// Not at all; the pointer stands over it.
    Hover,
    /// So that it has the keyboard.
    Focus,
}

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heading {
    /// Towards the start.
    Up,
    /// Towards the end.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// Where a text is changed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Amend {
    /// Behind all of it.
    End,
    /// Before all of it.
    Start,
    /// Before this phrase.
    Before(Phrase),
    /// In the place of this phrase.
    Instead(Phrase),
    /// In the place of this phrase, wherever it stands.
    Throughout(Phrase),
    /// Behind this part, as a line of its own where it is called one; and before what follows there, where that was said.
    After(Passage, Option<Passage>),
    /// Before this part, as a line of its own.
    Ahead(Passage),
    /// In the place of this in the only line that is about so much, or of the only number there.
    InLine { theme: Phrase, old: Option<Phrase> },
    /// In the place of all of it.
    Whole,
    /// Nothing in the place of this part.
    Cut(Passage),
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Clause {
    /// Touch a control.
    Touch {
        /// How.
        how: Touch,
        /// Which.
        what: Phrase,
    },
    /// Put a value into a field.
    Enter {
        /// The value, or words that say what it is.
        value: Phrase,
        /// What the value is called: "the password".
        label: Option<Phrase>,
        /// Where it goes, if that was said.
        field: Option<Phrase>,
    },
    /// Bring what is one thing now to another.
    Exchange {
        /// The field, the cell, or the words of the line.
        field: Phrase,
        /// What it is now.
        old: Phrase,
        /// What it is to be.
        new: Phrase,
    },
    /// Change a text that stands in a field, and keep the rest of it.
    Amend {
        /// Where.
        how: Amend,
        /// What is to stand there.
        text: Phrase,
        /// In which field, if that was said.
        field: Option<Phrase>,
    },
    /// Give a phrase of an editor another look.
    Style {
        /// Which.
        style: Style,
        /// The part of its text.
        text: Passage,
        /// Give it, or take it back.
        on: bool,
        /// In which field, if that was said.
        field: Option<Phrase>,
    },
    /// Put the two ends of a range into the fields that are named after them.
    Range {
        /// What it is a range of.
        field: Phrase,
        /// The lower end.
        low: Phrase,
        /// The upper end.
        high: Phrase,
    },
    /// Remember a text of the page.
    Copy {
        /// Which.
        what: Phrase,
    },
    /// Empty a field.
    Clear {
        /// Which.
        what: Phrase,
    },
    /// Choose in a list, or tick boxes.
    Choose {
        /// What.
        items: Phrase,
        /// In which list.
        from: Option<Phrase>,
        /// Choose, or take back.
        on: bool,
    },
    /// Show or hide what is folded away.
    Toggle {
        /// What.
        what: Phrase,
        /// Show.
        open: bool,
    },
    /// Close a dialog, a tab, a message.
    Close {
        /// What.
        what: Phrase,
    },
    /// Make what a field holds so much more or less.
    Shift {
        /// Which field.
        field: Phrase,
        /// How.
        change: Change,
    },
    /// Take something somewhere.
    Drag {
        /// What.
        what: Phrase,
        /// Where to, or beside what.
        to: Phrase,
        /// On which side of that, or of its whole list; nothing where it is taken into something.
        side: Option<Side>,
    },
    /// Send the form.
    Submit {
        /// Which, if that was said.
        what: Phrase,
    },
    /// Press a key.
    Press {
        /// Its name.
        key: String,
        /// Held with it.
        modifiers: Vec<Modifier>,
        /// Which control is to have the keyboard.
        at: Option<Phrase>,
    },
    /// Move the view.
    Scroll {
        /// Which way; `None` when something is to come into view.
        heading: Option<Heading>,
        /// All the way.
        end: bool,
        /// What is to move, or to come into view.
        what: Phrase,
    },
    /// Go to an address.
    Visit {
        /// The address.
        url: String,
    },
    /// Turn a calendar to a month.
    Month {
        /// Its name, and its year where that was said.
        what: Phrase,
    },
    /// To the page before.
    Back,
    /// To the page after.
    Forward,
    /// Load again.
    Reload,
    /// Bring into view.
    Find {
        /// What.
        what: Phrase,
    },
    /// Answer a question about the page.
    Tell {
        /// The question.
        question: Phrase,
    },
    /// Search with the page's own search.
    Search {
        /// For what.
        words: Phrase,
        /// Where, if that was said.
        field: Option<Phrase>,
    },
    /// Wait.
    Wait {
        /// How long, in seconds.
        seconds: u8,
    },
    /// Something that a control is named after: delete, star, reply.
    Effect {
        /// The verb.
        verb: String,
        /// What it is done to.
        what: Phrase,
    },
    /// Whether something is so: what follows from it comes next.
    If {
        /// What has to be seen.
        asked: Phrase,
        /// It has to be so, or must not.
        holds: bool,
        /// How many clauses are passed over where it is otherwise.
        skip: usize,
    },
    /// Pass over what was to be done otherwise.
    Skip {
        /// How many clauses.
        count: usize,
    },
    /// How things are, said before an order.
    Remark {
        /// The words.
        words: Phrase,
    },
    /// Words that we cannot read.
    Unread {
        /// The words.
        words: Phrase,
    },
}

impl Clause {
    /// "The salary", where the sentence speaks of Ann Lee: the salary of Ann Lee.
    pub(super) fn be_about(&mut self, whose: &[Token]) {
        let Self::Enter { label, field, .. } = self else {
            return;
        };
        if whose.is_empty() {
            return;
        }
        if let Some(name) = field.take().or_else(|| label.take()) {
            let of = tokenise("of");
            let whole = match name.0.iter().any(|token| token.is("of")) {
                true => name.0,
                false => spaced([&name.0[..], &of, whose].concat()),
            };
            *field = Some(Phrase(whole));
        }
    }

    /// True where nothing is asked for.
    pub fn is_remark(&self) -> bool {
        matches!(self, Self::Remark { .. })
    }
}
