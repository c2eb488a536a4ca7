//! Scenarios, more complete: what was asked for in words, or what is missing where nothing was.

use std::collections::BTreeSet;

use super::GherkinWord::{And, Given, Then, When};
use super::{Course, GherkinFeature, GherkinScenario, GherkinStep, Part};
use crate::ui::tokens::{Symbol, is_among, symbols, words};
use screen_agent_words::quote::capitalised;

/// Words that ask for what happens where something fails.
pub const FAILURES: &str = "error errors fail fails failure branch branches 오류 에러 실패 ошибка ошибки ошибок エラー 失敗";

/// What can be done to scenarios.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Refinement {
    /// What happens where input is missing.
    Validation,
    /// What happens where a call fails, and what the person is told, where that is said.
    Failure(Option<String>),
    /// What happens where something is too short: a field, and how many letters it has at least.
    Length(String, u32),
    /// What is shown while a call is under way.
    Loading,
    /// What happens where a call takes too long.
    Timeout,
    /// Where it leads.
    Navigate { to: String, instead: bool },
}

/// What became of scenarios.
#[derive(Clone, Debug)]
pub struct Refined {
    /// As they are now.
    pub feature: GherkinFeature,
    /// What was done, a sentence each.
    pub done: Vec<String>,
    /// What was asked and is nothing that can be done here.
    pub not_understood: Vec<String>,
}

/// Refines scenarios as was asked; without a question, adds what is missing of validation and failure.
pub fn refine(feature: &GherkinFeature, queries: &[String]) -> Refined {
    let mut wanted = BTreeSet::new();
    let mut not_understood = Vec::new();
    for query in queries.iter().filter(|query| !query.trim().is_empty()) {
        let meant = meant(query);
        if meant.is_empty() {
            not_understood.push(query.clone());
        }
        wanted.extend(meant);
    }
    if queries.iter().all(|query| query.trim().is_empty()) {
        wanted.extend([Refinement::Validation, Refinement::Failure(None)]);
    }
    let mut refined = Refined {
        feature: feature.clone(),
        done: Vec::new(),
        not_understood,
    };
    for refinement in wanted {
        apply(&refinement, &mut refined);
    }
    refined
}

fn meant(query: &str) -> Vec<Refinement> {
    let said = words(query);
    let says = |list: &str| said.iter().any(|word| is_among(list, word));
    let mut meant = Vec::new();
    let number = said.iter().find_map(|word| word.parse::<u32>().ok());
    let field = said
        .iter()
        .zip(said.iter().skip(1))
        .find(|(_, next)| is_among("has must should is needs", next));
    match (field, number) {
        (Some((field, _)), Some(least)) if says("characters letters digits long") => {
            meant.push(Refinement::Length(field.clone(), least));
        }
        _ if says("validation validate empty required missing guard") => {
            meant.push(Refinement::Validation);
        }
        _ => {}
    }
    if says(FAILURES) {
        let message = query.split('"').nth(1).map(str::to_owned);
        meant.push(Refinement::Failure(message));
    }
    if says("loading spinner busy progress") {
        meant.push(Refinement::Loading);
    }
    if says("timeout slow offline") {
        meant.push(Refinement::Timeout);
    }
    let target = query
        .split_once("navigate to ")
        .or_else(|| query.split_once("go to "));
    let target = target.and_then(|(_, rest)| rest.split_whitespace().next());
    let target = target.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/'));
    if let Some(target) = target.filter(|target| !target.is_empty()) {
        meant.push(Refinement::Navigate {
            to: target.to_owned(),
            instead: says("instead"),
        });
    }
    meant
}

fn apply(refinement: &Refinement, refined: &mut Refined) {
    let before = refined.feature.scenarios.clone();
    for scenario in before
        .iter()
        .filter(|scenario| scenario.course() == Course::Success)
    {
        let event = scenario.event();
        let fellows: Vec<&GherkinScenario> =
            before.iter().filter(|one| one.event() == event).collect();
        match refinement {
            Refinement::Validation => validation(scenario, &fellows, refined),
            Refinement::Failure(told) => {
                failure(scenario, &fellows, "fails", told.as_deref(), refined)
            }
            Refinement::Timeout => failure(scenario, &fellows, "times out", None, refined),
            Refinement::Length(field, least) => length(scenario, field, *least, refined),
            Refinement::Loading => loading(scenario, refined),
            Refinement::Navigate { to, instead } => navigate(scenario, to, *instead, refined),
        }
    }
}

fn validation(scenario: &GherkinScenario, fellows: &[&GherkinScenario], refined: &mut Refined) {
    let given: Vec<&str> = scenario
        .texts(Part::Given)
        .into_iter()
        .flat_map(symbols)
        .filter_map(own)
        .collect();
    let known = fellows.iter().any(|one| one.course() == Course::Incomplete);
    let when = scenario.texts(Part::When);
    if given.is_empty() || known || when.is_empty() {
        return;
    }
    let steps = vec![
        GherkinStep::new(Given, format!("{} is empty", given.join(" or "))),
        GherkinStep::new(When, when[0]),
        GherkinStep::new(Then, "set #errorMessage to \"Please fill in everything\""),
    ];
    add(
        format!("{} with missing input", title(scenario)),
        steps,
        refined,
    );
}

