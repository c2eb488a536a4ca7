#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use proptest::prelude::*;

use super::*;
use crate::render::render;
use crate::role::Role;
use crate::screen::Screen;
use crate::text::Run;

fn observed(html: &str, url: &str) -> Observation {
    let mut observation = Observation {
        url: url.into(),
        mode: DomMode::Full,
        heavy: Heavy {
            dom: Some(html.into()),
            ..Heavy::default()
        },
        ..Observation::default()
    };
    complete(&mut observation);
    observation
}

fn names(html: &str) -> Vec<(String, String)> {
    read(html, "", DomMode::Full)
        .nodes
        .into_iter()
        .map(|node| (node.role.code().to_owned(), node.name))
        .collect()
}

#[test]
fn names_follow_the_order_of_accessible_names() {
    for (html, role, name) in [
        (
            "<b id=l>By</b><input aria-labelledby=l aria-label=x>",
            "inp",
            "By",
        ),
        ("<input aria-label='Own' placeholder=p>", "inp", "Own"),
        (
            "<label for=a>For</label><input id=a placeholder=p>",
            "inp",
            "For",
        ),
        ("<label>Around <input> it</label>", "inp", "Around it"),
        ("<label><input type=checkbox> Tick</label>", "chk", "Tick"),
        (
            "<input placeholder='Your name' title=t>",
            "inp",
            "Your name",
        ),
        ("<input title=Hint name=n>", "inp", "Hint"),
        ("<p>Age <input name=n></p>", "inp", "Age"),
        ("<input name=n>", "inp", "n"),
        ("<button>Go <b>on</b></button>", "btn", "Go on"),
        ("<button aria-label=Close>x</button>", "btn", "Close"),
        ("<button><img src=q alt=Print></button>", "btn", "Print"),
        (
            "<button><svg><title>Edit</title></svg></button>",
            "btn",
            "Edit",
        ),
        (
            "<button title=Tip><i class=icon></i></button>",
            "btn",
            "Tip",
        ),
        ("<input type=submit>", "btn", "Submit"),
        ("<input type=submit value=Send>", "btn", "Send"),
        (
            "<a href=/>Home<span aria-hidden=true>*</span></a>",
            "link",
            "Home",
        ),
        ("<div role=tab>One</div>", "tab", "One"),
        ("<div onclick=f>Card</div>", "generic", "Card"),
        (
            "<label for=s>Size</label><select id=s><option>S</select>",
            "sel",
            "Size",
        ),
    ] {
        let found = names(html);
        assert_eq!(found, [(role.to_owned(), name.to_owned())], "{html}");
    }
}

#[test]
fn ids_are_the_clients_before_the_pages() {
    let ids = |html: &str| -> Vec<String> {
        read(html, "", DomMode::Full)
            .nodes
            .iter()
            .map(|node| node.id.to_string())
            .collect()
    };
    for (html, expected) in [
        (
            "<a href=/ data-llm-id=4 id=x>a</a><a href=/ id=y>b</a>",
            vec!["4"],
        ),
        ("<a href=/ id=4>a</a><a href=/>b</a>", vec!["4"]),
        ("<a href=/ id=x>a</a><a href=/>b</a>", vec!["x", "h1"]),
        ("<a href=/ id=x>a</a><a href=/ id=x>b</a>", vec!["x"]),
        (
            "<a href=/ id='x] y'>a</a><a href=/ id=z>b</a>",
            vec!["h0", "z"],
        ),
    ] {
        assert_eq!(ids(html), expected, "{html}");
    }
}

