//! How many there are.

use crate::ground::find::{candidates, is_pager, leads_on};
use crate::ground::reference::Number;
use crate::ground::{Kind, Reference, Scene, Wish};
use crate::read::bare;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{singular, words};
use crate::words::token::{Token, spaced, tokenise};
use screen_agent_page::locate::{Scrollable, scrollables};
use screen_agent_page::{LineKind, Node, Role};
use screen_agent_words::WordList;

/// "how many links are there", "the number of red circles", "count the rows".
pub(crate) fn count(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let (tokens, shown) = without_period(scene, tokens);
    let what = counted(tokens).filter(|_| shown || is_whole(scene))?;
    let reference = Reference {
        number: Number::All,
        ..Reference::read(&what)
    };
    let shapes = shapes(scene, &reference);
    if shapes > 0 {
        return Some(shapes.to_string());
    }
    if reference.is_kind(Kind::Row) {
        let rows: usize = scene
            .screen
            .tables()
            .iter()
            .map(|table| table.rows.len())
            .sum();
        return Some(rows.to_string());
    }
    // "Members" is what they are called, and "List members" does something with them: neither is one of them.
    let noun = words(&reference.name).pop().map(|noun| singular(&noun));
    let all_of_them = |text: &str| {
        let plural = |word: &String| singular(word) != *word && Some(singular(word)) == noun;
        words(text).iter().any(plural)
    };
    let mut found = candidates(scene, &reference, Wish::Any);
    if reference.kinds.is_empty() {
        found.retain(|node| !all_of_them(&node.name));
    }
    // The link "Books" is no book.
    let is_name = |node: &&Node| likeness(&reference.name, &node.name) >= Some(Likeness::SameWords);
    let leads = found.len() == 1 && reference.kinds.is_empty() && found.iter().all(is_name);
    if leads {
        return None;
    }
    if !found.is_empty() {
        return Some(found.len().to_string());
    }
    let said = scene
        .said()
        .iter()
        .filter(|said| likeness(&reference.name, said.text) >= Some(Likeness::Within))
        .filter(|said| !all_of_them(said.text))
        .count();
    (said > 0).then(|| said.to_string())
}

/// "28 orders", "3 items left": what the page itself says of all of them, where it says so once.
pub(super) fn stated(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let asked: Vec<String> = counted(tokens)?
        .iter()
        .map(|token| singular(&token.low))
        .collect();
    let said = scene.said();
    let mut totals = said.iter().flat_map(|said| totals(said.text, &asked));
    let first = totals.next()?;
    totals.all(|other| other == first).then_some(first)
}

/// The numbers of a text that stand before just these words.
fn totals(text: &str, asked: &[String]) -> Vec<String> {
    let words = words(text);
    let spoken: Vec<String> = words.iter().map(|word| singular(word)).collect();
    let follows = |at: usize| spoken[at + 1..].starts_with(asked);
    let numbers = words.iter().enumerate();
    numbers
        .filter(|(at, word)| word.bytes().all(|byte| byte.is_ascii_digit()) && follows(*at))
        .map(|(_, word)| word.clone())
        .collect()
}

/// "... in March", "... this week": without the period, where the page is headed by it, so that all of it is shown.
pub(super) fn without_period<'a>(scene: &Scene<'_>, tokens: &'a [Token]) -> (&'a [Token], bool) {
    let (lead, period) = match tokens {
        [lead @ .., of, month] if of.is("in") && month.is_in(&MONTHS) => (lead, &month.low),
        [lead @ .., of, month, year]
            if of.is("in") && month.is_in(&MONTHS) && year.low.parse::<u16>().is_ok() =>
        {
            (lead, &month.low)
        }
        _ => return (tokens, false),
    };
    let lines = scene.screen.lines().iter().enumerate();
    let mut headings = lines.filter(|(_, line)| matches!(line.kind, LineKind::Heading(_)));
    let headed = headings.any(|(at, _)| words(&scene.spoken(at)).contains(period));
    if headed {
        (lead, true)
    } else {
        (tokens, false)
    }
}

/// False where only a part of what could be counted is in view: there are more pages, or the page goes on.
pub(crate) fn is_whole(scene: &Scene<'_>) -> bool {
    let pagers = scene.nodes().iter().filter(|node| is_pager(&node.name));
    let leads = |node: &Node| node.role == Role::Link || leads_on(&node.name);
    // Buttons with numbers on them may be the answers to choose from.
    let pagers = pagers.filter(|node| leads(node) || node.role != Role::Button);
    let (leading, others): (Vec<&Node>, Vec<&Node>) = pagers.partition(|node| leads(node));
    let has_pages = !leading.is_empty() || others.len() > 1;
    let goes_on = scene.screen.observation().scroll_position.is_some()
        && scrollables(&scene.screen).contains(&Scrollable::Page);
    scene.paged || !has_pages && (scene.recalled.is_some() || !goes_on && !scene.moved)
}

/// "How many of our orders have the status Paid" → "how many orders are Paid": a column needs no name.
pub(super) fn by_value(tokens: &[Token]) -> Option<Vec<Token>> {
    let many = tokens.iter().position(|token| token.is("many"))?;
    let has = tokens
        .iter()
        .position(|token| token.is_any(&["have", "has"]))?;
    let [the, _, value @ ..] = tokens.get(has + 1..)? else {
        return None;
    };
    let literal = |token: &Token| token.quoted() || token.text.starts_with(char::is_uppercase);
    let things = match tokens.get(many + 1..has)? {
        [of, rest @ ..] if of.is("of") => bare(rest),
        rest => rest,
    };
    let said = the.is_any(&["the", "a", "an"]) && value.first().is_some_and(literal);
    (said && !things.is_empty())
        .then(|| spaced([&tokens[..=many], things, &tokenise("are"), value].concat()))
}

/// True where a number of things is asked for.
pub(super) fn is_asked(tokens: &[Token]) -> bool {
    counted(tokens).is_some()
}

/// What is to be counted.
fn counted(tokens: &[Token]) -> Option<Vec<Token>> {
    let at = tokens
        .iter()
        .position(|token| token.is_any(&["many", "number", "count"]))?;
    let mut rest = match tokens[at].low.as_str() {
        "many" if at > 0 && tokens[at - 1].is("how") => &tokens[at + 1..],
        "number" if tokens.get(at + 1).is_some_and(|token| token.is("of")) => &tokens[at + 2..],
        "count" => &tokens[at + 1..],
        _ => return None,
    };
    while rest.last().is_some_and(|token| token.is_in(&STOPS)) {
        rest = &rest[..rest.len() - 1];
    }
    let kept: Vec<Token> = rest
        .iter()
        .filter(|token| !token.is_in(&STOPS))
        .cloned()
        .collect();
    (!kept.is_empty()).then_some(kept)
}

static MONTHS: WordList = WordList::named("months");
/// Words that say nothing of what is counted.
static STOPS: WordList = WordList::named("count stops");

/// Drawn shapes are said as "[large red circle]".
fn shapes(scene: &Scene<'_>, reference: &Reference) -> usize {
    let mut asked: Vec<String> = words(&reference.whole)
        .iter()
        .map(|word| singular(word))
        .collect();
    asked.retain(|word| !matches!(word.as_str(), "shape" | "item" | "object" | "all"));
    scene
        .said()
        .iter()
        .filter(|said| said.text.starts_with('['))
        .flat_map(|said| said.text.split(']'))
        .map(words)
        .filter(|looks| !looks.is_empty() && asked.iter().all(|word| looks.contains(word)))
        .count()
}
