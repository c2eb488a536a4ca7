//! Lines, sentences and phrases of a text: an editor that does what it is told, key by key.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use std::ops::Range;

use notation::{asked, read, step};
use screen_agent_action::Action;
use screen_agent_action::ask::{Ask, Decision, Notes};
use screen_agent_command::propose;

const LETTER: &str =
    "Dear Ms Moss,\nthe meeting is on Monday.\nBring your notes. We start late.\nBest wishes";
const CODE: &str = "const rate = 3;\nrate * 14;";
const RECIPE: &str = "= Cakes =\n\n* 250 g flour\n* 2 eggs\n\nWait for half an hour.\n";

/// An editor, with a button for each of some styles.
const RICH: &str = "# Page\n[1 textarea \"Note\" tag=div]\n[2 btn \"Bold\"] [3 btn \"list: bullet\"] [4 btn \"Normal\" collapsed]";
const PLAIN: &str = "# Page\n[1 textarea \"Note\" tag=textarea]\n[2 btn \"Save\"]";

/// What the text is in the end, and what was done to what is marked; nothing where it is given up.
fn edited(screen: &str, text: &str, query: &str) -> Option<(String, Vec<String>)> {
    let mut text = text.to_owned();
    let mut marked = 0..0;
    let (mut steps, mut notes, mut pressed) = (Vec::new(), Notes::new(), Vec::new());
    for _ in 0..30 {
        let mut seen = read(screen);
        let node = &mut seen.nodes[0];
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let cut = line.chars().count() > 48;
        let short: String = line.chars().take(48).collect();
        node.value = Some(if cut { format!("{short}…") } else { line });
        node.facts.multiline = true;
        let proposal = propose(&Ask {
            steps: steps.clone(),
            notes: notes.clone(),
            ..asked(&seen, query)
        });
        notes = proposal.notes;
        let Decision::Act { action } = proposal.decision else {
            return None;
        };
        if action.is_terminal() {
            return Some((text, pressed));
        }
        let mut done = step(&seen, steps.len(), action.clone());
        match &action {
            Action::GetText { .. } => done.report.state = Some(text.clone()),
            Action::SetValue { text: new, .. } => text.clone_from(new),
            Action::SelectText { text: phrase, .. } => {
                let at = text
                    .find(phrase.as_str())
                    .expect("what is marked stands there");
                assert_eq!(text.matches(phrase.as_str()).count(), 1, "{phrase}");
                marked = at..at + phrase.len();
            }
            Action::Type { text: new, .. } => {
                text.replace_range(marked.clone(), new);
                marked = marked.start + new.len()..marked.start + new.len();
            }
            Action::Press { key, .. } => press(&mut text, &mut marked, key),
            Action::Click { id } => {
                let name = &seen.node(id).unwrap().name;
                pressed.push(format!("{name}: {}", &text[marked.clone()]));
            }
            Action::Focus { .. } => {}
            other => panic!("{other:?}"),
        }
        steps.push(done);
    }
    panic!("{query}: no end")
}

fn press(text: &mut String, marked: &mut Range<usize>, key: &str) {
    let empty = marked.start == marked.end;
    match key {
        "ArrowRight" => *marked = marked.end..marked.end,
        "ArrowLeft" => *marked = marked.start..marked.start,
        "End" => *marked = text.len()..text.len(),
        "Home" => *marked = 0..0,
        "a" => *marked = 0..text.len(),
        "Backspace" if empty => *marked = marked.start - 1..marked.end,
        "Delete" if empty => *marked = marked.start..marked.end + 1,
        _ => {}
    }
    if matches!(key, "Backspace" | "Delete") {
        text.replace_range(marked.clone(), "");
        *marked = marked.start..marked.start;
    }
}

