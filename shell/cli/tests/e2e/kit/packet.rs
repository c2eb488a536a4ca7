//! A model that answers packets: it reads the request that it is sent as any model would.

use std::sync::Arc;

use screen_agent_testkit::{Asked, ScriptedModel, Turn};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

/// A request packet, as a model is sent it.
#[derive(Clone, Debug)]
pub struct Request(pub Value);

/// A response packet in the making.
pub struct Reply {
    blocks: Vec<Value>,
    citations: Vec<Value>,
    tools: Vec<Value>,
}

/// A server behind which the test answers packets.
pub struct Scribe {
    pub server: ScriptedModel,
    // The server lives in it.
    runtime: Option<Runtime>,
}

impl Request {
    /// Reads it.
    pub fn of(asked: &Asked) -> Self {
        let packet = serde_json::from_str(asked.user()).expect("a model is sent a packet");
        Self(packet)
    }

    /// What the person said.
    pub fn words(&self) -> &str {
        self.0["input"]["user_message"]["text"].as_str().unwrap()
    }

    /// Which conversation it is of.
    pub fn conversation(&self) -> &str {
        self.0["conversation"]["id"].as_str().unwrap()
    }

    /// Which task it is.
    pub fn task(&self) -> &str {
        self.0["input"]["task"]["name"].as_str().unwrap()
    }

    /// The documents, in order.
    pub fn documents(&self) -> &[Value] {
        self.0["context"]["documents"].as_array().unwrap()
    }

    /// The first document whose text holds some words, by its id.
    pub fn doc_with(&self, words: &str) -> &str {
        let mut documents = self.documents().iter();
        let found = documents.find(|document| document["content"].to_string().contains(words));
        let found = found.unwrap_or_else(|| panic!("no document says {words:?}: {}", self.0));
        found["doc_id"].as_str().unwrap()
    }

    /// The result of a tool, if it has come.
    pub fn result(&self, tool: &str) -> Option<&Value> {
        let mut contents = self.documents().iter().map(|document| &document["content"]);
        contents.find(|content| content["doc_type"] == "tool.result.v1" && content["name"] == tool)
    }

    /// The handle of the control with this name.
    pub fn handle(&self, name: &str) -> &str {
        let mut elements = self
            .documents()
            .iter()
            .filter_map(|document| document["content"]["elements"].as_array())
            .flatten();
        let found = elements.find(|element| element["text"] == name);
        let found = found.unwrap_or_else(|| panic!("no control {name:?}: {}", self.0));
        found["handle_id"].as_str().unwrap()
    }
}

impl Reply {
    /// One paragraph.
    pub fn saying(text: &str) -> Self {
        Self::of(vec![
            json!({"type": "paragraph", "children": [{"type": "text", "text": text}]}),
        ])
    }

    /// These blocks.
    pub fn of(blocks: Vec<Value>) -> Self {
        Self {
            blocks,
            citations: Vec::new(),
            tools: Vec::new(),
        }
    }

    /// With a citation.
    pub fn citing(mut self, doc: &str, quote: &str) -> Self {
        self.citations.push(json!({"doc_id": doc, "quote": quote}));
        self
    }

    /// Proposing a tool.
    pub fn calling(mut self, name: &str, arguments: Value) -> Self {
        self.tools
            .push(json!({"name": name, "arguments": arguments}));
        self
    }

    /// The packet that answers a request.
    pub fn to(self, request: &Request) -> Value {
        let request = &request.0;
        json!({
            "protocol": {"name": "laika.llmcp", "version": 1},
            "id": format!("res-{}", request["id"].as_str().unwrap()),
            "type": "response",
            "created_at": request["created_at"],
            "conversation": request["conversation"],
            "sender": {"role": "assistant"},
            "in_reply_to": {"request_id": request["id"]},
            "assistant": {
                "title": "Answer",
                "render": {"type": "doc", "children": self.blocks},
                "citations": self.citations,
            },
            "tool_calls": self.tools,
        })
    }
}

impl Scribe {
    /// Answers each request so.
    pub fn answering(answer: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        Self::saying(move |request| answer(request).to(request).into())
    }

    /// Says so to each request, whatever it is.
    pub fn saying(say: impl Fn(&Request) -> Turn + Send + Sync + 'static) -> Self {
        let runtime = Runtime::new().unwrap();
        let server = runtime.block_on(ScriptedModel::start()).unwrap();
        server.play(Arc::new(move |asked: &Asked| {
            Some(say(&Request::of(asked)))
        }));
        Self {
            server,
            runtime: Some(runtime),
        }
    }

    /// The switches that make a command ask it.
    pub fn switches(&self) -> [String; 4] {
        ["--model", "scripted", "--model-url", &self.server.url()].map(String::from)
    }

    /// Every request so far.
    pub fn requests(&self) -> Vec<Request> {
        self.server.asked().iter().map(Request::of).collect()
    }
}

impl Drop for Scribe {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
        if !std::thread::panicking() {
            assert_eq!(self.server.mistakes(), [] as [String; 0]);
        }
    }
}
