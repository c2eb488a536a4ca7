//! Designs as Figma's API answers them, in `fixtures/figma/`, and what is read of them.

#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};

use super::*;

const SHOP: &str = include_str!("../../../../fixtures/figma/shop.json");
const LOGIN: &str = include_str!("../../../../fixtures/figma/login.nodes.json");

fn read(answer: &str) -> Result<FigmaScan, Invalid> {
    scan(answer.as_bytes(), |_, _| ())
}

fn page<'a>(scan: &'a FigmaScan, id: &str) -> &'a FigmaPage {
    let found = scan.pages.iter().find(|page| page.page_id == id);
    found.unwrap()
}

/// A file with these frames.
fn file(frames: &Value) -> String {
    let canvas = json!({ "id": "0:1", "type": "CANVAS", "children": frames });
    json!({ "document": { "id": "0:0", "type": "DOCUMENT", "children": [canvas] } }).to_string()
}

fn frame(id: &str, name: &str, children: Value) -> Value {
    let place = json!({ "x": 0, "y": 0, "width": 100, "height": 100 });
    json!({ "id": id, "name": name, "type": "FRAME", "absoluteBoundingBox": place, "children": children })
}

fn texts(from: usize, many: usize) -> Vec<Value> {
    let text =
        |at| json!({ "id": format!("8:{at}"), "type": "TEXT", "name": "t", "characters": "x" });
    (from..from + many).map(text).collect()
}

#[test]
fn frames_are_pages_and_what_is_on_them_components() {
    let shop = read(SHOP).unwrap();
    let pages = shop.pages.iter().map(|page| {
        (
            page.page_id.as_str(),
            page.name.as_str(),
            page.role,
            page.components.len(),
        )
    });
    assert_eq!(
        pages.collect::<Vec<_>>(),
        [
            ("2:2", "Login", PageRole::Page, 3),
            ("1:2", "Home", PageRole::Page, 6),
            ("1:10", "Top bar", PageRole::Header, 2),
            ("1:15", "Foot", PageRole::Footer, 1),
        ]
    );
    assert_eq!(shop.skipped, 1);
    let home = json!(page(&shop, "1:2"));
    assert_eq!(
        home["layout"],
        json!({ "width": 375, "height": 812, "bg": "#F5F5FA" })
    );
    assert_eq!(
        home["includes"],
        json!([
            { "id": "1:20", "pageRefId": "1:10", "role": "HEADER", "dx": 0, "dy": 0, "index": 0, "isEditable": false },
            { "id": "1:15", "pageRefId": "1:15", "role": "FOOTER", "dx": 0, "dy": 756, "index": 1, "isEditable": true },
        ])
    );
    let component = |at: usize| home["components"][at].clone();
    assert_eq!(
        component(0),
        json!({ "id": "welcome", "name": "Welcome", "type": "text", "dx": 16.5, "dy": 80.25, "width": 200.33, "height": 29,
            "page_id": "1:2", "index_in_page": 0,
            "options": { "text": "Welcome, #userName", "color": "#1A334D80", "fontFamily": "Inter", "fontSize": 24.0,
                "fontWeight": 600, "textAlign": "LEFT" } })
    );
    let told = |at: usize| {
        let found = component(at);
        (
            found["id"].clone(),
            found["type"].clone(),
            found["parent_id"].clone(),
            found["options"].clone(),
        )
    };
    assert_eq!(
        told(1),
        (json!("1:4"), json!("container"), Value::Null, json!({}))
    );
    let photo = json!({ "imageRef": "ffee0011" });
    assert_eq!(told(2), (json!("1:5"), json!("image"), json!("1:4"), photo));
    let star = json!({ "backgroundColor": "#FFCC00" });
    assert_eq!(told(3), (json!("1:6"), json!("icon"), json!("1:4"), star));
    let buy = json!({ "text": "Buy now", "backgroundColor": "#0066FF", "cornerRadius": 8.0 });
    assert_eq!(told(4), (json!("1:8"), json!("button"), Value::Null, buy));
    // The plugin's data was copied with its node: the second goes by Figma's id.
    let email = json!({ "text": "E-mail", "backgroundColor": "#FFFFFF" });
    assert_eq!(
        told(5),
        (json!("1:13"), json!("input_field"), Value::Null, email)
    );
}

