//! Scenarios as flows: those of one event are one flow. What nobody knows how to do stays as a step that says so.

use screen_agent_wire::invalid::cut;
use serde_json::Value;

use super::clause::RESULT;
use super::read::{LEVELS, levels};
use super::{ActionFlow, Branch, FlowStep, clause, condition, inline};
use crate::gherkin::{Course, GherkinFeature, GherkinScenario, GherkinWord, Part};
use crate::ui::tokens::{Symbol, camel, is_among, symbols, words};

/// How deep what follows one another is nested; what follows then stands beside.
const DEEPEST: usize = LEVELS / 2;

/// Compiles scenarios.
pub fn compile(feature: &GherkinFeature, data_actions: &[String]) -> Vec<ActionFlow> {
    let mut groups: Vec<(String, Vec<&GherkinScenario>)> = Vec::new();
    for scenario in &feature.scenarios {
        let id = flow_id(scenario, &feature.name);
        match groups.iter_mut().find(|(known, _)| *known == id) {
            Some((_, fellows)) => fellows.push(scenario),
            None => groups.push((id, vec![scenario])),
        }
    }
    groups
        .into_iter()
        .map(|(id, scenarios)| {
            let mut flow = ActionFlow::new(id, steps(&scenarios, data_actions));
            flow.label = feature.name.clone();
            flow
        })
        .collect()
}

/// `#onLoginClicked` is `loginProcessFlow`.
fn flow_id(scenario: &GherkinScenario, feature: &str) -> String {
    let event = scenario
        .event()
        .map(|event| event.trim_start_matches("#on").to_owned());
    let when = scenario.texts(Part::When);
    let quoted = || when.iter().find_map(|text| condition::quoted(text).next());
    let told = || when.iter().find_map(|text| told(text));
    let stem = event.or_else(|| quoted().map(str::to_owned));
    let stem = stem.or_else(|| match feature.is_empty() {
        true => told(),
        false => Some(feature.to_owned()),
    });
    named(&stem.unwrap_or_default())
}

/// What is pressed, in a sentence that names no event: `the user taps the logout button` is about `logout`.
fn told(text: &str) -> Option<String> {
    const PRESSED: &str =
        "click clicks clicked tap taps tapped press presses pressed select selects selected";
    const ASIDE: &str = "a an the on this that button link icon tab item";
    let said = words(text);
    if said
        .windows(2)
        .any(|two| two[0] == "page" && is_among("load loads loaded opens", &two[1]))
    {
        return Some("pageLoad".to_owned());
    }
    let at = said.iter().position(|word| is_among(PRESSED, word))?;
    let about = said[at + 1..].iter().filter(|word| !is_among(ASIDE, word));
    Some(about.take(3).cloned().collect::<Vec<_>>().join(" "))
}

/// The flow of an event.
pub fn flow_of(event: &str) -> String {
    named(event.trim_start_matches("#on"))
}

fn named(stem: &str) -> String {
    let mut stem = camel(stem);
    for ending in ["Clicked", "Tapped", "Pressed", "Submitted"] {
        stem = stem.strip_suffix(ending).map(str::to_owned).unwrap_or(stem);
    }
    let stem = stem
        .strip_prefix("tap")
        .filter(|rest| rest.starts_with(char::is_uppercase))
        .map_or(stem.clone(), camel);
    if stem.is_empty() {
        "processFlow".to_owned()
    } else {
        format!("{stem}ProcessFlow")
    }
}

fn steps(scenarios: &[&GherkinScenario], data_actions: &[String]) -> Vec<FlowStep> {
    let mut main = Vec::new();
    let of = |course| scenarios.iter().filter(move |one| one.course() == course);
    let mut failures: Vec<&&GherkinScenario> = of(Course::Failure).collect();
    let mut good: Vec<&&GherkinScenario> = of(Course::Success).collect();
    if good.is_empty() && !failures.is_empty() {
        good.push(failures.remove(0));
    }
    for scenario in good {
        let mut building = Building::of(data_actions);
        building.scenario(scenario);
        main.append(&mut building.steps);
    }
    for scenario in failures {
        let mut building = Building::of(data_actions);
        building.consequences(scenario);
        let below = levels(&building.steps);
        let failing = match has_call(&main) {
            true => last_call(&mut main, 1),
            // Where nothing is called it is what is done last that fails.
            false => main.last_mut().map(|step| (step, 1)),
        };
        match failing {
            Some((step, level)) if level + below <= LEVELS => {
                step.on_error.append(&mut building.steps);
            }
            _ => main.append(&mut building.steps),
        }
    }
    // What has to be there is asked before anything is done.
    for scenario in of(Course::Incomplete) {
        let mut building = Building::of(data_actions);
        building.consequences(scenario);
        let given = scenario.texts(Part::Given).join(" and ");
        let Some(missing) = condition::expression(&given) else {
            main.append(&mut building.steps);
            continue;
        };
        let mut asked = FlowStep::conditional(missing);
        asked.is_true = building.steps;
        asked.is_true.push(FlowStep::basic("endFlow", Value::Null));
        main.insert(0, asked);
    }
    main
}

