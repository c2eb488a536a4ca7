//! Names of files that artifacts are handed out as.

use super::ArtifactFile;

/// Longest name, in characters.
const LONGEST: usize = 80;

/// The name that is wanted, or the title, with the ending that fits.
pub(crate) fn filename(wanted: Option<&str>, content: &ArtifactFile) -> String {
    let last = wanted.unwrap_or(&content.title);
    let last = last.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown: String = last.chars().filter(|c| !hidden(*c)).collect();
    let stem = shown.trim().trim_matches('.').trim();
    let ending = format!(".{}", content.ending);
    let stem = stem.strip_suffix(&ending).unwrap_or(stem);
    let stem: String = stem.chars().take(LONGEST).collect();
    let stem = if stem.trim().is_empty() {
        "artifact"
    } else {
        stem.trim()
    };
    format!("{stem}{ending}")
}

/// What cannot be seen, and what some systems take amiss.
fn hidden(c: char) -> bool {
    crate::filename::hidden(c) || "<>:\"|?*".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_path_and_ends_as_it_should() {
        let content = ArtifactFile {
            title: "What is tea?".to_owned(),
            mime: "text/markdown",
            ending: "md",
            bytes: Vec::new(),
        };
        for (wanted, expected) in [
            (None, "What is tea.md"),
            (Some("notes"), "notes.md"),
            (Some("notes.md"), "notes.md"),
            (Some("notes.exe"), "notes.exe.md"),
            (Some("../../etc/passwd"), "passwd.md"),
            (Some("C:\\x\\\u{202e}gpj"), "gpj.md"),
            (Some(".."), "artifact.md"),
        ] {
            assert_eq!(filename(wanted, &content), expected, "{wanted:?}");
        }
    }
}
