//! Somebody who is signed in and has tasks done, each of as many steps as there are buttons.

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use uuid::Uuid;

use super::place::{PASSWORD, email};
use crate::figure::ms_since;

const BUTTONS: [&str; 10] = [
    "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten",
];
/// Steps of a task.
pub(super) const STEPS: usize = BUTTONS.len();

#[derive(Clone)]
pub(super) struct Person {
    http: reqwest::Client,
    token: String,
}

impl Person {
    pub(super) async fn sign_in(base: &str, nth: usize) -> Result<Self> {
        let http = reqwest::Client::new();
        let login = http.post(format!("{base}/api/v1/auth/login"));
        let body = json!({"email": email(nth), "password": PASSWORD});
        let told: Value = login
            .json(&body)
            .send()
            .await?
            .error_for_status()?
            .json()
            .await?;
        let token = told["accessToken"].as_str().context("no token")?;
        Ok(Self {
            http,
            token: token.to_owned(),
        })
    }

    pub(super) async fn post(&self, url: String, body: &Value) -> Result<Value> {
        let answer = self.http.post(url).bearer_auth(&self.token).json(body);
        Ok(answer.send().await?.error_for_status()?.json().await?)
    }

    pub(super) async fn get(&self, url: String) -> Result<Value> {
        let answer = self.http.get(url).bearer_auth(&self.token);
        Ok(answer.send().await?.error_for_status()?.json().await?)
    }

    /// A whole task in a conversation of its own, each turn at the next of the servers; how long each took.
    pub(super) async fn task(&self, bases: &[String]) -> Result<Vec<f64>> {
        let orders = BUTTONS.map(|name| format!("click {name}")).join(", then ");
        let mut task = Value::Null;
        let mut took = Vec::with_capacity(STEPS + 1);
        for pressed in 0..=STEPS {
            let body = screen(&orders, pressed, &task);
            let base = &bases[pressed % bases.len()];
            let began = Instant::now();
            let told = self
                .post(format!("{base}/api/agent/interact"), &body)
                .await?;
            took.push(ms_since(began));
            task = told["data"].clone();
            let expected = match pressed < STEPS {
                true => task["action"] == format!("click({})", pressed + 1),
                false => task["status"] == "completed",
            };
            ensure!(expected, "the turn after {pressed} clicks: {told}");
        }
        Ok(took)
    }
}

/// A page of buttons, of which so many were pressed.
fn screen(orders: &str, pressed: usize, task: &Value) -> Value {
    let button = |(nth, name): (usize, &&str)| {
        json!({"i": (nth + 1).to_string(), "r": "btn", "n": name, "xy": [40 + 100 * nth, 20],
            "box": [10 + 100 * nth, 10, 60, 20], "d": {"tag": "button", "form": null}})
    };
    let buttons: Vec<Value> = BUTTONS.iter().enumerate().map(button).collect();
    let said = format!("pressed: {}", BUTTONS[..pressed].join(" and "));
    let mut body = json!({
        "query": orders, "url": "https://lab.example/", "pageTitle": "Lab", "domMode": "semantic",
        "interactiveTree": buttons, "pageText": [{"k": "p", "c": [said]}],
        "viewport": {"width": 1200, "height": 800}, "scrollPosition": "100%",
    });
    match task.is_null() {
        true => body["sessionId"] = json!(Uuid::new_v4()),
        false => {
            body["taskId"] = task["taskId"].clone();
            body["sessionId"] = task["sessionId"].clone();
            body["lastActionStatus"] = json!("success");
        }
    }
    body
}
