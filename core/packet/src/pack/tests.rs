use proptest::prelude::*;
use screen_agent_page::render::estimate;
use screen_agent_wire::packet::document::{Content, Document};
use serde_json::{Value, json};

use super::*;
use crate::run::QuestionRun;
use crate::testing::{article, capture, means, moment, prose, request, run};

const PLENTY: usize = 1_000_000;

fn pack(run: &QuestionRun, room: usize) -> PackedDocuments {
    super::pack(&run.inquiry(), room)
}

fn summarize(documents: Value) -> QuestionRun {
    run(&request(
        "web.summarize",
        "summarize this page",
        json!({}),
        documents,
    ))
}

fn ask(question: &str, documents: Value) -> QuestionRun {
    run(&request("web.answer", question, json!({}), documents))
}

fn text(document: &Document) -> &str {
    match &document.content {
        Content::Summary(page) => &page.text,
        Content::Chunk(chunk) => &chunk.text,
        Content::Source(source) => &source.text,
        _ => "",
    }
}

fn all_text(packed: &PackedDocuments) -> String {
    packed
        .documents
        .iter()
        .map(text)
        .collect::<Vec<_>>()
        .join("\n")
}

fn cost(packed: &PackedDocuments) -> usize {
    let costs = packed
        .documents
        .iter()
        .map(|one| estimate(&serde_json::to_string(one).unwrap()));
    costs.sum()
}

#[test]
fn a_page_of_26_kilobytes_reaches_a_model_of_8192_tokens_whole() {
    let mut sentences = 0;
    while prose(sentences).join("\n").len() < 26_000 {
        sentences += 1;
    }
    let request = request(
        "web.summarize",
        "summarize this page",
        json!({ "style": "concise" }),
        json!([capture(
            "doc:web",
            "https://harbour.test/a",
            &article(sentences)
        )]),
    );
    let mut run = run(&request);
    run.step = 1;
    let asked = crate::prompt::ask(
        &run.inquiry(),
        &moment(1),
        &means(8_192),
        &means(8_192).limits.unwrap(),
    );
    for sentence in prose(sentences) {
        assert!(asked.prompt.user.contains(&sentence), "{sentence}");
    }
    assert!(!asked.prompt.user.contains("left out"));
    let taken = estimate(&asked.prompt.system) + estimate(&asked.prompt.user);
    assert!(taken + 512 <= 8_192, "{taken}");
}

#[test]
fn a_long_text_comes_in_pieces_and_headings_are_said_again() {
    let packed = pack(
        &summarize(json!([capture(
            "doc:web:capture",
            "https://harbour.test/a",
            &article(300)
        )])),
        PLENTY,
    );
    let ids: Vec<&str> = packed
        .documents
        .iter()
        .map(|one| one.doc_id.as_str())
        .collect();
    assert_eq!(
        ids[..3],
        ["doc:web:summary", "doc:web:chunk:1", "doc:web:chunk:2"]
    );
    for document in &packed.documents[1..] {
        assert!(
            text(document).starts_with("H2: Part "),
            "{}",
            text(document)
        );
        assert!(text(document).len() <= material::PIECE + 100);
    }
    for sentence in prose(300) {
        assert_eq!(
            all_text(&packed).matches(&sentence).count(),
            1,
            "{sentence}"
        );
    }
    assert!(!packed.cut);
}

#[test]
fn lines_keep_their_handles() {
    let packed = pack(
        &summarize(json!([capture(
            "doc:web",
            "https://harbour.test/a",
            &article(100)
        )])),
        PLENTY,
    );
    let sentence = &prose(100)[93];
    let found = packed
        .sent
        .iter()
        .flat_map(|sent| &sent.lines)
        .find(|line| line.text.contains(sentence));
    assert_eq!(found.unwrap().handle.as_deref(), Some("p93"));
    for (document, sent) in packed.documents.iter().zip(&packed.sent) {
        assert_eq!(document.doc_id, sent.doc_id);
        assert_eq!(text(document).lines().count(), sent.lines.len());
    }
}

