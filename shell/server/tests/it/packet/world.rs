//! A server whose model, web and services follow a script.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use screen_agent_adapters::{ModelConfig, Models, ModelsConfig, Tavily, TavilyConfig};
use screen_agent_engine::OwnModels;
use screen_agent_packet::engines::Engines;
use screen_agent_packet::run::Lasting;
use screen_agent_ports::{
    Downloaded, Fetch, FetchFailure, Fetched, FetchedDocument, Hook, HookFailure, Printer,
};
use screen_agent_testkit::model::{ScriptedModel, Turn};
use screen_agent_testkit::search::ScriptedTavily;
use screen_agent_tools::redact::Keep;
use screen_agent_tools::{ShippingTable, TaxTable};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::kit::{Kit, Reply, Wider};
use crate::place::Place;

/// What a model says of a request packet: everything but the envelope.
type Say = Box<dyn FnOnce(&Value) -> Turn + Send>;

/// Pages that can be fetched, by address.
#[derive(Default)]
pub struct Web {
    pages: Mutex<HashMap<String, Result<Fetched, FetchFailure>>>,
    asked: Mutex<Vec<String>>,
}

impl Web {
    pub fn has(&self, url: &str, html: &str) {
        let page = Fetched {
            url: url.to_owned(),
            mime: "text/html".to_owned(),
            text: html.to_owned(),
        };
        self.pages.lock().unwrap().insert(url.to_owned(), Ok(page));
    }

    pub fn fails(&self, url: &str, why: FetchFailure) {
        let mut pages = self.pages.lock().unwrap();
        pages.insert(url.to_owned(), Err(why));
    }

    /// How often an address was fetched.
    pub fn asked(&self, url: &str) -> usize {
        let asked = self.asked.lock().unwrap();
        asked.iter().filter(|one| *one == url).count()
    }
}

#[async_trait]
impl Fetch for Web {
    async fn fetch(&self, url: &str) -> Result<Fetched, FetchFailure> {
        self.asked.lock().unwrap().push(url.to_owned());
        let found = self.pages.lock().unwrap().get(url).cloned();
        found.unwrap_or(Err(FetchFailure::Blocked))
    }

    async fn download(&self, _: &str) -> Result<Downloaded, FetchFailure> {
        Err(FetchFailure::Blocked)
    }

    async fn document(&self, _: &str) -> Result<FetchedDocument, FetchFailure> {
        Err(FetchFailure::Blocked)
    }
}

/// What was sent to services.
#[derive(Default)]
pub struct Sent(pub Mutex<Vec<(String, Value, String)>>);

#[async_trait]
impl Hook for Sent {
    fn services(&self) -> Vec<(String, Vec<String>)> {
        vec![("notes".to_owned(), vec!["create".to_owned()])]
    }

    async fn invoke(
        &self,
        _: &str,
        operation: &str,
        payload: &Value,
        key: &str,
    ) -> Result<Value, HookFailure> {
        let sent = (operation.to_owned(), payload.clone(), key.to_owned());
        self.0.lock().unwrap().push(sent);
        Ok(json!({ "stored": true }))
    }
}

struct Paper;

#[async_trait]
impl Printer for Paper {
    async fn print(&self, html: &str) -> Option<Vec<u8>> {
        Some(format!("%PDF {}", html.len()).into_bytes())
    }
}

/// Everything that a test of packets needs.
pub struct World {
    pub kit: Kit,
    pub model: ScriptedModel,
    pub search: ScriptedTavily,
    pub web: Arc<Web>,
    pub sent: Arc<Sent>,
    said: Arc<Mutex<VecDeque<Say>>>,
}

/// What may be left out.
pub struct Without {
    pub search: bool,
    pub printer: bool,
    pub call: Duration,
    pub keep: Keep,
    /// The operator's tables of taxes and shipping.
    pub taxes: bool,
}

impl Default for Without {
    fn default() -> Self {
        Self {
            search: false,
            printer: false,
            call: Duration::from_secs(60),
            keep: Keep::Default,
            taxes: false,
        }
    }
}

impl World {
    pub async fn new() -> Self {
        Self::with(Without::default()).await
    }

    pub async fn with(without: Without) -> Self {
        Self::on(Place::new(), 0, without).await
    }

