//! Whether something is so, as far as the page shows it. What it leaves open is not guessed at.

use screen_agent_page::{Node, Role, State};

use super::turn::{Turn, said};
use super::{Move, cell, choose, date, explore};
use crate::answer;
use crate::ground::measure::{Measure, Of, measure};
use crate::ground::month::{self, Month};
use crate::ground::rows::{Entry, listings};
use crate::ground::scene::is_field;
use crate::ground::{Reference, only, superlative, table, thing};
use crate::read::{bare, says_of};
use crate::words::date::weekday;
use crate::words::likeness::{Likeness, likeness};
use crate::words::number::{amount, amounts, count_word};
use crate::words::time::Time;
use crate::words::token::{text_of, without_marks_behind};
use crate::words::{Phrase, Token};

/// Goes on with what follows from it, or passes that over.
pub(super) fn condition(turn: &mut Turn<'_>, asked: &Phrase, holds: bool, skip: usize) -> Move {
    let unclear = || {
        Move::Stuck(format!(
            "I cannot tell from the page whether {}",
            asked.text()
        ))
    };
    let Some(question) = Question::read(&asked.0) else {
        return unclear();
    };
    let Some((so, seen)) = question.judged(turn) else {
        // What it is about may stand further down, or on the next page.
        let subject = Phrase::slice(question.subject);
        return match explore::look_through(turn, &subject) {
            Move::Stuck(_) => unclear(),
            step => step,
        };
    };
    if let Some(field) = field_called(turn, question.subject) {
        turn.remember(field);
    }
    let event = Month::of(&turn.scene)
        .and_then(|shown| only(shown.called(question.subject)).map(|event| event.node));
    if let Some(node) = event {
        turn.remember(node);
    }
    turn.memory.own.skips = if so == holds { 0 } else { skip };
    turn.memory.own.answer = Some(seen);
    turn.memory.context = Some(Reference::read(question.subject).whole);
    Move::Done
}

/// "The trip to Athens costs more than 600".
struct Question<'w> {
    whole: &'w [Token],
    subject: &'w [Token],
    denied: bool,
    /// What is said of it.
    said: &'w [Token],
}

/// How two amounts stand to each other.
struct Bound<'w> {
    more: bool,
    /// The amount itself is still so.
    even: bool,
    amount: &'w [Token],
}

impl<'w> Question<'w> {
    fn read(whole: &'w [Token]) -> Option<Self> {
        /// Words that say that it is so, and no more.
        const IDLE: [&str; 9] = [
            "already",
            "still",
            "currently",
            "now",
            "only",
            "set",
            "for",
            "entered",
            "at",
        ];
        let whole = without_marks_behind(whole);
        let at = (1..whole.len()).find(|&at| says_of(&whole[at]))?;
        let mut said = &whole[at + 1..];
        let mut denied = whole[at].low.ends_with("n't");
        while let [first, rest @ ..] = said
            && (first.is("not") || first.is_any(&IDLE))
            && !rest.is_empty()
        {
            denied |= first.is("not");
            said = rest;
        }
        let subject = bare(&whole[..at]);
        // "More than one guest is entered": the guests are more than one.
        if said.iter().all(|token| token.is_any(&IDLE))
            && let Some((noun, amount)) = subject.split_last()
            && bound(amount).is_some_and(|bound| bound.amount.len() == 1)
        {
            return Some(Self {
                whole,
                subject: std::slice::from_ref(noun),
                denied,
                said: amount,
            });
        }
        (!subject.is_empty() && !said.is_empty()).then_some(Self {
            whole,
            subject,
            denied,
            said,
        })
    }

    /// Whether it is so, and what shows it.
    fn judged(&self, turn: &Turn<'_>) -> Option<(bool, String)> {
        let (so, seen) = match bound(self.said) {
            Some(bound) => self.compared(turn, &bound)?,
            None => self.equal(turn)?,
        };
        Some((so != self.denied, seen))
    }

