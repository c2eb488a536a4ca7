//! Rows of the routing matrix, the ten scenarios of spec 002 §4.19, and what goes wrong.

use super::*;

#[test]
fn the_source_and_its_confidence_say_where_to_go() {
    use FactSource::{AskUser, Memory, Page, WebSearch};
    let search = "search register a patient on clinic.example";
    for (source, confidence, less, online, offline) in [
        (Memory, 0.95, false, "proceed", "proceed"),
        (Memory, 0.9, false, "proceed", "proceed"),
        (Memory, 0.89, false, "complete", "complete"),
        (Memory, 0.7, false, "complete", "complete"),
        (Memory, 0.69, false, search, "complete"),
        (Memory, 0.69, true, "complete", "complete"),
        (Memory, 0.59, true, search, "complete"),
        (Memory, 0.2, false, search, "complete"),
        (Page, 0.9, false, "proceed", "proceed"),
        (Page, 0.7, false, search, "complete"),
        (Page, 0.3, false, search, "complete"),
        (WebSearch, 1.0, false, search, "complete"),
        (WebSearch, 0.5, false, search, "complete"),
        (WebSearch, 0.49, false, "ask: ", "ask: "),
        (WebSearch, 0.49, true, "ask: ", "ask: "),
        (AskUser, 1.0, false, "ask: ", "ask: "),
        (AskUser, 0.1, false, "ask: ", "ask: "),
        (Page, f32::NAN, false, search, "complete"),
    ] {
        for (case, expected) in [(&CASE, online), (&OFFLINE, offline)] {
            let inputs = vec![
                ReasonInput::Begin,
                ReasonInput::Analysis(from(source, confidence), less),
            ];
            let told = story(case, inputs);
            let name = format!("{source:?} {confidence} {less} {}", case.can_search);
            assert_eq!(told, ["analyze", expected], "{name}");
        }
    }
}

/// Scenario 1 ("click the login button") is SIMPLE and never comes here: see `route::complexity`.
#[test]
fn the_scenarios_of_the_specification() {
    let private = MissingKind::PrivateData;
    let search = "search register a patient on clinic.example";
    let which = lacking(from(FactSource::AskUser, 0.9), "which bill", private);
    for (name, inputs, expected) in [
        (
            "3: only the person knows",
            vec![
                analysis(which),
                ReasonInput::Begin,
                completeness(complete(true, 0.8, &[])),
            ],
            vec!["ask: which bill", "complete: which bill", "proceed"],
        ),
        (
            "4 and 8: what is there is enough",
            vec![analysis(from(FactSource::Page, 0.95))],
            vec!["proceed"],
        ),
        (
            "5: said before, plainly",
            vec![analysis(from(FactSource::Memory, 0.95))],
            vec!["proceed"],
        ),
        (
            "6: said before, perhaps",
            vec![
                analysis(from(FactSource::Memory, 0.7)),
                completeness(complete(true, 0.9, &[])),
            ],
            vec!["complete", "proceed"],
        ),
        (
            "7: hardly said",
            vec![
                analysis(from(FactSource::Memory, 0.6)),
                pages(3),
                evaluation(worth(true, 0.8, None)),
                completeness(complete(true, 0.9, &[])),
            ],
            vec![search, "evaluate", "complete", "proceed"],
        ),
        (
            "9: an unclear page",
            vec![
                analysis(from(FactSource::Page, 0.4)),
                nothing(),
                completeness(complete(true, 0.59, &[])),
            ],
            vec![search, "complete", "ask: "],
        ),
        (
            "10: a poor search",
            vec![analysis(from(FactSource::WebSearch, 0.3))],
            vec!["ask: "],
        ),
    ] {
        let inputs = [vec![ReasonInput::Begin], inputs].concat();
        let expected = [vec!["analyze"], expected].concat();
        assert_eq!(story(&CASE, inputs), expected, "{name}");
    }
}