    pub async fn on(dir: Arc<Place>, start: u64, without: Without) -> Self {
        let model = ScriptedModel::start().await.unwrap();
        let search = ScriptedTavily::start().await.unwrap();
        let said: Arc<Mutex<VecDeque<Say>>> = Arc::default();
        let script = said.clone();
        model.play(Arc::new(move |asked| {
            let request: Value = serde_json::from_str(asked.user()).ok()?;
            let say = script.lock().unwrap().pop_front()?;
            Some(say(&request))
        }));
        let (web, sent) = (Arc::<Web>::default(), Arc::<Sent>::default());
        let config = ModelConfig {
            window: 32_000,
            ..ModelConfig::new(model.url(), "scripted")
        };
        let models = Models::new(ModelsConfig::one(config)).unwrap();
        let tavily = Tavily::new(TavilyConfig::new(search.url(), None)).unwrap();
        let wider = Wider {
            own_models: OwnModels::default(),
            thinker: Some(Arc::new(models)),
            search: (!without.search).then(|| Arc::new(tavily) as _),
            engines: Engines::new(&["duckduckgo".to_owned(), "google".to_owned()], None).unwrap(),
            fetch: Some(web.clone()),
            knowledge: None,
            callbacks: None,
            mail: None,
            designs: None,
            hook: Some(sent.clone()),
            printer: (!without.printer).then(|| Arc::new(Paper) as _),
            lasting: Lasting::Served,
            keep: without.keep,
            shipping: (!without.taxes).then(|| Arc::new(carriers())),
            taxes: (!without.taxes).then(|| Arc::new(rates())),
            patience: screen_agent_engine::Patience {
                call: without.call,
                request: Duration::from_secs(120),
            },
            micros_a_day: 0,
        };
        Self {
            kit: Kit::packets(dir, start, wider).await,
            model,
            search,
            web,
            sent,
            said,
        }
    }

    /// The next thing that the model says, worked out of the packet that it is asked with.
    pub fn says(&self, say: impl FnOnce(&Value) -> Value + Send + 'static) -> &Self {
        self.does(move |request| Turn::from(answer(request, &say(request))))
    }

    /// The next thing that the model does.
    pub fn does(&self, turn: impl FnOnce(&Value) -> Turn + Send + 'static) -> &Self {
        self.said.lock().unwrap().push_back(Box::new(turn));
        self
    }

    /// The next answer is these words, without citations.
    pub fn says_words(&self, words: &str) -> &Self {
        let words = words.to_owned();
        self.says(move |_| json!({ "children": [paragraph(&words)] }))
    }

    /// The next thing that the model proposes, with a word on it.
    pub fn proposes(&self, name: &str, arguments: Value) -> &Self {
        let call = json!({ "name": name, "arguments": arguments });
        self.says(move |_| json!({ "children": [paragraph("This first.")], "tool_calls": [call] }))
    }

    /// One request of Alice's.
    pub async fn ask(&self, request: &Value) -> Reply {
        self.kit.post("/api/llmcp", &self.kit.alice, request).await
    }

    /// The same; it must be answered.
    pub async fn asked(&self, request: &Value) -> Value {
        let reply = self.ask(request).await;
        assert_eq!(reply.status, 200, "{}", reply.json());
        reply.json()
    }

    /// The packets that the model was asked with.
    pub fn packets(&self) -> Vec<Value> {
        let asked = self.model.asked();
        let read =
            |asked: &screen_agent_testkit::Asked| serde_json::from_str(asked.user()).unwrap();
        asked.iter().map(read).collect()
    }

    /// Everything that was scripted has come to pass, and nothing else.
    pub fn done(&self) {
        assert_eq!(self.said.lock().unwrap().len(), 0, "said too little");
        // Models that are held to no schema are what most of the script plays.
        let mistakes = self.model.mistakes().into_iter();
        let own: Vec<_> = mistakes
            .filter(|one| !one.contains("does not fit"))
            .collect();
        assert_eq!(own, Vec::<String>::new());
        assert_eq!(self.search.mistakes(), Vec::<String>::new());
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.kit.get(path, &self.kit.alice).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.kit.post(path, &self.kit.alice, body).await
    }

    /// A collection with these notes.
    pub async fn collection(&self, notes: &[&str]) -> String {
        let made = self
            .post("/api/collections", &json!({ "title": "Tea" }))
            .await;
        assert_eq!(made.status, 201, "{}", made.json());
        let id = made.json()["id"].as_str().unwrap().to_owned();
        let notes = notes
            .iter()
            .map(|text| json!({ "type": "note", "text": text }));
        let body = json!({ "sources": notes.collect::<Vec<_>>() });
        if body["sources"] != json!([]) {
            let added = self
                .post(&format!("/api/collections/{id}/sources"), &body)
                .await;
            assert_eq!(added.status, 200, "{}", added.json());
        }
        id
    }
}

/// An operator's table of taxes.
fn rates() -> TaxTable {
    let rates = json!({ "CA": { "percent": "7.25", "categories": { "groceries": "0" } } });
    serde_json::from_value(json!({ "source": "https://revenue.example/rates", "edition": "Spring", "as_of": "2026-01-01",
        "retrieved": "2026-02-01", "currency": "USD", "leaves_out": "local taxes", "rates": rates }))
    .unwrap()
}

