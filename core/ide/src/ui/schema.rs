//! Screens as pages that name their components. A document of several pages is, in the other shapes, one whose
//! outermost components are of the type `page`.

use std::collections::{HashMap, HashSet};

use screen_agent_wire::Invalid;
use serde_json::{Value, json};

use super::shape::{
    LEVELS, few, fields_of, id_of, in_a_circle, kind_of, list, object, put_rest, shallow,
    take_rest, written, wrong,
};
use super::{Fields, UiDocument, UiNode};

const COMPONENT: [&str; 4] = ["id", "type", "props", "children"];
const PAGE: [&str; 3] = ["id", "props", "components"];
const HEAD: [&str; 3] = ["pages", "components", "page"];

/// Components that have not found their place yet, by id, and their order.
struct Loose<'a> {
    by_id: HashMap<String, &'a Fields>,
    order: Vec<String>,
}

pub(super) fn read(fields: &Fields) -> Result<UiDocument, Invalid> {
    let pages = list(fields.get("pages"), "pages")?;
    let mut loose = loose(list(fields.get("components"), "components")?)?;
    let mut head = take_rest(fields, &HEAD);
    if pages.len() > 1 {
        let mut nodes = Vec::new();
        for page in pages {
            let page = object(Some(page), "pages")?;
            nodes.push(UiNode {
                id: id_of(page.get("id"))?,
                kind: "page".to_owned(),
                props: object(page.get("props"), "props")?,
                rest: take_rest(&page, &PAGE),
                children: loose.named(page.get("components"), LEVELS - 1)?,
            });
        }
        let left = loose.rest(LEVELS - 1)?;
        if let Some(first) = nodes.first_mut() {
            first.children.extend(left);
        }
        return Ok(UiDocument { head, nodes });
    }
    let page = object(pages.first(), "pages")?;
    let mut nodes = loose.named(page.get("components"), LEVELS)?;
    nodes.extend(loose.rest(LEVELS)?);
    let page = take_rest(&page, &["components"]);
    if !page.is_empty() {
        head.insert("page".to_owned(), Value::Object(page));
    }
    Ok(UiDocument { head, nodes })
}

fn loose(components: &[Value]) -> Result<Loose<'_>, Invalid> {
    few(components.len())?;
    let (mut by_id, mut order) = (HashMap::new(), Vec::new());
    for component in components {
        let fields = fields_of(component)?;
        let mut id = id_of(fields.get("id"))?;
        if id.is_empty() {
            id = format!("component_{}", order.len());
        }
        if by_id.insert(id.clone(), fields).is_some() {
            return Err(wrong("two components have the same id"));
        }
        order.push(id);
    }
    Ok(Loose { by_id, order })
}

impl Loose<'_> {
    /// The components of a list of ids.
    fn named(&mut self, ids: Option<&Value>, levels: usize) -> Result<Vec<UiNode>, Invalid> {
        let ids = list(ids, "components")?;
        let one = |id: &Value| self.take(&id_of(Some(id))?, levels);
        ids.iter().map(one).collect()
    }

    /// Those that no page and no component has named.
    fn rest(&mut self, levels: usize) -> Result<Vec<UiNode>, Invalid> {
        // What another one names is not outermost.
        let inner: HashSet<String> = self
            .by_id
            .values()
            .filter_map(|fields| fields.get("children")?.as_array())
            .flatten()
            .filter_map(|id| id_of(Some(id)).ok())
            .collect();
        let outer = self.order.clone().into_iter();
        let outer: Vec<String> = outer
            .filter(|id| self.by_id.contains_key(id) && !inner.contains(id))
            .collect();
        let nodes = outer.iter().map(|id| self.take(id, levels));
        let nodes = nodes.collect::<Result<_, _>>()?;
        match self.by_id.is_empty() {
            true => Ok(nodes),
            false => Err(in_a_circle()),
        }
    }

    fn take(&mut self, id: &str, levels: usize) -> Result<UiNode, Invalid> {
        shallow(levels)?;
        let fields = self.by_id.remove(id).ok_or_else(|| {
            Invalid::new(
                "ui_json.components",
                "a component is named twice, or is not there",
            )
        })?;
        Ok(UiNode {
            id: id.to_owned(),
            kind: kind_of(fields.get("type"))?,
            props: object(fields.get("props"), "props")?,
            rest: take_rest(fields, &COMPONENT),
            children: self.named(fields.get("children"), levels - 1)?,
        })
    }
}

pub(super) fn write(document: &UiDocument) -> Value {
    let mut fields = Fields::new();
    let (mut pages, mut components) = (Vec::new(), Vec::new());
    let mut head = document.head.clone();
    let many = document.nodes.len() > 1 && document.nodes.iter().all(|node| node.kind == "page");
    if many && !head.contains_key("page") {
        for node in &document.nodes {
            let mut page = Fields::new();
            put_rest(&mut page, &node.rest, &PAGE);
            page.insert("id".to_owned(), json!(node.id));
            if !node.props.is_empty() {
                page.insert("props".to_owned(), Value::Object(node.props.clone()));
            }
            page.insert(
                "components".to_owned(),
                push_all(&node.children, &mut components),
            );
            pages.push(Value::Object(page));
        }
    } else {
        let mut page = Fields::new();
        if let Some(Value::Object(of_head)) = head.remove("page") {
            put_rest(&mut page, &of_head, &["components"]);
        }
        page.insert(
            "components".to_owned(),
            push_all(&document.nodes, &mut components),
        );
        pages.push(Value::Object(page));
    }
    // What has `tree` would be taken for one.
    let [pages_key, components_key, page_key] = HEAD;
    put_rest(
        &mut fields,
        &head,
        &[pages_key, components_key, page_key, "tree"],
    );
    fields.insert("pages".to_owned(), Value::Array(pages));
    fields.insert("components".to_owned(), Value::Array(components));
    Value::Object(fields)
}

/// Writes components and what is inside of them; gives the ids of the outermost.
fn push_all(nodes: &[UiNode], components: &mut Vec<Value>) -> Value {
    for node in nodes {
        let mut fields = written(node, ["type", "props"], &COMPONENT);
        let at = components.len();
        components.push(Value::Null);
        let children = push_all(&node.children, components);
        if !node.children.is_empty() {
            fields.insert("children".to_owned(), children);
        }
        components[at] = Value::Object(fields);
    }
    nodes.iter().map(|node| json!(node.id)).collect()
}