/// The last step that calls something, and at which level.
fn last_call(steps: &mut [FlowStep], level: usize) -> Option<(&mut FlowStep, usize)> {
    for step in steps.iter_mut().rev() {
        let inside = [Branch::OnSuccess, Branch::IsTrue]
            .into_iter()
            .find(|branch| has_call(step.branch(*branch)));
        if let Some(branch) = inside {
            return last_call(step.branch_mut(branch), level + 1);
        }
        if step.is_call() {
            return Some((step, level));
        }
    }
    None
}

fn has_call(steps: &[FlowStep]) -> bool {
    let below = |step: &FlowStep| {
        [Branch::OnSuccess, Branch::IsTrue]
            .iter()
            .any(|branch| has_call(step.branch(*branch)))
    };
    steps.iter().any(|step| step.is_call() || below(step))
}

/// A flow while it is made. `path` leads to where the next step goes.
struct Building<'a> {
    steps: Vec<FlowStep>,
    path: Vec<(usize, Branch)>,
    data_actions: &'a [String],
    /// Symbols that a person has filled in: the first call that says nothing of what it sends sends them.
    provided: Vec<String>,
}

impl<'a> Building<'a> {
    fn of(data_actions: &'a [String]) -> Self {
        Self {
            steps: Vec::new(),
            path: Vec::new(),
            data_actions,
            provided: Vec::new(),
        }
    }

    fn scenario(&mut self, scenario: &GherkinScenario) {
        for (part, step) in scenario.parts() {
            match part {
                Part::Given => self.provided.extend(condition::provided(&step.text)),
                // What only tells what happens does nothing.
                Part::When => {
                    let clauses = self.clauses(&step.text);
                    let deeds = clauses
                        .iter()
                        .filter_map(|text| clause::read(text, self.data_actions));
                    deeds
                        .collect::<Vec<_>>()
                        .into_iter()
                        .for_each(|step| self.push(step));
                }
                Part::Then => self.text(&step.text),
                Part::Otherwise => self.otherwise(step.keyword, &step.text),
            }
        }
    }

    /// Only what follows, not what happens.
    fn consequences(&mut self, scenario: &GherkinScenario) {
        for (part, step) in scenario.parts() {
            if matches!(part, Part::Then | Part::Otherwise) {
                self.text(&step.text);
            }
        }
    }

    fn text(&mut self, text: &str) {
        // "call A and set #err or navigate Home": what tells of an error is what follows on failure.
        let clauses = self.clauses(text);
        for text in clauses {
            match inline::split_outside(&text, " or ") {
                Some((one, other)) if self.calls() => {
                    let fails = |text: &str| {
                        let names = condition::names(text);
                        names.iter().any(|name| name.to_lowercase().contains("err"))
                            || text.contains("fail")
                    };
                    let (good, bad) = if fails(one) {
                        (other, one)
                    } else {
                        (one, other)
                    };
                    self.fail(bad);
                    self.clause(good);
                }
                _ => self.clause(&text),
            }
        }
    }

    fn clause(&mut self, text: &str) {
        match clause::read(text, self.data_actions) {
            Some(step) => self.push(step),
            None => self.push(FlowStep::undecided(text)),
        }
    }

    /// A step, where the one before it leads.
    fn push(&mut self, mut step: FlowStep) {
        if let Some(target) = kept(&step)
            && let Some(call) = self.open_call()
            && keep(call, &target)
        {
            return;
        }
        if step.is_call() {
            let provided = std::mem::take(&mut self.provided);
            let sends = ["body", "queryParams"]
                .iter()
                .any(|name| step.param(name).is_some());
            if !sends {
                clause::send(&mut step, &provided);
            }
        }
        let follows = match step.action_type.as_str() {
            "callback" => Some(Branch::OnSuccess),
            "conditional" if step.is_true.is_empty() => Some(Branch::IsTrue),
            _ => None,
        };
        // A call that brings what follows it along already goes on there.
        let inner = step.on_success.last().is_some_and(FlowStep::is_call);
        cut(&mut step.description, 2_000);
        let here = self.here();
        here.push(step);
        let at = here.len() - 1;
        if let Some(branch) = follows.filter(|_| self.path.len() < DEEPEST) {
            self.path.push((at, branch));
            if inner {
                self.path.push((0, Branch::OnSuccess));
            }
        }
    }

