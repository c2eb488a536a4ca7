//! A control as a client sends it, in the keys of the wire.

use screen_agent_page::{Facts, FormMethod, Node, NodeId, PartOf, Rect, Role, State, Submitter};
use serde::Deserialize;

/// A control in the keys of the semantic tree.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct FileNode {
    i: String,
    r: String,
    n: String,
    v: Option<String>,
    s: String,
    f: u32,
    o: Option<String>,
    #[serde(rename = "box")]
    place: Option<[f64; 4]>,
    occ: bool,
    d: FileFacts,
}

/// DOM facts in the keys of the wire. Absent altogether, they are unknown.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct FileFacts {
    tag: Option<String>,
    r#type: Option<String>,
    href: Option<String>,
    blank: bool,
    method: Option<FormMethod>,
    action: Option<String>,
    form: Option<u32>,
    submit: bool,
    wrote: bool,
    hears: bool,
    enter: Option<FileSubmitter>,
    change: bool,
    part: Option<PartOf>,
    auto: Option<String>,
    popup: Option<String>,
    opts: Vec<String>,
    multi: bool,
    lines: bool,
    hint: Option<String>,
    group: Option<String>,
}

/// The button that Enter stands for.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct FileSubmitter {
    n: String,
    method: Option<FormMethod>,
    action: Option<String>,
}

impl FileNode {
    pub(crate) fn to_node(&self) -> Node {
        Node {
            id: NodeId::new(self.i.as_str()),
            role: Role::parse(&self.r),
            name: self.n.clone(),
            value: self.v.clone(),
            states: State::parse_list(&self.s),
            at: None,
            rect: self.place.map(|[x, y, w, h]| Rect { x, y, w, h }),
            frame: self.f,
            frame_origin: self.o.clone(),
            scroll: None,
            covered: self.occ,
            color: None,
            facts: self.d.to_facts(),
        }
    }
}

impl FileFacts {
    fn to_facts(&self) -> Facts {
        Facts {
            tag: self.tag.clone(),
            input_type: self.r#type.clone(),
            href: self.href.clone(),
            opens_tab: self.blank,
            form_method: self.method,
            form_action: self.action.clone(),
            form: self.form,
            submits: self.submit,
            form_written: self.wrote,
            form_listens: self.hears,
            enter: self.enter.as_ref().map(|button| Submitter {
                name: button.n.clone(),
                method: button.method,
                action: button.action.clone(),
            }),
            acts_on_change: self.change,
            part_of: self.part,
            autocomplete: self.auto.clone(),
            popup: self.popup.clone(),
            options: self.opts.clone(),
            multiple: self.multi,
            multiline: self.lines,
            hint: self.hint.clone(),
            group: self.group.clone(),
            ..Facts::default()
        }
    }
}
