//! What a model is told of a task, put together piece by piece.
//!
//! Pieces that come from outside (page, web, conversation) stand inside a fence whose mark was
//! drawn for this one request. The page comes last and takes what room is left.

use std::fmt::Write;

use screen_agent_page::Screen;
use screen_agent_page::render::{estimate, render};

use super::{Brief, Form};
use crate::knowledge::{PASSAGE, PASSAGES};
use crate::plan::StepStatus;
use crate::recollect::{Cited, Remark, Speaker, day};
use crate::search::Searched;
use screen_agent_action::origin::is_invisible;
use screen_agent_action::step::Step;
use screen_agent_action::{ActionFamily, print};
use screen_agent_words::quote::{cut, plain, quote};

/// Most steps that are told; earlier ones are counted. Facts §3 has 10, which hides from a judge what a long task has
/// done.
const STEPS_TOLD: usize = 30;
/// Most tokens of page text, whatever the window.
const PAGE_TOKENS: usize = 4_000;
/// Fewest: a page that does not even get this is not shown at all.
const PAGE_AT_LEAST: usize = 200;
/// Most remarks, and how many characters of each.
const REMARKS: usize = 10;
const REMARK: usize = 300;
/// Most pages of a search, and how many characters of each.
const FINDINGS: usize = 5;
const FINDING: usize = 600;
/// How many characters are told of what a query read last: it may have to be written back. And of what was read before
/// or is kept.
const READ: usize = 2_000;
const KEPT: usize = 500;
/// Said where something is kept from the model.
const VEILED: &str = "{{…}} stands for a value that is kept from you; where it belongs, write it as it stands here.\n";
/// Longest line of what a model once said, in characters.
const LINE: usize = 300;
/// Kept free: what templates of chat servers add.
const MARGIN: usize = 64;

/// What a model is told, in the making.
pub(super) struct PromptText<'a> {
    brief: &'a Brief,
    mark: &'a str,
    room: usize,
    text: String,
    page: bool,
}

impl<'a> PromptText<'a> {
    pub(super) fn new(brief: &'a Brief, mark: &'a str, form: &Form) -> Self {
        let window = usize::try_from(brief.limits.window).unwrap_or(usize::MAX);
        let reply = usize::try_from(form.reply_tokens).unwrap_or(usize::MAX);
        let system = estimate(&super::system(brief, form));
        Self {
            brief,
            mark,
            room: window.saturating_sub(reply + system + MARGIN),
            text: String::new(),
            page: false,
        }
    }