    fn here(&mut self) -> &mut Vec<FlowStep> {
        let mut here = &mut self.steps;
        for (at, branch) in &self.path {
            here = here[*at].branch_mut(*branch);
        }
        here
    }

    /// The call whose success the next step waits for.
    fn open_call(&mut self) -> Option<&mut FlowStep> {
        let (at, branch) = self.path.pop()?;
        let found = (branch == Branch::OnSuccess).then_some(());
        let place = self.path.clone();
        self.path.push((at, branch));
        found?;
        let mut here = &mut self.steps;
        for (at, branch) in place {
            here = here[at].branch_mut(branch);
        }
        here.get_mut(at).filter(|step| step.is_call())
    }

    fn calls(&mut self) -> bool {
        self.open_call().is_some()
    }

    fn otherwise(&mut self, keyword: GherkinWord, text: &str) {
        if keyword == GherkinWord::Unless {
            let Some(condition) = condition::expression(text) else {
                return self.push(FlowStep::undecided(text));
            };
            let mut asked = FlowStep::conditional(condition);
            asked.is_true.push(FlowStep::basic("endFlow", Value::Null));
            self.steps.insert(0, asked);
            if let Some((at, _)) = self.path.first_mut() {
                *at += 1;
            }
            return;
        }
        self.fail(text);
    }

    /// What follows where the last call fails, or the last condition does not hold.
    fn fail(&mut self, text: &str) {
        let clauses = self.clauses(text);
        let steps = clauses.iter().map(|text| {
            clause::read(text, self.data_actions).unwrap_or_else(|| FlowStep::undecided(text))
        });
        let steps: Vec<FlowStep> = steps.map(told_as_error).collect();
        if let Some((at, branch)) = self.path.last().copied() {
            let branch = match branch {
                Branch::OnSuccess | Branch::OnError => Branch::OnError,
                Branch::IsTrue | Branch::IsFalse => Branch::IsFalse,
            };
            let mut here = &mut self.steps;
            for (at, branch) in &self.path[..self.path.len() - 1] {
                here = here[*at].branch_mut(*branch);
            }
            here[at].branch_mut(branch).extend(steps);
            return;
        }
        match self.steps.last_mut() {
            Some(last) if last.action_type == "conditional" => last.is_false.extend(steps),
            Some(last) => last.on_error.extend(steps),
            None => self.steps.extend(steps),
        }
    }

    /// A text, cut at each "and" behind which something else is done.
    fn clauses(&self, text: &str) -> Vec<String> {
        let mut clauses: Vec<String> = Vec::new();
        let mut rest = text;
        loop {
            let (one, behind) = match inline::split_outside(rest, " and ") {
                Some((one, behind)) => (one, Some(behind)),
                None => (rest, None),
            };
            let first = inline::split_outside(one, " or ").map_or(one, |(first, _)| first);
            let begins = clause::read(first, self.data_actions).is_some();
            match clauses.last_mut() {
                Some(last) if !begins => *last = format!("{last} and {one}"),
                _ => clauses.push(one.trim().to_owned()),
            }
            match behind {
                Some(behind) => rest = behind,
                None => return clauses,
            }
        }
    }
}

/// The symbol under which what came of a call is kept, where a step does only that.
fn kept(step: &FlowStep) -> Option<String> {
    let (target, value) = step.execute.as_deref()?.split_once(" = ")?;
    let is_name = matches!(symbols(target).as_slice(), [Symbol::Own(name) | Symbol::System(name)] if *name == target);
    (is_name && value == RESULT).then(|| target.to_owned())
}

/// Has a call keep what it gives; where more than one symbol takes of it, each takes the field of its name.
fn keep(call: &mut FlowStep, target: &str) -> bool {
    let field = |target: &str| {
        let name = target.rsplit(['.', '#']).next().unwrap_or_default();
        FlowStep::expression(format!("{target} = {RESULT}.{name}"))
    };
    let is_field = |step: &FlowStep| {
        let computed = step.execute.as_deref().and_then(|it| it.split_once(" = "));
        computed.is_some_and(|(_, value)| value.starts_with(&format!("{RESULT}.")))
    };
    let params = call.params.get_or_insert_default();
    if !call.on_success.iter().all(is_field) {
        return false;
    }
    match params.remove("saveTo") {
        None if call.on_success.is_empty() => {
            params.insert("saveTo".to_owned(), target.into());
        }
        before => {
            let before = before.as_ref().and_then(Value::as_str).map(field);
            call.on_success.extend(before);
            call.on_success.push(field(target));
        }
    }
    true
}

/// A message that tells of a failure.
fn told_as_error(mut step: FlowStep) -> FlowStep {
    if step.action_id == "showPopup" {
        step.action_id = "showErrorPopup".to_owned();
    }
    step
}
