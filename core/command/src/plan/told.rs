//! Reading what is told of a form: by what its fields are called, and what its lists offer.

use screen_agent_page::{Node, Role, State};
use screen_agent_words::WordList;

use super::called::{choice_called, entry_at, field_called};
use super::particulars::{Entry, Particular, Particulars};
use super::turn::Turn;
use super::{choose, doubt};
use crate::ground::kind::kind_at;
use crate::ground::only;
use crate::ground::scene::is_ready;
use crate::words::Token;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{is_filler, words};
use crate::words::number::count_word;
use crate::words::token::text_of;
use crate::words::verb::{Verb, base_form, verb_at};

/// Names of the field for what a thing is called.
static NAMES: WordList = WordList::named("names of the field for a name");
/// Words that turn what follows into its opposite.
static UNSAID: WordList = WordList::named("words that bar a question");
/// Words of what is not to be, or only under a condition.
static BARRED: WordList = WordList::named("words that bar particulars");
/// Words that stand before particulars and say nothing of them.
static IDLE: WordList = WordList::named("words between particulars");
/// Verbs that ask for what a form is for.
static ASKS: WordList = WordList::named("verbs that a form is sent for");
/// Most words of a field's name, of an entry and of a value.
const LONGEST: usize = 6;

/// A reader of particulars.
pub(super) struct Told<'t, 'a> {
    turn: &'t Turn<'a>,
    tokens: &'t [Token],
    read: Particulars,
    /// A button that is called among the particulars.
    called: Option<&'a Node>,
    /// Some of them name fields that are not in view.
    gaps: bool,
}

impl<'t, 'a> Told<'t, 'a> {
    /// What is pressed in the end, and every particular; and whether each of them has its field in view or had before.
    pub fn read(
        turn: &'t Turn<'a>,
        tokens: &'t [Token],
        known: Particulars,
    ) -> Option<(Particulars, bool)> {
        /// Fewer are no list of particulars.
        const FEWEST: usize = 2;
        let mut told = Self {
            turn,
            tokens,
            read: known,
            called: None,
            gaps: false,
        };
        if !told.may_be() {
            return None;
        }
        let mut at = told.lead();
        while at < tokens.len() {
            at = told.next(at)?;
        }
        let button = told
            .called
            .or_else(|| told.button())
            .or_else(|| told.sender().filter(|_| told.adds()))
            .map(|node| node.id.clone());
        told.read.button = told.read.button.or(button);
        let found = told.read.list.len();
        let several = found > FEWEST || told.read.button.is_some() && found == FEWEST;
        let some = told.gaps && found >= FEWEST;
        let enough = several || some || told.is_terse();
        enough.then_some((told.read, !told.gaps))
    }

    /// "Guests two", "4 stars": nothing but a value with what it is a value of, and no control is called so.
    fn is_terse(&self) -> bool {
        const SHORT: usize = 5;
        let text = text_of(self.tokens);
        let bears = |node: &Node| {
            !node.role.is_checkable() && likeness(&text, &node.name) >= Some(Likeness::SameWords)
        };
        let one = matches!(self.read.list.as_slice(), [one] if one.words.0 == 0);
        let short = (2..=SHORT).contains(&self.tokens.len()) && verb_at(self.tokens).is_none();
        one && short && !self.gaps && !self.turn.nodes().any(bears)
    }

    /// True where the verb says to fill in, names the button of a form, or is left out; "remove A and B" fills in nothing.
    fn may_be(&self) -> bool {
        let fills = match verb_at(self.tokens) {
            Some((Verb::Enter | Verb::Fill | Verb::Set | Verb::Choose | Verb::Check, _)) => true,
            Some((Verb::Effect, _)) => {
                self.tokens[0].is_in(&ASKS) || self.button().is_some() || self.adds()
            }
            Some(_) => false,
            None => true,
        };
        // "Nothing formal" ticks nothing.
        let barred = |token: &Token| {
            token.is_mark("?") || !token.quoted() && token.text == token.low && token.is_in(&BARRED)
        };
        let opens = self
            .tokens
            .first()
            .is_some_and(|first| first.is_in(&BARRED));
        fills && !opens && !self.tokens.iter().any(barred)
    }

    fn chooses(&self) -> bool {
        matches!(verb_at(self.tokens), Some((Verb::Choose, _)))
    }

