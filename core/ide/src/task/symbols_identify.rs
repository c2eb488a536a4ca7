//! What of a screen is dynamic, and what may happen on it.

use screen_agent_wire::Invalid;
use screen_agent_wire::invalid::count;
use serde::Deserialize;
use serde_json::json;

use super::{Asked, TaskOutcome, counted};
use crate::model::{AnswerWords as _, Question, as_it_is, list, object, one_of, text};
use crate::toast::NothingFound;
use crate::ui::UiNode;
use crate::ui::component::{Role, role};
use crate::ui::events::{self, FoundEvent};
use crate::ui::symbols::{self, FoundSymbol, SymbolPlace};
use crate::ui::tokens::{Symbol, symbol};

#[derive(Debug, Default)]
pub struct SymbolsOutput {
    pub symbols: Vec<FoundSymbol>,
    pub events: Vec<FoundEvent>,
}

pub fn compute(asked: &Asked<'_>) -> Result<SymbolsOutput, Invalid> {
    let Some(screen) = &asked.screen else {
        return Ok(SymbolsOutput::default());
    };
    let symbols = symbols::identify(screen);
    asked.done("symbols", symbols.len(), symbols.len());
    let events = events::identify(screen, &symbols);
    asked.done("events", events.len(), events.len());
    Ok(SymbolsOutput { symbols, events })
}

pub fn told(output: &SymbolsOutput, asked: &Asked<'_>) -> TaskOutcome {
    let names: Vec<&str> = output
        .symbols
        .iter()
        .map(|found| found.symbol.as_str())
        .collect();
    let events: Vec<&str> = output
        .events
        .iter()
        .map(|found| found.event.as_str())
        .collect();
    let missing = (names.is_empty() && events.is_empty()).then_some(NothingFound::Symbols);
    let response = format!(
        "Found {} and {}.",
        counted(names.len(), "symbol", "symbols"),
        counted(events.len(), "event", "events")
    );
    let outcome = TaskOutcome::new(format!("Symbols Identified{}", asked.of_page()), response)
        .showing_some("symbols", &names)
        .showing_some("events", &events)
        .showing_some("symbol_details", &output.symbols)
        .showing_some("event_details", &output.events);
    TaskOutcome { missing, ..outcome }
}

pub(crate) fn question() -> Question {
    let place = one_of(&["content", "style", "state"]);
    let symbol = [
        ("symbol", text()),
        ("component_id", text()),
        ("place", place),
        ("why", text()),
    ];
    let event = [("event", text()), ("component_id", text()), ("why", text())];
    Question {
        topic: "symbols_identify",
        system: include_str!("symbols_identify.md"),
        schema: object([
            ("symbols", list(object(symbol))),
            ("events", list(object(event))),
        ]),
        draft: |result| {
            let part = |name: &str| result.get(name).cloned();
            json!({ "symbols": part("symbol_details"), "events": part("event_details") })
        },
        shown: as_it_is,
    }
}

/// What a model finds besides.
#[derive(Debug, Deserialize)]
pub struct SymbolsAnswer {
    #[serde(default)]
    symbols: Vec<AnsweredSymbol>,
    #[serde(default)]
    events: Vec<AnsweredEvent>,
}

#[derive(Debug, Deserialize)]
struct AnsweredSymbol {
    symbol: String,
    component_id: String,
    place: AnsweredPlace,
    #[serde(default)]
    why: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum AnsweredPlace {
    Content,
    Style,
    State,
}

#[derive(Debug, Deserialize)]
struct AnsweredEvent {
    event: String,
    component_id: String,
    #[serde(default)]
    why: String,
}

/// Symbols and events that a model may add.
const ANSWERED: usize = 200;

pub fn proposed(asked: &Asked<'_>, answer: &SymbolsAnswer) -> Result<SymbolsOutput, Invalid> {
    let mut output = compute(asked)?;
    count("symbols", answer.symbols.len(), ANSWERED)?;
    count("events", answer.events.len(), ANSWERED)?;
    let screen = asked
        .screen
        .as_ref()
        .map(|screen| screen.all())
        .unwrap_or_default();
    let node = |id: &str, place: String| -> Result<&UiNode, Invalid> {
        let found = screen.iter().find(|node| node.id == id);
        found
            .copied()
            .ok_or_else(|| Invalid::new(place, "is no component of the screen"))
    };
    for (one, at) in answer.symbols.iter().zip(0..) {
        let node = node(&one.component_id, format!("symbols[{at}].component_id"))?;
        if !matches!(symbol(&one.symbol), Some(Symbol::Own(_))) {
            return Err(Invalid::new(
                format!("symbols[{at}].symbol"),
                "is no symbol",
            ));
        }
        if output
            .symbols
            .iter()
            .any(|known| known.symbol == one.symbol)
        {
            continue;
        }
        let place = match one.place {
            AnsweredPlace::Content => SymbolPlace::Content,
            AnsweredPlace::Style => SymbolPlace::Style,
            AnsweredPlace::State => SymbolPlace::State,
        };
        let of_content = |wanted| role(node) == wanted && place == SymbolPlace::Content;
        output.symbols.push(FoundSymbol {
            symbol: one.symbol.clone(),
            place,
            component_id: node.id.clone(),
            property: String::new(),
            is_list: of_content(Role::Collection),
            is_switch: of_content(Role::Toggle),
            role: role(node),
            rationale: one.why.why(),
        });
    }
    for (one, at) in answer.events.iter().zip(0..) {
        let node = node(&one.component_id, format!("events[{at}].component_id"))?;
        if !matches!(symbol(&one.event), Some(Symbol::Event(_))) {
            return Err(Invalid::new(format!("events[{at}].event"), "is no event"));
        }
        if !output.events.iter().any(|known| known.event == one.event) {
            output.events.push(FoundEvent {
                event: one.event.clone(),
                component_id: Some(node.id.clone()),
                rationale: one.why.why(),
            });
        }
    }
    Ok(output)
}
