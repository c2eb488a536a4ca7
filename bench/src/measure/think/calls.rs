//! How often a model is called: never where the engine is sure, at most once for a SIMPLE step.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, ensure};
use screen_agent_action as action;
use screen_agent_browser::Hands;
use screen_agent_cli::Ending;
use screen_agent_cli::command::EngineProposer;
use screen_agent_cli::compose::{self, Inside};
use screen_agent_cli::drive::{Answerer, RunEvent, drive};
use uuid::Uuid;

use super::player::{Asked, Part, Player, Told};
use crate::agent::assignment;
use crate::figure::Figure;

/// A task on one of the local sites.
struct Case {
    site: &'static str,
    words: &'static str,
    part: Part,
}

/// Groups of tasks.
const SURE: &str = "engine sure";
const SIMPLE: &str = "SIMPLE";
const COMPLEX: &str = "COMPLEX";

/// What a model is asked to decide on a step, and to look at it.
const DECIDING: [&str; 2] = ["act", "correct"];
const VERIFYING: [&str; 3] = ["glance", "judge", "critique"];

/// What a task took.
struct Took {
    site: &'static str,
    steps: usize,
    asked: Vec<Asked>,
}

/// Plays each group of tasks through a server in this process, in a real browser.
pub(super) async fn measure() -> Result<Vec<Figure>> {
    let mut hands = compose::hands((1280, 1200)).await?;
    let mut figures = Vec::new();
    for (group, cases) in [(SURE, sure()), (SIMPLE, simple()), (COMPLEX, complex())] {
        let mut took = Vec::new();
        for case in &cases {
            took.push(play(&mut hands, case).await?);
        }
        figures.extend(told(group, &took));
    }
    hands.close().await;
    Ok(figures)
}

fn told(group: &str, took: &[Took]) -> Vec<Figure> {
    let steps: usize = took.iter().map(|took| took.steps).sum();
    let name = |what: &str| format!("{group}, {} tasks, {steps} steps: {what}", took.len());
    let a_step = |count: usize| count as f64 / steps.max(1) as f64;
    let count = |topics: &[&str]| took.iter().map(|took| took.count(topics)).sum();
    let calls: usize = took.iter().map(|took| took.asked.len()).sum();
    let all = took.iter().flat_map(|took| &took.asked);
    let tokens = all.map(|asked| asked.tokens).sum();
    let mut figures: Vec<Figure> = took.iter().map(Took::figure).collect();
    let all = Figure::plain(name("calls a step"), a_step(calls), "calls");
    match group {
        SURE => return vec![all.at_most(0.0)],
        SIMPLE => {
            let most = took.iter().map(|took| took.count(&DECIDING)).max();
            let most = most.unwrap_or_default() as f64;
            let name = name("most calls to decide on a step");
            figures.push(Figure::plain(name, most, "calls").at_most(1.0));
        }
        _ => {
            let deciding = a_step(count(&DECIDING));
            figures.push(all);
            figures.push(Figure::plain(name("deciding, a step"), deciding, "calls"));
            let verifying = a_step(count(&VERIFYING));
            figures.push(Figure::plain(name("verifying, a step"), verifying, "calls"));
        }
    }
    figures.push(Figure::plain(
        name("prompt tokens a step"),
        a_step(tokens),
        "tokens",
    ));
    figures
}

impl Took {
    fn count(&self, topics: &[&str]) -> usize {
        let asked = self.asked.iter();
        asked.filter(|asked| topics.contains(&asked.topic)).count()
    }

    /// One line of the table, with what was asked in the order of asking.
    fn figure(&self) -> Figure {
        let asked: Vec<&str> = self.asked.iter().map(|asked| asked.topic).collect();
        let name = format!("{}, {} steps: {}", self.site, self.steps, asked.join(" "));
        Figure::plain(name, self.asked.len() as f64, "calls")
    }
}

async fn play(hands: &mut Hands, case: &Case) -> Result<Took> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../e2e/sites"));
    let address = screen_agent_site::serve(folder.join(case.site))?;
    let player = Arc::new(Player::new(case.part));
    let data = compose::temporary_data()?;
    let inside = Inside::local_with(
        data.path(),
        vec![Arc::new(EngineProposer)],
        Some(player.clone()),
        None,
    )?;
    let (door, _) = inside.door().await?;
    compose::go(hands, &format!("http://{address}/")).await?;
    let plan = assignment(case.words, 30, Answerer::YesToAll);
    let mut steps = 0;
    let mut tell = |event: &RunEvent, _: Option<&screen_agent_browser::ActionFile>| {
        if let RunEvent::Decided { action, .. } = event {
            steps += usize::from(action::parse(action).is_ok_and(|action| !action.is_terminal()));
        }
    };
    let ran = drive(hands, &door, Uuid::new_v4(), &plan, &mut tell).await?;
    let asked = player.asked();
    let topics: Vec<&str> = asked.iter().map(|asked| asked.topic).collect();
    ensure!(
        ran.ending == Ending::Done,
        "{:?} came to {}; the model was asked {topics:?}",
        case.words,
        ran.result
    );
    Ok(Took {
        site: case.site,
        steps,
        asked,
    })
}

