#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;

const HERE: &str = "https://site.test/a/page";

fn lines(html: &str) -> Vec<String> {
    read(html, HERE)
        .lines
        .iter()
        .map(ReadLine::written)
        .collect()
}

fn main_lines(html: &str) -> Vec<String> {
    let reading = read(html, HERE);
    let main = reading.lines.iter().filter(|line| line.main);
    main.map(ReadLine::written).collect()
}

/// A paragraph that reads like one.
fn prose(topic: &str) -> String {
    format!(
        "<p>It was {topic} that people spoke of first, and they spoke of it for a long time, \
         although few of them had seen it with their own eyes, or knew anybody who had.</p>"
    )
}

#[test]
fn structure_is_kept() {
    for (html, expected) in [
        ("<h1>A</h1><p>b</p>", &["H1: A", "b"][..]),
        ("<p>Use <code>a|b</code> here.</p>", &["Use a|b here."]),
        ("<p>one<br>two</p>", &["one", "two"]),
        (
            "<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>",
            &["- a", "  - b", "    - c", "- d"],
        ),
        (
            "<ul><li><p>first</p><p>second</p></ul>",
            &["- first", "second"],
        ),
        ("<blockquote><p>q</p><p>r</p></blockquote>", &["> q", "> r"]),
        (
            "<pre><code>fn a() {\n    b\n}\n</code></pre>",
            &["Code: fn a() {\n    b\n}"],
        ),
        (
            "<dl><dt>Term<dd>What it is<dd>And more</dl>",
            &[
                "Term: Term",
                "Definition: What it is",
                "Definition: And more",
            ],
        ),
        (
            "<table><caption>Prices</caption><tr><th>Thing<th>Price<tr><td>Tea<td>2 <b>EUR</b></table>",
            &["Caption: Prices", "Thing | Price", "Tea | 2 EUR"],
        ),
        (
            "<table><tr><td><h2>Left</h2><p>a</p><td><p>b</p></table>",
            &["H2: Left", "a", "b"],
        ),
        (
            "<details><summary>More</summary><p>Hidden until opened.</p></details>",
            &["Summary: More", "Hidden until opened."],
        ),
        (
            "<figure><img src=x><figcaption>A cat</figcaption></figure>",
            &["Caption: A cat"],
        ),
        ("<div role=heading aria-level=3>Three</div>", &["H3: Three"]),
        (
            "<div>loose <b>words</b><p>p</p>tail</div>",
            &["loose words", "p", "tail"],
        ),
        ("<p>***</p><p> </p>", &[]),
        ("", &[]),
    ] {
        assert_eq!(lines(html), expected, "{html}");
    }
}

#[test]
fn what_is_not_shown_or_is_peoples_own_is_not_read() {
    for html in [
        "<p hidden>secret words</p>",
        "<p style='display: none'>secret words</p>",
        "<p style='visibility:hidden'>secret words</p>",
        "<div aria-hidden=true><p>secret words</p></div>",
        "<template><p>secret words</p></template>",
        "<noscript><p>secret words</p></noscript>",
        "<script>secret words</script><style>secret words</style>",
        "<!-- secret words -->",
        "<input value='secret words'><textarea>secret words</textarea>",
        "<select><option selected>secret words</select>",
        "<div contenteditable><p>secret words</p></div>",
        "<div role=textbox>secret words</div>",
        "<details hidden><p>secret words</p></details>",
        "<details><p style='display:none'>secret words</p></details>",
        "<dialog><p>secret words</p></dialog>",
        "<svg><title>secret words</title></svg>",
        "<video>secret words</video>",
    ] {
        let page = format!("<body><p>Something is said.</p>{html}</body>");
        let reading = read(&page, HERE);
        let text = format!("{reading:?}");
        assert!(!text.contains("secret"), "{html}: {text}");
        assert_eq!(reading.lines.len(), 1, "{html}");
    }
}

