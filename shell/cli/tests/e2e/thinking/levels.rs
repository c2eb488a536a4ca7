//! What a person would try by hand on small twins of what people use: levels 1 and 2, each in plain instructions
//! for the engine alone, and in words that take a model.

use super::Desk;
use crate::kit::{Ended, Machine, Model, Player, Say, Site};

/// The command engine alone, without a model.
pub fn by_the_engine(twin: &str, words: &str) -> (Ended, Site) {
    let (machine, site) = (Machine::new(), Site::twin(twin));
    let ended = machine.task(words, &site.url(), &["--yes"]).done();
    (ended, site)
}

#[test]
fn level_1_1_a_search_and_its_result_need_no_model() {
    let words = "Search for \"perihelion aerospace\" and open the Opentome result";
    let (_, site) = by_the_engine("encyclopedia", words);
    assert_eq!(site.asked("GET /wiki/perihelion-aerospace.html"), 1);
}

#[test]
fn level_1_1_a_question_about_the_article_is_answered_from_it() {
    let words =
        "Look up Perihelion Aerospace in the Opentome encyclopedia and tell me who founded it";
    let player = Player::doing(|told| match () {
        () if told.shows("Founder") => "finish(\"Ines Calder founded it.\")".to_owned(),
        () if told.has("Perihelion Aerospace - Opentome") => {
            told.click("Perihelion Aerospace - Opentome")
        }
        () if told.shows("=\"perihelion") => "press(\"Enter\")".to_owned(),
        () => told.enter("Search", "perihelion aerospace"),
    })
    .plan(&[
        "Enter \"perihelion aerospace\" into Search",
        "Press Enter",
        "Open the Opentome article on the company",
        "Tell who founded it",
    ]);
    let (desk, site) = (
        Desk::new(Model::playing(player)),
        Site::twin("encyclopedia"),
    );
    let ended = desk.task(words, &site).with(0);
    assert!(ended.result().contains("Ines Calder"), "{}", ended.out);
    assert_eq!(site.asked("GET /wiki/perihelion-aerospace.html"), 1);
}

#[test]
fn level_1_2_a_form_is_filled_in_and_sent_without_a_model() {
    let words = "Enter \"Ines\" into First name, \"Calder\" into Last name and \"ines@perihelion.example\" into \
        E-mail address, choose Switzerland in Country, then click Register";
    let (_, site) = by_the_engine("form", words);
    assert_eq!(site.asked("GET /thanks.html"), 1);
}

#[test]
fn level_1_2_a_form_told_in_other_words_is_filled_in_by_a_model() {
    let words = "Sign Ines Calder of Perihelion up, her mail is ines@perihelion.example, she comes from Switzerland";
    let player = Player::doing(|told| told.click("Register"))
        .plan(&[
            "Enter \"Ines\" into \"First name\"",
            "Enter \"Calder\" into \"Last name\"",
            "Enter \"ines@perihelion.example\" into \"E-mail address\"",
            "Enter \"Perihelion\" into \"Company\"",
            "Choose \"Switzerland\" in \"Country\"",
            "Click \"Register\"",
            "Verify that the page thanks Ines",
        ])
        .done_at("Thank you for registering, Ines");
    let (desk, site) = (Desk::new(Model::playing(player)), Site::twin("form"));
    desk.task(words, &site).with(0);
    assert_eq!(site.asked("GET /thanks.html"), 1);
    assert!(desk.last_screen().contains("ines@perihelion.example"));
}

const FIFTH: &str = "A night on the Hornisgrinde";

#[test]
fn level_2_1_the_fifth_of_a_list_that_grows_needs_no_model() {
    let (ended, _) = by_the_engine("videos", "Open the 5th video");
    let decided = ended
        .events()
        .into_iter()
        .rfind(|event| event["event"] == "decided");
    assert_eq!(decided.unwrap()["target"], FIFTH, "{}", ended.out);
}

