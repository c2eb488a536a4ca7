//! Scenarios as text, always in the same form.

use super::GherkinFeature;

/// Writes scenarios. What is read of it again is the same.
pub fn print(feature: &GherkinFeature) -> String {
    let mut lines = Vec::new();
    if !feature.name.is_empty() {
        lines.push(format!("Feature: {}", feature.name));
    }
    lines.extend(feature.story.iter().map(|line| format!("  {line}")));
    for (at, scenario) in feature.scenarios.iter().enumerate() {
        if at > 0 || !lines.is_empty() {
            lines.push(String::new());
        }
        if at > 0 || !scenario.name.is_empty() {
            lines.push(
                format!("  Scenario: {}", scenario.name)
                    .trim_end()
                    .to_owned(),
            );
        }
        for step in &scenario.steps {
            lines.push(format!("    {:?} {}", step.keyword, step.text));
        }
    }
    lines.join("\n") + "\n"
}
