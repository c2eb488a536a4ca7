//! Who answers behind the server: a sensible model, but for what a test says otherwise.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Asked, Told, Turn};
use crate::fit;

type Answering = Box<dyn Fn(&Told) -> Turn + Send + Sync>;

/// What a scripted model answers, by what it is asked.
pub struct Player {
    acting: Answering,
    others: HashMap<&'static str, Answering>,
}

/// What a model says is to be done next.
#[derive(Clone, Debug)]
pub struct Say(Value);

impl From<&str> for Say {
    fn from(action: &str) -> Self {
        Self(json!({"thought": "As the test says.", "action": action, "confidence": 0.95}))
    }
}

impl From<String> for Say {
    fn from(action: String) -> Self {
        action.as_str().into()
    }
}

impl Say {
    /// Several actions in a row.
    pub fn chain(actions: &[String]) -> Self {
        let links: Vec<Value> = actions
            .iter()
            .map(|action| json!({"action": action, "description": "As the test says."}))
            .collect();
        let first = actions.first().map_or("", String::as_str);
        Self::from(first).with("actions", json!(links))
    }

    /// A question to the person.
    pub fn question(question: &str, missing: &[&str]) -> Self {
        Self(json!({"thought": "Only you know.", "question": question, "missing": missing}))
    }

    /// It only prepares for the plan's step.
    pub fn prepares(self) -> Self {
        self.with("prepares", json!(true))
    }

    /// With one more field.
    pub fn with(mut self, field: &str, value: Value) -> Self {
        self.0[field] = value;
        self
    }

    /// As an answer of the server.
    pub fn turn(self) -> Turn {
        self.0.into()
    }
}

impl Player {
    /// A model that says what to do next.
    pub fn doing<S: Into<Say>>(acting: impl Fn(&Told) -> S + Send + Sync + 'static) -> Self {
        Self::answering(move |told| acting(told).into().turn())
    }

    /// A model that answers so when it is asked what to do next.
    pub fn answering(acting: impl Fn(&Told) -> Turn + Send + Sync + 'static) -> Self {
        let player = Self {
            acting: Box::new(acting),
            others: HashMap::new(),
        };
        player
            .on("analyze", |_| analysis("PAGE", 0.95))
            .on("evaluate", |_| {
                json!({"solved": true, "summary": "It was found.", "reasoning": "It says so.", "confidence": 0.9,
                    "evidence": {"sources": ["the results"], "quality": "strong"}})
            })
            .on("complete", |_| {
                json!({"can_proceed": true, "reasoning": "Everything is known.", "confidence": 0.95,
                    "evidence": {"sources": ["the page"], "quality": "strong"}})
            })
            .plan(&["Attend to what comes first", "Attend to what comes next", "See whether all is well"])
            .on("health", |_| json!({"valid": true, "reason": "It still fits."}))
            .on("glance", |_| judged(true, false))
            // What it claims itself it believes.
            .on("judge", |told| judged(true, told.user().contains("<<claim ")))
            .on("critique", |_| json!({"approved": true, "confidence": 0.95, "reason": "It was asked for."}))
            .on("chat", |_| json!({"answer": "As the test says."}))
    }

    /// Answers a topic in a way of its own.
    pub fn on<T: Into<Turn>>(
        mut self,
        topic: &'static str,
        answering: impl Fn(&Told) -> T + Send + Sync + 'static,
    ) -> Self {
        let answering = move |told: &Told| answering(told).into();
        self.others.insert(topic, Box::new(answering));
        self
    }

    /// Plans these steps.
    pub fn plan(self, steps: &[&str]) -> Self {
        let plan = planned(steps);
        self.on("plan", move |_| plan.clone())
    }

    /// Takes the task for done once the page shows a text.
    pub fn done_at(mut self, text: &'static str) -> Self {
        let acting = self.acting;
        self.acting = Box::new(move |told| match told.shows(text) {
            true => Say::from(format!("finish(\"{text}\")")).turn(),
            false => acting(told),
        });
        self.on("judge", move |told| judged(true, told.shows(text)))
            .on("glance", move |told| judged(true, told.shows(text)))
    }

    /// The answer to a request.
    pub fn answer(&self, asked: &Asked) -> Option<Turn> {
        let told = Told::new(asked);
        let answering = match asked.topic()? {
            "act" | "correct" => &self.acting,
            other => self.others.get(other)?,
        };
        Some(fitting(answering(&told), asked))
    }
}

/// An analysis that finds what is needed at a source.
pub fn analysis(source: &str, confidence: f64) -> Value {
    json!({"source": source, "missing_info": [], "reasoning": "As the test says.", "confidence": confidence,
        "evidence": {"sources": ["the page"], "quality": "strong"}})
}

/// A plan of these steps.
pub fn planned(steps: &[impl AsRef<str>]) -> Value {
    let step = |step: &_| json!({"description": AsRef::<str>::as_ref(step), "tool": "DOM"});
    json!({"steps": steps.iter().map(step).collect::<Vec<Value>>()})
}

/// What a look at the page comes to.
pub fn judged(succeeded: bool, completed: bool) -> Value {
    json!({"action_succeeded": succeeded, "task_completed": completed, "confidence": 0.95,
        "reason": "As the test says."})
}

fn fitting(turn: Turn, asked: &Asked) -> Turn {
    let Turn::Says(text) = &turn else {
        return turn;
    };
    match (serde_json::from_str(text), asked.schema()) {
        (Ok(value @ Value::Object(_)), Some(schema)) => fit(&value, schema).into(),
        _ => turn,
    }
}