const NOBODY: Part = Part {
    acting: |_| "fail(\"nobody is asked\")".into(),
    plan: &[],
    done_at: "no page says so",
};

/// Every word names what is on the page.
fn sure() -> Vec<Case> {
    let case = |site, words| Case {
        site,
        words,
        part: NOBODY,
    };
    vec![
        case(
            "encyclopedia",
            "Search for \"perihelion aerospace\" and open \"Perihelion Aerospace - Opentome, the free encyclopedia\"",
        ),
        case(
            "form",
            "Enter \"Ines\" into First name, \"Calder\" into Last name and \"ines@perihelion.example\" into \
             E-mail address, choose Switzerland in Country, then click Register",
        ),
        case("shop", "Choose Smoked in Colour"),
    ]
}

/// One action, in words that the page does not use.
fn simple() -> Vec<Case> {
    vec![
        Case {
            site: "bookshop",
            words: "Open the tying handbook",
            part: Part {
                acting: |told| told.click("Forty Useful Knots"),
                plan: &[],
                done_at: "no page says so",
            },
        },
        Case {
            site: "bookshop",
            words: "Open my purchases",
            part: Part {
                acting: |told| told.click("Basket"),
                plan: &[],
                done_at: "no page says so",
            },
        },
        Case {
            site: "shop",
            words: "Take the darker shade",
            part: Part {
                acting: |told| told.choose("Colour", "Smoked"),
                plan: &[],
                done_at: "=\"Smoked\"",
            },
        },
    ]
}

/// Several actions.
fn complex() -> Vec<Case> {
    vec![
        Case {
            site: "form",
            words: "Sign Ines Calder of Perihelion up, her mail is ines@perihelion.example, she comes from Switzerland",
            part: Part {
                acting: |told| told.click("Register"),
                plan: &[
                    "Enter \"Ines\" into \"First name\"",
                    "Enter \"Calder\" into \"Last name\"",
                    "Enter \"ines@perihelion.example\" into \"E-mail address\"",
                    "Enter \"Perihelion\" into \"Company\"",
                    "Choose \"Switzerland\" in \"Country\"",
                    "Click \"Register\"",
                    "Verify that the page thanks Ines",
                ],
                done_at: "Thank you for registering, Ines",
            },
        },
        Case {
            site: "encyclopedia",
            words: "Look up Perihelion Aerospace in the Opentome encyclopedia and tell me who founded it",
            part: Part {
                acting: look_up,
                plan: &[
                    "Enter \"perihelion aerospace\" into Search",
                    "Press Enter",
                    "Open the Opentome article on the company",
                    "Tell who founded it",
                ],
                done_at: "Founder",
            },
        },
        Case {
            site: "flights",
            words: "I have to be in London on 20 January 2026 and am in New York: the cheapest seat without a change, please",
            part: Part {
                acting: fly,
                plan: &[
                    "Type \"New York\" into \"From\"",
                    "Click \"New York (JFK)\"",
                    "Type \"London\" into \"To\"",
                    "Click \"London (LHR)\"",
                    "Enter \"2026-01-20\" into \"Departure\"",
                    "Click \"Search flights\"",
                    "Check \"Non-stop only\"",
                    "Select the cheapest of the flights that are left",
                    "Verify that the flight is chosen",
                ],
                done_at: "Nothing is booked yet",
            },
        },
    ]
}

fn look_up(told: &Told<'_>) -> String {
    match () {
        () if told.id("Perihelion Aerospace - Opentome").is_some() => {
            told.click("Perihelion Aerospace - Opentome")
        }
        () if told.shows("=\"perihelion") => "press(\"Enter\")".into(),
        () => told.enter("Search", "perihelion aerospace"),
    }
}

/// The first of the flights by price is the cheapest; before that, whatever the form still lacks.
fn fly(told: &Told<'_>) -> String {
    let cheapest = told
        .page_lines()
        .filter_map(|line| Some((price(line)?, line.split_once("Select ")?.1)))
        .min_by_key(|(price, _)| *price);
    match cheapest {
        Some((_, name)) => told.click(&format!("Select {}", name.trim_end_matches(']'))),
        None => told.click("Search flights"),
    }
}

fn price(line: &str) -> Option<u32> {
    line.split_once('$')?.1.split(' ').next()?.parse().ok()
}