    /// "Add the address: ...": what is told behind the colon goes into a form.
    fn adds(&self) -> bool {
        self.has_head() && self.tokens[0].is_any(&["add", "create", "save"])
    }

    /// A colon stands before the first comma.
    fn has_head(&self) -> bool {
        let colon = self.tokens.iter().position(|token| token.is_mark(":"));
        let comma = self.tokens.iter().position(|token| token.is_mark(","));
        colon.zip(comma).is_some_and(|(colon, comma)| colon < comma)
    }

    /// What sends the form that the particulars go into.
    fn sender(&self) -> Option<&'a Node> {
        let node = |one: &Particular| self.turn.scene.screen.node(&one.field);
        let mut found = self.read.list.iter().filter_map(node);
        let form = found.next()?.facts.form?;
        let same = found.all(|node| node.facts.form == Some(form));
        let sends = |node: &&Node| {
            node.facts.submits
                && node.facts.form == Some(form)
                && node.role == Role::Button
                && is_ready(node)
        };
        only(self.turn.nodes().filter(sends)).filter(|_| same)
    }

    /// Where the particulars begin: behind the verb, and behind a colon where one stands before all of them.
    fn lead(&self) -> usize {
        let colon = self.tokens.iter().position(|token| token.is_mark(":"));
        let comma = self.tokens.iter().position(|token| token.is_mark(","));
        // "Guests two, ...": no verb stands before them, and "rate" is none where no button is called so.
        let button = || usize::from(self.button().is_some());
        let verb = verb_at(self.tokens).map_or_else(button, |(_, used)| used);
        match colon {
            // "Sign up Ann Lee: ...": what is told before the colon may be a name.
            Some(at)
                if comma.is_none_or(|comma| at < comma)
                    && !self.tokens[verb.min(at)..at].iter().any(is_name) =>
            {
                at + 1
            }
            _ => verb,
        }
    }

    /// The only button that is called after the verb, where the verb does not itself say to fill in.
    fn button(&self) -> Option<&'a Node> {
        let (first, used) = match verb_at(self.tokens) {
            Some((Verb::Enter | Verb::Fill | Verb::Set | Verb::Choose | Verb::Check, _)) => {
                return None;
            }
            Some((_, used)) => (self.tokens.first()?, used),
            None => (self.tokens.first()?, 1),
        };
        let verb = match used {
            1 => base_form(&first.low),
            _ => text_of(&self.tokens[..used]).to_lowercase(),
        };
        let called = |node: &&Node| {
            let begun = likeness(&verb, &node.name) >= Some(Likeness::SameWords);
            node.role == Role::Button && is_ready(node) && begun
        };
        self.button_at(0)
            .or_else(|| only(self.turn.nodes().filter(called)))
    }

    /// "Rate the text ..." on a page with the button "Rate the text".
    fn button_at(&self, at: usize) -> Option<&'a Node> {
        let said = words(&text_of(&self.tokens[at..]));
        let called = |node: &&Node| {
            let name = words(&node.name);
            node.role == Role::Button && is_ready(node) && name.len() > 1 && said.starts_with(&name)
        };
        only(self.turn.nodes().filter(called))
    }

    /// Takes what stands here; where the next begins.
    fn next(&mut self, at: usize) -> Option<usize> {
        let known = |one: &&Particular| one.words.0 == at;
        if let Some(known) = self.read.list.iter().find(known) {
            return Some(known.words.1);
        }
        let found = self
            .deed(at)
            .or_else(|| self.labelled(at))
            .or_else(|| self.counted(at))
            .or_else(|| self.offered(at))
            .or_else(|| self.mail(at))
            .or_else(|| self.named(at))
            .or_else(|| self.of_kind(at))
            .or_else(|| self.of_list(at));
        if let Some(used) = found {
            return Some(at + used);
        }
        let token = &self.tokens[at];
        let says_nothing = !token.word() && !token.quoted()
            || token.is_in(&IDLE)
            || is_filler(&token.low)
            || kind_at(&self.tokens[at..=at]).is_some();
        if says_nothing {
            return Some(at + 1);
        }
        let used = self.gap(at)?;
        self.gaps = true;
        Some(at + used)
    }

    /// "Postcode 2611 BE", where no such field is in view: a name and its value, up to the next comma.
    fn gap(&self, at: usize) -> Option<usize> {
        let rest = &self.tokens[at..];
        let ends = |token: &Token| token.is("and") || token.is_mark(",") || token.is_mark(";");
        let end = rest.iter().position(ends).unwrap_or(rest.len());
        let label = rest[..end]
            .iter()
            .take_while(|token| token.word() && !tells(token))
            .count();
        let begins = at.checked_sub(1).is_some_and(|before| {
            let before = &self.tokens[before];
            !before.word() || before.is("and")
        });
        (begins && (1..=3).contains(&label) && label < end && end <= LONGEST).then_some(end)
    }

    fn is_free(&self, node: &Node) -> bool {
        is_ready(node) && !self.read.list.iter().any(|one| one.field == node.id)
    }

    fn take(&mut self, node: &Node, from: usize, used: usize, entry: Entry) -> usize {
        self.read.list.push(Particular {
            field: node.id.clone(),
            words: (from, from + used),
            entry,
        });
        used
    }

    /// "..., rate the text "Hello"": a button is called in the row of particulars, and they are what it is pressed for.
    fn deed(&mut self, at: usize) -> Option<usize> {
        let before = self.tokens.get(at.checked_sub(1)?)?;
        let joined = before.is_mark(",") || before.is_any(&["and", "then"]);
        let button = self.button_at(at).filter(|_| joined)?;
        if self.called.is_some() {
            return None;
        }
        self.called = Some(button);
        Some(1)
    }

    /// "arrival 24 March", "the text "Hello"", "size: Small".
    fn labelled(&mut self, at: usize) -> Option<usize> {
        let most = LONGEST.min(self.tokens.len() - at);
        (1..=most).rev().find_map(|long| {
            let label = &self.tokens[at..at + long];
            if !label.iter().all(Token::word) {
                return None;
            }
            let node = self.field(&text_of(label))?;
            let links = |token: &Token| {
                token.is_any(&["to", "is", "of", "as", "at", "on", "for", "="])
                    || token.is_mark(":")
            };
            let from = at + long + usize::from(self.tokens.get(at + long).is_some_and(links));
            let (mut entry, used) = self.value(node, from)?;
            // What is to be chosen is not typed.
            let shut = doubt::opens(node) && node.facts.options.is_empty();
            if let (true, true, Entry::Said(from, to)) = (shut, self.chooses(), &entry) {
                entry = Entry::Offered(*from, *to);
            }
            Some(self.take(node, at, from + used - at, entry))
        })
    }

    /// The field or list of this name that nothing was told of yet.
    fn field(&self, name: &str) -> Option<&'a Node> {
        field_called(self.turn, name, |node| self.is_free(node))
    }

    /// What a field is told to hold, and how many words that takes.
    fn value(&self, node: &Node, from: usize) -> Option<(Entry, usize)> {
        let rest = self.tokens.get(from..).filter(|rest| !rest.is_empty())?;
        if let Some((option, used)) = entry_at(node, rest) {
            return Some((Entry::Value(option), used));
        }
        if !node.facts.options.is_empty() {
            return None;
        }
        if rest[0].quoted() || is_mail(&rest[0]) {
            return Some((Entry::Said(from, from + 1), 1));
        }
        let end = rest.iter().position(|token| {
            token.is_any(&["and", "with"]) || token.is_mark(",") || token.is_mark(";")
        });
        let value = &rest[..end.unwrap_or(rest.len())];
        if let [number] = value
            && let Some(number) = count_word(&number.low)
        {
            return Some((Entry::Value(number.to_string()), 1));
        }
        // "Level advanced": what a list offers may be written small.
        let listed = node.role == Role::Select && doubt::opens(node) && value.len() == 1;
        let told = value.first().is_some_and(tells) && value.len() <= LONGEST;
        (told || listed).then(|| (Entry::Said(from, from + value.len()), value.len()))
    }

    /// "three guests", "8 hours a week": so many of what a field counts.
    fn counted(&mut self, at: usize) -> Option<usize> {
        let number = count_word(&self.tokens[at].low)?;
        let most = LONGEST.min(self.tokens.len() - at - 1);
        (1..=most).rev().find_map(|long| {
            let node = self.field(&text_of(&self.tokens[at + 1..=at + long]))?;
            Some(self.take(node, at, long + 1, Entry::Value(number.to_string())))
        })
    }

    /// "Dark green", "a window seat", "Lunch": what one list offers, or what is to be ticked.
    fn offered(&mut self, at: usize) -> Option<usize> {
        let rest = &self.tokens[at..];
        let lists = self
            .turn
            .nodes()
            .filter(|node| self.is_free(node) && !node.facts.options.is_empty());
        let entries: Vec<(&Node, (String, usize))> = lists
            .filter_map(|node| Some((node, entry_at(node, rest)?)))
            .collect();
        match entries.as_slice() {
            [(node, (text, used))] => {
                return Some(self.take(node, at, *used, Entry::Value(text.clone())));
            }
            [] => {}
            _ => return None,
        }
        let most = LONGEST.min(rest.len());
        (1..=most).rev().find_map(|long| {
            let node = choice_called(self.turn, &rest[..long], |node| self.is_free(node))?;
            // "a window seat": what is chosen is of the kind that heads the others.
            let group = words(node.facts.group.as_deref().unwrap_or_default());
            let head = words(&choose::head_of(self.turn, node).unwrap_or_default());
            let names = |next: &Token| group.contains(&next.low) || head.contains(&next.low);
            let noun = rest.get(long).is_some_and(names);
            Some(self.take(node, at, long + usize::from(noun), Entry::On))
        })
    }

    /// "The style Friendly": a word for what the next one is.
    fn of_kind(&mut self, at: usize) -> Option<usize> {
        let token = &self.tokens[at];
        let plain = token.word() && token.text == token.low && !token.is_in(&UNSAID);
        let next = (at + 1 < self.tokens.len() && plain).then(|| self.offered(at + 1))?;
        next.map(|used| used + 1)
    }

    /// "In French", where one list alone shows what it offers only once it is open.
    fn of_list(&mut self, at: usize) -> Option<usize> {
        let long = self.names(at);
        let opens = |node: &&Node| {
            node.role.takes_text()
                && node.is(State::Collapsed)
                && node.facts.options.is_empty()
                && self.is_free(node)
        };
        let node = only(self.turn.nodes().filter(opens)).filter(|_| at > 0 && long > 0)?;
        Some(self.take(node, at, long, Entry::Offered(at, at + long)))
    }

    /// An address for mail says by itself which field it is for.
    fn mail(&mut self, at: usize) -> Option<usize> {
        let takes =
            |node: &&Node| node.facts.input_type.as_deref() == Some("email") && self.is_free(node);
        let node = only(self.turn.nodes().filter(takes)).filter(|_| is_mail(&self.tokens[at]))?;
        Some(self.take(node, at, 1, Entry::Said(at, at + 1)))
    }

    /// "Sign up Ann Lee": a name right behind the verb, where the form asks for one.
    fn named(&mut self, at: usize) -> Option<usize> {
        let long = self.names(at);
        let ends = self
            .tokens
            .get(at + long)
            .is_none_or(|next| next.is_mark(":") || next.is_mark(",") || next.is_in(&IDLE));
        if long == 0 || !ends || !self.read.list.is_empty() {
            return None;
        }
        // "Ann Lee" where a first name and a last name are asked for.
        if let (2, Some(first), Some(last)) =
            (long, self.field("first name"), self.field("last name"))
        {
            self.take(first, at, 1, Entry::Said(at, at + 1));
            self.take(last, at + 1, 1, Entry::Said(at + 1, at + 2));
            return Some(long);
        }
        let node = NAMES.iter().find_map(|name| self.field(name))?;
        Some(self.take(node, at, long, Entry::Said(at, at + long)))
    }

    /// How many words of a name stand here.
    fn names(&self, at: usize) -> usize {
        let rest = self.tokens[at..].iter();
        rest.take_while(|token| is_name(token)).count()
    }
}

fn is_mail(token: &Token) -> bool {
    token.word() && token.text.contains('@')
}

fn is_name(token: &Token) -> bool {
    token.quoted() || token.word() && token.text.starts_with(char::is_uppercase)
}

/// Begins as a value does.
fn tells(token: &Token) -> bool {
    let begins = |c: char| c.is_uppercase() || c.is_ascii_digit();
    token.text.starts_with(begins) || token.quoted()
}
