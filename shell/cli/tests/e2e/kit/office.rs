//! A server with a model, for who speaks to it over HTTP. What it is shown comes from a real browser.

use serde_json::{Value, json};

use super::{Client, Machine, Model, Served, Site};

/// A server with a model, and a person signed in.
pub struct Office {
    pub machine: Machine,
    pub client: Client,
    _served: Served,
}

impl Office {
    pub fn new(model: &Model, settings: &str) -> Self {
        Self::on(Machine::for_servers(), model, settings)
    }

    pub fn on(machine: Machine, model: &Model, settings: &str) -> Self {
        let config = machine.path("config.toml");
        std::fs::write(&config, settings).unwrap();
        let data = machine.path("data");
        let data = data.to_str().unwrap();
        let made = machine
            .run(&["user", "add", "ada@example.test", "--data", data])
            .with(0);
        let switches = model.switches();
        let mut args = vec!["--config", config.to_str().unwrap()];
        args.extend(switches.iter().map(String::as_str));
        let served = machine.serve(&args, &[]);
        let client = Client::sign_in(&served.base, "ada@example.test", made.password());
        Self {
            machine,
            client,
            _served: served,
        }
    }

    /// A real look at a page, as a request.
    pub fn look(&self, words: &str, site: &Site) -> Value {
        let ended = self
            .machine
            .run(&["observe", "--json", "--url", &site.url()])
            .with(0);
        let seen: Value = serde_json::from_str(&ended.out).unwrap();
        let mut body = seen["capture"].clone();
        body["query"] = json!(words);
        body["domMode"] = json!("semantic");
        body
    }

    /// A task whose first step the engine did; the next is a model's.
    pub fn at_a_models_turn(&self, words: &str, site: &Site) -> Value {
        let mut body = self.look(words, site);
        let (status, first) = self.client.post("/api/agent/interact", &body);
        assert_eq!(
            (status, &first["data"]["action"]),
            (200, &json!("click(1)")),
            "{first}"
        );
        body["taskId"] = first["data"]["taskId"].clone();
        body["sessionId"] = first["data"]["sessionId"].clone();
        body["lastActionStatus"] = json!("success");
        body["pageText"] = json!([{"k": "p", "c": ["pressed"]}]);
        body
    }
}
