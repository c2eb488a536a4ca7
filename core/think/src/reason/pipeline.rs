//! The four steps: where do the facts come from, search, what was that worth, is all of it there?
//!
//! Each stage waits for one kind of input; any other counts as a failure of what was asked, so the
//! pipeline always comes to an end. Nothing here believes that a search solved anything unless a
//! model read what came and says so with enough confidence.

use std::mem;

use super::question::{self, plain_name};
use super::words::{self, Terms};
use super::{
    Analysis, Case, Completeness, Degraded, Evaluation, FactSource, MissingKind, ReasonInput,
    Reasoning, Stage, Wanted,
};
use crate::search::{Found, SearchFailure, SearchQuery, Searched};
use screen_agent_action::query;

/// Most searches of a task.
pub(crate) const MAX_HOPS: usize = 3;
/// Most questions to the person.
pub(crate) const MAX_QUESTIONS: u8 = 2;
/// From here on a source is trusted as it is.
const HIGH: f32 = 0.9;
/// From here on a source is used, once it was checked.
const SURE: f32 = 0.7;
/// The same, where a lesser model answered.
const SURE_DEGRADED: f32 = 0.6;
/// Below this nothing is done on a model's word.
const LOW: f32 = 0.5;
/// From here on "it is solved" and "all is there" count.
const BELIEVED: f32 = 0.6;
/// Fewer pages than this on the site itself: the whole web is searched next.
const FEW: usize = 3;

impl Reasoning {
    /// Goes one step further. [`ReasonInput::Begin`] takes up what was under way when a turn was cut off.
    pub fn take(&mut self, input: ReasonInput, case: &Case<'_>) -> Wanted {
        if self.settled {
            return Wanted::Proceed;
        }
        match (mem::take(&mut self.stage), input) {
            (stage, ReasonInput::Begin) => self.begin(stage),
            (Stage::Analyzing, ReasonInput::Analysis(analysis, degraded)) => {
                self.analyzed(analysis, degraded, case)
            }
            (Stage::Analyzing, _) => self.search(Terms::Any(None), false, case),
            (Stage::Searching { query, checking }, ReasonInput::Found(result)) => {
                self.searched(query, checking, result)
            }
            (Stage::Searching { query, checking }, _) => {
                self.searched(query, checking, Err(SearchFailure::Unavailable))
            }
            (Stage::Evaluating { checking }, ReasonInput::Evaluation(evaluation, degraded)) => {
                self.evaluated(evaluation, degraded, checking, case)
            }
            (Stage::Evaluating { .. }, _) => self.complete(),
            (Stage::Completing, ReasonInput::Completeness(said)) => self.completed(said),
            (Stage::Completing, _) => self.not_completed(),
            (stage @ (Stage::New | Stage::Asked), _) => self.begin(stage),
        }
    }

    fn begin(&mut self, stage: Stage) -> Wanted {
        match stage {
            Stage::New | Stage::Analyzing => self.think(Stage::Analyzing, Wanted::Analyze),
            Stage::Searching { query, checking } => {
                self.searched(query, checking, Err(SearchFailure::Unavailable))
            }
            Stage::Evaluating { checking } => {
                self.think(Stage::Evaluating { checking }, Wanted::Evaluate)
            }
            Stage::Completing | Stage::Asked => self.complete(),
        }
    }

    /// True while nothing was asked for: without a search, what is missing is asked for along with the plan.
    pub fn is_new(&self) -> bool {
        self.stage == Stage::New
    }

    /// Something is missing that only the person knows, as whoever plans says: a question for it, unless they were asked
    /// often enough.
    pub fn lacks(&mut self, missing: &[String]) -> Option<(String, Vec<String>)> {
        if missing.is_empty() || self.asked >= MAX_QUESTIONS {
            return None;
        }
        self.asked += 1;
        let missing: Vec<String> = missing.iter().map(|field| plain_name(field)).collect();
        Some((question::naming(None, &missing), missing))
    }

    /// Step 1 is done: the routing matrix of spec 002 §4.7.2.
    fn analyzed(&mut self, analysis: Analysis, degraded: Degraded, case: &Case<'_>) -> Wanted {
        let (source, confidence) = (analysis.source, analysis.confidence);
        let reasoning = analysis.reasoning.clone();
        self.analysis = Some(analysis);
        match source {
            FactSource::Memory | FactSource::Page if confidence >= HIGH && !self.needs_person() => {
                self.proceed()
            }
            FactSource::Memory if confidence >= sure(degraded) => self.complete(),
            FactSource::Page if confidence >= HIGH => self.complete(),
            FactSource::Page if confidence >= sure(degraded) => {
                self.search(Terms::Any(None), true, case)
            }
            FactSource::WebSearch if confidence < LOW => self.ask(None, self.wanting(), reasoning),
            FactSource::Memory | FactSource::Page | FactSource::WebSearch => {
                self.search(Terms::Any(None), false, case)
            }
            FactSource::AskUser => self.ask(None, self.wanting(), reasoning),
        }
    }

    /// Step 2: searches, when there is something new to search for.
    fn search(&mut self, terms: Terms<'_>, checking: bool, case: &Case<'_>) -> Wanted {
        let Some(query) = self.next_query(terms, case) else {
            return self.complete();
        };
        self.stage = Stage::Searching {
            query: query.clone(),
            checking,
        };
        Wanted::Search(query)
    }