    fn compared(&self, turn: &Turn<'_>, bound: &Bound<'_>) -> Option<(bool, String)> {
        let held = self.amount(turn)?;
        let held_at = amount_of(turn, &held)?;
        let limit = amount_of(turn, &text_of(bound.amount)).or_else(|| {
            // "Higher than the lowest price".
            let other = field_called(turn, bound.amount).and_then(|field| field.value.clone());
            let other = other.or_else(|| held_by(turn, bound.amount))?;
            amount_of(turn, &other)
        })?;
        // "More than 600" says no currency.
        if held_at.of != limit.of && !(held_at.of == Of::Money && limit.of == Of::Count) {
            return None;
        }
        let way = if bound.more {
            held_at.value - limit.value
        } else {
            limit.value - held_at.value
        };
        let so = way > 0.0 || bound.even && way == 0.0;
        Some((so, format!("{} is {held}", text_of(self.subject))))
    }

    /// The amount that is compared: what a field holds, or what a listed thing says of what the words measure.
    fn amount(&self, turn: &Turn<'_>) -> Option<String> {
        let subject = Reference::read(self.subject).whole;
        let unclear = |node: &Node| {
            let held = node.value.as_deref().unwrap_or_default();
            let called = likeness(&subject, &node.name).is_some();
            node.role == Role::Slider && called && tells_otherwise(node, held)
        };
        if turn.nodes().any(unclear) {
            return None;
        }
        if let Some(field) = field_called(turn, self.subject) {
            let held = field.value.clone();
            return held.filter(|held| !tells_otherwise(field, held));
        }
        if let Some(held) = held_by(turn, self.subject) {
            return Some(held);
        }
        let comparative = superlative::at_comparative(self.whole);
        if let Some((_, _, sought)) = comparative
            && let Some(entry) = self.entry(turn)
            && let Some((_, part)) = superlative::value(&entry, &sought.about, sought.of)
        {
            return Some(part.text.clone());
        }
        answer::value(&turn.scene, &Phrase::slice(self.subject))
    }

