//! "The headline": what the page puts above all else.

use screen_agent_page::{Line, LineKind};
use screen_agent_words::WordList;

use crate::ground::Scene;
use crate::words::normal::words;
use crate::words::token::Token;

/// Most words of a site's name, where the whole title of the page is no more than that.
const LONGEST_SITE: usize = 3;
/// Words that call the main heading by its name.
static NAMES: WordList = WordList::named("headline names");
/// Words that do so only together with one that says that it is the main one.
static HEADINGS: WordList = WordList::named("headline headings");
static MAIN: WordList = WordList::named("headline main");
/// Words that may stand around them.
pub(super) static AROUND: WordList = WordList::named("headline around");

/// The line of the main heading, when that is what the words ask for.
pub(crate) fn line(scene: &Scene<'_>, tokens: &[Token]) -> Option<usize> {
    let has = |names: &[&str]| tokens.iter().any(|token| token.is_any(names));
    let known = |token: &Token| {
        token.is_in(&NAMES) || token.is_in(&HEADINGS) || token.is_in(&MAIN) || token.is_in(&AROUND)
    };
    let asked = has(&NAMES) || (has(&HEADINGS) && has(&MAIN));
    (asked && tokens.iter().all(known))
        .then(|| main(scene))
        .flatten()
}

/// The first heading of the highest rank that is no name of the site and stands in no dialog.
fn main(scene: &Scene<'_>) -> Option<usize> {
    let dialog = scene
        .lines()
        .find(|(_, line)| line.kind == LineKind::Dialog)
        .map_or(usize::MAX, |(at, _)| at);
    let rank = |line: &Line| match line.kind {
        LineKind::Heading(rank) => Some(rank),
        _ => None,
    };
    scene
        .lines()
        // What a dialog lies over is of the page, and what stands behind its first line is of it.
        .filter(|(at, line)| *at < dialog || line.covered)
        .filter_map(|(at, line)| Some((rank(line)?, at)))
        .filter(|(_, at)| !names_site(scene, *at))
        .min()
        .map(|(_, at)| at)
}

/// The page is called so, as a whole or behind a dash: "News of today - The Gazette".
fn names_site(scene: &Scene<'_>, at: usize) -> bool {
    let title = words(&scene.screen.observation().title);
    let said = words(&scene.spoken(at));
    let other = scene
        .lines()
        .any(|(line, content)| line != at && matches!(content.kind, LineKind::Heading(_)));
    let behind = title.len() > said.len() || said.len() <= LONGEST_SITE;
    said.is_empty() || (other && behind && title.ends_with(&said))
}
