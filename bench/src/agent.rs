//! Who works on the episodes: a server of our own, with or without a model behind the engine.

use screen_agent_store::artifact::{Artifact, ArtifactRecord};
use screen_agent_store::task::TaskSummary;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use screen_agent_action::id::SessionId;
use screen_agent_adapters::{ModelConfig, ModelsConfig, SecretKey, TavilyConfig};
use screen_agent_cli::compose::{self, Inside};
use screen_agent_cli::drive::{Answerer, Assignment, Door};
use screen_agent_store::usage::UsageLine;
use screen_agent_store::{Owner, Store};
use screen_agent_wire::extension::workflow::WorkflowStart;
use screen_agent_workflow::{Values, Workflow};
use serde::{Deserialize as _, Serialize};
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use crate::episode::{self, Row, Stage};
use crate::say;

/// A server, and the way in.
pub struct Agent {
    inside: Inside,
    door: Door,
    owner: Owner,
    /// Goes last: the database is in it.
    _data: TempDir,
}

/// Keeps what was done as workflows, over HTTP as the panel does.
pub struct Keeper {
    address: String,
    token: String,
    http: reqwest::Client,
}

impl Keeper {
    /// Keeps a task that was done, under a name that nothing else has.
    pub async fn keep(&self, task: Uuid, name: &str) -> Result<(Uuid, Workflow)> {
        let body = json!({ "taskId": task, "name": format!("{name}, {task}") });
        let sent = self.http.post(&self.address).bearer_auth(&self.token);
        let answer = sent.json(&body).send().await?;
        let is_kept = answer.status().is_success();
        let told: Value = answer.json().await?;
        ensure!(is_kept, "{}", told["message"].as_str().unwrap_or("refused"));
        let text = told["data"]["text"].as_str().context("no file was given")?;
        let id = Uuid::deserialize(&told["data"]["id"])?;
        Ok((id, Workflow::read(text)?))
    }
}

/// A version as it was kept, to be carried out with these values.
pub fn first_version(id: Uuid, values: &Values) -> WorkflowStart {
    WorkflowStart {
        id,
        version: Some(1),
        no_model: None,
        inputs: values.clone(),
    }
}

/// What models took.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Used {
    /// How often one was asked.
    pub calls: usize,
    /// Tokens that were read and written.
    pub tokens: u64,
    /// Milliseconds until they had answered.
    pub model_ms: u64,
}

/// Longest wait for a model on a slow machine.
const PATIENCE: Duration = Duration::from_secs(300);

impl Agent {
    /// The command engine alone, or with a model that is asked when the engine gives up.
    pub async fn new(model: Option<ModelsConfig>) -> Result<Self> {
        Self::searching(model, None).await
    }

    /// The same with a web search.
    pub async fn searching(model: Option<ModelsConfig>, web: Option<TavilyConfig>) -> Result<Self> {
        let data = compose::temporary_data()?;
        let inside = Inside::local(data.path(), model, web)?;
        let (door, owner) = inside.door().await?;
        Ok(Self {
            inside,
            door,
            owner,
            _data: data,
        })
    }

    /// The way in.
    pub fn door(&self) -> &Door {
        &self.door
    }

    /// Its server, as programs reach it.
    pub async fn serve(&self) -> Result<Keeper> {
        screen_agent_adapters::install_tls();
        let (token, _) = self.inside.token().await?;
        let base = crate::measure::serve_here(self.inside.router()).await?;
        Ok(Keeper {
            address: format!("{base}/api/workflows/from-task"),
            token,
            http: reqwest::Client::new(),
        })
    }

    /// What was saved, as it is kept.
    pub async fn saved(&self) -> Result<String> {
        let store = self.inside.store().scoped(self.owner);
        let mut saved = String::new();
        for record in store.list::<ArtifactRecord>(None).await? {
            let artifact = store.find::<Artifact>(record.id).await?;
            if let Some(artifact) = artifact {
                saved.push_str(&String::from_utf8_lossy(&artifact.content.open()?));
            }
        }
        Ok(saved)
    }

    /// Runs one episode, and adds up what models took.
    pub async fn run(&self, stage: &mut Stage<'_>, task: &str, seed: u64) -> Result<Row> {
        let session = Uuid::new_v4();
        let mut row = episode::run(stage, &self.door, session, task, seed).await?;
        row.used = self.used(session, stage.verbose).await?;
        Ok(row)
    }

    /// What models took in a conversation.
    pub async fn used(&self, session: Uuid, verbose: bool) -> Result<Used> {
        let store = self.inside.store().scoped(self.owner);
        let mut used = Used::default();
        for task in store.list::<TaskSummary>(SessionId::new(session)).await? {
            for call in store.list::<UsageLine>(task.id).await? {
                used.calls += 1;
                used.tokens += u64::from(call.prompt_tokens) + u64::from(call.completion_tokens);
                used.model_ms += u64::from(call.duration_ms);
                if verbose {
                    say(&format!("    {}", line(&call)));
                }
            }
        }
        Ok(used)
    }
}

fn line(call: &UsageLine) -> String {
    format!(
        "asked for {}: {} tokens read, {} written, {} ms{}",
        call.topic,
        call.prompt_tokens,
        call.completion_tokens,
        call.duration_ms,
        if call.succeeded { "" } else { ", no answer" }
    )
}

/// What to do, on a day that is always the same.
pub fn assignment(query: impl Into<String>, max_steps: usize, consent: Answerer) -> Assignment {
    Assignment {
        today: "2026-01-15".into(),
        ..Assignment::new(query, max_steps, consent)
    }
}

/// One model for all roles, asked as patiently as a slow machine needs. A server that wants a key gets the one of
/// the environment.
pub fn models(name: &str, url: Option<&str>) -> ModelsConfig {
    // A model in this process has no address.
    let url = url.unwrap_or("http://127.0.0.1:8080/v1");
    let model = ModelConfig {
        key: std::env::var("SCREEN_AGENT_MODEL_KEY")
            .ok()
            .map(SecretKey::new),
        ..ModelConfig::new(url, name).within(PATIENCE)
    };
    ModelsConfig {
        smart_temperature: 0.0,
        fast_temperature: 0.0,
        ..ModelsConfig::one(model)
    }
}
