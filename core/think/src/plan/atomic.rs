//! One step, one action: tells a step that holds several, and splits it.
//!
//! Works on words alone. A step is compound when a second order follows a first one, when a key is
//! pressed after something was typed, or when one order names several things that are entered or
//! worked one by one. What stands in quotation marks is never an order.

mod listed;
mod order;
#[cfg(test)]
mod tests;
mod verb;

use screen_agent_words::quote::capitalised;

use super::words::{Token, tokens};

/// Where a step falls into two.
struct Cut {
    /// The first of the two, as it stands.
    left: String,
    /// The second, made an order of its own.
    right: String,
    /// Where the order begins in the first, after "in the menu, " and the like; in bytes.
    main: usize,
    /// The first names nothing that it is done to: that stands in the second.
    bare: bool,
}

/// True for a step that is exactly one action.
pub(crate) fn is_atomic(step: &str) -> bool {
    cut(&tidy(step)).is_none()
}

/// A step as steps of one action each. Empty when it says nothing.
pub(crate) fn split(step: &str) -> Vec<String> {
    let step = tidy(step);
    if step.is_empty() {
        return Vec::new();
    }
    // Each of the two has fewer words than the whole, so this comes to an end.
    let Some(cut) = cut(&step) else {
        return vec![step];
    };
    let mut after = split(&cut.right);
    if !cut.bare {
        return split(&cut.left).into_iter().chain(after).collect();
    }
    let Some(next) = after.first() else {
        return split(&cut.left);
    };
    let mut parts = split(&shared(&cut, next));
    if prepares(&cut, next) {
        after.remove(0);
    }
    parts.append(&mut after);
    parts
}

fn cut(step: &str) -> Option<Cut> {
    let said = tokens(step);
    order::second(step, &said).or_else(|| listed::second(step, &said))
}

/// What the first order comes to with what the second one names. "Fill in and submit the form":
/// the form is filled in. "In the list, find and click it": it is clicked, in the list.
fn shared(cut: &Cut, next: &str) -> String {
    if prepares(cut, next) {
        return format!("{}{}", &cut.left[..cut.main], uncapitalised(next));
    }
    let said = tokens(next);
    match said.get(1) {
        Some(object) => format!("{} {}", cut.left, &next[object.start..]),
        None => cut.left.clone(),
    }
}

/// To find something before doing it is no step of its own, nor is to hold what is dragged.
fn prepares(cut: &Cut, next: &str) -> bool {
    let order = &cut.left[cut.main..];
    let finds = tokens(order)
        .iter()
        .all(|token| token.is_one_of(&verb::LOCATING) || token.is_one_of(&verb::PARTICLES));
    let drags = tokens(next)
        .first()
        .is_some_and(|token| token.is_one_of(&["drag"]));
    finds || drags && order.eq_ignore_ascii_case("click")
}

/// Without what only ties it to its neighbours, beginning with a capital.
fn tidy(step: &str) -> String {
    let said = tokens(step);
    let ties = said.iter().take_while(|token| token.is_one_of(&verb::TIES));
    let Some(first) = said.get(ties.count()) else {
        return String::new();
    };
    if is_enter_key(&said[said.len() - 1..]) && said.last() == Some(first) {
        return "Press Enter".to_owned();
    }
    let end = said.last().map_or(first.end, |token| token.end);
    let text = &step[first.start..with_bracket(step, first.start, end)];
    let address = first.quoted || first.text.contains("://") || first.text.contains('@');
    if address {
        text.to_owned()
    } else {
        capitalised(text)
    }
}

/// A closing bracket belongs to the text when it was opened in it.
fn with_bracket(step: &str, start: usize, end: usize) -> usize {
    let open = step[start..end].matches('(').count();
    let closed = step[start..end].matches(')').count();
    let next = step[end..].starts_with(')');
    if next && open > closed { end + 1 } else { end }
}

fn uncapitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter().flat_map(char::to_lowercase);
    first.chain(chars).collect()
}

/// "Enter", "return", "the Enter key": the key alone.
fn is_enter_key(said: &[Token]) -> bool {
    let said = match said {
        [article, rest @ ..] if article.is_one_of(&verb::ARTICLES) => rest,
        all => all,
    };
    match said {
        [key] => key.is_one_of(&verb::ENTER_KEY),
        [key, word] => key.is_one_of(&verb::ENTER_KEY) && word.is_one_of(&["key"]),
        _ => false,
    }
}
