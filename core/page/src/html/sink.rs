//! Where the parser puts what it finds.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, Namespace, QualName};

use super::link::{detach, item, link_before, link_last};
use super::{Content, Dom, Element, Item, NodeRef, is_raw_text};

/// Most attributes of one element.
const MOST_ATTRIBUTES: usize = 64;

/// Builds the tree. The parser holds it by shared reference, hence the cells.
pub(super) struct Sink {
    items: RefCell<Vec<Item>>,
    /// How deep the parser stands, as far as can be told from where it appends.
    pub(super) depth: Cell<u32>,
    /// The deepest element so far.
    pub(super) deepest: Cell<u32>,
}

/// An element's name, lent to the parser.
#[derive(Debug)]
pub(super) struct Name<'a>(Ref<'a, QualName>);

impl ElemName for Name<'_> {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl Sink {
    pub(super) fn new() -> Self {
        Self {
            items: RefCell::new(vec![item(Content::Root)]),
            depth: Cell::new(0),
            deepest: Cell::new(0),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.items.borrow().len()
    }

    fn add(&self, content: Content) -> NodeRef {
        let mut items = self.items.borrow_mut();
        let at = NodeRef(u32::try_from(items.len()).unwrap_or(u32::MAX));
        items.push(item(content));
        at
    }

    fn note_depth(&self, depth: u32) {
        self.depth.set(depth);
        self.deepest.set(self.deepest.get().max(depth));
    }

    fn append_text(&self, parent: NodeRef, text: &StrTendril) {
        let mut items = self.items.borrow_mut();
        self.depth.set(items[parent.index()].depth);
        if let Content::Element(element) = &items[parent.index()].content
            && is_raw_text(&element.name.local)
        {
            return;
        }
        let last = items[parent.index()].last;
        if last != NodeRef::NONE
            && let Content::Text(before) = &mut items[last.index()].content
        {
            before.push_tendril(text);
            return;
        }
        drop(items);
        let child = self.add(Content::Text(text.clone()));
        link_last(&mut self.items.borrow_mut(), parent, child);
    }

    fn append_node(&self, parent: NodeRef, child: NodeRef) {
        let mut items = self.items.borrow_mut();
        detach(&mut items, child);
        link_last(&mut items, parent, child);
        let depth = items[child.index()].depth;
        drop(items);
        self.note_depth(depth);
    }

    fn insert_text_before(&self, sibling: NodeRef, text: &StrTendril) {
        let mut items = self.items.borrow_mut();
        let before = items[sibling.index()].before;
        if before != NodeRef::NONE
            && let Content::Text(words) = &mut items[before.index()].content
        {
            words.push_tendril(text);
            return;
        }
        drop(items);
        let child = self.add(Content::Text(text.clone()));
        link_before(&mut self.items.borrow_mut(), sibling, child);
    }
}

impl TreeSink for Sink {
    type Handle = NodeRef;
    type Output = Dom;
    type ElemName<'a> = Name<'a>;

    fn finish(self) -> Dom {
        Dom {
            items: self.items.into_inner(),
        }
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> NodeRef {
        NodeRef::ROOT
    }

    fn elem_name<'a>(&'a self, target: &'a NodeRef) -> Name<'a> {
        Name(Ref::map(self.items.borrow(), |items| {
            match &items[target.index()].content {
                Content::Element(element) => &element.name,
                // The parser asks for names of elements only; a nameless answer is still an answer.
                Content::Root | Content::Text(_) => nameless(),
            }
        }))
    }

    fn create_element(
        &self,
        name: QualName,
        mut attrs: Vec<Attribute>,
        flags: ElementFlags,
    ) -> NodeRef {
        attrs.truncate(MOST_ATTRIBUTES);
        // What a template holds is not on the page, so it hangs from a root of its own.
        let contents = if flags.template {
            self.add(Content::Root)
        } else {
            NodeRef::NONE
        };
        self.add(Content::Element(Element {
            name,
            attrs,
            contents,
            annotation: flags.mathml_annotation_xml_integration_point,
        }))
    }

    // The parser puts comments where it likes; an empty text leaves no trace in any reading.
    fn create_comment(&self, _: StrTendril) -> NodeRef {
        self.add(Content::Text(StrTendril::new()))
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> NodeRef {
        self.add(Content::Text(StrTendril::new()))
    }

    fn append(&self, parent: &NodeRef, child: NodeOrText<NodeRef>) {
        match child {
            NodeOrText::AppendNode(node) => self.append_node(*parent, node),
            NodeOrText::AppendText(text) => self.append_text(*parent, &text),
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &NodeRef,
        previous: &NodeRef,
        child: NodeOrText<NodeRef>,
    ) {
        let has_parent = self.items.borrow()[element.index()].parent != NodeRef::NONE;
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &NodeRef) -> NodeRef {
        match &self.items.borrow()[target.index()].content {
            Content::Element(element) if element.contents != NodeRef::NONE => element.contents,
            Content::Element(_) | Content::Root | Content::Text(_) => *target,
        }
    }

    fn same_node(&self, x: &NodeRef, y: &NodeRef) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &NodeRef, child: NodeOrText<NodeRef>) {
        match child {
            NodeOrText::AppendText(text) => self.insert_text_before(*sibling, &text),
            NodeOrText::AppendNode(node) => {
                let mut items = self.items.borrow_mut();
                detach(&mut items, node);
                link_before(&mut items, *sibling, node);
            }
        }
    }

    fn add_attrs_if_missing(&self, target: &NodeRef, attrs: Vec<Attribute>) {
        let mut items = self.items.borrow_mut();
        let Content::Element(element) = &mut items[target.index()].content else {
            return;
        };
        for attr in attrs {
            let missing = element.attrs.iter().all(|known| known.name != attr.name);
            if missing && element.attrs.len() < MOST_ATTRIBUTES {
                element.attrs.push(attr);
            }
        }
    }

    fn remove_from_parent(&self, target: &NodeRef) {
        detach(&mut self.items.borrow_mut(), *target);
    }

    fn reparent_children(&self, node: &NodeRef, new_parent: &NodeRef) {
        let mut items = self.items.borrow_mut();
        let mut child = items[node.index()].first;
        while child != NodeRef::NONE {
            let next = items[child.index()].next;
            detach(&mut items, child);
            link_last(&mut items, *new_parent, child);
            child = next;
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, target: &NodeRef) -> bool {
        matches!(&self.items.borrow()[target.index()].content,
            Content::Element(element) if element.annotation)
    }

    // What stands in an open shadow root is on the page: it is read as if it stood in the host.
    fn attach_declarative_shadow(
        &self,
        host: &NodeRef,
        template: &NodeRef,
        _: &[Attribute],
    ) -> bool {
        if let Content::Element(element) = &mut self.items.borrow_mut()[template.index()].content {
            element.contents = *host;
        }
        true
    }
}

fn nameless() -> &'static QualName {
    static NAMELESS: std::sync::LazyLock<QualName> = std::sync::LazyLock::new(|| {
        QualName::new(None, Namespace::default(), LocalName::default())
    });
    &NAMELESS
}
