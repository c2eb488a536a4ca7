//! Reading what a screen is to have, phrase by phrase.

use super::lexicon::{KnownComponent, KnownPage, component, page};
use super::phrase::{
    ASIDE, Joined, MOST, Phrase, Said, behind_it, count, is_label, is_verb, says, says_component,
    shown, split, unfilled,
};
use super::{ScreenPart, Wanted};
use crate::ui::tokens::{camel, is_among, is_name};
use screen_agent_words::quote::capitalised;
use screen_agent_words::secret::hide_named;

/// Letters of what a page is called.
const TITLE: usize = 60;
/// So many parts that a text names are all that the page has, but for its title and its button.
const NAMED: usize = 3;

/// Words that ask, and say nothing of what the screen has, where a text begins with them.
const ASKS: &str = "please create make build generate design add show give draw i we need want would like me us my our have";
/// Words for what is made.
const SCREENS: &str = "page screen form app view ui interface website site";
/// Words for who fills in a form, by the kind of page.
const FORMS: &str = "login signup contact checkout form";
/// What people fill in whatever the page is.
const TYPED: &str = "email password username phone address date birthday amount comment message";
/// What is typed into it is not shown.
const SECRETS: &str = "password passcode pin cvv cvc";
/// What holds others.
const HOLDERS: [&str; 6] = ["list", "grid", "table", "carousel", "card", "modal"];

/// What a text asks for.
pub(in crate::task) fn parts(text: &str) -> Wanted {
    // A secret that the words name is nothing that a screen shows.
    let phrases = split(&hide_named(text));
    let mut reading = Reading {
        is_form: phrases
            .iter()
            .any(|phrase| phrase.words.iter().any(|word| word.text == "form")),
        ..Reading::default()
    };
    for (phrase, nth) in phrases.iter().zip(0..) {
        reading.phrase(phrase, nth == 0);
    }
    reading.finish()
}

#[derive(Default)]
struct Reading {
    parts: Vec<ScreenPart>,
    page: Option<&'static KnownPage>,
    /// What the page is called, where it is of no known kind.
    title: String,
    /// The text says what is made, so that what it names besides is what that shows.
    is_headed: bool,
    is_form: bool,
    /// The parts that were made last, and those of them that hold others.
    last: Vec<usize>,
    holders: Vec<usize>,
    /// Those that what comes is inside of.
    within: Vec<usize>,
    /// What was named in the plural, of which the next phrases name the others.
    again: Option<&'static KnownComponent>,
}

