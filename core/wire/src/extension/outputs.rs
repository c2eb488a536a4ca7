//! What a run brings: data of the page that it ends on, and answers to questions about one.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::amount::amount;
use super::run::NewRun;
use crate::derives::*;
use crate::invalid::{Invalid, count, cut, given};
use crate::limits;

/// Most fields.
const FIELDS: usize = 50;
/// Most bytes of what describes them.
const SPEC_BYTES: usize = 16 * 1024;
/// Most questions, and the longest.
pub const MOST_QUESTIONS: usize = 10;
const QUESTION: usize = 2_000;
/// Most records that are kept.
const RECORDS: usize = 200;
/// Longest value, answer and quotation that are kept, in characters.
const VALUE: usize = 2_000;
const ANSWER: usize = 4_000;
const QUOTE: usize = 300;
/// Most sources of an answer.
const SOURCES: usize = 10;
/// Most bytes of all that is kept of a run.
pub const FOUND_BYTES: usize = 256 * 1024;

/// What a value is to be.
#[contract(word, Default)]
pub enum OutputType {
    /// A text, as it stands on the page.
    #[default]
    String,
    /// A number.
    Number,
    /// A whole number.
    Integer,
}

impl OutputType {
    /// The type of this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "string" => Some(Self::String),
            "number" => Some(Self::Number),
            "integer" => Some(Self::Integer),
            _ => None,
        }
    }

    /// What a text says as such a value; none where it says more than one, or none.
    fn read(self, text: &str) -> Option<Value> {
        match self {
            Self::String => Some(Value::from(text)),
            Self::Number => amount(text, false).map(Value::from),
            Self::Integer => {
                let whole = amount(text, true).filter(|number| number.fract() == 0.0)?;
                // Beyond this not every whole number can be told from the next.
                (whole.abs() < 9e15).then(|| Value::from(whole as i64))
            }
        }
    }
}

/// A field that was asked for.
#[contract(Default, Eq)]
pub struct OutputField {
    /// Its name.
    pub name: String,
    /// What its values are to be.
    #[serde(rename = "type")]
    pub kind: OutputType,
    /// Without it the run is not done as asked.
    pub required: bool,
}

/// Reads what is to be brought, in any form that `web.extract` takes: names, names with what they mean, or a JSON Schema of
/// an object or of a list of such. Names alone are all required; of a schema those are that it says so of.
///
/// # Errors
/// Names the path of what cannot be meant, or cannot be kept to.
pub fn output_fields(spec: &Value) -> Result<Vec<OutputField>, Invalid> {
    if spec.to_string().len() > SPEC_BYTES {
        return Err(Invalid::new(
            "outputs",
            format!("larger than {SPEC_BYTES} bytes"),
        ));
    }
    let fields = match spec {
        Value::Array(names) => listed(names)?,
        Value::Object(object) if is_schema(object) => of_schema(object, "outputs", 0)?,
        Value::Object(object) => described(object)?,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            let why =
                "is neither a list of names, nor names with what they mean, nor a JSON Schema";
            return Err(Invalid::new("outputs", why));
        }
    };
    if fields.is_empty() {
        return Err(Invalid::new("outputs", "names no field"));
    }
    count("outputs", fields.len(), FIELDS)?;
    let mut known = BTreeSet::new();
    for field in &fields {
        given("outputs", &field.name, limits::WORD)?;
        if field.name.contains(char::is_control) {
            return Err(Invalid::new("outputs", "a name is more than one line"));
        }
        if !known.insert(folded(&field.name)) {
            let why = format!("two fields are called {:?}", field.name);
            return Err(Invalid::new("outputs", why));
        }
    }
    Ok(fields)
}

fn field(name: &str) -> OutputField {
    OutputField {
        name: name.to_owned(),
        kind: OutputType::String,
        required: true,
    }
}

fn listed(names: &[Value]) -> Result<Vec<OutputField>, Invalid> {
    let named = |(at, name): (usize, &Value)| match name.as_str() {
        Some(name) => Ok(field(name)),
        None => Err(Invalid::new(format!("outputs[{at}]"), "is no name")),
    };
    names.iter().enumerate().map(named).collect()
}

fn described(object: &Map<String, Value>) -> Result<Vec<OutputField>, Invalid> {
    let named = |(name, meaning): (&String, &Value)| match meaning {
        Value::String(_) => Ok(field(name)),
        _ => Err(Invalid::new(
            format!("outputs.{name}"),
            "is no text that says what it means; a JSON Schema has it under properties",
        )),
    };
    object.iter().map(named).collect()
}