#[test]
fn what_stands_around_content_is_left_out() {
    let content: String = ["the bridge", "the river", "the town"].map(prose).concat();
    for around in [
        "<nav><a href=/>Home</a> <a href=/news>News of around</a></nav>",
        "<div role=navigation>around</div>",
        "<ul class=breadcrumbs><li><a href=/>around</a></ul>",
        "<div class='cookie-banner'>We use cookies around here. <button>OK</button></div>",
        "<div id=gdprConsent>Consent around</div>",
        "<div class=share-bar><a href=x>Share around</a></div>",
        "<aside><a href=/1>Around one</a> <a href=/2>Around two</a></aside>",
        "<footer>© around</footer>",
        "<div class=footer-links>around</div>",
        "<form><input type=email> Subscribe around</form>",
        "<div class=ad-slot>Buy around</div>",
        "<section class=newsletter>Get around mail</section>",
        "<div role=dialog>around</div>",
        "<button>around</button>",
        "<header><a href=/>Around</a></header>",
        "<div class=pagination><a href=2>around</a></div>",
    ] {
        let page =
            format!("<body>{around}<div class=x><h1>Title</h1>{content}</div>{around}</body>");
        let text = lines(&page).join("\n");
        assert!(!text.to_lowercase().contains("around"), "{around}: {text}");
        assert_eq!(main_lines(&page).len(), 4, "{around}");
    }
}

#[test]
fn names_alone_take_no_text_away() {
    let content: String = ["the bridge", "the river", "the town", "the mill"]
        .map(prose)
        .concat();
    for wrapped in [
        format!("<div class='page with-sidebar'>{content}</div>"),
        format!("<div class='social-history'>{content}</div>"),
        format!("<form id=aspnet>{content}</form>"),
        format!("<aside>{content}</aside>"),
        format!("<header>{content}</header>"),
        format!("<section class=promo-story>{content}</section>"),
        format!("<div class='post commented'>{content}</div>"),
        format!("<table role=presentation><tr><td>{content}</table>"),
        format!("<article><section class=Section--Ads>{content}</section></article>"),
    ] {
        assert_eq!(main_lines(&wrapped).len(), 4, "{wrapped}");
    }
}

#[test]
fn a_heading_that_leads_back_to_the_contents_is_one() {
    let html = format!(
        "<h1>Design</h1><h2><a class=toc-backref href=#id3>Why indentation?</a></h2><p>{}</p>",
        prose("grouping")
    );
    assert_eq!(
        main_lines(&html)[..2],
        ["H1: Design", "H2: Why indentation?"]
    );
}

#[test]
fn a_sign_that_leads_to_its_own_heading_is_no_word_of_it() {
    let html = format!(
        "<h1>Design<a class=headerlink href=#design>¶</a></h1><h2>C<a href=#sharp>#</a></h2>{}\
         <h2><a href=#c>C</a> and <a href=/all>…</a></h2>{}<p>It was told by few of them, and only after they had been asked for it, more than once.<a href=#note>†</a></p>",
        prose("grouping"),
        prose("brackets"),
    );
    let lines = main_lines(&html);
    assert_eq!(
        (lines[0].as_str(), lines[1].as_str()),
        ("H1: Design", "H2: C")
    );
    assert_eq!(lines[3], "H2: C and …");
    assert!(
        lines.iter().any(|line| line.ends_with("once.†")),
        "{lines:?}"
    );
}

#[test]
fn a_long_page_is_read_whole() {
    let content: String = (0..160).map(|i| prose(&format!("story {i}"))).collect();
    let page =
        format!("<body><nav><a href=/>Home</a></nav><article><h1>Long</h1>{content}</article>");
    assert!(page.len() > 26_000);
    assert_eq!(main_lines(&page).len(), 161);
}

#[test]
fn several_articles_are_one_content() {
    let stories: String = (0..4)
        .map(|i| {
            format!(
                "<article><h2>Story {i}</h2>{}</article>",
                prose(&format!("thing {i}"))
            )
        })
        .collect();
    let page = format!("<body><nav><a href=/>Home</a></nav><main>{stories}</main></body>");
    let reading = read(&page, HERE);
    assert_eq!(reading.primary.as_ref().unwrap().tag, "main");
    assert_eq!(main_lines(&page).len(), 8);
    let titles: Vec<&str> = reading
        .items
        .iter()
        .map(|item| item.title.as_str())
        .collect();
    assert_eq!(titles, ["Story 0", "Story 1", "Story 2", "Story 3"]);

    let products: String = (0..5)
        .map(|i| {
            format!(
                "<div class=card><a href='/p/{i}'><img src=x></a><h3><a href='/p/{i}'>Jacket {i}</a></h3>\
                 <span class=price>{i}9.00 EUR</span></div>"
            )
        })
        .collect();
    let page = format!("<body><div class=grid>{products}</div></body>");
    let reading = read(&page, HERE);
    assert_eq!(reading.items.len(), 5);
    assert_eq!(reading.items[3].title, "Jacket 3");
    assert_eq!(reading.items[3].url, "https://site.test/p/3");
    assert_eq!(reading.items[3].snippet, "39.00 EUR");
    assert!(reading.lines.iter().all(|line| line.main));
}