/// Each case in an editor and in a plain field: what stands in the place of what; nothing where it is given up.
fn check(text: &str, cases: &[(&str, Option<(&str, &str)>)]) {
    let mut wrong = Vec::new();
    for (query, change) in cases {
        let expected = change.map(|(old, new)| {
            assert!(text.contains(old), "{old}");
            text.replace(old, new)
        });
        for screen in [RICH, PLAIN] {
            let found = edited(screen, text, query).map(|(text, _)| text);
            if found != expected {
                wrong.push(format!(
                    "{query}\n  expected {expected:?}\n  found    {found:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_line_or_a_sentence_is_cut_out() {
    let meeting = Some(("the meeting is on Monday.\n", ""));
    check(
        LETTER,
        &[
            ("Delete the second line", meeting),
            ("Could you delete the sentence about the meeting?", meeting),
            ("Drop the meeting line", meeting),
            ("Remove the line \"the meeting is on Monday.\"", meeting),
            ("Delete the line the meeting is on Monday", meeting),
            ("Erase line 2 of the note", meeting),
            ("Delete the first line", Some(("Dear Ms Moss,\n", ""))),
            ("Remove the last line", Some(("\nBest wishes", ""))),
            (
                "Remove the sentence about the notes, the rest stays",
                Some(("Bring your notes. ", "")),
            ),
            (
                "Delete the sentence that mentions late",
                Some((" We start late.", "")),
            ),
            // What is not there, or there twice, is left.
            ("Delete the sentence about the boiler", None),
            ("Delete the ninth line", None),
            ("Delete the line \"the meeting\"", None),
        ],
    );
    check(
        "tea at one\ntea at two",
        &[("Delete the line about tea", None)],
    );
}

#[test]
fn a_line_is_put_beside_another() {
    let after = Some(("Monday.\n", "Monday.\nIt is short.\n"));
    check(
        LETTER,
        &[
            (
                "Insert the line \"It is short.\" after the second line",
                after,
            ),
            (
                "Insert the line \"It is short.\" after the sentence about the meeting, before the third line",
                after,
            ),
            (
                "Add the line \"It is short.\" below the line about the meeting",
                after,
            ),
            ("Put the line \"It is short.\" above line 3", after),
            (
                "Add \"soon\" after \"We start\"",
                Some(("We start", "We start soon")),
            ),
            // "Best wishes" does not follow there.
            (
                "Insert the line \"It is short.\" after the second line, before \"Best wishes\"",
                None,
            ),
            (
                "Insert the line \"It is short.\" after the sentence about tea",
                None,
            ),
        ],
    );
    let end = Some(("* 14;", "* 14;\nrate + 1"));
    check(
        CODE,
        &[
            ("add a line at the end saying rate + 1", end),
            ("add at the end: rate + 1", end),
        ],
    );
}

#[test]
fn one_thing_is_put_in_the_place_of_another() {
    check(
        LETTER,
        &[
            (
                "Address it to Mr Clay instead of Ms Moss",
                Some(("Ms Moss", "Mr Clay")),
            ),
            ("It's not Monday but Friday", Some(("Monday", "Friday"))),
            (
                "It should be \"early\" not \"late\"",
                Some(("late", "early")),
            ),
            ("It's not Sunday but Friday", None),
        ],
    );
    check(
        CODE,
        &[
            ("Set rate to 4", Some(("= 3", "= 4"))),
            ("Rate should be 5 not 3", Some(("= 3", "= 5"))),
            ("Rate should be 5 not 4", None),
            ("Change rate from 3 to 5", Some(("= 3", "= 5"))),
            ("Change rate from 2 to 5", None),
            (
                "rename the variable from rate to price everywhere",
                Some(("rate", "price")),
            ),
            (
                "Replace rate with price everywhere",
                Some(("rate", "price")),
            ),
            ("Replace cost with price everywhere", None),
            ("Replace everything with \"1 + 1\"", Some((CODE, "1 + 1"))),
            ("Replace all of it by log(\"a\")", None),
        ],
    );
    check(
        RECIPE,
        &[
            ("Change the flour to 300 g", Some(("250", "300"))),
            ("Change the flour to 300", Some(("250", "300"))),
            ("Change the flour to 300 ml", None),
            ("Change the sugar to 300 g", None),
        ],
    );
}

#[test]
fn a_line_is_given_another_look() {
    for (query, pressed) in [
        ("Make the first line bold", Some("Bold: Dear Ms Moss,")),
        ("Bold on the meeting", Some("Bold: meeting")),
        ("Put Monday in bold", Some("Bold: Monday")),
        (
            "Turn the last line into a bullet list",
            Some("list: bullet: Best wishes"),
        ),
        ("Make the ninth line bold", None),
        ("Make the word Sunday bold", None),
        ("Strike through line one", None),
    ] {
        let expected = pressed.map(|pressed| (LETTER.to_owned(), vec![pressed.to_owned()]));
        assert_eq!(edited(RICH, LETTER, query), expected, "{query}");
    }
    let all = format!("list: bullet: {LETTER}");
    let list = edited(RICH, LETTER, "make it a bullet list").unwrap();
    assert_eq!(list.1, [all]);
    let taken_back =
        "Turn the second line into a bullet list, make it bold, and then undo the bold";
    let bold = "Bold: the meeting is on Monday.";
    assert_eq!(
        edited(RICH, LETTER, taken_back).unwrap().1,
        ["list: bullet: the meeting is on Monday.", bold, bold]
    );
}
