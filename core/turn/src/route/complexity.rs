//! One action, or several?

use super::words;
use crate::phrases::says;
use crate::task::Complexity;
use screen_agent_words::WordList;

static SIMPLE_VERBS: WordList = WordList::named("complexity simple verbs");
static MORE_SIMPLE_VERBS: WordList = WordList::named("complexity more simple verbs");
static WHOLE: WordList = WordList::named("complexity whole");
static SEVERAL: WordList = WordList::named("complexity several");
static WORKFLOW: WordList = WordList::named("complexity workflow");
/// Which one of many: still one.
static ORDINALS: WordList = WordList::named("complexity ordinals");
static KINDS: WordList = WordList::named("complexity kinds");
/// Longest target of a one-target command, in words.
const TARGET: usize = 4;

/// Says how much thinking a query needs. The first rule that hits decides; all look at whole words.
pub fn complexity(query: &str) -> Complexity {
    let words = words(query);
    let simple = |word: &String| is_simple_verb(word);
    if words.len() <= 4 && words.iter().any(simple) {
        return Complexity::Simple;
    }
    if has_one_target(&words) {
        return Complexity::Simple;
    }
    if asks_for_several(&words) || says(&words, &WORKFLOW) {
        return Complexity::Complex;
    }
    if length(&words) <= 5 {
        return Complexity::Simple;
    }
    Complexity::Complex
}

/// How many words; where a script puts no space between them, two characters count as one.
fn length(words: &[String]) -> usize {
    let unspaced = |c: char| matches!(c, '\u{e00}'..='\u{eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}');
    let one = |word: &String| {
        word.chars()
            .filter(|c| unspaced(*c))
            .count()
            .div_ceil(2)
            .max(1)
    };
    words.iter().map(one).sum()
}

fn is_simple_verb(word: &str) -> bool {
    SIMPLE_VERBS.contains(word) || MORE_SIMPLE_VERBS.contains(word)
}

/// "click the Save changes button", "log out": a verb and one short target, nothing else.
fn has_one_target(words: &[String]) -> bool {
    if WHOLE.contains(words.join(" ").as_str()) {
        return true;
    }
    let Some((verb, rest)) = words.split_first() else {
        return false;
    };
    let rest = after_ordinal(rest);
    let joined = ["and", "or", "then", "with", "for", "in", "to"];
    let target = rest
        .iter()
        .filter(|word| !KINDS.contains(word.as_str()))
        .count();
    is_simple_verb(verb)
        && !asks_for_several(rest)
        && !rest.iter().any(|word| joined.contains(&word.as_str()))
        && (1..=TARGET).contains(&target)
}

/// "the first result" without its place in the row.
fn after_ordinal(target: &[String]) -> &[String] {
    let is_ordinal = |word: &String| ORDINALS.contains(word.as_str());
    match target {
        [the, ordinal, rest @ ..] if the == "the" && is_ordinal(ordinal) => rest,
        [ordinal, rest @ ..] if is_ordinal(ordinal) => rest,
        [..] => target,
    }
}

fn asks_for_several(words: &[String]) -> bool {
    let followed = |word: &str, test: fn(&str) -> bool| {
        words
            .windows(2)
            .any(|pair| pair[0] == word && test(&pair[1]))
    };
    says(words, &SEVERAL)
        || followed("name", |_| true)
        || followed("step", |next| next.chars().all(|c| c.is_ascii_digit()))
        || (says(words, &["email"]) && words.iter().any(|word| word.contains('@')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rule_that_hits_decides() {
        for (query, expected) in [
            ("click Save", Complexity::Simple),
            ("please open settings", Complexity::Simple),
            ("delete and close", Complexity::Simple),
            ("click the big blue Save changes button", Complexity::Simple),
            ("click the first search result link", Complexity::Simple),
            ("open the next page of results", Complexity::Simple),
            ("click the first link, next the second", Complexity::Complex),
            ("open all of the result links", Complexity::Complex),
            ("log out", Complexity::Simple),
            ("sign in as ann", Complexity::Complex),
            ("これは何ですか", Complexity::Simple),
            (
                "全部の請求書を開いて合計を計算してください",
                Complexity::Complex,
            ),
            ("install the app", Complexity::Simple),
            ("what is this about", Complexity::Simple),
            ("mark all of these as read", Complexity::Complex),
            ("click Save and then go to the start", Complexity::Complex),
            ("add a person with name Ann", Complexity::Complex),
            ("search for red shoes", Complexity::Complex),
            ("write a letter to my aunt in Bern", Complexity::Complex),
            ("", Complexity::Simple),
        ] {
            assert_eq!(complexity(query), expected, "{query:?}");
        }
    }

    #[test]
    fn words_count_only_when_whole() {
        assert_eq!(
            complexity("show installed renewal tables"),
            Complexity::Simple
        );
    }
}
