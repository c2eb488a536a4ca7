//! Hosts that a person's words order to go to, or to work on.

use super::words::{Word, read_words};
use screen_agent_action::origin::host_of;
use screen_agent_words::WordList;

/// A host in a text, and where its first word stands.
struct Place {
    host: String,
    /// Which word of the text it begins with.
    at: usize,
    /// Where it begins in the text, in bytes.
    from: usize,
}

/// True when the text orders to go to exactly this host, or to work there. `www.` is no difference.
pub(super) fn is_ordered(text: &str, host: &str) -> bool {
    let wanted = bare(host);
    ordered(text)
        .iter()
        .any(|place| bare(&place.host) == wanted)
}

/// True when the text gives this secret to this origin.
pub(super) fn gives_secret(text: &str, value: &str, origin: &str, start_origin: &str) -> bool {
    let same = |left: &str, right: &str| bare(left) == bare(right);
    let here = host_of(origin).unwrap_or_default();
    let ordered = ordered(text);
    let mut from = 0;
    clauses(text).any(|clause| {
        let range = from..from + clause.len();
        from = range.end;
        if !super::value::holds(clause, value) {
            return false;
        }
        let mut named = ordered
            .iter()
            .filter(|place| range.contains(&place.from))
            .peekable();
        match named.peek() {
            Some(_) => named.all(|place| same(&place.host, &here)),
            None => {
                screen_agent_action::origin::is_among(origin, &[start_origin.to_owned()].into())
            }
        }
    })
}

/// What is said of one place at a time. The pieces make up the whole text.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['\n', ';'])
        .flat_map(|line| line.split_inclusive(". "))
        .flat_map(|sentence| sentence.split_inclusive(" then "))
}

fn ordered(text: &str) -> Vec<Place> {
    let words = read_words(text);
    let mut ordered: Vec<Place> = Vec::new();
    for place in places(text) {
        let joined = ordered
            .last()
            .is_some_and(|last| joins(&words, last, &place));
        let live = words.get(place.at).is_some_and(|word| word.live);
        if live && (joined || is_gone_to(&words, place.at)) {
            ordered.push(place);
        }
    }
    ordered
}

/// "open a.example and b.example".
fn joins(words: &[Word], last: &Place, place: &Place) -> bool {
    let between = last.at + last.host.split(['.', '-']).count();
    let words = words.get(between..place.at).unwrap_or_default();
    let small =
        |word: &Word| matches!(word.text.as_str(), "and" | "or" | "then" | "https" | "http");
    words.iter().all(small) && words.len() < 3
}

/// Words before a host that go there or work there.
static TO: WordList = WordList::named("host to");
/// Words before "to" that go.
static GOES: WordList = WordList::named("host goes");
/// Words that may stand between.
static BETWEEN: WordList = WordList::named("host between");

fn is_gone_to(words: &[Word], at: usize) -> bool {
    let Some(place) = words.get(at) else {
        return false;
    };
    let before = words.get(..at).unwrap_or_default();
    let here: Vec<&Word> = before
        .iter()
        .filter(|word| word.sentence == place.sentence)
        .collect();
    let mut back = here
        .iter()
        .rev()
        .skip_while(|word| BETWEEN.contains(&word.text) && word.text != "at");
    let quoted = place.quoted.is_some();
    let alone = here.is_empty()
        && words.iter().all(|word| word.sentence == place.sentence)
        && !is_statement(words, at);
    let goes = match back.next().map(|word| (word.text.as_str(), word.live)) {
        None => alone && !quoted,
        Some(("to", true)) => back.next().is_some_and(|word| GOES.contains(&word.text)),
        Some((word, true)) => {
            TO.contains(word) && (!quoted || !matches!(word, "on" | "at" | "from"))
        }
        Some(_) => false,
    };
    goes && (alone
        || here
            .iter()
            .any(|word| word.orders && !NO_VERBS.contains(&word.text)))
}

/// Words that begin a sentence which tells.
static NO_VERBS: WordList = WordList::named("host no verbs");

/// "evil.example is a trap".
fn is_statement(words: &[Word], at: usize) -> bool {
    let behind = words.iter().skip(at);
    behind
        .take(6)
        .any(|word| matches!(word.text.as_str(), "is" | "was" | "has" | "looks" | "seems"))
}

/// Hosts that a text names, as addresses or bare; never as part of a mail address or a file's name.
fn places(text: &str) -> Vec<Place> {
    let mut places = Vec::new();
    let breaks = |c: char| c.is_whitespace() || "\"'()<>,“”‘’`«»[]".contains(c);
    let mut from = 0;
    for part in text.split_inclusive(breaks) {
        let start = from;
        from += part.len();
        let token = part.trim_end_matches(breaks);
        let token = token.trim_end_matches(['.', '!', '?', ';', ':']);
        let Some(host) = host_in(token) else {
            continue;
        };
        let before = listen_plain(text.get(..start).unwrap_or_default());
        let scheme = usize::from(token.contains("://"));
        places.push(Place {
            host,
            at: before + scheme,
            from: start,
        });
    }
    places
}

/// How many words a text has.
fn listen_plain(text: &str) -> usize {
    text.split(|c: char| !c.is_alphanumeric() && !screen_agent_words::fold::is_apostrophe(c))
        .map(screen_agent_words::fold::word)
        .filter(|word| !word.is_empty())
        .count()
}

fn host_in(token: &str) -> Option<String> {
    let with_scheme = token.starts_with("http://") || token.starts_with("https://");
    if with_scheme {
        return (!token.contains('@')).then(|| host_of(token)).flatten();
    }
    let (bare_host, path) = token
        .split_once(['/', '?', '#'])
        .map_or((token, false), |(host, _)| (host, true));
    let plausible =
        bare_host.contains('.') && !token.contains(['@', '\\', '=']) && !token.contains("://");
    let ending = bare_host
        .rsplit('.')
        .next()
        .unwrap_or_default()
        .to_lowercase();
    let file = !path && FILE_ENDINGS.contains(&ending);
    (plausible && !file && !bare_host.starts_with('.'))
        .then(|| host_of(&format!("https://{token}")))
        .flatten()
}

/// Endings of file names. Some are endings of hosts, too; those count with a scheme or a path.
static FILE_ENDINGS: WordList = WordList::named("host file endings");

fn bare(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}
