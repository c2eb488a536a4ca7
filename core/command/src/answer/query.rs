//! A question about what is listed in which every word is accounted for: "how many people in Paris are called Jones", "what
//! does the better paid one of Ann and Bo earn". What the list does not know is asked of nothing.

use super::count::is_whole;
use crate::ground::described::{Described, is_called};
use crate::ground::find::leads_on;
use crate::ground::measure::measure;
use crate::ground::rows::{Entry, Part, listings};
use crate::ground::scene::is_ready;
use crate::ground::{Scene, only};
use crate::words::Token;
use crate::words::normal::words;
use screen_agent_words::WordList;

/// What a list says to a question; the answer, and whether it stands there as it is.
pub(super) fn query(scene: &Scene<'_>, tokens: &[Token]) -> Option<(String, bool)> {
    let listings = listings(scene);
    // What has no columns says nothing by a name of its own.
    let exists = tokens.first().is_some_and(|is| is.is_any(&["is", "are"]))
        && tokens.get(1).is_some_and(|there| there.is("there"));
    let several = listings
        .iter()
        .filter(|listing| listing.entries.len() > 1 && !listing.columns.is_empty());
    let mut answers: Vec<(String, bool)> = Vec::new();
    for found in several.filter_map(|listing| {
        let said = Described::read(listing, tokens)?;
        match exists {
            // What is not in view may stand on another page.
            true => (said.tells() && !said.entries()?.is_empty()).then(|| ("yes".to_owned(), true)),
            false => answer(&said, scene),
        }
    }) {
        if !answers.contains(&found) {
            answers.push(found);
        }
    }
    only(answers)
}

/// What it comes to.
fn answer(said: &Described<'_, '_>, scene: &Scene<'_>) -> Option<(String, bool)> {
    let entries = said.entries()?;
    // "How many people are on the list" counts all of it.
    let all = said.counts && said.noun && said.most.is_none() && said.asked.is_none();
    if !said.tells() && !all {
        return None;
    }
    // All of the list has to be in view for what is said of all of it.
    let over_all = said.counts || said.most.is_some() && !said.of_two;
    // "Who stays longest" asks for no number.
    let asked = said.asked.as_ref();
    if let Some(asked) = asked.filter(|_| !said.who || said.most.is_none()) {
        let entry = only(entries)?;
        let part = only(entry.parts.iter().filter(|part| is_called(part, asked)))?;
        let amount = !said.counts || measure(&part.text).is_some();
        let answered = amount
            && !part.text.is_empty()
            && (!over_all || said.most.is_none() || is_whole(scene));
        return answered.then(|| (part.text.clone(), said.most.is_none()));
    }
    let whole = is_whole(scene) || is_headed(scene, &said.listing.columns);
    if !whole && over_all {
        return None;
    }
    if said.counts {
        return said
            .most
            .is_none()
            .then(|| (entries.len().to_string(), false));
    }
    // "Who does the garden": what is said is no name, and the name is asked for.
    let named = |entry: &&Entry<'_>| said.says(&words(&entry.title));
    let by_cell = said.who && !entries.iter().any(named) && !entries.is_empty();
    if said.most.is_none() && by_cell && (entries.len() == 1 || is_whole(scene)) {
        let titles: Vec<&str> = entries.iter().map(|entry| entry.title.as_str()).collect();
        return Some((titles.join(", "), false));
    }
    let entry = only(entries)?;
    if said.most.is_none() {
        // "Which author comes from Poland": what is listed is asked for, by what is said of it.
        let which = said.noun && said.tied && !said.who && !named(&entry);
        return of_entry(said, entry)
            .or_else(|| which.then(|| entry.title.clone()))
            .map(|text| (text, false));
    }
    Some((entry.title.clone(), false))
}

/// True where the view was moved on to the end of a table, and its head is in view still: all of it is.
fn is_headed(scene: &Scene<'_>, columns: &[String]) -> bool {
    let mut tables = scene.screen.tables().iter();
    let headed = tables.any(|table| table.header.is_some() && table.columns == columns);
    let paged = scene
        .nodes()
        .iter()
        .any(|node| leads_on(&node.name) && is_ready(node));
    scene.moved && headed && !paged && !scene.screen.observation().has_more_below()
}

/// "Who ordered A-7", "where does Ann go": the only person or place that is told of what was named.
fn of_entry(said: &Described<'_, '_>, entry: &Entry<'_>) -> Option<String> {
    static PERSONS: WordList = WordList::named("listed persons");
    static PLACES: WordList = WordList::named("listed places");
    let labels = match (said.who, said.at_place) {
        (true, _) => &PERSONS,
        (false, true) => &PLACES,
        (false, false) => return None,
    };
    let labels: Vec<String> = labels.iter().map(|label| (*label).to_owned()).collect();
    let told = |part: &&Part| {
        let text = words(&part.text);
        is_called(part, &labels) && !text.is_empty() && !said.says(&text)
    };
    only(entry.parts.iter().filter(told)).map(|part| part.text.clone())
}
