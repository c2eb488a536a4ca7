//! Which controls the words carry.
//!
//! An order carries a control that does what it says to what it says. What the page tells of the
//! control can only contradict: a label, an item or a form that names something else.

use screen_agent_words::{WordList, lexicon};
use std::collections::BTreeSet;

use super::effect::same_verb;
use super::label::{Label, SMALL};
use super::order::Order;
use super::words::Word;
use super::{ControlInUse, SpokenConsent, is_one_of};
use screen_agent_words::fold::words;

impl SpokenConsent {
    /// True when they order that this control be used, or the effect that it names.
    pub(crate) fn carries(&self, of: &ControlInUse<'_>) -> bool {
        let label = of.label;
        if self.names_control(of) || self.puts_away(of) {
            return true;
        }
        if label.generic {
            let ordered = of.filled_here && self.orders_anything() && !self.is_elsewhere(of);
            return ordered || self.describes(of.role);
        }
        if label.grave.iter().any(|effect| !self.orders_of(effect, of)) {
            return false;
        }
        let named = !label.effects.is_empty();
        if named
            && label
                .effects
                .iter()
                .all(|effect| self.orders_of(effect, of))
        {
            return true;
        }
        let readable = !label.unknown || label.words.iter().all(|word| word.is_ascii());
        self.begins_to_name(&label.words) || readable && self.describes(of.role)
    }

    /// True when they carry a dialog of the browser with this text. Only what the words themselves
    /// made come up is accepted by them: `after_ordered_press` tells that the last press was
    /// ordered. The text is weighed like a label, and one that nobody understands asks.
    pub(crate) fn carries_dialog(&self, text: &str, after_ordered_press: bool) -> bool {
        let label = Label::read(text);
        let of = ControlInUse::new(&label, &screen_agent_page::Role::Button);
        let asks_only = label.words.iter().all(|word| ASKS_ONLY.contains(word));
        let named = self.orders_phrase(&["ok", "accept", "yes", "confirm"]);
        let wanted = named || self.orders_anything();
        let ordered = |effect: &&str| self.orders_of(effect, &of);
        let effects = label.effects.iter().filter(|effect| **effect != "approve");
        let all_ordered = effects.clone().next().is_some() && effects.clone().all(ordered);
        let effects_named: Vec<_> = effects.collect();
        after_ordered_press
            && wanted
            && (asks_only && effects_named.iter().all(|e| ordered(e)) || all_ordered)
    }

    /// True when some order is of this effect, and of what the control says that it is about.
    fn orders_of(&self, effect: &str, of: &ControlInUse<'_>) -> bool {
        let orders = self
            .orders
            .iter()
            .filter(|order| order.implied.contains(effect));
        let mut fitting = orders.filter(|order| self.fits(order, effect, of));
        fitting.next().is_some() && !self.is_elsewhere(of)
    }

    fn fits(&self, order: &Order, effect: &str, of: &ControlInUse<'_>) -> bool {
        let direct = order.effects.contains(effect);
        // What "submit" may mean is what the form does that was filled, and no other.
        let by_form = ["submit", "edit", "add"];
        let through_form = !direct && order.effects.iter().all(|name| by_form.contains(name));
        if through_form && !of.filled_here {
            return false;
        }
        !(direct && is_another_verb(order, effect, of.label))
            && self.names_objects(order, effect, of)
            && is_that_item(order, of)
            && is_that_receiver(order, of)
    }

    /// What the label says beside its verb must be what was ordered.
    fn names_objects(&self, order: &Order, effect: &str, of: &ControlInUse<'_>) -> bool {
        let own = order.implied.iter().chain([&effect]);
        let nouns: BTreeSet<&str> = own
            .filter_map(|name| lexicon::effect(name))
            .flat_map(|effect| effect.nouns.iter().map(String::as_str))
            .collect();
        // "Cancel the booking" presses no "Cancel order".
        let things = order
            .implied
            .iter()
            .chain([&effect])
            .filter_map(|name| lexicon::effect(name));
        let things: BTreeSet<&String> = things.flat_map(|effect| &effect.things).collect();
        let another = |object: &String| {
            let said = order.object.union(&order.verb);
            let mut named = said.filter(|word| things.contains(word));
            things.contains(object) && named.any(|word| word != object)
        };
        let buys = ["buy", "order", "cart"]
            .iter()
            .any(|name| order.implied.contains(name));
        of.label.objects.iter().all(|object| {
            let said = among(object, order.object.iter().chain(&order.names));
            if WHOLES.contains(object) {
                return said;
            }
            let anywhere = || order.described && self.said_live(object);
            said || nouns.contains(object.as_str()) && !another(object)
                || order.described && buys
                || anywhere()
        })
    }

    fn said_live(&self, object: &str) -> bool {
        let live = self
            .words
            .iter()
            .filter(|word| word.live && word.quoted.is_none());
        among(object, live.map(|word| &word.text))
    }

