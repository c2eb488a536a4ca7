//! What a reader has to know of an answer that rests on a part of the page only. Models are told to
//! say it, and forget.

use screen_agent_answer::{clean, plain};
use screen_agent_wire::packet::document::Content;
use screen_agent_wire::packet::{Assistant, Block, Doc, Document};

use crate::pack::PackedDocuments;

/// What stands between the reader and a page, by signals of ours and of published clients.
///
/// A page may hold a form to sign in, or speak of its cookies, and show everything all the same. So
/// these count only where little is seen besides, or something lies over it.
const WHY: [(&str, &[&str]); 5] = [
    (
        "it asks readers to sign in or to pay",
        &["paywall_or_login", "paywall", "auth_gate"],
    ),
    (
        "it asks for proof that the reader is human",
        &["captcha_or_robot_check", "robot_check_text"],
    ),
    ("it asks for the reader's age", &["age_gate"]),
    ("it is not shown in this country", &["geo_block"]),
    ("it shows little without scripts", &["script_required"]),
];

/// Little is seen, or something lies over it.
const LITTLE: [&str; 5] = [
    "sparse_text",
    "overlay_blocking",
    "low_visible_text",
    "low_signal_text",
    "overlay_or_dialog",
];

/// Words by which an answer says so itself.
const SAID: [&str; 6] = [
    "partial",
    "only part",
    "only a part",
    "left out",
    "not visible",
    "limited",
];

/// Adds a sentence where the answer rests on a part only and does not say so.
pub(super) fn told(assistant: Assistant, packed: &PackedDocuments) -> Assistant {
    let Some(why) = why(packed) else {
        return assistant;
    };
    let said = plain(&assistant.render).to_lowercase();
    if SAID.iter().any(|word| said.contains(word)) {
        return assistant;
    }
    let Doc::Doc { mut children } = assistant.render;
    children.push(Block::paragraph(why));
    Assistant {
        render: clean(Doc::new(children)),
        ..assistant
    }
}

fn why(packed: &PackedDocuments) -> Option<String> {
    match packed.documents.iter().find_map(gate) {
        Some(why) => Some(format!("Only partial content was visible: {why}.")),
        None => packed.cut.then(|| {
            "Only partial content was read: the text is longer than what can be read at once."
                .to_owned()
        }),
    }
}

/// What hides a page, if anything does.
fn gate(document: &Document) -> Option<&'static str> {
    let Content::Summary(page) = &document.content else {
        return None;
    };
    let has = |names: &[&str]| {
        page.signals
            .iter()
            .any(|signal| names.contains(&signal.as_str()))
    };
    let gated = WHY.iter().find(|(_, names)| has(names));
    gated.filter(|_| has(&LITTLE)).map(|(why, _)| *why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn packed(signals: &str, cut: bool) -> PackedDocuments {
        let signals: Vec<&str> = signals.split(' ').collect();
        let documents = serde_json::from_value(
            json!([{ "doc_id": "a", "kind": "web.observation.summary.v1",
            "trust": "untrusted", "content": { "doc_type": "web.observation.summary.v1", "url": "", "title": "",
            "text": "", "signals": signals } }]),
        );
        PackedDocuments {
            documents: documents.unwrap(),
            cut,
            ..PackedDocuments::default()
        }
    }

    #[test]
    fn an_answer_that_rests_on_a_part_says_so() {
        for (words, signal, cut, blocks) in [
            ("A lamp.", "paywall_or_login sparse_text", false, 2),
            ("A lamp.", "auth_gate overlay_or_dialog", false, 2),
            ("A lamp.", "paywall_or_login", false, 1),
            ("A lamp.", "sparse_text", true, 2),
            ("A lamp.", "sparse_text", false, 1),
            (
                "Only partial content is visible. A lamp.",
                "paywall sparse_text",
                true,
                1,
            ),
        ] {
            let answer = super::super::reply::sentence(words);
            let told = told(answer, &packed(signal, cut));
            assert_eq!(
                told.render.children().len(),
                blocks,
                "{words} {signal} {cut}"
            );
        }
    }
}
