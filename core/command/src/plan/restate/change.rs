//! How a value is to change: by how much, by what factor, to what, or to what another thing holds.

use jiff::civil::Date;
use screen_agent_words::WordList;

use crate::ground::held::{Held, Unit};
use crate::ground::kind::kind_at;
use crate::ground::thing::End;
use crate::words::Token;
use crate::words::date::date_at;
use crate::words::number::{amount, count_word};
use crate::words::time::time_at;
use crate::words::token::Kind;

/// Words of an order to change something that say nothing of how.
static IDLE: WordList = WordList::named("words of a change that say nothing of it");
static MORE: WordList = WordList::named("words for more of it");
static LESS: WordList = WordList::named("words for less of it");
/// Words for more or less of numbers, and of nothing else: "put back" is later, and "two days back" is earlier.
static UP: WordList = WordList::named("words for more of a number");
static DOWN: WordList = WordList::named("words for less of a number");
static LATER: WordList = WordList::named("words for later");
static FACTORS: WordList = WordList::named("factors of a change");
static ENDS: WordList = WordList::named("ends of a range");
static STEPS: WordList = WordList::named("steps of a control");
static AIMS: WordList = WordList::named("words before what it is to be");
static LIMITS: WordList = WordList::named("limits of a control");
static JOINTS: WordList = WordList::named("words between two changes");

/// How a value is to change.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Change {
    /// As much more, or less.
    By(f64, Option<Unit>),
    /// So many times as much.
    Times(f64),
    /// To this.
    To(Held),
}

impl Change {
    /// What comes of a value; the other way round where it is the other end's turn.
    pub fn of(&self, held: &Held, reversed: bool) -> Option<Held> {
        match self {
            Self::By(amount, unit) => held.plus(if reversed { -amount } else { *amount }, *unit),
            Self::Times(factor) => held.times(*factor),
            Self::To(value) => Some(value.clone()),
        }
    }
}

/// What is said of one end, as far as it was read.
#[derive(Default)]
struct Said {
    end: Option<End>,
    sign: Option<f64>,
    amount: Option<f64>,
    unit: Option<Unit>,
    factor: Option<f64>,
    to: Option<Held>,
    /// The amount is of steps, and no value.
    steps: bool,
}

/// Reads the words that are left beside what names the thing; each has to mean something.
pub(super) fn read(
    words: &[Token],
    held: &Held,
    today: Date,
    limits: Option<(f64, f64)>,
    same: &dyn Fn(&[Token]) -> Option<Held>,
) -> Option<Vec<(End, Change)>> {
    let ranges = held.ends();
    let one = ranges.as_ref().map_or(held, |(low, _)| low);
    if let Some(at) = words.iter().position(|token| token.is("same")) {
        let value = same(words.get(at + 1..)?)?;
        let mut before = words[..at].iter();
        let fits = value.is_like(one) && ranges.is_none() && before.all(is_idle);
        return fits.then(|| vec![(End::Both, Change::To(value))]);
    }
    // "From 12 to 15 May": both ends at once.
    if ranges.is_some()
        && let Some(both) = between(words, one, today)
    {
        return Some(both);
    }
    let pieces = words.split(|token| token.is_in(&JOINTS) || token.is_mark(","));
    let mut changes = Vec::new();
    for piece in pieces.filter(|piece| !piece.is_empty()) {
        let change = piece_of(piece, one, today, limits, ranges.is_some())?;
        changes.push(change);
    }
    (!changes.is_empty() && (ranges.is_some() || changes.len() == 1)).then_some(changes)
}

fn is_idle(token: &Token) -> bool {
    token.is_in(&IDLE) || kind_at(std::slice::from_ref(token)).is_some()
}

/// A value of this kind at the start of the words, and how many they are.
fn value_at(words: &[Token], like: &Held, today: Date) -> Option<(Held, usize)> {
    let first = words.first()?;
    if first.quoted() {
        let held = Held::of(&first.text, today)?;
        return held.is_like(like).then_some((held, 1));
    }
    match like {
        Held::Day(_) => date_at(words, today).map(|(date, used)| (Held::Day(date), used)),
        Held::Time(_) => time_at(words).map(|(time, used)| (Held::Time(time), used)),
        Held::Number(_) => {
            let digits =
                first.kind == Kind::Word && first.text.starts_with(|c: char| c.is_ascii_digit());
            let number = if digits {
                amount(&first.text)
            } else {
                count(&first.low)
            };
            number.map(|number| (Held::Number(number), 1))
        }
        Held::Text(_) | Held::Range(..) => None,
    }
}