    /// What is listed and meant: by its title, or by what else stands in its row.
    fn entry<'a>(&self, turn: &Turn<'a>) -> Option<Entry<'a>> {
        let by_row = || {
            let line = self.line(turn)?;
            let listings = listings(&turn.scene).into_iter();
            let mut entries = listings.flat_map(|listing| listing.entries);
            entries.find(|entry| entry.holds(line))
        };
        answer::mentioned(&turn.scene, self.subject).or_else(by_row)
    }

    fn line(&self, turn: &Turn<'_>) -> Option<usize> {
        let said = || only(table::lines_said(&turn.scene, self.subject));
        table::line_said(&turn.scene, &Phrase::slice(self.subject)).or_else(said)
    }

    fn equal(&self, turn: &Turn<'_>) -> Option<(bool, String)> {
        self.by_calendar(turn)
            .or_else(|| self.by_box(turn))
            .or_else(|| self.by_field(turn))
            .or_else(|| self.by_list(turn))
            .or_else(|| self.by_row(turn))
    }

    /// "Nothing is planned on 11 March", "the board meeting falls on a Wednesday".
    fn by_calendar(&self, turn: &Turn<'_>) -> Option<(bool, String)> {
        let shown = Month::of(&turn.scene)?;
        let on = self.said.iter().position(|token| token.is("on"))?;
        let day = bare(&self.said[on + 1..]);
        let known = shown.day_at(day).filter(|(_, used)| *used == day.len());
        if let [thing] = self.subject
            && thing.is_any(&["nothing", "anything", "something"])
        {
            let plans = ["planned", "entered", "scheduled"];
            let plain = self.said[..on].iter().all(|token| token.is_any(&plans));
            let (date, _) = known.filter(|_| plain && shown.is_whole())?;
            let none = shown.on(date)?.is_empty();
            let held = if none { "nothing" } else { "something" };
            let seen = format!("{held} is entered on {}", month::long(date));
            return Some((none == thing.is("nothing"), seen));
        }
        let event = only(shown.called(self.subject)).filter(|event| event.from == event.to)?;
        let so = match (known, day) {
            (Some((date, _)), _) => event.from == date,
            (None, [name]) if weekday(&name.low) => {
                month::weekday_of(event.from).eq_ignore_ascii_case(&name.low)
            }
            _ => return None,
        };
        let seen = format!("{} is on {}", event.title, event.when());
        (on == 0).then_some((so, seen))
    }

    /// "The insurance is ticked", "Radia Perlman is active".
    fn by_box(&self, turn: &Turn<'_>) -> Option<(bool, String)> {
        let on = match self.said {
            [state]
                if state.is_any(&["ticked", "checked", "on", "enabled", "selected", "chosen"]) =>
            {
                Some(true)
            }
            [state] if state.is_any(&["unticked", "unchecked", "off", "disabled"]) => Some(false),
            _ => None,
        };
        let name = Reference::read(self.subject).whole;
        let node = match on {
            Some(_) => only(turn.nodes().filter(|node| {
                (node.role.is_checkable() || node.role == Role::Option)
                    && likeness(&name, &turn.scene.label(node)) >= Some(Likeness::SameWords)
            }))?,
            None => {
                let column = format!("{} of {}", text_of(self.said), name);
                cell::tick_box(turn, &Reference::of(&Phrase::of(&column)))?
            }
        };
        let is_on = node.is(State::Checked) || node.is(State::Selected) || node.is(State::Pressed);
        let state = if is_on { "on" } else { "off" };
        Some((
            is_on == on.unwrap_or(true),
            format!("{} is {state}", said(node)),
        ))
    }

    /// "The level is Beginner".
    fn by_field(&self, turn: &Turn<'_>) -> Option<(bool, String)> {
        let field = field_called(turn, self.subject)?;
        let held = field.value.as_deref().unwrap_or_default();
        if tells_otherwise(field, held) {
            return None;
        }
        let wanted = text_of(bare(self.said));
        let empty = self.said.len() == 1 && self.said[0].is_any(&["empty", "blank"]);
        let alike = likeness(&wanted, held) >= Some(Likeness::SameWords);
        let equal = || {
            let (one, other) = (amount_of(turn, held)?, amount_of(turn, &wanted)?);
            Some(one.of == other.of && one.value == other.value)
        };
        let so = if empty {
            held.trim().is_empty()
        } else {
            alike || equal() == Some(true)
        };
        Some((so, format!("{} holds \"{held}\"", said(field))))
    }

    /// "Olives are among the toppings".
    fn by_list(&self, turn: &Turn<'_>) -> Option<(bool, String)> {
        let (lead, list) = self.said.split_first()?;
        let list = Reference::read(bare(list)).whole;
        if !lead.is_any(&["in", "on", "among", "under"]) {
            return None;
        }
        choose::list_called(turn, &list)?;
        let so = choose::holds_entry(turn, &list, &Phrase::slice(self.subject));
        let word = if so { "among" } else { "not among" };
        Some((
            so,
            format!("{} is {word} the {list}", text_of(self.subject)),
        ))
    }

    /// "Order 7 is paid": a cell of its row says so, or says another of what stands in that column.
    fn by_row(&self, turn: &Turn<'_>) -> Option<(bool, String)> {
        let line = self.line(turn)?;
        let wanted = text_of(bare(self.said));
        let says = |text: &str| likeness(&wanted, text) >= Some(Likeness::SameWords);
        let row = table::rows(&turn.scene).find(|row| row.line == line)?;
        let cells = row.cells();
        if let Some(cell) = cells.iter().find(|cell| says(&cell.text)) {
            return Some((true, format!("its row says \"{}\"", cell.text.trim())));
        }
        let rows = table::rows(&turn.scene).filter(|other| other.table == row.table);
        let column = rows
            .flat_map(|other| other.cells().into_iter().enumerate())
            .find_map(|(at, cell)| says(&cell.text).then_some(at))?;
        let held = cells.get(column)?.text.trim();
        (!held.is_empty()).then(|| (false, format!("its row says \"{held}\"")))
    }
}

