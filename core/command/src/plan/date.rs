//! Choosing a date in a calendar.

use jiff::ToSpan;
use jiff::civil::Date;
use screen_agent_action::{Action, Choice};
use screen_agent_page::{Node, Role};

use super::turn::{Tried, Turn, click_on, said};
use super::{Move, click};
use crate::ground::month::{Month, headed};
use crate::ground::only;
use crate::ground::scene::is_ready;
use crate::read::{Touch, bare};
use crate::words::date::{date_at, month, month_name};
use crate::words::likeness::synonym;
use crate::words::normal::{singular, words};
use crate::words::time::Time;
use crate::words::token::tokenise;
use crate::words::{Phrase, Token};

/// True when a text is a date and nothing else.
pub(crate) fn is_date(turn: &Turn<'_>, text: &str) -> bool {
    read(turn, text).is_some()
}

/// The date that a text is, and nothing else.
pub(super) fn read(turn: &Turn<'_>, text: &str) -> Option<Date> {
    let tokens = tokenise(text);
    let (date, used) = date_at(&tokens, turn.today)?;
    (used == tokens.len()).then_some(date)
}

/// Opens the calendar, turns to the month, and takes the day.
pub(crate) fn by_picker(turn: &mut Turn<'_>, field: &Node, text: &str) -> Move {
    let Some(date) = read(turn, text) else {
        if let Some(time) = Time::said(text) {
            return by_clock(turn, field, time);
        }
        return Move::Stuck(format!(
            "{} can only be read, and \"{text}\" is no date",
            said(field)
        ));
    };
    if let Some(id) = turn.memory.own.day.clone()
        && turn.tried(&Action::Click { id }) != Tried::Never
    {
        return Move::Done;
    }
    let Some((year, month)) = headed(&turn.scene) else {
        return open(turn, field, "calendar");
    };
    if let Some(step) = by_lists(turn, date, (year, month)) {
        return step;
    }
    match i32::from(date.year() - year) * 12 + i32::from(date.month()) - i32::from(month) {
        0 => take_day(turn, date),
        ahead => leaf(turn, ahead > 0),
    }
}

fn open(turn: &Turn<'_>, field: &Node, what: &str) -> Move {
    let open = click_on(field);
    match turn.tries(&open) {
        0 => Move::Prepare(open, format!("I open the {what} of {}.", said(field))),
        1 => {
            let wait = Action::Wait { seconds: 1.0 };
            Move::Prepare(wait, format!("I wait for the {what}."))
        }
        _ => Move::Stuck(format!("{} shows no {what} that I can read", said(field))),
    }
}

/// Fills in the hour and the minute that a field for a time offers once it is open.
fn by_clock(turn: &mut Turn<'_>, field: &Node, time: Time) -> Move {
    let part = |name: &str| {
        let named = |node: &&Node| {
            let label = words(&turn.scene.label(node));
            node.role.takes_text()
                && is_ready(node)
                && label.iter().any(|word| singular(word) == name)
        };
        only(turn.nodes().filter(named))
    };
    let (Some(hour), Some(minute)) = (part("hour"), part("minute")) else {
        return open(turn, field, "clock");
    };
    for (node, wanted) in [(hour, time.hour), (minute, time.minute)] {
        let held = node
            .value
            .as_deref()
            .and_then(|held| held.trim().parse().ok());
        if held == Some(wanted) {
            continue;
        }
        let id = node.id.clone();
        let text = format!("{wanted:02}");
        let why = format!("I set {} to {text}.", said(node));
        match turn.once(Action::SetValue { id, text }, why) {
            Move::Done => {}
            // The field itself was accounted for when it was opened.
            Move::Act(action, why) => return Move::Prepare(action, why),
            step => return step,
        }
    }
    Move::Done
}

/// Turns the calendar of the page to a month; where it has none, the words are the name of something.
pub(super) fn turn_to(turn: &mut Turn<'_>, what: &Phrase) -> Move {
    /// Most months that are leafed through.
    const MOST: i32 = 24;
    match months_ahead(turn, what) {
        None => click::touch(turn, Touch::Click, what),
        Some(0) => Move::Done,
        Some(ahead) if ahead.abs() <= MOST => leaf(turn, ahead > 0),
        Some(_) => Move::Stuck(format!(
            "{} is too far from what the calendar shows",
            what.text()
        )),
    }
}

/// True where the page shows that month.
pub(super) fn is_turned_to(turn: &Turn<'_>, what: &Phrase) -> bool {
    months_ahead(turn, what) == Some(0)
}

/// How far it is from the month that is shown; without a year, that year is meant.
fn months_ahead(turn: &Turn<'_>, what: &Phrase) -> Option<i32> {
    let (year, month) = headed(&turn.scene)?;
    let wanted = what.0.iter().find_map(|token| month_of(&token.low))?;
    let said = what
        .0
        .iter()
        .find_map(|token| token.text.parse::<i32>().ok());
    let years = said.unwrap_or(i32::from(year)) - i32::from(year);
    Some(years * 12 + i32::from(wanted) - i32::from(month))
}

