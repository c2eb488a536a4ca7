//! Words that are looked for on the web, and what they might give away. The one filter of both
//! surfaces: a search engine is a stranger, whoever asks it.

use screen_agent_page::Observation;

use screen_agent_words::lexicon::list;
use screen_agent_words::split::split;

use crate::origin::host_of;
use crate::site::sensitive;

/// A search engine that is known by name.
#[derive(Clone, Copy, Debug)]
pub struct SearchEngine {
    /// The name, in lower case.
    pub name: &'static str,
    /// Its result page.
    pub page: &'static str,
    /// The parameter that holds the words.
    pub parameter: &'static str,
}

const fn known(name: &'static str, page: &'static str, parameter: &'static str) -> SearchEngine {
    SearchEngine {
        name,
        page,
        parameter,
    }
}

/// Those that are known. The first is used where none is named.
pub const SEARCH_ENGINES: [SearchEngine; 4] = [
    known("duckduckgo", "https://duckduckgo.com/", "q"),
    known("google", "https://www.google.com/search", "q"),
    known("bing", "https://www.bing.com/search", "q"),
    known(
        "wikipedia",
        "https://en.wikipedia.org/w/index.php",
        "search",
    ),
];

/// The engine of this name.
pub fn search_engine(name: Option<&str>) -> Option<&'static SearchEngine> {
    let name = name.unwrap_or(SEARCH_ENGINES[0].name).trim();
    let mut engines = SEARCH_ENGINES.iter();
    engines.find(|engine| engine.name.eq_ignore_ascii_case(name))
}

/// Most words that a person is told of.
const TOLD: usize = 12;

/// Words of a query that are neither among those that are `known` nor everybody's, nor in the name
/// of the site that is open: a model has them from what it read, or hides there what it read.
pub fn strange(query: &str, known: &[&str], site: &str) -> Vec<String> {
    let host = host_of(site).unwrap_or_default();
    let own: Vec<String> = known
        .iter()
        .copied()
        .chain([host.as_str()])
        .flat_map(split)
        .collect();
    let unspaced: String = known.concat().to_lowercase();
    let is_own = |word: &String| {
        list("everybodys").has(word)
            || own.iter().any(|own| is_form_of(word, own))
            || !word.is_ascii() && is_unspaced(word) && unspaced.contains(word.as_str())
    };
    let mut strange: Vec<String> = Vec::new();
    for word in split(query) {
        if !is_own(&word) && !strange.contains(&word) && strange.len() < TOLD {
            strange.push(word);
        }
    }
    strange
}

/// Words of a query that the person did not say, where a page is open. What that page is about may be
/// looked for, unless something private was read besides or the site alone is somebody's own.
pub fn unsaid(
    query: &str,
    said: &[&str],
    page: Option<&Observation>,
    private: bool,
) -> Vec<String> {
    let (site, title) = page.map_or(("", ""), |page| (page.url.as_str(), page.title.as_str()));
    let mut known = said.to_vec();
    if !private && sensitive(site).is_none() {
        known.push(title);
    }
    strange(query, &known, site)
}

/// The query without its strange words, for where nobody can be asked. Nothing where only words are
/// left that everybody uses.
pub fn own_words(query: &str, known: &[&str], site: &str) -> Option<String> {
    let kept = query.split_whitespace();
    let kept: Vec<&str> = kept
        .filter(|word| strange(word, known, site).is_empty())
        .collect();
    let tells = |word: &&str| split(word).iter().any(|word| !list("everybodys").has(word));
    kept.iter().any(tells).then(|| kept.join(" "))
}

/// The same word, or one that a letter or two at its end tell from it: "teas" of "tea". Numbers
/// are the same or they are not.
fn is_form_of(word: &str, own: &str) -> bool {
    let (short, long) = if word.len() <= own.len() {
        (word, own)
    } else {
        (own, word)
    };
    let rest = long.strip_prefix(short);
    let letters = |text: &str| text.chars().all(char::is_alphabetic);
    rest.is_some_and(|rest| {
        rest.is_empty() || short.chars().count() >= 3 && rest.chars().count() <= 2 && letters(long)
    })
}

/// Of a script that sets no spaces between words.
fn is_unspaced(word: &str) -> bool {
    let unspaced = |c: char| matches!(c, '\u{e00}'..='\u{eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}');
    word.chars().all(unspaced)
}

