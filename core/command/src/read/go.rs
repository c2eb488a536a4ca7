//! Going places: addresses, scrolling, keys, waiting.

use screen_agent_action::Modifier;
use screen_agent_words::WordList;

use super::clause::{Clause, Heading, Touch};
use super::lead::bare;
use super::{choose, tail, touch};
use crate::words::date;
use crate::words::number::count_word;
use crate::words::token::text_of;
use crate::words::{Phrase, Token};

static FOLDED: WordList = WordList::named("words for what unfolds");
static MOVES: WordList = WordList::named("words about moving the view");
static FILES: WordList = WordList::named("endings of files");

/// "Go to example.com", "go to the settings page".
pub(crate) fn go(tokens: &[Token]) -> Vec<Clause> {
    // "The active ones" are behind what is called "Active".
    let tokens = match tokens {
        [named @ .., ones] if ones.is("ones") && named.len() > 1 => named,
        all => all,
    };
    let words = bare(tokens);
    if let Some(clause) = address(words) {
        return vec![clause];
    }
    match text_of(words).to_lowercase().as_str() {
        "back" | "previous page" => return vec![Clause::Back],
        "next page" if words.len() == 2 => {}
        _ => {}
    }
    let path = choose::path(tokens);
    path.into_iter()
        .map(|part| touch(Touch::Click, part))
        .collect()
}

/// "Show February 2026", "go to April": what a calendar is turned to.
pub(super) fn month(tokens: &[Token]) -> Option<Clause> {
    let shown = tail::without_place(tokens).unwrap_or(tokens);
    let words = match bare(shown) {
        [me, rest @ ..] if me.is_any(&["me", "us", "to", "up"]) => bare(rest),
        rest => rest,
    };
    let is_year = |token: &Token| token.text.len() == 4 && token.text.parse::<u16>().is_ok();
    let named = match words {
        [name] => date::month(&name.low).is_some() && name.text != name.low,
        [name, year] => date::month(&name.low).is_some() && is_year(year),
        _ => false,
    };
    named.then(|| Clause::Month {
        what: Phrase::slice(words),
    })
}

/// "Open example.com", "open the second e-mail", "open the section below".
pub(crate) fn open(tokens: &[Token]) -> Vec<Clause> {
    let folded = tokens.iter().any(|token| token.is_in(&FOLDED));
    if folded {
        return vec![Clause::Toggle {
            what: Phrase::slice(tokens),
            open: true,
        }];
    }
    go(tokens)
}

/// An address, as people write it.
pub(super) fn address(tokens: &[Token]) -> Option<Clause> {
    let [token] = tokens else { return None };
    let low = token.low.as_str();
    let whole = low.starts_with("http://") || low.starts_with("https://");
    let host = low.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let named = host.rsplit_once('.').is_some_and(|(name, end)| {
        !name.is_empty()
            && (2..=6).contains(&end.len())
            && end.chars().all(|c| c.is_ascii_alphabetic())
            && !FILES.contains(end)
    });
    if !whole && !named {
        return None;
    }
    let url = if whole {
        token.text.clone()
    } else {
        format!("https://{}", token.text)
    };
    Some(Clause::Visit { url })
}

/// "Scroll down", "scroll to the bottom of the list", "scroll until X is visible".
pub(crate) fn scroll(tokens: &[Token]) -> Clause {
    let heading = tokens.iter().find_map(|token| match token.low.as_str() {
        "down" | "bottom" | "end" | "downwards" => Some(Heading::Down),
        "up" | "top" | "start" | "upwards" | "beginning" => Some(Heading::Up),
        "left" => Some(Heading::Left),
        "right" => Some(Heading::Right),
        _ => None,
    });
    let end = tokens
        .iter()
        .any(|token| token.is_any(&["bottom", "top", "end", "start", "beginning", "all"]));
    let what: Vec<Token> = tokens
        .iter()
        .filter(|token| !token.is_in(&MOVES))
        .cloned()
        .collect();
    Clause::Scroll {
        heading,
        end,
        what: Phrase(what),
    }
}

/// "Wait 3 seconds".
pub(crate) fn wait(tokens: &[Token]) -> Clause {
    let seconds = tokens
        .iter()
        .find_map(|token| count_word(&token.low))
        .unwrap_or(2);
    Clause::Wait {
        seconds: u8::try_from(seconds.clamp(1, 30)).unwrap_or(30),
    }
}

/// "Press Enter", "press ctrl+a", "press the Escape key".
pub(crate) fn key(tokens: &[Token]) -> Option<Clause> {
    let mut words = bare(tokens);
    let mut at_field = None;
    if let Some(at) = words
        .iter()
        .position(|token| token.is_any(&["in", "on"]))
        .filter(|at| *at > 0)
    {
        at_field = Some(Phrase::slice(&words[at + 1..]));
        words = &words[..at];
    }
    let said = words
        .iter()
        .any(|token| token.is_any(&["key", "keys", "keyboard"]));
    let names: Vec<&Token> = words
        .iter()
        .filter(|token| !token.is_any(&["key", "keys", "keyboard", "the"]))
        .collect();
    if let Some(key) = arrow(&names) {
        return Some(Clause::Press {
            key,
            modifiers: Vec::new(),
            at: at_field,
        });
    }
    let [token] = names.as_slice() else {
        return None;
    };
    let mut parts: Vec<&str> = token
        .text
        .split('+')
        .filter(|part| !part.is_empty())
        .collect();
    let last = parts.pop()?;
    let modifiers: Option<Vec<Modifier>> = parts.iter().map(|part| modifier(part)).collect();
    let modifiers = modifiers?;
    let key = key_name(last).or_else(|| {
        ((said || !modifiers.is_empty()) && last.chars().count() == 1).then(|| last.to_owned())
    })?;
    // "Submit" and "Back" are more likely the names of buttons; "Enter" and arrows are keys.
    Some(Clause::Press {
        key,
        modifiers,
        at: at_field,
    })
}

/// "the up arrow", "arrow down".
fn arrow(names: &[&Token]) -> Option<String> {
    let [a, b] = names else { return None };
    let way = match (a.low.as_str(), b.low.as_str()) {
        (way, "arrow") | ("arrow", way) => way,
        _ => return None,
    };
    let name = match way {
        "up" => "ArrowUp",
        "down" => "ArrowDown",
        "left" => "ArrowLeft",
        "right" => "ArrowRight",
        _ => return None,
    };
    Some(name.to_owned())
}

fn modifier(word: &str) -> Option<Modifier> {
    match word.to_lowercase().as_str() {
        "ctrl" | "control" => Some(Modifier::Control),
        "alt" | "option" => Some(Modifier::Alt),
        "shift" => Some(Modifier::Shift),
        "cmd" | "command" | "meta" | "win" => Some(Modifier::Meta),
        _ => None,
    }
}

fn key_name(word: &str) -> Option<String> {
    let name = match word.to_lowercase().as_str() {
        "enter" | "return" => "Enter",
        "esc" | "escape" => "Escape",
        "tab" => "Tab",
        "space" | "spacebar" => "Space",
        "backspace" => "Backspace",
        "del" => "Delete",
        "up" | "arrowup" => "ArrowUp",
        "down" | "arrowdown" => "ArrowDown",
        "arrowleft" => "ArrowLeft",
        "arrowright" => "ArrowRight",
        "pageup" => "PageUp",
        "pagedown" => "PageDown",
        _ => return None,
    };
    Some(name.to_owned())
}
