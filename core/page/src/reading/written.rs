//! A line as it is written for whoever reads it.

use super::types::{ReadKind, ReadLine};

/// Levels of nested lists that are shown.
const LEVELS: u8 = 4;

impl ReadLine {
    /// Its words behind the prefix that tells what kind of line it is.
    pub fn written(&self) -> String {
        let text = &self.text;
        match self.kind {
            ReadKind::Plain | ReadKind::Row => text.clone(),
            ReadKind::Heading(level) => format!("H{}: {text}", level.clamp(1, 6)),
            ReadKind::Item => {
                let indent = "  ".repeat(usize::from(self.depth.min(LEVELS)));
                format!("{indent}- {text}")
            }
            ReadKind::Quote => format!("> {text}"),
            ReadKind::Code => format!("Code: {text}"),
            ReadKind::Summary => format!("Summary: {text}"),
            ReadKind::Caption => format!("Caption: {text}"),
            ReadKind::Term => format!("Term: {text}"),
            ReadKind::Definition => format!("Definition: {text}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_tell_the_kind() {
        for (kind, depth, expected) in [
            (ReadKind::Plain, 0, "x"),
            (ReadKind::Row, 0, "x"),
            (ReadKind::Heading(2), 0, "H2: x"),
            (ReadKind::Item, 0, "- x"),
            (ReadKind::Item, 2, "    - x"),
            (ReadKind::Item, 9, "        - x"),
            (ReadKind::Quote, 1, "> x"),
            (ReadKind::Code, 0, "Code: x"),
            (ReadKind::Summary, 0, "Summary: x"),
            (ReadKind::Caption, 0, "Caption: x"),
            (ReadKind::Term, 0, "Term: x"),
            (ReadKind::Definition, 0, "Definition: x"),
        ] {
            let line = ReadLine {
                kind,
                depth,
                text: "x".into(),
                ..ReadLine::default()
            };
            assert_eq!(line.written(), expected);
        }
    }
}