/// What a query gives away; in words for the person. Nothing where it is like any other.
pub fn gives_away(query: &str) -> Option<&'static str> {
    if query.split_whitespace().any(is_mail_address) {
        return Some("an e-mail address");
    }
    let runs = digit_runs(query);
    if runs.iter().any(|run| run.longest >= 9) {
        return Some("a long number");
    }
    if runs.iter().any(Run::is_phone) {
        return Some("a phone number");
    }
    if holds_iban(query) {
        return Some("an account number");
    }
    let words = split(query);
    if list("numbered").holds(&words) && runs.iter().any(Run::may_be_a_number_of_somebody) {
        return Some("a number of an account, a card or a document");
    }
    if list("secret").holds(&words) && query.split_whitespace().any(looks_secret) {
        return Some("a password or a code");
    }
    let key = |word: &str| word.chars().count() >= 24 && looks_secret(word) && !word.contains('/');
    query.split_whitespace().any(key).then_some("a key")
}

fn is_mail_address(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let Some((name, host)) = word.split_once('@') else {
        return false;
    };
    let dot = host.trim_matches('.').find('.');
    !name.is_empty() && dot.is_some_and(|at| at > 0)
}

/// Digits with signs between them that people write in numbers.
#[derive(Debug, Default)]
struct Run {
    groups: Vec<String>,
    longest: usize,
}

impl Run {
    fn digits(&self) -> usize {
        self.groups.iter().map(|group| group.chars().count()).sum()
    }

    /// Seven digits or more, but for years, a date, or a number of thousands.
    fn is_phone(&self) -> bool {
        self.digits() >= 7 && !self.is_date() && !self.groups.iter().all(|group| is_year(group))
    }

    /// `2026-11-22`, `22.11.2026`, `11/22/2026`.
    fn is_date(&self) -> bool {
        let lengths: Vec<usize> = self.groups.iter().map(String::len).collect();
        let year = match lengths.as_slice() {
            [4, 1..=2, 1..=2] => self.groups.first(),
            [1..=2, 1..=2, 4] => self.groups.last(),
            _ => None,
        };
        year.is_some_and(|year| is_year(year))
    }

    fn may_be_a_number_of_somebody(&self) -> bool {
        self.digits() >= 4 && !self.groups.iter().all(|group| is_year(group))
    }
}

fn is_year(group: &str) -> bool {
    group.len() == 4 && (group.starts_with("19") || group.starts_with("20"))
}

/// The runs of digits, in any script; a sign and at most one space beside it keep a run together.
fn digit_runs(query: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut group = String::new();
    let mut between = 2;
    for c in query.chars().chain([' ']) {
        if let Some(digit) = digit(c) {
            if group.is_empty() && (between > 1 || runs.is_empty()) {
                runs.push(Run::default());
            }
            group.push(digit);
            continue;
        }
        if let (false, Some(run)) = (group.is_empty(), runs.last_mut()) {
            run.longest = run.longest.max(group.len());
            run.groups.push(std::mem::take(&mut group));
            between = 0;
        }
        between += match c {
            '(' | ')' | '-' | '‑' | '–' | '.' | '/' | '+' => 0,
            ' ' | '\u{a0}' => 1,
            _ => 2,
        };
    }
    runs
}

/// A digit of any script, as one of ours where it is known and as any digit where not.
fn digit(c: char) -> Option<char> {
    match c {
        '0'..='9' => Some(c),
        '０'..='９' => char::from_digit(u32::from(c) - u32::from('０'), 10),
        '٠'..='٩' => char::from_digit(u32::from(c) - u32::from('٠'), 10),
        '०'..='९' => char::from_digit(u32::from(c) - u32::from('०'), 10),
        _ => None,
    }
}

/// Two letters, two digits, and at least eleven more of either, spaced as people space them.
fn holds_iban(query: &str) -> bool {
    let words: Vec<&str> = query.split_whitespace().collect();
    (0..words.len()).any(|from| {
        let mut joined = String::new();
        let parts = words.iter().skip(from).take(10);
        parts
            .take_while(|word| word.bytes().all(|byte| byte.is_ascii_alphanumeric()))
            .any(|word| {
                joined.push_str(word);
                is_iban(&joined)
            })
    })
}

