//! One run: the first one, by the engine, of which a workflow is kept; and one of what was kept.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use screen_agent_browser::{ActionFile, Hands};
use screen_agent_cli::compose;
use screen_agent_cli::drive::{Answerer, Assignment, Ran, RunEvent, drive};
use screen_agent_testkit::mutator::{DONE, PageChange, page_script};
use screen_agent_wire::extension::workflow::NO_ORDER;
use screen_agent_workflow::{ParameterType, Values, Workflow, examples};
use uuid::Uuid;

use super::noted::Noted;
use super::tasks::Task;
use crate::agent::{Agent, Keeper, assignment, first_version};
use crate::figure::ms_since;
use crate::served::Served;

/// Most steps of a task, and longest by the clock.
const STEPS: usize = 40;
const PATIENCE: Duration = Duration::from_secs(90);
const MOMENT: Duration = Duration::from_secs(10);

/// What MiniWoB++'s page says of an episode that is over; nothing elsewhere.
const REWARD: &str = "globalThis.WOB_DONE_GLOBAL ? String(WOB_RAW_REWARD_GLOBAL) : ''";

/// What a page begins with, and how it is changed then.
pub(super) type Begins = (u64, Option<(PageChange, u64)>);

/// What runs are made with.
pub(super) struct Stage {
    agent: Agent,
    keeper: Keeper,
    served: Served,
    hands: Hands,
}

/// A first run, and what was kept of it.
pub(super) struct First {
    id: Uuid,
    pub(super) workflow: Workflow,
    /// The values that it was learned with.
    pub(super) values: Values,
    pub(super) noted: Noted,
    pub(super) ms: f64,
}

/// A run of what was kept.
pub(super) struct Again {
    pub(super) ran: Ran,
    pub(super) noted: Noted,
    /// The page itself says that it is done otherwise than it asked for.
    pub(super) is_denied: bool,
    pub(super) ms: f64,
    pub(super) calls: usize,
}

impl First {
    /// Whether this workflow with the other's values is the other task.
    pub(super) fn fits(&self, other: &Self) -> bool {
        let names = |first: &Self| first.values.keys().cloned().collect::<Vec<_>>();
        let steps = |first: &Self| {
            let steps = first.workflow.steps.iter();
            let steps = steps.map(|step| {
                (
                    step.action.clone(),
                    step.control.as_ref().map(|one| one.name.clone()),
                )
            });
            steps.collect::<Vec<_>>()
        };
        names(self) == names(other) && steps(self) == steps(other)
    }
}

/// The values that a workflow was learned with. It does not tell its secrets, but the page that they were entered into does.
fn learned_with(workflow: &Workflow, noted: &Noted) -> Values {
    let mut values = examples(workflow);
    let secret = workflow.parameters.iter();
    for parameter in secret.filter(|one| one.kind == ParameterType::Secret) {
        if let Some(entered) = noted.password() {
            values.insert(parameter.name.clone(), entered.to_owned());
        }
    }
    values
}

/// The Chromium that is on the path.
pub(super) fn browser() -> Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    Ok(screen_agent_browser::find_browser(None, &folders)?)
}

impl Stage {
    pub(super) async fn open() -> Result<Self> {
        let agent = Agent::new(None).await?;
        Ok(Self {
            keeper: agent.serve().await?,
            agent,
            served: Served::open().await?,
            hands: compose::hands((1280, 800)).await?,
        })
    }

    pub(super) async fn close(self) {
        self.hands.close().await;
    }

    /// From now on the task's page is so for whoever opens it.
    pub(super) fn show(&self, task: &Task, (seed, change): Begins, targets: &[String]) {
        self.served
            .put_in(&page_script(change, targets, &task.begin(seed)));
    }

    /// Does a task by the command engine, and keeps it.
    pub(super) async fn first(&mut self, task: &Task, seed: u64) -> Result<First> {
        self.serve(task)?;
        self.show(task, (seed, None), &[]);
        self.forget(task).await?;
        let began = Instant::now();
        self.go(task).await?;
        let words = match task.words {
            Some(words) => words.to_owned(),
            None => self.evaluate("core.getUtterance()").await?,
        };
        let (ran, _) = self
            .drive(&assignment(words, STEPS, Answerer::YesToAll))
            .await?;
        let ms = ms_since(began);
        let noted = self.noted().await?;
        let done = ran
            .task
            .with_context(|| format!("nothing was begun: {}", ran.result))?;
        let name = format!("{}, {seed}", task.path);
        let (id, workflow) = self.keeper.keep(done, &name).await?;
        Ok(First {
            id,
            values: learned_with(&workflow, &noted),
            workflow,
            noted,
            ms,
        })
    }

    /// Carries out what was kept, with the values that it was learned with or others.
    pub(super) async fn again(
        &mut self,
        task: &Task,
        (seed, change): Begins,
        first: &First,
        values: &Values,
    ) -> Result<Again> {
        self.serve(task)?;
        self.show(task, (seed, change), &first.noted.controls());
        self.forget(task).await?;
        let plan = Assignment {
            workflow: Some(first_version(first.id, values)),
            ..assignment(NO_ORDER, STEPS, Answerer::YesToAll)
        };
        let began = Instant::now();
        self.go(task).await?;
        let (ran, session) = self.drive(&plan).await?;
        let ms = ms_since(began);
        Ok(Again {
            ran,
            noted: self.noted().await?,
            // What its judge looks for may be what was changed.
            is_denied: change.is_none() && self.is_denied().await?,
            ms,
            calls: self.agent.used(session, false).await?.calls,
        })
    }

    /// What a run before has left in the browser.
    async fn forget(&mut self, task: &Task) -> Result<()> {
        if task.has_seeds() {
            return Ok(());
        }
        self.go(task).await?;
        self.evaluate("localStorage.clear(); sessionStorage.clear(); ''")
            .await?;
        Ok(())
    }

    fn serve(&self, task: &Task) -> Result<()> {
        let address = screen_agent_site::serve(task.folder.clone())?;
        self.served.before(&format!("http://{address}"));
        Ok(())
    }

    async fn go(&mut self, task: &Task) -> Result<()> {
        let url = self.served.url(&task.path);
        compose::go(&mut self.hands, &url).await
    }

    async fn drive(&mut self, plan: &Assignment) -> Result<(Ran, Uuid)> {
        let session = Uuid::new_v4();
        let mut tell = |_: &RunEvent, _: Option<&ActionFile>| {};
        let driven = drive(&mut self.hands, self.agent.door(), session, plan, &mut tell);
        let ran = tokio::time::timeout(PATIENCE, driven).await;
        Ok((ran.context("it never came to an end")??, session))
    }

    async fn noted(&self) -> Result<Noted> {
        Ok(serde_json::from_str(&self.evaluate(DONE).await?)?)
    }

    async fn is_denied(&self) -> Result<bool> {
        let reward = self.evaluate(REWARD).await?;
        Ok(reward.parse::<f64>().is_ok_and(|reward| reward <= 0.0))
    }

    async fn evaluate(&self, code: &str) -> Result<String> {
        let value = self.hands.page().run_in_page(code, MOMENT).await?;
        Ok(value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned))
    }
}