#[test]
fn stories_of_a_front_page_come_all_with_their_comments() {
    let rows: String = (0..30)
        .map(|i| {
            format!(
                "<tr class=athing><td>{i}.</td><td><span><a href='https://other.test/{i}'>The story of number {i}</a> \
                 (<a href='from?site=other.test'>other.test</a>)</span></td></tr>\
                 <tr><td colspan=1></td><td>{i} points by <a href='user?id=x'>x</a> <a href='item?id={i}'>3 hours ago</a> | \
                 <a href='item?id={i}'>{}&nbsp;comments</a></td></tr><tr class=spacer></tr>",
                i + 10
            )
        })
        .collect();
    let page = format!(
        "<body><center><table><tr><td><a href=news>new</a> | <a href=past>past</a></td></tr><tr><td><table>{rows}</table></td></tr></table></center>"
    );
    let reading = read(&page, HERE);
    assert_eq!(reading.items.len(), 30);
    assert_eq!(reading.items[7].title, "The story of number 7");
    assert_eq!(reading.items[7].url, "https://other.test/7");
    assert_eq!(reading.items[7].comment_count, Some(17));
    assert!(reading.comments.is_empty());
}

#[test]
fn prose_has_no_items() {
    let content: String = (0..8).map(|i| prose(&format!("thing {i}"))).collect();
    let related: String = (0..6)
        .map(|i| {
            format!(
                "<li class=teaser><a href='/r/{i}'>Another story that is told here {i}</a></li>"
            )
        })
        .collect();
    let linked = (0..5)
        .map(|i| format!("<p>As was said, <a href='/x{i}'>it is all connected somehow</a>, and it was long ago, and far away, they say.</p>"))
        .collect::<String>();
    let page =
        format!("<body><article><h1>One</h1>{content}{linked}</article><ul>{related}</ul></body>");
    assert_eq!(read(&page, HERE).items, []);
}

#[test]
fn comments_tell_who_when_and_in_answer_to_whom() {
    let comment = |name: &str, words: &str, inner: &str| {
        format!(
            "<li class='comment'><div class=comment-body><div class=comment-meta><a class=author href='/u/{name}'>{name}</a> \
             <time>3 hours ago</time> <span class=score>12 points</span></div><p>{words}</p>\
             <div class=reply><a href='#'>Reply</a></div></div>{inner}</li>"
        )
    };
    let inner = format!(
        "<ul class=children>{}</ul>",
        comment("bob", "I do not think so at all.", "")
    );
    let page = format!(
        "<article><h1>T</h1>{}{}{}</article><section id=comments><h2>2 comments</h2><ol class=comment-list>{}{}</ol>\
         <form class=comment-form><textarea></textarea></form></section>",
        prose("a"),
        prose("b"),
        prose("c"),
        comment("alice", "This is what I think of it.", &inner),
        comment("carol", "Neither of you is right.", "")
    );
    let reading = read(&page, HERE);
    let said = reading.comments.iter().map(|c| {
        (
            c.text.as_str(),
            c.author.as_deref(),
            c.age.as_deref(),
            c.score.as_deref(),
            c.depth,
        )
    });
    let said: Vec<_> = said.collect();
    let (age, score) = (Some("3 hours ago"), Some("12 points"));
    assert_eq!(
        said,
        [
            ("This is what I think of it.", Some("alice"), age, score, 0),
            ("I do not think so at all.", Some("bob"), age, score, 1),
            ("Neither of you is right.", Some("carol"), age, score, 0),
        ]
    );
    assert_eq!(main_lines(&page).len(), 4, "comments are not the article");
}

