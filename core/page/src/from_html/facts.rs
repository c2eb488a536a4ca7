//! DOM facts of a control.

use super::sent::{Enter, is_button, owner, submits};
use super::{Page, part, state};
use crate::html::NodeRef;
use crate::html::control::{input_type, is_editable};
use crate::node::{Facts, FormMethod, Submitter};
use crate::role::Role;
use crate::selector;
use crate::words::fold;

/// Options of a list that are told.
const OPTIONS: usize = 100;
/// Longest group name, in characters.
const GROUP: usize = 50;

impl Page<'_> {
    /// What the DOM says of a control.
    pub(super) fn facts(&self, at: NodeRef) -> Facts {
        let dom = self.dom;
        let tag = dom.tag(at).unwrap_or_default();
        let mut facts = Facts {
            tag: Some(tag.to_owned()),
            popup: self.popup(at),
            group: self.group(at),
            selector: selector::of_element(tag, &|name| dom.attr(at, name)),
            draggable: dom.attr(at, "draggable") == Some("true"),
            hint: dom.attr(at, "placeholder").map(str::to_owned),
            multiple: dom.has(at, "multiple") && matches!(tag, "input" | "select"),
            multiline: tag == "textarea" || is_editable(dom, at),
            ..Facts::default()
        };
        facts.part_of = part::of(dom, at);
        let actor = self.actor(at);
        let acts = dom.tag(actor).unwrap_or_default();
        match acts {
            "a" | "area" => self.link(actor, &mut facts),
            "input" if actor == at => self.input(at, &mut facts),
            "input" => facts.input_type = Some(input_type(dom, actor)),
            "select" if actor == at => facts.options = self.options(at),
            _ => {}
        }
        if matches!(acts, "input" | "button" | "select" | "textarea") {
            self.listens(actor, acts, &mut facts);
            self.form(actor, acts, &mut facts);
        }
        facts
    }

    /// What acts where an element is clicked: itself, the link or button around it, or what the label
    /// around it labels.
    fn actor(&self, at: NodeRef) -> NodeRef {
        let dom = self.dom;
        let acts = |&at: &NodeRef| match dom.tag(at) {
            Some("a" | "area") => dom.has(at, "href"),
            tag => matches!(
                tag,
                Some("button" | "input" | "select" | "textarea" | "summary" | "label")
            ),
        };
        let found = std::iter::once(at).chain(dom.ancestors(at)).find(acts);
        let labelled = found.filter(|&found| dom.tag(found) == Some("label"));
        let Some(label) = labelled else {
            return found.unwrap_or(at);
        };
        let inside = || {
            let field = |&at: &NodeRef| {
                matches!(
                    dom.tag(at),
                    Some("button" | "input" | "select" | "textarea")
                )
            };
            dom.descendants(label).find(field)
        };
        match dom.attr(label, "for") {
            Some(id) => self.names.element(id),
            None => inside(),
        }
        .unwrap_or(at)
    }

    fn is_around(&self, at: NodeRef, names: &[&str]) -> bool {
        let mut all = std::iter::once(at).chain(self.dom.ancestors(at));
        all.any(|at| names.iter().any(|name| self.dom.has(at, name)))
    }

    fn listens(&self, at: NodeRef, tag: &str, facts: &mut Facts) {
        if is_button(self.dom, at, tag) {
            return;
        }
        facts.acts_on_change = self.is_around(at, &["onchange", "oninput"]);
        facts.form_listens = self.is_around(at, &["onkeydown", "onkeypress", "onkeyup"]);
    }

    fn popup(&self, at: NodeRef) -> Option<String> {
        let said = self.dom.attr(at, "aria-haspopup");
        let kind = said.or_else(|| self.dom.has(at, "popovertarget").then_some("true"))?;
        (kind != "false" && !kind.is_empty()).then(|| fold(kind, 20))
    }

    fn link(&self, at: NodeRef, facts: &mut Facts) {
        facts.href = self
            .dom
            .attr(at, "href")
            .and_then(|href| self.absolute(href));
        facts.opens_tab = self.dom.attr(at, "target").is_some_and(|target| {
            let same = ["_self", "_parent", "_top", ""];
            !same.iter().any(|word| target.eq_ignore_ascii_case(word))
        });
    }

    fn input(&self, at: NodeRef, facts: &mut Facts) {
        let dom = self.dom;
        facts.input_type = Some(input_type(dom, at));
        facts.autocomplete = dom
            .attr(at, "autocomplete")
            .map(|tokens| fold(tokens, 60))
            .filter(|tokens| !matches!(tokens.as_str(), "" | "on" | "off"));
        let part = |name: &str| dom.attr(at, name).unwrap_or_default().to_owned();
        let range = [part("min"), part("max"), part("step")];
        facts.range = range.iter().any(|part| !part.is_empty()).then_some(range);
        let list = dom.attr(at, "list").and_then(|id| self.names.element(id));
        facts.options = list.map(|list| self.options(list)).unwrap_or_default();
    }

    fn options(&self, list: NodeRef) -> Vec<String> {
        state::options(self.dom, list, OPTIONS)
            .into_iter()
            .map(|(words, _)| words)
            .collect()
    }

    fn form(&self, at: NodeRef, tag: &str, facts: &mut Facts) {
        let dom = self.dom;
        let owner = owner(dom, &self.names, at);
        let Some((form, sent)) = owner.and_then(|at| Some((at, self.forms.get(&at)?))) else {
            return;
        };
        facts.submits = submits(dom, at);
        let button = Some(at).filter(|_| facts.submits);
        let way = self.way(form, button);
        let enter = match is_button(dom, at, tag) {
            true => None,
            false => sent.enter(dom, at),
        };
        let by = match enter {
            Some(Enter::Button(button)) => self.way(form, Some(button)),
            Some(Enter::Form) | None => way.clone(),
        };
        facts.form_method = Some(way.method);
        facts.form_action = way.action;
        facts.form = Some(sent.ordinal);
        facts.form_written = by.written;
        let pressed = match enter {
            Some(Enter::Button(button)) => Some(button),
            Some(Enter::Form) | None => button,
        };
        facts.form_listens |= self.is_around(form, &["onsubmit"])
            || pressed.is_some_and(|button| dom.has(button, "onclick"));
        facts.enter = enter.map(|enter| Submitter {
            name: match enter {
                Enter::Button(button) => self.names.name(button, &Role::Button),
                Enter::Form => String::new(),
            },
            method: Some(by.method),
            action: by.action,
        });
    }

    /// How a form is sent by a button, which may say so by itself, or as it is.
    fn way(&self, form: NodeRef, button: Option<NodeRef>) -> Way {
        let dom = self.dom;
        let own = |name: &str| button.and_then(|at| dom.attr(at, name));
        let method = own("formmethod").or_else(|| dom.attr(form, "method"));
        let action = own("formaction").or_else(|| dom.attr(form, "action"));
        // A script's place holder is no address.
        let leads = action.map(str::trim).is_some_and(|action| {
            let script = action.to_ascii_lowercase().starts_with("javascript:");
            !action.is_empty() && !action.starts_with('#') && !script
        });
        Way {
            written: method.is_some() || leads,
            method: form_method(method.unwrap_or_default()),
            action: self.absolute(action.unwrap_or_default()),
        }
    }

    /// The name of the field set or labelled group around it.
    fn group(&self, at: NodeRef) -> Option<String> {
        let dom = self.dom;
        for around in dom.ancestors(at) {
            let role = dom.attr(around, "role").unwrap_or_default();
            let is_set = dom.tag(around) == Some("fieldset");
            if !is_set
                && !matches!(
                    role,
                    "radiogroup" | "group" | "toolbar" | "dialog" | "listbox"
                )
            {
                continue;
            }
            let name = self.group_name(around);
            if !name.is_empty() {
                return Some(name);
            }
        }
        let radio = dom.tag(at) == Some("input") && input_type(dom, at) == "radio";
        let name = dom.attr(at, "name").filter(|_| radio)?;
        Some(fold(name, GROUP)).filter(|name| !name.is_empty())
    }

    fn group_name(&self, around: NodeRef) -> String {
        let dom = self.dom;
        if let Some(label) = dom.attr(around, "aria-label") {
            return fold(label, GROUP);
        }
        let labelled = dom
            .attr(around, "aria-labelledby")
            .and_then(|ids| ids.split_ascii_whitespace().next())
            .and_then(|id| self.names.element(id));
        // A legend stands first in its set.
        let legend = || {
            dom.children(around)
                .take(8)
                .find(|&at| dom.tag(at) == Some("legend"))
        };
        let source = labelled.or_else(legend);
        source.map_or_else(String::new, |at| fold(&self.names.said_in(at), GROUP))
    }
}

/// How a form is sent.
#[derive(Clone)]
struct Way {
    written: bool,
    method: FormMethod,
    action: Option<String>,
}

fn form_method(word: &str) -> FormMethod {
    match word.trim().to_ascii_lowercase().as_str() {
        "post" => FormMethod::Post,
        "dialog" => FormMethod::Dialog,
        _ => FormMethod::Get,
    }
}
