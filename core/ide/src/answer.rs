//! A request as its reply: checked, computed, and told in the fields of the spec and those that older clients read.

use std::collections::HashSet;
use std::sync::Arc;

use screen_agent_think::Prompt;
use screen_agent_think::models::Spent;
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::cli_action::{ConflictStrategy, Execution, ExecutionMode, IdeHints};
use screen_agent_wire::ide::intent::{IntentParsed, IntentReply, IntentTarget, RegistryRef};
use screen_agent_wire::ide::reply::{ArtifactKept, ComponentsWritten};
use screen_agent_wire::ide::request::DevFlags;
use screen_agent_wire::ide::{ENVELOPE_VERSION, IdeReply, IdeRequest, IdeTask};
use screen_agent_wire::invalid::{chars, texts};
use serde_json::{Map, Value, json};

use crate::figma::{Brought, FigmaAddress};
use crate::intent::order::in_order;
use crate::intent::registry::{Keyword, Registry, TaskEntry, entry};
use crate::intent::requires::check;
use crate::intent::resolve::{resolve, suggestions};
use crate::intent::template::{Placed, action};
use crate::model::{self, AskingModel, Shown};
use crate::task::{Asked, TaskOutcome, TaskProgress, compute, proposed, question};
use crate::toast::ToastLanguage;
use crate::trace::fields;

/// Characters of a request's text.
const TEXT: usize = 20_000;
/// Versions of the envelope that are understood.
pub const VERSIONS: [&str; 1] = [ENVELOPE_VERSION];

/// How requests are answered, as the operator wants it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IdeMeans {
    /// Hosts that data actions may call, besides those that symbols name.
    pub hosts: Vec<String>,
    /// Keywords that are unknown are refused, and not passed over.
    pub strict_keywords: bool,
    /// What a keyword requires must be said.
    pub strict_requires: bool,
    /// Who changes a document says which version of it they know.
    pub strict_preconditions: bool,
    /// A task that is asked for without a key is refused.
    pub strict_idempotency: bool,
    /// Flags for tests are heeded, with what the environment says of them; otherwise who sends one is refused.
    pub dev_flags: Option<DevFlags>,
}

/// A task and the request that asks for it, with all that it is answered by.
#[derive(Debug)]
pub struct Job {
    pub task: IdeTask,
    pub request: IdeRequest,
    pub means: Arc<IdeMeans>,
    /// The keywords that count.
    pub registry: Arc<Registry>,
    /// What was fetched for it.
    pub fetched: Option<Brought>,
}

/// Who proposed what is answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ProposedBy {
    /// The rules, and nobody else was asked.
    #[default]
    Rules,
    /// The rules, since nothing came of asking a model: why, and what it cost.
    Fallback(String, Spent),
    /// A model, by name, and what it cost.
    Model(String, Spent),
}

impl ProposedBy {
    /// As replies tell it.
    pub fn told(&self) -> Map<String, Value> {
        let usage = |spent: &Spent| {
            json!({ "prompt_tokens": spent.prompt_tokens, "completion_tokens": spent.completion_tokens,
                "calls": spent.calls })
        };
        let told = match self {
            Self::Rules => json!({ "proposed_by": "rules" }),
            Self::Fallback(why, spent) => {
                json!({ "proposed_by": "rules", "model_refused": why, "usage": usage(spent) })
            }
            Self::Model(name, spent) => {
                json!({ "proposed_by": "model", "model": name, "usage": usage(spent) })
            }
        };
        fields(told)
    }
}

