//! "Fill in the booking: arrival 24 March, three guests, a window seat": what is told of a form in a row, read by what its
//! fields are called and what its lists offer, whatever stands before it. Either all of it means something, or none does.

use screen_agent_page::{Node, Role, State};
use screen_agent_words::WordList;

use super::apply::{Target, apply, enter_option};
use super::enquiry::prepared;
use super::memory::ClauseState;
use super::turn::Turn;
use super::{Move, choose, click, enter};
use crate::ground::kind::kind_at;
use crate::ground::only;
use crate::ground::scene::is_ready;
use crate::read::Touch;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{fold, is_filler, words};
use crate::words::number::count_word;
use crate::words::token::{text_of, tokenise};
use crate::words::verb::{Verb, base_form, verb_at};
use crate::words::{Phrase, Token};

/// Names of the field for what a thing is called.
static NAMES: WordList = WordList::named("names of the field for a name");
/// Words that turn what follows into its opposite.
static UNSAID: WordList = WordList::named("words that bar a question");
/// Most words of a field's name, of an entry and of a value.
const LONGEST: usize = 6;

/// Where a particular goes, and what it is.
struct Particular<'a> {
    node: &'a Node,
    entry: Entry,
}

enum Entry {
    /// What a field or list takes.
    Value(String),
    /// What a list offers once it is open.
    Offered(String),
    /// It is ticked or chosen.
    On,
}

/// The next step for what is told of a form; nothing where not every word of it is.
pub(super) fn fill_in(turn: &mut Turn<'_>) -> Option<Move> {
    let part = *turn.reading.part_of.get(turn.memory.at)?;
    if turn.memory.operated == Some(part) {
        return Some(Move::Done);
    }
    let tokens = turn.reading.parts.get(part)?.0.clone();
    let (verb, found) = Told::read(turn, &tokens)?;
    for (at, Particular { node, entry }) in found.iter().enumerate() {
        let key = format!("{at}");
        if turn.memory.own.entered.contains(&key) {
            continue;
        }
        let step = match entry {
            Entry::Value(text) if node.facts.options.iter().any(|option| option == text) => {
                enter_option(turn, node, text)
            }
            Entry::Value(text) if node.role.takes_text() => enter::fill(turn, node, text),
            Entry::Value(text) => {
                let label = Phrase::of(&turn.scene.label(node));
                enter::enter(turn, &Phrase::of(text), None, Some(&label))
            }
            Entry::Offered(text) => {
                let label = Phrase::of(&turn.scene.label(node));
                choose::choose(turn, &Phrase::of(text), Some(&label), true)
            }
            Entry::On => apply(turn, vec![Target::Control(node)], true),
        };
        match step {
            Move::Done => {
                let mut entered = std::mem::take(&mut turn.memory.own.entered);
                entered.push(key);
                turn.memory.own = ClauseState {
                    entered,
                    ..ClauseState::default()
                };
            }
            step if verb.is_some() => return Some(prepared(step)),
            step => return Some(step),
        }
    }
    turn.memory.operated = Some(part);
    match verb {
        Some(button) => Some(click::aim(turn, Touch::Click, button)),
        None => Some(Move::Done),
    }
}

/// A reader of particulars.
struct Told<'t, 'a> {
    turn: &'t Turn<'a>,
    tokens: &'t [Token],
    found: Vec<Particular<'a>>,
}

impl<'t, 'a> Told<'t, 'a> {
    /// What is pressed in the end, and every particular.
    fn read(
        turn: &'t Turn<'a>,
        tokens: &'t [Token],
    ) -> Option<(Option<&'a Node>, Vec<Particular<'a>>)> {
        /// Fewer are no list of particulars.
        const FEWEST: usize = 2;
        let mut told = Self {
            turn,
            tokens,
            found: Vec::new(),
        };
        if !told.may_be() {
            return None;
        }
        let begun = told.lead();
        let mut at = begun;
        while at < tokens.len() {
            at = told.next(at)?;
        }
        let button = told
            .button()
            .or_else(|| told.sender().filter(|_| told.adds()));
        let several = told.found.len() > FEWEST || button.is_some() && told.found.len() == FEWEST;
        several.then_some((button, told.found))
    }

    /// True where the verb says to fill in, names the button of a form, or is left out; "remove A and B" fills in nothing.
    fn may_be(&self) -> bool {
        let fills = match verb_at(self.tokens) {
            Some((Verb::Enter | Verb::Fill | Verb::Set | Verb::Choose | Verb::Check, _)) => true,
            Some((Verb::Effect, _)) => {
                let asks = [
                    "complete", "book", "order", "register", "apply", "request", "reserve", "sign",
                ];
                self.tokens[0].is_any(&asks) || self.button().is_some() || self.adds()
            }
            Some(_) => false,
            None => true,
        };
        fills && !self.tokens.iter().any(|token| token.is_mark("?"))
    }

