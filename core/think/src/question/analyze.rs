//! Where do the facts come from? Step 1 of spec 002 §4.7.1.

use schemars::JsonSchema;
use serde::Deserialize;

use super::evidence::Grounds;
use super::lenient::{Confidence, Each, Entry, Lax, REASONING, Text, Word};
use super::prompt_text::PromptText;
use super::{Form, reply};
use crate::models::ModelTier;
use crate::reason::{Analysis, FactSource, Missing, MissingKind};

pub(super) const FORM: Form = Form {
    role: ModelTier::Smart,
    system: include_str!("analyze.md"),
    reply_tokens: 600,
    temperature: None,
};

/// Longest search that is kept, in characters.
const SEARCH: usize = 200;
/// Longest name and description of a missing fact.
const NAME: usize = 80;
const SENTENCE: usize = 200;

pub(super) fn user(prompt: PromptText<'_>) -> PromptText<'_> {
    let can_search = prompt.brief().can_search;
    let prompt = prompt
        .goal()
        .file_with("What it tells is not missing: it counts as MEMORY.");
    let prompt = if can_search {
        prompt
    } else {
        prompt.say("The web cannot be searched now.")
    };
    prompt
        .history()
        .memory()
        .knowledge_with("What they tell is not missing: it counts as MEMORY.")
        .page()
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Answer {
    source: Word<FactSource>,
    required_sources: Each<Word<FactSource>>,
    missing_info: Each<Entry<Fact>>,
    search_query: Option<Text<SEARCH>>,
    reasoning: Text<REASONING>,
    confidence: Confidence,
    evidence: Lax<Grounds>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Fact {
    field: Text<NAME>,
    #[serde(rename = "type")]
    #[schemars(with = "MissingKind")]
    kind: Text<NAME>,
    description: Text<SENTENCE>,
}

pub(super) fn read(answer: &str) -> Result<Analysis, String> {
    let said: Answer = reply::fields(answer)?;
    let source = said.source.0;
    let mut required = Vec::new();
    for source in said
        .required_sources
        .0
        .into_iter()
        .filter_map(|word| word.0)
    {
        if !required.contains(&source) {
            required.push(source);
        }
    }
    Ok(Analysis {
        source: source.ok_or("source is none of MEMORY, PAGE, WEB_SEARCH and ASK_USER")?,
        required,
        missing: said.missing_info.made(|Entry(fact)| fact.missing()),
        search_query: said.search_query.and_then(Text::some),
        reasoning: said.reasoning.0,
        confidence: said.confidence.0,
        evidence: said.evidence.0.into(),
    })
}

impl Fact {
    /// One of unknown kind counts as private, so that it is never looked up.
    fn missing(self) -> Option<Missing> {
        Some(Missing {
            field: self.field.some()?,
            kind: if self.kind.0.to_uppercase().starts_with("EXTERNAL") {
                MissingKind::ExternalKnowledge
            } else {
                MissingKind::PrivateData
            },
            description: self.description.0,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::question::Topic;
    use crate::question::tests::fixture::{brief, prompt_of};
    use crate::reason::Evidence;

    #[test]
    fn the_prompt() {
        insta::assert_snapshot!(prompt_of(&brief(Topic::Analyze)));
    }

    #[test]
    fn an_answer_is_read() {
        let answer = r#"Here: ```json
            {"source": "WEB_SEARCH", "requiredSources": ["WEB_SEARCH", "ASK_USER", "MAGIC"],
             "missingInfo": [
                {"field": "how to register", "type": "EXTERNAL_KNOWLEDGE", "description": "steps"},
                {"field": "dateOfBirth", "type": "PRIVATE_DATA", "description": ""}],
             "searchQuery": "register patient OpenEMR", "reasoning": "Not on the page.",
             "confidence": 0.8,
             "evidence": {"sources": ["page"], "quality": "medium", "gaps": ["steps"]}}
            ```"#;
        let missing = |field: &str, kind, description: &str| Missing {
            field: field.to_owned(),
            kind,
            description: description.to_owned(),
        };
        assert_eq!(
            read(answer).unwrap(),
            Analysis {
                source: FactSource::WebSearch,
                required: vec![FactSource::WebSearch, FactSource::AskUser],
                missing: vec![
                    missing("how to register", MissingKind::ExternalKnowledge, "steps"),
                    missing("dateOfBirth", MissingKind::PrivateData, ""),
                ],
                search_query: Some("register patient OpenEMR".to_owned()),
                reasoning: "Not on the page.".to_owned(),
                confidence: 0.8,
                evidence: Evidence {
                    sources: vec!["page".to_owned()],
                    quality: "medium".to_owned(),
                    gaps: vec!["steps".to_owned()],
                },
            }
        );
    }

    #[test]
    fn a_careless_answer_is_read_with_care() {
        let answer = r#"{"source": "web search", "missingInfo": ["name", 7, null, {"x": 1}],
            "searchQuery": "null", "confidence": 7, "evidence": "good"}"#;
        let private = |field: &str| Missing {
            field: field.to_owned(),
            kind: MissingKind::PrivateData,
            description: String::new(),
        };
        assert_eq!(
            read(answer).unwrap(),
            Analysis {
                source: FactSource::WebSearch,
                required: vec![],
                missing: vec![private("name")],
                search_query: None,
                reasoning: String::new(),
                confidence: 0.5,
                evidence: Evidence::default(),
            }
        );
    }

    #[test]
    fn no_source_is_no_answer() {
        for answer in [
            "",
            "PAGE",
            "{",
            "[]",
            "{}",
            r#"{"source": "GUESS"}"#,
            r#"{"source": 3}"#,
        ] {
            assert!(read(answer).is_err(), "{answer:?}");
        }
    }

    #[test]
    fn a_hostile_answer_is_cut() {
        let long = "x".repeat(50_000);
        let item = format!(r#"{{"field": "{long}", "description": "{long}"}}"#);
        let items = vec![item; 100].join(",");
        let read = read(&format!(
            r#"{{"source": "PAGE", "missingInfo": [{items}], "searchQuery": "{long}",
                "reasoning": "{long}\u202e\u0007", "evidence": {{"gaps": ["{long}"]}}}}"#
        ))
        .unwrap();
        assert_eq!(read.missing.len(), 8);
        assert!(serde_json::to_string(&read).unwrap().len() < 5_000);
        assert!(!read.reasoning.contains('\u{202e}'));
    }
}
