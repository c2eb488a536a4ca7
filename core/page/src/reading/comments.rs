//! Comments: who said what, when, in answer to whom.
//!
//! A comment is an element that says so, by its type, its role, its name or by standing as an
//! article in an article. Of several ways in which a page says it, the one that encloses most and
//! is said often counts.

use std::collections::HashMap;

use super::around::Zone;
use super::count::{figure, is_age};
use super::handle;
use super::hint::each_word;
use super::lines::Written;
use super::said::said_in;
use super::survey::Survey;
use super::types::{Comment, ReadKind};
use crate::html::NodeRef;

/// Most comments that are read.
const MOST: usize = 2_000;
/// Longest name of an author, age or score, in characters.
const SHORT: usize = 40;

/// One comment while it is put together.
struct Unit {
    /// The element with all that belongs to it.
    at: NodeRef,
    parent: Option<usize>,
    depth: Option<u32>,
    author: Option<(NodeRef, String)>,
    age: Option<(NodeRef, String)>,
    score: Option<(NodeRef, String)>,
    text: Vec<String>,
    /// Elements with buttons and the like, in the order of the page, none in another.
    aside: Vec<(u32, u32)>,
}

/// Reads the comments of a page.
pub(super) fn read(survey: &Survey, lines: &[Written]) -> Vec<Comment> {
    let mut units = units(survey);
    describe(survey, &mut units);
    give_words(survey, &mut units, lines);
    let depths = depths(&units);
    units
        .into_iter()
        .zip(depths)
        // What nobody said at no time is a form, a notice or a link from elsewhere.
        .filter(|(unit, _)| !unit.text.is_empty() && (unit.author.is_some() || unit.age.is_some()))
        .map(|(unit, depth)| Comment {
            text: unit.text.join("\n"),
            author: unit.author.map(|(_, words)| named(&words)),
            age: unit.age.map(|(_, words)| words),
            score: unit.score.map(|(_, words)| words),
            depth,
            handle: handle(survey.dom, unit.at),
        })
        .collect()
}

/// A name alone: pages write "Ann says:".
fn named(words: &str) -> String {
    let name = words.trim_end_matches([':', ',', ' ']);
    let verbs = [
        "says", "said", "sagt", "schreibt", "dit", "dice", "wrote", "writes",
    ];
    match name.rsplit_once(' ') {
        Some((name, verb)) if verbs.contains(&verb) => name.to_owned(),
        _ => name.to_owned(),
    }
}

/// The elements that are comments.
fn units(survey: &Survey) -> Vec<Unit> {
    let mut kinds: HashMap<String, Vec<NodeRef>> = HashMap::new();
    for &at in &survey.order {
        let fact = survey.fact(at);
        if fact.zone == Zone::Around || fact.prose() < 2 {
            continue;
        }
        if let Some(kind) = kind(survey, at) {
            kinds.entry(kind).or_default().push(at);
        }
    }
    let most = kinds.values().map(Vec::len).max().unwrap_or(0);
    let chosen = kinds
        .into_values()
        .filter(|all| all.len() * 2 >= most)
        .min_by_key(|all| (survey.fact(all[0]).at, usize::MAX - all.len()))
        .unwrap_or_default();
    let chosen = &chosen[..chosen.len().min(MOST)];
    let places: Vec<u32> = chosen.iter().map(|&at| survey.fact(at).at).collect();
    let mut open: Vec<usize> = Vec::new();
    let mut units: Vec<Unit> = Vec::with_capacity(chosen.len());
    for &at in chosen {
        while let Some(&last) = open.last() {
            if survey.holds(units[last].at, at) {
                break;
            }
            open.pop();
        }
        let whole = whole(survey, at, &places);
        open.push(units.len());
        units.push(Unit {
            parent: open.len().checked_sub(2).map(|at| open[at]),
            ..unit(whole)
        });
    }
    units
}

fn unit(at: NodeRef) -> Unit {
    Unit {
        at,
        parent: None,
        depth: None,
        author: None,
        age: None,
        score: None,
        text: Vec::new(),
        aside: Vec::new(),
    }
}

/// How an element says that it is a comment.
fn kind(survey: &Survey, at: NodeRef) -> Option<String> {
    let dom = survey.dom;
    let tag = dom.tag(at)?;
    let says = |name: &str| dom.attr(at, name).unwrap_or_default();
    if says("itemtype").ends_with("Comment") || says("itemtype").ends_with("UserComments") {
        return Some("type".into());
    }
    if says("role") == "comment" || says("itemprop") == "comment" {
        return Some("role".into());
    }
    if tag.contains('-') && tag.split('-').any(|word| word == "comment") {
        return Some(tag.to_owned());
    }
    if !matches!(
        tag,
        "li" | "div" | "article" | "section" | "tr" | "td" | "dd" | "table"
    ) {
        return None;
    }
    let nested = tag == "article" && dom.closest(at, "article").is_some();
    let class = says("class")
        .split_ascii_whitespace()
        .find_map(names_comment)
        .or_else(|| names_comment(says("id")));
    match class {
        Some(class) => Some(format!("{tag} {class}")),
        None => nested.then(|| "article".to_owned()),
    }
}

