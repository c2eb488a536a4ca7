//! Which events a request is about, and what their names stand for.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Asked;
use crate::gherkin::generate::ScreenFacts;
use crate::ui::component::Role;
use crate::ui::events;
use crate::ui::symbols::{self, SymbolPlace};
use crate::ui::tokens::camel;

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
    let mut seen = std::collections::HashSet::new();
    events.retain(|event| seen.insert(event.clone()));
    events.truncate(MOST);
    events
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
        return known;
    };
    let symbols = symbols::identify(document).into_iter();
    for symbol in symbols.filter(|symbol| symbol.place == SymbolPlace::Content) {
        let list = match symbol.role == Role::Input {
            true => &mut known.filled,
            false => &mut known.shown,
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
