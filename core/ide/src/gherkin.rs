//! Scenarios in Gherkin, in both dialects: the short one, whose steps name symbols, and the quoted one, whose steps are
//! sentences about what is in quotes.

pub mod generate;
pub mod parse;
pub mod print;
pub mod refine;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::ui::tokens::{Symbol, is_among, symbols, words};

/// What a system can do, as scenarios.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GherkinFeature {
    /// Its name.
    pub name: String,
    /// Lines of the story: `As a …`, `I want …`, `So that …`.
    pub story: Vec<String>,
    /// What happens when.
    pub scenarios: Vec<GherkinScenario>,
}

/// One course of events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GherkinScenario {
    /// Its name; the only one of a text may have none.
    pub name: String,
    /// Its steps.
    pub steps: Vec<GherkinStep>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GherkinStep {
    /// The word that it begins with.
    pub keyword: GherkinWord,
    /// What it says.
    pub text: String,
}

/// The word that a step begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GherkinWord {
    Given,
    When,
    Then,
    And,
    But,
    Otherwise,
    Unless,
    Except,
}

/// What a step is part of: `And` goes on with what is before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What holds before.
    Given,
    /// What happens.
    When,
    /// What follows.
    Then,
    /// What follows where it fails.
    Otherwise,
}

impl GherkinStep {
    pub fn new(keyword: GherkinWord, text: impl Into<String>) -> Self {
        Self {
            keyword,
            text: text.into(),
        }
    }
}

impl GherkinScenario {
    /// Each step with what it is part of.
    pub fn parts(&self) -> Vec<(Part, &GherkinStep)> {
        let mut part = Part::Given;
        let with = |step| {
            let step: &GherkinStep = step;
            part = match step.keyword {
                GherkinWord::Given => Part::Given,
                GherkinWord::When => Part::When,
                GherkinWord::Then => Part::Then,
                GherkinWord::And => part,
                GherkinWord::But if part != Part::Then => part,
                GherkinWord::But
                | GherkinWord::Otherwise
                | GherkinWord::Unless
                | GherkinWord::Except => Part::Otherwise,
            };
            (part, step)
        };
        self.steps.iter().map(with).collect()
    }

    /// Texts of the steps of one part.
    pub fn texts(&self, wanted: Part) -> Vec<&str> {
        let parts = self.parts().into_iter();
        let of_part = parts.filter(|(part, _)| *part == wanted);
        of_part.map(|(_, step)| step.text.as_str()).collect()
    }

    /// The event that begins it, such as `#onLoginClicked`.
    pub fn event(&self) -> Option<String> {
        let texts = self.texts(Part::When);
        let all = texts.iter().flat_map(|text| symbols(text));
        let named = all.filter_map(|symbol| match symbol {
            Symbol::Event(event) => Some(event.to_owned()),
            Symbol::Own(_) | Symbol::System(_) | Symbol::Api(_) => None,
        });
        named.into_iter().next()
    }

    /// What it is about.
    pub fn course(&self) -> Course {
        const FAILS: &str =
            "fail fails failed error rejected denied unavailable unsuccessful timeout times";
        const WANTS: &str = "empty missing invalid blank incomplete";
        let mut said = words(&self.name);
        let before = [Part::Given, Part::When].map(|part| self.texts(part));
        // A symbol whose name says "error" is no error.
        let plain = before
            .iter()
            .flatten()
            .flat_map(|text| text.split_whitespace());
        said.extend(plain.filter(|word| !word.contains('#')).flat_map(words));
        let says = |list: &str| said.iter().any(|word| is_among(list, word));
        match (says(FAILS), says(WANTS)) {
            (true, _) => Course::Failure,
            (false, true) => Course::Incomplete,
            (false, false) => Course::Success,
        }
    }
}

/// What a scenario is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Course {
    /// All goes well.
    Success,
    /// Something that is wanted is not there.
    Incomplete,
    /// What was called fails.
    Failure,
}
