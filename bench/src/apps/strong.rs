//! A strong model behind the real protocol, of which each task's file says how it would go about it: it plans so, grounds a
//! step by the names that stand on the page, and takes the task for done once the page shows what it comes to. What it
//! is asked, and how much it reads, is counted; how good real models are is not what this tells.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use screen_agent_testkit::{Asked, Player, Say, ScriptedModel, Told};
use serde_json::{Value, json};

use super::app::{App, Part};
use crate::measure::tokens;

/// What was asked on behalf of one try.
#[derive(Clone, Debug, Default)]
pub struct Read {
    /// The topics, in order.
    pub topics: Vec<String>,
    /// Tokens of the prompts.
    pub tokens: u64,
}

type Counts = Arc<Mutex<HashMap<String, Read>>>;

/// The model.
pub struct Strong {
    server: ScriptedModel,
    counts: Counts,
}

impl Strong {
    /// A model that knows how the tasks of these applications are done.
    pub async fn start(apps: &[App]) -> Result<Self> {
        let server = ScriptedModel::start().await?;
        let counts = Counts::default();
        let players: HashMap<String, Player> = (apps.iter())
            .flat_map(|app| &app.tasks)
            .filter_map(|task| Some((&task.say, task.model.as_ref()?)))
            .flat_map(|(say, part)| say.iter().map(move |said| (said.clone(), player(part))))
            .collect();
        let counted = Arc::clone(&counts);
        server.play(Arc::new(move |asked: &Asked| {
            let wanted = wanted(asked);
            count(&counted, &wanted, asked);
            players.get(&wanted)?.answer(asked)
        }));
        Ok(Self { server, counts })
    }

    /// Where it answers.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// What was asked for these words.
    pub fn read(&self, query: &str) -> Read {
        let counts = self.counts.lock();
        let mut counts = counts.unwrap_or_else(PoisonError::into_inner);
        counts.remove(query).unwrap_or_default()
    }
}

/// The words of the person that it is asked about.
fn wanted(asked: &Asked) -> String {
    let told = Told::new(asked);
    let wanted = told.after("The person wants: ");
    wanted.unwrap_or_default().to_owned()
}

fn count(counts: &Counts, wanted: &str, asked: &Asked) {
    let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    let read = counts.entry(wanted.to_owned()).or_default();
    let topic = asked.topic().unwrap_or_default();
    read.topics.push(topic.to_owned());
    read.tokens += (tokens(asked.system()) + tokens(asked.user())) as u64;
}

fn player(part: &Part) -> Player {
    let acting = part.clone();
    let judging = part.clone();
    let glancing = part.clone();
    let steps: Vec<&str> = part.plan.iter().map(String::as_str).collect();
    Player::doing(move |told: &Told| next(told, &acting))
        .plan(&steps)
        .on("judge", move |told| judgement(told, &judging))
        .on("glance", move |told| judgement(told, &glancing))
}

fn judgement(told: &Told, part: &Part) -> Value {
    let done = told.shows(&part.shows);
    json!({
        "action_succeeded": true, "task_completed": done, "confidence": 0.95,
        "reason": if done { "The page shows it." } else { "The page does not show it." },
        "answer": part.answer.as_deref().unwrap_or("It is done."),
    })
}

/// What carries out the step that is marked, by the names in it.
fn next(told: &Told, part: &Part) -> Say {
    if told.shows(&part.shows) {
        let answer = part.answer.as_deref().unwrap_or("It is done.");
        return Say::from(format!("finish({})", json!(answer)));
    }
    let step = told.after("NOW ").unwrap_or_default();
    match carried_out(told, step) {
        Some(action) => Say::from(action),
        None if told.page().contains("more below: ") => Say::from("scroll(true)").prepares(),
        None => Say::from(format!(
            "fail({})",
            json!(format!("nothing answers to: {step}"))
        )),
    }
}

fn carried_out(told: &Told, step: &str) -> Option<String> {
    let quoted: Vec<&str> = step.split('"').skip(1).step_by(2).collect();
    let words = step.split_once(". ").map_or(step, |(_, words)| words);
    let verb = words.split(' ').next().unwrap_or_default().to_lowercase();
    let (first, second) = (quoted.first().copied()?, quoted.get(1).copied());
    match (verb.as_str(), second) {
        ("type", Some(field)) => Some(format!("setValue({}, {})", told.find(field)?, json!(first))),
        ("choose", Some(list)) => {
            let id = told.find(list)?;
            Some(format!("selectDropdown({id}, {})", json!(first)))
        }
        ("tick", _) => Some(format!("check({})", told.find(first)?)),
        ("untick", _) => Some(format!("uncheck({})", told.find(first)?)),
        ("press", _) => Some(format!("press({})", json!(first))),
        _ => Some(format!("click({})", told.find(first)?)),
    }
}
