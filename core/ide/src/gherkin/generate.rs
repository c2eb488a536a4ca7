//! Scenarios of an event: how it goes well, how it goes where something is missing, and how it goes where it fails.

use super::GherkinWord::{And, Given, Then, When};
use super::{GherkinScenario, GherkinStep};
use crate::ui::tokens::{camel, is_among, pascal, words};
use screen_agent_words::quote::capitalised;

/// What is known of the screen on which it happens.
#[derive(Clone, Debug, Default)]
pub struct ScreenFacts {
    /// Name of the page.
    pub page: String,
    /// Symbols that a person fills in.
    pub filled: Vec<String>,
    /// Symbols that are shown.
    pub shown: Vec<String>,
}

/// What an event asks for, by its name.
#[derive(Debug)]
enum Deed {
    /// Something is called, and then something happens.
    Call(Ending),
    /// The person goes back.
    Back,
    /// Another page opens.
    Open,
    /// A value is typed.
    Type,
    /// Something is turned on or off.
    Toggle,
    /// The page shows what it has.
    Load,
}

#[derive(Debug)]
enum Ending {
    Navigate(&'static str),
    Results,
    Message,
}

/// The scenarios of an event, the good one first, and why they are those.
pub fn scenarios(event: &str, screen: &ScreenFacts) -> (Vec<GherkinScenario>, String) {
    let (stem, deed) = deed(event);
    let (title, name) = (titled(&stem), pascal(&stem));
    let symbol = format!("#{}", camel(&stem));
    let occurs = step(When, format!("{event} occurs"));
    let (names, steps, why) = match deed {
        Deed::Call(outcome) => {
            let why = format!("{title:?} is something that an API does");
            return (called(&title, &name, &occurs, &outcome, screen), why);
        }
        Deed::Back => (
            ["goes back", "fails as there is nothing to go back to"],
            [
                vec![occurs.clone(), step(Then, "navigate back")],
                vec![occurs, step(Then, "navigate to HomePage")],
            ],
            format!("{title:?} is a way back"),
        ),
        Deed::Open => (
            ["opens", "fails to open"],
            [
                vec![
                    occurs.clone(),
                    step(Then, format!("navigate to {name}Page")),
                ],
                vec![
                    occurs,
                    step(
                        Then,
                        format!("show \"{title} could not be opened\" message"),
                    ),
                ],
            ],
            format!("{title:?} names a place, not a deed"),
        ),
        Deed::Type => (
            ["is entered", "is missing"],
            typed(&symbol, &title, occurs),
            format!("{symbol} is typed"),
        ),
        Deed::Toggle => (
            ["is switched", "fails to switch"],
            [
                vec![
                    occurs.clone(),
                    step(Then, format!("set {symbol} to !{symbol}")),
                ],
                vec![occurs, set_error(&format!("{title} could not be changed"))],
            ],
            format!("{symbol} is on or off"),
        ),
        Deed::Load => (
            ["is shown", "fails to load"],
            loaded(occurs, screen),
            "what is shown has to be loaded".to_owned(),
        ),
    };
    let title = if matches!(deed, Deed::Load) {
        "The page"
    } else {
        &title
    };
    (
        named(names.map(|name| format!("{title} {name}")), steps),
        why,
    )
}

fn typed(symbol: &str, title: &str, occurs: GherkinStep) -> [Vec<GherkinStep>; 2] {
    let good = vec![
        step(Given, format!("{symbol} is shown")),
        occurs.clone(),
        step(Then, format!("set {symbol} to payload.value")),
        step(And, format!("set {symbol}Error to \"\"")),
    ];
    let bad = vec![
        step(Given, format!("{symbol} is empty")),
        occurs,
        step(
            Then,
            format!("set {symbol}Error to \"{title} is required\""),
        ),
    ];
    [good, bad]
}

fn loaded(occurs: GherkinStep, screen: &ScreenFacts) -> [Vec<GherkinStep>; 2] {
    let api = format!("#restAPI:Load{}", pascal(&screen.page));
    let mut good = vec![occurs.clone(), step(Then, format!("call {api}"))];
    let shown = screen.shown.iter();
    good.extend(shown.map(|symbol| step(And, format!("loaded into \"{symbol}\""))));
    let fails = step(And, format!("{api} fails"));
    [
        good,
        vec![occurs, fails, set_error("The page could not be loaded")],
    ]
}

fn set_error(message: &str) -> GherkinStep {
    step(Then, format!("set #errorMessage to \"{message}\""))
}

fn called(
    title: &str,
    name: &str,
    occurs: &GherkinStep,
    outcome: &Ending,
    screen: &ScreenFacts,
) -> Vec<GherkinScenario> {
    let api = format!("#restAPI:{name}");
    let given = (!screen.filled.is_empty()).then(|| {
        let are = if screen.filled.len() == 1 {
            "is"
        } else {
            "are"
        };
        step(
            Given,
            format!("{} {are} provided", screen.filled.join(" and ")),
        )
    });
    let mut good: Vec<GherkinStep> = given.iter().cloned().collect();
    good.extend([occurs.clone(), step(Then, format!("call {api}"))]);
    good.push(match outcome {
        Ending::Navigate(page) => step(And, format!("navigate to {page}")),
        Ending::Results => step(And, format!("loaded into \"#{}Results\"", camel(name))),
        Ending::Message => step(And, format!("show \"{title} succeeded\" message")),
    });
    let mut bad: Vec<GherkinStep> = given.into_iter().collect();
    bad.extend([
        occurs.clone(),
        step(And, format!("{api} fails")),
        set_error(&format!("{title} failed")),
    ]);
    let names = [format!("{title} succeeds"), format!("{title} fails")];
    let mut all = named(names, [good, bad]);
    if !screen.filled.is_empty() {
        let missing = vec![
            step(Given, format!("{} is empty", screen.filled.join(" or "))),
            occurs.clone(),
            step(Then, "set #errorMessage to \"Please fill in everything\""),
        ];
        let scenario = GherkinScenario {
            name: format!("{title} with missing input"),
            steps: missing,
        };
        all.insert(1, scenario);
    }
    all
}

fn named(names: [String; 2], steps: [Vec<GherkinStep>; 2]) -> Vec<GherkinScenario> {
    let pairs = names.into_iter().zip(steps);
    pairs
        .map(|(name, steps)| GherkinScenario { name, steps })
        .collect()
}

fn step(keyword: super::GherkinWord, text: impl Into<String>) -> GherkinStep {
    GherkinStep::new(keyword, text)
}

/// `login` is `Login`, `saveDraft` is `Save draft`.
fn titled(stem: &str) -> String {
    capitalised(&words(stem).join(" "))
}

/// What an event is called: `#onLoginClicked` is `Login`.
pub(super) fn title(event: &str) -> String {
    titled(&deed(event).0)
}

/// What an event is about, and what it asks for.
fn deed(event: &str) -> (String, Deed) {
    let mut words = words(event.trim_start_matches('#'));
    if words.first().is_some_and(|word| word == "on") {
        words.remove(0);
    }
    if words.first().is_some_and(|word| word == "tap") {
        words.remove(0);
    }
    if words == ["page", "load"] {
        return ("page load".to_owned(), Deed::Load);
    }
    let last = words.last().cloned().unwrap_or_default();
    let ending = "clicked changed toggle toggled tapped pressed submitted";
    if words.len() > 1 && is_among(ending, &last) {
        words.pop();
    }
    let stem = words.join(" ");
    let deed = match last.as_str() {
        "changed" => Deed::Type,
        "toggle" | "toggled" => Deed::Toggle,
        _ => pressed(&words),
    };
    (stem, deed)
}

/// Verbs of what an API does.
const DEEDS: &str = "save submit send create add update delete remove pay buy order confirm upload post apply checkout book \
    subscribe reset share download like follow invite";

/// The verb of a deed, in whatever form a sentence has it: `deletes` and `deleting` are `delete`.
pub fn deed_of(word: &str) -> Option<&'static str> {
    const OTHERS: &str =
        "login logout signin signup register search find load refresh fetch filter cancel close";
    let plain = word.strip_suffix("ing").or_else(|| word.strip_suffix("es"));
    let plain = plain
        .or_else(|| word.strip_suffix("ed"))
        .or_else(|| word.strip_suffix('s'));
    let is = |verb: &&str| {
        let stem = verb.strip_suffix('e').unwrap_or(verb);
        *verb == word || plain.is_some_and(|plain| plain == *verb || plain == stem)
    };
    DEEDS
        .split_whitespace()
        .chain(OTHERS.split_whitespace())
        .find(is)
}

fn pressed(words: &[String]) -> Deed {
    let first = words.first().map(String::as_str).unwrap_or_default();
    let second = words.get(1).map(String::as_str).unwrap_or_default();
    match (first, second) {
        ("login" | "signin" | "signup" | "register", _) | ("log" | "sign", "in" | "up") => {
            Deed::Call(Ending::Navigate("HomePage"))
        }
        ("logout" | "signout", _) | ("log" | "sign", "out") => {
            Deed::Call(Ending::Navigate("LoginPage"))
        }
        ("search" | "find" | "load" | "refresh" | "fetch" | "filter", _) => {
            Deed::Call(Ending::Results)
        }
        (verb, _) if is_among(DEEDS, verb) => Deed::Call(Ending::Message),
        ("back" | "cancel" | "close" | "dismiss", _) => Deed::Back,
        _ => Deed::Open,
    }
}