/// Scenario 2: how it is done is found, and then the person is asked for what only they know.
#[test]
fn the_world_is_searched_and_the_person_asked() {
    let how = lacking(
        from(FactSource::WebSearch, 0.8),
        "steps",
        MissingKind::ExternalKnowledge,
    );
    let both = lacking(how, "dateOfBirth", MissingKind::PrivateData);
    let inputs = vec![
        ReasonInput::Begin,
        analysis(both),
        pages(4),
        evaluation(worth(true, 0.9, None)),
        completeness(complete(false, 0.9, &["date of birth"])),
        ReasonInput::Begin,
        completeness(complete(true, 0.9, &[])),
    ];
    assert_eq!(
        story(&CASE, inputs),
        [
            "analyze",
            "search register a patient on clinic.example",
            "evaluate",
            "complete: steps, date of birth",
            "ask: date of birth",
            "complete: steps, date of birth",
            "proceed",
        ]
    );
}

#[test]
fn a_page_that_is_likely_understood_is_borne_out_by_one_search() {
    let search = "search register a patient on clinic.example";
    let wary = lacking(
        from(FactSource::Page, 0.8),
        "phone",
        MissingKind::PrivateData,
    );
    for (first, verdict, expected) in [
        (
            from(FactSource::Page, 0.8),
            worth(true, 0.7, None),
            "proceed",
        ),
        (
            from(FactSource::Page, 0.8),
            worth(true, 0.65, None),
            "complete",
        ),
        (wary, worth(true, 0.95, None), "complete: phone"),
        (
            from(FactSource::Page, 0.8),
            worth(false, 0.9, Some("patient menu")),
            "search patient menu on clinic.example",
        ),
        (
            from(FactSource::Page, 0.8),
            worth(false, 0.9, None),
            "search add a patient on clinic.example",
        ),
    ] {
        let inputs = vec![
            ReasonInput::Begin,
            analysis(first),
            pages(3),
            evaluation(verdict.clone()),
        ];
        let expected = ["analyze", search, "evaluate", expected];
        assert_eq!(story(&CASE, inputs), expected, "{verdict:?}");
    }
}

#[test]
fn an_evaluation_says_whether_to_search_again() {
    let doubted = worth(true, 0.59, None);
    let mut asking = worth(false, 0.9, None);
    asking.should_ask = true;
    asking.evidence.gaps = vec!["theVersion".to_owned()];
    let mut asked_and_solved = worth(true, 0.9, None);
    asked_and_solved.should_ask = true;
    let mut no_retry = worth(false, 0.9, Some("other words"));
    no_retry.should_retry = false;
    for (verdict, expected) in [
        (worth(true, 0.6, None), "complete"),
        (asked_and_solved, "complete"),
        (doubted, "search add a patient on clinic.example"),
        (
            worth(true, 0.59, Some("other words")),
            "search other words on clinic.example",
        ),
        (
            worth(false, 0.2, Some("other words")),
            "search other words on clinic.example",
        ),
        (worth(false, 0.2, Some("Patient, register a")), "complete"),
        (no_retry, "complete"),
        (worth(false, 0.2, None), "complete"),
        (asking, "ask: the version"),
    ] {
        let inputs = vec![
            ReasonInput::Begin,
            analysis(from(FactSource::WebSearch, 0.9)),
            pages(3),
            evaluation(verdict.clone()),
        ];
        assert_eq!(story(&CASE, inputs)[3], expected, "{verdict:?}");
    }
}

#[test]
fn there_are_three_searches_at_most_and_poor_ones_look_further() {
    let inputs = vec![
        ReasonInput::Begin,
        analysis(from(FactSource::WebSearch, 0.9)),
        pages(3),
        evaluation(worth(false, 0.2, Some("two"))),
        pages(2),
        evaluation(worth(false, 0.2, Some("three"))),
        pages(3),
        evaluation(worth(false, 0.2, Some("four"))),
        completeness(complete(false, 0.9, &["phone"])),
        ReasonInput::Begin,
        completeness(complete(false, 0.9, &["phone"])),
        ReasonInput::Begin,
        completeness(complete(false, 0.9, &["phone"])),
        ReasonInput::Begin,
    ];
    assert_eq!(
        story(&CASE, inputs),
        [
            "analyze",
            "search register a patient on clinic.example",
            "evaluate",
            "search two on clinic.example",
            "evaluate",
            "search three",
            "evaluate",
            "complete",
            "ask: phone",
            "complete",
            "ask: phone",
            "complete",
            "proceed",
            "proceed",
        ]
    );
}

