#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;

/// A short form of a reading, for comparing.
fn shown(query: &str) -> Vec<String> {
    let reading = read(query);
    let mut out: Vec<String> = reading
        .hints
        .iter()
        .map(|hint| format!("where: {}", hint.text()))
        .collect();
    out.extend(
        reading
            .forbidden
            .iter()
            .map(|words| format!("not: {}", words.text())),
    );
    out.extend(reading.clauses.iter().map(clause_shown));
    out
}

fn clause_shown(clause: &Clause) -> String {
    let or = |phrase: &Option<Phrase>| phrase.as_ref().map_or("-".into(), Phrase::text);
    match clause {
        Clause::Touch { how, what } => format!("{how:?} {}", what.text()),
        Clause::Enter {
            value,
            label,
            field,
        } => format!("Enter {} | {} | {}", value.text(), or(label), or(field)),
        Clause::Choose { items, from, on } => {
            format!("Choose {} | {} | {on}", items.text(), or(from))
        }
        Clause::Toggle { what, open } => format!("Toggle {} {open}", what.text()),
        Clause::Close { what } => format!("Close {}", what.text()),
        Clause::Shift {
            field,
            change: Change::By(by),
        } => format!("Shift {} by {by}", field.text()),
        Clause::Shift {
            field,
            change: Change::Times(factor),
        } => format!("Shift {} times {factor}", field.text()),
        Clause::Drag { what, to, side } => {
            let side = side.map_or(String::new(), |side| format!(" {side:?}"));
            format!("Drag {} |{side} {}", what.text(), to.text())
        }
        Clause::Submit { what } => format!("Submit {}", what.text()),
        Clause::Press { key, modifiers, .. } => format!("Press {key} {modifiers:?}"),
        Clause::Visit { url } => format!("Visit {url}"),
        Clause::Find { what } => format!("Find {}", what.text()),
        Clause::Tell { question } => format!("Tell {}", question.text()),
        Clause::Search { words, field } => format!("Search {} | {}", words.text(), or(field)),
        Clause::Effect { verb, what } => format!("Effect {verb} {}", what.text()),
        Clause::Scroll { heading, end, what } => {
            format!("Scroll {heading:?} {end} {}", what.text())
        }
        other => format!("{other:?}"),
    }
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table of cases")]
fn instructions_become_clauses() {
    for (query, expected) in [
        (
            "Type \"Ada\" in the name box, choose Red as the colour, and press Save.",
            vec![
                "Enter Ada | - | the name box",
                "Choose Red | the colour | true",
                "Click Save",
            ],
        ),
        (
            "Fill in the city with Rome and the country with Italy then submit",
            vec![
                "Enter Rome | - | city",
                "Enter Italy | - | country",
                "Submit ",
            ],
        ),
        (
            "Please enter the login \"kim\" and the secret \"x y\" in the boxes and hit Go",
            vec![
                "Enter kim | login | the boxes",
                "Enter x y | secret | the boxes",
                "Click Go",
            ],
        ),
        (
            "Pick apples, pears and plums and click Buy",
            vec!["Choose apples, pears and plums | - | true", "Click Buy"],
        ),
        ("Give it 4 stars", vec!["Click 4th star"]),
        (
            "Run > Run all, then save",
            vec!["Click Run", "Click Run all", "Effect save "],
        ),
        (
            "Open the folder lists and then the file week.csv",
            vec!["Toggle the folder lists true", "Click the file week.csv"],
        ),
        (
            "Leave the form by pressing the arrow",
            vec!["where: Leave the form", "Click the arrow"],
        ),
        (
            "Use the search bar to enter \"lamp\", then find and open the 2nd result",
            vec!["Enter lamp | - | the search bar", "Click the 2nd result"],
        ),
        (
            "Look through the folders to find and click the file \"a.txt\"",
            vec!["where: Look through the folders", "Click the file a.txt"],
        ),
        (
            "Before saving, tick Urgent",
            vec!["Choose Urgent | - | true", "Effect save "],
        ),
        (
            "Drag the red ball onto the box.",
            vec!["Drag the red ball | the box"],
        ),
        (
            "Do not press Cancel. Press OK.",
            vec!["not: press Cancel", "Click OK"],
        ),
        ("Go to example.com/x", vec!["Visit https://example.com/x"]),
        ("File > Save", vec!["Click File", "Click Save"]),
        (
            "Click plan B. Please press OK.",
            vec!["Click plan B", "Click OK"],
        ),
        (
            "Click J. R. Smith. Press OK.",
            vec!["Click J. R. Smith", "Click OK"],
        ),
        ("Choose File > Save", vec!["Click File", "Click Save"]),
        (
            "How many rows are there?",
            vec!["Tell How many rows are there?"],
        ),
        ("Press ctrl+a", vec!["Press a [Control]"]),
        (
            "Log in as \"ann\" with the password \"p q\"",
            vec![
                "Enter ann | username | -",
                "Enter p q | password | -",
                "Submit login",
            ],
        ),
        (
            "Enter something that starts with \"Ab\" and ends with \"z\" into the field",
            vec!["Enter something that starts with Ab and ends with z | - | the field"],
        ),
        (
            "Search for red shoes in the store",
            vec!["Search red shoes in the store | -"],
        ),
        (
            "Delete the mail from Bo",
            vec!["Effect delete the mail from Bo"],
        ),
        (
            "Set the quantity to 3 and the size to L",
            vec!["Enter 3 | - | quantity", "Enter L | - | size"],
        ),
    ] {
        assert_eq!(shown(query), expected, "{query}");
    }
}