#[test]
fn a_node_is_read_alone_and_an_instance_of_elsewhere_for_itself() {
    let login = read(LOGIN).unwrap();
    assert_eq!(login.pages.len(), 1);
    let kinds = login.pages[0]
        .components
        .iter()
        .map(|one| (one.id.as_str(), one.kind.as_str()));
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        [
            ("2:3", "text"),
            ("2:4", "container"),
            ("2:5", "container"),
            ("I2:5;9:10", "text")
        ]
    );
    let alone = json!({ "nodes": { "3:1": { "document":
        { "id": "3:1", "name": "[HEADER] x", "type": "TEXT", "characters": "Alone" } } } });
    let alone = read(&alone.to_string()).unwrap();
    assert_eq!(alone.pages[0].components[0].options["text"], "Alone");
    assert_eq!(alone.pages[0].includes, []);
}

#[test]
fn a_page_is_composed_of_what_it_includes_where_that_stands() {
    let shop = read(SHOP).unwrap();
    let login = composed(&shop, page(&shop, "2:2"));
    let placed = login
        .iter()
        .map(|one| (one.id.as_str(), one.dx, one.dy, one.index_in_page));
    assert_eq!(
        placed.collect::<Vec<_>>(),
        [
            ("2:3", 16.0, 80.0, 0),
            ("2:5", 16.0, 200.0, 1),
            ("I2:5;9:10", 20.0, 204.0, 2),
            ("2:4;1:11", 16.0, 16.0, 3),
            ("2:4;1:12", 56.0, 16.0, 4),
        ]
    );
    assert!(login.iter().all(|one| one.page_id == "2:2"));
    let home = composed(&shop, page(&shop, "1:2"));
    let foot = home.iter().find(|one| one.id == "1:15;1:16").unwrap();
    assert_eq!((foot.dx, foot.dy), (16.0, 776.0));
}

#[test]
fn includes_stand_by_index_then_as_they_are_declared() {
    let part = |id: &str, name: &str| frame(id, name, json!([]));
    let page = frame(
        "1:1",
        "p",
        json!([
            part("2:1", "[LIB] a#5"),
            part("2:2", "[DRAWER] b"),
            part("2:3", "[LIB] c#0"),
            part("2:4", "[LIB] d#5")
        ]),
    );
    let scan = read(&file(&json!([page]))).unwrap();
    let order: Vec<_> = scan.pages[0]
        .includes
        .iter()
        .map(|one| one.page_ref_id.as_str())
        .collect();
    assert_eq!(order, ["2:3", "2:2", "2:1", "2:4"]);
}

#[test]
fn chunks_are_told_in_order_and_each_page_is_ready_first() {
    let page = frame("1:1", "p", json!(texts(0, 250)));
    let scan = read(&file(&json!([page, frame("1:2", "empty", json!([]))]))).unwrap();
    assert_eq!(
        (chunks(&scan, CHUNK), chunks(&scan, 200), chunks(&scan, 60)),
        (4, 4, 6)
    );
    let told = |cursor: usize| {
        let told = chunk(&scan, cursor, CHUNK)?;
        assert_eq!(told.total, 4);
        let names: Vec<_> = told.events.iter().map(|(name, _)| *name).collect();
        let one = |name: &str| {
            told.events
                .iter()
                .find(|event| event.0 == name)
                .unwrap()
                .1
                .clone()
        };
        let components = one("page.chunk")["components"].as_array().unwrap().len();
        Some((names.join(" "), components))
    };
    let first = "page.ready page.includes page.chunk";
    let next = "page.ready page.chunk";
    assert_eq!(told(0), Some((first.to_owned(), 100)));
    assert_eq!(told(1), Some((next.to_owned(), 100)));
    assert_eq!(told(2), Some((next.to_owned(), 50)));
    assert_eq!(told(3), Some((first.to_owned(), 0)));
    assert_eq!(told(4), None);
    // A megabyte is a chunk, too.
    let large = |at: usize| json!({ "id": format!("9:{at}"), "type": "TEXT", "name": "t", "characters": "x".repeat(700_000) });
    let page = frame("1:1", "p", json!([large(0), large(1)]));
    assert_eq!(chunks(&read(&file(&json!([page]))).unwrap(), CHUNK), 2);
}

