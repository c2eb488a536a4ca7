//! Questions about what is listed: which is the cheapest, who wrote it, how many are there.

use super::count::is_whole;
use super::total;
use super::{Answer, compare, query};
use crate::ground::Scene;
use crate::ground::kind::{Kind, kind_at};
use crate::ground::measure::is_money;
use crate::ground::pick::{Picked, Sure, Wanted, pick};
use crate::ground::rows::{Entry, listings};
use crate::ground::superlative::{names, of_name, superlative, value};
use crate::words::Token;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{singular, words};
use crate::words::number::ordinal;
use crate::words::token::{text_of, tokenise};
use screen_agent_words::WordList;

/// The answer to a question about listed things.
pub(super) fn listed(scene: &Scene<'_>, tokens: &[Token]) -> Option<Answer> {
    let tokens: Vec<Token> = tokens
        .iter()
        .filter(|token| token.word() || token.quoted())
        .cloned()
        .collect();
    let made = Answer::guessed;
    if let Some((text, stands)) = query::query(scene, &tokens) {
        return Some(if stands {
            Answer::standing(text)
        } else {
            Answer::made(text)
        });
    }
    compare::compare(scene, &tokens)
        .or_else(|| total::total(scene, &tokens))
        .map(made)
        .or_else(|| of_named(scene, &tokens).map(Answer::read))
        .or_else(|| count(scene, &tokens).map(made))
        .or_else(|| most(scene, &tokens).map(made))
        .or_else(|| which(scene, &tokens).map(made))
}

static ASKING: WordList = WordList::named("listed asking");

fn says(tokens: &[Token], asked: &[&str]) -> bool {
    tokens.iter().any(|token| token.is_any(asked))
}

/// What an asking word asks for: labels that may bear the answer.
fn asked_labels(tokens: &[Token]) -> Vec<String> {
    static PERSONS: WordList = WordList::named("listed persons");
    static PLACES: WordList = WordList::named("listed places");
    static VERBS: WordList = WordList::named("verbs of persons");
    let mut labels: Vec<String> = Vec::new();
    labels.extend(
        VERBS
            .meanings()
            .filter(|(verb, _)| says(tokens, &[verb]))
            .map(|(_, label)| label.to_owned()),
    );
    if says(tokens, &["who", "whose", "who's"]) {
        labels.extend(PERSONS.iter().map(|label| (*label).to_owned()));
    }
    if says(tokens, &["much", "cost", "costs", "price"]) {
        labels.extend(names("price"));
    }
    if says(tokens, &["when"]) {
        labels.extend(names("date").into_iter().chain(names("departure")));
    }
    if says(tokens, &["where"]) {
        labels.extend(PLACES.iter().map(|label| (*label).to_owned()));
    }
    labels
}

/// What an entry says under the first of these labels, or under one that the words name.
fn told(entry: &Entry<'_>, tokens: &[Token]) -> Option<String> {
    let title = &entry.title;
    let others = || {
        entry
            .parts
            .iter()
            .filter(|part| part.text != *title && !part.text.is_empty())
    };
    let by_word = |least: Likeness| {
        tokens
            .iter()
            .filter(|token| token.word() && !token.is_in(&ASKING))
            .find_map(|token| {
                others().find(|part| {
                    likeness(&singular(&token.low), &part.label).is_some_and(|like| like >= least)
                })
            })
    };
    if let Some(part) = by_word(Likeness::Synonym).or_else(|| by_word(Likeness::Within)) {
        return Some(part.text.clone());
    }
    let labels = asked_labels(tokens);
    let labelled = labels.iter().find_map(|label| {
        others().find(|part| likeness(label, &part.label) >= Some(Likeness::Synonym))
    });
    if let Some(part) = labelled {
        return Some(part.text.clone());
    }
    if says(tokens, &["who", "whose"]) {
        let by = entry.parts.iter().find_map(|part| {
            part.text
                .strip_prefix("by ")
                .or_else(|| part.text.strip_prefix("By "))
        });
        return by.map(str::to_owned);
    }
    let money = says(tokens, &["much", "cost", "costs", "price"]);
    money
        .then(|| {
            others()
                .find(|part| is_money(&part.text))
                .map(|part| part.text.clone())
        })
        .flatten()
}

