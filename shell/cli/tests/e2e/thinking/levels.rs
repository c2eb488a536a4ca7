//! What a person would try by hand, level by level, on small twins of what people use.

use super::Desk;
use crate::kit::{Ended, Machine, Model, Player, Say, Site, Told, planned};

/// Every line of text that was on the screen at the last look.
fn last_screen(desk: &Desk) -> String {
    let turns = desk.turns();
    let seen = turns.lines().rfind(|turn| turn.contains("\"screen\""));
    seen.unwrap_or_default().to_owned()
}

/// Level 1: the command engine alone, without a model.
fn by_the_engine(twin: &str, words: &str) -> (Ended, Site) {
    let (machine, site) = (Machine::new(), Site::twin(twin));
    let ended = machine.task(words, &site.url(), &["--yes"]).with(0);
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
    assert!(last_screen(&desk).contains("ines@perihelion.example"));
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
    assert!(last_screen(&desk).contains("Video 5 of the feed"));
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

/// Remembers who it is at the directory, then looks for them in the customer list.
fn carry_a_name(told: &Told, crm: &str) -> String {
    let name = told.kept("name");
    match (told.shows("Ledgerly"), name) {
        (false, None) => "remember(\"name\", \"Signe Dahlberg\")".into(),
        (false, Some(_)) => format!("navigate(\"{crm}\")"),
        (true, Some(name)) if told.shows(&format!("=\"{name}\"")) => {
            match told.shows("Last call") {
                true => format!("finish(\"{name} is a customer.\")"),
                false => told.click(name),
            }
        }
        (true, Some(name)) => told.enter("Search contacts", name),
        (true, None) => "fail(\"the name was lost\")".into(),
    }
}

#[test]
fn level_3_1_a_name_is_carried_from_one_site_to_another() {
    let (directory, crm) = (Site::twin("directory"), Site::twin("crm"));
    let address = crm.url();
    let words =
        format!("Find who is Head of Purchasing here, then look that person up at {address}");
    let steps = [
        "Remember the name of the Head of Purchasing".to_owned(),
        format!("Go to {address}"),
        "Type the remembered name into \"Search contacts…\"".to_owned(),
        "Click the contact of that name".to_owned(),
        "Verify that the contact is shown".to_owned(),
    ];
    let plan = planned(&steps);
    let player = Player::doing(move |told| carry_a_name(told, &address))
        .on("plan", move |_| plan.clone())
        .done_at("Last call");
    let desk = Desk::new(Model::playing(player));
    let ended = desk.task(&words, &directory).with(0);
    let screen = last_screen(&desk);
    let opened = screen.contains("Norrland Timber · Customer") && screen.contains("Last call");
    assert!(opened, "{}", ended.out);
    desk.assert_replays();
}

/// Remembers the three facts at the shop, then writes them into the first free row.
fn carry_a_product(told: &Told, sheet: &str) -> Say {
    match (told.shows("Gridsheet"), told.kept("lamp")) {
        (false, None) => "remember(\"lamp\", \"Alder desk lamp; FO-2217; 84.50\")".into(),
        (false, Some(_)) => format!("navigate(\"{sheet}\")").into(),
        (true, Some(_)) if told.shows("=\"84.50\"") => "finish(\"It stands in row 3.\")".into(),
        (true, Some(lamp)) => {
            let facts: Vec<&str> = lamp.split("; ").collect();
            let cells = ["A3", "B3", "C3"].into_iter().zip(facts);
            let filled: Vec<String> = cells.map(|(cell, fact)| told.enter(cell, fact)).collect();
            Say::chain(&filled)
        }
        (true, None) => "fail(\"the product was lost\")".into(),
    }
}

#[test]
fn level_3_2_a_product_is_carried_into_a_row_of_a_sheet() {
    let (shop, sheet) = (Site::twin("shop"), Site::twin("sheet"));
    let address = sheet.url();
    let words = format!(
        "Put the name, article number and price of this lamp into the next free row of the sheet at {address}"
    );
    let steps = [
        "Remember name, article number and price of the lamp".to_owned(),
        format!("Go to {address}"),
        "Type the remembered name into the first free cell of column A".to_owned(),
        "Type the remembered article number into the cell beside it".to_owned(),
        "Type the remembered price into the last cell of that row".to_owned(),
        "Verify that the row holds all three".to_owned(),
    ];
    let plan = planned(&steps);
    let player = Player::doing(move |told| carry_a_product(told, &address))
        .on("plan", move |_| plan.clone());
    let desk = Desk::new(Model::playing(player));
    desk.task(&words, &shop).with(0);
    let screen = last_screen(&desk);
    for fact in ["Alder desk lamp", "FO-2217", "84.50", "Saved C3"] {
        assert!(screen.contains(fact), "{fact} in {screen}");
    }
}

/// The day that a person means: the first Tuesday after today.
fn next_tuesday(today: &str) -> String {
    let day: jiff::civil::Date = today.trim_end_matches('.').parse().unwrap();
    let tuesday = day.nth_weekday(1, jiff::civil::Weekday::Tuesday);
    tuesday.unwrap().to_string()
}

/// The cheapest flight on the page: its name and price.
fn cheapest(told: &Told) -> Option<String> {
    let rows = told
        .page()
        .lines()
        .filter(|line| line.contains(" btn Select "));
    let price = |row: &&str| {
        let figure = row.split_once('$')?.1.split(' ').next()?;
        figure.parse::<u32>().ok()
    };
    let best = rows.min_by_key(|row| price(row).unwrap_or(u32::MAX))?;
    let name = best.split_once("Select ")?.1;
    Some(name.trim_end_matches(']').to_owned())
}

fn book(told: &Told) -> Say {
    let day = next_tuesday(told.after("Today is ").unwrap());
    match () {
        () if told.has("New York (JFK)") && !told.shows("=\"New York (JFK)\"") => {
            Say::from(told.click("New York (JFK)"))
        }
        () if told.has("London (LHR)") && !told.shows("=\"London (LHR)\"") => {
            Say::from(told.click("London (LHR)"))
        }
        () if !told.shows("=\"New York (JFK)\"") => told.enter("From", "New York").into(),
        () if !told.shows("=\"London (LHR)\"") => told.enter("To", "London").into(),
        () if !told.shows(&format!("=\"{day}\"")) => told.enter("Departure", &day).into(),
        () if !told.shows("Non-stop only") => told.click("Search flights").into(),
        () if !told.is("Non-stop only", "checked") => told.check("Non-stop only").into(),
        () => {
            let flight = cheapest(told).unwrap();
            told.click(&format!("Select {flight}")).into()
        }
    }
}

#[test]
fn level_4_1_the_cheapest_non_stop_flight_next_tuesday_is_chosen() {
    let words = "Find the cheapest non-stop flight from New York (JFK) to London (LHR) next Tuesday and select it";
    let player = Player::doing(book)
        .on("plan", |told| {
            let day = next_tuesday(told.after("Today is ").unwrap());
            planned(&[
                "Type \"New York\" into \"From\"",
                "Click \"New York (JFK)\"",
                "Type \"London\" into \"To\"",
                "Click \"London (LHR)\"",
                &format!("Enter \"{day}\" into \"Departure\""),
                "Click \"Search flights\"",
                "Check \"Non-stop only\"",
                "Select the cheapest of the flights that are left",
                "Verify that the flight is chosen",
            ])
        })
        .done_at("Nothing is booked yet");
    let (desk, site) = (Desk::new(Model::playing(player)), Site::twin("flights"));
    desk.task(words, &site).with(0);
    assert_eq!(site.asked("GET /chosen.html"), 1);
    let day = next_tuesday(&jiff::Zoned::now().date().to_string());
    let screen = last_screen(&desk);
    // On a Tuesday the Albion asks 18 more and the Gannet 56.
    assert!(
        screen.contains(&format!("Albion 16 on {day}, Non-stop, $486")),
        "{screen}"
    );
}