#[test]
fn what_does_not_fit_is_spread_over_head_middle_and_tail() {
    let packed = pack(
        &summarize(json!([capture(
            "doc:web",
            "https://harbour.test/a",
            &article(400)
        )])),
        3_000,
    );
    let text = all_text(&packed);
    let kept: Vec<usize> = (0..400)
        .filter(|at| text.contains(&prose(400)[*at]))
        .collect();
    assert!(packed.cut);
    assert!(cost(&packed) <= 3_000);
    assert!(text.contains("lines left out …]"));
    assert!(kept.contains(&0) && kept.contains(&399), "{kept:?}");
    for quarter in [100..200, 200..300] {
        assert!(
            kept.iter().any(|at| quarter.contains(at)),
            "{quarter:?} of {kept:?}"
        );
    }
    assert!(kept.len() > 60, "{kept:?}");
}

#[test]
fn lines_that_the_question_is_about_are_kept() {
    let mut html = article(300);
    let far = "The lighthouse keeper was called Ottoline Vance.";
    html = html.replace(&prose(300)[180], far);
    let run = ask(
        "Who was the keeper of the lighthouse?",
        json!([capture("doc:web", "https://harbour.test/a", &html)]),
    );
    assert!(all_text(&pack(&run, 1_500)).contains(far));
}

#[test]
fn every_document_has_its_fair_share() {
    let pages: Vec<Value> = (0..3)
        .map(|at| {
            let mut page = capture(&format!("doc:web:{at}"), &format!("https://{at}.test/"), &article(300));
            page["source"]["tab_id"] = json!(at.to_string());
            page
        })
        .chain([json!({ "doc_id": "doc:note", "kind": "web.observation.summary.v1", "trust": "trusted",
            "content": { "doc_type": "web.observation.summary.v1", "url": "", "title": "Note", "text": "a short note" } })])
        .collect();
    let packed = pack(&summarize(json!(pages)), 6_000);
    assert!(cost(&packed) <= 6_000);
    let of = |base: &str| -> usize {
        let own = packed
            .documents
            .iter()
            .filter(|one| one.doc_id.starts_with(base));
        own.map(|one| estimate(text(one))).sum()
    };
    let shares = [of("doc:web:0"), of("doc:web:1"), of("doc:web:2")];
    assert!(
        shares.iter().max().unwrap() - shares.iter().min().unwrap() < 200,
        "{shares:?}"
    );
    assert_eq!(
        text(
            packed
                .documents
                .iter()
                .find(|one| one.doc_id == "doc:note")
                .unwrap()
        ),
        "a short note"
    );
    // A client's word that a page is to be trusted is not taken.
    assert!(
        packed
            .documents
            .iter()
            .all(|one| one.trust == screen_agent_wire::packet::Trust::Untrusted)
    );
}

fn source(id: &str, title: &str, text: &str) -> Document {
    serde_json::from_value(
        json!({ "doc_id": id, "kind": "collection.source.v1", "trust": "untrusted",
        "content": { "doc_type": "collection.source.v1", "collection_id": "col_1", "source_id": id,
            "url": format!("https://{id}.test/"), "title": title, "outlet": "", "text": text } }),
    )
    .unwrap()
}

#[test]
fn sources_that_the_question_is_about_come_first_and_long_ones_in_pieces() {
    let mut run = ask("What does the Aurora cost?", json!([]));
    let long = prose(150).join("\n");
    run.loaded = vec![
        source("a", "Harbours", &long),
        source("b", "Aurora review", &long),
        source("c", "Ships", "The Aurora costs 4 crowns."),
    ];
    let whole = pack(&run, PLENTY);
    let ids: Vec<&str> = whole
        .documents
        .iter()
        .map(|one| one.doc_id.as_str())
        .collect();
    assert_eq!(ids, ["b:1", "b:2", "c", "a:1", "a:2"]);
    // Where there is no room for all, the best stay.
    let few = pack(&run, 420);
    assert!(cost(&few) <= 420);
    assert_eq!(few.documents[0].doc_id, "b");
    assert!(
        few.documents.iter().all(|one| !one.doc_id.starts_with('a')),
        "{few:?}"
    );
}

#[test]
fn a_list_page_is_sent_as_its_items() {
    let rows: String = (1..=20)
        .map(|at| format!("<li><a data-llm-id=\"{at}\" href=\"/item/{at}\">Story number {at} about harbours and ships</a> <span>{} comments</span></li>", at * 3))
        .collect();
    let html = format!(
        "<html><head><title>News</title></head><body><main><ol>{rows}</ol></main></body></html>"
    );
    let packed = pack(
        &summarize(json!([capture("doc:web", "https://news.test/", &html)])),
        PLENTY,
    );
    let Content::Summary(page) = &packed.documents[0].content else {
        panic!()
    };
    assert_eq!(page.items.len(), 20, "{page:?}");
    assert_eq!(page.top_discussions[0].comment_count, 60);
    assert_eq!(page.top_discussions.len(), 5);
}

