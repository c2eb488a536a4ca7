//! Conversion loses nothing, whatever a screen holds.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::prune::{PREVIEW, preview};
use super::shape::{UiShape, read, write};
use super::{Fields, UiDocument, UiNode};

const SHAPES: [UiShape; 4] = [UiShape::Tree, UiShape::Schema, UiShape::Flat, UiShape::Uui];

fn key() -> impl Strategy<Value = String> {
    let own = "id|type|kind|props|attrs|options|children|parent_id|components|pages|tree|name|dx|~id|~~x|text";
    let own: Vec<&'static str> = own.split('|').collect();
    prop_oneof![3 => "[a-z]{1,6}", 1 => proptest::sample::select(own).prop_map(str::to_owned)]
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        vec("[a-z#]{0,4}", 0..3).prop_map(|texts| json!(texts)),
        btree_map("[a-z]{1,3}", any::<bool>(), 0..3).prop_map(|fields| json!(fields)),
    ]
}

fn fields() -> impl Strategy<Value = Fields> {
    btree_map(key(), scalar(), 0..4).prop_map(|fields| fields.into_iter().collect())
}

fn node() -> impl Strategy<Value = UiNode> {
    let kinds = vec!["container", "text", "button", "page", "input_field"];
    let leaf =
        (proptest::sample::select(kinds), fields(), fields()).prop_map(|(kind, props, rest)| {
            UiNode {
                kind: kind.to_owned(),
                props,
                rest,
                ..UiNode::default()
            }
        });
    leaf.prop_recursive(4, 24, 4, |inner| {
        (inner.clone(), vec(inner, 0..4)).prop_map(|(mut node, children)| {
            node.children = children;
            node
        })
    })
}

fn document() -> impl Strategy<Value = UiDocument> {
    let page = proptest::option::of(fields());
    (vec(node(), 0..4), page, fields()).prop_map(|(mut nodes, page, mut head)| {
        let mut next = 0;
        nodes.iter_mut().for_each(|node| number(node, &mut next));
        let page = page.filter(|page| !page.is_empty());
        head.extend(page.map(|page| ("page".to_owned(), Value::Object(page))));
        UiDocument { head, nodes }
    })
}

fn number(node: &mut UiNode, next: &mut usize) {
    node.id = format!("n{next}");
    *next += 1;
    node.children
        .iter_mut()
        .for_each(|child| number(child, next));
}

proptest! {
    #[test]
    fn a_screen_comes_back_from_every_shape_as_it_was(document in document()) {
        for shape in SHAPES {
            prop_assert_eq!(&read(&write(&document, shape)).unwrap(), &document, "{:?}", shape);
        }
    }

    #[test]
    fn one_shape_after_another_loses_nothing(document in document(), order in Just(SHAPES).prop_shuffle()) {
        let mut value = write(&document, order[3]);
        let first = value.clone();
        for shape in order {
            value = write(&read(&value).unwrap(), shape);
        }
        prop_assert_eq!(value, first);
    }

    #[test]
    fn previews_are_small_and_can_be_read(mut document in document(), long in "[a-z]{0,300}", times in 1..60_usize) {
        let filler = (0..times).map(|at| UiNode {
            id: format!("f{at}"),
            kind: "text".to_owned(),
            props: [("text".to_owned(), json!(long))].into_iter().collect(),
            ..UiNode::default()
        });
        document.nodes.extend(filler);
        let preview = preview(&document);
        prop_assert!(preview.to_string().len() <= PREVIEW);
        let back = read(&preview).unwrap();
        prop_assert!(back.all().len() <= document.all().len());
        prop_assert_eq!(preview.get("truncated").is_none(), back.all().len() == document.all().len());
    }
}

#[test]
fn what_is_no_screen_is_refused_by_name() {
    let chain: Vec<Value> = (0..40)
        .map(|at| json!({ "id": at.to_string(), "type": "container", "parent_id": (at - 1).to_string() }))
        .collect();
    let many: Vec<Value> = (0..5_001)
        .map(|at| json!({ "id": at, "type": "text" }))
        .collect();
    for (value, reason) in [
        (json!(7), "is no screen in a known shape"),
        (json!("hello"), "is no screen in a known shape"),
        (json!({ "a": 1 }), "is no screen in a known shape"),
        (json!([1]), "a component is an object"),
        (json!({ "tree": 1 }), "expected a list"),
        (
            json!({ "tree": [{ "id": {}, "type": "text" }] }),
            "an id is a word or a number",
        ),
        (
            json!({ "tree": [{ "type": 3 }] }),
            "the type of a component is a word",
        ),
        (
            json!({ "tree": [{ "type": "text", "props": [] }] }),
            "expected an object",
        ),
        (
            json!([{ "id": "a", "type": "text" }, { "id": "a", "type": "text" }]),
            "two components have the same id",
        ),
        (
            json!([{ "id": "a", "parent_id": "b" }, { "id": "b", "parent_id": "a" }]),
            "components are inside of each other in a circle",
        ),
        (
            json!({ "components": [{ "id": "a", "children": ["b"] }, { "id": "b", "children": ["a"] }] }),
            "components are inside of each other in a circle",
        ),
        (
            json!({ "pages": [{ "components": ["x"] }] }),
            "a component is named twice, or is not there",
        ),
        (Value::Array(chain), "nested deeper than 28 levels"),
        (Value::Array(many), "more than 5000 components"),
    ] {
        assert_eq!(read(&value).unwrap_err().reason, reason, "{value:.80}");
    }
}
