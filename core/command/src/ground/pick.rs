//! Which of the listed things a phrase means: "the third book", "the cheapest one by Ann", "the
//! order that is pending".

use screen_agent_page::{LineKind, Node, Role};
use screen_agent_words::WordList;

use super::described::Described;
use super::find::{Grounded, Wish, is_grave};
use super::kind::{Kind, kind_at};
use super::measure::{Of, measure};
use super::reference::{Number, Reference};
use super::rows::{Entry, Listing, Part, listings};
use super::scene::{Scene, is_field};
use super::superlative::{Superlative, best, names, of_name, superlative, value};
use crate::words::Token;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{singular, words};
use crate::words::number::{Ordinal, amount, count_word, ordinal};
use crate::words::token::{text_of, tokenise};

/// What is said of a listed thing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    /// The noun for its kind, in the singular.
    pub noun: String,
    /// What it has to say, each with the word that led to it.
    values: Vec<(String, String)>,
    /// Amounts that it has to keep to.
    limits: Vec<Limit>,
    /// The most or the least of something.
    pub superlative: Option<Superlative>,
    /// Which of several.
    ordinal: Option<Ordinal>,
    /// The list may hold other kinds of things besides.
    of_some: bool,
}

#[derive(Clone, Debug)]
struct Limit {
    names: Vec<String>,
    of: Option<Of>,
    low: f64,
    high: f64,
    strict: bool,
}

/// How surely a noun means what is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sure {
    /// The page does not say what it lists.
    Unknown,
    /// The noun stands for anything that is listed.
    Generic,
    /// The page says so.
    Named,
}

/// The entries that are meant, and of what.
#[derive(Clone, Debug)]
pub(crate) struct Picked<'a> {
    /// Of all of these.
    pub listing: Listing<'a>,
    /// These are meant.
    pub entries: Vec<Entry<'a>>,
    /// What decided, where a superlative did.
    pub part: Option<Part>,
    /// How surely.
    pub sure: Sure,
    /// More than the noun was said.
    pub told: bool,
}

static LEADS: WordList = WordList::named("pick leads");
static FILLERS: WordList = WordList::named("pick fillers");

impl Wanted {
    /// Reads what is said.
    pub fn read(tokens: &[Token]) -> Option<Self> {
        if tokens.iter().any(|token| {
            token.is_any(&["not", "except", "without", "but", "isn't", "aren't", "or"])
        }) {
            return None;
        }
        let mut wanted = Self::default();
        let mut left = tokens.to_vec();
        wanted.superlative = superlative(&left);
        if let Some(found) = &mut wanted.superlative {
            let attribute = attribute_at(&left, found);
            left.drain(found.from..found.to + usize::from(attribute.is_some()));
            if let Some(name) = attribute {
                found.about = names(&name);
                found.of = of_name(&name);
            }
        }
        wanted.limits(&mut left);
        let count = left.len();
        // "A middle seat" is of a kind, and stands in no place.
        let mut kind = false;
        left.retain(|token| {
            let of_kind = std::mem::replace(&mut kind, token.is_any(&["a", "an"]));
            let which = ordinal(&token.low).filter(|_| token.word() && count > 1 && !of_kind);
            wanted.ordinal = wanted.ordinal.or(which);
            which.is_none()
        });
        wanted.chunks(&left);
        Some(wanted)
    }

