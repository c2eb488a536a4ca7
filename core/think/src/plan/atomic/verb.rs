//! The words that make an order.

use screen_agent_words::WordList;

/// Orders that count wherever they follow `and`, `then` or a comma. Facts §3.
pub(super) static SURE: WordList = WordList::named("step sure");

/// Orders that count there unless they are written like a name.
pub(super) static LIKELY: WordList = WordList::named("step likely");

/// Further words that begin an order.
static FURTHER: WordList = WordList::named("step further");

/// Orders to put text into a field.
pub(super) static ENTERING: WordList = WordList::named("step entering");

/// Orders that are given once for several things that are worked one by one.
pub(super) static REPEATED: WordList = WordList::named("step repeated");

/// Orders to look for something.
pub(super) static LOCATING: WordList = WordList::named("step locating");

/// Orders that a key follows.
pub(super) static PRESSING: WordList = WordList::named("step pressing");

/// Small words that belong to the order before them.
pub(super) static PARTICLES: WordList = WordList::named("step particles");

/// Words that tie one order to the next.
pub(super) static TIES: WordList = WordList::named("step ties");

/// The same, where they stand between two orders.
pub(super) static BETWEEN: WordList = WordList::named("step between");

/// Words after which no order is meant to be carried out by itself.
pub(super) static MANNER: WordList = WordList::named("step manner");

/// Words that begin a clause or phrase which is over at the next comma.
pub(super) static LEADING: WordList = WordList::named("step leading");

/// Words before an order that change nothing about it.
pub(super) static ADVERBS: WordList = WordList::named("step adverbs");

/// Articles and the like.
pub(super) static ARTICLES: WordList = WordList::named("step articles");

/// Names of the key that sends.
pub(super) static ENTER_KEY: WordList = WordList::named("step enter key");

/// Words for fields that are filled one by one.
pub(super) static FIELDS: WordList = WordList::named("step fields");

/// Words that tell one field from its twin, which shares its noun: "first and last name".
pub(super) static TWINS: WordList = WordList::named("step twins");

/// Parts of a page that an order's word may only name: "the submit button".
static PARTS: WordList = WordList::named("step parts");

/// Orders that may be such a name.
static NAMING: WordList = WordList::named("step naming");

/// The order that a word gives, also where it is written as "clicking".
pub(super) fn base(word: &str) -> Option<&'static str> {
    let all = || SURE.iter().chain(LIKELY.iter()).copied();
    all()
        .find(|verb| *verb == word)
        .or_else(|| all().find(|verb| is_gerund(word, verb)))
}

fn is_gerund(word: &str, verb: &str) -> bool {
    let Some(stem) = word.strip_suffix("ing") else {
        return false;
    };
    let doubled = stem.strip_suffix(|c: char| verb.ends_with(c));
    stem == verb || doubled == Some(verb) || verb.strip_suffix('e') == Some(stem)
}

/// True for a word that begins an order.
pub(super) fn begins(word: &str) -> bool {
    SURE.contains(word) || LIKELY.contains(word) || FURTHER.contains(word)
}

/// True where a word only names a part of the page, or a kind.
pub(super) fn only_names(verb: &str, next: &str) -> bool {
    NAMING.contains(verb) && PARTS.contains(next) || verb == "type" && next == "of"
}