/// As whoever reads them tells a schema from names.
fn is_schema(object: &Map<String, Value>) -> bool {
    let kind = object.get("type").and_then(Value::as_str);
    let has = |key: &str| object.contains_key(key);
    has("properties") || has("items") || has("$schema") || matches!(kind, Some("object" | "array"))
}

/// What says nothing of values.
const NOTES: [&str; 6] = [
    "$schema",
    "$id",
    "$comment",
    "title",
    "description",
    "examples",
];

/// What is not kept to is not taken: nobody shall believe that it is.
fn only(object: &Map<String, Value>, path: &str, known: &[&str]) -> Result<(), Invalid> {
    let strange = object
        .keys()
        .find(|key| !known.contains(&key.as_str()) && !NOTES.contains(&key.as_str()));
    match strange {
        None => Ok(()),
        Some(key) => Err(Invalid::new(
            format!("{path}.{key}"),
            "is not checked: leave it out",
        )),
    }
}

fn of_schema(
    object: &Map<String, Value>,
    path: &str,
    depth: u8,
) -> Result<Vec<OutputField>, Invalid> {
    let kind = object
        .get("type")
        .map(|kind| kind.as_str().unwrap_or_default());
    if let Some(items) = object.get("items") {
        only(object, path, &["type", "items"])?;
        let path_of_items = format!("{path}.items");
        return match (kind, items.as_object()) {
            (None | Some("array"), Some(items)) if depth == 0 => {
                of_schema(items, &path_of_items, 1)
            }
            (None | Some("array"), _) => {
                Err(Invalid::new(path_of_items, "is no schema of an object"))
            }
            (Some(_), _) => Err(Invalid::new(format!("{path}.type"), "is not array")),
        };
    }
    only(
        object,
        path,
        &["type", "properties", "required", "additionalProperties"],
    )?;
    if !matches!(kind, None | Some("object")) {
        let why = "is not object, or has no items";
        return Err(Invalid::new(format!("{path}.type"), why));
    }
    let Some(properties) = object.get("properties").and_then(Value::as_object) else {
        return Err(Invalid::new(format!("{path}.properties"), "names no field"));
    };
    let required = required(object.get("required"), properties, path)?;
    let of_property = |(name, property): (&String, &Value)| {
        Ok(OutputField {
            name: name.clone(),
            kind: kind_of(property, &format!("{path}.properties.{name}"))?,
            required: required.contains(&name.as_str()),
        })
    };
    properties.iter().map(of_property).collect()
}

fn required<'a>(
    said: Option<&'a Value>,
    properties: &Map<String, Value>,
    path: &str,
) -> Result<Vec<&'a str>, Invalid> {
    let Some(said) = said else {
        return Ok(Vec::new());
    };
    let path = format!("{path}.required");
    let Some(names) = said.as_array() else {
        return Err(Invalid::new(path, "is no list of names"));
    };
    let known = |(at, name): (usize, &'a Value)| match name.as_str() {
        Some(name) if properties.contains_key(name) => Ok(name),
        _ => Err(Invalid::new(
            format!("{path}[{at}]"),
            "is none of the properties",
        )),
    };
    names.iter().enumerate().map(known).collect()
}

fn kind_of(property: &Value, path: &str) -> Result<OutputType, Invalid> {
    let Some(object) = property.as_object() else {
        return Err(Invalid::new(path, "is no schema"));
    };
    let path_of_type = format!("{path}.type");
    let of_name = |name: &str| match name {
        "object" | "array" => Err(Invalid::new(
            path_of_type.clone(),
            "is a list or an object: a field holds one text or number",
        )),
        name => OutputType::named(name).ok_or_else(|| {
            Invalid::new(path_of_type.clone(), "is none of string, number, integer")
        }),
    };
    let kind = match object.get("type") {
        None => OutputType::String,
        Some(Value::String(name)) => of_name(name)?,
        // A value may always be missing.
        Some(Value::Array(names)) => {
            let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
            match names.as_slice() {
                [name] | [name, "null"] | ["null", name] => of_name(name)?,
                _ => return Err(Invalid::new(path_of_type, "is more than one type")),
            }
        }
        Some(_) => return Err(Invalid::new(path_of_type, "is no name of a type")),
    };
    only(object, path, &["type"])?;
    Ok(kind)
}

/// Refuses questions that cannot be answered, and such as stand beside something to be done.
pub(super) fn questions(run: &NewRun) -> Result<(), Invalid> {
    if run.questions.is_empty() {
        return Ok(());
    }
    if run.workflow.is_some() || !run.instruction.trim().is_empty() {
        let why = "stand in the place of an instruction or a workflow, not beside it";
        return Err(Invalid::new("questions", why));
    }
    count("questions", run.questions.len(), MOST_QUESTIONS)?;
    for (at, question) in run.questions.iter().enumerate() {
        let field = format!("questions[{at}]");
        given(&field, question, QUESTION)?;
        if screen_agent_words::vault::referred(question)
            .next()
            .is_some()
        {
            return Err(Invalid::new(
                field,
                "names a secret, which no question is told",
            ));
        }
    }
    Ok(())
}

