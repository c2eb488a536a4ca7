//! On a page, with a file, or in the chat alone? Facts §3, "Task type".

use super::words;
use crate::phrases::says;
use crate::task::TaskType;
use screen_agent_words::WordList;

/// What is done on a page.
static DEEDS: WordList = WordList::named("task type deeds");
/// What a page consists of.
static PARTS: WordList = WordList::named("task type parts");
static CHAT: WordList = WordList::named("task type chat");
/// With these a question begins.
static ASKING: WordList = WordList::named("task type asking");
/// With these a question about the past may begin, besides.
static ASKING_BACK: WordList = WordList::named("task type asking back");
static MEMORY: WordList = WordList::named("task type memory");
/// Before what is meant.
static POLITE: WordList = WordList::named("task type polite");

/// Says where a task happens, from its words and what came with them.
pub fn task_type(query: &str, has_page: bool, has_file: bool) -> TaskType {
    let words = plain_words(query);
    let deed = says(&words, &DEEDS);
    let web = deed || says(&words, &PARTS);
    let chat = says(&words, &CHAT);
    if has_file {
        let asks = begins(&words, &ASKING);
        return if !asks && (deed || !chat && (web || has_page)) {
            TaskType::WebWithFile
        } else {
            TaskType::ChatOnly
        };
    }
    if asks_about_the_past(&words) || !has_page && chat && !begins(&words, &DEEDS) {
        return TaskType::ChatOnly;
    }
    if web || has_page {
        TaskType::WebOnly
    } else {
        TaskType::ChatOnly
    }
}

/// True for words that order something to be done on a page.
pub(crate) fn begins_with_deed(query: &str) -> bool {
    begins(&plain_words(query), &DEEDS)
}

/// True for a question about the conversation or its earlier tasks.
pub(crate) fn asks_memory(query: &str) -> bool {
    asks_about_the_past(&plain_words(query))
}

fn asks_about_the_past(words: &[String]) -> bool {
    let asks = begins(words, &ASKING) || begins(words, &ASKING_BACK);
    asks && says(words, &MEMORY)
}

/// The words without what is hung on them: "what's" asks like "what is".
fn plain_words(query: &str) -> Vec<String> {
    let bare = |word: String| match word.split_once('\'') {
        Some((head, "s" | "re" | "ve" | "ll" | "d")) => head.to_owned(),
        Some(_) | None => word,
    };
    words(query).into_iter().map(bare).collect()
}

/// True when the query begins with one of these, once politeness is passed over.
fn begins(words: &[String], phrases: &[&str]) -> bool {
    let polite = |word: &&String| POLITE.contains(word.as_str());
    let mut from = words.iter().take_while(polite).count();
    // "can you open": whoever is asked comes next.
    if from > 0 && words.get(from).is_some_and(|word| word == "you") {
        from += 1;
    }
    let words = &words[from..];
    phrases.iter().any(|phrase| {
        let length = phrase.split(' ').count();
        words.len() >= length && says(&words[..length], &[phrase])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_follows_words_page_and_file() {
        for (query, page, file, expected) in [
            ("go to the invoices page", true, false, TaskType::WebOnly),
            ("go to the invoices page", false, false, TaskType::WebOnly),
            ("what is a deductible?", false, false, TaskType::ChatOnly),
            ("what's a deductible?", false, false, TaskType::ChatOnly),
            ("what is the price here?", true, false, TaskType::WebOnly),
            (
                "open the atlas and tell me how big Peru is",
                false,
                false,
                TaskType::WebOnly,
            ),
            (
                "could you find out who wrote this",
                false,
                false,
                TaskType::WebOnly,
            ),
            ("good morning", false, false, TaskType::ChatOnly),
        ] {
            assert_eq!(
                task_type(query, page, file),
                expected,
                "{query:?} {page} {file}"
            );
        }
    }

    #[test]
    fn a_file_is_read_in_the_chat_or_used_on_the_page() {
        for (query, page, expected) in [
            ("fill the form from this", true, TaskType::WebWithFile),
            ("fill the form from this", false, TaskType::WebWithFile),
            ("upload this to the page", true, TaskType::WebWithFile),
            ("use it to populate the fields", true, TaskType::WebWithFile),
            ("use this", true, TaskType::WebWithFile),
            ("use this", false, TaskType::ChatOnly),
            ("summarise this", true, TaskType::ChatOnly),
            ("summarise this page", true, TaskType::ChatOnly),
            ("what's in this file?", true, TaskType::ChatOnly),
            ("which page names Ann?", true, TaskType::ChatOnly),
            ("extract the dates", true, TaskType::ChatOnly),
            ("how many orders are in it?", true, TaskType::ChatOnly),
        ] {
            assert_eq!(task_type(query, page, true), expected, "{query:?} {page}");
        }
    }

    #[test]
    fn a_question_about_the_past_is_told_from_a_command_that_speaks_of_it() {
        for (query, asks) in [
            ("what did you click before?", true),
            ("What tasks did we complete yesterday?", true),
            ("What did we discuss about invoices?", true),
            ("Did you book the table?", true),
            ("have you already saved it?", true),
            ("do you remember my name?", true),
            ("please remind me what I asked", true),
            ("can you tell me what we did last time", true),
            ("which address did I give you?", true),
            ("fill in the address I said", false),
            ("click the one you told me about", false),
            ("use the colour I mentioned", false),
            ("what is the price here?", false),
            ("when did I order this?", false),
            ("", false),
        ] {
            assert_eq!(asks_memory(query), asks, "{query:?}");
            let expected = if asks {
                TaskType::ChatOnly
            } else {
                TaskType::WebOnly
            };
            assert_eq!(task_type(query, true, false), expected, "{query:?}");
        }
    }
}
