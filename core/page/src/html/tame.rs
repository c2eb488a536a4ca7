//! Cuts tags with absurdly many attributes.
//!
//! The tokenizer compares each attribute with all before it in its tag, which is quadratic; the
//! tree keeps few of them anyway.

use std::borrow::Cow;

/// Tags shorter than this cannot hold enough attributes to matter.
const LONG: usize = 16 << 10;
/// Attributes of a long tag that are kept.
const MOST: usize = 1024;

/// The same page, with the attributes past the first many of a tag cut off.
pub(super) fn tame(html: &str) -> Cow<'_, str> {
    if !has_long_stretch(html.as_bytes()) {
        return Cow::Borrowed(html);
    }
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = tag_start(rest) {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        let (kept, end) = tag_extent(tag.as_bytes());
        out.push_str(&tag[..kept]);
        if kept < end {
            out.push('>');
        }
        rest = &tag[end..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

// No tag closes for a long time: rare, and the only case in which looking closer pays.
fn has_long_stretch(bytes: &[u8]) -> bool {
    bytes
        .split(|&byte| byte == b'>')
        .any(|part| part.len() > LONG)
}

fn tag_start(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(at) = text[from..].find('<').map(|at| at + from) {
        if bytes
            .get(at + 1)
            .is_some_and(|b| b.is_ascii_alphabetic() || *b == b'/')
        {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// How much of a tag to keep, and where it ends (past its `>`, or at the end of the text).
fn tag_extent(tag: &[u8]) -> (usize, usize) {
    let mut attributes = 0;
    let mut kept = None;
    let mut quote: Option<u8> = None;
    let mut before = b'<';
    for (at, &byte) in tag.iter().enumerate().skip(1) {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'>') => return (kept.unwrap_or(at + 1), at + 1),
            // Quotes open a value only after a sign of equality.
            (None, b'"' | b'\'') if before == b'=' => quote = Some(byte),
            (None, _) if separates(before) && !separates(byte) => {
                attributes += 1;
                if attributes > MOST && kept.is_none() {
                    kept = Some(at);
                }
            }
            (None, _) => {}
        }
        if !byte.is_ascii_whitespace() || before != b'=' {
            before = byte;
        }
    }
    (kept.unwrap_or(tag.len()), tag.len())
}

fn separates(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'/' | b'"' | b'\'')
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    #[test]
    fn ordinary_pages_are_not_touched() {
        let page = format!("<p title='{}'>x</p>", "a > b ".repeat(10));
        assert!(matches!(tame(&page), Cow::Borrowed(_)));
        let long = format!("<img src=\"data:{}\" alt=x><p>y", "abc/".repeat(10_000));
        assert_eq!(tame(&long), long);
    }

    #[test]
    fn attributes_past_the_first_many_are_cut() {
        let attributes: String = (0..20_000).map(|i| format!(" a{i}=1")).collect();
        let page = format!("<b>x</b><p{attributes}>y</p>");
        let tamed = tame(&page);
        assert!(tamed.len() < 20_000);
        assert!(tamed.starts_with("<b>x</b><p a0=1 a1=1"));
        assert!(tamed.ends_with(">y</p>"));
    }
}
