//! Controls that a person's words name, or describe by their kind.

use screen_agent_page::Role;
use screen_agent_words::WordList;

use super::effect::same_verb;
use super::kind::{AFTER_A_KIND, is_descriptive, kinds};
use super::words::Word;
use super::{ControlInUse, NO_ORDERS, PRESSES, SpokenConsent, WORKS, is_one_of, is_order};

/// Words of a name that people leave out or put in.
static SMALL: WordList = WordList::named("name small");

/// How far behind the verb a name may stand.
const REACH: usize = 40;

/// Words that tell that a text is meant, not a control: "select the text Delete".
static TEXTS: WordList = WordList::named("name texts");

/// Verbs that work a control, and as often only decide: "choose a plan to subscribe to". A name stands
/// right behind them.
static DECIDES: WordList = WordList::named("name decides");

/// Words that may stand between such a verb and a name.
static LEADS: WordList = WordList::named("name leads");

fn leads_to_a_name(word: &Word) -> bool {
    word.capital || LEADS.contains(&word.text) || is_descriptive(&word.text)
}

impl SpokenConsent {
    /// True when the words name the whole label behind a verb that works a control, or order it as
    /// a verb of its own: "press Save", "save the settings". What is grave must be named behind a
    /// verb that cannot mean looking: "check the Delete button" presses nothing. A name without an
    /// object of its own is ordered as an effect is, not by being said.
    pub(super) fn names_control(&self, of: &ControlInUse<'_>) -> bool {
        let label = of.label;
        let grave = !label.grave.is_empty();
        let pressed = self.named_at(&label.words, if grave { &PRESSES } else { &WORKS });
        if pressed.is_some_and(|at| self.is_that_one(at, of)) {
            return true;
        }
        let bare = label.objects.is_empty() && !label.effects.is_empty();
        let weighed = if label.generic { !of.filled_here } else { bare };
        !weighed && self.said_as_order(&label.words) && !self.is_elsewhere(of)
    }

    /// True when one of these names is worked, or ordered as it stands.
    pub(super) fn names(&self, label: &[String], verbs: &[&str]) -> bool {
        self.named_at(label, verbs).is_some() || self.said_as_order(label)
    }

    fn named_at(&self, label: &[String], verbs: &[&str]) -> Option<usize> {
        let named = |at: &usize| self.stands_at(*at, label) && self.is_worked(*at, verbs);
        (0..self.words.len()).find(named)
    }

    /// The label's words, said as an order. One that begins with an effect must be meant as one.
    fn said_as_order(&self, label: &[String]) -> bool {
        let Some(first) = label.first() else {
            return false;
        };
        let meant = |at: usize| {
            let names_effect = !super::effect::effects_at(label, 0).is_empty();
            !names_effect || self.orders.iter().any(|order| order.at == at)
        };
        self.words.iter().enumerate().any(|(at, word)| {
            let orders = word.orders && !NO_ORDERS.contains(&word.text);
            orders && same_verb(&word.text, first) && self.follows_loosely(at, label) && meant(at)
        })
    }

    /// Names behind the label tell which of several: "press Delete beside Ada".
    fn is_that_one(&self, at: usize, of: &ControlInUse<'_>) -> bool {
        let behind = self.words.iter().skip(at + of.label.words.len());
        let sentence = self.words.get(at).map(|word| word.sentence);
        let names = behind
            .take_while(|word| Some(word.sentence) == sentence && !is_order(word))
            .filter(|word| word.capital && !of.label.words.contains(&word.text));
        let item: Vec<String> = of
            .item
            .iter()
            .flat_map(|text| screen_agent_words::fold::words(text))
            .collect();
        let names: Vec<&Word> = names.collect();
        item.is_empty() || names.is_empty() || names.iter().any(|word| item.contains(&word.text))
    }

