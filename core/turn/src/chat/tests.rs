//! Questions as people put them, over one small conversation.

use super::*;
use screen_agent_action::id::SessionId;
use screen_agent_action::status::TaskStatus;
use screen_agent_think::recollect::{Cited, OtherConversations, PastTask, Remark, Speaker};

const TODAY: &str = "2026-03-04";
/// Noon of that day.
const NOON: i64 = 20_516 * 86_400_000 + 43_200_000;
const DAY: i64 = 86_400_000;

fn conversation() -> Recollection {
    let remark = |speaker, words: &str, at_ms| Remark {
        speaker,
        words: words.to_owned(),
        at_ms,
    };
    let task = |query: &str, status, result: Option<&str>, at_ms| PastTask {
        query: query.to_owned(),
        status,
        result: result.map(str::to_owned),
        at_ms,
    };
    Recollection {
        remarks: vec![
            remark(Speaker::Person, "book a table for two", NOON - DAY),
            remark(Speaker::Agent, "The table is booked for 7 pm.", NOON - DAY),
            remark(Speaker::Person, "cancel the newsletter", NOON),
            remark(Speaker::Agent, "The page did not answer.", NOON),
        ],
        tasks: vec![
            task(
                "book a table for two",
                TaskStatus::Completed,
                Some("Booked for 7 pm."),
                NOON - DAY,
            ),
            task("cancel the newsletter", TaskStatus::Failed, None, NOON),
            task("compare two phones", TaskStatus::Executing, None, NOON),
        ],
        session: [("orderNumber".to_owned(), "A-17".to_owned())].into(),
        ..Recollection::default()
    }
}

#[test]
fn questions_about_the_past_are_answered_from_what_is_stored() {
    for (query, answer) in [
        (
            "What did we do?",
            "This is what we did:\n- book a table for two: done. Booked for 7 pm.\n\
             - cancel the newsletter: did not work.\n- compare two phones: not finished.",
        ),
        (
            "What tasks did we complete yesterday?",
            "This is what we did yesterday:\n- book a table for two: done. Booked for 7 pm.",
        ),
        (
            "what tasks did we complete today",
            "I find no such task today in your conversations.",
        ),
        (
            "what did you click yesterday?",
            "I find nothing of just that. This is what we did yesterday:\n\
             - book a table for two: done. Booked for 7 pm.",
        ),
        (
            "what was my last task?",
            "This came last:\n- compare two phones: not finished.",
        ),
        (
            "What did I ask?",
            "You said:\n- book a table for two\n- cancel the newsletter",
        ),
        (
            "what did I ask you yesterday?",
            "You said yesterday:\n- book a table for two",
        ),
        (
            "What did you say about the table?",
            "I said:\n- The table is booked for 7 pm.",
        ),
        (
            "what did we discuss about the newsletter",
            "We talked about this:\n- you: cancel the newsletter",
        ),
        (
            "Did you book the table?",
            "Yes: \"book a table for two\" is done. Booked for 7 pm.",
        ),
        (
            "did you cancel my newsletter",
            "I tried \"cancel the newsletter\", but it did not work.",
        ),
        (
            "have you compared the phones yet?",
            "\"compare two phones\" is not finished yet.",
        ),
        (
            "did you buy a house?",
            "I find nothing about that in your conversations.",
        ),
        ("what is my order number?", "order number: A-17"),
    ] {
        let told = from_memory(query, &conversation(), TODAY);
        assert_eq!(told.as_deref(), Some(answer), "{query:?}");
    }
}

#[test]
fn the_past_is_looked_for_in_every_conversation_and_cited() {
    let mut recalled = conversation();
    fn cited<T>(title: &str, what: T) -> Cited<T> {
        Cited {
            conversation: SessionId::new(uuid::Uuid::nil()),
            title: title.to_owned(),
            what,
        }
    }
    let task = |query: &str, result: Option<&str>, at_ms| PastTask {
        query: query.to_owned(),
        status: TaskStatus::Completed,
        result: result.map(str::to_owned),
        at_ms,
    };
    recalled.elsewhere = OtherConversations {
        tasks: vec![
            cited(
                "mail.test: send the report",
                task("send the report", Some("Sent."), NOON - 8 * DAY),
            ),
            cited("My errands", task("buy milk", None, NOON - DAY + 5)),
        ],
        remarks: vec![cited(
            "mail.test: send the report",
            Remark {
                speaker: Speaker::Person,
                words: "send the report".to_owned(),
                at_ms: NOON - 8 * DAY,
            },
        )],
    };
    for (query, answer) in [
        (
            "What did we do yesterday?",
            "This is what we did yesterday:\n- book a table for two: done. Booked for 7 pm.\n\
             - buy milk: done. (My errands, 2026-03-03)",
        ),
        (
            "what did we do last week?",
            "This is what we did last week:\n- send the report: done. Sent. (mail.test, 2026-02-24)",
        ),
        (
            "did you send my report?",
            "Yes: \"send the report\" is done. Sent. (mail.test, 2026-02-24)",
        ),
        (
            "What did I ask you last week?",
            "You said last week:\n- send the report (mail.test, 2026-02-24)",
        ),
        (
            "what did we do in October?",
            "I find no such task in october in your conversations.",
        ),
    ] {
        let told = from_memory(query, &recalled, TODAY);
        assert_eq!(told.as_deref(), Some(answer), "{query:?}");
    }
}

#[test]
fn what_to_look_for_is_time_and_the_beginnings_of_words() {
    let begin = NOON - 43_200_000;
    let found = search("what did you say about the invoices yesterday?", TODAY);
    let expected = PastSearch {
        since_ms: Some(begin - DAY),
        until_ms: Some(begin),
        stems: vec!["invo".to_owned()],
    };
    assert_eq!(found, Some(expected));
    assert_eq!(search("what did we do?", ""), Some(PastSearch::default()));
    assert_eq!(search("click the order button", TODAY), None);
}

#[test]
fn other_questions_are_not_answered() {
    for query in [
        "what is a deductible?",
        "click the order button",
        "hello",
        "",
    ] {
        assert_eq!(
            from_memory(query, &conversation(), TODAY),
            None,
            "{query:?}"
        );
    }
}

#[test]
fn where_nothing_is_stored_that_is_said() {
    for query in ["what did we do?", "what did I say?", "did you book it?"] {
        let told = from_memory(query, &Recollection::default(), "");
        let told = told.unwrap_or_default();
        assert!(told.starts_with("I find no"), "{query:?}: {told}");
    }
}

#[test]
fn a_long_conversation_is_cut() {
    let mut long = conversation();
    for remark in &mut long.remarks {
        remark.words = "word \u{202e}".repeat(3_000);
    }
    long.remarks = [long.remarks.clone(), long.remarks.clone()].concat();
    long.tasks = vec![long.tasks[0].clone(); 500];
    for query in ["what did we do?", "what did we discuss?"] {
        let told = from_memory(query, &long, TODAY).unwrap_or_default();
        assert!(told.lines().count() > 8, "{query:?}");
        assert!(told.chars().count() <= 2_000, "{query:?}");
        assert!(!told.contains('\u{202e}'));
    }
}
