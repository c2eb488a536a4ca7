//! Pages with what they include: how large they come to be, and what stands where.

use std::collections::HashMap;

use screen_agent_wire::Invalid;

use super::scan::wrong;
use super::{FigmaComponent, FigmaPage, FigmaScan};
use crate::ui::includes::innermost_first;

/// Components of a page with all that it includes.
const COMPOSED: usize = 10_000;

/// Refuses pages that include each other in a circle, or come to be too large.
pub(super) fn check(scan: &FigmaScan) -> Result<(), Invalid> {
    let included = |page: &FigmaPage| {
        let ids = page.includes.iter().map(|one| one.page_ref_id.clone());
        (page.page_id.clone(), ids.collect())
    };
    let pages: HashMap<String, Vec<String>> = scan.pages.iter().map(included).collect();
    let order = innermost_first(&pages)
        .ok_or_else(|| wrong("has pages that include each other in a circle"))?;
    let by_id = scan.by_id();
    let mut sizes: HashMap<&str, usize> = HashMap::new();
    for page in order.iter().filter_map(|id| by_id.get(id)) {
        // An include counts itself, too: without components it would cost time all the same.
        let inside = page.includes.iter().map(|one| {
            let size = sizes.get(one.page_ref_id.as_str()).copied();
            size.unwrap_or_default() + 1
        });
        let size = inside.fold(page.components.len(), usize::saturating_add);
        if size > COMPOSED {
            return Err(wrong(format!(
                "has a page that comes to more than {COMPOSED} components"
            )));
        }
        sizes.insert(&page.page_id, size);
    }
    Ok(())
}

/// A page's components and, where each include stands, those of what it includes: by index, then as they are declared.
pub(crate) fn composed(scan: &FigmaScan, page: &FigmaPage) -> Vec<FigmaComponent> {
    let mut found = Vec::new();
    put(&scan.by_id(), page, ((0.0, 0.0), ""), &mut found);
    for (component, index) in found.iter_mut().zip(0..) {
        component.page_id.clone_from(&page.page_id);
        component.index_in_page = index;
    }
    found
}

fn put(
    pages: &HashMap<&str, &FigmaPage>,
    page: &FigmaPage,
    ((dx, dy), way): ((f64, f64), &str),
    found: &mut Vec<FigmaComponent>,
) {
    // The same page may stand here twice: each has its own ids.
    let within = |id: &String| format!("{way}{id}");
    for component in &page.components {
        found.push(FigmaComponent {
            id: within(&component.id),
            parent_id: component.parent_id.as_ref().map(within),
            dx: component.dx + dx,
            dy: component.dy + dy,
            ..component.clone()
        });
    }
    for include in &page.includes {
        if let Some(part) = pages.get(include.page_ref_id.as_str()) {
            let at = (dx + include.dx, dy + include.dy);
            put(pages, part, (at, &format!("{way}{};", include.id)), found);
        }
    }
}
