//! Files that came of a step. They go into the person's own keeping, and nothing on the page has to tell of them.

use screen_agent_action::expect::OutcomeKind;
use screen_agent_words::lexicon::list;
use screen_agent_words::quote::quote;
use screen_agent_words::split::split;

use super::Case;

/// Shorter words of a file's name say nothing of what it is.
const TELLING: usize = 3;

/// The files that came, in words.
pub(super) fn came(case: &Case<'_>) -> Option<String> {
    let names: Vec<String> = case
        .report
        .downloads
        .iter()
        .map(|name| quote(name))
        .collect();
    let noun = if names.len() == 1 { "a file" } else { "files" };
    (!names.is_empty()).then(|| format!("{noun} came: {}", names.join(", ")))
}

/// True where a file is what was to come of it: of a link or an address, of what says that it brings one, or of what goes
/// by the name of the file.
pub(super) fn was_wanted(case: &Case<'_>) -> bool {
    let files = &case.report.downloads;
    match case.expected.kind {
        OutcomeKind::Navigation => !files.is_empty(),
        OutcomeKind::Form | OutcomeKind::Generic => {
            let name = case.target.map(|target| split(&target.name));
            let name = name.unwrap_or_default();
            let named = |file: &String| split(file).iter().any(|word| tells(word, &name));
            !files.is_empty() && (list("downloads").holds(&name) || files.iter().any(named))
        }
        OutcomeKind::Query | OutcomeKind::Field | OutcomeKind::Dropdown => false,
    }
}

fn tells(word: &str, name: &[String]) -> bool {
    word.chars().count() >= TELLING && name.iter().any(|other| other == word)
}
