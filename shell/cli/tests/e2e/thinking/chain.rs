//! Several actions in a row, stopped at the first that fails its check.

use super::Desk;
use crate::kit::{Model, Player, Say, Site};

/// A form whose third field takes no digits, and that tells in which order its fields were filled.
const FORM: &str = "<title>Badge</title><form id=f><label>First name <input name=first></label>
    <label>Last name <input name=last></label><label>Initials <input name=initials></label>
    <label>Company <input name=company></label>
    <button>Save</button></form><p role=status id=said></p><script>
    f.initials.addEventListener('input', () => { f.initials.value = f.initials.value.replace(/[0-9]/g, ''); });
    f.addEventListener('input', () => {
      const names = [...f.elements].filter((field) => field.value).map((field) => field.name);
      fetch('/filled-' + names.join('-'), {method: 'POST'});
      said.textContent = names.length === 4 ? 'The badge is ready' : '';
    });
    </script>";

fn badge(initials: &'static str) -> (Desk, Site) {
    let player = Player::doing(move |told| match told.shows("=\"Ines\"") {
        false => Say::chain(&[
            told.enter("First name", "Ines"),
            told.enter("Last name", "Calder"),
            told.enter("Initials", initials),
            told.enter("Company", "Perihelion"),
        ]),
        true if !told.shows("=\"IC\"") => told.enter("Initials", "IC").into(),
        true => told.enter("Company", "Perihelion").into(),
    })
    .plan(&["Fill in the badge", "Complete it", "See that it is ready"])
    .done_at("The badge is ready");
    (Desk::new(Model::playing(player)), Site::of(FORM))
}

const WORDS: &str = "Prepare the badge of Ines Calder of Perihelion";

#[test]
fn fields_of_one_form_are_filled_in_a_row() {
    let (desk, site) = badge("IC");
    let ended = desk.task(WORDS, &site).with(0);
    let all = site.asked("POST /filled-first-last-initials-company");
    assert!(all > 0, "{}", ended.out);
    let looks = ended
        .events()
        .iter()
        .filter(|event| event["event"] == "looked")
        .count();
    assert!(looks <= 3, "no look in between: {}", ended.out);
    // Once for all the fields, and once to say that it is done.
    assert_eq!(desk.asked_about("act"), 2, "{:?}", desk.model.topics());
    desk.assert_replays();
}

#[test]
fn a_chain_stops_at_the_field_that_does_not_hold_its_value_and_goes_on_from_there() {
    let (desk, site) = badge("I7C");
    let ended = desk.task(WORDS, &site).with(0);
    let all = site.asked("POST /filled-first-last-initials-company");
    assert!(all > 0, "{}", ended.out);
    let turns = desk.turns();
    assert!(
        turns.contains("\"executed\":2"),
        "two were done, and that was reported: {turns}"
    );
    let last = desk.model.told("correct");
    assert!(
        last.shows("=\"Calder\"") && !last.shows("=\"Perihelion\""),
        "{}",
        last.user()
    );
    desk.assert_replays();
}
