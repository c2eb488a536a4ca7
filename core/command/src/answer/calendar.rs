//! What a month that is shown day by day says: when something is, what is on a day, what comes last, how long it lasts. Every
//! word of the question has to be one that asks, a date, or of the name of what is entered.

use jiff::civil::Date;
use screen_agent_words::WordList;

use crate::ground::month::{Event, Month, long};
use crate::ground::{Scene, only};
use crate::words::date::month;
use crate::words::normal::singular;
use crate::words::token::Token;

static AROUND: WordList = WordList::named("words around a calendar");
static KINDS: WordList = WordList::named("kinds of entries in a calendar");

/// What a question about the month that is shown is made of.
struct Asked<'w> {
    /// A day that was said.
    day: Option<Date>,
    /// The month was said.
    month: bool,
    /// The words that name what is entered.
    name: Vec<Token>,
    tokens: &'w [Token],
}

/// The answer to a question about what is entered in a calendar.
pub(super) fn calendar(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let shown = Month::of(scene)?;
    let asked = Asked::read(&shown, tokens)?;
    match (asked.name.is_empty(), asked.day) {
        (true, Some(day)) => on_day(&shown, &asked, day),
        (true, None) => at_an_end(&shown, &asked),
        (false, None) => of_named(&shown, &asked),
        (false, Some(_)) => None,
    }
}

impl<'w> Asked<'w> {
    fn read(shown: &Month<'_>, tokens: &'w [Token]) -> Option<Self> {
        let mut asked = Self {
            day: None,
            month: false,
            name: Vec::new(),
            tokens,
        };
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if let Some((day, used)) = shown.day_at(&tokens[at..]) {
                if asked.day.replace(day).is_some() {
                    return None;
                }
                at += used;
                continue;
            }
            if let Some(said) = month(&token.low).filter(|_| token.text != token.low) {
                let year = tokens
                    .get(at + 1)
                    .and_then(|next| next.low.parse::<i16>().ok());
                let same = said == i16::from(shown.first.month())
                    && year.is_none_or(|year| year == shown.first.year());
                if !same {
                    return None;
                }
                asked.month = true;
                at += 1 + usize::from(year.is_some());
                continue;
            }
            if !token.is_in(&AROUND) && !token.is_in(&KINDS) && (token.word() || token.quoted()) {
                asked.name.push(token.clone());
            }
            at += 1;
        }
        Some(asked)
    }

    fn says(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|token| token.is_any(words))
    }

    /// "When", "on what day".
    fn when(&self) -> bool {
        let which = self.says(&["which", "what", "what's", "whats"])
            && self.says(&["day", "date", "days", "dates"]);
        self.says(&["when", "when's", "whens"]) || which
    }
}

/// "Am I free on the 13th", "what is on 10 March".
fn on_day(shown: &Month<'_>, asked: &Asked<'_>, day: Date) -> Option<String> {
    let events = shown.on(day).filter(|_| shown.is_whole())?;
    let told: Vec<String> = events.iter().map(|event| said(event)).collect();
    let (none, date) = (told.is_empty(), long(day));
    let list = told.join("; ");
    if asked.says(&["free", "anything", "something"]) {
        let yes = asked.says(&["free"]) == none;
        let word = if yes { "yes" } else { "no" };
        return Some(match none {
            true => format!("{word}, nothing is entered on {date}"),
            false => format!("{word}, on {date}: {list}"),
        });
    }
    if asked.when() || !asked.says(&["what", "what's", "whats", "which"]) {
        return None;
    }
    Some(match none {
        true => format!("nothing is entered on {date}"),
        false => list,
    })
}

/// "The last event in March".
fn at_an_end(shown: &Month<'_>, asked: &Asked<'_>) -> Option<String> {
    let counts = asked.says(&["many", "long"]);
    let of_what = asked.tokens.iter().any(|token| token.is_in(&KINDS));
    if counts || !of_what || !asked.month || !shown.is_whole() {
        return None;
    }
    let own = shown.own();
    let event = match (
        asked.says(&["first", "earliest"]),
        asked.says(&["last", "latest"]),
    ) {
        (true, false) => own.first(),
        (false, true) => own.last(),
        _ => None,
    };
    event.map(|event| format!("{}, {}", event.title, event.when()))
}

/// "When is the dentist", "how many days does the trade fair last".
fn of_named(shown: &Month<'_>, asked: &Asked<'_>) -> Option<String> {
    let mut events = shown.called(&asked.name);
    events.sort_by_key(|event| event.from);
    if asked.month {
        events.retain(|event| shown.own().iter().any(|own| own.node.id == event.node.id));
    }
    let days = asked.says(&["days"]) && asked.says(&["many"]);
    if days || asked.says(&["long"]) {
        let event = only(events).filter(|event| event.time.is_none())?;
        let days = event.to.since(event.from).ok()?.get_days() + 1;
        let unit = if days == 1 { "day" } else { "days" };
        return asked
            .says(&["last", "take"])
            .then(|| format!("{days} {unit}"));
    }
    let rest = asked.says(&[
        "many", "first", "last", "earliest", "latest", "free", "anything",
    ]);
    if !asked.when() || rest || events.is_empty() {
        return None;
    }
    // Of several that are called otherwise it is not said which is meant.
    let title = |event: &Event<'_>| singular(&event.title.to_lowercase());
    if events
        .windows(2)
        .any(|pair| title(pair[0]) != title(pair[1]))
    {
        return None;
    }
    let told: Vec<String> = events.iter().map(|event| event.when()).collect();
    Some(told.join("; "))
}

fn said(event: &Event<'_>) -> String {
    let time = event.time.as_ref().map(|time| format!(" ({time})"));
    format!("{}{}", event.title, time.unwrap_or_default())
}