fn count(word: &str) -> Option<f64> {
    count_word(word)
        .and_then(|count| u32::try_from(count).ok())
        .map(f64::from)
}

/// Two values in a row: "from 12 to 15 May 2026", "between 30 and 60".
fn between(words: &[Token], like: &Held, today: Date) -> Option<Vec<(End, Change)>> {
    let lead = words
        .iter()
        .position(|token| token.is_any(&["from", "between"]));
    // "5 April until 9 April" needs no word before it.
    let first = (0..words.len()).find(|at| value_at(&words[*at..], like, today).is_some());
    let (before, begins) = match (lead, first) {
        (Some(lead), _) => (lead, lead + 1),
        (None, first) => (first?, first?),
    };
    let parts = words.iter().enumerate().skip(begins);
    let joint = parts
        .clone()
        .find(|(_, token)| token.is_any(&["to", "and", "until", "till"]))
        .map(|(at, _)| at)?;
    let (low, high) = (&words[begins..joint], &words[joint + 1..]);
    let (upper, used) = value_at(high, like, today)?;
    let lower = match value_at(low, like, today) {
        Some((lower, all)) if all == low.len() => lower,
        // "From 12 to 15 May 2026": the month is said once.
        _ => {
            let [day] = low else { return None };
            let whole = [std::slice::from_ref(day), high.get(1..used)?].concat();
            value_at(&whole, like, today)
                .filter(|(_, all)| *all == whole.len())?
                .0
        }
    };
    let others = words[..before].iter().chain(&high[used..]);
    let idle = |token: &Token| is_idle(token) || token.is_in(&ENDS);
    let mut others = others.filter(|token| !token.is_mark(","));
    (others.all(idle) && !lower.exceeds(&upper)).then(|| {
        vec![
            (End::Low, Change::To(lower)),
            (End::High, Change::To(upper)),
        ]
    })
}

/// One change.
fn piece_of(
    piece: &[Token],
    like: &Held,
    today: Date,
    limits: Option<(f64, f64)>,
    of_range: bool,
) -> Option<(End, Change)> {
    let mut said = Said::default();
    let mut at = 0;
    while at < piece.len() {
        if let Some((used, up)) = bound(&piece[at..]) {
            let (low, high) = limits?;
            said.sign = None;
            set(&mut said.to, Held::Number(if up { high } else { low })).then_some(())?;
            at += used;
        } else {
            at += word_of(&piece[at..], like, today, of_range, &mut said)?;
        }
    }
    said.change(of_range)
}

/// What the first of these words say, and how many they are.
fn word_of(
    words: &[Token],
    like: &Held,
    today: Date,
    of_range: bool,
    said: &mut Said,
) -> Option<usize> {
    let first = &words[0];
    let next = words.get(1);
    let low = first.low.as_str();
    let numeric = matches!(like, Held::Number(_));
    // "Half an hour", "two days", "a week", "by 5", "one notch".
    if let Some((amount, unit, used)) = amount_at(words, numeric) {
        said.steps = unit.is_none() && used > 1;
        return (set(&mut said.amount, amount) && (unit.is_none() || set(&mut said.unit, unit?)))
            .then_some(used);
    }
    if first.is_in(&AIMS)
        && let Some((value, used)) = value_at(&words[1..], like, today)
        // "To be two more" and "for an hour" say by how much.
        && words.get(1 + used).is_none_or(|next| {
            Unit::of(&next.low).is_none() && !next.is_in(&MORE) && !next.is_in(&LESS)
        })
    {
        said.sign = None;
        return set(&mut said.to, value).then_some(1 + used);
    }
    if let Some(factor) = FACTORS
        .meaning(low)
        .and_then(|factor| factor.parse().ok())
        .filter(|_| first.word())
    {
        return (numeric && set(&mut said.factor, factor)).then_some(1);
    }
    if of_range && let Some(end) = ENDS.meaning(low).filter(|_| first.word()) {
        let (end, sign) = match end {
            "low" => (End::Low, None),
            "high" => (End::High, None),
            "longer" => (End::High, Some(1.0)),
            "shorter" => (End::High, Some(-1.0)),
            "apart" => (End::Apart, Some(1.0)),
            _ => (End::Together, Some(1.0)),
        };
        // "Extend it by a day at the end" says the end twice.
        let firm = said
            .end
            .is_none_or(|before| before == end || sign.is_none() && before == End::High);
        said.end = Some(if said.end == Some(End::Apart) {
            End::Apart
        } else {
            end
        });
        return (firm && sign.is_none_or(|sign| set(&mut said.sign, sign))).then_some(1);
    }
    let dated = !numeric;
    let sign = match first {
        word if word.is_in(&MORE) => Some(1.0),
        word if word.is_in(&LESS) => Some(-1.0),
        word if numeric && word.is_in(&UP) => Some(1.0),
        word if numeric && word.is_in(&DOWN) => Some(-1.0),
        word if dated && word.is_in(&LATER) => Some(1.0),
        _ => None,
    };
    if let Some(sign) = sign {
        return set(&mut said.sign, sign).then_some(1);
    }
    // Without a word before it, a value is what it is to be, if nothing says otherwise.
    if !numeric && let Some((value, used)) = value_at(words, like, today) {
        return set(&mut said.to, value).then_some(used);
    }
    let both = first.is("both") && next.is_some_and(|next| next.is_any(&["ends", "sides"]));
    if of_range && both {
        return Some(2);
    }
    // "Two more nights": the unit was read with the amount.
    if said.unit.is_some() && Unit::of(low) == said.unit {
        return Some(1);
    }
    is_idle(first).then_some(1)
}

