//! Times of day.

use super::number::count_word;
use super::token::{Token, tokenise};

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Time {
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
}

impl Time {
    /// The time that a text is, and nothing else.
    pub fn read(text: &str) -> Option<Self> {
        let tokens = tokenise(text);
        let (time, used) = time_at(&tokens)?;
        (used == tokens.len()).then_some(time)
    }

    /// The time that is said of a clock, also with a point between its hour and its minute.
    pub fn said(text: &str) -> Option<Self> {
        Self::read(text).or_else(|| Self::read(&text.replacen('.', ":", 1)))
    }

    /// As a browser's time field holds it.
    pub fn iso(self) -> String {
        format!("{:02}:{:02}", self.hour, self.minute)
    }
}

/// The time that the words say, with how many of them it took.
pub(crate) fn time_at(tokens: &[Token]) -> Option<(Time, usize)> {
    let first = tokens.first().filter(|token| token.word())?;
    match first.low.as_str() {
        "noon" | "midday" => {
            return Some((
                Time {
                    hour: 12,
                    minute: 0,
                },
                1,
            ));
        }
        "midnight" => return Some((Time { hour: 0, minute: 0 }, 1)),
        _ => {}
    }
    if let Some(found) = in_words(tokens) {
        return Some(found);
    }
    let (digits, glued) = split_half(&first.low);
    let next = tokens.get(1).and_then(|token| half(&token.low));
    let (afternoon, used) = match (glued, next) {
        (Some(half), _) => (Some(half), 1),
        (None, Some(half)) => (Some(half), 2),
        (None, None) => (None, 1),
    };
    let (hour, minute) = match digits.split_once(':') {
        Some((hour, minute)) => (hour.parse().ok()?, minute.get(..2)?.parse().ok()?),
        None if afternoon.is_some() => (digits.parse().ok()?, 0),
        None => return None,
    };
    clock(hour, minute, afternoon).map(|time| (time, used))
}

/// "half past eight", "quarter to nine", "ten past 7", "eight o'clock".
fn in_words(tokens: &[Token]) -> Option<(Time, usize)> {
    let number = |at: usize| u8::try_from(count_word(&tokens.get(at)?.low)?).ok();
    if tokens.get(1)?.is_any(&["o'clock", "o’clock"]) {
        return clock(number(0)?, 0, None).map(|time| (time, 2));
    }
    let from = usize::from(tokens[0].is("a"));
    let minutes = match tokens[from].low.as_str() {
        "half" => 30,
        "quarter" => 15,
        _ => number(from)?,
    };
    let (joint, hour) = (tokens.get(from + 1)?, number(from + 2)?);
    let (hour, minute) = match joint.low.as_str() {
        "past" => (hour, minutes),
        // "10 to 12" says from when to when.
        "to" if minutes == 15 && tokens[from].is("quarter") => {
            (hour.checked_sub(1).unwrap_or(23), 60 - minutes)
        }
        _ => return None,
    };
    clock(hour, minute, None).map(|time| (time, from + 3))
}

fn clock(hour: u8, minute: u8, afternoon: Option<bool>) -> Option<Time> {
    let hour = match afternoon {
        Some(true) if hour < 12 => hour + 12,
        Some(false) if hour == 12 => 0,
        _ => hour,
    };
    (hour < 24 && minute < 60).then_some(Time { hour, minute })
}

fn split_half(word: &str) -> (&str, Option<bool>) {
    let at = word
        .find(|c: char| c.is_ascii_alphabetic())
        .unwrap_or(word.len());
    let behind = match &word[at..] {
        "a" => "am",
        "p" => "pm",
        other => other,
    };
    (&word[..at], half(behind))
}

/// True for the afternoon.
fn half(word: &str) -> Option<bool> {
    match word.trim_end_matches('.') {
        "am" | "a.m" => Some(false),
        "pm" | "p.m" => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_both_clocks() {
        for (text, iso, used) in [
            ("3:45 PM", "15:45", 2),
            ("12:05am", "00:05", 1),
            ("14:30", "14:30", 1),
            ("7 pm", "19:00", 2),
            ("half past eight", "08:30", 3),
            ("a quarter to 9", "08:45", 4),
            ("ten past seven", "07:10", 3),
        ] {
            let (time, taken) = time_at(&tokenise(text)).expect(text);
            assert_eq!((time.iso().as_str(), taken), (iso, used), "{text}");
        }
        assert_eq!(time_at(&tokenise("42 apples")), None);
        assert_eq!(time_at(&tokenise("25:10")), None);
    }
}