    /// "under £20", "at least 4", "between 5 and 10".
    fn limits(&mut self, tokens: &mut Vec<Token>) {
        let mut at = 0;
        while at < tokens.len() {
            let Some((low, high, strict, used)) = limit_at(&tokens[at..]) else {
                at += 1;
                continue;
            };
            let about = tokens[..at]
                .iter()
                .rposition(|token| !token.is_in(&FILLERS));
            let word = about.map_or("", |about| tokens[about].low.as_str());
            let led = about.is_some_and(|about| {
                about > 0
                    && tokens[..about]
                        .iter()
                        .rev()
                        .find(|token| !token.is_in(&FILLERS))
                        .is_some_and(|token| token.is_any(&["with", "whose", "has", "have", "a"]))
            });
            let money = tokens[at..at + used]
                .iter()
                .any(|token| super::measure::is_money(&token.text));
            let counted = tokens
                .get(at + used)
                .filter(|token| token.word() && !token.is_in(&LEADS) && !token.is_in(&FILLERS))
                .map(|token| token.low.clone());
            let unit = counted
                .as_ref()
                .and_then(|word| measure(&format!("1 {word}")))
                .filter(|found| matches!(found.of, Of::Span | Of::Size));
            let currency = counted.as_ref().is_some_and(|word| {
                super::measure::is_money(&format!("1 {word}"))
                    || matches!(word.as_str(), "pounds" | "dollar" | "pence")
            });
            let (low, high) = match unit {
                Some(unit) => (
                    low.max(f64::MIN / 1e13) * unit.value,
                    high.min(f64::MAX / 1e13) * unit.value,
                ),
                None => (low, high),
            };
            let priced = money
                || tokens[at].is("cheaper")
                || matches!(word, "for" | "cost" | "costs" | "costing" | "priced");
            let (names, of) = match (unit, counted.as_deref().filter(|_| !currency)) {
                (Some(unit), _) => (Vec::new(), Some(unit.of)),
                (None, Some(counted)) => (names(counted), None),
                (None, None) if led && !word.is_empty() => (names(word), of_name(word)),
                (None, None) if priced => (names("price"), Some(Of::Money)),
                (None, None) => (Vec::new(), None),
            };
            self.limits.push(Limit {
                names,
                of,
                low,
                high,
                strict,
            });
            let from = if led { about.unwrap_or(at) } else { at };
            tokens.drain(from..at + used + usize::from(counted.is_some()));
            at = from;
        }
    }

    /// The noun, the words before it, and what follows each word that leads on.
    fn chunks(&mut self, tokens: &[Token]) {
        let mut lead = String::new();
        let mut chunk: Vec<Token> = Vec::new();
        let mut chunks: Vec<(String, Vec<Token>)> = Vec::new();
        for token in tokens.iter().filter(|token| token.word() || token.quoted()) {
            if token.is_in(&LEADS) {
                chunks.push((
                    std::mem::replace(&mut lead, token.low.clone()),
                    std::mem::take(&mut chunk),
                ));
            } else if !token.is_in(&FILLERS) {
                chunk.push(token.clone());
            }
        }
        chunks.push((lead, chunk));
        for (lead, mut chunk) in chunks {
            if chunk.is_empty() {
                continue;
            }
            // "crossings take less than 2 hours": behind a plural stands the verb of the bound.
            let plural = |token: &Token| singular(&token.low) != token.low;
            if self.noun.is_empty()
                && chunk.len() > 1
                && !self.limits.is_empty()
                && plural(&chunk[0])
                && !plural(&chunk[chunk.len() - 1])
            {
                self.noun = singular(&chunk[0].low);
                chunk.clear();
            } else if self.noun.is_empty() && lead.is_empty() {
                self.noun = chunk
                    .pop()
                    .map(|token| singular(&token.low))
                    .unwrap_or_default();
            }
            if !chunk.is_empty() {
                self.values.push((lead, text_of(&chunk)));
            }
        }
    }

    /// True when something was said that tells one listed thing from another.
    fn tells(&self) -> bool {
        self.superlative.is_some()
            || self.ordinal.is_some()
            || !self.values.is_empty()
            || !self.limits.is_empty()
    }
}

/// "the book with the lowest price": the word that says what is compared.
fn attribute_at(tokens: &[Token], sought: &Superlative) -> Option<String> {
    let before = tokens[..sought.from]
        .iter()
        .rev()
        .find(|token| !token.is_in(&FILLERS))?;
    let led = before.is_any(&["with", "has", "have", "having", "whose"]) && sought.about.is_empty();
    tokens
        .get(sought.to)
        .filter(|token| led && token.word())
        .map(|token| token.low.clone())
}

fn in_words(token: &Token) -> Option<f64> {
    let count = count_word(&token.low)?;
    u32::try_from(count).ok().map(f64::from)
}

