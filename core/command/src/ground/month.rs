//! A month that the page shows day by day, and what is entered on its days.

use jiff::civil::Date;
use screen_agent_page::{LineKind, Node};

use super::Scene;
use crate::words::Token;
use crate::words::date::{date_at, month};
use crate::words::normal::{singular, words};
use crate::words::time::Time;

/// Fewest days that make a month.
const FEWEST: usize = 28;

/// What stands on a day, or on several.
#[derive(Clone, Debug)]
pub(crate) struct Event<'a> {
    pub node: &'a Node,
    /// What it is called, without the time before it.
    pub title: String,
    /// The time of day before its title, as it stands there.
    pub time: Option<String>,
    pub from: Date,
    pub to: Date,
}

/// The days that are shown, with what is entered on them.
pub(crate) struct Month<'a> {
    /// The first day of the month that heads it.
    pub first: Date,
    days: Vec<(Date, &'a Node)>,
    pub events: Vec<Event<'a>>,
}

impl<'a> Month<'a> {
    /// Reads it; nothing where the days do not follow one another.
    pub fn of(scene: &Scene<'a>) -> Option<Self> {
        let (year, number) = headed(scene)?;
        let first = Date::new(year, number, 1).ok()?;
        let (mut days, mut events) = (Vec::new(), Vec::new());
        let rows = scene.lines().filter(|(_, line)| line.kind == LineKind::Row);
        for (at, _) in rows {
            let begins = days.len();
            let mut entered: Vec<(Date, &Node)> = Vec::new();
            for node in scene.screen.in_line(at) {
                match (node.name.trim().parse::<i8>(), days.last()) {
                    (Ok(day), last) => days.push((following(last, day, first)?, node)),
                    (Err(_), Some((date, _))) => entered.push((*date, node)),
                    (Err(_), None) => {}
                }
            }
            let row = &days[begins..];
            events.extend(entered.iter().map(|(date, node)| event(*date, node, row)));
        }
        let all = days.len() >= FEWEST && days.first().is_some_and(|(date, _)| *date <= first);
        all.then_some(Self {
            first,
            days,
            events,
        })
    }

    /// True where no day of the month is cut off, and nothing of a day is folded away.
    pub fn is_whole(&self) -> bool {
        let last = self.days.last();
        let folded = |event: &Event<'_>| event.title.starts_with('+');
        last.is_some_and(|(date, _)| *date >= self.first.last_of_month())
            && !self.events.iter().any(folded)
    }

    /// The events of the month itself, in their order; those of the days before and after it are left out.
    pub fn own(&self) -> Vec<&Event<'a>> {
        let within =
            |event: &&Event<'_>| event.from <= self.first.last_of_month() && event.to >= self.first;
        let mut own: Vec<&Event<'a>> = self.events.iter().filter(within).collect();
        own.sort_by_key(|event| (event.from, minutes(event)));
        own
    }

    /// The events that these words name: a title, or some words of it.
    pub fn called(&self, tokens: &[Token]) -> Vec<&Event<'a>> {
        let said: Vec<String> = tokens.iter().flat_map(|token| spoken(&token.low)).collect();
        let named = |event: &&Event<'_>| {
            let title = spoken(&event.title);
            said.iter().all(|word| title.contains(word))
        };
        let found = self.events.iter().filter(named);
        found.filter(|_| !said.is_empty()).collect()
    }

    /// What stands on a day.
    pub fn on(&self, date: Date) -> Option<Vec<&Event<'a>>> {
        self.days.iter().find(|(day, _)| *day == date)?;
        let there = |event: &&Event<'_>| event.from <= date && date <= event.to;
        Some(self.events.iter().filter(there).collect())
    }

    /// A day that the words say, with how many of them it took: "13 March", "the 13th", "Monday the 23rd". A name of a day
    /// that is another one's is no day.
    pub fn day_at(&self, tokens: &[Token]) -> Option<(Date, usize)> {
        let named = tokens.first()?;
        let weekday = crate::words::date::weekday(&named.low);
        let lead = usize::from(weekday);
        let rest = &tokens[lead..];
        let (date, used) = self.plain_day(rest)?;
        let fits = !weekday || weekday_of(date).eq_ignore_ascii_case(&named.low);
        fits.then_some((date, lead + used))
    }

    fn plain_day(&self, tokens: &[Token]) -> Option<(Date, usize)> {
        let the = usize::from(tokens.first()?.is("the"));
        let first = tokens.get(the)?;
        let digit = |token: &Token| token.low.starts_with(|c: char| c.is_ascii_digit());
        if !digit(first) && month(&first.low).is_none() {
            return None;
        }
        if let Some(found) = date_at(tokens, self.first) {
            return Some(found);
        }
        let ends = ["st", "nd", "rd", "th"];
        let number = ends.iter().find_map(|end| first.low.strip_suffix(end))?;
        let date = Date::new(self.first.year(), self.first.month(), number.parse().ok()?);
        Some((date.ok()?, the + 1))
    }
}