    pub(super) fn brief(&self) -> &'a Brief {
        self.brief
    }

    /// A line of ours.
    pub(super) fn say(mut self, line: impl AsRef<str>) -> Self {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
        self
    }

    /// What the person wants, what they answered since, and what day it is.
    pub(super) fn goal(mut self) -> Self {
        let brief = self.brief;
        let _ = writeln!(self.text, "The person wants: {}", brief.query);
        for said in &brief.answers {
            if said.question.is_empty() {
                let _ = writeln!(self.text, "Then they said: {}", said.answer);
            } else {
                let _ = writeln!(
                    self.text,
                    "Asked {} they said: {}",
                    quote(&said.question),
                    said.answer
                );
            }
        }
        for (field, value) in &brief.resolution {
            let _ = writeln!(self.text, "They gave {field}: {value}");
        }
        if self.text.contains("{{") {
            self.text.push_str(VEILED);
        }
        let _ = writeln!(self.text, "Today is {}.", brief.today);
        self
    }

    /// What was done, with what came of it.
    pub(super) fn steps(mut self) -> Self {
        let steps: Vec<&Step> = self.brief.steps.iter().filter(|step| tells(step)).collect();
        let earlier = steps.len().saturating_sub(STEPS_TOLD);
        if !steps.is_empty() {
            self.text.push_str("Steps so far:\n");
        }
        if earlier > 0 {
            let _ = writeln!(self.text, "{earlier} earlier steps are left out.");
        }
        let last_read = steps.iter().rposition(|step| step.report.state.is_some());
        for (at, step) in steps.into_iter().enumerate().skip(earlier) {
            let told = self.clean(&step_line(step));
            self.text.push_str(&told);
            if let Some(read) = &step.report.state {
                // A text that is to be written back is told with its lines.
                let most = if Some(at) == last_read { READ } else { KEPT };
                self = self.fence("read", &cut(&lines(read), most));
            }
        }
        if let Some(why) = &self.brief.not_done {
            let _ = writeln!(self.text, "Judged not done: {}", self.line(why));
        }
        for refused in &self.brief.refused {
            let _ = writeln!(
                self.text,
                "Not possible now: {} ({})",
                self.clean(&print(&refused.action)),
                self.line(&refused.why)
            );
        }
        self
    }

    /// The plan, with the present step marked. What was done for it stands among the steps; of its own words only those are told
    /// that nothing was done for.
    pub(super) fn plan(mut self) -> Self {
        let Some(plan) = &self.brief.plan else {
            return self;
        };
        let acted = |at: usize| {
            let mut steps = self.brief.steps.iter().filter(|step| step.met());
            steps.any(|step| step.plan_step.map(usize::from) == Some(at))
        };
        self.text.push_str("Plan:\n");
        for (index, step) in plan.steps.iter().enumerate() {
            let done = index < plan.current || step.status == StepStatus::Completed;
            let sign = match index == plan.current {
                _ if done && acted(index) => continue,
                true => "NOW ",
                false if done => "done",
                false => "    ",
            };
            let _ = writeln!(
                self.text,
                "{sign} {}. {}",
                index + 1,
                self.line(&step.description)
            );
        }
        self
    }

    /// The file that the person gave.
    pub(super) fn file(self) -> Self {
        self.file_with("")
    }

    /// The same, with what else a topic has to know of it. It takes a third of the room at most.
    pub(super) fn file_with(self, more: &str) -> Self {
        let Some(file) = &self.brief.file else {
            return self;
        };
        let left = self.room.saturating_sub(estimate(&self.text));
        // A token is about three characters of most languages, so this is a third of what is left.
        let shown = cut(&lines(&file.excerpt), left);
        let part = if file.whole && !shown.ends_with('…') {
            ""
        } else {
            " Only parts of it are shown; say so where it matters."
        };
        let line = format!(
            "With it they gave the file {}: {}.{part} {more}",
            quote(&file.name),
            file.about
        );
        self.say(line.trim_end()).fence("file", &shown)
    }

    /// What is kept from step to step.
    pub(super) fn memory(mut self) -> Self {
        for (key, value) in &self.brief.memory {
            let _ = writeln!(
                self.text,
                "Remembered {}: {}",
                quote(key),
                self.fenced("kept", value)
            );
        }
        self
    }

    /// The conversation so far, and what its earlier tasks came to.
    pub(super) fn history(self) -> Self {
        let recalled = &self.brief.recalled;
        let mut told = String::new();
        for task in &recalled.tasks {
            let result = task.result.as_deref().unwrap_or("no result");
            let _ = writeln!(
                told,
                "earlier task ({}): {} -> {}",
                task.status.word(),
                cut(&plain(&task.query), REMARK),
                cut(&plain(result), REMARK)
            );
        }
        for Cited { title, what, .. } in &recalled.elsewhere.tasks {
            let result = what.result.as_deref().unwrap_or("no result");
            let _ = writeln!(
                told,
                "task of {} in the conversation {} ({}): {} -> {}",
                day(what.at_ms),
                quote(title),
                what.status.word(),
                cut(&plain(&what.query), REMARK),
                cut(&plain(result), REMARK)
            );
        }
        for Cited { title, what, .. } in &recalled.elsewhere.remarks {
            let _ = writeln!(
                told,
                "{} on {} in the conversation {}: {}",
                who(what),
                day(what.at_ms),
                quote(title),
                cut(&plain(&what.words), REMARK)
            );
        }
        for (key, value) in &recalled.session {
            let _ = writeln!(told, "kept {}: {}", plain(key), cut(&plain(value), REMARK));
        }
        let skip = recalled.remarks.len().saturating_sub(REMARKS);
        for remark in recalled.remarks.iter().skip(skip) {
            let _ = writeln!(
                told,
                "{}: {}",
                who(remark),
                cut(&plain(&remark.words), REMARK)
            );
        }
        self.fence_some("conversation", &told)
    }

    /// What the searches found.
    pub(super) fn found(self) -> Self {
        let told: String = self.brief.searches.iter().map(found).collect();
        self.fence_some("search results", &told)
    }

    /// What the organisation knows. It takes a quarter of the room at most.
    pub(super) fn knowledge(self) -> Self {
        self.knowledge_with("")
    }

    /// The same, with what else a topic has to know of it.
    pub(super) fn knowledge_with(self, more: &str) -> Self {
        let left = self.room.saturating_sub(estimate(&self.text)) / 4;
        let mut told = String::new();
        for (number, passage) in
            (1_usize..).zip(self.brief.recalled.knowledge.iter().take(PASSAGES))
        {
            let place = cut(&plain(&passage.place()), LINE);
            let location = cut(&plain(&passage.location), LINE);
            let text = cut(&lines(&passage.text), PASSAGE);
            let one = format!("[K{number}] {place} ({location})\n{text}\n");
            if estimate(&told) + estimate(&one) > left {
                break;
            }
            told.push_str(&one);
        }
        if told.is_empty() {
            return self;
        }
        let line = format!(
            "The person's organisation has these documents on the matter. Where your answer rests on one, say so by its \
             mark, as in [K1]. {more}"
        );
        self.say(line.trim_end()).fence("documents", &told)
    }

    /// What has worked on this site. The names in it are the page's words.
    pub(super) fn skills(self) -> Self {
        let mut told = String::new();
        for skill in &self.brief.recalled.skills {
            let (failed, fix) = (plain(&skill.failed), plain(&skill.fix));
            let _ = writeln!(told, "where {failed} did not work, {fix} did");
        }
        self.fence_some("known on this site", &told)
    }

    /// The screen, in whatever room is left. It comes last.
    pub(super) fn page(mut self) -> Self {
        self.page = true;
        self
    }

    /// Something from outside, where there is any.
    pub(super) fn fence_some(self, what: &str, text: &str) -> Self {
        match text.is_empty() {
            true => self,
            false => self.fence(what, text),
        }
    }

    /// Something from outside, between marks that it cannot write.
    pub(super) fn fence(mut self, what: &str, text: &str) -> Self {
        let text = self.clean(text);
        let (mark, end) = (self.mark, if text.ends_with('\n') { "" } else { "\n" });
        let _ = writeln!(self.text, "<<{what} {mark}>>\n{text}{end}<<end {mark}>>");
        self
    }

    /// The same, short and on one line.
    fn fenced(&self, what: &str, text: &str) -> String {
        let (mark, text) = (self.mark, self.clean(&cut(&plain(text), KEPT)));
        format!("<<{what} {mark}>> {text} <<end {mark}>>")
    }

    /// What a model once said, which a page may have put into its mouth: on one short line.
    fn line(&self, text: &str) -> String {
        self.clean(&cut(&plain(text), LINE))
    }

    fn clean(&self, text: &str) -> String {
        text.replace(self.mark, "")
    }

    pub(super) fn close(mut self) -> String {
        if let Some(wrong) = &self.brief.repair {
            let line =
                format!("Your last answer was not usable: {wrong}. Answer with the JSON alone.");
            self = self.say(line);
        }
        if !self.page {
            return self.text;
        }
        let room = self
            .room
            .saturating_sub(estimate(&self.text))
            .min(PAGE_TOKENS);
        if room < PAGE_AT_LEAST {
            return self
                .say("The screen is left out: there is no room for it.")
                .text;
        }
        let page = render(&Screen::new(&self.brief.seen), room).text;
        self.fence("page", &page).text
    }
}

