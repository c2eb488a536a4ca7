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
    // A box that pages draw themselves is made transparent or moved away, and is there all the same.
    let drawn_over = matches!(tag, "input" | "select" | "textarea") && !is_gone(dom, at);
    if dom.has(at, "hidden") || is_styled_away(dom, at) && !drawn_over {
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

fn is_gone(dom: &Dom, at: NodeRef) -> bool {
    let rules = Rules::read(dom.attr(at, "style").unwrap_or_default());
    rules.is("display", &["none"]) || rules.is("visibility", &["hidden", "collapse"])
}

// Of a closed disclosure only its summary is drawn.
fn is_folded(dom: &Dom, at: NodeRef, tag: &str) -> bool {
    tag != "summary"
        && dom
            .parent(at)
            .is_some_and(|parent| dom.tag(parent) == Some("details") && !dom.has(parent, "open"))
}

/// Letters lower than this are specks, in pixels.
const SPECK: f64 = 3.0;
/// Nobody scrolls as far to the left or up.
const AWAY: f64 = -900.0;

fn hides(style: &str) -> bool {
    let rules = Rules::read(style);
    rules.is("display", &["none"])
        || rules.is("visibility", &["hidden", "collapse"])
        || rules.is("color", &["transparent"])
        || rules.is("filter", &["opacity(0)", "opacity(0%)"])
        || rules.length("opacity").is_some_and(|share| share < 0.05)
        || rules.length("font-size").is_some_and(|size| size < SPECK)
        || rules.is_same_as_behind()
        || rules.is_cut_away()
        || rules.is_far_away()
}

/// The rules of one style, names and values in lower case without spaces around them.
struct Rules(Vec<(String, String)>);

impl Rules {
    fn read(style: &str) -> Self {
        let rule = |rule: &str| {
            let (property, value) = rule.split_once(':')?;
            let value = value.trim().to_ascii_lowercase();
            let value = value.trim_end_matches("!important").trim().to_owned();
            Some((property.trim().to_ascii_lowercase(), value))
        };
        Self(style.split(';').filter_map(rule).collect())
    }

    // The last one of a name holds.
    fn value(&self, property: &str) -> Option<&str> {
        let mut all = self.0.iter().rev();
        all.find(|(name, _)| name == property)
            .map(|(_, value)| &**value)
    }

    fn is(&self, property: &str, words: &[&str]) -> bool {
        self.value(property)
            .is_some_and(|value| words.contains(&value))
    }

    /// A plain number, or one of pixels or points.
    fn length(&self, property: &str) -> Option<f64> {
        let value = self.value(property)?;
        let number = value
            .strip_suffix("px")
            .or_else(|| value.strip_suffix("pt"));
        number.unwrap_or(value).trim().parse().ok()
    }

    fn is_same_as_behind(&self) -> bool {
        let behind = self
            .value("background-color")
            .or_else(|| self.value("background"));
        self.value("color").is_some_and(|ink| Some(ink) == behind)
    }

    fn is_cut_away(&self) -> bool {
        let thin = |side: &str| self.length(side).is_some_and(|size| size < 2.0);
        let cuts = self.is("overflow", &["hidden", "clip"]);
        let nothing_left = |value: &str| {
            ["inset(50%", "inset(100%", "circle(0"]
                .iter()
                .any(|way| value.starts_with(way))
        };
        let clipped = |value: &str| value.starts_with("rect(0") || value.starts_with("rect(1px");
        (cuts && (thin("width") || thin("height") || thin("max-height") || thin("max-width")))
            || self.value("clip-path").is_some_and(nothing_left)
            || self.value("clip").is_some_and(clipped)
    }

    fn is_far_away(&self) -> bool {
        let far = |side: &str| self.length(side).is_some_and(|way| way < AWAY);
        let placed = self.is("position", &["absolute", "fixed", "relative"]);
        far("text-indent") || far("margin-left") || placed && (far("left") || far("top"))
    }
}

#[cfg(test)]
mod tests {
    use super::hides;

    #[test]
    fn what_a_style_hides_is_hidden() {
        for style in [
            "display:none",
            "DISPLAY : None !important",
            "visibility:hidden",
            "opacity:0",
            "opacity: .01",
            "font-size:0",
            "font-size:1px",
            "color:transparent",
            "color:#fff;background:#FFF",
            "background-color:white; color: white",
            "position:absolute;left:-9999px",
            "text-indent:-9999px",
            "width:1px;height:1px;overflow:hidden",
            "max-height:0;overflow:hidden",
            "clip-path:inset(100%)",
            "position:absolute;clip:rect(0,0,0,0)",
            "filter:opacity(0)",
        ] {
            assert!(hides(style), "{style}");
        }
    }

    #[test]
    fn what_a_style_shows_is_shown() {
        for style in [
            "",
            "color:white;background:#235",
            "opacity:.6",
            "font-size:12px",
            "font-size:1em",
            "left:-9999px",
            "display:block;display:flex",
            "display:none;display:block",
            "width:1px",
            "clip-path:inset(5%)",
            "text-indent:-20px",
        ] {
            assert!(!hides(style), "{style}");
        }
    }
}
