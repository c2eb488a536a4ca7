//! Something fails, and is put right.

use super::Desk;
use crate::kit::{DEADLINE, Model, Player, Say, Site, judged, until};

#[test]
fn a_control_that_is_renamed_meanwhile_is_found_again() {
    let model = Model::new();
    let site = Site::new(&[
        (
            "/",
            "<title>Lab</title><div id=box><form method=post action=/sent><button>Send</button></form></div><script>
            fetch('/signal').then(() => {
              box.innerHTML = '<p>Almost there.</p><form method=post action=/sent><button id=other>Submit order</button></form>';
              return fetch('/swapped');
            });
            </script>",
        ),
        ("/sent", "<title>Lab</title><p>Thank you."),
    ]);
    let desk = Desk::new(model);
    let running = desk.begin("Have the order go out, and see to what follows", &site);
    let question = desk.model.asked();
    site.signal();
    until("the button is renamed", DEADLINE, || {
        site.asked("GET /swapped") == 1
    });
    question.answer("click(1)");
    let question = desk.model.asked();
    assert!(
        question.prompt().contains("Submit order"),
        "{}",
        question.prompt()
    );
    question.answer("click(2)");
    let question = desk.model.asked();
    assert!(
        question.prompt().contains("Thank you"),
        "{}",
        question.prompt()
    );
    question.answer("finish(\"It went out.\")");
    running.ended().with(0);
    assert_eq!(site.asked("POST /sent"), 1);
    // The look that comes with the yes shows the new name, so nothing fails that had to be put right.
    assert_eq!(desk.asked_about("correct"), 0, "{:?}", desk.model.topics());
    desk.assert_replays();
}

const MENU: &str = "<title>Mail</title>
    <button id=more aria-haspopup=menu aria-expanded=false onclick='open_menu()'>More</button>
    <div role=menu id=menu hidden><div role=menuitem tabindex=-1 onclick='pick(\"archived\")'>Archive</div>
    <div role=menuitem tabindex=-1 onclick='pick(\"muted\")'>Mute</div></div><p role=status id=said></p><script>
    function open_menu() { menu.hidden = false; more.setAttribute('aria-expanded', 'true'); }
    function pick(what) { menu.hidden = true; more.setAttribute('aria-expanded', 'false'); said.textContent = 'The thread is ' + what; }
    </script>";

#[test]
fn what_stands_in_a_menu_is_chosen_after_the_menu_was_opened() {
    let player = Player::doing(|told| match told.has("Archive") {
        true => Say::from(told.click("Archive")),
        false => Say::from(told.click("More")).prepares(),
    })
    .plan(&[
        "Open what else can be done",
        "Put the thread away",
        "See that it is away",
    ])
    .done_at("The thread is archived");
    let (desk, site) = (Desk::new(Model::playing(player)), Site::of(MENU));
    let ended = desk
        .task("Get this thread out of my sight but keep it", &site)
        .with(0);
    let events = ended.events();
    let met: Vec<_> = events
        .iter()
        .filter_map(|event| event["met"].as_bool())
        .collect();
    assert!(
        met.len() >= 2 && met.iter().all(|met| *met),
        "{}",
        ended.out
    );
    assert_eq!(desk.asked_about("correct"), 0, "{:?}", desk.model.topics());
}

/// A button that does nothing, and one that does what its neighbour says.
const DEAD: &str = "<title>Lamp</title><button>Light</button>
    <button onclick='said.textContent = \"The lamp is on\"'>Switch</button><p role=status id=said></p>";

fn puts_on_the_light() -> Player {
    Player::doing(|told| match () {
        () if told.shows("The lamp is on") => "finish(\"It is on.\")".to_owned(),
        () if told.user().contains("- click \"Light\"") => told.click("Switch"),
        () => told.click("Light"),
    })
    .plan(&["Make it bright", "See that it is bright", "Say so"])
    .on("judge", |told| {
        let lit = told.shows("The lamp is on");
        judged(lit, lit)
    })
}

#[test]
fn after_a_failure_the_end_is_looked_at_closely() {
    let desk = Desk::new(Model::playing(puts_on_the_light()));
    let site = Site::of(DEAD);
    let ended = desk
        .task("Let there be brightness in the room", &site)
        .with(0);
    assert_eq!(
        ended.actions()[..2],
        ["click(1)", "click(2)"],
        "{}",
        ended.out
    );
    assert_eq!(desk.asked_about("correct"), 1, "{:?}", desk.model.topics());
    assert!(desk.asked_about("judge") >= 1, "{:?}", desk.model.topics());
    desk.assert_replays();
}

#[test]
fn an_end_that_is_not_borne_out_is_no_end() {
    let player = puts_on_the_light()
        .on("judge", |told| judged(told.shows("The lamp is on"), false))
        .on("glance", |_| judged(true, false));
    let (desk, site) = (Desk::new(Model::playing(player)), Site::of(DEAD));
    let ended = desk.task("Let there be brightness in the room", &site);
    assert_ne!(ended.code, Some(0), "{}", ended.out);
}

#[test]
fn a_step_that_failed_is_not_done_again_in_the_same_way() {
    let player = Player::doing(|told| told.click("Light"))
        .plan(&["Make it bright", "See that it is bright", "Say so"])
        .on("judge", |_| judged(false, false));
    let (desk, site) = (Desk::new(Model::playing(player)), Site::of(DEAD));
    let ended = desk.task("Let there be brightness in the room", &site);
    assert_ne!(ended.code, Some(0), "{}", ended.out);
    let clicks = ended
        .actions()
        .iter()
        .filter(|action| *action == "click(1)")
        .count();
    assert!(clicks <= 1, "{}", ended.out);
}