    /// "Add the address: ...": what is told behind the colon goes into a form.
    fn adds(&self) -> bool {
        let colon = self.tokens.iter().position(|token| token.is_mark(":"));
        let comma = self.tokens.iter().position(|token| token.is_mark(","));
        let first = colon.zip(comma).is_some_and(|(colon, comma)| colon < comma);
        first && self.tokens[0].is_any(&["add", "create", "save"])
    }

    /// What sends the form that the particulars go into.
    fn sender(&self) -> Option<&'a Node> {
        let form = self.found.first()?.node.facts.form?;
        let same = self
            .found
            .iter()
            .all(|one| one.node.facts.form == Some(form));
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
        let verb = verb_at(self.tokens).map_or(1, |(_, used)| used);
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
        // "Rate the text ..." on a page with the button "Rate the text".
        let said = words(&text_of(self.tokens));
        let called = |node: &&Node| {
            let name = words(&node.name);
            let begun = name.len() > 1 && said.starts_with(&name);
            node.role == Role::Button
                && is_ready(node)
                && (begun || likeness(&verb, &node.name) >= Some(Likeness::SameWords))
        };
        only(self.turn.nodes().filter(called))
    }

    /// Takes what stands here; where the next begins.
    fn next(&mut self, at: usize) -> Option<usize> {
        let token = &self.tokens[at];
        if let Some(used) = self
            .labelled(at)
            .or_else(|| self.counted(at))
            .or_else(|| self.offered(at))
            .or_else(|| self.named(at))
            .or_else(|| self.of_kind(at))
            .or_else(|| self.of_list(at))
        {
            return Some(at + used);
        }
        let article = token.is_any(&[
            "a",
            "an",
            "the",
            "and",
            "with",
            "in",
            "on",
            "at",
            "for",
            "as",
            "to",
            "also",
            "additional",
            "please",
            "its",
            "his",
            "her",
            "their",
        ]);
        let says_nothing = !token.word() && !token.quoted()
            || article
            || is_filler(&token.low)
            || kind_at(&self.tokens[at..=at]).is_some();
        says_nothing.then_some(at + 1)
    }

    fn is_free(&self, node: &Node) -> bool {
        is_ready(node) && !self.found.iter().any(|one| one.node.id == node.id)
    }

    /// "arrival 24 March", "the text "Hello"", "size: Small".
    fn labelled(&mut self, at: usize) -> Option<usize> {
        let most = LONGEST.min(self.tokens.len() - at);
        (1..=most).rev().find_map(|long| {
            let label = &self.tokens[at..at + long];
            if !label.iter().all(Token::word) {
                return None;
            }
            let name = text_of(label);
            let node = self.field(&name)?;
            let links = |token: &Token| {
                token.is_any(&["to", "is", "of", "as", "at", "on", "for", "="])
                    || token.is_mark(":")
            };
            let from = at + long + usize::from(self.tokens.get(at + long).is_some_and(links));
            let (text, used) = self.value(node, from)?;
            self.found.push(Particular {
                node,
                entry: Entry::Value(text),
            });
            Some(from + used - at)
        })
    }

    /// The field or list of this name that nothing was told of yet.
    fn field(&self, name: &str) -> Option<&'a Node> {
        let mut named = self.turn.fields_called(name);
        named.retain(|node| self.is_free(node) && !node.role.is_checkable());
        let slides = |node: &&Node| {
            node.role == Role::Slider
                && self.is_free(node)
                && likeness(name, &self.turn.scene.label(node)) >= Some(Likeness::SameWords)
        };
        let list = || choose::list_called(self.turn, name).filter(|node| self.is_free(node));
        // "First line" of "First line of address", "length" of "number input for Length".
        let ending = [vec!["for".to_owned()], words(name)].concat();
        let within = |node: &&Node| {
            let label = self.turn.scene.label(node);
            let begun = likeness(name, &label) == Some(Likeness::Start);
            node.role.takes_text()
                && self.is_free(node)
                && (begun || words(&label).ends_with(&ending))
        };
        only(named)
            .or_else(list)
            .or_else(|| only(self.turn.nodes().filter(within)))
            .or_else(|| only(self.turn.nodes().filter(slides)))
    }

    /// What a field is told to hold, and how many words that takes.
    fn value(&self, node: &Node, from: usize) -> Option<(String, usize)> {
        let rest = self.tokens.get(from..).filter(|rest| !rest.is_empty())?;
        if let Some(found) = entry_at(node, rest) {
            return Some(found);
        }
        if !node.facts.options.is_empty() {
            return None;
        }
        if rest[0].quoted() {
            return Some((rest[0].text.clone(), 1));
        }
        let end = rest.iter().position(|token| {
            token.is_any(&["and", "with"]) || token.is_mark(",") || token.is_mark(";")
        });
        let value = &rest[..end.unwrap_or(rest.len())];
        let tells = |token: &Token| {
            token
                .text
                .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        };
        let told = value.first().is_some_and(tells) && value.len() <= LONGEST;
        told.then(|| (text_of(value), value.len()))
    }

    /// "three guests", "8 hours a week": so many of what a field counts.
    fn counted(&mut self, at: usize) -> Option<usize> {
        let number = count_word(&self.tokens[at].low)?;
        let most = LONGEST.min(self.tokens.len() - at - 1);
        (1..=most).rev().find_map(|long| {
            let node = self.field(&text_of(&self.tokens[at + 1..=at + long]))?;
            self.found.push(Particular {
                node,
                entry: Entry::Value(number.to_string()),
            });
            Some(long + 1)
        })
    }

    /// "Dark green", "a window seat", "Lunch": what one list offers, or what is to be ticked.
    fn offered(&mut self, at: usize) -> Option<usize> {
        let rest = &self.tokens[at..];
        let lists = self
            .turn
            .nodes()
            .filter(|node| self.is_free(node) && !node.facts.options.is_empty());
        let mut entries = lists.filter_map(|node| Some((node, entry_at(node, rest)?)));
        if let Some((node, (text, used))) = entries.next() {
            if entries.next().is_some() {
                return None;
            }
            drop(entries);
            self.found.push(Particular {
                node,
                entry: Entry::Value(text),
            });
            return Some(used);
        }
        drop(entries);
        let most = LONGEST.min(rest.len());
        (1..=most).rev().find_map(|long| {
            let name = text_of(&rest[..long]);
            let called = |node: &&Node| {
                node.role.is_checkable()
                    && self.is_free(node)
                    && likeness(&name, &self.turn.scene.label(node)) >= Some(Likeness::SameWords)
            };
            let node = only(self.turn.nodes().filter(called))?;
            self.found.push(Particular {
                node,
                entry: Entry::On,
            });
            // "a window seat": what is chosen is of the kind that heads the others.
            let group = words(node.facts.group.as_deref().unwrap_or_default());
            let noun = rest.get(long).is_some_and(|next| group.contains(&next.low));
            Some(long + usize::from(noun))
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
        let long = self.tokens[at..]
            .iter()
            .take_while(|token| is_name(token))
            .count();
        let opens = |node: &&Node| {
            node.role.takes_text()
                && node.is(State::Collapsed)
                && node.facts.options.is_empty()
                && self.is_free(node)
        };
        let node = only(self.turn.nodes().filter(opens)).filter(|_| at > 0 && long > 0)?;
        self.found.push(Particular {
            node,
            entry: Entry::Offered(text_of(&self.tokens[at..at + long])),
        });
        Some(long)
    }

    /// "Sign up Ann Lee": a name right behind the verb, where the form asks for one.
    fn named(&mut self, at: usize) -> Option<usize> {
        let long = self.tokens[at..]
            .iter()
            .take_while(|token| is_name(token))
            .count();
        let ends = self
            .tokens
            .get(at + long)
            .is_some_and(|next| next.is_mark(":") || next.is_mark(","));
        if long == 0 || !ends || !self.found.is_empty() {
            return None;
        }
        let node = NAMES.iter().find_map(|name| self.field(name))?;
        let text = text_of(&self.tokens[at..at + long]);
        self.found.push(Particular {
            node,
            entry: Entry::Value(text),
        });
        Some(long)
    }
}

fn is_name(token: &Token) -> bool {
    token.quoted() || token.word() && token.text.starts_with(char::is_uppercase)
}

/// The longest entry of a list that the words begin with.
fn entry_at(node: &Node, rest: &[Token]) -> Option<(String, usize)> {
    let begun = |option: &&String| {
        let own = tokenise(option);
        let same = own.len() <= rest.len()
            && own
                .iter()
                .zip(rest)
                .all(|(one, said)| fold(&one.text) == fold(&said.text));
        (same && !own.is_empty()).then_some(own.len())
    };
    let found = node
        .facts
        .options
        .iter()
        .filter_map(|option| Some((begun(&option)?, option)));
    let (used, option) = found.max_by_key(|(used, _)| *used)?;
    Some((option.clone(), used))
}
