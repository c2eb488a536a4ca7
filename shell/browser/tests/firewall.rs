//! Our own browser reaches nothing inside the machine that nobody named, however a page asks for it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use screen_agent_action::Action;
use screen_agent_browser::{Browser, Hands, Network, System};
use support::{Site, options, value};
use tokio::net::{TcpListener, TcpStream, UdpSocket};
use tokio::sync::watch;

/// Ways in which a page asks for an address; each is a promise that ends when it has.
const WAYS: [(&str, &str); 16] = [
    // These two tell of no end: the others take long enough for them to come to theirs.
    (
        "call",
        "(async () => { const c = window.call = new RTCPeerConnection({ iceServers: [{ urls: at.replace(/^http:../, 'stun:').replace(/.in$/, '') }] }); c.createDataChannel('x'); await c.setLocalDescription() })()",
    ),
    (
        "relayed call",
        "(async () => { const c = window.relayed = new RTCPeerConnection({ iceServers: [{ username: 'x', credential: 'x', urls: at.replace(/^http:../, 'turn:').replace(/.in$/, '?transport=tcp') }] }); c.createDataChannel('x'); await c.setLocalDescription() })()",
    ),
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
    (
        "shared worker",
        "new Promise((ok) => { const w = new SharedWorker(URL.createObjectURL(new Blob([`onconnect = ({ ports: [port] }) => fetch('${at}', { mode: 'no-cors' }).then(() => port.postMessage(1), () => port.postMessage(0))`]))); w.port.onmessage = w.onerror = ok })",
    ),
    (
        "service worker",
        "navigator.serviceWorker.register('/asks.js').then(() => navigator.serviceWorker.ready).then((it) => new Promise((ok) => { navigator.serviceWorker.onmessage = ok; it.active.postMessage(at) }))",
    ),
    (
        "socket",
        "new Promise((ok) => { const s = new WebSocket(at.replace('http', 'ws')); s.onopen = s.onerror = ok })",
    ),
    (
        "socket of a worker",
        "new Promise((ok) => { const w = new Worker(URL.createObjectURL(new Blob([`const s = new WebSocket('${at.replace('http', 'ws')}'); s.onopen = s.onerror = () => postMessage(1)`]))); w.onmessage = w.onerror = ok })",
    ),
    (
        "transport",
        "new WebTransport(at.replace('http', 'https')).ready",
    ),
];

/// Something inside that counts who knocks, by either protocol. It never answers.
struct Inside {
    port: u16,
    knocks: watch::Sender<usize>,
}

impl Inside {
    async fn new() -> Self {
        let (tcp, udp) = loop {
            let tcp = TcpListener::bind("127.0.0.1:0").await.unwrap();
            // The same number may be somebody else's there.
            if let Ok(udp) = UdpSocket::bind(tcp.local_addr().unwrap()).await {
                break (tcp, udp);
            }
        };
        let port = tcp.local_addr().unwrap().port();
        let knocks = watch::Sender::new(0);
        let (by_tcp, by_udp) = (knocks.clone(), knocks.clone());
        tokio::spawn(async move {
            while tcp.accept().await.is_ok() {
                by_tcp.send_modify(|count| *count += 1);
            }
        });
        tokio::spawn(async move {
            while udp.recv(&mut [0; 2000]).await.is_ok() {
                by_udp.send_modify(|count| *count += 1);
            }
        });
        Self { port, knocks }
    }

    fn knocks(&self) -> usize {
        *self.knocks.borrow()
    }
}

/// An address outside, as far as anybody can tell.
const OUTSIDE: Ipv4Addr = Ipv4Addr::new(93, 184, 216, 34);

/// A network whose names can be given another meaning, and a site outside.
#[derive(Debug)]
struct Played {
    outside: SocketAddr,
    names: Mutex<HashMap<&'static str, Vec<Ipv4Addr>>>,
    /// How often a name was looked up that meant the site outside, and how often that was connected to.
    outward: [AtomicUsize; 2],
}

