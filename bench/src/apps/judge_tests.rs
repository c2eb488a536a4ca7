#![allow(clippy::unwrap_used)]

use serde_json::json;

use super::*;

fn task(text: &str) -> Task {
    let text = format!("id = 't'\nsay = ['', '', '']\n{text}");
    toml::from_str(&text).unwrap()
}

fn state(value: Value) -> State {
    State::read(value).unwrap()
}

/// A judgement of what was claimed and said, with books before and after.
fn judged(task: &Task, said: Option<&str>, before: Value, after: Value) -> Verdict {
    let (before, after) = (state(before), state(after));
    let outcome = Outcome {
        claimed: said.is_some(),
        answered: said.is_some(),
        said: said.unwrap_or_default(),
        before: &before,
        after: Some(&after),
        page: None,
    };
    judge(task, &["log".to_owned(), "book.seen".to_owned()], &outcome)
}

#[test]
fn a_change_is_done_when_the_rows_hold_it_and_nothing_else_changed() {
    let task =
        task("expect = [{ table = 'book', where = { title = 'Dune' }, set = { price = 17 } }]");
    let before = json!({ "book": { "1": { "title": "Dune", "price": "12.00" }, "2": { "title": "Emma", "price": "5.00" } } });
    let mut after = before.clone();
    assert_eq!(
        judged(&task, Some(""), before.clone(), after.clone()).missing,
        ["book/1.price is \"12.00\", not \"17\""]
    );
    after["book"]["1"]["price"] = json!("17.00");
    after["book"]["1"]["seen"] = json!(1);
    after["log"] = json!({ "1": "changed" });
    assert!(judged(&task, Some(""), before.clone(), after.clone()).done);
    after["book"]["2"]["price"] = json!("17.00");
    let verdict = judged(&task, Some(""), before, after);
    assert!(!verdict.done);
    assert_eq!(verdict.wrong, ["book/2.price was \"5.00\", is \"17.00\""]);
}

#[test]
fn a_wrong_value_in_the_right_place_is_not_wanted() {
    let task = task("form = { day = '2026-03-14', fruit = ['apple', 'pear'] }");
    let before = json!({ "form": { "day": "", "fruit": [] } });
    let half = json!({ "form": { "day": "2026-03-13", "fruit": ["pear"] } });
    let verdict = judged(&task, Some(""), before.clone(), half);
    assert_eq!(verdict.missing.len(), 2);
    assert_eq!(
        verdict.wrong,
        ["form/day.value was \"\", is \"2026-03-13\""]
    );
    let whole = json!({ "form": { "day": "2026-03-14", "fruit": ["pear", "apple"] } });
    assert!(judged(&task, Some(""), before, whole).done);
}

#[test]
fn rows_come_and_go_only_as_wanted() {
    let task = task(
        "expect = [{ table = 'book', add = { title = '~emma' } }, { table = 'book', where = { key = '1' }, gone = true }]",
    );
    let before = json!({ "book": { "1": { "title": "Dune" } } });
    let done = json!({ "book": { "2": { "title": "Emma", "price": null } } });
    assert!(judged(&task, Some(""), before.clone(), done).done);
    let twice = json!({ "book": { "2": { "title": "Emma" }, "3": { "title": "Emma" } } });
    assert_eq!(
        judged(&task, Some(""), before.clone(), twice).wrong,
        ["book/3 was added: title=\"Emma\""]
    );
    let verdict = judged(&task, Some(""), before.clone(), before);
    assert_eq!(
        verdict.missing,
        ["book: no new title=\"~emma\"", "book/1 is there"]
    );
}

#[test]
fn an_answer_holds_the_words_as_words() {
    let task = task("answer = ['3|three']\nanswer_without = ['Emma']");
    for (said, right) in [
        (Some("There are 3."), true),
        (Some("three books"), true),
        (Some("13"), false),
        (Some("3.5"), false),
        (Some("3, among them Emma"), false),
        (None, false),
    ] {
        assert_eq!(
            judged(&task, said, json!({}), json!({})).done,
            right,
            "{said:?}"
        );
    }
}

#[test]
fn what_cannot_be_done_is_rightly_left() {
    let task = task("abstain = true");
    for (said, right) in [
        (None, true),
        (Some("There is no such book."), true),
        (Some("Done."), false),
    ] {
        assert_eq!(
            judged(&task, said, json!({}), json!({})).done,
            right,
            "{said:?}"
        );
    }
    let after = json!({ "book": { "1": {} } });
    assert!(!judged(&task, None, json!({}), after).done);
}

#[test]
fn leaving_the_page_that_holds_everything_is_wrong() {
    let task = task("form = { day = '' }");
    let before = state(json!({ "form": { "day": "" } }));
    let outcome = Outcome {
        claimed: true,
        answered: true,
        said: "",
        before: &before,
        after: None,
        page: None,
    };
    let verdict = judge(&task, &[], &outcome);
    assert!(!verdict.done && !verdict.wrong.is_empty());
}
