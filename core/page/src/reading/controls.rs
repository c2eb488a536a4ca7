//! Controls that people can use. Their names, never what people wrote into them; of a list what it offers and what is chosen.

use std::collections::HashSet;

use super::lines::can_be_said;
use super::link::Links;
use super::types::Control;
use crate::from_html::state::{chosen, options};
use crate::html::control::{input_type, is_secret, role_of};
use crate::html::{Dom, Names, NodeRef, is_hidden};
use crate::role::Role;

/// Most controls that are read.
const MOST: usize = 2_000;

/// Most options of a list that are told one by one.
const OPTIONS: usize = 40;

/// Reads the controls that bear a handle, each handle once; nothing else could be addressed.
pub(super) fn read(dom: &Dom, links: &Links, from: NodeRef) -> Vec<Control> {
    let mut found: Vec<(NodeRef, &str)> = Vec::new();
    let mut used = HashSet::new();
    let mut walk = dom.walk(from);
    while let Some(visit) = walk.next() {
        let crate::html::Visit::Enter(at) = visit else {
            continue;
        };
        if dom.tag(at).is_none() {
            continue;
        }
        if is_hidden(dom, at) || dom.attr(at, "aria-hidden") == Some("true") {
            walk.pass_over(at);
        } else if let Some(handle) = dom.attr(at, "data-llm-id")
            && can_be_said(handle)
            && found.len() < MOST
            && used.insert(handle)
        {
            found.push((at, handle));
        }
    }
    if found.is_empty() {
        return Vec::new();
    }
    let names = Names::new(dom);
    found
        .into_iter()
        .filter_map(|(at, handle)| control(dom, &names, links, at, handle))
        .collect()
}

fn control(dom: &Dom, names: &Names, links: &Links, at: NodeRef, handle: &str) -> Option<Control> {
    let role = role_of(dom, at)?;
    let tag = dom.tag(at)?;
    let is_list = tag == "select" && !is_secret(dom, at);
    Some(Control {
        options: if is_list {
            offered(dom, at)
        } else {
            Vec::new()
        },
        value: is_list
            .then(|| chosen(dom, at))
            .filter(|chosen| !chosen.is_empty()),
        handle: handle.to_owned(),
        text: names.name(at, &role),
        role: word(&role).to_owned(),
        href: dom
            .attr(at, "href")
            .filter(|_| matches!(tag, "a" | "area"))
            .and_then(|href| links.absolute(href)),
        input_type: (tag == "input").then(|| input_type(dom, at)),
    })
}

/// What a list offers; of a long one how much more there is.
fn offered(dom: &Dom, at: NodeRef) -> Vec<String> {
    let all = options(dom, at, MOST).into_iter().map(|(words, _)| words);
    let mut all: Vec<String> = all.filter(|words| !words.is_empty()).collect();
    let more = all.len().saturating_sub(OPTIONS);
    all.truncate(OPTIONS);
    if more > 0 {
        all.push(format!("[… {more} more]"));
    }
    all
}

/// The name that ARIA has for a role.
fn word(role: &Role) -> &str {
    match role {
        Role::Button | Role::Summary => "button",
        Role::Input | Role::TextArea => "textbox",
        Role::Link => "link",
        Role::Checkbox => "checkbox",
        Role::Radio => "radio",
        Role::Select => "combobox",
        Role::Option => "option",
        Role::Switch => "switch",
        Role::Tab => "tab",
        Role::Menu => "menu",
        Role::MenuItem => "menuitem",
        Role::Slider => "slider",
        Role::Tree => "tree",
        Role::TreeItem => "treeitem",
        Role::Row => "row",
        Role::Cell => "cell",
        Role::Image => "img",
        Role::Scroll => "scrollbar",
        Role::File => "file",
        Role::Generic => "generic",
        Role::Other(role) => role,
    }
}
