//! A worker drives one Chromium; in another, the console watches it, takes over, and hands back.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use screen_agent_browser::{Browser, BrowserPage, Hands, LaunchOptions, find_browser};
use screen_agent_wire::extension::watch::{HeldKeys, MouseButton, MouseDoes, PersonInput};
use serde_json::{Value, json};

use crate::kit::{DEADLINE, Site, until};
use crate::workers::{EMAIL, ORDERED, Works};

/// What the person types on the page: where their hands go is known by its place.
const TYPED: &str = "Lovelace-1815";
const PAGE: &str = "<title>Tea</title><h1>Tea</h1>
    <style>.at { position: fixed; left: 10%; width: 40%; height: 12% }</style>
    <form action=/order method=post><button>Order</button>
    <input class=at style='top: 40%' aria-label=Name id=name>
    <button class=at style='top: 70%' type=button onclick='fetch(`/known/${document.getElementById(`name`).value}`)'>Remember me</button>
    </form>";

/// The console in a browser of its own.
struct Console {
    hands: Hands,
}

impl Console {
    /// Signed in, on the page of a run.
    async fn on(works: &Works, run: &str) -> Self {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        let mut options = LaunchOptions::new(find_browser(None, &folders).unwrap());
        options.no_sandbox = true;
        let browser = Browser::launch(options).await.unwrap();
        let mut hands = Hands::on(browser).await.unwrap();
        hands.open(&works.served.base).await.unwrap();
        let console = Self { hands };
        for (field, value) in [("email", EMAIL), ("password", works.password())] {
            console
                .js(&format!(
                    "document.querySelector('input[type={field}]').focus()"
                ))
                .await;
            let text = value.to_owned();
            console.does(&PersonInput::Text { text }).await;
        }
        console.key("Enter").await;
        console
            .until("document.querySelector('.board') !== null")
            .await;
        console.js(&format!("location.hash = '#/runs/{run}'")).await;
        console
    }

    fn page(&self) -> &BrowserPage {
        self.hands.page()
    }

    async fn js(&self, code: &str) -> Value {
        let patience = Duration::from_secs(5);
        self.page().run_in_page(code, patience).await.unwrap()
    }

    async fn until(&self, code: &str) {
        let deadline = Instant::now() + DEADLINE;
        while self.js(code).await != json!(true) {
            let shows = self.js("document.body.innerText").await;
            assert!(Instant::now() < deadline, "not in time: {code}\n{shows}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// What the live picture says of itself.
    async fn until_told(&self, words: &str) {
        let told = format!(
            "document.querySelector('.live [role=status]')?.innerText.includes({words:?}) ?? false"
        );
        self.until(&told).await;
    }

    async fn does(&self, input: &PersonInput) {
        let size = self.js("[innerWidth, innerHeight]").await;
        let size = [size[0].as_f64().unwrap(), size[1].as_f64().unwrap()];
        self.page().by_person(input, size).await.unwrap();
    }

    async fn key(&self, key: &str) {
        for down in [true, false] {
            let held = HeldKeys::default();
            let key = key.to_owned();
            self.does(&PersonInput::Key { down, key, held }).await;
        }
    }

    /// Presses a place of an element, as a share of its width and height.
    async fn press_in(&self, element: &str, [x, y]: [f64; 2]) {
        let place = format!(
            "(() => {{ const at = {element}; at.scrollIntoView({{ block: 'center' }}); const box = at.getBoundingClientRect();
              return [(box.left + box.width * {x}) / innerWidth, (box.top + box.height * {y}) / innerHeight]; }})()"
        );
        let place = self.js(&place).await;
        let [x, y] = [0, 1].map(|at| place[at].as_f64().unwrap());
        for (does, button) in [
            (MouseDoes::Move, MouseButton::None),
            (MouseDoes::Press, MouseButton::Left),
            (MouseDoes::Release, MouseButton::Left),
        ] {
            let clicks = u8::from(does != MouseDoes::Move);
            let held = HeldKeys::default();
            self.does(&PersonInput::Mouse {
                does,
                x,
                y,
                button,
                clicks,
                held,
            })
            .await;
        }
    }

    async fn press(&self, button: &str) {
        let found = format!(
            "[...document.querySelectorAll('button')].find((one) => one.innerText.trim() === {button:?})"
        );
        self.until(&format!("{found} !== undefined")).await;
        self.press_in(&found, [0.5, 0.5]).await;
    }

    /// Presses a place in the picture of the worker's page.
    async fn press_picture(&self, place: [f64; 2]) {
        self.press_in("document.querySelector('.live-page img')", place)
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_watched_taken_over_and_handed_back_and_goes_on_to_its_end() {
    let works = Works::on(Site::new(&[("/", PAGE), ("/order", ORDERED)]));
    let mut worker = works.worker(&[]);
    worker.line_with("ready");
    // No person has said it, so that a yes is asked for.
    let order = json!({ "instruction": "Click Order", "url": works.site.url(), "byProgram": true });
    let (_, made) = works.client().post("/api/runs", &order);
    let id = made["data"]["id"].as_str().unwrap().to_owned();
    let is_asked = || works.run(&id)["answerable"] == true;
    until("a yes is asked for", DEADLINE, is_asked);
    let console = Console::on(&works, &id).await;
    console.press("Watch live").await;
    console.until_told("You are watching").await;
    console
        .until("(document.querySelector('.live-page img')?.naturalWidth ?? 0) > 0")
        .await;
    console.press("Take over").await;
    console.until_told("The page is yours").await;
    console.press_picture([0.3, 0.46]).await;
    for sign in TYPED.chars() {
        console.key(&sign.to_string()).await;
    }
    console.press_picture([0.3, 0.76]).await;
    let known = format!("GET /known/{TYPED}");
    until("the page has what was typed", DEADLINE, || {
        works.site.asked(&known) == 1
    });
    // By keys alone: out of the page, and on the button that hands it back.
    console.key("F9").await;
    console.key("Enter").await;
    console.until_told("Handed back").await;
    // What the person did is no yes, and a yes from before it is none to the page as it is now.
    until("a yes is asked for again", DEADLINE, is_asked);
    let yes = || {
        let path = format!("/api/runs/{id}/answer");
        let answer = json!({ "answer": "yes" });
        assert_eq!(works.client().post(&path, &answer).0, 200);
    };
    yes();
    until("it is told what has changed", DEADLINE, || {
        let question = works.run(&id)["question"].to_string();
        question.contains("has changed since") && question.contains("typed_by_the_person")
    });
    assert_eq!(works.orders(), 0);
    yes();
    until("it is over", DEADLINE, || {
        works.run(&id)["endedAt"].is_string()
    });
    let ended = works.run(&id);
    assert_eq!(
        (&ended["status"], works.orders()),
        (&json!("done"), 1),
        "{ended}"
    );
    let told = works.everything_of(&id);
    assert!(!told.contains(TYPED), "what was typed is told somewhere");
    let (_, log) = works.client().get("/api/v1/audit?kind=run");
    let log = log["data"].to_string();
    for word in ["taken_over", "handed_back"] {
        assert_eq!(log.matches(word).count(), 1, "{log}");
    }
    assert!(!log.contains(TYPED));
    console.hands.close().await;
}
