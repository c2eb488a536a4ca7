//! Text as scenarios.

use screen_agent_wire::Invalid;
use serde_json::Value;

use super::print::print;
use super::{GherkinFeature, GherkinScenario, GherkinStep, GherkinWord};

/// Characters of a text, and steps of it, at most.
const LONGEST: usize = 100_000;
const STEPS: usize = 2_000;
const SCENARIOS: usize = 400;

const WORDS: [(&str, GherkinWord); 9] = [
    ("Given", GherkinWord::Given),
    ("When", GherkinWord::When),
    ("Then", GherkinWord::Then),
    ("And", GherkinWord::And),
    ("But", GherkinWord::But),
    ("Otherwise", GherkinWord::Otherwise),
    ("Else", GherkinWord::Otherwise),
    ("Unless", GherkinWord::Unless),
    ("Except", GherkinWord::Except),
];
/// Those that begin a step in the midst of a line, too.
const INLINE: [&str; 5] = ["Given", "When", "Then", "Otherwise", "Else"];

/// Reads scenarios. What is none of Gherkin's lines goes on with the step before it.
pub fn parse(text: &str) -> Result<GherkinFeature, Invalid> {
    if text.chars().count() > LONGEST {
        return Err(Invalid::new(
            "bdd_text",
            format!("longer than {LONGEST} characters"),
        ));
    }
    let mut reading = Reading::default();
    for line in text.lines().map(str::trim) {
        reading.line(line);
        if reading.steps > STEPS {
            break;
        }
    }
    reading.close();
    if reading.steps > STEPS {
        return Err(Invalid::new("bdd_text", format!("more than {STEPS} steps")));
    }
    if reading.feature.scenarios.len() > SCENARIOS {
        let reason = format!("more than {SCENARIOS} scenarios");
        return Err(Invalid::new("bdd_text", reason));
    }
    reading
        .feature
        .scenarios
        .retain(|scenario| !scenario.steps.is_empty());
    match reading.feature.scenarios.is_empty() {
        true => Err(Invalid::new(
            "bdd_text",
            "has no step that begins with Given, When or Then",
        )),
        false => Ok(reading.feature),
    }
}

/// Scenarios as text, as our own structure, as `{name, gherkin_text}`, or as lists of sentences.
pub fn of_value(value: &Value) -> Result<GherkinFeature, Invalid> {
    if let Some(text) = value.as_str() {
        return parse(text);
    }
    let texts = ["gherkin_text", "text"];
    let mut texts = texts.iter();
    if let Some((name, text)) = texts.find_map(|name| Some((*name, value.get(name)?.as_str()?))) {
        let mut feature = parse(text).map_err(|wrong| Invalid::new(name, wrong.reason))?;
        if let (true, Some(name)) = (feature.name.is_empty(), value["name"].as_str()) {
            feature.name = one_line(name);
        }
        return Ok(feature);
    }
    let scenarios = value.get("scenarios").and_then(Value::as_array);
    let scenarios = scenarios.ok_or_else(|| Invalid::new("bdd_struct", "has no scenarios"))?;
    let named = ["name", "feature"]
        .iter()
        .find_map(|name| value.get(name)?.as_str());
    let feature = GherkinFeature {
        name: one_line(named.unwrap_or_default()),
        story: Vec::new(),
        scenarios: scenarios.iter().map(scenario).collect(),
    };
    // What it says is read like any text.
    parse(&print(&feature))
}

