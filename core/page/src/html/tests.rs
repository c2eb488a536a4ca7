#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use proptest::prelude::*;

use super::*;

/// The tree in short: `tag(…)` and quoted words.
fn shape(html: &str) -> String {
    let dom = Dom::parse(html);
    let mut out = String::new();
    for visit in dom.walk(NodeRef::ROOT) {
        match visit {
            Visit::Enter(at) => match (dom.tag(at), dom.text(at)) {
                (Some(tag), _) => out.push_str(&format!("{tag}(")),
                (None, Some(text)) if !text.trim().is_empty() => {
                    out.push_str(&format!("'{}'", text.trim()));
                }
                _ => {}
            },
            Visit::Leave(at) if dom.tag(at).is_some() => out.push(')'),
            Visit::Leave(_) => {}
        }
    }
    out
}

#[test]
fn trees_are_those_of_the_standard() {
    for (html, expected) in [
        ("", "html(head()body())"),
        ("<p>a<p>b", "html(head()body(p('a')p('b')))"),
        (
            "<table><b>x</b><tr><td>y",
            "html(head()body(b('x')table(tbody(tr(td('y'))))))",
        ),
        ("<b>1<p>2</b>3", "html(head()body(b('1')p(b('2')'3')))"),
        (
            "<script>if (a<b) x</script>y",
            "html(head(script())body('y'))",
        ),
        ("<!-- c -->a<!-- d -->b", "html(head()body('a''b'))"),
        (
            "<div><template>x</template>y</div>",
            "html(head()body(div(template()'y')))",
        ),
        (
            "<x-y><template shadowrootmode=open><a>in</a></template>z</x-y>",
            "html(head()body(x-y(a('in')'z')))",
        ),
    ] {
        assert_eq!(shape(html), expected, "{html}");
    }
}

#[test]
fn attributes_are_read_by_name() {
    let dom = Dom::parse("<a HREF='/x' data-a=\"1 &amp; 2\" disabled>t</a>");
    let link = dom
        .descendants(NodeRef::ROOT)
        .find(|&at| dom.tag(at) == Some("a"))
        .unwrap();
    assert_eq!(dom.attr(link, "href"), Some("/x"));
    assert_eq!(dom.attr(link, "data-a"), Some("1 & 2"));
    assert!(dom.has(link, "disabled"));
    assert_eq!(dom.closest(link, "body"), dom.parent(link));
}

#[test]
fn deep_and_broken_pages_stay_in_proportion() {
    for html in [
        "<div>".repeat(200_000),
        "<div></x></x></x>".repeat(50_000),
        (0..5_000)
            .map(|i| format!("<div><b a={i}>x</div>"))
            .collect(),
        "<table><tr><td>".repeat(30_000),
        format!("<a {}>", "x y=\"z\" ".repeat(100_000)),
        (0..100_000)
            .map(|i| format!(" a{i}"))
            .fold("<p".to_owned(), |all, one| all + &one),
        "<svg><g>".repeat(50_000),
        "<select><option>".repeat(50_000),
    ] {
        let dom = Dom::parse(&html);
        assert!(dom.len() < 700_000);
        let deepest = dom.items.iter().map(|item| item.depth).max().unwrap();
        assert!(deepest < 8_000, "{deepest}");
    }
}

proptest! {
    #[test]
    fn every_place_is_linked_both_ways(html in "(<(/)?(div|p|b|table|tr|td|a|li|template|svg|select|option|form)>|x| ){0,60}") {
        let dom = Dom::parse(&html);
        for visit in dom.walk(NodeRef::ROOT) {
            let Visit::Enter(at) = visit else { continue };
            let children: Vec<NodeRef> = dom.children(at).collect();
            for &child in &children {
                prop_assert_eq!(dom.parent(child), Some(at));
            }
            prop_assert_eq!(dom.items[at.index()].last.some(), children.last().copied());
        }
    }
}
