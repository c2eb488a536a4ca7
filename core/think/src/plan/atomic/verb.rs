//! The words that make an order.

/// Orders that count wherever they follow `and`, `then` or a comma. Facts §3.
pub(super) const SURE: &[&str] = &[
    "click", "press", "tap", "hit", "submit", "type", "enter", "confirm", "fill",
];

/// Orders that count there unless they are written like a name.
pub(super) const LIKELY: &[&str] = &[
    "add",
    "check",
    "choose",
    "clear",
    "close",
    "double-click",
    "drag",
    "expand",
    "finish",
    "go",
    "hover",
    "navigate",
    "open",
    "paste",
    "pick",
    "read",
    "right-click",
    "save",
    "scroll",
    "search",
    "select",
    "send",
    "set",
    "tick",
    "uncheck",
    "untick",
    "upload",
    "verify",
    "visit",
    "wait",
    "write",
];

/// Further words that begin an order.
const FURTHER: &[&str] = &[
    "browse", "continue", "copy", "create", "delete", "download", "edit", "ensure", "find", "get",
    "input", "locate", "log", "look", "move", "note", "proceed", "remove", "review", "sign",
    "switch", "update", "use", "view",
];

/// Orders to put text into a field.
pub(super) const ENTERING: &[&str] = &["enter", "fill", "input", "paste", "type", "write"];

/// Orders that are given once for several things that are worked one by one.
pub(super) const REPEATED: &[&str] = &[
    "check", "click", "enter", "input", "press", "tap", "tick", "type", "uncheck", "untick",
    "write",
];

/// Orders to look for something.
pub(super) const LOCATING: &[&str] = &["find", "go", "locate", "look", "proceed"];

/// Orders that a key follows.
pub(super) const PRESSING: &[&str] = &["hit", "press", "strike", "tap"];

/// Small words that belong to the order before them.
pub(super) const PARTICLES: &[&str] = &["in", "out", "up", "on", "for", "ahead"];

/// Words that tie one order to the next.
pub(super) const TIES: &[&str] = &["and", "then", "&", "finally", "also", "lastly"];

/// The same, where they stand between two orders.
pub(super) const BETWEEN: &[&str] = &[
    "afterward",
    "afterwards",
    "also",
    "finally",
    "immediately",
    "lastly",
    "next",
    "subsequently",
];

/// Words after which no order is meant to be carried out by itself.
pub(super) const MANNER: &[&str] = &[
    "after", "before", "by", "not", "or", "to", "until", "via", "when", "without",
];

/// Words that begin a clause or phrase which is over at the next comma.
pub(super) const LEADING: &[&str] = &[
    "after", "as", "at", "before", "below", "by", "for", "from", "if", "in", "inside", "on",
    "once", "to", "under", "until", "using", "when", "while", "with", "within",
];

/// Words before an order that change nothing about it.
pub(super) const ADVERBS: &[&str] = &["first", "firstly", "next", "now", "please", "secondly"];

/// Articles and the like.
pub(super) const ARTICLES: &[&str] = &["a", "an", "the", "your", "their"];

/// Names of the key that sends.
pub(super) const ENTER_KEY: &[&str] = &["enter", "return"];

/// Words for fields that are filled one by one.
pub(super) const FIELDS: &[&str] = &[
    "address",
    "age",
    "amount",
    "birthday",
    "card",
    "city",
    "code",
    "comment",
    "company",
    "country",
    "cvc",
    "cvv",
    "date",
    "description",
    "e-mail",
    "email",
    "expiry",
    "mail",
    "message",
    "mobile",
    "name",
    "note",
    "number",
    "organisation",
    "organization",
    "passphrase",
    "password",
    "phone",
    "pin",
    "postcode",
    "price",
    "province",
    "quantity",
    "region",
    "state",
    "street",
    "subject",
    "surname",
    "telephone",
    "time",
    "title",
    "town",
    "url",
    "user",
    "username",
    "zip",
];

/// Words that tell one field from its twin, which shares its noun: "first and last name".
pub(super) const TWINS: &[&str] = &[
    "billing",
    "current",
    "departure",
    "end",
    "first",
    "home",
    "new",
    "old",
    "return",
    "shipping",
    "start",
    "work",
];

/// Parts of a page that an order's word may only name: "the submit button".
const PARTS: &[&str] = &[
    "bar", "box", "button", "buttons", "field", "icon", "key", "link",
];

/// Orders that may be such a name.
const NAMING: &[&str] = &[
    "add", "check", "clear", "close", "confirm", "enter", "finish", "save", "search", "send",
    "submit", "type", "upload",
];

/// The order that a word gives, also where it is written as "clicking".
pub(super) fn base(word: &str) -> Option<&'static str> {
    let all = || SURE.iter().chain(LIKELY).copied();
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
    SURE.contains(&word) || LIKELY.contains(&word) || FURTHER.contains(&word)
}

/// True where a word only names a part of the page, or a kind.
pub(super) fn only_names(verb: &str, next: &str) -> bool {
    NAMING.contains(&verb) && PARTS.contains(&next) || verb == "type" && next == "of"
}
