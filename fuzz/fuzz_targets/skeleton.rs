//! Any text is a page: its skeleton, controls, lines, selectors and compact text come without a
//! panic, and the compact text has as many controls as were read.

#![no_main]

use libfuzzer_sys::fuzz_target;
use screen_agent_page::from_html::{complete, read};
use screen_agent_page::observation::Heavy;
use screen_agent_page::{Budget, DomMode, Observation, Screen, blocks, outline, render, skeleton};

fuzz_target!(|html: &str| {
    let bones = skeleton(html);
    assert!(bones.html.len() <= 110_000, "a skeleton has a limit");
    read(&bones.html, "", DomMode::Skeleton);
    outline::outline(html);
    blocks::blocks(html);

    let mut observation = Observation {
        url: "https://site.test/".to_owned(),
        heavy: Heavy {
            dom: Some(html.into()),
            ..Heavy::default()
        },
        ..Observation::default()
    };
    complete(&mut observation);
    let screen = Screen::new(&observation);
    let whole = render(&screen, &Budget::unlimited());
    assert!(whole.left_out.is_nothing());
    let short = render(&screen, &Budget::tokens(200));
    assert!(short.text.len() <= whole.text.len() + 100);
});