    /// True when what is around the control names something grave that nobody ordered.
    pub(super) fn is_elsewhere(&self, of: &ControlInUse<'_>) -> bool {
        of.around.iter().any(|name| {
            let around = Label::read(name);
            let nouns = grave_nouns(&around.words);
            let named = around.grave.iter().copied().chain(nouns);
            let mut foreign = named.filter(|effect| !self.orders(effect));
            foreign.next().is_some()
        })
    }

    /// True when they order that a banner be put away, be it by yes or by no, and this is one.
    fn puts_away(&self, of: &ControlInUse<'_>) -> bool {
        static AWAY: WordList = WordList::named("covered away");
        let effects = &of.label.effects;
        let takes = !effects.is_empty()
            && effects
                .iter()
                .all(|name| matches!(*name, "accept" | "reject"));
        let away = |word: &Word| word.orders && word.live && is_one_of(word, &AWAY);
        let banner = ["banner", "cookie", "cookies", "notice", "consent"];
        let around = of
            .around
            .iter()
            .chain(&of.item)
            .flat_map(|text| words(text));
        let of_cookies = of
            .label
            .words
            .iter()
            .cloned()
            .chain(around)
            .any(|word| COOKIES.contains(&word));
        takes && of_cookies && self.words.iter().any(away) && self.mention(&banner)
    }
}

/// Words of a label or a notice that is about cookies.
static COOKIES: WordList = WordList::named("covered cookies");

/// Words that only ask whether something is meant.
static ASKS_ONLY: WordList = WordList::named("covered asks only");

/// Things that are more than one entry: ordered by name alone.
static WHOLES: WordList = WordList::named("covered wholes");

/// Nouns with the effect that each names.
static GRAVE_NOUNS: WordList = WordList::named("covered grave nouns");

/// Nouns that name a grave effect where they head a form.
fn grave_nouns(words: &[String]) -> Vec<&'static str> {
    let found = GRAVE_NOUNS.meanings();
    let found = found.filter(|(noun, _)| words.iter().any(|word| word == noun));
    found.map(|(_, effect)| effect).collect()
}

/// The label names an effect whose verbs are told apart by another verb than the order.
fn is_another_verb(order: &Order, effect: &str, label: &Label) -> bool {
    let each = lexicon::effect(effect).filter(|effect| effect.each);
    let verbs = each.iter().flat_map(|effect| &effect.verbs);
    let on_label = |verb: &&String| label.words.iter().any(|word| same_verb(word, verb));
    let mut named = verbs
        .filter_map(|verb| verb.first())
        .filter(on_label)
        .peekable();
    let said = |verb: &String| order.verb.iter().any(|word| same_verb(word, verb));
    named.peek().is_some() && !named.any(said)
}

/// The item that the control belongs to is the one that was named, where both are known.
fn is_that_item(order: &Order, of: &ControlInUse<'_>) -> bool {
    let wanted: Vec<&String> = order
        .object
        .iter()
        .filter(|word| !KINDS.contains(word))
        .collect();
    if of.item.is_empty() || order.described || wanted.is_empty() {
        return true;
    }
    let told = control_texts(of);
    wanted.iter().all(|word| among(word, told.iter()))
}

/// Words that say of what kind something is: an item seldom says so itself.
static KINDS: WordList = WordList::named("covered kinds");

/// Whoever the control says that it is for must be who was named.
fn is_that_receiver(order: &Order, of: &ControlInUse<'_>) -> bool {
    let near = of.around.iter().chain(&of.item);
    let receivers: Vec<String> = near.flat_map(|text| receivers(text)).collect();
    let known = |word: &String| among(word, order.names.iter().chain(&order.object));
    receivers.is_empty() || order.names.is_empty() || receivers.iter().any(known)
}

/// Names behind "to", "for" and the like, and mail addresses.
fn receivers(text: &str) -> Vec<String> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let behind = parts.windows(2).filter_map(|pair| match pair {
        [left, right]
            if matches!(
                words(left).first().map(String::as_str),
                Some("to" | "for" | "an" | "a" | "an:" | "with")
            ) =>
        {
            right.starts_with(char::is_uppercase).then_some(*right)
        }
        _ => None,
    });
    let mails = parts.iter().copied().filter(|part| part.contains('@'));
    behind.chain(mails).flat_map(words).collect()
}

fn control_texts(of: &ControlInUse<'_>) -> Vec<String> {
    let near = of
        .around
        .iter()
        .chain(&of.item)
        .flat_map(|text| words(text));
    near.chain(of.label.words.iter().cloned()).collect()
}

/// One of these words, be it in the plural.
fn among<'a>(word: &str, mut words: impl Iterator<Item = &'a String>) -> bool {
    let stem = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
    words.any(|other| stem(other) == stem(word)) || SMALL.contains(word)
}
