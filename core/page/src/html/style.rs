//! What of a page is drawn at all, as far as its HTML tells.

use super::{Dom, NodeRef};

/// Elements whose text is for machines.
pub(crate) fn is_raw_text(tag: &str) -> bool {
    matches!(
        tag,
        "script" | "style" | "noscript" | "noembed" | "noframes" | "iframe" | "xmp"
    )
}

/// Elements that are never drawn.
pub(crate) fn is_unrendered(tag: &str) -> bool {
    is_raw_text(tag) && tag != "iframe"
        || matches!(
            tag,
            "head"
                | "template"
                | "datalist"
                | "link"
                | "meta"
                | "base"
                | "param"
                | "source"
                | "track"
        )
}

/// True when the element, and so all that is in it, is not drawn: by its kind, the `hidden`
/// attribute, its own style, or a closed dialog or disclosure around it. Style sheets are not read.
pub(crate) fn is_hidden(dom: &Dom, at: NodeRef) -> bool {
    let Some(tag) = dom.tag(at) else { return false };
    if is_unrendered(tag) {
        return true;
    }
    if dom.has(at, "hidden") || is_styled_away(dom, at) {
        return true;
    }
    match tag {
        "input" => dom
            .attr(at, "type")
            .is_some_and(|kind| kind.eq_ignore_ascii_case("hidden")),
        "dialog" => !dom.has(at, "open"),
        _ => is_folded(dom, at, tag),
    }
}

/// True when its own style says that it is not drawn.
pub(crate) fn is_styled_away(dom: &Dom, at: NodeRef) -> bool {
    dom.attr(at, "style").is_some_and(hides)
}

// Of a closed disclosure only its summary is drawn.
fn is_folded(dom: &Dom, at: NodeRef, tag: &str) -> bool {
    tag != "summary"
        && dom
            .parent(at)
            .is_some_and(|parent| dom.tag(parent) == Some("details") && !dom.has(parent, "open"))
}

fn hides(style: &str) -> bool {
    style.split(';').any(|rule| {
        let Some((property, value)) = rule.split_once(':') else {
            return false;
        };
        let value = value.trim().trim_end_matches("!important").trim();
        match property.trim().to_ascii_lowercase().as_str() {
            "display" => value.eq_ignore_ascii_case("none"),
            "visibility" => {
                value.eq_ignore_ascii_case("hidden") || value.eq_ignore_ascii_case("collapse")
            }
            _ => false,
        }
    })
}
