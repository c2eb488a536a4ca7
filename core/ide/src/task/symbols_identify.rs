//! What of a screen is dynamic, and what may happen on it.

use screen_agent_wire::Invalid;

use super::{Asked, TaskOutcome, counted};
use crate::toast::NothingFound;
use crate::ui::events::{self, FoundEvent};
use crate::ui::symbols::{self, FoundSymbol};

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