/// "Who wrote X", "which shelf is X on", "how many reviews does X have", "is X in stock".
fn of_named(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let entry = compare::mentioned(scene, tokens)?;
    let title = words(&entry.title);
    let rest: Vec<Token> = tokens
        .iter()
        .filter(|token| !words(&token.text).iter().all(|word| title.contains(word)))
        .cloned()
        .collect();
    if let Some(text) = told(&entry, &rest) {
        return Some(text);
    }
    let number = says(&rest, &["many", "number"]);
    let attribute = rest.iter().find(|token| {
        token.word() && !token.is_in(&ASKING) && !token.is_any(&["many", "number"])
    })?;
    if number {
        let named = names(&attribute.low);
        return value(&entry, &named, None)
            .map(|(found, _)| crate::words::number::plain(found.value));
    }
    yes_or_no(scene, &entry, tokens, &rest)
}

/// "Is X in stock": yes where it says so, no where only others do.
fn yes_or_no(
    scene: &Scene<'_>,
    entry: &Entry<'_>,
    tokens: &[Token],
    rest: &[Token],
) -> Option<String> {
    if !tokens.first()?.is_any(&["is", "are", "was"]) {
        return None;
    }
    let asked: Vec<Token> = rest
        .iter()
        .filter(|token| !token.is_any(&["is", "are", "was", "the", "a", "an"]))
        .cloned()
        .collect();
    let in_front = asked
        .first()
        .is_some_and(|token| token.is_any(&["in", "on", "by", "from"]));
    let texts = [text_of(&asked), text_of(&asked[usize::from(in_front)..])];
    let fits = |entry: &Entry<'_>| {
        texts.iter().any(|text| {
            entry
                .parts
                .iter()
                .any(|part| likeness(text, &part.text) >= Some(Likeness::SameWords))
        })
    };
    if fits(entry) {
        return Some("yes".into());
    }
    let others = listings(scene).into_iter().any(|listing| {
        listing
            .entries
            .iter()
            .any(|other| other.from != entry.from && fits(other))
    });
    others.then(|| "no".into())
}

/// "How many books are in Fiction".
fn count(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let at = tokens
        .iter()
        .position(|token| token.is_any(&["many", "number", "count"]))?;
    let skip = usize::from(
        tokens[at].is("number") && tokens.get(at + 1).is_some_and(|token| token.is("of")),
    );
    let rest: Vec<Token> = actor_last(&tokens[at + 1 + skip..])
        .into_iter()
        .filter(|token| !token.is_any(&["do", "does", "you", "see", "can", "i", "we", "of"]))
        .collect();
    let wanted = Wanted::read(&rest)?;
    let kind = kind_at(&tokenise(&wanted.noun)).map(|(kind, _)| kind);
    let picked = pick(scene, &rest)?;
    let surely = picked.sure == Sure::Named
        || (picked.told
            && kind.is_none_or(|kind| {
                matches!(kind, Kind::Item | Kind::Finding | Kind::Row | Kind::Thing)
            })
            && !wanted.noun.is_empty());
    let items = picked.sure == Sure::Generic && matches!(kind, Some(Kind::Item | Kind::Finding));
    ((surely || items) && is_whole(scene)).then(|| picked.entries.len().to_string())
}

/// "books did Ann write" → "books by Ann".
fn actor_last(tokens: &[Token]) -> Vec<Token> {
    let Some(did) = tokens
        .iter()
        .position(|token| token.is_any(&["did", "has"]))
        .filter(|did| *did + 2 < tokens.len())
    else {
        return tokens.to_vec();
    };
    let mut out = tokens[..did].to_vec();
    out.extend(tokenise("by"));
    out.extend_from_slice(&tokens[did + 1..tokens.len() - 1]);
    out
}

/// The words without those that only ask.
fn bare(tokens: &[Token]) -> Vec<Token> {
    let own = superlative(tokens).map_or(0..0, |found| found.from..found.to + 1);
    tokens
        .iter()
        .enumerate()
        .filter(|(at, token)| {
            own.contains(at)
                || !token.is_in(&ASKING)
                || token.is_any(&["of", "is", "are", "has", "have"])
        })
        .map(|(_, token)| token.clone())
        .skip_while(|token| token.is_any(&["of", "is", "are", "has", "have"]))
        .collect()
}