/// An operator's table of shipping.
fn carriers() -> ShippingTable {
    let rate = json!({ "states": ["CA"], "amount_minor": 599, "currency": "USD" });
    serde_json::from_value(
        json!({ "as_of": "2026-01-01", "source": "our contract", "rates": [rate] }),
    )
    .unwrap()
}

/// A whole response packet to a request packet.
pub fn answer(request: &Value, said: &Value) -> Value {
    json!({
        "protocol": { "name": "laika.llmcp", "version": 1 },
        "id": Uuid::from_u128(u128::from_str_radix("a", 16).unwrap()).to_string(),
        "type": "response",
        "created_at": request["created_at"],
        "conversation": request["conversation"],
        "sender": { "role": "assistant" },
        "in_reply_to": { "request_id": request["id"] },
        "assistant": {
            "title": "As the script says",
            "render": { "type": "doc", "children": said["children"] },
            "citations": said.get("citations").cloned().unwrap_or(json!([])),
        },
        "tool_calls": said.get("tool_calls").cloned().unwrap_or(json!([])),
    })
}

pub fn paragraph(words: &str) -> Value {
    json!({ "type": "paragraph", "children": [{ "type": "text", "text": words }] })
}

/// A client's request.
pub fn request(id: &str, words: &str) -> Value {
    json!({
        "protocol": { "name": "laika.llmcp", "version": 1 },
        "id": id,
        "type": "request",
        "created_at": "2026-03-04T12:00:00.000Z",
        "conversation": { "id": "c-1", "turn": 1 },
        "sender": { "role": "user" },
        "input": {
            "user_message": { "id": "u-1", "text": words },
            "task": { "name": "web.answer", "args": {} },
        },
        "context": { "documents": [] },
        "output": { "format": "json" },
    })
}

/// The same with documents.
pub fn with_documents(mut request: Value, documents: Vec<Value>) -> Value {
    request["context"]["documents"] = Value::Array(documents);
    request
}

/// A short page as a ready document.
pub fn summary(id: &str, url: &str, text: &str) -> Value {
    json!({
        "doc_id": id, "kind": "web.observation.summary.v1", "trust": "untrusted",
        "content": { "doc_type": "web.observation.summary.v1", "url": url, "title": "A page", "text": text },
    })
}

/// A page as page code captured it.
pub fn capture(id: &str, url: &str, html: &str) -> Value {
    json!({
        "doc_id": id, "kind": "web.capture.v1", "trust": "untrusted", "source": { "tab_id": "7" },
        "content": { "doc_type": "web.capture.v1", "url": url, "title": "A page", "html": html, "generation": 1 },
    })
}

/// A result of a tool that the client performed.
pub fn result(call: &Value, status: &str) -> Value {
    let id = call["id"].as_str().unwrap();
    json!({
        "doc_id": format!("doc:result:{id}"), "kind": "tool.result.v1", "trust": "trusted",
        "content": { "doc_type": "tool.result.v1", "call_id": id, "name": call["name"], "status": status },
    })
}

/// Goes on with a run.
pub fn going_on(mut request: Value, id: &str, before: &Value) -> Value {
    request["id"] = json!(id);
    request["conversation"]["turn"] = json!(request["conversation"]["turn"].as_u64().unwrap() + 1);
    request["trace"] = before["trace"].clone();
    request
}

/// Every document of one kind in a packet.
pub fn of_kind(packet: &Value, kind: &str) -> Vec<Value> {
    let documents = packet["context"]["documents"].as_array().unwrap();
    documents
        .iter()
        .filter(|one| one["kind"] == kind)
        .cloned()
        .collect()
}

/// Status and code of an error of this surface.
pub fn problem(reply: &Reply) -> (u16, String) {
    let json = reply.json();
    assert!(
        json["error"]["message"]
            .as_str()
            .is_some_and(|it| !it.is_empty()),
        "{json}"
    );
    assert_eq!(
        json["error"]["request_id"],
        reply.header("x-request-id"),
        "{json}"
    );
    (
        reply.status.as_u16(),
        json["error"]["code"].as_str().unwrap().to_owned(),
    )
}

/// The text of a whole answer, joined.
pub fn words(reply: &Value) -> String {
    fn gather(node: &Value, into: &mut String) {
        if let Some(text) = node["text"].as_str() {
            into.push_str(text);
            into.push('\n');
        }
        for key in ["children", "items", "rows", "cells"] {
            for child in node[key].as_array().into_iter().flatten() {
                gather(child, into);
            }
        }
    }
    let mut text = String::new();
    gather(&reply["assistant"]["render"], &mut text);
    text
}
