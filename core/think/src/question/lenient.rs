//! What answers are made of. Each part says what models are asked for (its JSON Schema) and takes what some write
//! instead: nothing, null, another type, too much.

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema};
use screen_agent_words::quote::{cut, plain};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, from_value, json};

/// Longest reasoning that is kept, in characters.
pub(super) const REASONING: usize = 500;
/// Most entries of an [`Each`] that are kept.
const LIST: usize = 8;

/// JSON Schema of an answer, as models are sent it: in one piece, without remarks. What may be left out is marked
/// `skip_serializing_if = "optional"`; everything else is asked for.
pub(super) fn schema<T: JsonSchema>() -> Value {
    // A model writes the answer, so it is held to what is written.
    let mut settings = SchemaSettings::draft2020_12()
        .for_serialize()
        .with_transform(bare);
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

/// For what may be left out of an answer.
pub(super) fn optional<T>(_: &T) -> bool {
    true
}

fn bare(schema: &mut Schema) {
    for word in ["title", "description", "default", "format"] {
        schema.remove(word);
    }
    // Words that are explained in the code come one by one.
    if let Some(Value::Array(choices)) = schema.remove("oneOf") {
        let words = choices.iter().filter_map(|choice| choice.get("const"));
        schema.insert("enum".to_owned(), words.cloned().collect());
        schema.insert("type".to_owned(), json!("string"));
    }
    if schema.get("properties").is_some() {
        schema.insert("additionalProperties".to_owned(), json!(false));
    }
    transform_subschemas(&mut bare, schema);
}

/// The same object with `more` fields and without some, of which only these are required.
pub(super) fn narrowed(
    mut schema: Value,
    without: &[&str],
    more: Map<String, Value>,
    required: &[&str],
) -> Value {
    if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        fields.retain(|name, _| !without.contains(&name.as_str()));
        fields.extend(more);
    }
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema
}

/// A text on one line, cut; empty where there is none.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(from = "Value")]
pub(super) struct Text<const MOST: usize>(pub(super) String);

impl<const MOST: usize> From<Value> for Text<MOST> {
    fn from(said: Value) -> Self {
        Self(match said {
            Value::String(text) => cut(&plain(&text), MOST),
            Value::Number(number) => number.to_string(),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => String::new(),
        })
    }
}

impl<const MOST: usize> Text<MOST> {
    /// A text that says something; models write "null" and "none" for nothing.
    pub(super) fn some(self) -> Option<String> {
        let nothing = ["", "null", "none", "n/a", "-"];
        Some(self.0).filter(|text| !nothing.contains(&text.to_lowercase().as_str()))
    }
}

/// A short text that may come as an object, which goes by its name.
#[derive(Deserialize, JsonSchema)]
#[serde(from = "Value")]
pub(super) struct Name(Text<200>);

impl From<Value> for Name {
    fn from(mut said: Value) -> Self {
        let named = said.as_object_mut().map(|fields| {
            let field = fields.remove("field");
            field.or(fields.remove("name")).unwrap_or_default()
        });
        Self(named.unwrap_or(said).into())
    }
}