/// By its form and its check digits, so that no product number is taken for one.
fn is_iban(text: &str) -> bool {
    let bytes = text.as_bytes();
    let shaped = matches!(bytes, [a, b, c, d, rest @ ..]
        if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() && c.is_ascii_digit()
            && d.is_ascii_digit() && (11..=30).contains(&rest.len()));
    let turned = bytes.iter().skip(4).chain(bytes.iter().take(4));
    let rest = turned.fold(0_u32, |rest, byte| {
        let value = char::from(*byte).to_digit(36).unwrap_or_default();
        let shift = if value < 10 { 10 } else { 100 };
        (rest * shift + value) % 97
    });
    shaped && rest == 1
}

/// Letters and digits in one word, as in a password or a key; or a code of digits.
fn looks_secret(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let letters = word.chars().filter(char::is_ascii_alphabetic).count();
    let coded = letters == 0 && (4..=8).contains(&digits) && !is_year(word);
    coded || letters > 0 && digits > 0 && word.chars().count() >= 6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_query_gives_away() {
        for (query, found) in [
            ("hiking trails near Bern", None),
            ("who is jane@example.com", Some("an e-mail address")),
            (
                "mail:<jane.doe@mail.example.com>",
                Some("an e-mail address"),
            ),
            ("@rustlang on github", None),
            ("call 555-123-4567", Some("a phone number")),
            ("call (555) 123 4567", Some("a phone number")),
            ("+41 44 668 18 00", Some("a phone number")),
            ("who called 5551234", Some("a phone number")),
            ("123456789", Some("a long number")),
            ("１２３４５６７８９", Some("a long number")),
            ("4111 1111 1111 1111", Some("a phone number")),
            ("weather 2026-11-22", None),
            ("weather 22.11.2026", None),
            ("best laptops 2025 2026", None),
            ("iphone 15 vs 16", None),
            ("population 8,000,000", None),
            ("GB82 WEST 1234 5698 7654 32", Some("a phone number")),
            ("GB82WEST12345698765432", Some("a long number")),
            ("MT84MALT011000012345MTLCAST001S", Some("a long number")),
            ("GB94BARC10201530093459", Some("a long number")),
            (
                "my account 12345",
                Some("a number of an account, a card or a document"),
            ),
            (
                "passport X1234",
                Some("a number of an account, a card or a document"),
            ),
            (
                "card ending 4242",
                Some("a number of an account, a card or a document"),
            ),
            ("passport fees 2026", None),
            ("best credit card", None),
            ("discard 1234 files", None),
            ("is hunter2x a good password", Some("a password or a code")),
            ("pin 4821", Some("a password or a code")),
            ("password rules", None),
            ("sk0live9aBcDeFgHiJkLmNoPqR", Some("a key")),
            ("", None),
        ] {
            assert_eq!(gives_away(query), found, "{query}");
        }
    }

    #[test]
    fn whose_words_a_query_is_made_of() {
        for (query, said, expected) in [
            ("price of tea", "what do both teas cost?", ""),
            (
                "opening hours Bern zoo",
                "When does the zoo of Bern open?",
                "",
            ),
            ("shop.example returns", "how do I return this?", ""),
            ("reviews of the Oslo lamp", "is this any good?", "oslo lamp"),
            ("Ada is pregnant", "search the web", "ada pregnant"),
            ("tea 4711", "tea 471", "4711"),
            ("t e a x", "tea", "t x"),
            ("京都 天気", "京都の天気を調べて", ""),
            ("東京", "京都の天気を調べて", "東京"),
            ("", "", ""),
        ] {
            let strange = strange(query, &[said], "https://www.shop.example/x").join(" ");
            assert_eq!(strange, expected, "{query}");
        }
        let said = ["where is my tea"];
        let left = own_words("order 4711 of Ada, tea", &said, "");
        assert_eq!(left.as_deref(), Some("order of tea"));
        assert_eq!(own_words("order of Ada", &said, ""), None);
    }

    #[test]
    fn an_account_number_is_known_by_its_check_digits() {
        assert!(is_iban("GB82WEST12345698765432"));
        assert!(is_iban("CH9300762011623852957"));
        assert!(!is_iban("GB82WEST12345698765433"));
        assert!(!is_iban("AB12CDEFGHIJKLM"));
    }
}