/// The class by which an element is called a comment, without its numbers.
fn names_comment(class: &str) -> Option<String> {
    let (mut comment, mut other) = (false, false);
    each_word(class, |word| match word {
        "comment" | "reply" | "kommentar" | "comentario" | "commentaire" => comment = true,
        "form" | "respond" | "count" | "counts" | "link" | "links" | "meta" | "metadata"
        | "head" | "header" | "footer" | "author" | "date" | "time" | "button" | "btn"
        | "avatar" | "actions" | "list" | "area" | "section" | "thread" | "wrapper"
        | "container" | "title" | "policy" | "count-bubble" | "add" | "new" | "post" | "notes"
        | "status" | "icon" | "reply-link" | "box" | "closed" | "no" | "nav" | "navigation"
        | "info" => other = true,
        _ => {}
    });
    (comment && !other).then(|| class.trim_matches(|c: char| !c.is_alphabetic()).to_owned())
}

/// The largest element around a comment without another one: names and times often stand there.
fn whole(survey: &Survey, at: NodeRef, places: &[u32]) -> NodeRef {
    if places.len() < 2 {
        return at;
    }
    let mut whole = at;
    for around in survey.dom.ancestors(at) {
        let fact = survey.fact(around);
        let from = places.partition_point(|&place| place < fact.at);
        let to = places.partition_point(|&place| place < fact.end);
        let prose = survey.fact(at).prose();
        if around == survey.body || to - from > 1 || fact.prose() > 2 * prose + 200 {
            break;
        }
        whole = around;
    }
    whole
}

/// Finds who, when and how deep, each in the innermost comment around it.
fn describe(survey: &Survey, units: &mut [Unit]) {
    let starts: Vec<u32> = units.iter().map(|unit| survey.fact(unit.at).at).collect();
    let mut innermost = Innermost::default();
    for &at in &survey.order {
        let fact = survey.fact(at);
        let Some(index) = innermost.at(survey, units, &starts, fact.at) else {
            continue;
        };
        note(survey, &mut units[index], at);
    }
}

/// The innermost comment around a place, for places that come in order.
#[derive(Default)]
struct Innermost {
    next: usize,
    open: Vec<usize>,
}

impl Innermost {
    fn at(&mut self, survey: &Survey, units: &[Unit], starts: &[u32], place: u32) -> Option<usize> {
        while self.next < units.len() && starts[self.next] <= place {
            self.open.push(self.next);
            self.next += 1;
        }
        while let Some(&last) = self.open.last() {
            if place < survey.fact(units[last].at).end {
                return Some(last);
            }
            self.open.pop();
        }
        None
    }
}

fn note(survey: &Survey, unit: &mut Unit, at: NodeRef) {
    let dom = survey.dom;
    let fact = survey.fact(at);
    if unit.depth.is_none() {
        unit.depth = depth(survey, at);
    }
    let tag = dom.tag(at).unwrap_or_default();
    if at == unit.at || fact.letters > 80 {
        return;
    }
    let marks = marks(survey, at, tag);
    let apart = unit.aside.last().is_none_or(|&(_, end)| end <= fact.at);
    if apart && (marks.aside || tag == "button") {
        unit.aside.push((fact.at, fact.end));
    }
    if fact.letters == 0 {
        return;
    }
    let said = || said_in(survey, at, SHORT + 1);
    let fits = |words: &String| words.chars().count() <= SHORT && !words.is_empty();
    if unit.age.is_none() && (tag == "time" || marks.age) {
        unit.age = Some(said())
            .filter(fits)
            .filter(|words| tag == "time" || is_age(words))
            .map(|words| (at, words));
    }
    if unit.author.is_none() && marks.author {
        unit.author = Some(said())
            .filter(fits)
            .filter(|words| words.split_whitespace().count() <= 4 && !is_age(words))
            .map(|words| (at, words));
    }
    if unit.score.is_none() && marks.score {
        unit.score = Some(said())
            .filter(fits)
            .filter(|words| words.split_whitespace().any(|word| figure(word).is_some()))
            .map(|words| (at, words));
    }
}

/// What the names of an element say of its part in a comment.
#[derive(Default)]
struct Marks {
    author: bool,
    age: bool,
    score: bool,
    aside: bool,
}