#[test]
fn a_discussion_of_rows_is_read_with_its_depths() {
    let row = |depth: u32, name: &str, words: &str| {
        format!(
            "<tr class='athing comtr' id=1{depth}><td><table><tr><td class=ind indent={depth}><img height=1></td>\
             <td class=default><div><span class=comhead><a href='user?id={name}' class=hnuser>{name}</a> \
             <span class=age><a href=x>2 hours ago</a></span></span></div><div class=comment><div class='commtext c00'>{words}</div>\
             <div class=reply><a href=r>reply</a></div></div></td></tr></table></td></tr>"
        )
    };
    let page = format!(
        "<body><center><table><tr><td><table>{}{}{}</table></td></tr></table></center>",
        row(
            0,
            "ann",
            "First of all, this is <i>not</i> how it works, and everybody knows."
        ),
        row(
            1,
            "ben",
            "Is it not? I had thought so for years, and I still do."
        ),
        row(
            0,
            "cid",
            "Something else entirely, which nobody has asked for."
        )
    );
    let reading = read(&page, HERE);
    let said: Vec<(Option<&str>, u32)> = reading
        .comments
        .iter()
        .map(|c| (c.author.as_deref(), c.depth))
        .collect();
    assert_eq!(said, [(Some("ann"), 0), (Some("ben"), 1), (Some("cid"), 0)]);
    assert_eq!(
        reading.comments[0].text,
        "First of all, this is not how it works, and everybody knows."
    );
    assert_eq!(reading.comments[0].age.as_deref(), Some("2 hours ago"));
}

#[test]
fn handles_are_those_of_the_nearest_element() {
    let page = "<main data-llm-id=1><h1 data-llm-id=2>Title</h1><p>Some <a data-llm-id=3 href=x>link</a> and text</p>\
        <ul><li><a data-llm-id=4 href=y>Only a link</a></li></ul><p data-llm-id=5>See <b data-llm-id=6>this</b></p>\
        <pre data-llm-id=7>code</pre><p data-llm-id='bad id'>x</p></main>";
    let reading = read(page, HERE);
    let handles: Vec<&str> = reading
        .lines
        .iter()
        .map(|line| line.handle.as_deref().unwrap_or(""))
        .collect();
    assert_eq!(handles, ["2", "1", "4", "5", "7", "1"]);
    assert_eq!(
        reading.primary.map(|p| p.handle),
        None,
        "it says too little to have content"
    );
}

#[test]
fn controls_are_named_and_never_tell_what_they_hold() {
    let page = "<input data-llm-id=1 type=password aria-label=Password value=hunter2>\
        <a data-llm-id=2 href='/x?token=abc&y=1'>Go on</a><div data-llm-id=3 role=button>Press</div>\
        <div data-llm-id=4 contenteditable aria-label=Message>my own words</div><button>No handle</button>\
        <select data-llm-id=5 aria-label=Size><option>S<option selected>M</select>\
        <button data-llm-id=6 hidden>Hidden</button><p data-llm-id=7>text</p>\
        <button data-llm-id=2>Forged</button>";
    let reading = read(page, HERE);
    let told: Vec<(&str, &str, &str)> = reading
        .controls
        .iter()
        .map(|c| (c.handle.as_str(), c.role.as_str(), c.text.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ("1", "textbox", "Password"),
            ("2", "link", "Go on"),
            ("3", "button", "Press"),
            ("4", "textbox", "Message"),
            ("5", "combobox", "Size"),
        ]
    );
    assert_eq!(
        reading.controls[1].href.as_deref(),
        Some("https://site.test/x?y=1")
    );
    assert_eq!(reading.controls[0].input_type.as_deref(), Some("password"));
    let all = format!("{reading:?}");
    assert!(!all.contains("hunter2") && !all.contains("my own words") && !all.contains("abc"));
    assert!(reading.signals.contains(&Signal::UrlRedacted));
}