fn bound(said: &[Token]) -> Option<Bound<'_>> {
    let more = [
        "more", "greater", "higher", "larger", "bigger", "later", "older", "longer", "dearer",
        "pricier",
    ];
    let less = [
        "less", "fewer", "lower", "smaller", "earlier", "younger", "shorter", "cheaper",
    ];
    let (is_more, even, amount) = match said {
        [word, than, amount @ ..] if than.is("than") && word.is_any(&more) => (true, false, amount),
        [word, than, amount @ ..] if than.is("than") && word.is_any(&less) => {
            (false, false, amount)
        }
        [at, least, amount @ ..] if at.is("at") && least.is("least") => (true, true, amount),
        [at, most, amount @ ..] if at.is("at") && most.is("most") => (false, true, amount),
        [least, amount @ ..] if least.is("least") => (true, true, amount),
        [most, amount @ ..] if most.is("most") => (false, true, amount),
        [over, amount @ ..] if over.is_any(&["over", "above", "after"]) => (true, false, amount),
        [under, amount @ ..] if under.is_any(&["under", "below", "before"]) => {
            (false, false, amount)
        }
        _ => return None,
    };
    (!amount.is_empty()).then_some(Bound {
        more: is_more,
        even,
        amount,
    })
}

/// "Is the volume higher than 20?": yes or no, and what shows it.
pub(super) fn yes_or_no(turn: &Turn<'_>, question: &Phrase) -> Option<String> {
    let asked = &question.0[..question.0.len() - usize::from(question.0.last()?.is_mark("?"))];
    let (is, rest) = asked.split_first()?;
    if !is.is_any(&["is", "are", "was", "were"]) {
        return None;
    }
    let at = (1..rest.len()).find(|at| bound(&rest[*at..]).is_some())?;
    let (subject, said) = rest.split_at(at);
    let whole = [subject, std::slice::from_ref(is), said].concat();
    let question = Question {
        whole: &whole,
        subject: bare(subject),
        denied: false,
        said,
    };
    let (so, seen) = question.judged(turn)?;
    Some(format!("{}, {seen}", if so { "yes" } else { "no" }))
}

/// What the one field or cell holds that all of the words name.
fn held_by(turn: &Turn<'_>, tokens: &[Token]) -> Option<String> {
    let (thing, left) = thing::named(&turn.scene, tokens)?;
    let idle = |token: &Token| token.is_any(&["the", "of", "value", "number", "slider", "field"]);
    left.iter().all(idle).then(|| thing.text()).flatten()
}

/// A time, a day, or whatever else a text measures.
fn amount_of(turn: &Turn<'_>, text: &str) -> Option<Measure> {
    let text = text.trim();
    if let Some(time) = Time::read(text) {
        let value = f64::from(time.hour) * 60.0 + f64::from(time.minute);
        return Some(Measure {
            of: Of::Clock,
            value,
        });
    }
    if let Some(day) = date::read(turn, text) {
        let days = day
            .since(jiff::civil::Date::constant(1970, 1, 1))
            .ok()?
            .get_days();
        return Some(Measure {
            of: Of::Date,
            value: f64::from(days),
        });
    }
    let count = |text| Some(f64::from(u32::try_from(count_word(text)?).ok()?));
    measure(text).or_else(|| {
        count(text).map(|value| Measure {
            of: Of::Count,
            value,
        })
    })
}

/// The only field or list of this name; a secret tells nothing.
/// "Brightness: 5" that holds "50%" tells two numbers, and nothing says which is meant.
fn tells_otherwise(field: &Node, held: &str) -> bool {
    let told = amounts(&field.name);
    !told.is_empty() && amount(held).is_some_and(|held| !told.contains(&held))
}

fn field_called<'a>(turn: &Turn<'a>, name: &[Token]) -> Option<&'a Node> {
    // "If it is only one": the field of the condition before.
    if let [it] = name
        && it.is("it")
    {
        return turn.it().filter(|node| node.role.takes_text());
    }
    let name = Reference::read(name).whole;
    let mut named = turn.fields_called(&name);
    named.retain(|node| !node.role.is_checkable() && !screen_agent_page::is_secret(node));
    let list = || choose::list_called(turn, &name).filter(|node| is_field(node));
    only(named).or_else(list)
}
