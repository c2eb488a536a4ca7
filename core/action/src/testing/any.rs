//! Any action at all, in its canonical form: one of the catalogue, with arguments of the kinds that it takes.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::Union;
use serde_json::{Map, Value, json};

use crate::catalog::{ActionEntry, CATALOG, Kind, Need, Param};
use crate::{Action, Awaited};

fn id() -> BoxedStrategy<String> {
    prop_oneof![
        "[0-9]{1,6}",
        "f[0-9]_[0-9]{1,3}",
        "lr-[0-9]",
        "[^\\p{Cc}\\s]{1,8}"
    ]
    .boxed()
}

/// Text with everything that makes quoting hard.
fn text() -> BoxedStrategy<String> {
    prop_oneof![
        "[a-zA-Z ,.()]{0,20}",
        "[\\\\\"'`,() ntu0-9a-f/\\n\\t]{0,16}",
        any::<String>(),
    ]
    .boxed()
}

fn words() -> BoxedStrategy<String> {
    text()
        .prop_filter("not empty", |text| !text.is_empty())
        .boxed()
}

fn short() -> BoxedStrategy<String> {
    words()
        .prop_filter("short", |text| text.chars().count() <= 200)
        .boxed()
}

fn key() -> BoxedStrategy<String> {
    let named = vec![
        "Enter",
        "Tab",
        "ArrowDown",
        "Space",
        "F5",
        "+",
        "\"",
        "\\",
        "é",
    ];
    prop_oneof![select(named).prop_map(str::to_owned), "[a-zA-Z0-9]"].boxed()
}

fn code() -> BoxedStrategy<String> {
    let refused = ["eval", "import", "require"];
    "[a-z .;=1]{1,30}"
        .prop_filter("not refused", move |code| {
            !refused.iter().any(|name| code.contains(name))
        })
        .boxed()
}

fn awaited() -> BoxedStrategy<Awaited> {
    prop_oneof![
        short().prop_map(|value| Awaited::Text { value }),
        short().prop_map(|value| Awaited::Selector { value }),
        ("[a-z:]{0,5}", any::<u32>())
            .prop_map(|(selector, count)| Awaited::ElementCount { selector, count }),
        Just(Awaited::UrlChange {
            value: String::new()
        }),
    ]
    .boxed()
}

fn json_of<T: Into<Value> + std::fmt::Debug + 'static>(
    strategy: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<Value> {
    strategy.prop_map(Into::into).boxed()
}

/// A value of this kind. Of texts that may be left out, an empty one is not canonical.
fn of_kind(kind: Kind, required: bool) -> BoxedStrategy<Value> {
    match kind {
        Kind::Id => json_of(id()),
        Kind::Text(_) if required => json_of(text()),
        Kind::Text(_) | Kind::Words(_) => json_of(short()),
        Kind::JsonOrText(_) => json_of(text()),
        Kind::Json(_) => {
            json_of(words().prop_map(|text| json!({ "a": text, "b": [1, null] }).to_string()))
        }
        Kind::Whole(least, most) => json_of(least..=most),
        // Whole hundredths: JSON as it is read here is exact for short decimals only.
        Kind::Real(_, most) => {
            json_of((1..=(most as u32) * 100).prop_map(|n| f64::from(n) / 100.0))
        }
        Kind::Flag | Kind::Either(..) => json_of(any::<bool>()),
        Kind::OneOf(words) => json_of(select(words)),
        Kind::Key => json_of(key()),
        Kind::Modifiers => json_of(subsequence(vec!["alt", "control", "meta", "shift"], 0..=4)),
        Kind::Code => json_of(code()),
        Kind::Texts => json_of(vec(short(), usize::from(required)..4)),
    }
}

fn argument(param: &'static Param) -> BoxedStrategy<(&'static str, Value)> {
    let required = param.need == Need::Required;
    let given = of_kind(param.kind, required);
    let value = if param.need == Need::Default("null") {
        option::of(given)
            .prop_map(|value| value.unwrap_or(Value::Null))
            .boxed()
    } else {
        given
    };
    value.prop_map(move |value| (param.field, value)).boxed()
}

fn of_entry(entry: &'static ActionEntry) -> BoxedStrategy<Action> {
    let kept = entry.params.iter().filter(|param| !param.field.is_empty());
    let arguments: Vec<_> = kept.map(argument).collect();
    (arguments, awaited())
        .prop_map(move |(arguments, awaited)| {
            let mut object = Map::new();
            object.insert("name".to_owned(), json!(entry.tag));
            for (field, value) in arguments {
                match field.split_once('.') {
                    // What is waited for has more than one shape.
                    Some(("awaited", _)) => {
                        object.insert("awaited".to_owned(), json!(awaited));
                    }
                    Some((outer, inner)) => {
                        object.entry(outer).or_insert(json!({}))[inner] = value;
                    }
                    None => {
                        object.insert(field.to_owned(), value);
                    }
                }
            }
            serde_json::from_value(Value::Object(object)).unwrap()
        })
        .boxed()
}

/// Any action at all.
pub fn action() -> BoxedStrategy<Action> {
    Union::new(CATALOG.iter().map(of_entry)).boxed()
}

/// Enough actions to hold every variant.
pub fn samples() -> Vec<Action> {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let strategy = action();
    (0..4_000)
        .map(|_| strategy.new_tree(&mut runner).unwrap().current())
        .collect()
}