fn marks(survey: &Survey, at: NodeRef, tag: &str) -> Marks {
    let dom = survey.dom;
    let mut marks = Marks::default();
    for (name, value) in dom.attrs(at) {
        match name {
            "class" | "itemprop" | "rel" | "slot" | "data-testid" => {
                each_word(value, |word| mark(&mut marks, word));
            }
            // People's own pages are called alike everywhere.
            "href" if tag == "a" => {
                let path = value.split(['?', '#']).next().unwrap_or_default();
                marks.author |= [
                    "/user", "/u/", "/@", "/profile", "/author", "/member", "/people",
                ]
                .iter()
                .any(|part| path.contains(part))
                    || path == "user";
            }
            _ => {}
        }
    }
    marks
}

fn mark(marks: &mut Marks, word: &str) {
    match word {
        "author" | "user" | "username" | "nick" | "nickname" | "poster" | "commenter" | "fn"
        | "byline" | "creator" => marks.author = true,
        "age" | "time" | "date" | "timestamp" | "ago" | "when" | "datetime" | "published" => {
            marks.age = true;
        }
        "score" | "points" | "votes" | "vote" | "likes" | "karma" | "upvotes" => marks.score = true,
        "actions" | "action" | "buttons" | "toolbar" | "controls" | "footer" | "reply" | "navs"
        | "permalink" | "flag" | "report" => marks.aside = true,
        _ if word.ends_with("user") || word.ends_with("author") || word.starts_with("author") => {
            marks.author = true;
        }
        _ if word.ends_with("time") || word.ends_with("date") => marks.age = true,
        _ => {}
    }
}

/// How deep a comment stands, where the page says so.
fn depth(survey: &Survey, at: NodeRef) -> Option<u32> {
    let dom = survey.dom;
    let number = |name: &str| {
        dom.attr(at, name)
            .and_then(|value| value.trim().parse::<u32>().ok())
    };
    ["data-depth", "depth", "data-level", "indent", "data-indent"]
        .into_iter()
        .find_map(number)
        .or_else(|| number("aria-level").map(|level| level.saturating_sub(1)))
        .or_else(|| class_depth(dom.attr(at, "class").unwrap_or_default()))
        .map(|depth| depth.min(100))
}

// `depth-2`, `level2`: counted from one.
fn class_depth(class: &str) -> Option<u32> {
    class.split_ascii_whitespace().find_map(|class| {
        let number = class
            .strip_prefix("depth")
            .or_else(|| class.strip_prefix("level"))?;
        let level: u32 = number.trim_start_matches(['-', '_']).parse().ok()?;
        Some(level.saturating_sub(1))
    })
}

/// Gives each comment its lines.
fn give_words(survey: &Survey, units: &mut [Unit], lines: &[Written]) {
    let starts: Vec<u32> = units.iter().map(|unit| survey.fact(unit.at).at).collect();
    let mut innermost = Innermost::default();
    for line in lines {
        let Some(index) = innermost.at(survey, units, &starts, line.at) else {
            continue;
        };
        let unit = &mut units[index];
        if !is_said_about(survey, unit, line) {
            unit.text.push(line.line.text.clone());
        }
    }
}

/// True for a line that names, dates or offers something, and says nothing.
fn is_said_about(survey: &Survey, unit: &Unit, line: &Written) -> bool {
    let inside = |at: NodeRef| {
        let fact = survey.fact(at);
        fact.at <= line.at && line.at < fact.end
    };
    let told = [&unit.author, &unit.age, &unit.score];
    let short = line.line.text.chars().count();
    let last = unit.aside.partition_point(|&(from, _)| from <= line.at);
    if short <= 80
        && unit.aside[..last]
            .last()
            .is_some_and(|&(_, end)| line.at < end)
    {
        return true;
    }
    if line.line.kind == ReadKind::Code {
        return false;
    }
    let mut rest = line.line.text.clone();
    let mut about = false;
    for (at, words) in told.into_iter().flatten() {
        about |= inside(*at) || rest.contains(words.as_str());
        rest = rest.replacen(words.as_str(), "", 1);
    }
    let letters = rest.chars().filter(|c| c.is_alphanumeric()).count();
    about && letters < 30 || line.linked * 10 > short * 6 && short < 60
}

/// Depths from 0: as the page says, or by how comments stand in one another.
fn depths(units: &[Unit]) -> Vec<u32> {
    let least = units
        .iter()
        .filter_map(|unit| unit.depth)
        .min()
        .unwrap_or(0);
    let said = units.iter().filter(|unit| unit.depth.is_some()).count() * 2 > units.len();
    let mut depths: Vec<u32> = Vec::with_capacity(units.len());
    for unit in units {
        let nested = unit
            .parent
            .and_then(|parent| depths.get(parent))
            .map_or(0, |depth| depth + 1);
        depths.push(match unit.depth {
            Some(depth) if said => depth - least.min(depth),
            _ => nested,
        });
    }
    depths
}