/// A component of a library.
fn lib(id: &str, children: Value) -> Value {
    json!({ "id": id, "name": "[LIB] l", "type": "COMPONENT", "children": children })
}

fn instance(id: &str, of: &str) -> Value {
    json!({ "id": id, "name": "i", "type": "INSTANCE", "componentId": of })
}

/// Why each of these files is refused, or that it is read.
fn refused(cases: impl IntoIterator<Item = (String, Option<&'static str>)>) {
    for (answer, expected) in cases {
        let refused = read(&answer).err();
        let shown: String = answer.chars().take(120).collect();
        let reason = refused.as_ref().map(|wrong| wrong.reason.as_str());
        assert_eq!(reason, expected, "{shown}");
        assert!(refused.is_none_or(|wrong| wrong.field == "figma_url"));
    }
}

#[test]
fn pages_that_come_to_be_too_large_are_refused() {
    let doubling = |levels: usize| {
        let mut parts = vec![lib("1:0", json!(texts(0, 20)))];
        for level in 1..levels {
            let of = format!("1:{}", level - 1);
            let (left, right) = (format!("2:{level}"), format!("3:{level}"));
            let children = json!([instance(&left, &of), instance(&right, &of)]);
            parts.push(lib(&format!("1:{level}"), children));
        }
        file(&json!(parts))
    };
    let around = [
        lib("1:1", json!([instance("3:1", "1:2")])),
        lib("1:2", json!([instance("3:2", "1:1")])),
    ];
    let page = |many| file(&json!([frame("1:1", "p", json!(texts(0, many)))]));
    let part = |many| file(&json!([lib("1:1", json!(texts(0, many)))]));
    let much = Some("has a page that comes to more than 10000 components");
    refused([
        (doubling(8), None),
        (doubling(12), much),
        (doubling(100), much),
        (
            file(&json!(around)),
            Some("has pages that include each other in a circle"),
        ),
        (page(5_000), None),
        (
            page(5_001),
            Some("has a page of more than 5000 components: p"),
        ),
        (part(2_000), None),
        (
            part(2_001),
            Some("has a page of more than 2000 components: l"),
        ),
    ]);
}

#[test]
fn what_is_no_design_is_refused() {
    let deep = (0..200).fold(json!([]), |inside, at| {
        json!([frame(&format!("1:{at}"), "f", inside)])
    });
    let twice = [texts(0, 1), texts(0, 1)].concat();
    let large = json!({ "id": "2:1", "type": "TEXT", "characters": "x".repeat(1024 * 1024 + 1) });
    let on_page = |nodes: Value| file(&json!([frame("1:1", "p", nodes)]));
    let unread = Some("leads to no design that can be read, or one that is nested too deep");
    refused([
        (
            on_page(json!(twice)),
            Some("leads to two nodes with the same id"),
        ),
        (
            on_page(json!([large])),
            Some("has a text of more than 1 MB"),
        ),
        (file(&deep), unread),
        (
            json!({ "nodes": { "9:9": null } }).to_string(),
            Some("names no node of the file"),
        ),
        ("{}".to_owned(), Some("names no node of the file")),
        ("<html>".to_owned(), unread),
        (file(&json!([])), Some("has no frame that could be a page")),
    ]);
}

#[test]
fn what_lies_deep_stays_a_screen_that_can_be_read() {
    let deep = (2..50).fold(json!(texts(0, 1)), |inside, at| {
        json!([frame(&format!("1:{at}"), "f", inside)])
    });
    let scan = read(&file(&json!([frame("1:1", "p", deep)]))).unwrap();
    let components = json!(scan.pages[0].components);
    assert_eq!(crate::ui::read(&components).unwrap().all().len(), 49);
}

#[test]
fn a_design_that_nobody_drew_is_read_like_any() {
    let scan = scan(&synthetic(Some(7)), |_, _| ()).unwrap();
    let read: Vec<_> = scan
        .pages
        .iter()
        .map(|page| (page.name.as_str(), page.components.len()))
        .collect();
    assert_eq!(read, [("Synthetic", 7)]);
}