fn failure(
    scenario: &GherkinScenario,
    fellows: &[&GherkinScenario],
    how: &str,
    told: Option<&str>,
    refined: &mut Refined,
) {
    let known = |one: &&&GherkinScenario| match how {
        "fails" => one.course() == Course::Failure || !one.texts(Part::Otherwise).is_empty(),
        how => one.texts(Part::When).iter().any(|text| text.contains(how)),
    };
    let (Some(api), None) = (called(scenario), fellows.iter().find(known)) else {
        return;
    };
    let mut steps: Vec<GherkinStep> = scenario
        .parts()
        .into_iter()
        .filter(|(part, _)| matches!(part, Part::Given | Part::When))
        .map(|(_, step)| step.clone())
        .collect();
    let title = title(scenario);
    steps.push(GherkinStep::new(And, format!("{api} {how}")));
    let then = match told {
        Some(told) => format!("show \"{told}\" message"),
        None if how == "fails" => format!("set #errorMessage to \"{title} failed\""),
        None => format!("set #errorMessage to \"{title} took too long\""),
    };
    steps.push(GherkinStep::new(Then, then));
    add(format!("{title} {how}"), steps, refined);
}

/// `#password` has at least eight letters.
fn length(scenario: &GherkinScenario, field: &str, least: u32, refined: &mut Refined) {
    let texts = [Part::Given, Part::When]
        .map(|part| scenario.texts(part))
        .concat();
    let mut named = texts.iter().flat_map(|text| symbols(text)).filter_map(own);
    let is_meant = |name: &&str| words(name).last().is_some_and(|last| last == field);
    let when = scenario.texts(Part::When);
    let (Some(name), Some(when)) = (named.find(is_meant), when.first()) else {
        return;
    };
    let message = format!(
        "{} must have at least {least} characters",
        capitalised(field)
    );
    let steps = vec![
        GherkinStep::new(Given, format!("{name}.length < {least}")),
        GherkinStep::new(When, *when),
        GherkinStep::new(Then, format!("set #errorMessage to \"{message}\"")),
    ];
    add(
        format!("{} with an invalid {field}", title(scenario)),
        steps,
        refined,
    );
}

fn loading(scenario: &GherkinScenario, refined: &mut Refined) {
    let steps = &scenario.steps;
    let call = steps.iter().position(|step| is_call(&step.text));
    let (Some(call), false) = (
        call,
        steps.iter().any(|step| step.text.contains("#isLoading")),
    ) else {
        return;
    };
    let mut steps = steps.clone();
    let keyword = steps[call].keyword;
    steps[call].keyword = And;
    steps.insert(call, GherkinStep::new(keyword, "set #isLoading to true"));
    steps.insert(call + 2, GherkinStep::new(And, "set #isLoading to false"));
    change(scenario, steps, "shows that it is busy", refined);
}

fn navigate(scenario: &GherkinScenario, target: &str, instead: bool, refined: &mut Refined) {
    let text = format!("navigate to {target}");
    let end = scenario
        .parts()
        .iter()
        .rposition(|(part, _)| *part == Part::Then);
    let (Some(end), false) = (end, scenario.steps.iter().any(|step| step.text == text)) else {
        return;
    };
    let mut steps = scenario.steps.clone();
    let leads = |step: &GherkinStep| step.text.starts_with("navigate ");
    match steps.iter().position(leads).filter(|_| instead) {
        Some(at) => steps[at].text = text,
        None => steps.insert(end + 1, GherkinStep::new(And, text)),
    }
    change(scenario, steps, &format!("leads to {target}"), refined);
}

fn add(name: String, steps: Vec<GherkinStep>, refined: &mut Refined) {
    refined.done.push(format!("Added {name:?}."));
    refined
        .feature
        .scenarios
        .push(GherkinScenario { name, steps });
}

fn change(scenario: &GherkinScenario, steps: Vec<GherkinStep>, what: &str, refined: &mut Refined) {
    if let Some(found) = refined
        .feature
        .scenarios
        .iter_mut()
        .find(|one| *one == scenario)
    {
        found.steps = steps;
        refined.done.push(format!("{:?} {what}.", title(scenario)));
    }
}

/// What a scenario is called without how it goes.
fn title(scenario: &GherkinScenario) -> String {
    let named = scenario.name.trim_end_matches(" succeeds");
    match (named.is_empty(), scenario.event()) {
        (false, _) => named.to_owned(),
        (true, Some(event)) => super::generate::title(&event),
        (true, None) => "It".to_owned(),
    }
}

fn is_call(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.contains("#restapi:") || lower.contains("api call")
}

fn called(scenario: &GherkinScenario) -> Option<String> {
    let texts = [scenario.texts(Part::When), scenario.texts(Part::Then)].concat();
    let call = texts.into_iter().find(|text| is_call(text))?;
    let api = symbols(call).into_iter().find_map(|symbol| match symbol {
        Symbol::Api(name) => Some(format!("#restAPI:{name}")),
        Symbol::Own(_) | Symbol::System(_) | Symbol::Event(_) => None,
    });
    Some(api.unwrap_or_else(|| "the API call".to_owned()))
}

fn own(symbol: Symbol<'_>) -> Option<&str> {
    match symbol {
        Symbol::Own(name) | Symbol::System(name) => Some(name),
        Symbol::Api(_) | Symbol::Event(_) => None,
    }
}
