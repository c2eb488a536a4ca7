use super::*;
use crate::event::Seen;
use screen_agent_action::ask::Answer;

fn saying_words(screen: Observation, words: &str) -> Event {
    Event::Observed {
        seen: Box::new(Seen {
            words: Some(words.to_owned()),
            ..crate::testing::seen(screen)
        }),
    }
}

fn question() -> Event {
    decided(Decision::Question {
        question: "Which date?".to_owned(),
        missing: vec!["date".to_owned()],
    })
}

fn answer(question: &str, answer: &str) -> Answer {
    Answer {
        question: question.to_owned(),
        answer: screen_agent_words::Words::said(answer),
    }
}

#[test]
fn an_answer_goes_on_with_the_same_task() {
    let play = Play::of("book a table").see(&form()).on(question());
    assert!(matches!(play.reply(), Reply::Question { .. }));
    assert_eq!(play.task.status, TaskStatus::AwaitingUser);

    let play = play.see(&form());
    assert!(matches!(play.reply(), Reply::Question { .. }));

    let play = play.on(saying_words(form(), "Friday"));
    assert_eq!(play.asked().answers, [answer("Which date?", "Friday")]);
    assert_eq!(play.task.phase.question(), None);
    assert_eq!(play.task.status, TaskStatus::Planning);
}

#[test]
fn words_that_are_sent_again_are_not_new() {
    let play = Play::of("open orders")
        .on(saying_words(form(), "the newest ones"))
        .propose(click("2"))
        .on(saying_words(
            at(form(), "https://shop.test/orders"),
            "the newest ones",
        ));
    assert_eq!(play.asked().answers, [answer("", "the newest ones")]);
    let play = play
        .propose(click("2"))
        .on(saying_words(form(), "open orders"));
    assert_eq!(play.asked().answers.len(), 1);
}

#[test]
fn a_stopped_task_is_taken_up_again() {
    let play = Play::of("open orders")
        .see(&form())
        .propose(click("2"))
        .on(Event::Stopped);
    assert_eq!(play.task.status, TaskStatus::Interrupted);
    assert_eq!(
        play.reply(),
        &Reply::Refused {
            why: Refusal::Stopped
        }
    );
    let play = play.see(&at(form(), "https://shop.test/orders"));
    assert_eq!(play.names(), ["record_verdict", "propose"]);
    assert_eq!(play.task.status, TaskStatus::Planning);
}

/// A button that nobody ordered, and what its press is asked with.
fn asked(approvals: bool) -> (Play, screen_agent_gate::approval::ApprovalRequest) {
    let play = Play::of("tidy up")
        .on(look(shop(), approvals, None, None))
        .propose(click("1"));
    let Reply::Approval { request, .. } = play.reply() else {
        panic!("{:?}", play.reply())
    };
    let request = request.clone();
    (play, request)
}

fn shop() -> Observation {
    screen(vec![
        node("1", "btn", "Delete account"),
        node("2", "link", "Orders"),
    ])
}

fn look(
    screen: Observation,
    approvals: bool,
    words: Option<&str>,
    allow: Option<(&str, bool)>,
) -> Event {
    let client = crate::event::Capabilities {
        approvals,
        ..Default::default()
    };
    let approval = allow.map(
        |(fingerprint, allow)| screen_agent_gate::approval::ApprovalAnswer {
            fingerprint: fingerprint.to_owned(),
            allow,
            scope: screen_agent_gate::approval::ApprovalScope::Once,
        },
    );
    Event::Observed {
        seen: Box::new(Seen {
            client,
            approval,
            words: words.map(str::to_owned),
            ..crate::testing::seen(screen)
        }),
    }
}

#[test]
fn a_yes_lets_exactly_that_through_and_is_recorded_first() {
    for (approvals, words, allow) in [(true, None, Some(true)), (false, Some("yes"), None)] {
        let (play, request) = asked(approvals);
        assert_eq!(play.task.status, TaskStatus::AwaitingUser);
        let allow = allow.map(|allow| (request.fingerprint.as_str(), allow));
        let play = play.on(look(shop(), approvals, words, allow));
        assert_eq!(play.names(), ["record_step", "record_approval", "reply"]);
        assert_eq!(play.sent(), &click("1"));
        assert_eq!(play.task.phase.question(), None);
    }
}

#[test]
fn a_yes_and_a_no_are_heard_however_they_are_punctuated() {
    for (words, allow) in [
        ("Yes, please", Some(true)),
        ("yes please!", Some(true)),
        ("OK. Go ahead.", Some(true)),
        ("Yes, do it!", Some(true)),
        ("No, thanks.", Some(false)),
        ("no, stop", Some(false)),
        ("Yes, no", None),
        ("Yes, delete the other one", None),
        ("...", None),
    ] {
        let (play, request) = asked(false);
        let heard = crate::person::answered(&play.task, &{
            let Event::Observed { seen } = look(shop(), false, Some(words), None) else {
                panic!()
            };
            *seen
        });
        let said = heard.map(|heard| {
            (
                heard.request,
                heard.said == crate::person::ApprovalReply::Yes,
            )
        });
        assert_eq!(said, allow.map(|allow| (Some(request), allow)), "{words}");
    }
}

