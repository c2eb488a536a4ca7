//! Whatever is asked of whatever text: nothing panics, and what is quoted stands there.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use screen_agent_extractive::{
    Quotation, Text, answer, events, extract, headings, labelled, summarize,
};

fn line() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "Ferry",
        "costs",
        "4",
        "EUR",
        "$12.50",
        "in",
        "1931",
        "June",
        "3",
        "Ida",
        "Holm",
        "kg",
        "|",
        "free",
        "Weight:",
        "H2:",
        "-",
        "Term:",
        "Definition:",
        "is",
        "the",
        "é",
        "…",
        "wir.",
        "not",
        "“so”",
        "12:30",
        "+47 55",
        "%",
    ]);
    prop_oneof![
        prop::collection::vec(word, 0..12).prop_map(|words| words.join(" ")),
        "\\PC{0,60}",
    ]
}

proptest! {
    #[test]
    fn what_is_quoted_stands_in_its_text(
        lines in prop::collection::vec(line(), 0..20),
        title in "\\PC{0,20}",
        question in prop_oneof![line(), Just("How much does the ferry cost?".to_owned()), Just("Which is cheapest?".to_owned())],
    ) {
        let texts = [Text { title, lines, ..Text::default() }];
        let mut passages: Vec<Quotation> = answer(&question, &texts);
        passages.extend(summarize(&texts, 4));
        passages.extend(labelled(&texts));
        passages.extend(events(&texts).into_iter().map(|event| event.passage));
        passages.extend(headings(&texts).into_iter().map(|heading| heading.passage));
        let fields = ["price", "weight", "date"].map(str::to_owned);
        passages.extend(extract(&fields, &texts).records.into_iter().flatten().flatten());
        for passage in passages {
            prop_assert!(!passage.quote.is_empty());
            prop_assert!(texts[passage.text].lines.iter().any(|line| line.contains(&passage.quote)), "{:?}", passage);
        }
    }
}
