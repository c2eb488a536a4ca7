use super::*;
use crate::event::Seen;
use crate::task::Answer;

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
        answer: answer.to_owned(),
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
    assert!(play.task.waiting.is_none());
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