fn scenario(value: &Value) -> GherkinScenario {
    let mut steps = Vec::new();
    for step in value["steps"].as_array().into_iter().flatten() {
        let word = step["keyword"].as_str().and_then(word_of);
        if let (Some(keyword), Some(text)) = (word, step["text"].as_str()) {
            steps.push(GherkinStep::new(keyword, one_line(text)));
        }
    }
    for (part, first) in [
        ("given", GherkinWord::Given),
        ("when", GherkinWord::When),
        ("then", GherkinWord::Then),
        ("otherwise", GherkinWord::Otherwise),
    ] {
        let texts = match &value[part] {
            Value::String(text) => vec![text.as_str()],
            Value::Array(texts) => texts.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        for (at, text) in texts.into_iter().enumerate() {
            let keyword = if at == 0 { first } else { GherkinWord::And };
            steps.push(GherkinStep::new(keyword, one_line(text)));
        }
    }
    GherkinScenario {
        name: one_line(value["name"].as_str().unwrap_or_default()),
        steps,
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn word_of(text: &str) -> Option<GherkinWord> {
    let found = WORDS
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(text));
    found.map(|(_, word)| *word)
}

#[derive(Default)]
struct Reading {
    feature: GherkinFeature,
    /// Steps that hold before every scenario.
    background: Vec<GherkinStep>,
    in_background: bool,
    /// A line of steps that may go on.
    open: String,
    steps: usize,
}

impl Reading {
    fn line(&mut self, line: &str) {
        // `# a remark`, but `#symbol`.
        let remark = line.starts_with("# ") || line == "#" || line.starts_with('@');
        if line.is_empty() || remark {
            return;
        }
        let after = |names: &[&str]| names.iter().find_map(|name| line.strip_prefix(name));
        if let Some(name) = after(&["Feature:"]) {
            self.close();
            self.feature.name = one_line(name);
        } else if let Some(name) = after(&["Scenario:", "Scenario Outline:", "Example:"]) {
            self.close();
            self.in_background = false;
            self.feature.scenarios.push(GherkinScenario {
                name: one_line(name),
                steps: self.background.clone(),
            });
        } else if after(&["Background:"]).is_some() {
            self.close();
            self.in_background = true;
        } else if begins_step(line) {
            self.close();
            self.open = line.to_owned();
        } else if !self.open.is_empty() {
            self.open = format!("{} {line}", self.open);
        } else if after(&["As a", "I want", "So that"]).is_some() {
            self.feature.story.push(one_line(line));
        }
    }

    fn current(&mut self) -> &mut Vec<GherkinStep> {
        if self.in_background {
            return &mut self.background;
        }
        let scenarios = &mut self.feature.scenarios;
        if scenarios.is_empty() {
            scenarios.push(GherkinScenario::default());
        }
        let last = scenarios.len() - 1;
        &mut scenarios[last].steps
    }

    /// The steps of the line that is open: in the short dialect a whole scenario may stand on one.
    fn close(&mut self) {
        let line = std::mem::take(&mut self.open);
        for piece in pieces(&line) {
            let (first, rest) = piece.split_once(char::is_whitespace).unwrap_or((piece, ""));
            let Some(keyword) = word_of(first.trim_end_matches([',', ':'])) else {
                continue;
            };
            let text = one_line(rest.trim().trim_end_matches(['/', ',', ' ']));
            if !text.is_empty() {
                self.steps += 1;
                self.current().push(GherkinStep::new(keyword, text));
            }
        }
    }
}

fn begins_step(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    word_of(first.trim_end_matches([',', ':'])).is_some()
}

/// A line, cut where another step begins; not inside of quotes.
fn pieces(line: &str) -> Vec<&str> {
    let (mut pieces, mut begun, mut quoted, mut before) = (Vec::new(), 0, false, ' ');
    for (at, c) in line.char_indices() {
        quoted ^= c == '"';
        let begins = |word: &str| {
            let rest = line[at..].strip_prefix(word);
            rest.is_some_and(|rest| rest.starts_with([' ', ',', ':']))
        };
        if at > begun && !quoted && before.is_whitespace() && INLINE.iter().any(|word| begins(word))
        {
            pieces.push(line[begun..at].trim());
            begun = at;
        }
        before = c;
    }
    pieces.push(line[begun..].trim());
    pieces
}