#[test]
fn facts_tell_where_links_and_forms_lead() {
    let html = "<base href='/shop/'>\
        <form action=pay method=POST id=f><input name=a><button>Pay</button>\
        <button type=button>No</button></form>\
        <a href='b?c' target=_blank>x</a><input form=f type=submit formaction='https://u:p@e.test/'>\
        <select multiple><option>One<option selected>Two</select>";
    let nodes = observed(html, "https://a.test/x/y").nodes;
    let facts: Vec<_> = nodes.iter().map(|node| &node.facts).collect();
    let pay = Some("https://a.test/shop/pay");
    assert_eq!(facts[0].form_action.as_deref(), pay);
    assert_eq!(facts[0].form_method, Some(crate::node::FormMethod::Post));
    assert!(!facts[0].submits);
    assert!(facts[1].submits);
    assert!(!facts[2].submits);
    assert_eq!(facts[3].href.as_deref(), Some("https://a.test/shop/b?c"));
    assert!(facts[3].opens_tab);
    assert_eq!(facts[4].form_action.as_deref(), Some("https://e.test/"));
    assert_eq!(facts[4].form, Some(0));
    assert_eq!(facts[5].options, ["One", "Two"]);
    assert_eq!(nodes[5].value.as_deref(), Some("Two"));
    assert_eq!(facts[5].form, None);
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table of cases")]
fn facts_tell_what_sends_a_form_and_what_listens() {
    let node = |html: &str| observed(html, "https://a.test/x").nodes.swap_remove(0);
    for (html, written, listens, changes, enter) in [
        ("<input name=q>", false, false, false, None),
        (
            "<form><input name=q><button>Go</button></form>",
            false,
            false,
            false,
            Some("Go"),
        ),
        (
            "<form action=/s><input name=q><button>Go</button></form>",
            true,
            false,
            false,
            Some("Go"),
        ),
        (
            "<form action='#'><input name=q></form>",
            false,
            false,
            false,
            Some(""),
        ),
        (
            "<form><input name=q><button formmethod=post>Go</button></form>",
            true,
            false,
            false,
            Some("Go"),
        ),
        (
            "<form id=f><input name=q></form><button form=f>Out</button>",
            false,
            false,
            false,
            Some("Out"),
        ),
        (
            "<form><input name=q><input name=r></form>",
            false,
            false,
            false,
            None,
        ),
        (
            "<form><input name=q><button type=button>No</button><input type=image alt=Pay></form>",
            false,
            false,
            false,
            Some("Pay"),
        ),
        (
            "<form onsubmit=f><input name=q></form>",
            false,
            true,
            false,
            Some(""),
        ),
        (
            "<form><input name=q><button onclick=f>Go</button></form>",
            false,
            true,
            false,
            Some("Go"),
        ),
        (
            "<form onchange=f><select name=q></select></form>",
            false,
            false,
            true,
            None,
        ),
        ("<input name=q onkeydown=f>", false, true, false, None),
        (
            "<form><textarea name=q></textarea><button>Go</button></form>",
            false,
            false,
            false,
            None,
        ),
    ] {
        let facts = node(html).facts;
        let told = (facts.form_written, facts.form_listens, facts.acts_on_change);
        assert_eq!(told, (written, listens, changes), "{html}");
        assert_eq!(
            facts.enter.map(|button| button.name).as_deref(),
            enter,
            "{html}"
        );
    }
}

#[test]
fn a_label_acts_as_what_it_labels() {
    let html = "<label for=p onclick=x>Look closer</label><form method=post><button id=p hidden>Pay</button></form>";
    let look = observed(html, "https://a.test/").nodes.swap_remove(0);
    assert_eq!(look.name, "Look closer");
    assert!(look.facts.submits);
    assert_eq!(look.facts.form_method, Some(crate::node::FormMethod::Post));
}

#[test]
fn a_cross_belongs_to_its_dialog_and_not_to_an_item_in_it() {
    use crate::node::PartOf;
    for (html, part) in [
        (
            "<div role=dialog><button>x</button></div>",
            Some(PartOf::Dialog),
        ),
        (
            "<div role=dialog><ul><li>Ada <button>x</button></ul></div>",
            None,
        ),
        (
            "<ul class=pagination><li><button>Next</button></ul>",
            Some(PartOf::Pager),
        ),
        ("<a rel=next href=/2>Next</a>", Some(PartOf::Pager)),
        ("<p><button>Next</button></p>", None),
    ] {
        assert_eq!(
            observed(html, "https://a.test/").nodes[0].facts.part_of,
            part,
            "{html}"
        );
    }
}

#[test]
fn what_is_never_drawn_is_in_no_word() {
    let html = "<title>A\u{e0041}\u{200b}b</title><p>One\u{e0049}\u{e0067}\u{fe01}\u{e0100} two</p><p style='opacity:0'>three</p><button aria-label='Pa\u{2063}y\u{e0020}'></button>";
    let page = observed(html, "https://a.test/");
    assert_eq!(page.title, "Ab");
    assert_eq!(page.nodes[0].name, "Pay");
    let said: Vec<String> = page.lines.iter().map(crate::text::Line::words).collect();
    assert_eq!(said.join("|").trim_matches('|'), "One two");
}

#[test]
fn states_are_read_and_secrets_are_not() {
    use crate::node::State;
    let html = "<input type=password value=SECRET required>\
        <fieldset disabled><legend><input name=in></legend><input name=out></fieldset>\
        <details open><summary>s</summary></details>\
        <input type=checkbox checked><button aria-expanded=false aria-haspopup=menu>m</button>\
        <textarea name=pin>SECRET</textarea>";
    let nodes = read(html, "", DomMode::Full).nodes;
    let states: Vec<_> = nodes.iter().map(|node| node.states.clone()).collect();
    assert_eq!(
        states,
        [
            vec![State::Required, State::Filled],
            vec![],
            vec![State::Disabled],
            vec![State::Expanded],
            vec![State::Checked],
            vec![State::Collapsed],
            vec![],
        ]
    );
    assert!(nodes.iter().all(|node| node.value.is_none()));
    assert_eq!(nodes[5].facts.popup.as_deref(), Some("menu"));
}

#[test]
fn a_page_reads_as_a_person_reads_it() {
    let html = "<title>Shop</title><nav><a href=/>Home</a> | <a href=/cart>Cart</a></nav>\
        <h1>Your <em>basket</em></h1><p>Two things:</p>\
        <ul><li>Apples<ul><li>red</ul><li>Pears <button>Remove</button></ul>\
        <table><tr><th>Item<th>Price<tr><td>Apples<td>$1<br>each<tr><td><input name=q value=2><td></table>\
        <label for=c>Code</label> <input id=c> <div role=alert>Wrong <b>code</b></div>\
        <dl><dt>Total<dd>$3</dl><script>no</script><p hidden>no</p>\
        <div onclick=f><h2>Card</h2><p>one</p><p>two</p><p>three</p></div>";
    let observation = observed(html, "https://a.test/");
    let text = render(&Screen::new(&observation), usize::MAX).text;
    insta::assert_snapshot!(text, @r##"
    page: Shop
    url: https://a.test/
    [h0 link Home] ¦ [h1 link Cart]
    # Your basket
    Two things:
    - Apples
     - red
    - Pears [h2 btn Remove]
    = Item | Price
    Apples | $1 each
    [h3 inp q ="2"] |
    Code [c inp]
    ! Wrong code
    Total:
    $3
    [h5 generic Card one two three]
    ## Card
    one
    two
    three
    "##);
}

#[test]
fn a_skeleton_gives_controls_and_no_lines() {
    let read = read(
        "<a href=/x id=1>x</a><label>y</label>",
        "",
        DomMode::Skeleton,
    );
    assert_eq!(read.nodes.len(), 1);
    assert_eq!(read.lines, []);
    assert_eq!(read.nodes[0].facts.href, None);
}

#[test]
fn a_large_page_is_read_in_proportion() {
    let row = "<tr><td><a href=/a>link</a><td>text text<td><button aria-labelledby=big>x</button>";
    let html = format!("<table id=big>{}</table>", row.repeat(5_000));
    let read = read(&html, "https://a.test/", DomMode::Full);
    assert_eq!(read.nodes.len(), MOST);
    assert_eq!(read.lines.len(), 5_000);
}

proptest! {
    #[test]
    fn no_page_is_too_strange(
        html in "(<(/)?(div|p|button|form|label|select|option|table|tr|td|svg|textarea|fieldset|legend|details|summary|li|ul)>|<a href=q>|<b onclick=x>|<i id=1 aria-labelledby=1>|x|\"|&| ){0,60}",
    ) {
        let read = read(&html, "https://a.test/", DomMode::Full);
        for node in &read.nodes {
            let places = read.lines.iter().flat_map(Line::nodes).filter(|id| **id == node.id).count();
            prop_assert!(places <= 1, "{} stands {} times in {}", node.id, places, html);
        }
    }
}

#[test]
fn a_page_that_came_without_a_word_gets_those_of_its_html() {
    let mut seen = Observation {
        nodes: vec![Node::new("1", Role::Button, "Refresh")],
        lines: vec![Line {
            runs: vec![Run::Node(NodeId::new("1"))],
            ..Line::default()
        }],
        heavy: Heavy {
            dom: Some("<h1>Balance</h1><p>12 pounds</p>".into()),
            ..Heavy::default()
        },
        ..Observation::default()
    };
    complete(&mut seen);
    let told: Vec<String> = seen.lines.iter().map(Line::words).collect();
    assert!(told.contains(&"Balance".to_owned()), "{told:?}");
    assert!(told.contains(&"12 pounds".to_owned()), "{told:?}");
    assert_eq!(seen.nodes.len(), 1);
}
