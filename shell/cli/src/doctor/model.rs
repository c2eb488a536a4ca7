//! What each model's server supports, in lines.

use screen_agent_adapters::ModelConfig;
use screen_agent_adapters::probe::{ModelReport, Support, Unusable, probe};

use crate::local::LOCAL;

/// What was found of one model.
pub(super) struct Probed {
    /// The model and where it is.
    pub(super) name: String,
    /// What it supports, line by line, or why it cannot be used.
    pub(super) found: Result<Vec<String>, Unusable>,
}

/// Asks a model's server for trifles.
pub(super) async fn probed(config: &ModelConfig) -> anyhow::Result<Probed> {
    let found = probe(config).await?;
    Ok(Probed {
        name: named(config),
        found: found.map(|report| lines(config, &report)),
    })
}

/// A model and where it is.
pub(super) fn named(config: &ModelConfig) -> String {
    if config.model.starts_with(LOCAL) {
        return format!("{} in this process", config.model);
    }
    format!("{} at {}", config.model, config.base_url)
}

fn lines(config: &ModelConfig, report: &ModelReport) -> Vec<String> {
    let seconds = report.answered_in.as_secs_f64();
    let speed = match report.speed {
        Some(speed) => format!(", then {speed:.0} tokens a second"),
        None => String::new(),
    };
    let mut lines = vec![
        format!("answers in     {seconds:.1} s{speed}"),
        format!("models         {}", listed(config, report)),
        format!("window         {}", window(config, report)),
    ];
    let parts = [
        ("JSON by schema", report.schema),
        ("any JSON", report.json),
        ("tools", report.tools),
        ("streaming", report.stream),
        ("counts tokens", report.usage),
        ("pictures", report.pictures),
    ];
    lines.extend(parts.map(|(what, support)| format!("{what:<14} {}", word(support))));
    if report.thinks_aloud {
        lines.push("thinks aloud   yes; it is told not to, if its server takes that".into());
    }
    lines.extend(advice(config, report));
    lines
}

fn listed(config: &ModelConfig, report: &ModelReport) -> String {
    match &report.models {
        None => "not listed".into(),
        Some(models) if models.contains(&config.model) => {
            format!("{} listed, this one among them", models.len())
        }
        Some(models) => format!("{} listed, this one not", models.len()),
    }
}

fn window(config: &ModelConfig, report: &ModelReport) -> String {
    match report.window {
        Some(told) => format!("{} set, {told} told by the server", config.window),
        None => format!("{} set, nothing told by the server", config.window),
    }
}

const fn word(support: Support) -> &'static str {
    match support {
        Support::Kept => "yes",
        Support::Ignored => "taken, but not done",
        Support::Refused => "no",
        Support::Unknown => "no answer",
    }
}

/// What the settings would better say.
fn advice(config: &ModelConfig, report: &ModelReport) -> Vec<String> {
    let mut advice = Vec::new();
    if let Some(told) = report.window
        && told != config.window
    {
        advice.push(format!("set window = {told} in the settings"));
    }
    match (config.pictures, report.pictures) {
        (false, Support::Kept) => advice.push("set pictures = true to let it see".into()),
        (true, Support::Refused | Support::Ignored) => {
            advice.push("set pictures = false: it does not see".into());
        }
        _ => {}
    }
    advice
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_report_is_told_in_lines_with_advice_and_without_the_key() {
        let mut config = ModelConfig::new("http://127.0.0.1:1/v1", "m");
        config.key = Some(screen_agent_adapters::SecretKey::new("sk-hidden"));
        let report = ModelReport {
            models: Some(vec!["n".into()]),
            window: Some(4_096),
            answered_in: Duration::from_millis(1_240),
            thinks_aloud: true,
            schema: Support::Kept,
            json: Support::Ignored,
            tools: Support::Refused,
            stream: Support::Kept,
            usage: Support::Unknown,
            pictures: Support::Kept,
            speed: Some(31.4),
        };
        let expected = "\
answers in     1.2 s, then 31 tokens a second
models         1 listed, this one not
window         8192 set, 4096 told by the server
JSON by schema yes
any JSON       taken, but not done
tools          no
streaming      yes
counts tokens  no answer
pictures       yes
thinks aloud   yes; it is told not to, if its server takes that
set window = 4096 in the settings
set pictures = true to let it see";
        assert_eq!(lines(&config, &report).join("\n"), expected);
        assert_eq!(named(&config), "m at http://127.0.0.1:1/v1");
    }
}