/// Names that are written in another way are the same.
fn folded(name: &str) -> String {
    let words: Vec<&str> = name
        .split(|c: char| c.is_whitespace() || c == '_')
        .collect();
    words.join(" ").trim().to_lowercase()
}

/// Where something stands.
#[contract(Default)]
pub struct FoundSource {
    /// The words it rests on.
    pub quote: Option<String>,
    /// Address of the page.
    pub url: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// Our check found the words there.
    pub verified: bool,
}

/// An answer to one of the questions.
#[contract(Default)]
pub struct FoundAnswer {
    /// What was asked.
    pub question: String,
    /// The answer; `[1]` names the first of its sources.
    pub answer: String,
    /// What it rests on. An answer without a source that was verified is none that was found.
    pub sources: Vec<FoundSource>,
}

impl FoundAnswer {
    fn is_found(&self) -> bool {
        self.sources.iter().any(|source| source.verified)
    }
}

/// Why a value is missing.
#[contract(word)]
pub enum MissingWhy {
    /// The page does not say it.
    NotFound,
    /// What was said of it does not stand on the page.
    Unfounded,
    /// It stands there, and is not one number as it was asked for.
    WrongType,
    /// It is a secret, or holds one.
    Secret,
}

/// A value that is missing.
#[contract(Eq)]
pub struct MissingOutput {
    /// Of which record, from 0.
    pub record: u32,
    /// Which field.
    pub field: String,
    /// Why.
    pub why: MissingWhy,
    /// What stands on the page, where that is no such value.
    pub text: Option<String>,
}

/// What a run brought.
#[contract(Default)]
pub struct RunFound {
    /// The fields that were asked for.
    pub fields: Vec<OutputField>,
    /// One object a record, by the names of the fields; null where a value is missing. One at least, where any field was
    /// asked for.
    #[schema(value_type = Vec<Object>)]
    #[ts(type = "Record<string, string | number | null>[]")]
    pub records: Vec<Map<String, Value>>,
    /// For each record, on which sources (by number, the first is 1) each of its values rests.
    pub cited: Vec<BTreeMap<String, Vec<u32>>>,
    /// What is missing of the records.
    pub missing: Vec<MissingOutput>,
    /// What the values rest on, in the order of their numbers.
    pub sources: Vec<FoundSource>,
    /// The answers, in the order of the questions.
    pub answers: Vec<FoundAnswer>,
    /// True: more was found than is kept.
    pub cut: Option<bool>,
    /// Why the page was not read.
    pub trouble: Option<String>,
}

/// A record as it was read: texts by the names of fields, and the numbers of their sources.
#[derive(Clone, Debug, Default)]
pub struct ReadRecord {
    /// What was read of each field, and its sources' numbers.
    pub values: Vec<(String, ReadText, Vec<u32>)>,
}

/// What was read of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadText {
    /// It stands on the page.
    Found(String),
    /// It does not stand there.
    Unfounded,
}

impl RunFound {
    /// Nothing was brought of what an order wants, and why.
    pub fn unread(order: &NewRun, why: &str) -> Self {
        let fields = order.fields();
        let mut found = Self {
            answers: order
                .questions
                .iter()
                .map(|question| unanswered(question))
                .collect(),
            trouble: Some(why.to_owned()),
            ..Self::default()
        };
        found.read(fields, &[], Vec::new());
        found
    }

    /// Takes records in: each value as what it was asked for, or said to be missing.
    pub fn read(
        &mut self,
        fields: Vec<OutputField>,
        read: &[ReadRecord],
        sources: Vec<FoundSource>,
    ) {
        let none = [ReadRecord::default()];
        let read = match (read, fields.is_empty()) {
            (_, true) => &[],
            ([], false) => &none[..],
            (read, false) => read,
        };
        if read.len() > RECORDS {
            self.cut = Some(true);
        }
        for (at, record) in (0..).zip(read.iter().take(RECORDS)) {
            let (mut values, mut cited) = (Map::new(), BTreeMap::new());
            for field in &fields {
                let read = record
                    .values
                    .iter()
                    .find(|(name, _, _)| folded(name) == folded(&field.name));
                let value = match read {
                    None => Err((MissingWhy::NotFound, None)),
                    Some((_, ReadText::Unfounded, _)) => Err((MissingWhy::Unfounded, None)),
                    Some((_, ReadText::Found(text), numbers)) => {
                        cited.insert(field.name.clone(), numbers.clone());
                        let mut text = text.clone();
                        cut(&mut text, VALUE);
                        field
                            .kind
                            .read(&text)
                            .ok_or((MissingWhy::WrongType, Some(text)))
                    }
                };
                let value = value.unwrap_or_else(|(why, text)| {
                    let field = field.name.clone();
                    self.missing.push(MissingOutput {
                        record: at,
                        field,
                        why,
                        text,
                    });
                    Value::Null
                });
                values.insert(field.name.clone(), value);
            }
            cited.retain(|_, numbers| !numbers.is_empty());
            self.records.push(values);
            self.cited.push(cited);
        }
        self.fields = fields;
        self.sources = sources;
        self.sources.iter_mut().for_each(FoundSource::shorten);
    }