/// A bound, whether the bound itself is out, and how many words say it.
pub(super) fn limit_at(tokens: &[Token]) -> Option<(f64, f64, bool, usize)> {
    const BOUNDS: &[(&[&str], bool, bool)] = &[
        (&["no", "more", "than"], false, false),
        (&["not", "more", "than"], false, false),
        (&["less", "than"], false, true),
        (&["fewer", "than"], false, true),
        (&["cheaper", "than"], false, true),
        (&["at", "most"], false, false),
        (&["up", "to"], false, false),
        (&["under"], false, true),
        (&["below"], false, true),
        (&["more", "than"], true, true),
        (&["at", "least"], true, false),
        (&["over"], true, true),
        (&["above"], true, true),
    ];
    let number = |at: usize| {
        tokens
            .get(at)
            .filter(|token| token.word() && !token.low.contains(':'))
            .and_then(|token| amount(&token.text).or_else(|| in_words(token)))
    };
    if tokens.first()?.is("between") && tokens.get(2).is_some_and(|token| token.is("and")) {
        return Some((number(1)?, number(3)?, false, 4));
    }
    let (words, more, strict) = BOUNDS.iter().find(|(words, _, _)| {
        words
            .iter()
            .enumerate()
            .all(|(at, word)| tokens.get(at).is_some_and(|token| token.is(word)))
    })?;
    let bound = number(words.len())?;
    Some(if *more {
        (bound, f64::MAX, *strict, words.len() + 1)
    } else {
        (f64::MIN, bound, *strict, words.len() + 1)
    })
}

/// The listed things that a phrase means.
pub(crate) fn pick<'a>(scene: &Scene<'a>, tokens: &[Token]) -> Option<Picked<'a>> {
    let mut wanted = Wanted::read(tokens)?;
    wanted.of_some = wanted.superlative.is_some() && !is_about(scene, &wanted.noun);
    let all = listings(scene);
    let sure = |listing: &Listing<'_>| sureness(listing, &wanted.noun);
    let best_sure = all.iter().map(sure).max()?;
    let ranked = wanted
        .superlative
        .as_ref()
        .filter(|_| best_sure == Sure::Unknown);
    // A table with a column of what is compared is the one.
    let compares = |sought: &Superlative| {
        let mut columns = all.iter().flat_map(|listing| &listing.columns);
        columns.any(|column| {
            let called = |name: &String| likeness(name, column) >= Some(Likeness::Synonym);
            sought.about.iter().any(called)
        })
    };
    let elsewhere = ranked.is_some_and(|sought| !compares(sought));
    if elsewhere && wanted.of_some && may_be_below(scene, &wanted.noun) {
        return None;
    }
    all.into_iter()
        .filter(|listing| sure(listing) == best_sure)
        .find_map(|listing| meant(listing, &wanted, best_sure))
}

/// The entries of this list that a phrase tells from the others.
pub(crate) fn in_listing<'a>(listing: &Listing<'a>, tokens: &[Token]) -> Option<Vec<Entry<'a>>> {
    let wanted = Wanted::read(tokens).filter(Wanted::tells)?;
    let sure = sureness(listing, &wanted.noun);
    let picked = meant(listing.clone(), &wanted, sure)?;
    (sure != Sure::Unknown && !picked.entries.is_empty()).then_some(picked.entries)
}

fn sureness(listing: &Listing<'_>, noun: &str) -> Sure {
    let named = |noun: &str| {
        listing.kinds.contains(noun)
            || listing
                .columns
                .first()
                .is_some_and(|name| words(name).iter().any(|word| singular(word) == noun))
    };
    if named(noun) && !noun.is_empty() {
        return Sure::Named;
    }
    let kind = kind_at(&tokenise(noun)).map(|(kind, _)| kind);
    let generic = matches!(
        kind,
        Some(Kind::Item | Kind::Finding | Kind::Row | Kind::Thing)
    ) || matches!(noun, "" | "something" | "anything" | "which" | "what");
    if generic {
        Sure::Generic
    } else {
        Sure::Unknown
    }
}

