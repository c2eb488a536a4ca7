//! An organisation's knowledge through the server's doors: added, found, used in a turn, removed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use screen_agent_action::ask::Decision;
use screen_agent_engine::knowledge::{GivenFrom, GivenKnowledge, KnowledgeMeans};
use screen_agent_ports::{
    Downloaded, Embedder, Fetch, FetchFailure, Fetched, FetchedDocument, KnowledgeService,
    ModelAnswer, OutsideFailure, ServiceKnowledge, ServicePassage, Thinker, Thinking,
};
use screen_agent_server::ServerConfig;
use screen_agent_store::knowledge::{
    ChunkBatch, KnowledgeDocument, KnowledgeSource, KnowledgeState, NewChunk, NewDocument,
};
use screen_agent_store_sqlite::Options;
use screen_agent_think::Prompt;
use screen_agent_think::models::ModelLimits;
use serde_json::{Value, json};
use uuid::Uuid;

use super::files::{form, part, upload_to};
use super::resolve::list;
use crate::kit::{Kit, PlainReader, SMALL_MODEL, Wider, alice, page};
use crate::place::Place;

const SOURCES: &str = "/api/knowledge/sources";
const HANDBOOK: &str = "# Handbook\n\n## Leave\n\nEvery employee has twenty days of leave in a year.\n\n## Refunds\n\nA refund is asked for within thirty days of the order.\n";

/// Waits until a source is not under way any more.
async fn settled(kit: &Kit, id: &str) -> KnowledgeSource {
    let id: Uuid = id.parse().unwrap();
    loop {
        let rows = kit.store.scoped(alice());
        let source = rows.find::<KnowledgeSource>(id).await.unwrap().unwrap();
        match source.state {
            KnowledgeState::Pending | KnowledgeState::Running => tokio::task::yield_now().await,
            _ => return source,
        }
    }
}

async fn ingest(kit: &Kit, body: Value) -> String {
    let reply = kit.post("/api/knowledge/ingest", &kit.alice, &body).await;
    assert_eq!(reply.status, 202, "{}", reply.json());
    reply.data()["source"]["id"].as_str().unwrap().to_owned()
}

async fn handbook(kit: &Kit) -> String {
    list(kit, "acme", "*.example.com").await;
    let body = json!({"sourceType": "content", "content": HANDBOOK, "fileName": "handbook.md"});
    let id = ingest(kit, body).await;
    let source = settled(kit, &id).await;
    assert_eq!(
        (source.state, source.documents, source.chunks),
        (KnowledgeState::Ready, 1, 2)
    );
    id
}

async fn resolve(kit: &Kit, token: &str, url: &str, words: &str) -> Value {
    let path = format!("/api/knowledge/resolve?url={url}&query={words}");
    let reply = kit.get(&path, token).await;
    assert_eq!(reply.status, 200, "{}", reply.json());
    reply.data()
}

