//! Figures of turns: what models cost, how sure they were, how steps turned out. Spec 002 §4.18.
//!
//! Labels name kinds and models, never a tenant, a person, a task or a page. Where nobody collects
//! the figures, counting them costs nothing.

use std::time::Duration;

use metrics::{counter, describe_counter, describe_histogram, histogram};
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::{Strategy, Verdict};
use screen_agent_think::models::ModelTier;
use screen_agent_think::reason::{Analysis, FactSource};
use screen_agent_turn::next::Reply;

use screen_agent_ports::ModelCall;

/// Says what each figure means, to whoever collects them.
pub fn describe() {
    for (name, meaning) in [
        ("screen_agent_turns_total", "Turns, by what was answered"),
        ("screen_agent_model_calls_total", "Calls of models"),
        (
            "screen_agent_model_tokens_total",
            "Tokens read and written by models",
        ),
        (
            "screen_agent_model_cost_micros_total",
            "Cost of models, in millionths of the price table's unit",
        ),
        (
            "screen_agent_model_fallbacks_total",
            "Answers of a lesser model than was meant",
        ),
        (
            "screen_agent_low_confidence_total",
            "Sources named with a confidence below 0.5",
        ),
        (
            "screen_agent_routing_switches_total",
            "Sources exchanged for another by the rules",
        ),
        (
            "screen_agent_verifications_total",
            "Verdicts on steps, by tier",
        ),
        (
            "screen_agent_corrections_total",
            "Corrections of failed steps",
        ),
        ("screen_agent_questions_total", "Questions to the person"),
        ("screen_agent_searches_total", "Searches of the web"),
        ("screen_agent_tasks_total", "Tasks that ended, by outcome"),
    ] {
        describe_counter!(name, meaning);
    }
    for (name, meaning) in [
        ("screen_agent_turn_duration_seconds", "How long turns took"),
        (
            "screen_agent_model_call_duration_seconds",
            "How long calls of models took",
        ),
        (
            "screen_agent_confidence",
            "How sure models were of a source, 0 to 1",
        ),
        (
            "screen_agent_search_duration_seconds",
            "How long searches of the web took",
        ),
    ] {
        describe_histogram!(name, meaning);
    }
}

/// Below this, something was decided with little confidence.
const LOW_CONFIDENCE: f32 = 0.5;
/// Below this, whoever reads the log should know.
const DOUBTFUL: f32 = 0.3;

/// A turn was answered.
pub(crate) fn turn(reply: &Reply, took: Duration) {
    let reply = reply_word(reply);
    counter!("screen_agent_turns_total", "reply" => reply).increment(1);
    histogram!("screen_agent_turn_duration_seconds", "reply" => reply).record(took.as_secs_f64());
}

/// A model was called about a topic, by whichever surface.
pub(crate) fn call(topic: &'static str, call: &ModelCall) {
    let model = &call.model;
    let role = role_word(call.role);
    let outcome = if call.succeeded { "ok" } else { "failed" };
    counter!("screen_agent_model_calls_total",
        "topic" => topic, "role" => role, "model" => model.clone(), "outcome" => outcome)
    .increment(1);
    for (direction, tokens) in [
        ("prompt", call.prompt_tokens),
        ("completion", call.completion_tokens),
    ] {
        counter!("screen_agent_model_tokens_total",
            "topic" => topic, "role" => role, "model" => model.clone(), "direction" => direction)
        .increment(tokens.into());
    }
    counter!("screen_agent_model_cost_micros_total",
        "topic" => topic, "role" => role, "model" => model.clone())
    .increment(call.micros);
    histogram!("screen_agent_model_call_duration_seconds",
        "topic" => topic, "role" => role, "model" => model.clone())
    .record(f64::from(call.duration_ms) / 1_000.0);
}

/// A lesser model answered for the one that was meant.
pub(crate) fn fallback(topic: &'static str) {
    counter!("screen_agent_model_fallbacks_total", "topic" => topic).increment(1);
}

