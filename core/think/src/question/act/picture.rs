//! The picture of the screen, and where its controls stand on it.

use screen_agent_page::{Node, Rect, ViewportSize};

use crate::question::{Brief, Picture};

/// Most marks; a picture with more cannot be read.
const MARKS: usize = 200;
/// Taken for a screen that does not say how wide it is. Its picture bears no marks.
const WIDTH: f64 = 1024.0;

/// Only to a model that sees, and only when a picture was sent.
pub(crate) fn picture(brief: &Brief) -> Option<Picture> {
    let seen = &brief.seen;
    if !shows_picture(brief) {
        return None;
    }
    let image = seen.heavy.screenshot.clone()?;
    let marks = seen
        .viewport
        .map_or_else(Vec::new, |view| marks(&seen.nodes, view));
    Some(Picture {
        image,
        width: seen.viewport.map_or(WIDTH, |view| view.width),
        marks,
    })
}

/// True when the model is going to see the screen.
pub(super) fn shows_picture(brief: &Brief) -> bool {
    brief.limits.pictures && brief.seen.heavy.screenshot.is_some()
}

fn marks(nodes: &[Node], view: ViewportSize) -> Vec<(String, Rect)> {
    nodes
        .iter()
        .filter(|node| !node.covered)
        .filter_map(|node| Some((node.id.to_string(), node.rect?)))
        .filter(|(_, rect)| is_in_view(rect, view))
        .take(MARKS)
        .collect()
}

fn is_in_view(rect: &Rect, view: ViewportSize) -> bool {
    let across = rect.x < view.width && rect.x + rect.w > 0.0;
    let down = rect.y < view.height && rect.y + rect.h > 0.0;
    across && down && rect.w > 0.0 && rect.h > 0.0
}