#[test]
fn the_outline_has_levels() {
    let page = "<nav><h2>Menu</h2></nav><h1>A</h1><h2>B</h2><div role=heading aria-level=4>C</div><details><summary>S</summary>x</details>";
    let outline = read(page, HERE).outline;
    let told: Vec<(u8, &str, &str, &str)> = outline
        .iter()
        .map(|h| (h.level, h.tag.as_str(), h.role.as_str(), h.text.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (1, "h1", "", "A"),
            (2, "h2", "", "B"),
            (4, "div", "heading", "C"),
            (0, "summary", "", "S")
        ]
    );
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table of cases")]
fn signals_tell_what_stands_in_the_way() {
    use Signal as S;
    let long: String = (0..12).map(|i| prose(&format!("thing {i}"))).collect();
    for (html, url, expected) in [
        (long.as_str(), HERE, &[][..]),
        ("<p>Hi</p>", HERE, &[S::SparseText]),
        (
            "<h1>Tea</h1><table><tr><td>Green<td>4 EUR<tr><td>Black<td>3 EUR</table><p>Open from nine. Closed on Mondays.</p>",
            HERE,
            &[],
        ),
        (
            "<h1>Tea</h1><p>Loading... Please wait.</p>",
            HERE,
            &[S::SparseText],
        ),
        (
            "<img src=a><p>Hi</p>",
            HERE,
            &[S::SparseText, S::NonTextContent],
        ),
        (
            "<form><input type=password></form><p>Sign in</p>",
            HERE,
            &[S::PaywallOrLogin, S::SparseText],
        ),
        (
            &format!(
                "{long}<div class=paywall><p>Subscribe to continue reading this story.</p></div>"
            ),
            HERE,
            &[S::PaywallOrLogin],
        ),
        (
            &format!("{long}<div class=cookie-consent><p>We use cookies and the like.</p></div>"),
            HERE,
            &[S::ConsentModal],
        ),
        (
            &format!("{long}<dialog open><p>Join our newsletter today!</p></dialog>"),
            HERE,
            &[S::OverlayBlocking],
        ),
        (
            &format!(
                "{long}<div role=dialog aria-modal=true><p>We value your privacy, and cookies.</p></div>"
            ),
            HERE,
            &[S::ConsentModal, S::OverlayBlocking],
        ),
        (
            "<p>Please verify that you are human</p><div class=h-captcha></div>",
            HERE,
            &[S::CaptchaOrRobotCheck, S::SparseText],
        ),
        (
            &format!("{long}<iframe src='https://other.test/x'></iframe>"),
            HERE,
            &[S::CrossOriginIframe],
        ),
        (&format!("{long}<iframe src='/x'></iframe>"), HERE, &[]),
        (
            &format!("{long}<x-y><template shadowrootmode=closed>a</template></x-y>"),
            HERE,
            &[S::ClosedShadowRoot],
        ),
        (
            &format!("{long}<div role=feed><p>x</p></div>"),
            HERE,
            &[S::InfiniteScroll],
        ),
        (
            &format!("{long}<table aria-rowcount=900><tr><td>a<td>b</table>"),
            HERE,
            &[S::VirtualizedList],
        ),
        (&long, "https://site.test/x.pdf", &[S::PdfViewer]),
        (&long, "https://u:p@site.test/", &[S::UrlRedacted]),
        (&long, "https://site.test/#part", &[]),
        (
            "<p>You must be 18 or older to enter.</p>",
            HERE,
            &[S::SparseText, S::AgeGate],
        ),
        (
            "<p>This video is not available in your country.</p>",
            HERE,
            &[S::SparseText, S::GeoBlock],
        ),
        (
            "<div id=root></div><noscript>You need JavaScript</noscript><script>x</script>",
            HERE,
            &[S::SparseText, S::ScriptRequired],
        ),
    ] {
        assert_eq!(read(html, url).signals, expected, "{html:.300}");
    }
}

#[test]
fn hostile_pages_are_read_in_proportion() {
    let many = |part: &str| part.repeat(100_000 / part.len());
    for html in [
        many("<div>"),
        many("<div><p>a b c"),
        many("<ul><li>x"),
        many("<blockquote>x"),
        many("<table><tr><td>x"),
        many("<a href=x>some words here</a>"),
        many("<article><h2>t"),
        many("<div class=comment>words <b class=author>x</b>"),
        many("<p>A paragraph, with commas, and more words than few, so that it counts as one.</p>"),
        many("<footer><aside><header>x"),
        many("<div class='comment reply'><button>x</button>"),
        many("<li class=comment><a href=/user/x>x</a>"),
        many("<details><summary>x"),
        many("<pre>x"),
        many("<h1>x</h1>"),
        many("<input data-llm-id=1 type=password>"),
        format!("<p class='{}'>x", many("comment ")),
        format!(
            "<a href='https://a.test/?{}'>some words</a>",
            many("token=1&")
        ),
        format!(
            "<script type=application/ld+json>{}",
            many("\"datePublished\":")
        ),
    ] {
        let reading = read(&html, HERE);
        assert!(reading.lines.len() <= html.len());
    }
}

#[test]
fn an_application_that_puts_its_page_into_shadow_roots_is_read() {
    let page = format!(
        "<x-app><template shadowrootmode=open><main><h1>T</h1>{}{}</main></template></x-app>",
        prose("a"),
        prose("b")
    );
    assert_eq!(main_lines(&page).len(), 3);
}

#[test]
fn cells_that_reach_over_columns_and_rows_stand_in_each_and_what_is_struck_out_is_marked() {
    let html = "<main><h1>Plans</h1><table><thead><tr><th rowspan=2>Plan</th><th colspan=2>Price</th><th rowspan=2>Seats</th></tr>\
        <tr><th>Monthly</th><th>Yearly</th></tr></thead><tbody><tr><td>Team</td><td>€29</td><td><del>€25</del> €22</td><td>10</td></tr>\
        <tr><td colspan=3>Solo</td><td>1</td></tr></tbody></table><p>Was <s>$30</s>, is $20. <s></s></p></main>";
    let reading = super::read(html, "https://a.test/");
    let lines: Vec<&str> = reading
        .lines
        .iter()
        .map(|line| line.text.as_str())
        .collect();
    assert_eq!(
        lines,
        [
            "Plans",
            "Plan | Price | Price | Seats",
            "Plan | Monthly | Yearly | Seats",
            "Team | €29 | ~~€25~~ €22 | 10",
            "Solo | Solo | Solo | 1",
            "Was ~~$30~~, is $20.",
        ]
    );
}

#[test]
fn sentences_around_the_content_are_notes_and_menus_are_none() {
    let html = "<nav><a href=/a>Shops of the town, and more of them.</a></nav><main><h1>Cart</h1><p>Two lamps for $40 in all, to be paid when they come.</p></main>\
        <footer><p>Taxes are estimates: verify totals at checkout.</p><a href=/t>Terms</a><p>© 2026 Lamps</p>\
        <div class=cookie-consent>We use cookies to know you better, as all do.</div></footer>";
    let reading = super::read(html, "https://a.test/");
    let notes: Vec<&str> = reading
        .notes
        .iter()
        .map(|line| line.text.as_str())
        .collect();
    assert_eq!(notes, ["Taxes are estimates: verify totals at checkout."]);
}

#[test]
fn of_a_list_what_it_offers_and_what_is_chosen_is_told() {
    let reading = read(
        "<main><p>Choose a size, then a colour, for the lamp that you want to have sent.</p>\
         <label>Size <select data-llm-id='1'><option>Small<option selected>Large</select></label>\
         <label>Card expires <select data-llm-id='2' autocomplete='cc-exp-month'><option>01<option selected>02</select></label></main>",
        "https://shop.test/",
    );
    let told: Vec<_> = reading
        .controls
        .iter()
        .map(|one| {
            (
                one.text.as_str(),
                one.options.join("|"),
                one.value.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("Size", "Small|Large".to_owned(), Some("Large")),
            ("Card expires", String::new(), None),
        ]
    );
}

/// What stands elsewhere on the page does not count, and what is read may be something around the content, too.
#[test]
fn a_part_of_a_page_is_read_as_if_it_were_the_page() {
    let html = "<main><h1>Lamps</h1><p data-llm-id='1'>Many lamps of brass and steel stand here, for whoever reads at night.</p></main>\
        <footer data-llm-id='2'><p>Terms: lamps are sent back within thirty days.</p><a href='/terms' data-llm-id='3'>All terms</a></footer>";
    let dom = crate::html::Dom::parse(html);
    let part = super::read_part(&dom, html, "https://shop.test/", "2").unwrap();
    let lines: Vec<&str> = part.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(
        lines,
        [
            "Terms: lamps are sent back within thirty days.",
            "All terms"
        ]
    );
    assert_eq!(part.controls.len(), 1);
    assert!(super::read_part(&dom, html, "https://shop.test/", "9").is_none());
}