#[test]
fn level_2_1_the_fifth_of_a_list_that_grows_is_scrolled_to_by_a_model() {
    let player = Player::doing(|told| match told.has(FIFTH) {
        true => Say::from(told.click(FIFTH)),
        false => Say::from("scroll(true)").prepares(),
    })
    .plan(&[
        "Scroll until five videos were seen",
        "Click the fifth video",
        "Verify that it plays",
    ])
    .done_at("Video 5 of the feed");
    let (desk, site) = (Desk::new(Model::playing(player)), Site::twin("videos"));
    let words = "Let me watch whatever comes fifth on this feed, skip the four before it";
    desk.task(words, &site).with(0);
    assert!(desk.last_screen().contains("Video 5 of the feed"));
}

const HEADLINE: &str = "Harbour reopens after eleven days of ice";

#[test]
fn level_2_2_a_notice_is_put_away_and_the_headline_read_without_a_model() {
    let words = "Dismiss the cookie banner and read the headline";
    let (ended, _) = by_the_engine("news", words);
    assert_eq!(ended.result(), HEADLINE);
}

#[test]
fn level_2_2_a_notice_is_put_away_and_the_headline_read_by_a_model() {
    let player = Player::doing(|told| match told.shows(HEADLINE) {
        true => format!("finish(\"{HEADLINE}\")"),
        false => told.click("Reject all"),
    })
    .plan(&[
        "Click \"Reject all\"",
        "Find what the paper leads with",
        "Verify that it was told",
    ]);
    let (desk, site) = (Desk::new(Model::playing(player)), Site::twin("news"));
    let words = "I want to know what this paper leads with today, and no cookies from them";
    let ended = desk.task(words, &site).with(0);
    assert_eq!(ended.result(), HEADLINE);
}

/// A company with its news, its people and a place to write to them.
fn company(industry: &str) -> Site {
    let start = format!(
        "<title>Acme</title><h1>Acme</h1><p>Industry: {industry}</p><a href=/news>News</a>"
    );
    Site::new(&[
        ("/", &start),
        (
            "/news",
            "<title>News</title><h1>Acme opens a laboratory in Lima</h1><a href=/team>Team</a>",
        ),
        (
            "/team",
            "<title>Team</title><p>VP Engineering: Noor Haddad</p><a href=/mail>Write to them</a>",
        ),
        (
            "/mail",
            "<title>Mail</title><form method=post action=/drafts><label>Message <input name=words></label>
            <button>Save draft</button></form>",
        ),
        ("/drafts", "<title>Drafts</title><p role=status>The draft is saved."),
    ])
}

const MAIL: &str = "Dear Noor Haddad, congratulations on the laboratory in Lima";

/// A model that looks a company up and writes to its head of engineering, if it makes software.
fn researcher() -> Player {
    Player::doing(|told| match () {
        () if told.shows("Industry: Bakery") => {
            "finish(\"Acme is a bakery, so nobody is written to.\")".to_owned()
        }
        () if told.has("News") => told.click("News"),
        () if told.has("Team") => told.click("Team"),
        () if told.has("Write to them") => told.click("Write to them"),
        () if told.shows("congratulations") => told.click("Save draft"),
        () => told.enter("Message", MAIL),
    })
    .plan(&[
        "See what Acme makes",
        "Open the news",
        "Open the team",
        "Open the page to write to them",
        &format!("Enter \"{MAIL}\" into Message"),
        "Click \"Save draft\"",
        "Verify that the draft is saved",
    ])
    .done_at("The draft is saved")
}

const RESEARCH: &str = "Research Acme; if it is a software company, find its VP Engineering and save a draft of a mail \
    to them that cites the latest news";

#[test]
fn level_5_research_goes_on_to_a_draft_that_cites_the_news() {
    let (desk, site) = (Desk::new(Model::playing(researcher())), company("Software"));
    desk.task(RESEARCH, &site).with(0);
    assert_eq!(site.asked("POST /drafts"), 1);
}

#[test]
fn level_5_research_that_finds_another_trade_writes_to_nobody() {
    let (desk, site) = (Desk::new(Model::playing(researcher())), company("Bakery"));
    desk.task(RESEARCH, &site);
    assert_eq!(
        (site.asked("GET /mail"), site.asked("POST /drafts")),
        (0, 0)
    );
}