    /// The label word for word.
    fn stands_at(&self, at: usize, label: &[String]) -> bool {
        let words = self.words.get(at..at + label.len()).unwrap_or_default();
        let same = words
            .iter()
            .zip(label)
            .all(|(word, part)| word.text == *part);
        let one_piece = words.windows(2).all(|pair| match pair {
            [left, right] => left.quoted == right.quoted && left.sentence == right.sentence,
            _ => true,
        });
        // A name in quotes is the whole name.
        let whole = words.first().is_none_or(|word| {
            word.quoted.is_none() || self.quoted_length(word.quoted) == label.len()
        });
        words.len() == label.len() && !label.is_empty() && same && one_piece && whole
    }

    fn quoted_length(&self, quoted: Option<usize>) -> usize {
        let inside = |word: &&Word| word.quoted == quoted;
        self.words.iter().filter(inside).count()
    }

    /// The label's words in their order, with articles and the like between them:
    /// "send the message" for a label "Send message".
    fn follows_loosely(&self, at: usize, label: &[String]) -> bool {
        let spoken = self.words.iter().skip(at);
        let mut words = spoken.filter(|word| !SMALL.contains(&word.text));
        label.iter().enumerate().all(|(index, part)| {
            words.next().is_some_and(|word| {
                let verb = index == 0 && same_verb(&word.text, part);
                word.quoted.is_none() && word.live && (verb || word.text == *part)
            })
        })
    }

    /// True when a verb that works a control stands before this place in the same sentence, and
    /// nothing between takes it back.
    fn is_worked(&self, at: usize, verbs: &[&str]) -> bool {
        let Some(named) = self.words.get(at).filter(|word| word.live) else {
            return false;
        };
        let from = at.saturating_sub(REACH);
        let before = self.words.get(from..at).unwrap_or_default();
        let same_sentence = before
            .iter()
            .filter(|word| word.sentence == named.sentence && word.quoted.is_none());
        if same_sentence
            .clone()
            .next_back()
            .is_some_and(|word| TEXTS.contains(&word.text))
        {
            return false;
        }
        // The nearest order decides: in "type Save and press OK" nobody presses Save.
        let mut between = same_sentence.rev();
        let close = between
            .clone()
            .take_while(|word| !is_order(word))
            .all(leads_to_a_name);
        between
            .find(|word| is_order(word))
            .is_some_and(|word| is_one_of(word, verbs) && (close || !is_one_of(word, &DECIDES)))
    }

    /// True when the first word of a label stands right behind a verb that works a control:
    /// "press login" for a label "Login to your account".
    pub(super) fn begins_to_name(&self, label: &[String]) -> bool {
        let Some(first) = label.first().filter(|word| word.chars().count() > 2) else {
            return false;
        };
        let article = |word: &Word| matches!(word.text.as_str(), "the" | "on" | "a" | "an");
        self.words.iter().enumerate().any(|(at, word)| {
            let behind = self.words.get(at + 1..).unwrap_or_default();
            let next = behind.iter().find(|word| !article(word));
            is_order(word)
                && is_one_of(word, &WORKS)
                && next.is_some_and(|next| next.text == *first)
        })
    }

    /// True when a control of this kind is ordered by its kind, place or look alone: "click the
    /// button", "press the second red button". A name beside the kind makes it another order.
    pub(super) fn describes(&self, role: &Role) -> bool {
        let kinds = kinds(role);
        let orders = self.words.iter().enumerate();
        orders
            .filter(|(_, word)| is_order(word) && is_one_of(word, &WORKS))
            .any(|(at, _)| self.describes_after(at + 1, kinds))
    }

    fn describes_after(&self, from: usize, kinds: &[&str]) -> bool {
        let rest = self.words.get(from..).unwrap_or_default();
        let is_kind = |word: &Word| kinds.contains(&word.text.trim_end_matches('s'));
        let Some(found) = rest.iter().position(is_kind) else {
            return false;
        };
        let (between, after) = rest.split_at(found);
        let plain = between
            .iter()
            .all(|word| word.quoted.is_none() && word.live && is_descriptive(&word.text));
        let next = after.get(1);
        let sentence = after.first().map(|word| word.sentence);
        let unnamed = next.is_none_or(|word| {
            Some(word.sentence) != sentence
                || word.quoted.is_none() && (word.orders || AFTER_A_KIND.contains(&word.text))
        });
        plain && unnamed
    }
}