fn meant<'a>(listing: Listing<'a>, wanted: &Wanted, sure: Sure) -> Option<Picked<'a>> {
    let mut entries: Vec<&Entry<'a>> = listing.entries.iter().collect();
    for (lead, value) in &wanted.values {
        if is_noun_again(&listing, value) {
            continue;
        }
        entries = with_value(&entries, lead, value)?;
    }
    for limit in &wanted.limits {
        entries = within(&entries, limit)?;
    }
    // "The cheapest teapot" of goods of many kinds: those whose own name ends so.
    if wanted.of_some {
        let ends = |text: &str| {
            words(text)
                .last()
                .is_some_and(|last| singular(last) == wanted.noun)
        };
        let called = |entry: &&&Entry<'_>| entry.parts.iter().any(|part| ends(&part.text));
        let called: Vec<&Entry<'a>> = entries.iter().filter(called).copied().collect();
        entries = if called.is_empty() { entries } else { called };
    }
    let mut part = None;
    if let Some(sought) = &wanted.superlative {
        let found = best(
            &listing,
            &entries,
            &narrowed(sought, &listing, &wanted.noun),
        );
        part = Some(found.first()?.1.clone());
        entries = found.into_iter().map(|(entry, _)| entry).collect();
    }
    if let Some(ordinal) = wanted.ordinal {
        entries = vec![*entries.get(ordinal.index(entries.len())?)?];
    }
    let entries: Vec<Entry<'a>> = entries.into_iter().cloned().collect();
    Some(Picked {
        entries,
        part,
        sure,
        told: wanted.tells(),
        listing,
    })
}

fn says_word(text: &str, noun: &str) -> bool {
    words(text).iter().any(|word| singular(word) == noun)
}

/// True where the page says of itself that it is about these.
fn is_about(scene: &Scene<'_>, noun: &str) -> bool {
    let seen = scene.screen.observation();
    let heads = seen
        .lines
        .iter()
        .filter(|line| matches!(line.kind, LineKind::Heading(_)));
    let own = heads.map(|line| line.words());
    let mut all = own.chain([seen.title.clone(), seen.url.clone()]);
    all.any(|text| says_word(&text, noun))
}

/// True where more may be listed than is in view, further down or up, and nothing of what is in view says this word.
fn may_be_below(scene: &Scene<'_>, noun: &str) -> bool {
    let part = scene.screen.observation().has_more_below() || scene.moved;
    let named = |node: &Node| says_word(&node.name, noun);
    let says = || scene.nodes().iter().any(named) || says_word(&scene.all_text(), noun);
    !noun.is_empty() && part && !says()
}

/// "the book with the lowest price": what follows the superlative says what is compared.
fn narrowed(sought: &Superlative, listing: &Listing<'_>, noun: &str) -> Superlative {
    let mut sought = sought.clone();
    let known = |name: &str| {
        listing
            .entries
            .iter()
            .flat_map(|entry| &entry.parts)
            .any(|part| likeness(name, &part.label) >= Some(Likeness::Within))
    };
    if sought.about.is_empty() && !noun.is_empty() && (known(noun) || of_name(noun).is_some()) {
        sought.about = names(noun);
        sought.of = of_name(noun);
    }
    sought
}

/// A word that only says again what is listed: "books in the list of books".
fn is_noun_again(listing: &Listing<'_>, value: &str) -> bool {
    words(value)
        .iter()
        .all(|word| listing.kinds.contains(&singular(word)))
}

/// Those that say so. Words that name a column are left out: "the Fiction shelf".
fn with_value<'e, 'a>(
    entries: &[&'e Entry<'a>],
    lead: &str,
    value: &str,
) -> Option<Vec<&'e Entry<'a>>> {
    let with_lead = format!("{lead} {value}");
    let bare = without_label(entries, value);
    let tries = [with_lead.as_str(), value, bare.as_str()];
    let level = [Likeness::SameWords, Likeness::Within];
    for asked in tries.iter().filter(|asked| !asked.trim().is_empty()) {
        for least in level {
            let says =
                |entry: &Entry<'_>| entry.parts.iter().any(|part| part_says(asked, part, least));
            let found: Vec<&Entry<'a>> = entries
                .iter()
                .filter(|entry| says(entry))
                .copied()
                .collect();
            if !found.is_empty() {
                return Some(found);
            }
        }
    }
    None
}

fn part_says(asked: &str, part: &Part, least: Likeness) -> bool {
    likeness(asked, &part.text).is_some_and(|like| like >= least && like != Likeness::Synonym)
}

