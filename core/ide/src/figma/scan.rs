//! A design as pages: each frame is one, and what is on it are its components. A header, a footer, a drawer or a block of
//! a library is a page of its own, which others include where it stands on them.

use std::collections::{HashMap, HashSet, VecDeque};

use screen_agent_wire::Invalid;

use super::compose::check;
use super::node::{FigmaBox, FigmaNode, is_whole, read};
use super::{FigmaComponent, FigmaPage, FigmaScan, PageInclude, PageLayout, PageRole, pixels};
use crate::ui::shape::{COMPONENTS, LEVELS};

/// Components of a page that others include.
const INCLUDED: usize = 2_000;
/// Pages of a design.
const PAGES: usize = 500;
/// Bytes of what a component says.
const COMPONENT: usize = 1024 * 1024;

/// Reads a design; is told how many of its pages are done.
pub(crate) fn scan(answer: &[u8], tell: impl Fn(usize, usize)) -> Result<FigmaScan, Invalid> {
    let root = read(answer)?;
    let (mut tops, mut skipped) = (Vec::new(), 0);
    frames(&root, true, &mut tops, &mut skipped);
    if tops.is_empty() {
        return Err(wrong("has no frame that could be a page"));
    }
    let mut scanner = Scanner::default();
    for &(frame, role) in &tops {
        if frame.role().is_some() && role != PageRole::Page {
            scanner.shared.insert(&frame.id, (frame, role));
        }
    }
    for &(frame, role) in &tops {
        scanner.page_of(frame, role)?;
    }
    let mut pages = Vec::new();
    while let Some((frame, role, page_id)) = scanner.waiting.pop_front() {
        pages.push((frame.called().1, scanner.page(frame, role, page_id)?));
        tell(pages.len(), pages.len() + scanner.waiting.len());
    }
    // What is only included comes last, and what says where it stands before what does not.
    pages.sort_by_key(|(order, page)| (page.role != PageRole::Page, order.unwrap_or(i64::MAX)));
    let scan = FigmaScan {
        pages: pages.into_iter().map(|(_, page)| page).collect(),
        skipped,
    };
    check(&scan)?;
    Ok(scan)
}

/// The frames that are no part of another.
fn frames<'a>(
    node: &'a FigmaNode,
    is_root: bool,
    found: &mut Vec<(&'a FigmaNode, PageRole)>,
    skipped: &mut usize,
) {
    if node.is_hidden() {
        return;
    }
    match node.kind.as_str() {
        "DOCUMENT" | "CANVAS" | "SECTION" | "COMPONENT_SET" => {
            let inside = node.children.iter();
            inside.for_each(|child| frames(child, false, found, skipped));
        }
        "COMPONENT" => found.push((node, node.role().unwrap_or(PageRole::Block))),
        "FRAME" | "INSTANCE" | "GROUP" => found.push((node, node.role().unwrap_or(PageRole::Page))),
        _ if is_root => found.push((node, PageRole::Page)),
        _ => *skipped += 1,
    }
}

#[derive(Default)]
struct Scanner<'a> {
    /// The pages that instances may mean, by Figma's id.
    shared: HashMap<&'a str, (&'a FigmaNode, PageRole)>,
    /// What each page is called, by Figma's id.
    ids: HashMap<&'a str, String>,
    taken: HashSet<String>,
    waiting: VecDeque<(&'a FigmaNode, PageRole, String)>,
}

/// A page as it is read.
struct Draft {
    page: FigmaPage,
    most: usize,
    /// Where it stands in the design.
    origin: FigmaBox,
    taken: HashSet<String>,
}

impl<'a> Scanner<'a> {
    /// What a page is called; one that was not met before waits to be read.
    fn page_of(&mut self, frame: &'a FigmaNode, role: PageRole) -> Result<String, Invalid> {
        if let Some(known) = self.ids.get(frame.id.as_str()) {
            return Ok(known.clone());
        }
        if self.ids.len() >= PAGES {
            return Err(wrong(format!("has more than {PAGES} pages")));
        }
        let id = id_of(frame, &mut self.taken)?;
        self.ids.insert(&frame.id, id.clone());
        self.waiting.push_back((frame, role, id.clone()));
        Ok(id)
    }

