//! What a model may say: a JSON schema, as a choice among tokens.

use std::sync::Arc;

use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::SimpleVob;
use llguidance::{Matcher, ParserFactory};
use serde_json::{Map, Value, json};

use crate::LoadError;
use crate::vocabulary::{self, Vocabulary};

/// Holds a model to schemas.
pub(crate) struct Guide {
    factory: ParserFactory,
    closers: Closers,
}

impl Guide {
    pub(crate) fn new(vocabulary: &Arc<Vocabulary>) -> Result<Self, LoadError> {
        let mut factory = ParserFactory::new_simple(&vocabulary::env(vocabulary))
            .map_err(|error| LoadError::Vocabulary(error.to_string()))?;
        factory.quiet();
        Ok(Self {
            factory,
            closers: Closers {
                quote: vocabulary.exactly("\""),
                brace: vocabulary.exactly("}"),
                bracket: vocabulary.exactly("]"),
                escaped: vocabulary
                    .exactly("\\\"")
                    .or_else(|| vocabulary.exactly("\\")),
            },
        })
    }

    /// A fresh reply that has to fit a schema; the error says what is wrong with the schema.
    pub(crate) fn hold(&self, schema: &Value, reply_tokens: u32) -> Result<Matcher, String> {
        let mut schema = bounded(schema, usize::try_from(reply_tokens).unwrap_or(usize::MAX));
        if let Value::Object(fields) = &mut schema {
            // Free choice of blanks makes small models wander.
            let options = json!({ "whitespace_flexible": false, "lenient": true });
            fields.insert("x-guidance".into(), options);
        }
        let grammar = TopLevelGrammar::from_json_schema(schema);
        let matcher = Matcher::new(self.factory.create_parser(grammar));
        match matcher.get_error() {
            Some(error) => Err(error),
            None => Ok(matcher),
        }
    }

    /// The likeliest of the allowed tokens; when room runs out, one that closes what is open.
    pub(crate) fn choose(
        &self,
        figures: &[f32],
        allowed: &SimpleVob,
        closing: bool,
    ) -> Option<u32> {
        let closer = closing.then(|| self.closers.among(allowed)).flatten();
        closer.or_else(|| likeliest(figures, allowed))
    }
}

/// Tokens that bring a reply to its end.
struct Closers {
    quote: Option<u32>,
    brace: Option<u32>,
    bracket: Option<u32>,
    /// A quote within a text: where the text is an action, it ends the action's own text.
    escaped: Option<u32>,
}

impl Closers {
    fn among(&self, allowed: &SimpleVob) -> Option<u32> {
        let allow = |token: Option<u32>| token.filter(|&token| allowed.is_allowed(token));
        let [quote, brace, bracket] = [self.quote, self.brace, self.bracket].map(allow);
        // Only within a text are both allowed: there they are nothing but signs.
        if brace.is_some() && bracket.is_some() {
            return quote.or(allow(self.escaped));
        }
        brace.or(bracket).or(quote)
    }
}

fn likeliest(figures: &[f32], allowed: &SimpleVob) -> Option<u32> {
    let mut best: Option<(u32, f32)> = None;
    allowed.iter_set_entries(|token| {
        let Some(&figure) = figures.get(token) else {
            return;
        };
        if !figure.is_nan() && best.is_none_or(|(_, most)| figure > most) {
            best = Some((token as u32, figure));
        }
    });
    best.map(|(token, _)| token)
}

/// Longest text, in characters, most items of a list, and largest number, where the schema says
/// nothing of its own.
const LONGEST: usize = 240;
const MOST: usize = 6;
const LARGEST: i64 = 1_000_000;

/// The same schema with an end to every text, list and number: a small model finds none by itself.
fn bounded(schema: &Value, reply_tokens: usize) -> Value {
    match schema {
        Value::Object(fields) => {
            let mut fields: Map<String, Value> = fields
                .iter()
                .map(|(name, value)| (name.clone(), bounded(value, reply_tokens)))
                .collect();
            let free = |fields: &Map<String, Value>, kind: &str, unless: &[&str]| {
                is_of(fields, kind) && unless.iter().all(|key| !fields.contains_key(*key))
            };
            let said = ["enum", "const", "pattern", "format", "maxLength"];
            if free(&fields, "string", &said) {
                let longest = (reply_tokens * 2).clamp(1, LONGEST);
                fields.insert("maxLength".into(), longest.into());
            }
            if free(&fields, "array", &["enum", "const", "maxItems"]) {
                fields.insert("maxItems".into(), MOST.into());
            }
            let said = ["enum", "const", "minimum", "maximum"];
            if free(&fields, "number", &said) || free(&fields, "integer", &said) {
                fields.insert("minimum".into(), (-LARGEST).into());
                fields.insert("maximum".into(), LARGEST.into());
            }
            Value::Object(fields)
        }
        Value::Array(parts) => parts
            .iter()
            .map(|part| bounded(part, reply_tokens))
            .collect(),
        other => other.clone(),
    }
}

fn is_of(fields: &Map<String, Value>, kind: &str) -> bool {
    match fields.get("type") {
        Some(Value::String(named)) => named == kind,
        Some(Value::Array(kinds)) => kinds.iter().any(|named| named == kind),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_list_and_number_gets_an_end() {
        let schema = json!({
            "type": "object",
            "properties": {
                "thought": { "type": "string" },
                "id": { "type": "string", "enum": ["4", "7"] },
                "steps": { "type": "array", "items": { "type": ["string", "null"] } },
                "short": { "type": "string", "maxLength": 5 },
                "count": { "type": "integer" },
                "share": { "type": "number", "maximum": 1 },
            },
        });
        let expected = json!({
            "type": "object",
            "properties": {
                "thought": { "type": "string", "maxLength": 200 },
                "id": { "type": "string", "enum": ["4", "7"] },
                "steps": {
                    "type": "array",
                    "maxItems": 6,
                    "items": { "type": ["string", "null"], "maxLength": 200 },
                },
                "short": { "type": "string", "maxLength": 5 },
                "count": { "type": "integer", "minimum": -1_000_000, "maximum": 1_000_000 },
                "share": { "type": "number", "maximum": 1 },
            },
        });
        assert_eq!(bounded(&schema, 100), expected);
    }

    #[test]
    fn the_likeliest_allowed_token_is_taken_and_figures_that_are_none_never_are() {
        let mut allowed = SimpleVob::alloc(4);
        allowed.allow_token(0);
        allowed.allow_token(1);
        allowed.allow_token(3);
        assert_eq!(likeliest(&[f32::NAN, 0.5, 9.0, 0.7], &allowed), Some(3));
        assert_eq!(likeliest(&[-1.0, 0.5, 9.0, 0.7], &allowed), Some(3));
        assert_eq!(likeliest(&[], &allowed), None);
    }
}