fn without_label(entries: &[&Entry<'_>], value: &str) -> String {
    let label = |word: &str| {
        entries.first().is_some_and(|entry| {
            entry
                .parts
                .iter()
                .any(|part| likeness(word, &part.label) >= Some(Likeness::Within))
        })
    };
    let kept: Vec<&str> = value.split(' ').filter(|word| !label(word)).collect();
    kept.join(" ")
}

fn within<'e, 'a>(entries: &[&'e Entry<'a>], limit: &Limit) -> Option<Vec<&'e Entry<'a>>> {
    let said = |entry: &'e Entry<'a>| -> Option<f64> {
        if limit.names.is_empty() && limit.of.is_none() {
            return plain_amount(entry);
        }
        value(entry, &limit.names, limit.of).map(|(found, _)| found.value)
    };
    let known: Vec<(&Entry, f64)> = entries
        .iter()
        .filter_map(|entry| said(entry).map(|value| (*entry, value)))
        .collect();
    if known.is_empty() {
        return None;
    }
    let fits = |value: f64| {
        if limit.strict {
            value > limit.low && value < limit.high
        } else {
            value >= limit.low && value <= limit.high
        }
    };
    Some(
        known
            .into_iter()
            .filter(|(_, value)| fits(*value))
            .map(|(entry, _)| entry)
            .collect(),
    )
}

/// A bound of nothing in particular is one of money, or of the only number there is.
fn plain_amount(entry: &Entry<'_>) -> Option<f64> {
    let found: Vec<_> = entry
        .parts
        .iter()
        .filter_map(|part| measure(&part.text))
        .collect();
    let money = found.iter().find(|found| found.of == Of::Money);
    match (money, found.as_slice()) {
        (Some(money), _) => Some(money.value),
        (None, [one]) => Some(one.value),
        _ => None,
    }
}

/// The control that a phrase means by meaning something that is listed. `None` where it does not.
pub(crate) fn ground<'a>(
    scene: &Scene<'a>,
    reference: &Reference,
    wish: Wish,
) -> Option<Grounded<'a>> {
    let picked = of_reference(scene, reference)?;
    if picked.entries.is_empty() {
        return Some(Grounded::Nothing);
    }
    // Seen before, and not in view now.
    if picked.entries.iter().all(|entry| entry.from == usize::MAX) {
        return Some(Grounded::Nothing);
    }
    let own: Vec<Vec<&Node>> = picked
        .entries
        .iter()
        .map(|entry| own_controls(entry, wish))
        .collect();
    // What is filled in is a field; a cell opens by itself.
    if wish == Wish::Fill && own.iter().flatten().any(|node| !is_field(node)) {
        return None;
    }
    match own.as_slice() {
        [one] => match one.as_slice() {
            [] => None,
            [node] => Some(Grounded::One(node)),
            several => Some(Grounded::Several(several.to_vec())),
        },
        several if reference.number == Number::Any => {
            several[0].first().map(|node| Grounded::One(node))
        }
        several => Some(Grounded::Several(
            several
                .iter()
                .filter_map(|nodes| nodes.first().copied())
                .collect(),
        )),
    }
}

/// True for a reference that may speak of one of the things that are listed.
pub(crate) fn is_listed(reference: &Reference) -> bool {
    let listed = |kind: &Kind| {
        matches!(
            kind,
            Kind::Item | Kind::Finding | Kind::Row | Kind::Thing | Kind::TreeItem
        )
    };
    let many = matches!(
        reference.number,
        Number::All | Number::Plural | Number::Exactly(_)
    );
    !reference.quoted && !reference.same && !many && reference.kinds.iter().all(listed)
}

/// What a number without a name counts: the listing with most to say, if its entries open.
pub(crate) fn counted<'a>(scene: &Scene<'a>) -> Option<Listing<'a>> {
    listings(scene).into_iter().next().filter(all_open)
}

/// Every entry that is in view leads somewhere.
fn all_open(listing: &Listing<'_>) -> bool {
    let seen = |entry: &&Entry<'_>| entry.from != usize::MAX;
    listing
        .entries
        .iter()
        .filter(seen)
        .all(|entry| entry.nodes.iter().any(|node| opens(node)))
}