impl Reading {
    fn phrase(&mut self, phrase: &Phrase, is_first: bool) {
        let mut words: &[Said] = &phrase.words;
        match phrase.joined {
            Joined::Has => self.within.clone_from(&self.holders),
            Joined::Apart if says_component(words) => self.within.clear(),
            Joined::Apart | Joined::And => {}
        }
        if is_first || !self.is_headed {
            while words.len() > 1 && words[0].is_of(ASKS) && !is_label(words) {
                words = &words[1..];
            }
            match self.heading(words) {
                Some(rest) => words = rest,
                None if is_first && self.is_page_alone(words) => return,
                None => {}
            }
        }
        let mut label: Vec<Said> = Vec::new();
        let (mut number, mut made) = (None, false);
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            let known = component(&word.text)
                .filter(|known| !word.is_quoted && !self.is_field(known, words));
            if let Some(known) = known {
                let behind = &words[at..];
                let (mut named, mut took) = behind_it(behind);
                let names = is_among("button input_field checkbox switch select", known.kind);
                if took == 0 && label.is_empty() && names && !says_component(behind) {
                    (named, took) = (behind.to_vec(), behind.len());
                }
                // A search bar is for searching.
                if let (true, Some("search")) =
                    (label.is_empty() && took == 0, word.text.split('_').next())
                {
                    named = vec![Said::word("search")];
                }
                let is_plural = word.text.ends_with('s');
                // "6 digit code field" is one field.
                let number = number
                    .take()
                    .filter(|(_, behind)| is_plural || *behind + 1 == at);
                let is_each_named = named.first().is_some_and(|word| word.is_quoted) && is_plural;
                let number = number.filter(|_| !is_each_named).map(|(number, _)| number);
                let label = std::mem::take(&mut label);
                self.component(known, &word.text, (&label, &named), number);
                let is_many = is_plural && (took > 0 || names && known.kind != "button");
                self.again = is_many.then_some(known);
                if says(behind, "each every per row") {
                    self.goes_into_list();
                }
                at += took;
                made = true;
            } else if let (None, false) = (number, word.is_quoted)
                && let Some(count) = count(&word.text)
            {
                number = Some((count, at));
            } else if !word.is_of(ASIDE) {
                label.push(word.clone());
            }
        }
        let quoted = label.first().filter(|word| word.is_quoted).cloned();
        match (made, quoted) {
            // What is in quotes behind a component is what that says.
            (true, Some(text)) if label.len() == 1 => self.say(&text.text),
            _ => self.bare(&label),
        }
    }

    /// Reads `login page for a shop` for what it is; gives what stands behind it.
    fn heading<'a>(&mut self, words: &'a [Said]) -> Option<&'a [Said]> {
        let plain = |word: &Said| word.is_of(SCREENS);
        let at = words.iter().rposition(plain)?;
        let before = words[..at]
            .iter()
            .filter(|word| !is_among(SCREENS, &word.text));
        let before: Vec<&str> = before.map(|word| word.text.as_str()).collect();
        if before
            .last()
            .is_some_and(|last| component(last).is_some() && before.len() == 1)
        {
            return None;
        }
        self.is_headed = true;
        self.page = before.iter().rev().find_map(|word| page(word));
        let title = before
            .into_iter()
            .filter(|word| !is_among(ASIDE, word) && count(word).is_none());
        self.title = title.collect::<Vec<_>>().join(" ");
        let mut rest = &words[at + 1..];
        // Where the name stands behind.
        if let (None, Some(known)) = (self.page, rest.first().and_then(|word| page(&word.text))) {
            (self.page, rest) = (Some(known), &rest[1..]);
        }
        // What it is for is no part of it.
        let is_aside = rest
            .first()
            .is_some_and(|word| is_among("for of to in on", &word.text));
        if self.title.is_empty() && self.page.is_none() && is_aside {
            self.title = shown(rest);
        }
        Some(if is_aside && !says_component(rest) {
            &[]
        } else {
            rest
        })
    }

    /// A page's kind may stand alone: `Checkout: …`, `a dashboard with …`.
    fn is_page_alone(&mut self, words: &[Said]) -> bool {
        let components = words.iter().any(|word| component(&word.text).is_some());
        let known = words.iter().find_map(|word| page(&word.text));
        let is_it = known.is_some() && !components && words.iter().all(|word| !word.is_quoted);
        if is_it {
            (self.page, self.is_headed) = (known, true);
        }
        is_it
    }

    fn component(
        &mut self,
        known: &'static KnownComponent,
        word: &str,
        (label, named): (&[Said], &[Said]),
        number: Option<usize>,
    ) {
        let own = match known.kind {
            // What a button says begins with a deed, or is of other writing.
            "button" | "text_button" => {
                let says =
                    |word: &Said| word.is_quoted || is_verb(&word.text) || !word.text.is_ascii();
                let at = label.iter().position(says).unwrap_or(label.len());
                self.bare(&label[..at]);
                shown(&label[at..])
            }
            _ => shown(label),
        };
        let label = match own.is_empty() {
            true => shown(named),
            false => own,
        };
        let label = match known.kind {
            "input_field" | "checkbox" | "switch" | "select" => unfilled(&label).to_owned(),
            "list" | "grid" | "table" | "carousel" => label,
            "text" if label.is_empty() => capitalised(word),
            _ => capitalised(&label),
        };
        self.made(
            known,
            &label,
            number.unwrap_or(1),
            format!("the word {:?}", known.words[0]),
        );
    }

    /// Makes parts; inside of what holds others and was made before, where the phrase says so.
    fn made(&mut self, known: &'static KnownComponent, label: &str, number: usize, why: String) {
        let places = match self.within.is_empty() {
            true => vec![0],
            false => self.within.clone(),
        };
        self.last.clear();
        for inside in places {
            for _ in 0..number {
                if self.parts.len() >= MOST {
                    return;
                }
                let nth = self
                    .parts
                    .iter()
                    .filter(|part| part.kind == known.kind)
                    .count();
                // What says or is called nothing is called as it is.
                let label = match (label.is_empty(), nth) {
                    (false, _) => label.to_owned(),
                    (true, 0) => capitalised(known.words[0]),
                    (true, nth) => format!("{} {}", capitalised(known.words[0]), nth + 1),
                };
                self.parts.push(ScreenPart {
                    kind: known.kind,
                    prefix: known.prefix,
                    is_hidden: known.kind == "input_field"
                        && label
                            .split(' ')
                            .any(|word| is_among(SECRETS, &word.to_lowercase())),
                    label,
                    inside,
                    why: why.clone(),
                    ..ScreenPart::default()
                });
                self.last.push(self.parts.len());
            }
        }
        if HOLDERS.contains(&known.kind) {
            self.holders.clone_from(&self.last);
        }
    }

    /// What was made last is in the list before it: there is one of it in each row.
    fn goes_into_list(&mut self) {
        let (last, holder) = (self.last.clone(), self.holders.first().copied());
        for at in last {
            let part = &mut self.parts[at - 1];
            part.inside = holder.filter(|holder| *holder < at).unwrap_or(part.inside);
        }
    }

    /// What the parts that were made last say.
    fn say(&mut self, text: &str) {
        for at in &self.last {
            self.parts[at - 1].label = text.to_owned();
        }
    }

    /// Whether what is named without a component is filled in.
    fn fills(&self) -> bool {
        self.is_form || self.page.is_some_and(|page| is_among(FORMS, page.name))
    }

    /// A form's `title` is filled in, unless it says what that is.
    fn is_field(&self, known: &KnownComponent, words: &[Said]) -> bool {
        known.kind == "text" && self.fills() && words.len() == 1
    }

    /// Words that name no component: a field of a form, what a button says, what the screen shows, or just words.
    fn bare(&mut self, words: &[Said]) {
        let is_each = says(words, "each every per");
        let label = shown(words);
        let last = label.split(' ').next_back().unwrap_or_default();
        let is_name = words.iter().all(|word| !word.is_quoted) && is_name(&camel(&label));
        let why = format!("the words {label:?}");
        let known_of = |kind: &str| super::of_kind(kind);
        if label.is_empty() {
            if is_each && self.last != self.holders {
                self.goes_into_list();
            }
            return;
        }
        let is_one = words.len() == 1 && words[0].is_quoted;
        if let Some(known) = self.again.filter(|_| is_name || is_one) {
            if let [at] = self.last[..]
                && self.parts[at - 1].label == capitalised(known.words[0])
            {
                return self.say(&label);
            }
            return self.made(known, &label, 1, why);
        }
        let number = label.split(' ').count();
        let is_deed = label.split(' ').next().is_some_and(is_verb) && !is_among(TYPED, last);
        // A whole sentence is no part of a page.
        if self.is_headed && number > 4 && words.iter().all(|word| !word.is_quoted) {
            return;
        }
        let is_shown = self.is_headed || !self.within.is_empty();
        let is_typed = is_among(TYPED, last) && self.within.is_empty();
        let (kind, label) = match () {
            () if is_deed && self.is_headed && number == 1 => ("button", capitalised(&label)),
            () if is_typed && is_name => ("input_field", label),
            () if self.fills() && is_name => ("input_field", label),
            () if is_shown && is_name => ("text", format!("#{}", camel(&label))),
            () => ("text", capitalised(&label)),
        };
        if let Some(known) = known_of(kind) {
            self.made(known, &label, 1, why);
        }
    }

    fn finish(mut self) -> Wanted {
        let title = std::mem::take(&mut self.title);
        let named = camel(&title);
        let page = match self.page {
            Some(page) => Some(page.name.to_owned()),
            None => Some(named).filter(|name| is_name(name) && name.len() <= TITLE),
        };
        let mut before = Reading::default();
        let mut behind = Reading::default();
        for part in self.page.into_iter().flat_map(|page| &page.parts) {
            let (known, label) = of_page(part);
            let why = self
                .page
                .map(|page| format!("pages of the kind {:?} have it", page.name));
            let is_title = part.starts_with("text=") && !part.contains('#');
            let is_button = known.is_some_and(|known| known.kind == "button");
            let has = |kind: &str| self.parts.iter().any(|part| part.kind == kind);
            let place = match self.parts.len() < NAMED {
                true => Some(&mut before),
                false if is_title => Some(&mut before),
                false if is_button && !has("button") => Some(&mut behind),
                false => None,
            };
            if let (Some(place), Some(known)) = (place, known) {
                place.made(known, label, 1, why.unwrap_or_default());
            }
        }
        if let (None, false, Some(text)) = (self.page, title.is_empty(), component("text")) {
            before.made(
                text,
                &capitalised(&title),
                1,
                "what the page is called".to_owned(),
            );
        }
        Wanted {
            page,
            parts: joined(before.parts, self.parts, behind.parts),
        }
    }
}