    /// Takes an answer in.
    pub fn answered(&mut self, mut answer: FoundAnswer) {
        cut(&mut answer.answer, ANSWER);
        answer.sources.truncate(SOURCES);
        answer.sources.iter_mut().for_each(FoundSource::shorten);
        self.answers.push(answer);
    }

    /// As much of it as is kept: the last records go first, then what was quoted.
    #[must_use]
    pub fn fitting(mut self, order: &NewRun) -> Self {
        while self.size() > FOUND_BYTES && self.records.len() > 1 {
            let most = self.records.len() / 2;
            self.records.truncate(most);
            self.cited.truncate(most);
            self.missing
                .retain(|missing| (missing.record as usize) < most);
            self.cut = Some(true);
        }
        if self.size() > FOUND_BYTES {
            let answers = self
                .answers
                .iter_mut()
                .flat_map(|answer| &mut answer.sources);
            answers
                .chain(&mut self.sources)
                .for_each(|source| source.quote = None);
        }
        match self.size() > FOUND_BYTES {
            true => Self::unread(order, "what was found is more than is kept"),
            false => self,
        }
    }

    /// How many bytes are kept of it.
    pub fn size(&self) -> usize {
        serde_json::to_vec(self).map_or(usize::MAX, |json| json.len())
    }

    /// Clears it of secrets: `hide` says how a text reads without them.
    pub fn hide(&mut self, hide: impl Fn(&str) -> String) {
        for (at, record) in (0..).zip(&mut self.records) {
            for (field, value) in record.iter_mut().filter(|(_, value)| !value.is_null()) {
                let text = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                if hide(&text) != text {
                    *value = Value::Null;
                    self.missing.push(MissingOutput {
                        record: at,
                        field: field.clone(),
                        why: MissingWhy::Secret,
                        text: None,
                    });
                }
            }
        }
        let of_missing = self
            .missing
            .iter_mut()
            .filter_map(|missing| missing.text.as_mut());
        let of_answers = self.answers.iter_mut().flat_map(|one| {
            let FoundAnswer {
                question,
                answer,
                sources,
            } = one;
            [question, answer]
                .into_iter()
                .chain(sources.iter_mut().flat_map(FoundSource::texts))
        });
        let of_sources = self.sources.iter_mut().flat_map(FoundSource::texts);
        for text in of_missing
            .chain(of_answers)
            .chain(of_sources)
            .chain(&mut self.trouble)
        {
            *text = hide(text);
        }
    }

    /// What is wanting of what was asked for, in words; nothing where all of it was brought.
    pub fn lack(&self) -> Option<String> {
        let mut said = Vec::new();
        said.extend(
            self.trouble
                .iter()
                .map(|why| format!("The page was not read: {why}.")),
        );
        let required = self.fields.iter().filter(|field| field.required);
        let lacking: Vec<&str> = required
            .map(|field| field.name.as_str())
            .filter(|name| self.missing.iter().any(|missing| missing.field == *name))
            .collect();
        if !lacking.is_empty() && self.trouble.is_none() {
            said.push(format!("Missing on the page: {}.", lacking.join(", ")));
        }
        let open = self
            .answers
            .iter()
            .filter(|answer| !answer.is_found())
            .count();
        if open > 0 && self.trouble.is_none() {
            said.push(format!(
                "Not found: answers to {open} of {} questions.",
                self.answers.len()
            ));
        }
        if self.cut == Some(true) {
            said.push("More was found than is kept.".to_owned());
        }
        (!said.is_empty()).then(|| said.join(" "))
    }
}

/// A question that nothing was found for.
fn unanswered(question: &str) -> FoundAnswer {
    FoundAnswer {
        question: question.to_owned(),
        ..FoundAnswer::default()
    }
}

impl FoundSource {
    fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        [&mut self.quote, &mut self.url, &mut self.title]
            .into_iter()
            .flatten()
    }

    fn shorten(&mut self) {
        self.texts().for_each(|text| cut(text, QUOTE));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