    fn page(
        &mut self,
        frame: &'a FigmaNode,
        role: PageRole,
        page_id: String,
    ) -> Result<FigmaPage, Invalid> {
        let origin = frame.place.unwrap_or_default();
        let mut draft = Draft {
            page: FigmaPage {
                page_id,
                name: frame.called().0,
                role,
                layout: PageLayout {
                    width: pixels(origin.width),
                    height: pixels(origin.height),
                    bg: frame.color().filter(|_| frame.kind != "TEXT"),
                },
                includes: Vec::new(),
                components: Vec::new(),
            },
            most: match role {
                PageRole::Page => COMPONENTS,
                _ => INCLUDED,
            },
            origin,
            taken: HashSet::new(),
        };
        // What is no frame is a page that holds it alone.
        let (inside, level) = match frame.children.is_empty() && is_whole(frame.component()) {
            true => (std::slice::from_ref(frame), 0),
            false => (frame.children.as_slice(), 1),
        };
        self.walk(inside, &mut draft, None, level)?;
        draft.page.includes.sort_by_key(|include| include.index);
        Ok(draft.page)
    }

    fn walk(
        &mut self,
        nodes: &'a [FigmaNode],
        draft: &mut Draft,
        parent: Option<&str>,
        level: usize,
    ) -> Result<(), Invalid> {
        for node in nodes.iter().filter(|node| !node.is_hidden()) {
            let place = node.place.unwrap_or(draft.origin);
            let (dx, dy) = (
                pixels(place.x - draft.origin.x),
                pixels(place.y - draft.origin.y),
            );
            let id = id_of(node, &mut draft.taken)?;
            // The page itself is none of its own parts.
            let part = self.part(node).filter(|_| level > 0);
            if let Some((part, role, is_editable)) = part {
                let declared = i64::try_from(draft.page.includes.len()).unwrap_or(i64::MAX);
                draft.page.includes.push(PageInclude {
                    id,
                    page_ref_id: self.page_of(part, role)?,
                    role,
                    dx,
                    dy,
                    index: node.index().unwrap_or(declared),
                    is_editable,
                });
                continue;
            }
            let kind = node.component();
            let options = node.options(kind);
            let words = options.get("text").and_then(|text| text.as_str());
            if words.is_some_and(|words| words.len() > COMPONENT) {
                return Err(wrong("has a text of more than 1 MB"));
            }
            let components = &mut draft.page.components;
            if components.len() >= draft.most {
                let (name, most) = (&draft.page.name, draft.most);
                let name: String = name.chars().take(80).collect();
                return Err(wrong(format!(
                    "has a page of more than {most} components: {name}"
                )));
            }
            components.push(FigmaComponent {
                id: id.clone(),
                name: node.called().0,
                kind: kind.to_owned(),
                dx,
                dy,
                width: pixels(place.width),
                height: pixels(place.height),
                page_id: draft.page.page_id.clone(),
                index_in_page: components.len(),
                parent_id: parent.map(str::to_owned),
                options,
            });
            if !is_whole(kind) {
                // What lies deeper than a screen may be nested stands beside what it is in.
                let parent = if level + 1 < LEVELS {
                    Some(id.as_str())
                } else {
                    parent
                };
                self.walk(&node.children, draft, parent, level + 1)?;
            }
        }
        Ok(())
    }

    /// The page that a node stands for, and whether it is nobody else's.
    fn part(&self, node: &'a FigmaNode) -> Option<(&'a FigmaNode, PageRole, bool)> {
        let meant = node.component_id.as_deref();
        if let Some((frame, role)) = meant.and_then(|id| self.shared.get(id)) {
            return Some((frame, *role, false));
        }
        let role = node.role().filter(|role| *role != PageRole::Page)?;
        Some((node, role, true))
    }
}

/// What the plugin called it, unless another is called so: data is copied with its node.
fn id_of(node: &FigmaNode, taken: &mut HashSet<String>) -> Result<String, Invalid> {
    let said = node.said("id").into_iter().chain([node.id.as_str()]);
    let mut free = said.filter(|id| !id.is_empty() && taken.insert((*id).to_owned()));
    let id = free.next().map(str::to_owned);
    id.ok_or_else(|| wrong("leads to two nodes with the same id"))
}

/// What is wrong with a design.
pub(super) fn wrong(reason: impl Into<String>) -> Invalid {
    Invalid::new("figma_url", reason)
}
