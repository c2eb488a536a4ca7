//! Levels 3 and 4: something is carried from one site to another, and the best of many is found.

use super::Desk;
use super::levels::by_the_engine;
use crate::kit::{Model, Player, Say, Site, Told, planned};

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
    let screen = desk.last_screen();
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
            // The sheet keeps each cell at once, so each is asked about by itself.
            let open = cells.filter(|(_, fact)| !told.shows(&format!("=\"{fact}\"")));
            let filled: Vec<String> = open.map(|(cell, fact)| told.enter(cell, fact)).collect();
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
    let screen = desk.last_screen();
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

/// What is to be chosen on a Tuesday: the Albion asks 18 more then, and the Gannet 56.
const CHEAPEST: &str = "Albion 16";

#[test]
fn level_4_1_the_cheapest_non_stop_flight_next_tuesday_needs_no_model() {
    let words = "Find the cheapest non-stop flight from New York (JFK) to London (LHR) next Tuesday and select it";
    let (ended, site) = by_the_engine("flights", words);
    assert_eq!(site.asked("GET /chosen.html"), 1);
    let decided = ended
        .events()
        .into_iter()
        .rfind(|event| event["event"] == "decided");
    let target = decided.unwrap()["target"].to_string();
    assert!(target.contains(CHEAPEST), "{}", ended.out);
    let day = next_tuesday(&jiff::Zoned::now().date().to_string());
    assert!(ended.out.contains(&day), "{}", ended.out);
}

#[test]
fn level_4_1_the_cheapest_non_stop_flight_next_tuesday_is_chosen_by_a_model() {
    let words = "I have to be in London next Tuesday and start at JFK; pick whatever costs least, but without changing planes";
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
    let screen = desk.last_screen();
    let chosen = format!("{CHEAPEST} on {day}, Non-stop, $486");
    assert!(screen.contains(&chosen), "{screen}");
}
