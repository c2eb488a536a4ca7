#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use proptest::prelude::*;

use super::*;

fn bones(html: &str) -> String {
    skeleton(html).html
}

#[test]
fn controls_stay_and_containers_go() {
    for (html, expected) in [
        (
            "<div class=x><section><a href='/a' class=y style=z>One</a></section></div>",
            "<a href=\"/a\">One</a>",
        ),
        ("<a>no link</a><p>prose</p>", ""),
        (
            "<button type=submit data-testid=go data-x=1><span>Go <b>on</b></span></button>",
            "<button type=\"submit\" data-testid=\"go\">Go on</button>",
        ),
        (
            "<label for=e>E-mail</label><input id=e name=mail value='a&b' disabled>",
            "<label for=\"e\">E-mail</label><input id=\"e\" name=\"mail\" value=\"a&amp;b\" disabled>",
        ),
        (
            "<label>Name <input name=n> please</label>",
            "<label>Name<input name=\"n\"> please</label>",
        ),
        (
            "<select name=s><option value=1 selected>One<option>Two</select>",
            "<select name=\"s\"><option value=\"1\" selected>One</option><option>Two</option></select>",
        ),
        (
            "<form class=c method=post action=/pay><div></div><button>Pay</button></form><form></form>",
            "<form method=\"post\" action=\"/pay\"><button>Pay</button></form>",
        ),
        (
            "<div @click=go>a</div><div tabindex=0>b</div><div tabindex=-1>c</div>",
            "<div onclick>a</div><div tabindex=\"0\">b</div>",
        ),
        (
            "<div role=menuitem>m</div><div role=banner>n</div><p contenteditable>w</p>",
            "<div role=\"menuitem\">m</div><p contenteditable>w</p>",
        ),
        (
            "<a href=/><img src=x alt=Home></a><button><svg><title>Close</title><path/></svg></button>",
            "<a href=\"/\">Home</a><button>Close</button>",
        ),
        (
            "<textarea name=t>one\n two</textarea>",
            "<textarea name=\"t\">one two</textarea>",
        ),
    ] {
        assert_eq!(bones(html), expected, "{html}");
    }
}

#[test]
fn what_is_hidden_goes() {
    for html in [
        "<div hidden><a href=/>x</a></div>",
        "<div style='color:red; DISPLAY: none !important'><a href=/>x</a></div>",
        "<div style='visibility:hidden'><a href=/>x</a></div>",
        "<input type=hidden name=token value=t>",
        "<dialog><a href=/>x</a></dialog>",
        "<details><summary hidden>s</summary><a href=/>x</a></details>",
        "<template><a href=/>x</a></template>",
        "<noscript><a href=/>x</a></noscript>",
        "<script>'<a href=/>x</a>'</script>",
    ] {
        assert_eq!(bones(html), "", "{html}");
    }
    assert_eq!(
        bones("<dialog open><a href=/>x</a></dialog>"),
        "<a href=\"/\">x</a>"
    );
}

#[test]
fn secrets_are_not_kept() {
    for html in [
        "<input type=password value=SECRET>",
        "<input autocomplete=cc-number value=SECRET>",
        "<input autocomplete='shipping one-time-code' value=SECRET>",
        "<input name=cardNumber value=SECRET>",
        "<textarea name=passphrase>SECRET</textarea>",
    ] {
        let bones = bones(html);
        assert!(!bones.contains("SECRET"), "{bones}");
        assert!(!bones.is_empty(), "{html}");
    }
}

#[test]
fn text_and_size_are_bounded() {
    let long = "word ".repeat(100);
    let text = bones(&format!("<button>{long}</button>"));
    assert_eq!(text.len(), "<button></button>".len() + 99);

    let many = "<a href=/>link</a>".repeat(20_000);
    let skeleton = skeleton(&many);
    assert!(skeleton.html.len() < MOST + 100);
    assert_eq!(skeleton.kept + skeleton.left_out, 20_000);
}

/// Pages whose HTML says exactly what it means: writing them down and reading them again changes
/// nothing.
fn tidy_page() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("words ".to_owned()),
        Just("<input name=n value=v>".to_owned()),
        Just("<button>&lt;go&gt;</button>".to_owned()),
        Just("<select><option selected>one</option><option>two</option></select>".to_owned()),
        Just("<textarea> &amp; </textarea>".to_owned()),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        let tags = [
            "div",
            "span",
            "label",
            "li onclick=f",
            "main role=tab",
            "i tabindex=0",
        ];
        (
            prop::sample::select(tags.to_vec()),
            prop::collection::vec(inner, 0..5),
        )
            .prop_map(|(tag, inner)| {
                let name = tag.split(' ').next().unwrap();
                format!("<{tag}>{}</{name}>", inner.concat())
            })
    })
}

proptest! {
    #[test]
    fn a_skeleton_of_a_skeleton_is_the_same(html in tidy_page()) {
        let once = bones(&html);
        prop_assert_eq!(bones(&once), once.clone(), "{}", html);
    }

    #[test]
    fn no_page_is_too_strange(html in any::<String>()) {
        skeleton(&html);
    }

    #[test]
    fn hostile_pages_have_skeletons_too(
        html in "(<(/)?(div|p|button|form|label|select|option|table|td|svg|textarea|template|math|title)>|<a href=q>|<b onclick=x>|x|\"|&| ){0,60}",
    ) {
        skeleton(&html);
    }
}
