//! Free talk: what a model is asked where no task is meant, and its words as they come.

use screen_agent_think::models::ModelTier;
use screen_agent_think::{Prompt, Thought, Topic, read};
use screen_agent_words::quote::lines;
use screen_agent_words::secrets::{SecretSources, Secrets};

use super::{AskingModel, Fenced, object, text};

const CHAT: &str = include_str!("chat.md");
/// Tokens of an answer.
const REPLY: u32 = 1_000;

/// What is said to the chat.
#[derive(Clone, Debug, Default)]
pub struct ChatAsked {
    /// What is to be answered.
    pub words: String,
    /// What was said before: by whom, and what.
    pub earlier: Vec<(String, String)>,
}

/// The prompt of free talk.
pub fn chat_prompt(asked: &ChatAsked, how: &AskingModel<'_>) -> Prompt {
    let system = CHAT.trim_end().to_owned();
    let earlier = asked.earlier.iter().map(|(_, said)| said.as_str());
    let secrets = Secrets::of(&SecretSources {
        said: std::iter::once(asked.words.as_str())
            .chain(earlier)
            .collect(),
        ..SecretSources::default()
    });
    let mut user = Fenced::new(how, &system);
    let said = asked
        .earlier
        .iter()
        .map(|(who, said)| format!("{who}: {said}"));
    // The newest of it stays where there is no room for all.
    let said = said.collect::<Vec<_>>().join("\n");
    let most = user.left() / 2;
    let skip = said.chars().count().saturating_sub(most);
    user.add("conversation", &said.chars().skip(skip).collect::<String>());
    user.add("message", &asked.words);
    Prompt {
        topic: "chat_gateway",
        role: ModelTier::Smart,
        system,
        user: secrets.hide_in_prompt(&user.close(how.repair)),
        schema: object([("answer", text())]),
        grammar: None,
        reply_tokens: REPLY,
        temperature: None,
        picture: None,
    }
}

/// What a model says to it, or what is wrong with its answer.
pub fn chat_words(answer: &str) -> Result<String, String> {
    match read(&Topic::Chat, answer)? {
        Thought::Words(words) => Ok(words),
        _ => Err("the answer is no text".to_owned()),
    }
}

/// As much of the answer as can be read of one that is still being written.
pub fn spoken(raw: &str) -> String {
    let after = raw
        .split_once("\"answer\"")
        .map(|(_, after)| after.trim_start());
    let text = after.and_then(|after| after.strip_prefix(':')?.trim_start().strip_prefix('"'));
    let Some(text) = text else {
        return String::new();
    };
    let mut is_escaped = false;
    let end = text.char_indices().find(|(_, c)| {
        let ends = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        ends
    });
    let end = end.map_or(text.len(), |(at, _)| at);
    // What breaks off in an escape waits for the rest of it, which has at most eleven letters.
    let cuts = (0..12).filter_map(|back| text.get(..end.checked_sub(back)?));
    let read = |cut: &str| serde_json::from_str::<String>(&format!("\"{cut}\"")).ok();
    cuts.filter(|cut| !cut.ends_with('\\'))
        .find_map(read)
        .map(|said| lines(&said))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_come() {
        let whole = r#"{"answer": "a \"b\"\n\ud83d\ude00 é"}"#;
        let mut said = String::new();
        for (at, _) in whole.char_indices() {
            let now = spoken(&whole[..at]);
            assert!(now.starts_with(&said), "{said:?} {now:?}");
            said = now;
        }
        assert_eq!(said, "a \"b\"\n😀 é");
        for nothing in ["", "{", "hello", r#"{"answer": 4"#, r#"{"other": "x"}"#] {
            assert_eq!(spoken(nothing), "", "{nothing}");
        }
    }
}