fn month_of(word: &str) -> Option<i8> {
    month(word).and_then(|month| i8::try_from(month).ok())
}

/// Calendars may have lists for the month and the year.
fn by_lists(turn: &Turn<'_>, date: Date, shown: (i16, i8)) -> Option<Move> {
    let year = date.year().to_string();
    let whole = month_name(date.month(), 4);
    let wanted = [
        (shown.0 != date.year(), year),
        (shown.1 != date.month(), whole),
    ];
    for (differs, text) in wanted {
        let list = turn.nodes().find_map(|node| {
            let option = node.facts.options.iter().find(|option| {
                **option == text || (option.len() == 3 && text.starts_with(option.as_str()))
            })?;
            Some((node, option))
        });
        if let (true, Some((node, option))) = (differs, list) {
            let choice = Choice {
                text: Some(option.clone()),
                ..Choice::default()
            };
            let id = node.id.clone();
            return Some(Move::Prepare(
                Action::SelectDropdown { id, choice },
                format!("I turn the calendar to {option}."),
            ));
        }
    }
    None
}

fn leaf(turn: &Turn<'_>, forward: bool) -> Move {
    let sign = if forward { ">" } else { "<" };
    let button = turn.nodes().find(|node| {
        let name = node.name.trim().to_lowercase();
        let bare = name.trim_end_matches(" month").to_owned();
        is_ready(node) && (synonym(sign, &name) || synonym(sign, &bare))
    });
    match button {
        Some(node) => Move::Prepare(
            click_on(node),
            format!("I leaf through the calendar with {}.", said(node)),
        ),
        None => Move::Stuck("I see no way to turn the calendar to another month".into()),
    }
}

/// The day of a calendar that a phrase means, where its month is shown; what stands behind it may only say that the time of
/// day stays.
pub(super) fn day_said<'a>(turn: &Turn<'a>, said: &Phrase, moved: &Node) -> Option<&'a Node> {
    let same = ["at", "the", "same", "time", "of", "day", "hour", "on"];
    let shown = Month::of(&turn.scene);
    let own = shown.as_ref().and_then(|shown| {
        let event = shown
            .events
            .iter()
            .find(|event| event.node.id == moved.id)?;
        Some((event.from, event.to))
    });
    let (date, used) = own
        .and_then(|(from, _)| day_from(&said.0, from))
        .or_else(|| shown.as_ref().and_then(|shown| shown.day_at(&said.0)))
        .or_else(|| date_at(&said.0, turn.today))?;
    let rest = said.0.get(used..)?;
    let stays = rest
        .iter()
        .all(|token| !token.word() && !token.quoted() || token.is_any(&same));
    if !stays || headed(&turn.scene)? != (date.year(), date.month()) {
        return None;
    }
    day_of(turn, grabbed(date, own)?)
}

/// "The next day", "the day after": from the day on which it is.
fn day_from(said: &[Token], from: Date) -> Option<(Date, usize)> {
    let words: Vec<&str> = bare(said).iter().map(|token| token.low.as_str()).collect();
    let lead = said.len() - words.len();
    let (day, used) = match words.as_slice() {
        ["next" | "following", "day", ..] => (from.tomorrow(), 2),
        ["day", "after", ..] => (from.tomorrow(), 2),
        ["day", "before", ..] => (from.yesterday(), 2),
        ["previous", "day", ..] => (from.yesterday(), 2),
        _ => return None,
    };
    Some((day.ok()?, lead + used))
}

/// What is on several days is taken by its middle, and goes with all of them; nothing where it has no day in the middle.
fn grabbed(date: Date, own: Option<(Date, Date)>) -> Option<Date> {
    let days = own.map_or(Some(0), |(from, to)| Some(to.since(from).ok()?.get_days()))?;
    let half = (days % 2 == 0).then_some(days / 2)?;
    date.checked_add(half.days()).ok()
}

fn take_day(turn: &mut Turn<'_>, date: Date) -> Move {
    match day_of(turn, date) {
        Some(node) => {
            turn.memory.own.day = Some(node.id.clone());
            Move::Act(click_on(node), format!("I take the {}.", date.day()))
        }
        None => Move::Stuck(format!("the calendar does not offer the {}", date.day())),
    }
}

fn day_of<'a>(turn: &Turn<'a>, date: Date) -> Option<&'a Node> {
    let day = date.day().to_string();
    // A day may be called by its whole date: "May 2, 2026".
    let whole = |node: &&Node| {
        is_ready(node) && !node.role.takes_text() && read(turn, &node.name) == Some(date)
    };
    let dated = turn.nodes().find(whole);
    let days: Vec<&Node> = turn
        .nodes()
        .filter(|node| {
            is_ready(node)
                && !node.role.takes_text()
                && node.role != Role::Select
                && node.name.trim() == day
        })
        .collect();
    // Days of the months before and after stand at the ends.
    let found = if date.day() > 15 {
        days.last()
    } else {
        days.first()
    };
    dated.or(found.copied())
}
