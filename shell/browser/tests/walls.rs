//! Our own browser reaches nothing inside the machine that nobody named, however a page asks for it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use screen_agent_browser::{Browser, Hands};
use support::{Site, options, value};

/// Ways in which a page asks for an address; each is a promise that ends when it has.
const WAYS: [(&str, &str); 9] = [
    ("fetch", "fetch(at, { mode: 'no-cors' })"),
    (
        "picture",
        "new Promise((ok) => { const i = new Image(); i.onload = i.onerror = ok; i.src = at })",
    ),
    (
        "script",
        "new Promise((ok) => { const s = document.createElement('script'); s.onload = s.onerror = ok; s.src = at; document.head.append(s) })",
    ),
    (
        "frame",
        "new Promise((ok) => { const f = document.createElement('iframe'); f.onload = f.onerror = ok; f.src = at; document.body.append(f) })",
    ),
    (
        "form in a frame",
        "new Promise((ok) => { const f = document.createElement('iframe'); f.name = 'in' + Math.random(); document.body.append(f); const g = document.createElement('form'); g.target = f.name; g.method = 'post'; g.action = at; document.body.append(g); f.onload = ok; g.submit() })",
    ),
    (
        "request",
        "new Promise((ok) => { const r = new XMLHttpRequest(); r.onloadend = ok; r.open('POST', at); r.send('x') })",
    ),
    (
        "events",
        "new Promise((ok) => { const e = new EventSource(at); e.onerror = () => { e.close(); ok() } })",
    ),
    (
        "worker",
        "new Promise((ok) => { const w = new Worker(URL.createObjectURL(new Blob([`fetch('${at}', { mode: 'no-cors' }).then(() => postMessage(1), () => postMessage(0))`]))); w.onmessage = w.onerror = ok })",
    ),
    (
        "worker in a worker",
        "new Promise((ok) => { const inner = `fetch('${at}', { mode: 'no-cors' }).then(() => postMessage(1), () => postMessage(0))`; const w = new Worker(URL.createObjectURL(new Blob([`const w = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(inner)}]))); w.onmessage = w.onerror = () => postMessage(1)`]))); w.onmessage = w.onerror = ok })",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn no_way_of_asking_reaches_what_is_inside() {
    let (open, inside) = (
        Site::new(&[("/", "<title>open</title><body>")]),
        Site::new(&[]),
    );
    let mut options = options();
    options.walls = true;
    let browser = Browser::launch(options).await.unwrap();
    let mut hands = Hands::on(browser).await.unwrap();
    for (way, code) in WAYS {
        for at in [inside.url("/in"), inside.other_url("/in")] {
            hands.open(&open.url("/")).await.unwrap();
            let asked = format!("const at = '{at}'; await ({code}).catch(() => 0); 'asked'");
            assert_eq!(value(&mut hands, &asked).await, "asked", "{way} {at}");
            assert_eq!(inside.deeds(), [""; 0], "{way} {at}");
        }
    }
    hands.close().await;
}
