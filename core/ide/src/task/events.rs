//! Which events a request is about, and what their names stand for.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Asked;
use super::design::in_english;
use crate::flow::data_action::named_fields;
use crate::gherkin::generate::{ScreenFacts, deed_of};
use crate::ui::component::Role;
use crate::ui::events;
use crate::ui::symbols::{self, SymbolPlace};
use crate::ui::tokens::{camel, is_among, pascal, words};

/// Events of one request.
const MOST: usize = 200;
/// Symbols that one scenario names.
const NAMED: usize = 20;

/// The events that are named; or those of the screen.
pub(super) fn wanted(asked: &Asked<'_>) -> Vec<String> {
    let one = asked.request.given(|part| part.event_id.as_ref());
    let list = asked.request.given(|part| part.event_list.as_ref());
    let listed = list.into_iter().flatten().filter_map(|event| {
        let places = ["event", "event_id", "id", "name"];
        event
            .as_str()
            .or_else(|| places.iter().find_map(|place| event.get(place)?.as_str()))
    });
    let named = one.map(String::as_str).into_iter().chain(listed);
    let mut events: Vec<String> = named.filter_map(event_name).collect();
    if let (true, Some(screen)) = (events.is_empty(), &asked.screen) {
        let found = events::identify(screen, &symbols::identify(screen));
        events.extend(found.into_iter().map(|found| found.event));
    }
    if events.is_empty() && asked.screen.is_none() {
        events.extend(told(asked.request.words()));
    }
    let mut seen = std::collections::HashSet::new();
    events.retain(|event| seen.insert(event.clone()));
    events.truncate(MOST);
    events
}

/// The event that a sentence is about: `the user adds a product to the cart` is `#onAddProductToCartClicked`.
fn told(text: &str) -> Option<String> {
    const WORDS: usize = 4;
    const ASKS: &str = "write create generate make describe draft give me need want please scenario scenarios bdd gherkin test \
        tests case cases feature flow for of when if once after then the a an and it is that user users customer visitor person \
        he she they i we can taps tap clicks click presses press pressing tapping clicking button link icon on in to";
    let end = [",", ".", " with ", " then ", "\n"];
    let end = end.iter().filter_map(|sign| text.find(sign)).min();
    let english = in_english(&text[..end.unwrap_or(text.len())]);
    let said = words(&english);
    let in_latin = said.iter().any(|word| word.is_ascii());
    let mut kept: Vec<String> = Vec::new();
    for word in said.iter().filter(|word| word.is_ascii() || !in_latin) {
        let aside = match kept.is_empty() {
            true => is_among(ASKS, word),
            false => is_among("the a an his her their my your", word),
        };
        let verb = deed_of(word).unwrap_or(word).to_owned();
        if !aside && !kept.contains(&verb) {
            kept.push(verb);
        }
    }
    kept.truncate(WORDS);
    if let Some(verb) = kept.pop() {
        // "Password reset" is what "reset password" is.
        match deed_of(&verb).is_some() {
            true => kept.insert(0, verb),
            false => kept.push(verb),
        }
    }
    while kept.last().is_some_and(|word| is_among(ASKS, word)) {
        kept.pop();
    }
    let name = pascal(&kept.join(" "));
    (!name.is_empty()).then(|| format!("#on{name}Clicked"))
}

/// An event as it is written: `onLoginClicked` and `login clicked` get their sign.
fn event_name(text: &str) -> Option<String> {
    let name = camel(text.trim_start_matches('#'));
    let letter = name.chars().next().is_some_and(char::is_alphabetic);
    letter.then(|| format!("#{name}"))
}

/// What is known of the screen.
pub(super) fn screen(asked: &Asked<'_>) -> ScreenFacts {
    let mut known = ScreenFacts {
        page: asked.page.clone(),
        ..ScreenFacts::default()
    };
    let Some(document) = &asked.screen else {
        // Symbols that are named without a screen are what a person fills in.
        known.filled = mappings(asked).into_keys().take(NAMED).collect();
        if known.filled.is_empty() && asked.request.given(|part| part.event_id.as_ref()).is_none() {
            let said = named_fields(asked.request.words()).into_iter();
            known.filled = said.map(|field| format!("#{field}")).collect();
        }
        return known;
    };
    let symbols = symbols::identify(document).into_iter();
    for symbol in symbols.filter(|symbol| symbol.place == SymbolPlace::Content) {
        let list = match symbol.role {
            Role::Input | Role::Choice => &mut known.filled,
            // What is switched is neither loaded nor missing.
            Role::Toggle | Role::Button => continue,
            Role::Collection | Role::Other => &mut known.shown,
        };
        if list.len() < NAMED {
            list.push(symbol.symbol);
        }
    }
    known
}

/// Variables of symbols: `{symbol: variable}`, or a list of `{symbol, variable}`.
pub(super) fn mappings(asked: &Asked<'_>) -> BTreeMap<String, String> {
    let hashed = |name: &str| match name.starts_with('#') {
        true => name.to_owned(),
        false => format!("#{name}"),
    };
    match asked.request.given(|part| part.symbol_mappings.as_ref()) {
        Some(Value::Object(mappings)) => {
            let pairs = mappings.iter();
            pairs
                .filter_map(|(symbol, variable)| Some((hashed(symbol), hashed(variable.as_str()?))))
                .collect()
        }
        Some(Value::Array(rows)) => {
            let row = |row: &Value| {
                let symbol = row
                    .get("symbol")
                    .or_else(|| row.get("symbol_id"))?
                    .as_str()?;
                let variable = row.get("variable").or_else(|| row.get("key"))?.as_str()?;
                Some((hashed(symbol), hashed(variable)))
            };
            rows.iter().filter_map(row).collect()
        }
        _ => BTreeMap::new(),
    }
}