impl Job {
    fn entry(&self) -> &'static TaskEntry {
        entry(self.task)
    }

    fn asked<'a>(&'a self, tell: &'a dyn Fn(TaskProgress)) -> Result<Asked<'a>, Invalid> {
        let asked = Asked::of(&self.request, &self.means.hosts, tell)?;
        Ok(Asked {
            fetched: self.fetched.as_ref(),
            ..asked
        })
    }

    /// Checks what can be seen of the request before anything is computed.
    pub fn check(&self) -> Result<(), Invalid> {
        let (entry, request, means) = (self.entry(), &self.request, &*self.means);
        let version = request.envelope_version.as_deref();
        if version.is_some_and(|version| !VERSIONS.contains(&version)) {
            let supported = VERSIONS.join(", ");
            return Err(Invalid::new(
                "envelope_version",
                format!("is none of: {supported}"),
            ));
        }
        let other = request
            .task_type
            .as_deref()
            .filter(|task| *task != entry.name);
        if other.is_some() {
            let reason = format!("is not {}, which this address is for", entry.name);
            return Err(Invalid::new("task_type", reason));
        }
        if means.dev_flags.is_none() && request.dev().any() {
            return Err(Invalid::new(
                "dev_flags",
                "are heeded by servers for tests alone",
            ));
        }
        chars("text", request.words(), TEXT)?;
        texts("intent.keywords", &request.keywords().to_vec(), 50, 100)?;
        if self.task == IdeTask::FigmaContextScan {
            FigmaAddress::of(request)?;
        }
        let unknown = |keyword: &String| self.registry.find(keyword).is_none();
        if means.strict_keywords && request.keywords().iter().any(unknown) {
            return Err(Invalid::new(
                "intent.keywords",
                "has one that is not registered",
            ));
        }
        match means.strict_requires {
            true => self
                .keywords()
                .try_for_each(|keyword| check(&keyword.requires, request)),
            false => Ok(()),
        }
    }

    /// What the rules come to.
    pub fn draft(&self, tell: &dyn Fn(TaskProgress)) -> Result<TaskOutcome, Invalid> {
        compute(self.task, &self.asked(tell)?)
    }

    /// What a model is asked, unless the request wants none.
    pub fn prompt(&self, draft: &TaskOutcome, how: &AskingModel<'_>) -> Option<Prompt> {
        if self.request.model.as_deref() == Some("none") {
            return None;
        }
        let question = question(self.task)?;
        let asked = self.asked(&|_| ()).ok()?;
        let shown = Shown {
            words: self.request.words(),
            queries: asked.queries(),
            screen: asked.screen.as_ref(),
            draft: &draft.result,
        };
        Some(model::prompt(question, &shown, how))
    }

    /// What a model came to, or why that will not do.
    pub fn proposed(&self, answer: &str) -> Result<TaskOutcome, Invalid> {
        proposed(self.task, &self.asked(&|_| ())?, answer)
    }

    /// The reply.
    pub fn reply(&self, outcome: TaskOutcome, by: &ProposedBy, trace_id: &str) -> IdeReply {
        told(self, outcome, by, trace_id)
    }

    /// The task's keyword and those that the request names besides, each once.
    fn keywords(&self) -> impl Iterator<Item = &Keyword> {
        let own = self.entry().keyword;
        let named = self
            .request
            .keywords()
            .iter()
            .map(String::as_str)
            .filter(move |it| *it != own);
        let mut seen = HashSet::new();
        let all = std::iter::once(own)
            .chain(named)
            .filter(move |name| seen.insert(*name));
        all.filter_map(|name| self.registry.find(name))
    }
}

fn told(job: &Job, outcome: TaskOutcome, by: &ProposedBy, trace_id: &str) -> IdeReply {
    let (entry, request) = (job.entry(), &job.request);
    let language = ToastLanguage::of(request.language(), request.words());
    let mut result = outcome.result;
    let top = result.clone();
    result.insert("note".to_owned(), json!(format!("uui.{}", entry.note)));
    result.insert("trace_id".to_owned(), json!(trace_id));
    let page_id = request.page_id();
    let placed = Placed {
        project: request.project(),
        page_id: page_id.as_ref(),
        trace_id,
    };
    let parts = json!({ "artifacts": outcome.artifacts, "result": result });
    let mut taken = HashSet::new();
    let templates = job.keywords().flat_map(|keyword| &keyword.templates);
    let actions = templates.filter_map(|template| action(template, &placed, &parts));
    // Of two with the same id the first is kept.
    let actions = actions
        .filter(|action| taken.insert(action.id.clone()))
        .collect();
    let (actions, _) = in_order(actions, |one| one.id.clone(), |one| &one.depends_on);
    let hints = outcome
        .missing
        .map(|missing| missing.hints(language))
        .unwrap_or_default();
    let hints = in_editor(hints, request);
    let mut meta = meta(request, by);
    if entry.task == IdeTask::FigmaContextScan {
        meta.insert("job_id".to_owned(), json!(trace_id));
    }
    meta.extend(outcome.meta);
    IdeReply {
        ok: true,
        task_type: entry.task,
        title: within(outcome.title, 200),
        response: within(outcome.response, 2_048),
        trace_id: trace_id.to_owned(),
        envelope_version: ENVELOPE_VERSION.to_owned(),
        server_version: "v1".to_owned(),
        capabilities_version: "v1".to_owned(),
        intent: intent(job, language),
        artifacts: outcome.artifacts,
        result,
        execution: Execution {
            mode: ExecutionMode::LocalCli,
            approval_required: true,
            dry_run: true,
            default_conflict_strategy: ConflictStrategy::Skip,
        },
        cli_actions: Some(actions).filter(|actions| !actions.is_empty()),
        ide_hints: Some(hints).filter(|hints| *hints != IdeHints::default()),
        meta,
        idempotency_key: request.idempotency_key().map(str::to_owned),
        artifact: ArtifactKept::default(),
        components: ComponentsWritten {
            wrote: u32::try_from(outcome.wrote).unwrap_or(u32::MAX),
            reason: match (outcome.wrote, page_id) {
                (0, Some(_)) => Some("not_kept_by_this_server".to_owned()),
                (0, None) => Some("page_id_required".to_owned()),
                _ => None,
            },
        },
        top,
    }
}

