//! More of a page is sent when it is wanted, and not before.

use super::Desk;
use crate::kit::{Model, Player, Site};

const ICONS: &str = "<title>Board</title><p>Choose one.</p><style>button { width: 60px; height: 60px; }</style>
    <button onclick='say(\"star\")'><svg viewBox='0 0 10 10' width=40><polygon points='5,0 6,4 10,4 7,6 8,10 5,7 2,10 3,6 0,4 4,4'/></svg></button>
    <button onclick='say(\"heart\")'><svg viewBox='0 0 10 10' width=40><path d='M5 9 L1 4 A2 2 0 0 1 5 3 A2 2 0 0 1 9 4 Z'/></svg></button>
    <p role=status id=said></p><script>function say(what) { said.textContent = 'You chose the ' + what; }</script>";

#[test]
fn looks_are_told_by_a_picture_with_marks() {
    let player = Player::doing(|_| "click(2)").done_at("You chose the heart");
    let desk = Desk::new(Model::playing(player)).with_settings("[model]\npictures = true\n");
    let site = Site::of(ICONS);
    // A record would bring pictures along unasked.
    desk.task_unrecorded("Choose the heart icon", &site).with(0);
    let told = desk.model.told("act");
    assert!(told.sees_a_picture(), "{}", told.user());
}

#[test]
fn a_page_without_a_word_is_asked_for_in_full() {
    // A gauge for the eye, and its words for readers of screens alone.
    let page = "<title></title><style>.gauge { width: 90px; height: 20px; background: teal; }
        .sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }</style>
        <button aria-label=Refresh></button><div class=gauge><span class=sr-only>41 seats left</span></div>";
    let player = Player::doing(|_| "finish(\"41 seats are left.\")");
    let (desk, site) = (Desk::new(Model::playing(player)), Site::of(page));
    let ended = desk.task("How many seats are left?", &site).with(0);
    assert!(ended.result().contains("41"), "{}", ended.out);
    let turns = desk.turns();
    assert!(turns.contains("\"needs_context\""), "{turns}");
    let told = desk.model.told("act");
    assert!(told.shows("41 seats left"), "{}", told.user());
}

#[test]
fn a_page_that_says_enough_is_never_asked_for_in_full() {
    let player = Player::doing(|_| "finish(\"41 seats are left.\")");
    let desk = Desk::new(Model::playing(player));
    let site = Site::of("<title>Seats</title><p>There is room for forty-one more people.");
    desk.task("How many seats are left?", &site).with(0);
    assert!(!desk.turns().contains("needs_context"), "{}", desk.turns());
}