/// How sure a model was of where something comes from.
///
/// One line each time, in the words that spec 002 §4.18 has for it; a warning where hardly anything speaks for the source.
pub(crate) fn confidence(analysis: &Analysis) {
    let value = analysis.confidence;
    let line = confidence_line(analysis);
    if value < DOUBTFUL {
        tracing::warn!("{line}");
    } else {
        tracing::info!("{line}");
    }
    let source = source_word(analysis.source);
    histogram!("screen_agent_confidence", "source" => source).record(value);
    if value < LOW_CONFIDENCE {
        counter!("screen_agent_low_confidence_total", "source" => source).increment(1);
    }
}

fn confidence_line(analysis: &Analysis) -> String {
    format!(
        "[Confidence] Source: {}, Confidence: {}, Evidence: {}",
        analysis.source.word(),
        analysis.confidence,
        analysis.evidence.quality
    )
}

/// The source that a model named was exchanged for another.
pub(crate) fn switched(from: FactSource, to: FactSource) {
    counter!("screen_agent_routing_switches_total",
        "from" => source_word(from), "to" => source_word(to))
    .increment(1);
}

/// A step was judged.
pub(crate) fn verdict(verdict: &Verdict) {
    let result = if verdict.met { "met" } else { "missed" };
    counter!("screen_agent_verifications_total", "tier" => tier_word(verdict.tier), "result" => result)
        .increment(1);
}

/// A failure is being put right.
pub(crate) fn correction(strategy: Strategy) {
    counter!("screen_agent_corrections_total", "strategy" => strategy.word()).increment(1);
}

/// The person is asked something.
pub(crate) fn question() {
    counter!("screen_agent_questions_total").increment(1);
}

/// The web was searched.
pub(crate) fn search(found: bool, took: Duration) {
    let outcome = if found { "ok" } else { "failed" };
    counter!("screen_agent_searches_total", "outcome" => outcome).increment(1);
    histogram!("screen_agent_search_duration_seconds").record(took.as_secs_f64());
}

/// A task ended, or was stopped.
pub(crate) fn outcome(status: TaskStatus) {
    counter!("screen_agent_tasks_total", "outcome" => status.word()).increment(1);
}

const fn reply_word(reply: &Reply) -> &'static str {
    match reply {
        Reply::Act { .. } => "act",
        Reply::Chain { .. } => "chain",
        Reply::Question { .. } => "question",
        Reply::Approval { .. } => "approval",
        Reply::NeedsContext { .. } => "needs_context",
        Reply::Refused { .. } => "refused",
    }
}

const fn role_word(role: ModelTier) -> &'static str {
    match role {
        ModelTier::Smart => "smart",
        ModelTier::Fast => "fast",
    }
}

const fn source_word(source: FactSource) -> &'static str {
    match source {
        FactSource::Memory => "memory",
        FactSource::Page => "page",
        FactSource::WebSearch => "web_search",
        FactSource::AskUser => "ask_user",
    }
}

const fn tier_word(tier: u8) -> &'static str {
    match tier {
        0 => "0",
        1 => "1",
        2 => "2",
        _ => "3",
    }
}

#[cfg(test)]
mod tests {
    use screen_agent_think::reason::Evidence;

    use super::*;

    #[test]
    fn a_source_is_told_in_one_line() {
        let analysis = Analysis {
            source: FactSource::WebSearch,
            required: Vec::new(),
            missing: Vec::new(),
            search_query: None,
            reasoning: "not repeated".to_owned(),
            confidence: 0.25,
            evidence: Evidence {
                quality: "weak".to_owned(),
                ..Evidence::default()
            },
        };
        assert_eq!(
            confidence_line(&analysis),
            "[Confidence] Source: WEB_SEARCH, Confidence: 0.25, Evidence: weak"
        );
    }
}
