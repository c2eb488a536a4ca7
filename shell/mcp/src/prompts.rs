//! Prompts: ways of saying what our tools are good at, for whoever picks them from a menu.

use rmcp::ErrorData;
use rmcp::model::{GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};

use crate::tools::ToolName;

/// Letters of an argument.
const LONGEST: usize = 4_000;

struct Entry {
    name: &'static str,
    about: &'static str,
    /// What it takes, each with what it is.
    takes: &'static [(&'static str, &'static str)],
    /// The tool without which it makes no sense.
    needs: ToolName,
    /// The words; `{name}` stands for what is given.
    words: &'static str,
}

const PROMPTS: [Entry; 4] = [
    Entry {
        name: "do_on_page",
        about: "Do something on a page, and tell part by part what was seen to be done.",
        takes: &[("url", "Where."), ("task", "What is to be done.")],
        needs: ToolName::Do,
        words: "Open {url} with `look`. Then have `do` carry out: {task}\nReport each clause with its standing and evidence. \
                What is of consequence is asked of me by the tools themselves: do not try another way where I said no.",
    },
    Entry {
        name: "fill_in",
        about: "Fill in a form, and stop before it is sent.",
        takes: &[
            ("url", "Where the form is."),
            ("values", "What belongs into it."),
        ],
        needs: ToolName::Act,
        words: "Open {url} with `look`. Enter these values with `act`, each into the control that it belongs to: {values}\n\
                Do not send the form. Look again, and show me what stands in it now, and which values had no place.",
    },
    Entry {
        name: "table_of_page",
        about: "Take the records of a page out into a table, with where each value stands.",
        takes: &[
            ("url", "Where."),
            ("fields", "The columns, with commas between them."),
        ],
        needs: ToolName::Look,
        words: "Use `extract` on {url} with these fields: {fields}\nShow a table, and mark each value that was not found in its \
                source.",
    },
    Entry {
        name: "ask_collection",
        about: "Answer from a collection alone, with quotes that were looked up.",
        takes: &[
            ("collection", "The collection's id."),
            ("question", "The question."),
        ],
        needs: ToolName::Ask,
        words: "Use `ask` on the collection {collection}: {question}\nAnswer from what it says alone, give each citation, and say \
                so where one was not found in its source.",
    },
];

impl Entry {
    /// Whether its words hold with these tools. A tab that has to be asked for first is no browser that they speak of.
    fn fits(&self, tools: &[ToolName]) -> bool {
        let of_page = self.needs != ToolName::Ask;
        tools.contains(&self.needs) && !(of_page && tools.contains(&ToolName::Lease))
    }
}

/// The prompts that make sense with these tools.
pub(crate) fn listed(tools: &[ToolName]) -> Vec<Prompt> {
    let of_these = PROMPTS.iter().filter(|entry| entry.fits(tools));
    of_these
        .map(|entry| {
            let argument = |(name, about): &(&str, &str)| {
                PromptArgument::new(*name)
                    .with_description(*about)
                    .with_required(true)
            };
            let takes = entry.takes.iter().map(argument).collect();
            Prompt::new(entry.name, Some(entry.about), Some(takes))
        })
        .collect()
}

/// A prompt with what is given for it.
pub(crate) fn said(
    tools: &[ToolName],
    name: &str,
    given: &JsonObject,
) -> Result<GetPromptResult, ErrorData> {
    let invalid = |why: String| ErrorData::invalid_params(why, None);
    let entry = PROMPTS
        .iter()
        .find(|entry| entry.name == name && entry.fits(tools))
        .ok_or_else(|| invalid(format!("there is no prompt {name:?} here")))?;
    let mut words = String::new();
    let mut rest = entry.words;
    // From left to right, so that what is given is never taken for a place itself.
    while let Some((before, after)) = rest.split_once('{') {
        let (place, after) = after.split_once('}').unwrap_or((after, ""));
        let value = given.get(place).and_then(|value| value.as_str());
        let value = value.map(str::trim).filter(|value| !value.is_empty());
        let value = value.ok_or_else(|| invalid(format!("{place} is missing")))?;
        if value.chars().count() > LONGEST {
            return Err(invalid(format!("{place} is longer than {LONGEST} letters")));
        }
        words.push_str(before);
        words.push_str(value);
        rest = after;
    }
    words.push_str(rest);
    let message = PromptMessage::new_text(Role::User, words);
    let mut said = GetPromptResult::new(vec![message]);
    said.description = Some(entry.about.to_owned());
    Ok(said)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_prompt_names_its_places_and_no_other() {
        for entry in &PROMPTS {
            let places: Vec<&str> = entry
                .words
                .split('{')
                .skip(1)
                .filter_map(|rest| rest.split_once('}').map(|(place, _)| place))
                .collect();
            let takes: Vec<&str> = entry.takes.iter().map(|(name, _)| *name).collect();
            assert_eq!(places, takes, "{}", entry.name);
        }
    }

    #[test]
    fn what_is_given_is_put_in_as_it_is() {
        let given = json!({ "collection": "{question}", "question": "Why {collection}?" });
        let tools = [ToolName::Ask];
        let said = said(&tools, "ask_collection", given.as_object().unwrap()).unwrap();
        let text = serde_json::to_string(&said).unwrap();
        assert!(
            text.contains("the collection {question}: Why {collection}?"),
            "{text}"
        );
    }

    #[test]
    fn what_is_missing_too_long_or_not_here_is_refused() {
        let tools = [ToolName::Ask];
        let long = "x".repeat(LONGEST + 1);
        for (name, given) in [
            ("ask_collection", json!({ "collection": "c" })),
            (
                "ask_collection",
                json!({ "collection": "c", "question": " " }),
            ),
            (
                "ask_collection",
                json!({ "collection": "c", "question": 1 }),
            ),
            (
                "ask_collection",
                json!({ "collection": "c", "question": long }),
            ),
            ("fill_in", json!({ "url": "u", "values": "v" })),
            ("nonsense", json!({})),
        ] {
            assert!(
                said(&tools, name, given.as_object().unwrap()).is_err(),
                "{name} {given}"
            );
        }
        assert_eq!(listed(&tools).len(), 1);
    }
}
