//! What a model's server supports, found out with requests of a few tokens each.

mod checks;
mod mend;

use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use crate::chat::{Dialect, Form, Limit, ModelServer, Question, Reply, Thinking, Tried, Trouble};
use crate::model_config::{ModelConfig, SetupError};
use mend::mend;

/// Most names of models that are told, and how many characters of each.
const NAMES: usize = 200;
const NAME: usize = 80;
/// Tokens of an answer in which a model may think aloud first.
const ANSWER: u32 = 200;

/// What a server makes of a part of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// It does what it says.
    Kept,
    /// It takes the request and does not do it.
    Ignored,
    /// It refuses the request.
    Refused,
    /// It did not answer, which may mean anything.
    Unknown,
}

/// What a model's server supports.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelReport {
    /// The models it lists; `None` where it lists none.
    pub models: Option<Vec<String>>,
    /// The window that it tells of.
    pub window: Option<u32>,
    /// How long the shortest answer took.
    pub answered_in: Duration,
    /// The model thinks aloud before it answers.
    pub thinks_aloud: bool,
    /// JSON by schema.
    pub schema: Support,
    /// Any JSON object.
    pub json: Support,
    /// A function that has to be called.
    pub tools: Support,
    /// Answers in pieces.
    pub stream: Support,
    /// Tokens are counted.
    pub usage: Support,
    /// Pictures.
    pub pictures: Support,
    /// Tokens a second, waiting included.
    pub speed: Option<f64>,
}

/// Why a server cannot be used, and what would help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable {
    /// What happened.
    pub what: String,
    /// What would help, in one line.
    pub mend: String,
}

/// Asks a model's server for trifles.
///
/// # Errors
/// `Err` when the client cannot be set up; the inner error when the server cannot be used.
pub async fn probe(config: &ModelConfig) -> Result<Result<ModelReport, Unusable>, SetupError> {
    let server = ModelServer::new(config)?;
    let probe = Probe { config, server };
    Ok(probe.run().await)
}

struct Probe<'a> {
    config: &'a ModelConfig,
    server: ModelServer,
}

impl Tried {
    /// Kept if this holds of the answer.
    fn support(&self, kept: impl Fn(&Reply, &str) -> bool) -> Support {
        match &self.answer {
            Ok(answer) if kept(&self.reply, answer) => Support::Kept,
            Ok(_) | Err(Trouble::Unreadable(_)) => Support::Ignored,
            Err(Trouble::Refused(_)) => Support::Refused,
            Err(_) => Support::Unknown,
        }
    }
}

impl Probe<'_> {
    async fn run(&self) -> Result<ModelReport, Unusable> {
        let listed = self.server.get("/models").await.ok();
        let listed = listed.as_ref().and_then(|listed| listed["data"].as_array());
        let models = listed.map(|models| checks::names(models));
        let (dialect, first) = self.least().await;
        if let Err(trouble) = &first.answer {
            return Err(Unusable {
                what: trouble.safe(),
                mend: mend(trouble, self.config, models.as_deref()),
            });
        }
        let form = |form| Dialect { form, ..dialect };
        let bird = checks::bird();
        let named = |by| self.ask(&checks::BIRD, &bird, form(by));
        let schema = named(Form::Schema).await;
        let json = named(Form::Json).await;
        let tools = named(Form::Tools).await;
        let red = checks::red();
        let seen = checks::Small {
            picture: Some(&red),
            ..checks::COLOUR
        };
        let pictures = self.ask(&seen, &Value::Null, dialect).await;
        let (stream, counted) = self.streams(dialect).await;
        Ok(ModelReport {
            window: listed.and_then(|models| checks::window(models, &self.config.model)),
            models,
            answered_in: first.took,
            thinks_aloud: first.reply.aloud,
            schema: schema.support(|_, answer| checks::is_bird(answer)),
            json: json.support(|_, answer| checks::is_object(answer)),
            tools: tools.support(|reply, answer| reply.by_call && checks::is_bird(answer)),
            pictures: pictures.support(|_, answer| answer.to_lowercase().contains("red")),
            usage: counted,
            speed: speed(&stream),
            stream: stream.support(|reply, _| reply.pieces > 1),
        })
    }

    /// The least that can be asked, and how the answer's length is bounded here.
    async fn least(&self) -> (Dialect, Tried) {
        let mut dialect = Dialect {
            form: Form::Plain,
            stream: false,
            temperature: false,
            thinking: Thinking::Unknown,
            ..Dialect::new(&self.config.model)
        };
        loop {
            let tried = self.ask(&checks::YES, &Value::Null, dialect).await;
            dialect.limit = match (&tried.answer, dialect.limit) {
                (Err(Trouble::Refused(_)), Limit::Tokens) => Limit::Completion,
                (Err(Trouble::Refused(_)), Limit::Completion) => Limit::Nothing,
                _ => return (dialect, tried),
            };
        }
    }

    /// An answer in pieces, with its tokens counted if the server does that.
    async fn streams(&self, dialect: Dialect) -> (Tried, Support) {
        let counted = Dialect {
            stream: true,
            usage: true,
            ..dialect
        };
        let tried = self.ask(&checks::COUNT, &Value::Null, counted).await;
        if !matches!(tried.answer, Err(Trouble::Refused(_))) {
            let usage = tried.support(|reply, _| reply.usage.is_some());
            return (tried, usage);
        }
        let plain = Dialect {
            usage: false,
            ..counted
        };
        (
            self.ask(&checks::COUNT, &Value::Null, plain).await,
            Support::Refused,
        )
    }

    async fn ask(&self, small: &checks::Small<'_>, schema: &Value, dialect: Dialect) -> Tried {
        let question = Question {
            topic: "probe",
            system: small.system,
            user: small.user,
            schema,
            reply_tokens: ANSWER,
            temperature: 0.0,
            picture: small.picture,
        };
        let body = question.body(&self.config.model, dialect, 0);
        let deadline = Instant::now() + self.config.timeout;
        self.server.once(&body, deadline, &|_| ()).await
    }
}

fn speed(tried: &Tried) -> Option<f64> {
    tried.answer.as_ref().ok()?;
    let seconds = tried.took.as_secs_f64();
    (seconds > 0.0).then(|| f64::from(tried.reply.written()) / seconds)
}