/// A text of at most so many bytes.
fn within(mut text: String, most: usize) -> String {
    text.truncate(text.floor_char_boundary(most));
    text
}

fn intent(job: &Job, language: ToastLanguage) -> IntentReply {
    let (entry, request, registry) = (job.entry(), &job.request, &job.registry);
    let is_keyword = |word: &str| registry.find(word).is_some();
    let mut keywords: Vec<String> = request
        .keywords()
        .iter()
        .filter(|word| is_keyword(word))
        .cloned()
        .collect();
    let named = keywords.iter().any(|keyword| keyword == entry.keyword);
    if !named {
        keywords.push(entry.keyword.to_owned());
    }
    let resolved = resolve(registry, request.words(), None);
    let in_text = resolved
        .keywords
        .iter()
        .any(|keyword| keyword == entry.keyword);
    let unknown = request.keywords().iter().filter(|word| !is_keyword(word));
    let mut almost = resolved.suggestions;
    almost.extend(unknown.map(|word| (word.clone(), suggestions(registry, word))));
    let said = request.intent_block().cloned().unwrap_or_default();
    let parsed = said.parsed.unwrap_or_default();
    IntentReply {
        text: request.words().to_owned(),
        language: language.code().to_owned(),
        keywords,
        parsed: IntentParsed {
            target: Some(IntentTarget {
                project_uuid: request.project().map(str::to_owned),
                page_id: request.page_id(),
            }),
            ..parsed
        },
        // Whoever names the keyword means it; the address alone says it, too, but less of the person's own will.
        confidence: match (said.confidence, named, in_text) {
            (Some(said), ..) if (0.0..=1.0).contains(&said) => said,
            (_, true, _) => 1.0,
            (_, false, true) => 0.9,
            (_, false, false) => 0.8,
        },
        intent_id: said.intent_id,
        registry: RegistryRef {
            version: registry.version.clone(),
            source: registry.source().to_owned(),
            warning: said
                .registry
                .and_then(|known| registry.outdated(&known.version?)),
        },
        suggestions: Some(almost).filter(|almost| !almost.is_empty()),
    }
}

fn meta(request: &IdeRequest, by: &ProposedBy) -> Map<String, Value> {
    let mut meta = by.told();
    let parts = [
        (
            "project_id",
            request.project().map(|project| json!(project)),
        ),
        ("page_id", request.page_id()),
        ("page", request.page_name().map(|name| json!(name))),
        (
            "editor_context",
            request.editor_context.clone().map(Value::Object),
        ),
    ];
    for (name, value) in parts {
        meta.extend(value.map(|value| (name.to_owned(), value)));
    }
    meta
}

/// Where the editor is, for hints that point there.
fn in_editor(hints: IdeHints, request: &IdeRequest) -> IdeHints {
    let Some(context) = &request.editor_context else {
        return hints;
    };
    let selection = context.get("selection").filter(|selection| {
        selection["path"].is_string()
            && selection["range"]
                .as_array()
                .is_some_and(|range| range.len() == 2)
    });
    IdeHints {
        open_file: context
            .get("active_file")
            .and_then(Value::as_str)
            .map(str::to_owned),
        highlight: selection.cloned(),
        ..hints
    }
}
