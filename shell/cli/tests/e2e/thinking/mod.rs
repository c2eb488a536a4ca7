//! Turns in which a model thinks: scripted, behind the real protocol, over pages in a real browser.

mod chain;
mod correction;
mod errands;
mod injection;
mod levels;
mod login;
mod negotiation;
mod secrets;
mod sources;
mod trouble;

use crate::kit::{Ended, Machine, Model, Running, Search, Site};

/// Somebody at work with a model and, perhaps, a web search.
pub struct Desk {
    pub machine: Machine,
    pub model: Model,
    pub search: Option<Search>,
    settings: &'static str,
}

impl Desk {
    pub fn new(model: Model) -> Self {
        Self {
            machine: Machine::new(),
            model,
            search: None,
            settings: "",
        }
    }

    pub fn with_settings(self, settings: &'static str) -> Self {
        Self { settings, ..self }
    }

    pub fn with_search(self, search: Search) -> Self {
        Self {
            search: Some(search),
            ..self
        }
    }

    /// Does something on a page, everything approved in advance, with a record.
    pub fn task(&self, words: &str, site: &Site) -> Ended {
        self.task_with(words, site, &["--yes"])
    }

    /// Begins to do something, everything approved in advance.
    pub fn begin(&self, words: &str, site: &Site) -> Running {
        let switches = self.switches();
        let mut args: Vec<&str> = switches.iter().map(String::as_str).collect();
        args.push("--yes");
        self.machine.begin(words, &site.url(), &args)
    }

    /// The same with switches of the caller's.
    pub fn task_with(&self, words: &str, site: &Site, more: &[&str]) -> Ended {
        let switches = self.switches();
        let mut args: Vec<&str> = switches.iter().map(String::as_str).collect();
        args.extend(more);
        self.machine.task(words, &site.url(), &args)
    }

    /// The same without a record.
    pub fn task_unrecorded(&self, words: &str, site: &Site) -> Ended {
        let mut switches = self.switches();
        switches.retain(|switch| switch != "--record" && !switch.ends_with("/record"));
        let mut args: Vec<&str> = switches.iter().map(String::as_str).collect();
        args.push("--yes");
        self.machine.task(words, &site.url(), &args)
    }

    /// The same for somebody at a terminal, who answers in these words.
    pub fn task_answering(&self, words: &str, site: &Site, answers: &[&str]) -> Ended {
        let switches = self.switches();
        let args: Vec<&str> = switches.iter().map(String::as_str).collect();
        self.machine
            .task_at_terminal(words, &site.url(), &args, answers)
    }

    fn switches(&self) -> Vec<String> {
        let record = self.machine.path("record");
        let mut switches = self.model.switches().to_vec();
        switches.extend(["--record".into(), record.display().to_string()]);
        let config = self.machine.path("config.toml");
        let search = self.search.as_ref().map(Search::settings);
        let settings = format!("{}{}", self.settings, search.unwrap_or_default());
        std::fs::write(&config, settings).unwrap();
        switches.extend(["--config".into(), config.display().to_string()]);
        switches
    }

    /// What was recorded of the task, for replay.
    pub fn turns(&self) -> String {
        std::fs::read_to_string(self.machine.path("record/turns.jsonl")).unwrap()
    }

    /// What was seen at the last look that shows anything, as it was recorded.
    pub fn last_screen(&self) -> String {
        let turns = self.turns();
        let seen = turns.lines().rfind(|turn| turn.contains("\"screen\""));
        seen.unwrap_or_default().to_owned()
    }

    /// How often the model was asked about something.
    pub fn asked_about(&self, topic: &str) -> usize {
        let topics = self.model.topics();
        topics.iter().filter(|one| *one == topic).count()
    }

    /// What was searched for.
    pub fn searched(&self) -> Vec<String> {
        self.search.as_ref().map_or_else(Vec::new, Search::asked)
    }

    /// The turns that were kept replay to the same effects.
    pub fn assert_replays(&self) {
        let turns = self.machine.path("record/turns.jsonl");
        self.machine
            .run(&["replay", turns.to_str().unwrap()])
            .with(0);
    }
}