#[test]
fn a_model_that_fails_leads_to_the_careful_way() {
    let private = || {
        lacking(
            from(FactSource::WebSearch, 0.9),
            "dateOfBirth",
            MissingKind::PrivateData,
        )
    };
    for (name, case, inputs, expected) in [
        (
            "analysis",
            &CASE,
            vec![
                ReasonInput::Failed,
                pages(3),
                ReasonInput::Failed,
                ReasonInput::Failed,
            ],
            vec![
                "search add a patient on clinic.example",
                "evaluate",
                "complete",
                "proceed",
            ],
        ),
        (
            "analysis, no search",
            &OFFLINE,
            vec![ReasonInput::Failed],
            vec!["complete"],
        ),
        (
            "completeness",
            &OFFLINE,
            vec![
                analysis(private()),
                ReasonInput::Failed,
                ReasonInput::Begin,
                ReasonInput::Failed,
            ],
            vec![
                "complete: date of birth",
                "ask: date of birth",
                "complete: date of birth",
                "proceed",
            ],
        ),
        (
            "an answer to something else",
            &CASE,
            vec![completeness(complete(true, 1.0, &[]))],
            vec!["search add a patient on clinic.example"],
        ),
        (
            "a search cut off",
            &CASE,
            vec![
                analysis(from(FactSource::WebSearch, 0.9)),
                ReasonInput::Begin,
            ],
            vec!["search register a patient on clinic.example", "complete"],
        ),
    ] {
        let inputs = [vec![ReasonInput::Begin], inputs].concat();
        let expected = [vec!["analyze"], expected].concat();
        assert_eq!(story(case, inputs), expected, "{name}");
    }
}

#[test]
fn what_only_the_person_knows_is_never_searched_for() {
    let mut seeking = lacking(
        from(FactSource::WebSearch, 0.9),
        "dateOfBirth",
        MissingKind::PrivateData,
    );
    seeking.search_query = Some("Ann Lee date of birth".to_owned());
    let case = Case {
        query: "enter Ann's date of birth",
        ..CASE
    };
    let told = story(&case, vec![ReasonInput::Begin, analysis(seeking)]);
    assert_eq!(told, ["analyze", "complete: date of birth"]);
}

#[test]
fn what_is_needed_from_the_person_keeps_a_sure_source_from_being_enough() {
    let mut both = from(FactSource::Memory, 0.95);
    both.required = vec![FactSource::Memory, FactSource::AskUser];
    let missing = lacking(
        from(FactSource::Page, 0.95),
        "phone",
        MissingKind::PrivateData,
    );
    for (first, expected) in [(both, "complete"), (missing, "complete: phone")] {
        let told = story(&CASE, vec![ReasonInput::Begin, analysis(first)]);
        assert_eq!(told, ["analyze", expected]);
    }
}

#[test]
fn a_question_holds_the_reason_and_the_fields() {
    let mut reasoning = Reasoning::default();
    reasoning.take(ReasonInput::Begin, &CASE);
    let first = lacking(
        from(FactSource::AskUser, 0.9),
        "dateOfBirth",
        MissingKind::PrivateData,
    );
    assert_eq!(
        reasoning.take(analysis(first), &CASE),
        Wanted::Ask {
            question: "Before I go on, please tell me: date of birth.".to_owned(),
            missing: vec!["date of birth".to_owned()],
            reasoning: "Because.".to_owned(),
        }
    );
}

#[test]
fn what_was_found_is_kept_with_what_it_came_to() {
    let mut reasoning = Reasoning::default();
    for input in [
        ReasonInput::Begin,
        analysis(from(FactSource::WebSearch, 0.9)),
        pages(1),
        evaluation(worth(true, 0.9, None)),
        completeness(complete(true, 0.9, &[])),
    ] {
        reasoning.take(input, &CASE);
    }
    assert!(reasoning.settled);
    assert_eq!(reasoning.searches.len(), 1);
    assert_eq!(reasoning.searches[0].query.words, "register a patient");
    assert_eq!(reasoning.summary.as_deref(), Some("Choose New."));
}