/// Sets what was not said yet; true where it was not said otherwise.
fn set<T: PartialEq>(place: &mut Option<T>, value: T) -> bool {
    let same = place.as_ref().is_none_or(|held| *held == value);
    *place = Some(value);
    same
}

/// "All the way up", "to its maximum".
fn bound(words: &[Token]) -> Option<(usize, bool)> {
    let up = |token: &Token| {
        LIMITS
            .meaning(&token.low)
            .filter(|_| token.word())
            .map(|end| end == "high")
    };
    match words {
        [all, the, way, which, ..] if all.is("all") && the.is("the") && way.is("way") => {
            which.is_any(&["up", "down"]).then(|| (4, which.is("up")))
        }
        [limit, ..] => up(limit).map(|up| (1, up)),
        [] => None,
    }
}

/// An amount, its unit, and how many words they are.
fn amount_at(words: &[Token], numeric: bool) -> Option<(f64, Option<Unit>, usize)> {
    let low = |at: usize| {
        words
            .get(at)
            .filter(|token| token.word())
            .map_or("", |token| token.low.as_str())
    };
    let article = |at: usize| matches!(low(at), "a" | "an");
    let unit = |at: usize| Unit::of(low(at));
    if low(0) == "half"
        && article(1)
        && let Some(unit) = unit(2)
    {
        return half(unit, 3);
    }
    if article(0)
        && low(1) == "half"
        && let Some(unit) = unit(2)
    {
        return half(unit, 3);
    }
    let one = matches!(low(0), "a" | "an" | "another" | "single");
    let written = || {
        let digits = words[0].text.starts_with(|c: char| c.is_ascii_digit());
        digits.then(|| amount(&words[0].text)).flatten()
    };
    let number = if one {
        Some(1.0)
    } else {
        count(low(0)).or_else(written)
    }?;
    if let Some(unit) = unit(1) {
        return (!numeric).then_some((number, Some(unit), 2));
    }
    // "Two more nights": what stands between is read after it.
    let more = words
        .get(1)
        .is_some_and(|word| word.is_in(&MORE) || word.is_in(&LESS));
    if let Some(unit) = unit(2).filter(|_| more) {
        return (!numeric).then_some((number, Some(unit), 1));
    }
    let step = words.get(1).is_some_and(|word| word.is_in(&STEPS));
    (numeric && (step || !one)).then_some((number, None, 1 + usize::from(step)))
}

fn half(unit: Unit, used: usize) -> Option<(f64, Option<Unit>, usize)> {
    let (amount, unit) = match unit {
        Unit::Hour => (30.0, Unit::Minute),
        Unit::Year => (6.0, Unit::Month),
        Unit::Day | Unit::Week | Unit::Month | Unit::Minute => return None,
    };
    Some((amount, Some(unit), used))
}

impl Said {
    /// What it comes to, where it is one thing.
    fn change(self, of_range: bool) -> Option<(End, Change)> {
        let end = self.end.unwrap_or(End::Both);
        let change = match (self.to, self.factor, self.amount, self.sign) {
            (Some(value), None, None, None) => Change::To(value),
            (None, Some(factor), None, _) => Change::Times(factor),
            (None, None, Some(amount), Some(sign)) => Change::By(sign * amount, self.unit),
            // "Ann earns 3000": what is said of the thing itself.
            (None, None, Some(amount), None) if self.unit.is_none() && !self.steps => {
                Change::To(Held::Number(amount))
            }
            _ => return None,
        };
        // Both ends cannot come to one value, nor is a range so many times as much.
        let ends = of_range && end == End::Both && !matches!(change, Change::By(..));
        (!ends).then_some((end, change))
    }
}