#[tokio::test]
async fn what_is_added_is_found_with_its_place_by_the_organisation_alone() {
    let kit = Kit::new().await;
    let id = handbook(&kit).await;
    let told = resolve(
        &kit,
        &kit.carol,
        "shop.example.com",
        "refunding%20an%20order",
    )
    .await;
    assert_eq!(told["hasOrgKnowledge"], true);
    assert_eq!(told["context"][0]["documentTitle"], "Handbook");
    assert_eq!(
        told["context"][0]["content"],
        "A refund is asked for within thirty days of the order."
    );
    assert_eq!(
        told["context"][0]["metadata"]["section"],
        "Handbook › Refunds"
    );
    assert_eq!(told["citations"][0]["section"], "Handbook › Refunds");
    assert_eq!(told["ragDebug"]["ragMode"], "org_specific");
    for (token, url) in [
        (&kit.bob, "shop.example.com"),
        (&kit.alice, "shop.example.org"),
    ] {
        let told = resolve(&kit, token, url, "refund").await;
        assert_eq!(
            (&told["hasOrgKnowledge"], &told["context"]),
            (&json!(false), &json!([])),
            "{url}"
        );
    }
    // Nothing that bears on the question is no reason to say that nothing is known.
    let told = resolve(&kit, &kit.alice, "shop.example.com", "xylophone").await;
    assert_eq!(
        (&told["hasOrgKnowledge"], &told["context"]),
        (&json!(true), &json!([]))
    );
    for reply in [
        kit.get(&format!("{SOURCES}/{id}"), &kit.bob).await,
        kit.delete(&format!("{SOURCES}/{id}"), &kit.bob).await,
        kit.post(&format!("{SOURCES}/{id}/reindex"), &kit.bob, &json!({}))
            .await,
    ] {
        assert_eq!(reply.problem(), (404, "NOT_FOUND".to_owned()));
    }
    assert_eq!(
        kit.get(SOURCES, &kit.bob).await.data()["sources"],
        json!([])
    );
    let one = kit.get(&format!("{SOURCES}/{id}"), &kit.carol).await.data();
    assert_eq!(one["documents"][0]["language"], "eng");
    assert_eq!(
        kit.delete(&format!("{SOURCES}/{id}"), &kit.carol)
            .await
            .status,
        204
    );
    let told = resolve(&kit, &kit.alice, "shop.example.com", "refund").await;
    assert_eq!(told["hasOrgKnowledge"], false);
    assert_eq!(
        kit.get(&format!("{SOURCES}/{id}"), &kit.alice).await.status,
        404
    );
}