/// Parts in a row, each of which is there once; those that are inside of others stay there.
fn joined(
    before: Vec<ScreenPart>,
    named: Vec<ScreenPart>,
    behind: Vec<ScreenPart>,
) -> Vec<ScreenPart> {
    let plain = |part: &ScreenPart| (part.kind, part.label.to_lowercase().replace(' ', ""));
    let mut places = Vec::new();
    let mut all = before;
    let known = all.len();
    for mut part in named {
        let same = all[..known]
            .iter()
            .position(|one| plain(one) == plain(&part));
        part.inside = part.inside.checked_sub(1).map_or(0, |at| places[at]);
        places.push(same.map_or(all.len() + 1, |at| at + 1));
        if same.is_none() {
            all.push(part);
        }
    }
    all.extend(behind);
    all.truncate(MOST);
    all
}

/// A part of a kind of page, as the lexicon writes it.
fn of_page(part: &'static str) -> (Option<&'static KnownComponent>, &'static str) {
    if let Some((word, label)) = part.split_once('=') {
        return (component(word), label);
    }
    let marks = [('!', "input"), ('?', "checkbox"), ('^', "switch")];
    let marked = marks
        .into_iter()
        .find(|(mark, _)| part.starts_with(*mark) || part.ends_with(*mark));
    match (marked, component(part)) {
        (Some((mark, word)), _) => (component(word), part.trim_matches(mark)),
        (None, Some(known)) => (Some(known), ""),
        (None, None) => (component("input"), part),
    }
}