/// What a reference picks, where it speaks of listed things at all.
pub(crate) fn of_reference<'a>(scene: &Scene<'a>, reference: &Reference) -> Option<Picked<'a>> {
    let tokens = tokenise(&reference.whole);
    if !is_listed(reference) {
        // Quotation marks around a value make no other thing of it.
        let several = reference.same || reference.number.is_several();
        let quoted = reference.quoted && !several;
        return quoted.then(|| described(scene, &tokens)).flatten();
    }
    let exact =
        |node: &&Node| likeness(&reference.whole, &scene.label(node)) >= Some(Likeness::SameWords);
    // "Buy for the cheapest flight": a control is what is called so, and the rest says where it stands.
    let heads = |node: &&Node| {
        reference.extreme.is_none()
            && !reference.places.is_empty()
            && likeness(&reference.name, &node.name) >= Some(Likeness::Folded)
    };
    if scene
        .nodes()
        .iter()
        .any(|node| exact(&node) || heads(&node))
    {
        return None;
    }
    if let Some(picked) = described(scene, &tokens) {
        return Some(picked);
    }
    let wanted = Wanted::read(&tokens)?;
    let firm = wanted.superlative.is_some() || !wanted.limits.is_empty();
    let picked = pick(scene, &tokens).filter(|picked| picked.told)?;
    let own_name = |node: &Node| likeness(&wanted.noun, &node.name) >= Some(Likeness::Folded);
    let named = picked.sure == Sure::Named && !scene.nodes().iter().any(own_name);
    let counted = picked.sure == Sure::Generic
        && wanted.ordinal.is_some()
        && wanted.values.is_empty()
        && all_open(&picked.listing);
    (firm || named || counted).then_some(picked)
}

/// What the only table that accounts for every word of a phrase tells from all else, where it names its column, or says by
/// what things are compared.
pub(crate) fn described<'a>(scene: &Scene<'a>, tokens: &[Token]) -> Option<Picked<'a>> {
    let tables = listings(scene)
        .into_iter()
        .filter(|listing| !listing.columns.is_empty());
    let found = tables.filter_map(|listing| {
        let said = Described::read(&listing, tokens)?;
        let entries = said
            .entries()
            .filter(|_| said.tells() && (said.tied || said.most.is_some()))?;
        let entries = Some(entries).filter(|_| !said.counts && said.asked.is_none())?;
        let entries = entries.into_iter().cloned().collect();
        Some(Picked {
            entries,
            part: None,
            sure: Sure::Named,
            told: true,
            listing,
        })
    });
    super::only(found)
}

fn opens(node: &Node) -> bool {
    matches!(
        node.role,
        Role::Link | Role::Row | Role::Generic | Role::TreeItem | Role::Option
    )
}

/// The control of an entry that stands for the entry; several where nothing says which.
fn own_controls<'a>(entry: &Entry<'a>, wish: Wish) -> Vec<&'a Node> {
    let nodes = &entry.nodes;
    if wish == Wish::Choose
        && let Some(node) = nodes
            .iter()
            .find(|node| node.role.is_checkable() || node.role == Role::Option)
    {
        return vec![node];
    }
    let titled =
        |node: &&&Node| opens(node) && likeness(&node.name, &entry.title) >= Some(Likeness::Start);
    let shows = |node: &&&Node| {
        [
            "open", "view", "details", "show", "more", "read", "select", "choose",
        ]
        .iter()
        .any(|verb| likeness(verb, &node.name) >= Some(Likeness::Start))
    };
    let first = nodes
        .iter()
        .find(titled)
        .or_else(|| nodes.iter().find(|node| opens(node)))
        .or_else(|| nodes.iter().find(shows));
    match (first, nodes.as_slice()) {
        (Some(node), _) => vec![node],
        (None, [one]) if !is_grave(&one.name) => vec![one],
        (None, several) => several.to_vec(),
    }
}

/// Of these controls those that stand in the listed thing that a landmark means.
pub(crate) fn inside<'a>(
    scene: &Scene<'a>,
    nodes: &[&'a Node],
    landmark: &Reference,
) -> Option<Vec<&'a Node>> {
    let picked = of_reference(scene, landmark).filter(|picked| !picked.entries.is_empty())?;
    let own = |node: &Node| {
        scene
            .line_of(&node.id)
            .is_some_and(|line| picked.entries.iter().any(|entry| entry.holds(line)))
    };
    let found: Vec<&Node> = nodes.iter().filter(|node| own(node)).copied().collect();
    (!found.is_empty()).then_some(found)
}
