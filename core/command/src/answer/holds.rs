//! "How many guests are entered?", "when does the stay end?": what the field or the cell that is named holds now.

use screen_agent_page::{Role, State};
use screen_agent_words::WordList;

use jiff::civil::Date;

use crate::ground::held::Held;
use crate::ground::month::{long, weekday_of};
use crate::ground::scene::Scene;
use crate::ground::thing::{Said, column_named, named, rows_named, telling};
use crate::ground::{only, table};
use crate::words::Token;

static ASKING: WordList = WordList::named("words that ask what is held");
static YES_OR_NO: WordList = WordList::named("words for yes or no");
static NO: WordList = WordList::named("words for no");
static ENDS: WordList = WordList::named("ends of a range");
static UNITS: WordList = WordList::named("what days are counted as");

/// What is held, where every word of the question names the thing or asks for that.
pub(super) fn holds(scene: &Scene<'_>, question: &[Token]) -> Option<String> {
    let asks = |token: &&Token| {
        token.is_any(&[
            "what", "which", "when", "how", "on", "for", "at", "tell", "until", "where",
        ])
    };
    if let Some(text) = stands(scene, question) {
        return Some(text);
    }
    question.first().filter(asks)?;
    let Some((thing, rest)) = named(scene, question) else {
        return chosen(scene, question);
    };
    // A date is read by its own year.
    let held = thing.held(Date::constant(2000, 1, 1))?;
    let week = rest.windows(4).position(|run| {
        run[0].is("day") && run[1].is("of") && run[2].is("the") && run[3].is("week")
    });
    let rest = match week {
        Some(at) => [&rest[..at], &rest[at + 4..]].concat(),
        None => rest,
    };
    let counted = rest
        .windows(3)
        .any(|run| run[0].is("how") && run[1].is("many") && run[2].is_in(&UNITS));
    let much = rest
        .windows(2)
        .any(|run| run[0].is("how") && run[1].is_any(&["many", "much"]));
    if much && !counted && !matches!(held, Held::Number(_)) {
        return None;
    }
    let mut ends = rest
        .iter()
        .filter_map(|token| ENDS.meaning(&token.low).filter(|_| token.word()));
    let end = ends.next();
    let read = |token: &Token| {
        token.is_in(&ASKING)
            || token.is_mark("?")
            || counted && token.is_in(&UNITS)
            || held.ends().is_some() && ENDS.contains(&token.low)
    };
    if ends.next().is_some() || !rest.iter().all(read) {
        return None;
    }
    let one = match (held.ends(), end) {
        (Some((low, high)), None) if counted => return days_between(&low, &high),
        (Some((low, _)), Some("low")) => low,
        (Some((_, high)), Some("high")) => high,
        (Some(_), Some(_)) => return None,
        _ => held,
    };
    match (
        &one,
        week.is_some() || rest.iter().any(|token| token.is("weekday")),
    ) {
        (Held::Day(day), true) => Some(weekday_of(*day)),
        (_, true) => None,
        (Held::Day(day), false) if end.is_some() => Some(long(*day)),
        (Held::Range(low, high), false) => Some(format!("{} to {}", low.text()?, high.text()?)),
        (one, false) if end.is_some() => one.text(),
        _ => thing.text(),
    }
}

/// "Which office is chosen?": what the list of that name holds, or the one that is chosen of several.
fn chosen(scene: &Scene<'_>, question: &[Token]) -> Option<String> {
    let said = Said::of(question);
    let fields = scene.nodes().iter().filter_map(|node| {
        let (name, held) = match node.role {
            Role::Select => (scene.label(node), node.value.clone()?),
            Role::Radio if node.is(State::Checked) => (scene.head_of(node)?, node.name.clone()),
            _ => return None,
        };
        Some((said.run(&telling(&name))?, held))
    });
    let (run, held) = only(fields).filter(|(_, held)| !held.trim().is_empty())?;
    let left = said.without(question, &[run]);
    let asks = |token: &Token| token.is_in(&ASKING) || token.is_mark("?");
    left.iter().all(asks).then_some(held)
}

/// "Is Ann active?": what the cell of her row says, where it says yes or no.
fn stands(scene: &Scene<'_>, question: &[Token]) -> Option<String> {
    let asks = question.first()?.is_any(&["is", "are", "was", "has"]);
    let said = Said::of(question);
    let (column, run) = column_named(scene, &said).filter(|_| asks)?;
    let rows = rows_named(scene, &said, &column);
    let [(row, row_run)] = &rows[..] else {
        return None;
    };
    let idle = |token: &Token| {
        token.is_mark("?") || token.is_in(&ASKING) || token.is_any(&["still", "already", "a", "an"])
    };
    let left = said.without(question, &[run, row_run.clone()]);
    let cell = table::cell(scene, &column, row).filter(|_| left.iter().all(idle))?;
    let text = cell.text.trim().to_lowercase();
    let yes = match cell.nodes[..] {
        [node] if node.role.is_checkable() => node.is(State::Checked),
        _ if YES_OR_NO.contains(&text) => !NO.contains(&text),
        _ => return None,
    };
    Some(if yes { "yes" } else { "no" }.to_owned())
}

fn days_between(low: &Held, high: &Held) -> Option<String> {
    match (low, high) {
        (Held::Day(low), Held::Day(high)) => {
            let days = low.until(*high).ok()?.get_days();
            Some(days.to_string())
        }
        _ => None,
    }
}