#[tokio::test]
async fn what_did_not_change_is_not_read_anew() {
    let kit = Kit::new().await;
    let id = handbook(&kit).await;
    let version = async || {
        let rows = kit.store.scoped(alice());
        let documents = rows
            .list::<KnowledgeDocument>((id.parse().unwrap(), 9))
            .await
            .unwrap();
        documents[0].version
    };
    let again = kit
        .post(&format!("{SOURCES}/{id}/reindex"), &kit.alice, &json!({}))
        .await;
    assert_eq!(again.status, 202);
    settled(&kit, &id).await;
    assert_eq!(version().await, 1);
    let other = HANDBOOK.replace("twenty", "thirty");
    let body = json!({"sourceType": "content", "content": other, "fileName": "handbook.md"});
    assert_eq!(ingest(&kit, body).await, id);
    settled(&kit, &id).await;
    assert_eq!(version().await, 2);
    let told = resolve(&kit, &kit.alice, "shop.example.com", "leave").await;
    assert_eq!(
        told["context"][0]["content"],
        "Every employee has thirty days of leave in a year."
    );
    assert_eq!(told["context"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn what_cannot_be_read_says_why() {
    let kit = Kit::new().await;
    for (name, bytes, why) in [
        (
            "a.pdf",
            b"%PDF-1.4 nothing".as_slice(),
            "The file could not be read",
        ),
        ("a.json", b"{", "The file could not be read: broken."),
        (
            "a.bin",
            b"\0\x01",
            "The file could not be read: not a kind of file that is read.",
        ),
        (
            "a.txt",
            b"  \n",
            "The file could not be read: no text in it.",
        ),
    ] {
        let reply = upload_to(&kit, SOURCES, &kit.alice, name, bytes).await;
        assert_eq!(reply.status, 202, "{name}");
        let id = reply.data()["source"]["id"].as_str().unwrap().to_owned();
        let source = settled(&kit, &id).await;
        assert_eq!(source.state, KnowledgeState::Failed, "{name}");
        assert!(source.error.unwrap().starts_with(why), "{name}");
    }
    for (body, field) in [
        (json!({"sourceType": "url"}), "location"),
        (
            json!({"sourceType": "url", "location": "file:///etc/passwd"}),
            "location",
        ),
        (
            json!({"sourceType": "url", "location": "https://me:word@a.test/"}),
            "location",
        ),
        (json!({"sourceType": "content", "fileName": "x"}), "content"),
        (json!({"sourceType": "content", "content": "x"}), "fileName"),
        (
            json!({"sourceType": "url", "location": "https://a.test", "domain": "a b"}),
            "domain",
        ),
    ] {
        let (status, about, _) = kit
            .post("/api/knowledge/ingest", &kit.alice, &body)
            .await
            .refused();
        assert_eq!((status, about.as_str()), (400, field), "{body}");
    }
}

#[tokio::test]
async fn only_editors_keep_knowledge_where_they_are_named() {
    let config = ServerConfig {
        knowledge_editors: vec!["carol@acme.test".to_owned()],
        ..ServerConfig::default()
    };
    let kit = Kit::with(config).await;
    let body = json!({"sourceType": "content", "content": "x", "fileName": "x.txt"});
    let refused = kit.post("/api/knowledge/ingest", &kit.alice, &body).await;
    assert_eq!(refused.problem(), (403, "FORBIDDEN".to_owned()));
    assert_eq!(kit.get(SOURCES, &kit.alice).await.data()["editable"], false);
    assert_eq!(
        kit.post("/api/knowledge/ingest", &kit.carol, &body)
            .await
            .status,
        202
    );
}

#[tokio::test]
async fn beyond_the_quota_nothing_is_added() {
    let options = Options {
        knowledge_bytes: Some(1_000),
        ..Options::default()
    };
    let kit = Kit::on(Place::new(), 0, options, ServerConfig::default()).await;
    let body = |words: usize| json!({"sourceType": "content", "content": "word ".repeat(words), "fileName": "x.txt"});
    let refused = kit
        .post("/api/knowledge/ingest", &kit.alice, &body(400))
        .await;
    assert_eq!(refused.problem(), (507, "QUOTA_EXCEEDED".to_owned()));
    // The file fits, and what it is found by does not.
    let id = ingest(&kit, body(150)).await;
    let source = settled(&kit, &id).await;
    assert_eq!(
        source.error.as_deref(),
        Some("The organisation's room for knowledge is used up.")
    );
}

/// Somebody died in the middle of reading; whoever starts next reads it whole, and no piece stands twice.
#[tokio::test]
async fn a_reading_that_was_cut_off_is_taken_up_again() {
    let kit = Kit::new().await;
    list(&kit, "acme", "*.example.com").await;
    let given = GivenKnowledge {
        from: GivenFrom::File {
            name: "handbook.md".to_owned(),
            bytes: HANDBOOK.as_bytes().to_vec(),
        },
        title: None,
        domain: None,
        refresh: None,
    };
    let source = kit.making.keep_knowledge(alice(), given).await.unwrap();
    let rows = kit.store.scoped(alice());
    let (_, claim) = rows
        .take_knowledge(source.id, source.updated_ms)
        .await
        .unwrap()
        .unwrap();
    let batch = ChunkBatch {
        document: NewDocument {
            location: "handbook.md".to_owned(),
            title: "Handbook".to_owned(),
            mime: "text/markdown".to_owned(),
            language: None,
            digest: [0; 32],
        },
        from: 0,
        chunks: vec![NewChunk {
            section: String::new(),
            page: None,
            text: "half".to_owned(),
            heading_terms: String::new(),
            body_terms: "half".to_owned(),
            vector: None,
        }],
        last: false,
    };
    rows.add_chunks(claim, batch, source.updated_ms)
        .await
        .unwrap();
    kit.clock
        .advance(screen_agent_store::knowledge::KNOWLEDGE_LEASE_MS);
    kit.recover().await;
    let source = settled(&kit, &source.id.to_string()).await;
    assert_eq!((source.state, source.chunks), (KnowledgeState::Ready, 2));
    let scope = rows
        .knowledge_scope("shop.example.com".to_owned())
        .await
        .unwrap();
    assert_eq!(scope.chunks, 2);
}

/// A web of a few pages.
#[derive(Default)]
struct Web(
    Mutex<HashMap<String, Fetched>>,
    Mutex<HashMap<String, Vec<u8>>>,
);

impl Web {
    fn has(&self, url: &str, mime: &str, text: &str) {
        let page = Fetched {
            url: url.to_owned(),
            mime: mime.to_owned(),
            text: text.to_owned(),
        };
        self.0.lock().unwrap().insert(url.to_owned(), page);
    }

    fn has_file(&self, url: &str, bytes: &[u8]) {
        let files = &self.1;
        files.lock().unwrap().insert(url.to_owned(), bytes.to_vec());
    }
}

#[async_trait]
impl Fetch for Web {
    async fn fetch(&self, url: &str) -> Result<Fetched, FetchFailure> {
        let found = self.0.lock().unwrap().get(url).cloned();
        match url.contains("10.0.0.1") {
            true => Err(FetchFailure::Blocked),
            false if self.1.lock().unwrap().contains_key(url) => Err(FetchFailure::NotText),
            false => found.ok_or(FetchFailure::Status(404)),
        }
    }

    async fn download(&self, url: &str) -> Result<Downloaded, FetchFailure> {
        let found = self.1.lock().unwrap().get(url).cloned();
        let bytes = found.ok_or(FetchFailure::Status(404))?;
        let url = url.to_owned();
        Ok(Downloaded { url, bytes })
    }

    async fn document(&self, _: &str) -> Result<FetchedDocument, FetchFailure> {
        Err(FetchFailure::Blocked)
    }
}

fn means() -> KnowledgeMeans {
    KnowledgeMeans {
        pause: Duration::ZERO,
        ..KnowledgeMeans::of(Arc::new(PlainReader))
    }
}

#[tokio::test]
async fn a_site_is_read_by_its_sitemap_and_what_is_gone_from_it_goes() {
    let web = Arc::<Web>::default();
    let wider = Wider {
        fetch: Some(web.clone()),
        knowledge: Some(means()),
        ..Wider::default()
    };
    let kit = Kit::packets(Place::new(), 0, wider).await;
    list(&kit, "acme", "acme.com").await;
    let page = |title: &str, words: &str| {
        format!("<title>{title}</title><main><h1>{title}</h1><p>{words}</p></main>")
    };
    let map = |pages: &[&str]| {
        let entries: String = pages
            .iter()
            .map(|page| format!("<url><loc>https://acme.com/{page}</loc></url>"))
            .collect();
        format!("<urlset>{entries}</urlset>")
    };
    web.has(
        "https://acme.com/sitemap.xml",
        "application/xml",
        &map(&["a", "b", "gone"]),
    );
    web.has(
        "https://acme.com/a",
        "text/html",
        &page(
            "Parcels",
            "Parcels travel for three days across the whole country.",
        ),
    );
    web.has(
        "https://acme.com/b",
        "text/html",
        &page(
            "Letters",
            "Letters travel for a single day inside of the city.",
        ),
    );
    let id = ingest(
        &kit,
        json!({"sourceType": "sitemap", "location": "https://acme.com/sitemap.xml"}),
    )
    .await;
    let source = settled(&kit, &id).await;
    assert_eq!(
        (source.state, source.documents, source.done, source.total),
        (KnowledgeState::Ready, 2, 3, 3)
    );
    assert_eq!(source.domain.as_deref(), Some("acme.com"));
    let told = resolve(
        &kit,
        &kit.alice,
        "acme.com",
        "how%20long%20do%20letters%20travel",
    )
    .await;
    assert_eq!(
        told["context"][0]["metadata"]["location"],
        "https://acme.com/b"
    );
    web.has(
        "https://acme.com/sitemap.xml",
        "application/xml",
        &map(&["a"]),
    );
    kit.post(&format!("{SOURCES}/{id}/reindex"), &kit.alice, &json!({}))
        .await;
    let source = settled(&kit, &id).await;
    assert_eq!((source.documents, source.chunks), (1, 1));
    let private = ingest(
        &kit,
        json!({"sourceType": "url", "location": "http://10.0.0.1/admin"}),
    )
    .await;
    let source = settled(&kit, &private).await;
    assert_eq!(
        source.error.as_deref(),
        Some("The page could not be read: this is not a public web address.")
    );
}

#[tokio::test]
async fn files_behind_an_address_are_read_like_files_that_are_given() {
    let web = Arc::<Web>::default();
    let wider = Wider {
        fetch: Some(web.clone()),
        knowledge: Some(means()),
        ..Wider::default()
    };
    let kit = Kit::packets(Place::new(), 0, wider).await;
    list(&kit, "acme", "acme.com").await;
    let map = "<urlset><url><loc>https://acme.com/report.pdf</loc></url>\
        <url><loc>https://acme.com/logo.png</loc></url></urlset>";
    web.has("https://acme.com/sitemap.xml", "application/xml", map);
    let pdf = include_bytes!("../../../../../fixtures/files/office.pdf");
    web.has_file("https://acme.com/report.pdf", pdf);
    web.has_file("https://acme.com/logo.png", b"\x89PNG\r\n\x1a\n");
    for body in [
        json!({"sourceType": "url", "location": "https://acme.com/report.pdf"}),
        json!({"sourceType": "sitemap", "location": "https://acme.com/sitemap.xml"}),
    ] {
        let id = ingest(&kit, body).await;
        let source = settled(&kit, &id).await;
        assert_eq!(source.state, KnowledgeState::Ready, "{:?}", source.error);
        let rows = kit.store.scoped(alice());
        let documents = rows
            .list::<KnowledgeDocument>((source.id, 9))
            .await
            .unwrap();
        let [document] = documents.as_slice() else {
            panic!("{documents:?}");
        };
        assert_eq!(document.location, "https://acme.com/report.pdf");
        assert_eq!(document.mime, "application/pdf");
        assert!(document.chunks > 0);
    }
    let picture = json!({"sourceType": "url", "location": "https://acme.com/logo.png"});
    let id = ingest(&kit, picture).await;
    let source = settled(&kit, &id).await;
    assert_eq!(source.state, KnowledgeState::Failed);
    let why = source.error.unwrap();
    assert!(why.starts_with("The file could not be read"), "{why}");
}

const NEWER: &str =
    "# Handbook\n\n## Leave\n\nEvery employee has thirty days of leave in a year.\n";

#[tokio::test]
async fn an_upload_becomes_knowledge_or_takes_the_place_of_some() {
    let kit = Kit::new().await;
    let id = handbook(&kit).await;
    let with = |id: &str| {
        let parts = [
            part("name=\"knowledge_id\"", id.as_bytes()),
            part("name=\"file\"; filename=\"new.md\"", NEWER.as_bytes()),
        ];
        form(&parts, &kit.alice)
    };
    let uploaded = kit.send(with(&id)).await.data();
    let source = settled(&kit, &id).await;
    assert_eq!(
        (source.location.as_str(), source.chunks),
        ("handbook.md", 1)
    );
    let told = resolve(&kit, &kit.carol, "shop.example.com", "leave").await;
    let found = told["context"][0]["content"].as_str().unwrap();
    assert!(found.contains("thirty days"), "{found}");
    for unknown in ["00000000-0000-0000-0000-000000000001", "k-1"] {
        let reply = kit.send(with(unknown)).await;
        assert_eq!(reply.problem(), (404, "NOT_FOUND".to_owned()), "{unknown}");
    }
    // The upload itself is a file like any other, which may be added under its own name, too.
    let body = json!({"sourceType": "file", "location": uploaded["s3Key"]});
    let added = ingest(&kit, body).await;
    let source = settled(&kit, &added).await;
    assert_eq!((source.location.as_str(), source.chunks), ("new.md", 1));
    let gone = json!({"sourceType": "file", "location": "uploads/x/y.md"});
    let reply = kit.post("/api/knowledge/ingest", &kit.alice, &gone).await;
    assert_eq!(reply.problem(), (404, "FILE_NOT_FOUND".to_owned()));
}

/// A model that gives each letter a direction.
struct Letters;

#[async_trait]
impl Embedder for Letters {
    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, OutsideFailure> {
        let of = |text: &String| {
            let count = |letter: char| text.chars().filter(|c| *c == letter).count();
            ('a'..='z')
                .map(|letter| u16::try_from(count(letter)).unwrap().into())
                .collect()
        };
        Ok(texts.iter().map(of).collect())
    }
}

#[tokio::test]
async fn vectors_find_what_words_do_not() {
    let wider = Wider {
        knowledge: Some(KnowledgeMeans {
            embedder: Some(Arc::new(Letters)),
            ..means()
        }),
        ..Wider::default()
    };
    let kit = Kit::packets(Place::new(), 0, wider).await;
    handbook(&kit).await;
    let told = resolve(&kit, &kit.alice, "shop.example.com", "eeyyvaaleppyoo").await;
    assert_eq!(
        told["context"][0]["metadata"]["section"],
        "Handbook › Leave"
    );
}

/// A service that keeps knowledge elsewhere.
struct Service(Result<(), OutsideFailure>, Mutex<Vec<(Uuid, String)>>);

#[async_trait]
impl KnowledgeService for Service {
    async fn resolve(
        &self,
        tenant: Uuid,
        url: &str,
        query: Option<&str>,
    ) -> Result<ServiceKnowledge, OutsideFailure> {
        let asked = format!("{url} {}", query.unwrap_or_default());
        self.1.lock().unwrap().push((tenant, asked));
        self.0?;
        let passage = ServicePassage {
            id: "c1".to_owned(),
            content: "Thirty days.".to_owned(),
            title: "Policy".to_owned(),
            metadata: None,
        };
        Ok(ServiceKnowledge {
            passages: vec![passage],
            citations: Vec::new(),
        })
    }
}

async fn with_service(result: Result<(), OutsideFailure>) -> (Kit, Arc<Service>) {
    let service = Arc::new(Service(result, Mutex::default()));
    let wider = Wider {
        knowledge: Some(KnowledgeMeans {
            service: Some(service.clone()),
            ..means()
        }),
        ..Wider::default()
    };
    let kit = Kit::packets(Place::new(), 0, wider).await;
    list(&kit, "acme", "*.example.com").await;
    (kit, service)
}

#[tokio::test]
async fn a_service_is_asked_for_listed_domains_alone() {
    let (kit, service) = with_service(Ok(())).await;
    let told = resolve(&kit, &kit.alice, "shop.example.com", "refund").await;
    assert_eq!(
        (&told["hasOrgKnowledge"], &told["context"][0]["id"]),
        (&json!(true), &json!("c1"))
    );
    resolve(&kit, &kit.alice, "elsewhere.test", "refund").await;
    resolve(&kit, &kit.bob, "shop.example.com", "refund").await;
    let asked = service.1.lock().unwrap().clone();
    assert_eq!(
        asked,
        [(alice().tenant.get(), "shop.example.com refund".to_owned())]
    );
}

#[tokio::test]
async fn a_service_that_fails_is_an_error_of_its_own_and_holds_no_turn_up() {
    let (kit, _) = with_service(Err(OutsideFailure::TimedOut)).await;
    let reply = kit
        .get("/api/knowledge/resolve?url=shop.example.com", &kit.alice)
        .await;
    assert_eq!(reply.problem(), (500, "EXTERNAL_SERVICE_ERROR".to_owned()));
    kit.script.act("click(7)");
    let turn = kit.interact(&page("Open the help")).await.data();
    assert_eq!(
        (&turn["action"], &turn["hasOrgKnowledge"]),
        (&json!("click(7)"), &json!(false))
    );
    assert_eq!(
        turn["ragDebug"]["reason"],
        "The organisation's knowledge could not be reached."
    );
}

/// A model that ends every task with an answer out of the organisation's documents, and keeps what it was asked.
#[derive(Default)]
struct Reader(Mutex<Vec<Prompt>>);

#[async_trait]
impl Thinker for Reader {
    fn limits(&self) -> ModelLimits {
        SMALL_MODEL
    }

    async fn think(&self, prompt: &Prompt) -> Thinking {
        self.0.lock().unwrap().push(prompt.clone());
        let text = match prompt.topic {
            "analyze" => {
                json!({"source": "MEMORY", "requiredSources": ["MEMORY"], "missingInfo": [], "searchQuery": null,
                "reasoning": "The handbook says it.", "confidence": 0.95,
                "evidence": {"sources": ["handbook"], "quality": "strong", "gaps": []}})
            }
            "judge" => {
                json!({"reason": "It stands in the handbook.", "action_succeeded": true, "task_completed": true,
                "confidence": 0.95})
            }
            "chat" => json!({"answer": "You have twenty days [K1], and not more [K7]."}),
            _ => {
                json!({"thought": "It stands there.", "action": "finish(\"Twenty days [K1].\")", "confidence": 0.95,
                "expect": {"description": "The person knows."}})
            }
        };
        Thinking {
            answer: Ok(ModelAnswer {
                broken_off: false,
                text: text.to_string(),
                degraded: false,
            }),
            calls: Vec::new(),
        }
    }
}

/// Scenario 4 of spec 002 §4.19: what the organisation knows is enough, so nothing is searched and nobody is asked.
#[tokio::test]
async fn a_task_with_enough_knowledge_is_answered_from_it_with_its_place() {
    let model = Arc::<Reader>::default();
    let kit = Kit::thinking(ServerConfig::default(), model.clone()).await;
    handbook(&kit).await;
    kit.script.say(Decision::GiveUp {
        reason: "I did not understand.".to_owned(),
    });
    let turn = kit
        .interact(&page(
            "how many days of leave does the handbook give me in one year",
        ))
        .await
        .data();
    assert_eq!(turn["hasOrgKnowledge"], true);
    assert_eq!(turn["ragDebug"]["ragMode"], "org_specific");
    assert_eq!(turn["ragDebug"]["chunkCount"], 2);
    assert_eq!(turn["metrics"]["ragDuration"], "[ms]");
    let told = turn.to_string();
    assert!(told.contains("Twenty days [Handbook › Leave]."), "{told}");
    // The place of it is told, and not the passage itself.
    assert!(!told.contains("Every employee"), "{told}");
    let prompts = model.0.lock().unwrap();
    let first = &prompts[0];
    let fence = first.user.find("<<documents a1b2c3>>").unwrap();
    let words = first
        .user
        .find("Every employee has twenty days of leave")
        .unwrap();
    assert!(fence < words, "{}", first.user);
    assert!(
        first.user.contains("[K1] Handbook › Leave (handbook.md)"),
        "{}",
        first.user
    );
    assert!(!first.system.contains("twenty days"));
    assert!(
        prompts
            .iter()
            .all(|prompt| !matches!(prompt.topic, "evaluate")),
        "nothing was searched for"
    );
}

#[tokio::test]
async fn no_turn_on_another_site_is_told_of_it() {
    let model = Arc::<Reader>::default();
    let kit = Kit::thinking(ServerConfig::default(), model.clone()).await;
    handbook(&kit).await;
    kit.script.say(Decision::GiveUp {
        reason: "I did not understand.".to_owned(),
    });
    let mut body = page("how many days of leave does the handbook give me in one year");
    body["url"] = json!("https://elsewhere.test/");
    let turn = kit.interact(&body).await.data();
    assert_eq!(turn["hasOrgKnowledge"], false);
    let prompts = model.0.lock().unwrap();
    assert!(
        prompts
            .iter()
            .all(|prompt| !prompt.user.contains("twenty days"))
    );
}
