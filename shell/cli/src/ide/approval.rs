//! The gate before each command: tried, it may be done; done, the person says yes to exactly it.

use screen_agent_gate::tool::command::FileCommand;
use screen_agent_gate::tool::{
    AllowedCall, Mode, ModelRead, ToolCase, ToolDecision, ToolEffect, pass_tool,
};
use screen_agent_mcp::{Person, PersonQuestion, PersonReply};
use screen_agent_wire::ide::plan::PlanAction;
use serde_json::json;

use super::{Done, IdeFault};
use crate::drive::{Answerer, is_yes};

/// Who says yes.
#[derive(Clone, Copy)]
pub(super) enum Asked<'a> {
    /// Whoever is at the terminal, or a flag.
    Here(Answerer),
    /// Somebody behind another program.
    Afar(&'a dyn Person),
}

impl Asked<'_> {
    async fn answer(self, text: &str, code: &str) -> Option<String> {
        let person = match self {
            Self::Here(answerer) => return answerer.answer(text, Some(code)).await,
            Self::Afar(person) => person,
        };
        let question = PersonQuestion {
            text: text.to_owned(),
            approval: true,
        };
        match person.ask(question).await {
            PersonReply::Said(said) => Some(said),
            PersonReply::Dismissed | PersonReply::CannotBeAsked => None,
        }
    }
}

/// Puts an action on files through the gate, and asks the person where it says so.
pub(super) async fn allowed<'a>(
    action: &'a PlanAction,
    files: &[String],
    (plan, dry_run): (&str, bool),
    asked: Asked<'_>,
) -> Done<AllowedCall<&'a PlanAction>> {
    let call = json!([action.id, action.command, action.args, files, dry_run]).to_string();
    let mut case = ToolCase {
        deed: ToolEffect::Command(FileCommand {
            verb: &action.command,
            args: &action.args,
            dry_run: Some(dry_run),
            files,
        }),
        mode: Mode::Assist,
        read: ModelRead::Nothing,
        words: Vec::new(),
        seen: None,
        run: plan,
        call: &call,
        tab: "",
        generation: 0,
        approved: None,
        approval_expires_ms: None,
        now_ms: now_ms(),
    };
    let (code, text, request) = match pass_tool(action, &case) {
        Ok(allowed) => return Ok(allowed),
        Err(ToolDecision::Ask {
            code,
            text,
            request,
        }) => (code, text, request),
        Err(denied) => return Err(denial(&denied)),
    };
    let answer = asked.answer(&text, code).await;
    let answer = answer.ok_or_else(|| {
        IdeFault::Apply(
            "nobody said yes, and nothing was changed: run it at a terminal, or with --yes".into(),
        )
    })?;
    if !is_yes(&answer) {
        return Err(IdeFault::Apply(
            "you said no, and nothing was changed".into(),
        ));
    }
    case.approved = Some(&request.fingerprint);
    case.approval_expires_ms = Some(request.expires_at_ms);
    case.now_ms = now_ms();
    pass_tool(action, &case).map_err(|stopped| match stopped {
        ToolDecision::Ask { .. } => {
            IdeFault::Apply("the yes came too late, and nothing was changed".into())
        }
        denied => denial(&denied),
    })
}

fn denial(decision: &ToolDecision) -> IdeFault {
    IdeFault::Invalid(format!("{} ({})", decision.text(), decision.code()))
}

fn now_ms() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}