    fn next_query(&self, terms: Terms<'_>, case: &Case<'_>) -> Option<SearchQuery> {
        if !case.can_search || self.searches.len() >= MAX_HOPS {
            return None;
        }
        let meant = self.analysis.as_ref();
        let meant = meant.and_then(|analysis| analysis.search_query.as_deref());
        let private = self.private();
        let words = terms
            .in_order(meant, case.query)
            .filter_map(|words| words::fit_for_the_web(words, case.query, &private))
            .filter_map(|words| match case.private {
                true => query::own_words(&words, &[case.query], case.url),
                false => Some(words),
            })
            .filter(|words| query::gives_away(words).is_none())
            .find(|words| !self.has_searched(words))?;
        Some(SearchQuery {
            words,
            domain: self.domain(case),
        })
    }

    fn has_searched(&self, words: &str) -> bool {
        self.searches
            .iter()
            .any(|earlier| words::same(&earlier.query.words, words))
    }

    /// The page's own site first; the whole web once the site had too little to say.
    fn domain(&self, case: &Case<'_>) -> Option<String> {
        let enough = |earlier: &Searched| {
            let found = earlier.result.as_ref();
            found.is_ok_and(|found| !found.widened && found.findings.len() >= FEW)
        };
        let site_has_more = self.searches.iter().all(enough);
        site_has_more.then(|| words::site_of(case.url)).flatten()
    }

    /// A search that brought nothing is no reason to stop, and none to go on searching.
    fn searched(
        &mut self,
        query: SearchQuery,
        checking: bool,
        result: Result<Found, SearchFailure>,
    ) -> Wanted {
        let result = result.map(words::bounded);
        let brought = result.as_ref().is_ok_and(|found| !is_bare(found));
        self.searches.push(Searched { query, result });
        if brought {
            self.think(Stage::Evaluating { checking }, Wanted::Evaluate)
        } else {
            self.complete()
        }
    }

    /// Step 3 is done. `checking`: the search only had to bear out what the page says.
    fn evaluated(
        &mut self,
        evaluation: Evaluation,
        degraded: Degraded,
        checking: bool,
        case: &Case<'_>,
    ) -> Wanted {
        if !evaluation.summary.is_empty() {
            self.summary = Some(evaluation.summary.clone());
        }
        let (solved, confidence) = (evaluation.solved, evaluation.confidence);
        if solved && confidence >= BELIEVED {
            let borne_out = checking && confidence >= sure(degraded) && !self.needs_person();
            return if borne_out {
                self.proceed()
            } else {
                self.complete()
            };
        }
        if evaluation.should_ask && !solved {
            let wanting = self.wanting();
            let missing = if wanting.is_empty() {
                evaluation.evidence.gaps
            } else {
                wanting
            };
            return self.ask(None, missing, evaluation.reasoning);
        }
        let refined = evaluation.refined_query.as_deref();
        match refined {
            _ if solved || checking => self.search(Terms::Any(refined), false, case),
            Some(refined) if evaluation.should_retry => {
                self.search(Terms::Only(refined), false, case)
            }
            Some(_) | None => self.complete(),
        }
    }

    /// Step 4: is everything there?
    fn complete(&mut self) -> Wanted {
        let missing = self.missing(|_| true);
        self.think(Stage::Completing, Wanted::Complete { missing })
    }

    fn completed(&mut self, check: Completeness) -> Wanted {
        if check.can_proceed && check.confidence >= BELIEVED {
            return self.proceed();
        }
        let missing = if check.missing.is_empty() && !check.can_proceed {
            self.wanting()
        } else {
            check.missing
        };
        self.ask(check.question.as_deref(), missing, check.reasoning)
    }

    /// No model says whether all is there. What only the person knows is asked for once; the rest
    /// may go on, since every action passes the gate anyway.
    fn not_completed(&mut self) -> Wanted {
        let private = self.private();
        if private.is_empty() || self.asked > 0 {
            return self.proceed();
        }
        self.ask(None, private, String::new())
    }

    fn ask(&mut self, question: Option<&str>, missing: Vec<String>, reasoning: String) -> Wanted {
        if self.asked >= MAX_QUESTIONS {
            return self.proceed();
        }
        self.asked += 1;
        self.stage = Stage::Asked;
        let missing: Vec<String> = missing.iter().map(|field| plain_name(field)).collect();
        Wanted::Ask {
            question: question::naming(question, &missing),
            missing,
            reasoning,
        }
    }

    fn think(&mut self, stage: Stage, wanted: Wanted) -> Wanted {
        self.stage = stage;
        wanted
    }

    fn proceed(&mut self) -> Wanted {
        self.settled = true;
        Wanted::Proceed
    }

    /// What is missing by the analysis, in plain words.
    fn missing(&self, of: impl Fn(MissingKind) -> bool) -> Vec<String> {
        let missing = self.analysis.iter().flat_map(|analysis| &analysis.missing);
        missing
            .filter(|missing| of(missing.kind))
            .map(|missing| plain_name(&missing.field))
            .collect()
    }

    /// What only the person knows.
    pub fn private(&self) -> Vec<String> {
        self.missing(|kind| kind == MissingKind::PrivateData)
    }

    /// What to ask for: what only the person knows, else whatever is missing.
    fn wanting(&self) -> Vec<String> {
        let private = self.private();
        if private.is_empty() {
            self.missing(|_| true)
        } else {
            private
        }
    }

    /// Something is needed that only the person can give.
    fn needs_person(&self) -> bool {
        let asks = |analysis: &Analysis| analysis.required.contains(&FactSource::AskUser);
        !self.private().is_empty() || self.analysis.as_ref().is_some_and(asks)
    }
}

const fn sure(degraded: Degraded) -> f32 {
    if degraded { SURE_DEGRADED } else { SURE }
}

fn is_bare(found: &Found) -> bool {
    found.findings.is_empty() && found.answer.is_none()
}