impl Played {
    fn new(outside: &Site, names: &[(&'static str, &[Ipv4Addr])]) -> Arc<Self> {
        let names = names.iter().map(|(name, means)| (*name, means.to_vec()));
        Arc::new(Self {
            outside: outside.address(),
            names: Mutex::new(names.collect()),
            outward: Default::default(),
        })
    }

    fn now_means(&self, name: &'static str, means: Ipv4Addr) {
        self.names.lock().unwrap().insert(name, vec![means]);
    }
}

#[async_trait]
impl Network for Played {
    async fn lookup(&self, name: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let means = self.names.lock().unwrap().get(name).cloned();
        let means = means.ok_or(io::ErrorKind::NotFound)?;
        if means == [OUTSIDE] {
            self.outward[0].fetch_add(1, Ordering::SeqCst);
        }
        Ok(means.into_iter().map(|ip| (ip, port).into()).collect())
    }

    async fn connect(&self, _host: &str, to: SocketAddr) -> io::Result<TcpStream> {
        match to.ip() == OUTSIDE {
            true => {
                self.outward[1].fetch_add(1, Ordering::SeqCst);
                TcpStream::connect(self.outside).await
            }
            false => TcpStream::connect(to).await,
        }
    }
}

async fn on_network(network: Option<Arc<dyn Network>>) -> Hands {
    let mut options = options();
    options.firewall = network;
    Hands::on(Browser::launch(options).await.unwrap())
        .await
        .unwrap()
}

fn open_site() -> Site {
    Site::new(&[
        ("/", "<title>open</title><body>"),
        (
            "/asks.js",
            "onmessage = ({ data, source }) => fetch(data, { mode: 'no-cors' }).then(() => source.postMessage(1), () => source.postMessage(0))",
        ),
    ])
}

#[tokio::test(flavor = "multi_thread")]
async fn no_way_of_asking_reaches_what_is_inside() {
    let (open, inside) = (open_site(), Inside::new().await);
    let own = Ipv4Addr::LOCALHOST;
    let names: [(&str, &[Ipv4Addr]); 2] =
        [("in.example", &[own]), ("both.example", &[OUTSIDE, own])];
    let mut hands = page_of(&open, &names).await;
    for (way, code) in WAYS {
        let hosts = ["127.0.0.1", "localhost", "in.example", "both.example"];
        let all = hosts.map(|host| format!("http://{host}:{}/in", inside.port));
        let asked = format!("for (const at of {all:?}) await ({code}).catch(() => 0); 'asked'");
        // Chromium itself crashes over some of them now and then; a page that has crashed asks no more.
        for _ in 0..CRASHES {
            let action = Action::Evaluate {
                code: asked.clone(),
            };
            let performed = hands.perform(&action).await;
            if let Some(error) = performed.error {
                assert_eq!(error.message, "the page has crashed", "{way}");
                hands.close().await;
                hands = page_of(&open, &names).await;
                continue;
            }
            assert_eq!(performed.state.as_deref(), Some("asked"), "{way}");
            break;
        }
        assert_eq!(inside.knocks(), 0, "{way}");
    }
    hands.close().await;
    assert_eq!(inside.knocks(), 0);
}

/// How often a way of asking is tried again after the page has crashed over it.
const CRASHES: usize = 4;

async fn page_of(open: &Site, names: &[(&'static str, &[Ipv4Addr])]) -> Hands {
    let mut hands = on_network(Some(Played::new(open, names))).await;
    hands.open(&open.url("/")).await.unwrap();
    hands
}

/// Ways that do nothing would prove nothing.
#[tokio::test(flavor = "multi_thread")]
async fn without_walls_every_way_of_asking_reaches_it() {
    let open = open_site();
    let mut hands = on_network(None).await;
    hands.open(&open.url("/")).await.unwrap();
    for (way, code) in WAYS {
        let inside = Inside::new().await;
        let at = format!("http://127.0.0.1:{}/in", inside.port);
        let begun = format!("{{ const at = '{at}'; void ({code}); }} 'begun'");
        assert_eq!(value(&mut hands, &begun).await, "begun");
        let mut knocks = inside.knocks.subscribe();
        let knocked = knocks.wait_for(|count| *count > 0);
        let knocked = tokio::time::timeout(Duration::from_secs(60), knocked).await;
        assert!(knocked.is_ok(), "{way}");
    }
    hands.close().await;
}

/// A name is looked up once for a connection, and what was found is what is connected to.
#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_turns_inside_is_followed_no_more() {
    let (open, inside) = (open_site(), Inside::new().await);
    let names: [(&str, &[Ipv4Addr]); 2] =
        [("turns.example", &[OUTSIDE]), ("stays.example", &[OUTSIDE])];
    let network = Played::new(&open, &names);
    let mut hands = on_network(Some(network.clone())).await;
    let turns = format!("http://turns.example:{}/", inside.port);
    hands.open(&turns).await.unwrap();
    assert_eq!(value(&mut hands, "document.title").await, "open");

    network.now_means("turns.example", Ipv4Addr::LOCALHOST);
    // A connection to spare, which a browser may have made before, still leads to the site outside, once.
    let asked = "await (async () => { try { for (;;) await fetch('/in'); } catch { return 'refused'; } })()";
    assert_eq!(value(&mut hands, asked).await, "refused");
    assert_eq!(inside.knocks(), 0);
    let again = hands.open(&turns).await.unwrap_err();
    let told =
        "the page did not load: it lies inside this machine or its network, and nobody named it";
    assert_eq!(again.message, told);
    assert_eq!(inside.knocks(), 0);

    hands.open("http://stays.example/").await.unwrap();
    assert_eq!(value(&mut hands, "document.title").await, "open");
    let unknown = hands.open("http://nobody.example/").await.unwrap_err();
    assert_eq!(
        unknown.message,
        "the page did not load: its name is not known"
    );
    hands.close().await;
    let [looked_up, connected] = network
        .outward
        .each_ref()
        .map(|it| it.load(Ordering::SeqCst));
    assert_eq!(looked_up, connected);
}

/// What the person named is reached, by the system's own names and by sockets, too.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_named_is_reached() {
    let open = open_site();
    let mut hands = on_network(Some(Arc::new(System))).await;
    for page in [open.url("/"), open.other_url("/")] {
        hands.open(&page).await.unwrap();
        let asked = "await fetch('/asks.js').then((it) => it.status)";
        assert_eq!(value(&mut hands, asked).await, "200", "{page}");
    }
    open.forget();
    let socket = "await new Promise((ok) => { const s = new WebSocket(location.origin.replace('http', 'ws') + '/live'); s.onopen = s.onerror = ok }); 'asked'";
    assert_eq!(value(&mut hands, socket).await, "asked");
    assert_eq!(open.deeds(), ["/live"]);
    hands.close().await;
}