#[test]
fn a_yes_to_something_else_is_no_yes() {
    let (play, request) = asked(true);
    for (words, allow) in [
        (None, None),
        (None, Some(("another", true))),
        (Some("yes"), None),
        (Some("tidy up"), None),
    ] {
        let (task, _, next) = advance(play.task.clone(), look(shop(), true, words, allow));
        assert_eq!(task.status, TaskStatus::AwaitingUser, "{words:?} {allow:?}");
        assert!(matches!(&next, Next::Reply(reply) if matches!(**reply, Reply::Approval { .. })));
    }
    let other = saying(screen(vec![node("1", "btn", "Delete everything")]), "New");
    let yes = Some((request.fingerprint.as_str(), true));
    let play = play.on(look(other, true, None, yes));
    // What has the id by now is another control: whoever proposed the first is asked again.
    assert_eq!(play.names(), ["propose"]);
}

#[test]
fn a_yes_that_comes_too_late_is_asked_for_again() {
    let (play, request) = asked(true);
    let Event::Observed { mut seen } = look(shop(), true, None, Some((&request.fingerprint, true)))
    else {
        panic!()
    };
    seen.now_ms = request.expires_at_ms + 1;
    let play = play.on(Event::Observed { seen });
    assert_eq!(play.names(), ["propose"]);
    assert!(matches!(
        play.propose(click("1")).reply(),
        Reply::Approval { .. }
    ));
}

#[test]
fn a_no_is_told_to_the_proposer() {
    for (approvals, words, allow) in [(true, None, Some(false)), (false, Some("No!"), None)] {
        let (play, request) = asked(approvals);
        let allow = allow.map(|allow| (request.fingerprint.as_str(), allow));
        let play = play.on(look(shop(), approvals, words, allow));
        let refused = &play.asked().refused;
        assert_eq!(refused.len(), 1);
        assert_eq!(refused[0].action, click("1"));
        assert_eq!(refused[0].why, "the person said no");
    }
}

#[test]
fn other_words_than_yes_or_no_go_on_with_the_task() {
    let (play, request) = asked(false);
    let play = play.on(look(shop(), false, Some("open the orders instead"), None));
    assert_eq!(
        play.asked().answers,
        [answer(&request.text, "open the orders instead")]
    );
    assert_eq!(play.task.phase.question(), None);
    assert_eq!(play.propose(click("2")).sent(), &click("2"));
}

#[test]
fn a_stop_while_waiting_keeps_what_is_asked() {
    let (play, request) = asked(true);
    let play = play.on(Event::Stopped);
    let play = play.on(look(shop(), true, None, Some((&request.fingerprint, true))));
    assert_eq!(play.sent(), &click("1"));
}

#[test]
fn a_password_does_not_wait_in_the_open() {
    let page = || screen(vec![node("1", "inp", "Password")]);
    let play = Play::of("log in")
        .on(look(page(), true, None, None))
        .propose(set("1", "open-Sesame"));
    let Reply::Approval { request, .. } = play.reply() else {
        panic!()
    };
    let told = crate::record::values(&play.notes, &play.next).unwrap();
    let stored =
        serde_json::to_string(&play.task).unwrap() + &serde_json::to_string(&told).unwrap();
    assert!(!stored.contains("open-Sesame"), "{stored}");
    let yes = look(page(), true, None, Some((&request.fingerprint, true)));
    let play = play.on(yes).propose(set("1", "open-Sesame"));
    assert_eq!(play.sent(), &set("1", "open-Sesame"));
    assert_eq!(play.names(), ["record_step", "record_approval", "reply"]);
    let stored =
        serde_json::to_string(&play.task).unwrap() + &serde_json::to_string(&play.notes).unwrap();
    assert!(!stored.contains("open-Sesame"), "{stored}");
}

#[test]
fn a_no_holds_until_the_person_speaks() {
    let pay = || {
        let mut button = node("5", "btn", "Pay now");
        button.facts.tag = Some("button".to_owned());
        screen(vec![button])
    };
    let asking = |words: Option<&str>, approval| Event::Observed {
        seen: Box::new(Seen {
            words: words.map(str::to_owned),
            approval,
            client: crate::event::Capabilities {
                approvals: true,
                ..Default::default()
            },
            ..crate::testing::seen(pay())
        }),
    };
    let play = Play::of("look at the order")
        .on(asking(None, None))
        .propose(click("5"));
    let Reply::Approval { request, .. } = play.reply() else {
        panic!("{:?}", play.reply())
    };
    let no = screen_agent_gate::approval::ApprovalAnswer {
        fingerprint: request.fingerprint.clone(),
        allow: false,
        scope: screen_agent_gate::approval::ApprovalScope::Once,
    };
    let play = play.on(asking(None, Some(no)));
    assert_eq!(play.asked().refused.len(), 1);
    let play = play.propose(click("5"));
    assert_eq!(play.asked().refused.len(), 2, "it is not asked again");
    let play = play.on(asking(Some("go on, pay it after all"), None));
    assert!(play.task.denied.is_empty());
}
