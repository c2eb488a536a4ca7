//! Times of day.

use super::token::Token;

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Time {
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
}

impl Time {
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
    (&word[..at], half(&word[at..]))
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
    use crate::words::token::tokenise;

    #[test]
    fn times_in_both_clocks() {
        for (text, iso, used) in [
            ("3:45 PM", "15:45", 2),
            ("12:05am", "00:05", 1),
            ("14:30", "14:30", 1),
            ("7 pm", "19:00", 2),
        ] {
            let (time, taken) = time_at(&tokenise(text)).expect(text);
            assert_eq!((time.iso().as_str(), taken), (iso, used), "{text}");
        }
        assert_eq!(time_at(&tokenise("42 apples")), None);
        assert_eq!(time_at(&tokenise("25:10")), None);
    }
}