/// Yes or no, or nothing of the kind.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(from = "Value")]
pub(super) struct Flag(#[schemars(with = "bool")] pub(super) Option<bool>);

impl From<Value> for Flag {
    fn from(said: Value) -> Self {
        Self(match said {
            Value::Bool(flag) => Some(flag),
            Value::String(word) => word.trim().to_lowercase().parse().ok(),
            Value::Null | Value::Number(_) | Value::Array(_) | Value::Object(_) => None,
        })
    }
}

impl Flag {
    /// Yes or no; nothing else will do.
    pub(super) fn plainly(self, name: &str) -> Result<bool, String> {
        self.0
            .ok_or_else(|| format!("{name} is neither true nor false"))
    }

    /// True where that was said.
    pub(super) fn is_set(&self) -> bool {
        self.0.unwrap_or_default()
    }
}

/// A figure between 0 and 1; anything else counts as middling. Spec 002 §4.10.1.
#[derive(Deserialize, JsonSchema)]
#[serde(from = "Value")]
pub(super) struct Confidence(pub(super) f32);

impl Default for Confidence {
    fn default() -> Self {
        Self(0.5)
    }
}

impl From<Value> for Confidence {
    fn from(said: Value) -> Self {
        let figure = match said {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.trim().parse().ok(),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        };
        #[allow(clippy::cast_possible_truncation, reason = "a figure between 0 and 1")]
        figure
            .filter(|figure| (0.0..=1.0).contains(figure))
            .map_or_else(Self::default, |figure| Self(figure as f32))
    }
}

/// One of a fixed set of words, however it is written.
#[derive(Deserialize, JsonSchema)]
#[serde(from = "Value", bound = "T: DeserializeOwned")]
pub(super) struct Word<T>(#[schemars(with = "T")] pub(super) Option<T>);

impl<T> Default for Word<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: DeserializeOwned> From<Value> for Word<T> {
    fn from(said: Value) -> Self {
        let word = said.as_str().map(|word| plain(word).to_uppercase());
        let word = word.map(|word| json!(word.replace([' ', '-'], "_")));
        Self(word.and_then(|word| from_value(word).ok()))
    }
}

/// What cannot be read counts as not said.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(from = "Value", bound = "T: DeserializeOwned + Default")]
pub(super) struct Lax<T>(pub(super) T);

impl<T: DeserializeOwned + Default> From<Value> for Lax<T> {
    fn from(said: Value) -> Self {
        // Fields in a row, without their names, are no object.
        let said = Some(said).filter(|said| !said.is_array());
        Self(
            said.and_then(|said| from_value(said).ok())
                .unwrap_or_default(),
        )
    }
}

/// An entry of a list: an object, or its first field alone.
#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "Value", bound = "T: DeserializeOwned")]
pub(super) struct Entry<T>(pub(super) T);

impl<T: DeserializeOwned> TryFrom<Value> for Entry<T> {
    type Error = serde_json::Error;

    fn try_from(said: Value) -> Result<Self, Self::Error> {
        let row = if said.is_string() {
            json!([said])
        } else if said.is_array() {
            Value::Null
        } else {
            said
        };
        from_value(row).map(Self)
    }
}

/// A list, if there is one, with what cannot be read as nothing.
#[derive(Deserialize, JsonSchema)]
#[serde(from = "Value", bound = "T: DeserializeOwned")]
pub(super) struct List<T>(#[schemars(with = "Vec<T>")] pub(super) Option<Vec<Option<T>>>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: DeserializeOwned> From<Value> for List<T> {
    fn from(said: Value) -> Self {
        let Value::Array(items) = said else {
            return Self::default();
        };
        Self(Some(
            items
                .into_iter()
                .map(|item| from_value(item).ok())
                .collect(),
        ))
    }
}

/// A list; a single one counts, and what cannot be read is passed over.
#[derive(Deserialize, JsonSchema)]
#[serde(from = "Value", bound = "T: DeserializeOwned")]
pub(super) struct Each<T>(pub(super) Vec<T>);

impl<T> Default for Each<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: DeserializeOwned> From<Value> for Each<T> {
    fn from(said: Value) -> Self {
        let said = if said.is_array() { said } else { json!([said]) };
        let read = List::from(said).0.unwrap_or_default();
        Self(read.into_iter().flatten().collect())
    }
}

impl<T> Each<T> {
    /// Those that say something, as many as are kept.
    pub(super) fn made<U>(self, make: impl FnMut(T) -> Option<U>) -> Vec<U> {
        self.0.into_iter().filter_map(make).take(LIST).collect()
    }
}

impl Each<Name> {
    pub(super) fn texts(self) -> Vec<String> {
        self.made(|name| name.0.some())
    }
}