/// "Which book is the cheapest", "who wrote the newest one", "what is the lowest price".
fn most(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let from = superlative(tokens).map(|found| found.from).or_else(|| {
        tokens
            .iter()
            .position(|token| token.word() && ordinal(&token.low).is_some())
    })?;
    let ranked = superlative(tokens).is_some();
    // "The shelf of the cheapest book": what stands before "of" is asked for.
    let of = (0..from).rev().find(|at| tokens[*at].is("of") && *at > 0);
    let (asked, object) = match of {
        Some(of) => (&tokens[..of], bare(&tokens[of + 1..])),
        None => (&tokens[..from], bare(tokens)),
    };
    let wanted = Wanted::read(&object)?;
    let kind = kind_at(&tokenise(&wanted.noun)).map(|(kind, _)| kind);
    if matches!(
        kind,
        Some(Kind::Number | Kind::Text | Kind::Shape | Kind::Button | Kind::Link | Kind::Checkbox)
    ) {
        return None;
    }
    let picked = pick(scene, &object).or_else(|| pick(scene, &leading(scene, tokens, &object)))?;
    if !ranked && picked.sure != Sure::Named {
        return None;
    }
    let asks_value = ranked
        && picked.sure != Sure::Named
        && (of_name(&wanted.noun).is_some() || is_label(&picked, &wanted.noun))
        && of.is_none();
    if asks_value {
        return picked.part.map(|part| part.text);
    }
    let answers: Vec<String> = picked
        .entries
        .iter()
        .map(|entry| told(entry, asked).unwrap_or_else(|| entry.title.clone()))
        .collect();
    (!answers.is_empty()).then(|| answers.join(", "))
}

/// "Which shelf has the cheapest book": the label leads, and is not part of what is sought.
fn leading(scene: &Scene<'_>, tokens: &[Token], object: &[Token]) -> Vec<Token> {
    let label = |token: &Token| {
        listings(scene).iter().any(|listing| {
            listing
                .columns
                .iter()
                .any(|name| likeness(&token.low, name) >= Some(Likeness::SameWords))
        })
    };
    let from = superlative(tokens).map_or(0, |found| {
        tokens[..found.from]
            .iter()
            .filter(|token| !token.is_in(&ASKING))
            .count()
    });
    object
        .iter()
        .enumerate()
        .filter(|(at, token)| *at >= from || !label(token))
        .map(|(_, token)| token.clone())
        .collect()
}

fn is_label(picked: &Picked<'_>, noun: &str) -> bool {
    picked
        .listing
        .columns
        .iter()
        .skip(1)
        .any(|name| likeness(noun, name) >= Some(Likeness::Synonym))
}

/// "Which authors are in Craft": what stands in that column, each once.
fn told_column(picked: &Picked<'_>, noun: &str) -> Option<String> {
    let column = picked
        .listing
        .columns
        .iter()
        .skip(1)
        .find(|name| likeness(noun, name) >= Some(Likeness::SameWords))?;
    let mut texts: Vec<&str> = Vec::new();
    for part in picked
        .entries
        .iter()
        .flat_map(|entry| &entry.parts)
        .filter(|part| part.label == *column)
    {
        if !texts.contains(&part.text.as_str()) {
            texts.push(&part.text);
        }
    }
    (!texts.is_empty()).then(|| texts.join(", "))
}

/// "Which books are in Fiction", "are there books under £5".
fn which(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let first = tokens.first()?;
    let exists =
        first.is_any(&["is", "are"]) && tokens.get(1).is_some_and(|token| token.is("there"));
    let asks = tokens
        .iter()
        .take(2)
        .any(|token| token.is_any(&["which", "what", "who", "list", "name"]));
    let all =
        first.is_any(&["all", "every"]) || (first.word() && singular(&first.low) != first.low);
    if !exists && !asks && !all {
        return None;
    }
    let asked: Vec<Token> = tokens
        .iter()
        .enumerate()
        .filter(|(at, token)| {
            *at > 1
                || !token.is_any(&["is", "are", "there", "which", "what", "who", "list", "name"])
        })
        .map(|(_, token)| token.clone())
        .collect();
    let asked = if asked.first().is_some_and(|token| token.is("of")) {
        [tokenise("ones"), asked].concat()
    } else {
        asked
    };
    let picked = pick(scene, &asked).filter(|picked| {
        picked.told
            && picked.listing.entries.len() > 1
            && (exists || asks || picked.sure == Sure::Named)
    })?;
    let noun = asked
        .first()
        .map(|token| singular(&token.low))
        .unwrap_or_default();
    let column = told_column(&picked, &noun);
    if picked.sure < Sure::Generic && column.is_none() {
        return None;
    }
    if exists {
        return Some(
            if picked.entries.is_empty() {
                "no"
            } else {
                "yes"
            }
            .into(),
        );
    }
    let one = Wanted::read(&asked).is_some_and(|wanted| {
        picked.sure == Sure::Named
            || matches!(
                wanted.noun.as_str(),
                "one" | "item" | "result" | "entry" | "row"
            )
    });
    if column.is_some() {
        return column;
    }
    let titles: Vec<&str> = picked
        .entries
        .iter()
        .map(|entry| entry.title.as_str())
        .collect();
    let titles = if titles.is_empty() {
        "none".to_owned()
    } else {
        titles.join(", ")
    };
    one.then_some(titles)
}