impl Event<'_> {
    /// When it is, as a person says it.
    pub fn when(&self) -> String {
        let time = self.time.as_ref().map(|time| format!(", {time}"));
        let end = (self.to != self.from).then(|| format!(" to {}", long(self.to)));
        let (end, time) = (end.unwrap_or_default(), time.unwrap_or_default());
        format!("{}{end}{time}", long(self.from))
    }
}

/// "Friday 13 March 2026".
pub(crate) fn long(date: Date) -> String {
    let month = crate::words::date::month_name(date.month(), 4);
    format!(
        "{} {} {month} {}",
        weekday_of(date),
        date.day(),
        date.year()
    )
}

/// The name of the day of the week.
pub(crate) fn weekday_of(date: Date) -> String {
    format!("{:?}", date.weekday())
}

/// The month that the page is headed by: a month's name and a year, in one line or one after the other.
pub(crate) fn headed(scene: &Scene<'_>) -> Option<(i16, i8)> {
    let lines = scene.lines().map(|(at, _)| scene.spoken(at));
    let names = scene.nodes().iter().map(|node| node.name.clone());
    lines.chain(names).find_map(|line| {
        let words = words(&line);
        let month = words.iter().find_map(|word| month(word))?;
        let year = words.iter().find_map(|word| {
            word.parse::<i16>()
                .ok()
                .filter(|year| (1900..2200).contains(year))
        })?;
        Some((year, i8::try_from(month).ok()?))
    })
}

/// The date of the next day of the grid, which has to bear its number.
fn following(last: Option<&(Date, &Node)>, day: i8, first: Date) -> Option<Date> {
    let date = match last {
        Some((last, _)) => last.tomorrow().ok()?,
        None if day == 1 => first,
        None => {
            let before = first.yesterday().ok()?;
            Date::new(before.year(), before.month(), day).ok()?
        }
    };
    (date.day() == day).then_some(date)
}

/// What stands over several days of its row is on all of them.
fn event<'a>(from: Date, node: &'a Node, row: &[(Date, &Node)]) -> Event<'a> {
    let over = |day: &Node| {
        day.rect.zip(node.rect).is_some_and(|(day, own)| {
            let center = day.x + day.w / 2.0;
            own.x <= center && center <= own.x + own.w
        })
    };
    let covered = row.iter().filter(|(_, day)| over(day));
    let to = covered.map(|(date, _)| *date).max();
    let (time, title) = match node.name.split_once(' ') {
        Some((time, title)) if time_of(time).is_some() => (Some(time.to_owned()), title),
        _ => (None, node.name.as_str()),
    };
    Event {
        node,
        title: title.trim().to_owned(),
        time,
        from,
        to: to.unwrap_or(from).max(from),
    }
}

/// "9:15a", "7 pm", "14:00".
fn time_of(text: &str) -> Option<Time> {
    let whole = match text.ends_with(['a', 'p']) {
        true => format!("{text}m"),
        false => text.to_owned(),
    };
    Time::read(&whole)
}

fn minutes(event: &Event<'_>) -> u16 {
    let time = event.time.as_deref().and_then(time_of);
    time.map_or(0, |time| u16::from(time.hour) * 60 + u16::from(time.minute))
}

/// The words of a name, for comparing.
fn spoken(text: &str) -> Vec<String> {
    let owned = text.strip_suffix("'s").or_else(|| text.strip_suffix("’s"));
    words(owned.unwrap_or(text))
        .iter()
        .map(|word| singular(word))
        .collect()
}
