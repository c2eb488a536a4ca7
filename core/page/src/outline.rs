//! The headings of a page.

use crate::from_html::text_lines;
use crate::text::LineKind;

/// One heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Its level as written, 1 to 6.
    pub level: u8,
    /// Its words.
    pub text: String,
}

/// The headings of a page, in document order.
pub fn outline(html: &str) -> Vec<Heading> {
    text_lines(html)
        .iter()
        .filter_map(|line| match line.kind {
            LineKind::Heading(level) => Some(Heading {
                level: level.clamp(1, 6),
                text: line.words(),
            }),
            _ => None,
        })
        .collect()
}

/// An outline as indented text.
pub fn written(outline: &[Heading]) -> String {
    let mut out = String::new();
    for heading in outline {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&"  ".repeat(usize::from(heading.level.saturating_sub(1))));
        out.push_str(&heading.text);
    }
    out
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    #[test]
    fn headings_come_in_order_with_their_levels() {
        let html = "<h1>One</h1><p>x</p><section><h2>Two <i>a</i></h2></section>\
            <div role=heading aria-level=3>Three</div><h2 hidden>no</h2><h4></h4>";
        let outline = outline(html);
        let found: Vec<(u8, &str)> = outline.iter().map(|h| (h.level, h.text.as_str())).collect();
        assert_eq!(found, [(1, "One"), (2, "Two a"), (3, "Three")]);
        assert_eq!(written(&outline), "One\n  Two a\n    Three");
    }
}
