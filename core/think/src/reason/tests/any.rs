//! Whatever comes in, in whatever order.

#![allow(clippy::expect_used)]

use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::reason::pipeline::{MAX_HOPS, MAX_QUESTIONS};
use crate::reason::words::same;

fn figure() -> impl Strategy<Value = f32> {
    select(vec![0.0, 0.3, 0.5, 0.55, 0.6, 0.65, 0.7, 0.9, 1.0])
}

fn term() -> impl Strategy<Value = Option<String>> {
    prop::option::of("(add|new|patient|PATIENT, |ann@a\\.test)( (add|new|here)){0,2}")
}

fn source() -> impl Strategy<Value = FactSource> {
    select(vec![
        FactSource::Memory,
        FactSource::Page,
        FactSource::WebSearch,
        FactSource::AskUser,
    ])
}

fn an_analysis() -> impl Strategy<Value = Analysis> {
    let kind = select(vec![
        MissingKind::ExternalKnowledge,
        MissingKind::PrivateData,
    ]);
    (source(), figure(), term(), prop::option::of(kind)).prop_map(
        |(source, confidence, search_query, kind)| {
            let mut analysis = from(source, confidence);
            analysis.search_query = search_query;
            match kind {
                Some(kind) => lacking(analysis, "birthDate", kind),
                None => analysis,
            }
        },
    )
}

fn an_evaluation() -> impl Strategy<Value = Evaluation> {
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    (flags, figure(), term()).prop_map(|(flags, confidence, refined_query)| Evaluation {
        should_retry: flags.1,
        should_ask: flags.2,
        refined_query,
        ..worth(flags.0, confidence, None)
    })
}

fn a_completeness() -> impl Strategy<Value = Completeness> {
    (any::<bool>(), figure(), any::<bool>()).prop_map(|(can, confidence, names)| {
        complete(can, confidence, if names { &["phone"] } else { &[] })
    })
}

/// No [`ReasonInput::Begin`]: it comes only with a new turn of the person.
fn input() -> impl Strategy<Value = ReasonInput> {
    prop_oneof![
        (an_analysis(), any::<bool>()).prop_map(|(said, less)| ReasonInput::Analysis(said, less)),
        (an_evaluation(), any::<bool>())
            .prop_map(|(said, less)| ReasonInput::Evaluation(said, less)),
        a_completeness().prop_map(ReasonInput::Completeness),
        (0..5_usize).prop_map(pages),
        Just(nothing()),
        Just(ReasonInput::Failed),
    ]
}

/// An input that answers what is wanted, which leads deeper than one at random.
fn fits(input: &ReasonInput, wanted: &Wanted) -> bool {
    match wanted {
        Wanted::Analyze => matches!(input, ReasonInput::Analysis(..)),
        Wanted::Evaluate => matches!(input, ReasonInput::Evaluation(..)),
        Wanted::Complete { .. } => matches!(input, ReasonInput::Completeness(..)),
        Wanted::Search(_) => matches!(input, ReasonInput::Found(_)),
        Wanted::Ask { .. } | Wanted::Proceed => matches!(input, ReasonInput::Begin),
    }
}

/// Analysis, three times search and evaluation, three times completeness, and the answers between.
const MOST_STEPS: usize = 1 + 2 * MAX_HOPS + 1 + 2 * MAX_QUESTIONS as usize + 1;

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn it_always_ends(
        inputs in prop::collection::vec(input(), 0..80),
        begins in prop::collection::vec(any::<bool>(), 80),
        picky in any::<bool>(),
        can_search in any::<bool>(),
    ) {
        let case = Case { can_search, ..CASE };
        let mut reasoning = Reasoning::default();
        let (mut wanted, mut steps) = (reasoning.take(ReasonInput::Begin, &case), 0);
        let (mut searches, mut asks) = (Vec::<String>::new(), 0);
        let mut begins = begins.into_iter();
        for input in inputs {
            let input = match &wanted {
                Wanted::Proceed => break,
                Wanted::Ask { .. } => ReasonInput::Begin,
                Wanted::Analyze | Wanted::Evaluate | Wanted::Complete { .. } | Wanted::Search(_) => {
                    // A turn is cut off, and another takes the task up again.
                    if begins.next() == Some(true) && !picky {
                        wanted = reasoning.take(ReasonInput::Begin, &case);
                    }
                    if picky && !fits(&input, &wanted) { continue; }
                    input
                }
            };
            steps += 1;
            prop_assert!(steps <= MOST_STEPS, "{steps} steps");
            // What is stored between two turns comes back as it was.
            let stored = serde_json::to_string(&reasoning).expect("it can be written");
            reasoning = serde_json::from_str(&stored).expect("it can be read");
            wanted = reasoning.take(input, &case);
            match &wanted {
                Wanted::Search(query) => {
                    prop_assert!(can_search);
                    prop_assert!(!searches.iter().any(|words| same(words, &query.words)));
                    prop_assert!(!query.words.contains('@'));
                    searches.push(query.words.clone());
                }
                Wanted::Ask { question, .. } => {
                    prop_assert!(!question.is_empty());
                    asks += 1;
                }
                Wanted::Analyze | Wanted::Evaluate | Wanted::Complete { .. } | Wanted::Proceed => {}
            }
            prop_assert!(searches.len() <= MAX_HOPS);
            prop_assert!(asks <= MAX_QUESTIONS);
        }
        if steps == MOST_STEPS {
            prop_assert_eq!(wanted, Wanted::Proceed);
        }
    }
}
