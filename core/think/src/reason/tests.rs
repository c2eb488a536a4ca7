//! The pipeline over the matrix of spec 002 §4.7.2, and over whatever comes in.

mod any;
mod matrix;

use super::{
    Analysis, Case, Completeness, Evaluation, Evidence, FactSource, Missing, MissingKind,
    ReasonInput, Reasoning, Wanted,
};
use crate::search::{Finding, Found, SearchFailure, SearchQuery};

const CASE: Case<'_> = Case {
    query: "add a patient",
    url: "https://www.clinic.example/start",
    can_search: true,
    private: false,
};
const OFFLINE: Case<'_> = Case {
    can_search: false,
    ..CASE
};

fn from(source: FactSource, confidence: f32) -> Analysis {
    Analysis {
        source,
        required: vec![source],
        missing: Vec::new(),
        search_query: Some("register a patient".to_owned()),
        reasoning: "Because.".to_owned(),
        confidence,
        evidence: Evidence::default(),
    }
}

fn lacking(mut analysis: Analysis, field: &str, kind: MissingKind) -> Analysis {
    analysis.missing.push(Missing {
        field: field.to_owned(),
        kind,
        description: String::new(),
    });
    analysis
}

fn worth(solved: bool, confidence: f32, refined: Option<&str>) -> Evaluation {
    Evaluation {
        solved,
        should_retry: refined.is_some(),
        should_ask: false,
        refined_query: refined.map(str::to_owned),
        summary: "Choose New.".to_owned(),
        reasoning: "Because.".to_owned(),
        confidence,
        evidence: Evidence::default(),
    }
}

fn complete(can_proceed: bool, confidence: f32, missing: &[&str]) -> Completeness {
    Completeness {
        can_proceed,
        missing: missing.iter().map(|field| (*field).to_owned()).collect(),
        question: None,
        reasoning: "Because.".to_owned(),
        confidence,
        evidence: Evidence::default(),
    }
}

fn pages(number: usize) -> ReasonInput {
    let finding = Finding {
        title: "Guide".to_owned(),
        url: "https://clinic.example/guide".to_owned(),
        text: "Choose New.".to_owned(),
    };
    ReasonInput::Found(Ok(Found {
        findings: vec![finding; number],
        ..Found::default()
    }))
}

fn nothing() -> ReasonInput {
    ReasonInput::Found(Err(SearchFailure::TimedOut))
}

fn analysis(analysis: Analysis) -> ReasonInput {
    ReasonInput::Analysis(analysis, false)
}

fn evaluation(evaluation: Evaluation) -> ReasonInput {
    ReasonInput::Evaluation(evaluation, false)
}

fn completeness(completeness: Completeness) -> ReasonInput {
    ReasonInput::Completeness(completeness)
}

/// What is wanted, in one line.
fn told(wanted: &Wanted) -> String {
    match wanted {
        Wanted::Complete { missing } if missing.is_empty() => "complete".to_owned(),
        Wanted::Complete { missing } => format!("complete: {}", missing.join(", ")),
        Wanted::Analyze => "analyze".to_owned(),
        Wanted::Evaluate => "evaluate".to_owned(),
        Wanted::Search(SearchQuery { words, domain }) => match domain {
            Some(domain) => format!("search {words} on {domain}"),
            None => format!("search {words}"),
        },
        Wanted::Ask { missing, .. } => format!("ask: {}", missing.join(", ")),
        Wanted::Proceed => "proceed".to_owned(),
    }
}

/// What is wanted after each input.
fn story(case: &Case<'_>, inputs: Vec<ReasonInput>) -> Vec<String> {
    let mut reasoning = Reasoning::default();
    inputs
        .into_iter()
        .map(|input| told(&reasoning.take(input, case)))
        .collect()
}
