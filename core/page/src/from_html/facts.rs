//! DOM facts of a control.

use super::{Page, state};
use crate::html::NodeRef;
use crate::html::control::{input_type, is_editable};
use crate::node::{Facts, FormMethod};
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
        match tag {
            "a" | "area" => self.link(at, &mut facts),
            "input" => self.input(at, &mut facts),
            "select" => facts.options = self.options(at),
            _ => {}
        }
        if matches!(tag, "input" | "button" | "select" | "textarea") {
            self.form(at, tag, &mut facts);
        }
        facts
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
        let named = dom.attr(at, "form").and_then(|id| self.names.element(id));
        let owner = match dom.attr(at, "form") {
            Some(_) => named,
            None => dom.closest(at, "form"),
        };
        let Some((form, ordinal)) = owner.and_then(|at| Some((at, *self.forms.get(&at)?))) else {
            return;
        };
        facts.submits = self.submits(at, tag);
        // A button that submits may say where to and how by itself.
        let own = |name: &str| dom.attr(at, name).filter(|_| facts.submits);
        let method = own("formmethod").or_else(|| dom.attr(form, "method"));
        let action = own("formaction").or_else(|| dom.attr(form, "action"));
        facts.form_method = Some(form_method(method.unwrap_or_default()));
        facts.form_action = self.absolute(action.unwrap_or_default());
        facts.form = Some(ordinal);
    }

    fn submits(&self, at: NodeRef, tag: &str) -> bool {
        let kind = self
            .dom
            .attr(at, "type")
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase();
        match tag {
            "input" => matches!(kind.as_str(), "submit" | "image"),
            // Whatever is not said to be something else submits.
            "button" => !matches!(kind.as_str(), "button" | "reset"),
            _ => false,
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

fn form_method(word: &str) -> FormMethod {
    match word.trim().to_ascii_lowercase().as_str() {
        "post" => FormMethod::Post,
        "dialog" => FormMethod::Dialog,
        _ => FormMethod::Get,
    }
}