/// Text from outside with its lines, and without what cannot be seen.
fn lines(text: &str) -> String {
    let kept = |c: &char| (!c.is_control() || matches!(c, '\n' | '\t')) && !is_invisible(*c);
    text.chars().filter(kept).collect()
}

/// False for what moved the view or waited, and worked: it says nothing of the task.
fn tells(step: &Step) -> bool {
    let passing = matches!(
        step.action.family(),
        ActionFamily::Scroll | ActionFamily::Pause
    );
    !passing || !step.met() || step.report.state.is_some()
}

fn who(remark: &Remark) -> &'static str {
    match remark.speaker {
        Speaker::Person => "person",
        Speaker::Agent => "agent",
    }
}

/// One line of what was done: what, to what, and what came of it where it did not work. Ids are left out: they are those of
/// the page as it was then.
fn step_line(step: &Step) -> String {
    let action = &step.action;
    let (entry, said) = (action.entry(), print(action));
    let on = step
        .target
        .as_ref()
        .map(|target| match target.name.is_empty() {
            true => format!(" {}", target.role),
            false => format!(" {}", quote(&target.name)),
        });
    let arguments = said
        .split_once('(')
        .and_then(|(_, rest)| rest.strip_suffix(')'));
    let arguments = match (action.target(), arguments) {
        // An option is told by its text; its value comes before that.
        (Some(_), Some(all)) => {
            let rest = all.split_once(", ").map_or("", |(_, rest)| rest);
            rest.strip_prefix("\"\", ").unwrap_or(rest)
        }
        (_, all) => all.unwrap_or_default(),
    };
    let arguments = match arguments.is_empty() {
        true => String::new(),
        false => format!(": {arguments}"),
    };
    let outcome = match &step.verdict {
        Some(verdict) if verdict.met => String::new(),
        Some(verdict) => format!(" -> {}", cut(&plain(&verdict.reason), LINE)),
        None => " -> not looked at yet".to_owned(),
    };
    format!(
        "- {}{}{arguments}{outcome}\n",
        entry.name,
        on.unwrap_or_default()
    )
}

fn found(searched: &Searched) -> String {
    let mut told = format!("searched: {}\n", plain(&searched.query.words));
    match &searched.result {
        Err(_) => told.push_str("the search did not work\n"),
        Ok(found) => {
            if let Some(answer) = &found.answer {
                let _ = writeln!(told, "in short: {}", cut(&plain(answer), FINDING));
            }
            for finding in found.findings.iter().take(FINDINGS) {
                let _ = writeln!(
                    told,
                    "- {} ({}): {}",
                    cut(&plain(&finding.title), 100),
                    cut(&plain(&finding.url), 200),
                    cut(&plain(&finding.text), FINDING)
                );
            }
            if found.findings.is_empty() {
                told.push_str("nothing was found\n");
            }
        }
    }
    told
}
