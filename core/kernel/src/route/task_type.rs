//! On a page, with a file, or in the chat alone?

use super::{says_any, words};
use crate::task::TaskType;

const WEB: [&str; 44] = [
    "click", "press", "tap", "select", "check", "uncheck", "open", "close", "scroll", "type",
    "enter", "fill", "submit", "navigate", "go to", "visit", "search", "find", "add", "create",
    "edit", "update", "delete", "remove", "save", "login", "log in", "sign in", "sign up",
    "register", "book", "order", "buy", "upload", "download", "form", "page", "button", "link",
    "website", "tab", "browse", "choose", "set",
];
const CHAT: [&str; 24] = [
    "what",
    "why",
    "how",
    "who",
    "when",
    "where",
    "explain",
    "summarize",
    "summarise",
    "describe",
    "analyze",
    "analyse",
    "compare",
    "calculate",
    "total",
    "average",
    "translate",
    "tell me",
    "list",
    "count",
    "hello",
    "hi",
    "thanks",
    "define",
];
const MEMORY: [&str; 8] = [
    "did you",
    "did i",
    "do you remember",
    "have you",
    "you said",
    "i said",
    "i asked",
    "last time",
];

/// Says where a task happens, from its words and what came with them.
pub fn task_type(query: &str, has_page: bool, has_file: bool) -> TaskType {
    let words = words(query);
    let web = says_any(&words, &WEB);
    let chat = says_any(&words, &CHAT);
    if has_file {
        return if web || (has_page && !chat) {
            TaskType::WebWithFile
        } else {
            TaskType::ChatOnly
        };
    }
    if !has_page && chat || says_any(&words, &MEMORY) {
        return TaskType::ChatOnly;
    }
    if web || has_page {
        TaskType::WebOnly
    } else {
        TaskType::ChatOnly
    }
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
            ("what is the price here?", true, false, TaskType::WebOnly),
            (
                "what did you click before?",
                true,
                false,
                TaskType::ChatOnly,
            ),
            ("fill the form from this", true, true, TaskType::WebWithFile),
            ("summarise this", true, true, TaskType::ChatOnly),
            ("use this", true, true, TaskType::WebWithFile),
            ("use this", false, true, TaskType::ChatOnly),
            ("good morning", false, false, TaskType::ChatOnly),
        ] {
            assert_eq!(
                task_type(query, page, file),
                expected,
                "{query:?} {page} {file}"
            );
        }
    }
}