#[test]
fn one_item_is_sent_with_its_neighbours() {
    let rows: String = (1..=20)
        .map(|at| format!("<li><a href=\"/item/{at}\">Story number {at} about harbours and ships</a> <span>{at} comments</span></li>"))
        .collect();
    let html = format!("<html><body><main><ol>{rows}</ol></main></body></html>");
    for args in [
        json!({ "focus": "item", "item_index": 5 }),
        json!({ "focus": "item", "item_query": "NUMBER 5 about" }),
    ] {
        let request = request(
            "web.summarize",
            "open it",
            args,
            json!([capture("doc:web", "https://news.test/", &html)]),
        );
        let packed = pack(&run(&request), PLENTY);
        let Content::Summary(page) = &packed.documents[0].content else {
            panic!()
        };
        let titles: Vec<&str> = page.items.iter().map(|item| &item.title[..15]).collect();
        assert_eq!(
            titles,
            ["Story number 4 ", "Story number 5 ", "Story number 6 "]
        );
        assert_eq!(page.text, "");
    }
}

#[test]
fn documents_of_published_clients_pass_the_same_budget() {
    let long = prose(500).join("\n");
    let documents = json!([
        { "doc_id": "doc:web:summary", "kind": "web.observation.summary.v1", "trust": "untrusted",
          "content": { "doc_type": "web.observation.summary.v1", "url": "https://a.test/", "title": "A", "text": long,
            "primary": { "text": long, "tag": "main", "role": "" }, "signals": ["paywall"] } },
        { "doc_id": "doc:web:chunk:1", "kind": "web.observation.chunk.v1", "trust": "untrusted",
          "content": { "doc_type": "web.observation.chunk.v1", "url": "https://a.test/", "title": "A",
            "chunk_index": 1, "chunk_count": 1, "text": long } },
    ]);
    let packed = pack(&summarize(documents), 2_000);
    assert!(packed.cut && cost(&packed) <= 2_000, "{}", cost(&packed));
    assert!(packed.documents.iter().all(|one| !text(one).is_empty()));
}

#[test]
fn of_far_too_many_documents_the_first_are_sent() {
    let text = prose(200).join("\n");
    let documents: Vec<Value> = (0..200)
        .map(|at| {
            json!({ "doc_id": format!("doc:{at}"), "kind": "web.observation.chunk.v1", "trust": "untrusted",
                "content": { "doc_type": "web.observation.chunk.v1", "url": "https://a.test/", "title": "A",
                    "chunk_index": at + 1, "chunk_count": 200, "text": text } })
        })
        .collect();
    let packed = pack(&summarize(json!(documents)), 2_500);
    assert!(packed.cut && cost(&packed) <= 2_500);
    assert_eq!(packed.documents[0].doc_id, "doc:0");
    assert!(packed.documents.len() > 5, "{}", packed.documents.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is sent fits, is told line by line, and has ids of its own.
    #[test]
    fn whatever_is_packed_fits(
        texts in prop::collection::vec("[a-zéß漢 .\\n\"\\\\]{0,900}", 0..6),
        room in 0_usize..2_500,
        same in any::<bool>(),
    ) {
        let documents: Vec<Value> = texts.iter().enumerate().map(|(at, text)| {
            let id = if same { "doc".to_owned() } else { format!("doc:{at}") };
            json!({ "doc_id": id, "kind": "collection.source.v1", "trust": "untrusted",
                "content": { "doc_type": "collection.source.v1", "source_id": id, "title": "T", "text": text } })
        }).collect();
        let mut run = ask("what is é", json!([]));
        run.loaded = serde_json::from_value(json!(documents)).unwrap();
        let packed = pack(&run, room);
        prop_assert!(cost(&packed) <= room);
        let ids: std::collections::HashSet<_> = packed.documents.iter().map(|one| &one.doc_id).collect();
        prop_assert_eq!(ids.len(), packed.documents.len());
        for (document, sent) in packed.documents.iter().zip(&packed.sent) {
            prop_assert_eq!(&document.doc_id, &sent.doc_id);
            prop_assert_eq!(text(document).lines().count(), sent.lines.len());
        }
    }
}
